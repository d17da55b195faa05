"""Trains the finder of symbol dice on drawn dice with symbols of any kind; taught ones are not among them.

python -m vision.training.tops draw --out DIR --scenes 4000
python -m vision.training.tops train --data DIR --out tops.pt --minutes 20 \\
    --start vision/weights/finder.onnx.xz
python -m vision.training.tops train --data MORE --out tops.pt --minutes 40 --rate 2e-3 \\
    --start vision/weights/tops.onnx.xz
python -m vision.training.tops pack --data tops.pt --out vision/weights
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

from vision.scenes.any_symbols import any_look
from vision.scenes.dice import Ranges, draw
from vision.scenes.grounds import ground, keys
from vision.tops import FIELDS, written

from .fitting import fit, said
from .heat import blank, focal, mark, tinted, turned
from .nets import Finder
from .pack import pack
from .shards import Drawn, read, write
from .slim import started

SIDE = 320
CROP = 192
WIDTHS, SHARED = (12, 24, 32, 44, 52), 24
RANGES = Ranges(
    size=(0.055, 0.3), tilt=(0, 42), cocked=0.12, stacked=0.03, covered=0.15, near=0.35, clutter=0.3
)
KEYS = 0.15
"""The share of grounds whose squares with signs look like tops, beside the usual ones."""


def net() -> Finder:
    """The network, not yet trained."""
    return Finder(WIDTHS, SHARED, FIELDS)


def row(seed: int) -> Drawn:
    """A picture, and for each die: whether it is clear, the share seen, and the corners of its top."""
    rng = np.random.default_rng(seed)
    count = 0 if rng.random() < 0.05 else int(rng.choice([1, 2, 3, 4, 6, 8]))
    first, alike = any_look(rng), rng.random() < 0.3
    looks = [first if alike else any_look(rng) for _ in range(count)]
    made = draw(rng, looks, RANGES, (SIDE, SIDE), keys if rng.random() < KEYS else ground)
    dice = [[float(die.clear), die.seen, *np.array(die.top).ravel()] for die in made.dice]
    return made.picture, np.array(dice, np.float32).reshape(-1, 10)


def targets(dice: np.ndarray, side: int) -> tuple[np.ndarray, np.ndarray]:
    """What the network should say for one square picture, and where it counts (heat, then the rest)."""
    goal, counts = blank(FIELDS, side)
    for die in dice:
        top = die[2:10].reshape(4, 2)
        numbers = written(top)
        near = mark(goal, counts, top.mean(0), float(np.exp(numbers[0])) * 32, die[1])
        if near is not None:
            goal[3:8, near] = numbers[:, None]
            goal[8][near] = 1 - die[0]
    return goal, counts


def flipped(picture: np.ndarray, dice: np.ndarray, turns: int, mirror: bool) -> tuple[np.ndarray, np.ndarray]:
    """Picture and dice turned by right angles and mirrored."""
    dice = dice.copy()
    picture, points = turned(picture, dice[:, 2:10].reshape(len(dice), 4, 2), turns, mirror)
    dice[:, 2:10] = points.reshape(len(dice), 8)
    return picture, dice


def loss(found: torch.Tensor, goal: torch.Tensor, counts: torch.Tensor) -> torch.Tensor:
    """Focal loss of the heat, plain distance of the geometry, and of being odd where dice lie."""
    places = counts[:, 1:2]
    away = functional.smooth_l1_loss(found[:, 1:8], goal[:, 1:8], reduction="none", beta=0.1) * places
    odd = functional.binary_cross_entropy_with_logits(found[:, 8:9], goal[:, 8:9], reduction="none") * places
    return focal(found, goal, counts) + (away.sum() + 0.5 * odd.sum()) / places.sum().clamp(min=1)


def _draw(args: argparse.Namespace) -> None:
    write(args.out, args.first_seed, args.scenes, row)


def _corner(rng: np.random.Generator, dice: np.ndarray) -> tuple[int, int]:
    """Where a crop begins: mostly such that it shows a certain die."""
    if not len(dice) or rng.random() < 0.2:
        left, top = rng.integers(0, SIDE - CROP + 1, 2)
    else:
        middle = dice[rng.integers(0, len(dice)), 2:10].reshape(4, 2).mean(0)
        left, top = np.clip(middle - rng.uniform(0.15, 0.85, 2) * CROP, 0, SIDE - CROP).astype(int)
    return int(left), int(top)


def _train(args: argparse.Namespace) -> None:
    torch.manual_seed(3)
    torch.set_num_threads(1)
    rng = np.random.default_rng(3)
    drawn = read(args.data)
    made = started(net(), args.start, [drawn[index][0] for index in rng.integers(0, len(drawn), 16)])

    def cost(net: torch.nn.Module) -> torch.Tensor:
        rows = []
        for index in rng.integers(0, len(drawn), 16):
            picture, there = drawn[index]
            picture, there = flipped(picture, there, int(rng.integers(0, 4)), rng.random() < 0.5)
            left, top = _corner(rng, there)
            picture = picture[top : top + CROP, left : left + CROP]
            there[:, 2:10] -= np.tile([left, top], 4)
            rows.append((np.ascontiguousarray(picture.transpose(2, 0, 1)), *targets(there, CROP)))
        shown = tinted(rng, torch.from_numpy(np.stack([one[0] for one in rows])).float() / 255, plain=True)
        goal, counts = (torch.from_numpy(np.stack([one[at] for one in rows])) for at in (1, 2))
        return loss(said(net, shown), goal, counts)

    fit(made, cost, args.out, args.minutes, args.rate)


def _pack(args: argparse.Namespace) -> None:
    made = net()
    made.load_state_dict(torch.load(args.data))
    pack(made, (1, 3, 384, 512), args.out / "tops.onnx.xz")


def main() -> None:
    """Draw scenes, train with them, or pack what was trained."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("step", choices=("draw", "train", "pack"))
    parser.add_argument("--data", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--scenes", type=int, default=4000)
    parser.add_argument("--first-seed", type=int, default=6_000_000)
    parser.add_argument("--minutes", type=float, default=20, help="of one processor, however busy")
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--start", type=Path, help="weights to go on with, or a packed finder")
    args = parser.parse_args()
    {"draw": _draw, "train": _train, "pack": _pack}[args.step](args)


if __name__ == "__main__":
    main()
