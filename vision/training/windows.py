"""Windows cut out of drawn scenes and photos, all of one size, so that a network sees both alike."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from msgspec import Struct

from vision import picture_file

from .drawn import SHARD
from .photos import LONGEST

SIDE = 256
OUTLIER = 0.45
"""A die so much smaller than the median of its photo was probably placed wrongly."""


class Shown(Struct):
    """A picture to train with: reduced copies of it for windows from farther away, its dice, false tops."""

    levels: list[np.ndarray]
    dice: np.ndarray
    """Face, clear, share seen (negative if not flat), four corners of the top, box of the whole."""
    false: np.ndarray
    """Middle and size of what was once taken for a die and is none."""
    drawn: bool

    @property
    def picture(self) -> np.ndarray:
        """The picture in full size."""
        return self.levels[0]


def drawn_scenes(folder: Path) -> list[Shown]:
    """All drawn scenes with their dice and, where they were mined, false tops."""
    found = []
    for path in sorted(folder.glob("*.npz")):
        shard = np.load(path)
        rows, mined = shard["dice"], path.with_suffix(".false.npy")
        false = np.load(mined) if mined.exists() else np.zeros((0, 4), np.float32)
        for index, picture in enumerate(shard["pictures"][:SHARD]):
            found.append(
                Shown([picture], rows[rows[:, 0] == index][:, 1:], false[false[:, 0] == index][:, 1:], True)
            )
    return found


def photos(placed: Path, folder: Path, without: str = "", only: str = "") -> list[Shown]:
    """The photos whose dice were placed, without those of one source (or only those)."""
    kept = np.load(placed)
    mined = placed.with_suffix(".false.npy")
    false = np.load(mined) if mined.exists() else np.zeros((0, 4), np.float32)
    found = []
    for index, (file, source) in enumerate(zip(kept["files"], kept["sources"], strict=True)):
        if source == without or (only and source != only):
            continue
        dice = kept["dice"][kept["dice"][:, 0] == index][:, 1:]
        sizes = sizes_of(dice)
        if len(dice) and sizes.min() < OUTLIER * np.median(sizes):
            continue
        levels = [picture_file.load(folder / str(file), longest=LONGEST)]
        while max(levels[-1].shape[:2]) > 400:
            levels.append(cv2.resize(levels[-1], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
        found.append(Shown(levels, dice, false[false[:, 0] == index][:, 1:], False))
    return found


def area(corners: np.ndarray) -> float:
    """The area of a polygon, four pixels at least."""
    x, y = corners.T
    return float(max(4.0, abs(np.dot(x, np.roll(y, 1)) - np.dot(y, np.roll(x, 1))) / 2))


def sizes_of(dice: np.ndarray) -> np.ndarray:
    """The sizes of the tops of dice."""
    return np.array([np.sqrt(area(die[3:11].reshape(4, 2))) for die in dice], np.float32)


def window(rng: np.random.Generator, shown: Shown, side: int = SIDE) -> tuple[np.ndarray, np.ndarray]:
    """A square part of a picture, nearer or farther, and the dice in it."""
    height, width = shown.picture.shape[:2]
    if shown.drawn:
        zoom = float(np.exp(rng.uniform(np.log(0.7), np.log(1.25))))
    elif len(shown.dice):
        size = float(np.median(sizes_of(shown.dice)))
        zoom = min(1.6, float(np.exp(rng.uniform(np.log(13), np.log(95)))) / size)
    else:
        zoom = float(np.exp(rng.uniform(np.log(0.2), np.log(1.0))))
    zoom = max(zoom, 0.8 * side / max(height, width))
    centre = rng.uniform((0, 0), (width, height))
    if len(shown.dice) and rng.random() < 0.85:
        die = shown.dice[rng.integers(0, len(shown.dice))]
        centre = die[3:11].reshape(4, 2).mean(0) + rng.uniform(-0.45, 0.45, 2) * side / zoom
    half = side / zoom / 2
    centre = np.where(
        np.array([width, height]) > 2 * half,
        np.clip(centre, half, np.array([width, height]) - half),
        np.array([width / 2, height / 2]),
    )
    level = min(len(shown.levels) - 1, max(0, int(np.floor(-np.log2(zoom)))))
    scale = zoom * 2**level
    start = side / 2 - zoom * centre
    matrix = np.array([[scale, 0, start[0]], [0, scale, start[1]]])
    cut = cv2.warpAffine(
        shown.levels[level], matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    dice = shown.dice.copy()
    if len(dice):
        dice[:, 3:15] = dice[:, 3:15] * zoom + np.tile(start, 6)
        middles = dice[:, 3:11].reshape(-1, 4, 2).mean(1)
        dice = dice[((middles > -0.5 * side) & (middles < 1.5 * side)).all(1)]
    return np.asarray(cut, np.uint8), dice
