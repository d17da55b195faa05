"""What the trainings of both finders share: fields of heat, their cost, and pictures turned and tinted."""

from __future__ import annotations

import numpy as np
import torch

from .nets import STRIDE

HIDDEN = 0.45
"""A die of which less is seen is neither asked for nor forbidden."""


def blank(fields: int, side: int) -> tuple[np.ndarray, np.ndarray]:
    """The goal of a picture without dice, and where it counts: heat everywhere, the rest nowhere."""
    cells = side // STRIDE
    counts = np.zeros((2, cells, cells), np.float32)
    counts[0] = 1
    return np.zeros((fields, cells, cells), np.float32), counts


def mark(
    goal: np.ndarray, counts: np.ndarray, middle: np.ndarray, size: float, seen: float
) -> np.ndarray | None:
    """Mark a die whose top has its middle there; the cells that tell more of it, None if there are none."""
    cells = goal.shape[1]
    ys, xs = np.mgrid[0:cells, 0:cells].astype(np.float32)
    at = middle / STRIDE - 0.5
    if not (-0.5 < at[0] < cells - 0.5 and -0.5 < at[1] < cells - 0.5):
        return None
    away = np.hypot(xs - at[0], ys - at[1]) * STRIDE
    if seen < HIDDEN:
        counts[0][away < size * 0.7] = 0
        return None
    goal[0] = np.maximum(goal[0], np.exp(-((away / (size * 0.13 + 1.5)) ** 2) / 2))
    column, line = np.clip(np.round(at).astype(int), 0, cells - 1)
    goal[0, line, column] = 1
    near: np.ndarray = (np.abs(xs - column) <= 1) & (np.abs(ys - line) <= 1)
    goal[1][near], goal[2][near] = (at[0] - xs)[near], (at[1] - ys)[near]
    counts[1][near] = 1
    return near


def focal(found: torch.Tensor, goal: torch.Tensor, counts: torch.Tensor) -> torch.Tensor:
    """The cost of the heat, for each die."""
    heat = torch.sigmoid(found[:, 0]).clamp(1e-4, 1 - 1e-4)
    wanted, weight = goal[:, 0], counts[:, 0]
    hit = (wanted > 0.999).float()
    rise = hit * (1 - heat) ** 2 * torch.log(heat)
    fall = (1 - hit) * (1 - wanted) ** 4 * heat**2 * torch.log(1 - heat)
    return -((rise + fall) * weight).sum() / hit.sum().clamp(min=1)


def turned(
    picture: np.ndarray, points: np.ndarray, turns: int, mirror: bool
) -> tuple[np.ndarray, np.ndarray]:
    """A square picture and points in it, mirrored and turned by right angles."""
    side = picture.shape[0]
    if mirror:
        picture = picture[:, ::-1]
        points = np.stack([side - points[..., 0], points[..., 1]], -1)
    for _ in range(turns):
        picture = np.rot90(picture)
        points = np.stack([points[..., 1], side - points[..., 0]], -1)
    return picture, points


def tinted(rng: np.random.Generator, pictures: torch.Tensor, plain: bool = False) -> torch.Tensor:
    """Other light and other colours; with `plain` none are greyed or inverted."""
    count = pictures.shape[0]
    gain = torch.from_numpy(rng.uniform(0.7, 1.3, (count, 1, 1, 1)) * rng.normal(1, 0.12, (count, 3, 1, 1)))
    power = torch.from_numpy(rng.uniform(0.7, 1.4, (count, 1, 1, 1)))
    swapped = pictures.clone()
    for index in np.flatnonzero(rng.random(count) < 0.3):
        swapped[index] = pictures[index][torch.from_numpy(rng.permutation(3))]
    if not plain:
        for index in np.flatnonzero(rng.random(count) < 0.1):
            swapped[index] = swapped[index].mean(0, keepdim=True)
        for index in np.flatnonzero(rng.random(count) < 0.1):
            swapped[index] = 1 - swapped[index]
    return (swapped.clamp(1e-3, 1) ** power.float() * gain.float()).clamp(0, 1)
