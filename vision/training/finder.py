"""Trains the finder on drawn scenes.

python -m vision.training.finder --data DIR --out finder.pt --minutes 25
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np
import torch
from torch.nn import functional

from .fitting import fit, said
from .heat import blank, focal, mark, tinted, turned
from .nets import FIELDS, Finder
from .warm import warmed
from .windows import Shown, area, drawn_scenes, window


def targets(dice: np.ndarray, side: int) -> tuple[np.ndarray, np.ndarray]:
    """What the finder should say for one square picture, and where it counts (heat, then the rest)."""
    goal, counts = blank(FIELDS, side)
    for die in dice:
        top = die[3:11].reshape(4, 2)
        middle, size = top.mean(0), np.sqrt(area(top))
        near = mark(goal, counts, middle, size, abs(die[2]))
        if near is not None:
            goal[3][near] = np.log(size / 32)
            sides = np.array([*(middle - die[11:13]), *(die[13:15] - middle)]) / size
            goal[4:8, near] = sides[:, None]
    return goal, counts


def flipped(picture: np.ndarray, dice: np.ndarray, turns: int, mirror: bool) -> tuple[np.ndarray, np.ndarray]:
    """Picture and dice turned by right angles and mirrored."""
    dice = dice.copy()
    picture, points = turned(picture, dice[:, 3:15].reshape(len(dice), 6, 2), turns, mirror)
    dice[:, 3:11] = points[:, :4].reshape(len(dice), 8)
    dice[:, 11:13], dice[:, 13:15] = points[:, 4:].min(1), points[:, 4:].max(1)
    return picture, dice


def loss(found: torch.Tensor, goal: torch.Tensor, counts: torch.Tensor) -> torch.Tensor:
    """Focal loss of the heat, plain distance of the rest where dice lie."""
    places = counts[:, 1:2]
    rest = (functional.smooth_l1_loss(found[:, 1:], goal[:, 1:], reduction="none", beta=0.1) * places).sum()
    return focal(found, goal, counts) + rest / places.sum().clamp(min=1)


def batch(
    rng: np.random.Generator, scenes: list[Shown], size: int
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Some windows, turned and tinted, with their targets."""
    rows = []
    for index in rng.integers(0, len(scenes), size):
        picture, there = window(rng, scenes[index])
        picture, there = flipped(picture, there, int(rng.integers(0, 4)), rng.random() < 0.5)
        rows.append((np.ascontiguousarray(picture.transpose(2, 0, 1)), *targets(there, picture.shape[0])))
    shown = torch.from_numpy(np.stack([row[0] for row in rows])).float() / 255
    return (
        tinted(rng, shown),
        torch.from_numpy(np.stack([r[1] for r in rows])),
        torch.from_numpy(np.stack([r[2] for r in rows])),
    )


def arguments(about: str | None, minutes: float) -> argparse.Namespace:
    """What both trainings are told on the command line."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=minutes, help="of one processor, however busy")
    parser.add_argument("--start", type=Path, help="weights to begin with: .pt, or .onnx.xz as shipped")
    parser.add_argument("--rate", type=float, default=2e-3)
    args = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    return args


def started(net: torch.nn.Module, start: Path | None, shown: torch.Tensor) -> torch.nn.Module:
    """The network, with the weights to begin with where there are any."""
    if start and start.suffix == ".pt":
        net.load_state_dict(torch.load(start))
    elif start:
        net = warmed(net, start, shown)
    return net.to(memory_format=torch.channels_last)


def main() -> None:
    """Train for so many minutes."""
    args = arguments(__doc__, 25)
    torch.manual_seed(1)
    rng = np.random.default_rng(1)
    scenes = drawn_scenes(args.data)
    net = started(Finder(), args.start, batch(rng, scenes, 48)[0])

    def cost(net: torch.nn.Module) -> torch.Tensor:
        shown, goal, counts = batch(rng, scenes, 16)
        return loss(said(net, shown), goal, counts)

    fit(net, cost, args.out, args.minutes, args.rate)


if __name__ == "__main__":
    main()
