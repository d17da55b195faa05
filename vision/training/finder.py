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
from .nets import FIELDS, STRIDE, Finder
from .warm import warmed
from .windows import Shown, area, drawn_scenes, window


def targets(dice: np.ndarray, side: int) -> tuple[np.ndarray, np.ndarray]:
    """What the finder should say for one square picture, and where it counts (heat, then the rest)."""
    cells = side // STRIDE
    goal = np.zeros((FIELDS, cells, cells), np.float32)
    counts = np.zeros((2, cells, cells), np.float32)
    counts[0] = 1
    ys, xs = np.mgrid[0:cells, 0:cells].astype(np.float32)
    for die in dice:
        top = die[3:11].reshape(4, 2)
        middle = top.mean(0) / STRIDE - 0.5
        size = np.sqrt(area(top))
        if not (-0.5 < middle[0] < cells - 0.5 and -0.5 < middle[1] < cells - 0.5):
            continue
        away = np.hypot(xs - middle[0], ys - middle[1]) * STRIDE
        if abs(die[2]) < 0.45:
            counts[0][away < size * 0.7] = 0
            continue
        goal[0] = np.maximum(goal[0], np.exp(-((away / (size * 0.13 + 1.5)) ** 2) / 2))
        column, line = np.clip(np.round(middle).astype(int), 0, cells - 1)
        goal[0, line, column] = 1
        near = (np.abs(xs - column) <= 1) & (np.abs(ys - line) <= 1)
        goal[1][near], goal[2][near] = (middle[0] - xs)[near], (middle[1] - ys)[near]
        goal[3][near] = np.log(size / 32)
        sides = np.array([*(top.mean(0) - die[11:13]), *(die[13:15] - top.mean(0))]) / size
        goal[4:8, near] = sides[:, None]
        counts[1][near] = 1
    return goal, counts


def flipped(picture: np.ndarray, dice: np.ndarray, turns: int, mirror: bool) -> tuple[np.ndarray, np.ndarray]:
    """Picture and dice turned by right angles and mirrored."""
    side, dice = picture.shape[0], dice.copy()
    points = np.concatenate([dice[:, 3:11], dice[:, 11:15]], 1).reshape(len(dice), 6, 2)
    if mirror:
        picture = picture[:, ::-1]
        points[..., 0] = side - points[..., 0]
    for _ in range(turns):
        picture = np.rot90(picture)
        points = np.stack([points[..., 1], side - points[..., 0]], -1)
    dice[:, 3:11] = points[:, :4].reshape(len(dice), 8)
    dice[:, 11:13], dice[:, 13:15] = points[:, 4:].min(1), points[:, 4:].max(1)
    return picture, dice


def tinted(rng: np.random.Generator, pictures: torch.Tensor) -> torch.Tensor:
    """Other light and other colours."""
    count = pictures.shape[0]
    gain = torch.from_numpy(rng.uniform(0.7, 1.3, (count, 1, 1, 1)) * rng.normal(1, 0.12, (count, 3, 1, 1)))
    power = torch.from_numpy(rng.uniform(0.7, 1.4, (count, 1, 1, 1)))
    swapped = pictures.clone()
    for index in np.flatnonzero(rng.random(count) < 0.3):
        swapped[index] = pictures[index][torch.from_numpy(rng.permutation(3))]
    for index in np.flatnonzero(rng.random(count) < 0.1):
        swapped[index] = swapped[index].mean(0, keepdim=True)
    for index in np.flatnonzero(rng.random(count) < 0.1):
        swapped[index] = 1 - swapped[index]
    return (swapped.clamp(1e-3, 1) ** power.float() * gain.float()).clamp(0, 1)


def loss(found: torch.Tensor, goal: torch.Tensor, counts: torch.Tensor) -> torch.Tensor:
    """Focal loss of the heat, plain distance of the rest where dice lie."""
    heat = torch.sigmoid(found[:, 0]).clamp(1e-4, 1 - 1e-4)
    wanted, weight = goal[:, 0], counts[:, 0]
    hit = (wanted > 0.999).float()
    rise = hit * (1 - heat) ** 2 * torch.log(heat)
    fall = (1 - hit) * (1 - wanted) ** 4 * heat**2 * torch.log(1 - heat)
    dice = hit.sum().clamp(min=1)
    focal = -((rise + fall) * weight).sum() / dice
    places = counts[:, 1:2]
    rest = (functional.smooth_l1_loss(found[:, 1:], goal[:, 1:], reduction="none", beta=0.1) * places).sum()
    return focal + rest / places.sum().clamp(min=1)


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
