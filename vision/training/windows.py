"""Windows cut out of drawn scenes, nearer and farther, all of one size."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from msgspec import Struct

SIDE = 256


class Shown(Struct, frozen=True):
    """A drawn scene to train with, its dice, and false tops."""

    picture: np.ndarray
    dice: np.ndarray
    """Face, clear, share seen (negative if not flat), four corners of the top, box of the whole."""
    false: np.ndarray
    """Middle and size of what was once taken for a die and is none."""


def drawn_scenes(folder: Path) -> list[Shown]:
    """All drawn scenes with their dice and, where they were mined, false tops."""
    found = []
    for path in sorted(folder.glob("*.npz")):
        shard = np.load(path)
        rows, mined = shard["dice"], path.with_suffix(".false.npy")
        false = np.load(mined) if mined.exists() else np.zeros((0, 4), np.float32)
        for index, picture in enumerate(shard["pictures"]):
            mine = rows[rows[:, 0] == index][:, 1:]
            found.append(Shown(picture, mine, false[false[:, 0] == index][:, 1:]))
    return found


def area(corners: np.ndarray) -> float:
    """The area of a polygon, four pixels at least."""
    x, y = corners.T
    return float(max(4.0, abs(np.dot(x, np.roll(y, 1)) - np.dot(y, np.roll(x, 1))) / 2))


def sizes_of(dice: np.ndarray) -> np.ndarray:
    """The sizes of the tops of dice."""
    return np.array([np.sqrt(area(die[3:11].reshape(4, 2))) for die in dice], np.float32)


def window(rng: np.random.Generator, shown: Shown, side: int = SIDE) -> tuple[np.ndarray, np.ndarray]:
    """A square part of a scene, nearer or farther, and the dice in it."""
    zoom = float(np.exp(rng.uniform(np.log(0.7), np.log(1.25))))
    extent = np.array(shown.picture.shape[1::-1], np.float64)
    zoom = max(zoom, 0.8 * side / float(extent.max()))
    centre = rng.uniform((0, 0), extent)
    if len(shown.dice) and rng.random() < 0.85:
        die = shown.dice[rng.integers(0, len(shown.dice))]
        centre = die[3:11].reshape(4, 2).mean(0) + rng.uniform(-0.45, 0.45, 2) * side / zoom
    half = side / zoom / 2
    centre = np.where(extent > 2 * half, np.clip(centre, half, np.maximum(extent - half, half)), extent / 2)
    start = side / 2 - zoom * centre
    matrix = np.array([[zoom, 0, start[0]], [0, zoom, start[1]]])
    cut = cv2.warpAffine(
        shown.picture, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    dice = shown.dice.copy()
    if len(dice):
        dice[:, 3:15] = dice[:, 3:15] * zoom + np.tile(start, 6)
    return np.asarray(cut, np.uint8), dice
