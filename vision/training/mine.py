"""Collects what the finder takes for dice and is none, so that the face reader learns it.

python -m vision.training.mine --data DIR --finder finder.pt
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch

from vision.finder import FAINT, Found, apart, found_at
from vision.peaks import hottest

from .nets import Finder
from .windows import area


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
                shown = (pictures.shape[2], pictures.shape[1])
                found = apart(found_at(one) for one in hottest(field, 1.0, shown, FAINT))
                mine = dice[dice[:, 0] == index][:, 1:]
                rows += [[index, *row] for row in false_tops(found, mine)]
        total += len(rows)
        np.save(path.with_suffix(".false.npy"), np.array(rows, np.float32).reshape(-1, 4))
    return total


def _fields(net: Finder, pictures: np.ndarray) -> np.ndarray:
    shown = torch.from_numpy(pictures.transpose(0, 3, 1, 2).copy()).float() / 255
    with torch.no_grad(), torch.autocast("cpu", torch.bfloat16):
        found: np.ndarray = net(shown.contiguous(memory_format=torch.channels_last)).float().numpy()
    return found


def main() -> None:
    """Write them beside the scenes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--finder", type=Path, required=True)
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    net = Finder()
    net.load_state_dict(torch.load(args.finder))
    net = net.eval().to(memory_format=torch.channels_last)
    print(in_scenes(net, args.data))


if __name__ == "__main__":
    main()
