"""Fits the confidence of the symbol reader on drawn scenes, so that it says how often a die is right.

python -m vision.training.calibrate_symbols --set companion/games/twilight_inscription/dice.toml
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from msgspec import Struct

from vision import dice_set, teach
from vision.dice_set import DiceSet
from vision.scenes import symbols as drawing
from vision.scenes.dice import Ranges, Truth
from vision.symbols import LIES, Named, SymbolReader, chance

from .logistic import fitted

SCENES = 12
RANGES = Ranges(
    size=(0.05, 0.15), tilt=(0, 30), clutter=0.1, cocked=0.05, stacked=0.02, covered=0.15, near=0.2
)


class Place(Struct, frozen=True):
    """One place that was compared: what speaks for it, and the truth."""

    top: np.ndarray
    odd: np.ndarray
    right: np.ndarray
    is_top: bool
    is_odd: bool
    is_right: bool


def places(seed: int, dice: DiceSet) -> list[Place]:
    """All places in the scenes of one box. Every third box has a face that was not taught."""
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
        result += [place for one in reader.places(made.picture) if (place := judged(one, made.dice))]
    return result


def judged(one: Named, dice: Sequence[Truth]) -> Place | None:
    """A place with its truth; None where nobody could say."""
    reach = 0.4 * one.top.edge
    near = [die for die in dice if np.linalg.norm(np.mean(die.top, axis=0) - one.top.middle) < reach]
    die = max(near, key=lambda die: die.seen, default=None)
    if die is not None and die.seen < 0.6:
        return None
    kind = one.best_kind()
    flat = die is not None and die.case == "flat" and die.seen > 0.75
    right = die is not None and (die.kind, die.face) == (kind, one.faces(kind)[0][1])
    return Place(one.place(), one.oddness(), one.evidence(kind), die is not None, not flat, right)


def report(found: list[Place]) -> None:
    """Print the weights and how well they fit."""
    top = fitted([one.top for one in found], [one.is_top for one in found])
    dice = [one for one in found if chance(one.top, top) >= LIES]
    odd = fitted([one.odd for one in dice if one.is_top], [one.is_odd for one in dice if one.is_top])
    right = fitted([one.right for one in dice], [one.is_right for one in dice])
    for name, weights in (("TOP_WEIGHTS", top), ("ODD_WEIGHTS", odd), ("WEIGHTS", right)):
        print(name, "=", weights)
    likely = [chance(one.top, top) for one in found]
    lost = sum(one.is_top and share < LIES for one, share in zip(found, likely, strict=True))
    invented = sum(not one.is_top and share >= LIES for one, share in zip(found, likely, strict=True))
    print(f"{len(found)} places, {sum(one.is_top for one in found)} dice, {lost} lost, {invented} invented")
    for low in (0.0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995):
        mine = [one.is_right for one in dice if chance(one.right, right) >= low]
        print(f">= {low:.3f}: {len(mine)} dice, {len(mine) - sum(mine)} wrong")


def main() -> None:
    """Draw, read and fit."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--set", type=Path, required=True)
    parser.add_argument("--boxes", type=int, default=28)
    parser.add_argument("--first-seed", type=int, default=20_000_000)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    dice = dice_set.load(args.set)
    seeds = range(args.first_seed, args.first_seed + args.boxes)
    report([place for seed in seeds for place in places(seed, dice)])


if __name__ == "__main__":
    main()
