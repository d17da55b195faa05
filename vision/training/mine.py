"""Collects what the finder takes for dice and is none, so that the face reader learns it.

python -m vision.training.mine --data DIR --finder finder.pt [--placed photos.npz --photos DIR]
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np
import torch

from vision import picture_file
from vision.finder import Found, _peaks

from .nets import Finder
from .photos import LONGEST
from .windows import area

SCALES = (512, 1280)


def false_tops(found: list[Found], dice: np.ndarray) -> list[list[float]]:
    """Middle and size of those that are no die's top."""
    tops = [(die[3:11].reshape(4, 2).mean(0), np.sqrt(area(die[3:11].reshape(4, 2)))) for die in dice]
    return [
        [*one.middle, one.size]
        for one in found
        if all(np.linalg.norm(at - one.middle) > 0.45 * max(size, 0.8 * one.size) for at, size in tops)
    ]


def in_scenes(net: Finder, folder: Path) -> int:
    """Write the false tops of drawn scenes beside them; how many there are."""
    total = 0
    for path in sorted(folder.glob("*.npz")):
        shard = np.load(path)
        pictures, dice = shard["pictures"], shard["dice"]
        rows = []
        for first in range(0, len(pictures), 25):
            fields = _fields(net, pictures[first : first + 25])
            for index, field in enumerate(fields, first):
                found = _peaks(field, 1.0, (pictures.shape[2], pictures.shape[1]))
                mine = dice[dice[:, 0] == index][:, 1:]
                rows += [[index, *row] for row in false_tops(found, mine)]
        total += len(rows)
        np.save(path.with_suffix(".false.npy"), np.array(rows, np.float32).reshape(-1, 4))
    return total


def in_photos(net: Finder, placed: Path, folder: Path) -> int:
    """Write the false tops of photos beside the places of their dice; how many there are."""
    kept, rows = np.load(placed), []
    for index, file in enumerate(kept["files"]):
        picture = picture_file.load(folder / str(file), longest=LONGEST)
        dice = kept["dice"][kept["dice"][:, 0] == index][:, 1:]
        for longest in SCALES:
            scale = longest / max(picture.shape[:2])
            small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            size = small.shape[1], small.shape[0]
            whole = cv2.copyMakeBorder(small, 0, -size[1] % 32, 0, -size[0] % 32, cv2.BORDER_REPLICATE)
            found = _peaks(_fields(net, whole[None])[0], scale, size)
            rows += [[index, *row] for row in false_tops(found, dice)[:20]]
    np.save(placed.with_suffix(".false.npy"), np.array(rows, np.float32).reshape(-1, 4))
    return len(rows)


def _fields(net: Finder, pictures: np.ndarray) -> np.ndarray:
    shown = torch.from_numpy(pictures.transpose(0, 3, 1, 2).copy()).float() / 255
    with torch.no_grad(), torch.autocast("cpu", torch.bfloat16):
        found: np.ndarray = net(shown.contiguous(memory_format=torch.channels_last)).float().numpy()
    return found


def main() -> None:
    """Write them beside the scenes and the photos' places."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--finder", type=Path, required=True)
    parser.add_argument("--placed", type=Path)
    parser.add_argument("--photos", type=Path)
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    net = Finder()
    net.load_state_dict(torch.load(args.finder))
    net = net.eval().to(memory_format=torch.channels_last)
    if args.data:
        print(in_scenes(net, args.data), "in drawn scenes")
    if args.placed:
        print(in_photos(net, args.placed, args.photos), "in photos")


if __name__ == "__main__":
    main()
