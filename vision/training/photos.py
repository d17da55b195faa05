"""Places the dice of real photos of which only the faces are known, so that the confidence can be fitted.

python -m vision.training.photos --photos DIR --out labels.npz

DIR has labels.csv (file, values, source). What the reader finds is matched with the faces that are said to
lie there; photos where that is doubtful are left out. Nothing that it writes belongs into the project.
"""

from __future__ import annotations

import argparse
import csv
from pathlib import Path

import cv2
import numpy as np
from msgspec import Struct

from vision import picture_file
from vision.dice import read_faces
from vision.finder import Found, find_at

LONGEST = 1600
SCALES = (256, 384, 512, 800, 1280)
DOUBTFUL = -6.0
"""A die whose place is less likely than this (logarithm) keeps its photo out."""


class Photo(Struct):
    """A photo and its dice, in rows like those of drawn scenes: face, clear, share seen, top, box."""

    file: str
    source: str
    picture: np.ndarray
    dice: np.ndarray
    worst: float


def matched(found: list[Found], shares: np.ndarray, faces: list[int]) -> tuple[list[int], float]:
    """Which of the tops found shows each face, and how likely the least likely of them is (logarithm)."""
    heat = np.array([np.log(max(one.heat, 1e-4)) for one in found])
    score = heat[:, None] + np.log(shares.mean(1)[:, [face - 1 for face in faces]] + 1e-4)
    sizes = np.log([one.size for one in found])
    # Dice of one photo are about as large as each other.
    likely = np.average(sizes, weights=np.exp(heat) * (1 - shares.mean(1)[:, 7]) + 1e-6)
    score -= (8 * np.maximum(np.abs(sizes - likely) - 0.35, 0) ** 2)[:, None]
    slots = len(faces)
    best = np.full(1 << slots, -np.inf)
    best[0] = 0
    chosen: list[list[int]] = [[] for _ in range(1 << slots)]
    for index in range(len(found)):
        for mask in range((1 << slots) - 1, -1, -1):
            if not np.isfinite(best[mask]):
                continue
            for slot in range(slots):
                after = mask | 1 << slot
                value = best[mask] + score[index, slot]
                if after != mask and value > best[after]:
                    best[after] = value
                    chosen[after] = [*chosen[mask], index * slots + slot]
    picked = chosen[-1]
    rows = [next(pick // slots for pick in picked if pick % slots == slot) for slot in range(slots)]
    return rows, min(float(score[row, slot]) for slot, row in enumerate(rows))


def placed(path: Path, source: str, faces: list[int]) -> Photo | None:
    """A photo with its dice; None if not even so many places look like dice."""
    picture = picture_file.load(path, longest=LONGEST)
    if not faces:
        return Photo(path.name, source, picture, np.zeros((0, 15), np.float32), 0.0)
    best: Photo | None = None
    # Each scale by itself: on a fine one the ground is full of specks that look like dice.
    for scale in SCALES:
        found = find_at(picture, scale)[:40]
        if len(found) < len(faces):
            continue
        rows, worst = matched(found, read_faces(picture, found), faces)
        if best is None or worst > best.worst:
            dice = np.stack([row_of(found[row], face) for row, face in zip(rows, faces, strict=True)])
            best = Photo(path.name, source, picture, dice, worst)
    return best


def row_of(one: Found, face: int) -> np.ndarray:
    """A found top in the form that drawn dice have."""
    half = one.size / 2
    x, y = one.middle
    top = [x - half, y - half, x + half, y - half, x + half, y + half, x - half, y + half]
    return np.array([face, 1, 1, *top, *one.box], np.float32)


def main() -> None:
    """Place the dice of all photos and keep them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    kept: list[Photo] = []
    with (args.photos / "labels.csv").open(encoding="utf-8") as lines:
        for label in csv.DictReader(lines):
            photo = placed(
                args.photos / label["file"], label["source"], [int(v) for v in label["values"].split()]
            )
            if photo is None or photo.worst < DOUBTFUL:
                print("left out:", label["file"], photo and round(photo.worst, 2), flush=True)
            else:
                kept.append(photo)
    owners = np.concatenate([np.full(len(photo.dice), index) for index, photo in enumerate(kept)])
    np.savez(
        args.out,
        files=[photo.file for photo in kept],
        sources=[photo.source for photo in kept],
        dice=np.c_[owners, np.concatenate([photo.dice for photo in kept])].astype(np.float32),
    )
    print(len(kept), "photos")


if __name__ == "__main__":
    main()
