"""Fits the confidence of the pip reader on drawn scenes, so that it says how often a face is right.

python -m vision.training.calibrate --scenes 1500
"""

from __future__ import annotations

import argparse

import cv2
import numpy as np

from vision.dice import LIES, evidence, read_faces
from vision.finder import find
from vision.scenes.dice import Ranges, any_pip_look, draw

RANGES = Ranges(size=(0.03, 0.25), cocked=0.08, stacked=0.04, covered=0.15, near=0.35, clutter=0.35)


def rows(seed: int) -> list[tuple[np.ndarray, bool]]:
    """For each die that is found in one scene: its evidence, and whether the face is right."""
    rng = np.random.default_rng(seed)
    looks = [any_pip_look(rng) for _ in range(int(rng.integers(1, 8)))]
    made = draw(rng, looks, RANGES, (640, 480))
    found = [one for one in find(made.picture) if one.heat >= LIES and one.size >= 5]
    result = []
    for one, shares in zip(found, read_faces(made.picture, found), strict=True):
        if shares[:, 7].mean() >= 0.5:
            continue
        near = [
            die
            for die in made.dice
            if np.linalg.norm(np.mean(die.top, axis=0) - one.middle) < 0.4 * one.size and die.case == "flat"
        ]
        face = str(1 + int(shares.mean(0)[:6].argmax()))
        result.append((evidence(one, shares), any(die.face == face and die.seen > 0.7 for die in near)))
    return result


def main() -> None:
    """Print the weights and how well they fit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=1500)
    parser.add_argument("--first-seed", type=int, default=3_000_000)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    found = [pair for seed in range(args.first_seed, args.first_seed + args.scenes) for pair in rows(seed)]
    features = np.array([pair[0] for pair in found], np.float64)
    right = np.array([pair[1] for pair in found], np.float64)
    weights = np.zeros(features.shape[1])
    for _ in range(60):
        shares = 1 / (1 + np.exp(-features @ weights))
        slope = features.T @ (right - shares) - 1e-3 * weights
        bend = (features * (shares * (1 - shares))[:, None]).T @ features + 1e-3 * np.eye(len(weights))
        weights += np.linalg.solve(bend, slope)
    print("WEIGHTS =", tuple(round(float(value), 3) for value in weights), "dice", len(right), right.mean())
    shares = 1 / (1 + np.exp(-features @ weights))
    for low in (0.0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995):
        mine = right[shares >= low]
        print(f">= {low:.3f}: {len(mine)} dice, {1 - mine.mean():.4f} wrong")


if __name__ == "__main__":
    main()
