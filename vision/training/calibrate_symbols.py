"""Fits the confidence of the symbol reader on drawn scenes, so that it says how often a die is right.

python -m vision.training.calibrate_symbols --set companion/games/twilight_inscription/dice.toml --boxes 40
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np

from vision import dice_set, teach
from vision.dice_set import DiceSet
from vision.scenes import symbols as drawing
from vision.scenes.dice import Ranges
from vision.symbols import Named, SymbolReader

SCENES = 12
RANGES = Ranges(
    size=(0.05, 0.15), tilt=(0, 30), clutter=0.1, cocked=0.05, stacked=0.02, covered=0.15, near=0.2
)


def rows(seed: int, dice: DiceSet) -> list[tuple[np.ndarray, bool]]:
    """For each die that is found in the scenes of one box: its evidence, and whether it is named rightly.

    Every third box has a face that was not taught, which must look wrong.
    """
    rng = np.random.default_rng(seed)
    finish = drawing.any_finish(rng)
    lessons = []
    for kind, face in dice.pairs * 2:
        try:
            lessons.append(teach.lesson(drawing.lesson(rng, dice, finish, kind, face), kind, face))
        except teach.NotTaught:
            continue
    taught = teach.Taught(dice.name, tuple(lessons))
    if seed % 3 == 0:
        taught = taught.without(*dice.pairs[int(rng.integers(0, len(dice.pairs)))])
    reader = SymbolReader(dice, taught)
    result = []
    for _ in range(SCENES):
        made = drawing.scene(rng, dice, finish, RANGES)
        for one in reader.look(made.picture)[0]:
            result.append((one.evidence(one.best_kind()), _right(one, made)))
    return result


def _right(one: Named, made: drawing.Scene) -> bool:
    kind = one.best_kind()
    return any(
        np.linalg.norm(np.mean(die.top, axis=0) - one.top.middle) < 0.4 * one.top.edge
        and die.case == "flat"
        and die.seen > 0.75
        and (die.kind, die.face) == (kind, one.faces(kind)[0][1])
        for die in made.dice
    )


def main() -> None:
    """Print the weights and how well they fit."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--set", type=Path, required=True)
    parser.add_argument("--boxes", type=int, default=40)
    parser.add_argument("--first-seed", type=int, default=20_000_000)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    dice = dice_set.load(args.set)
    found = [
        pair for seed in range(args.first_seed, args.first_seed + args.boxes) for pair in rows(seed, dice)
    ]
    features = np.array([pair[0] for pair in found], np.float64)
    right = np.array([pair[1] for pair in found], np.float64)
    weights = np.zeros(features.shape[1])
    for _ in range(60):
        shares = 1 / (1 + np.exp(-features @ weights))
        slope = features.T @ (right - shares) - 1e-2 * weights
        bend = (features * (shares * (1 - shares))[:, None]).T @ features + 1e-2 * np.eye(len(weights))
        weights += np.linalg.solve(bend, slope)
    print("WEIGHTS =", tuple(round(float(value), 3) for value in weights), "dice", len(right), right.mean())
    shares = 1 / (1 + np.exp(-features @ weights))
    for low in (0.0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995):
        mine = right[shares >= low]
        print(f">= {low:.3f}: {len(mine)} dice, {1 - mine.mean():.4f} wrong")


if __name__ == "__main__":
    main()
