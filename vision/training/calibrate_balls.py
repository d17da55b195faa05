"""Fits the confidence of the reader of balls on drawn windows, so that it says how often a ball is right.

python -m vision.training.calibrate_balls --set companion/games/starfarers/balls.toml --scenes 3000
"""

from __future__ import annotations

import argparse
from functools import partial
from multiprocessing import Pool
from pathlib import Path

import cv2
import numpy as np
from msgspec import Struct

from vision.ball_set import BallSet, load
from vision.balls import BallReader, Named
from vision.scenes.balls import ODD_CASES, Case, Ranges, Scene, Truth, window_scene

from .logistic import fitted

FIRST_SEED = 700_000
"""Neither the training nor the bench uses these seeds."""

SIZES = ((640, 480), (480, 360), (360, 480), (400, 400), (800, 600))
RANGES = Ranges(
    dim=(0.34, 1.2), blur=(0.0, 2.0), noise=(0.0, 0.036), cast=0.045, glare=0.08, jpeg=(40, 98),
    size=(0.03, 0.225), apart=(1.0, 1.45), warmth=0.46, dye=1.15, veil=(0.0, 0.12), streaks=0.55, clutter=0.2,
    turned=0.4, shadows=0.6,
)  # fmt: skip


class Judged(Struct, frozen=True):
    """One ball that was read: what speaks for it, and the truth."""

    evidence: np.ndarray
    right: bool


def case_of(number: int) -> Case:
    """Two of three windows are plain."""
    return "plain" if number % 3 else ODD_CASES[(number // 3) % len(ODD_CASES)]


def window(number: int, balls: BallSet) -> Scene:
    """A window to fit the confidence on."""
    return window_scene(number, balls, RANGES, case_of(number), SIZES[number // 2 % len(SIZES)])


def is_right(one: Named, balls: tuple[Truth, ...]) -> bool:
    """Whether a ball of this colour lies where it was read."""
    return any(
        ball.face == one.face
        and np.hypot(ball.middle[0] - one.ball.middle[0], ball.middle[1] - one.ball.middle[1])
        < 0.4 * ball.radius
        for ball in balls
    )


def judged(number: int, balls: BallSet) -> list[Judged]:
    """The balls that are read in one window; all are wrong if there are more or fewer of them."""
    cv2.setNumThreads(1)
    scene = window(number, balls)
    named, _ = BallReader(balls).named(scene.picture, balls.shown)
    complete = len(named) == len(scene.balls)
    return [Judged(one.evidence(), complete and is_right(one, scene.balls)) for one in named]


def report(found: list[Judged]) -> None:
    """Print the weights and how well they fit."""
    weights = fitted([one.evidence for one in found], [one.right for one in found])
    print("WEIGHTS =", weights)
    shares = 1 / (1 + np.exp(-np.array([one.evidence for one in found]) @ np.array(weights)))
    right = np.array([one.right for one in found])
    for low in (0.0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998, 0.999):
        mine = right[shares >= low]
        print(f">= {low:.3f}: {len(mine)} balls, {len(mine) - mine.sum()} wrong")


def main() -> None:
    """Draw, read and fit."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--set", type=Path, required=True, metavar="SET.toml")
    parser.add_argument("--scenes", type=int, default=3000)
    parser.add_argument("--first-seed", type=int, default=FIRST_SEED)
    parser.add_argument("--jobs", type=int, default=1, help="processes (1)")
    args = parser.parse_args()
    with Pool(args.jobs) as pool:
        seeds = range(args.first_seed, args.first_seed + args.scenes)
        rows = pool.map(partial(judged, balls=load(args.set)), seeds, chunksize=20)
    report([one for row in rows for one in row])


if __name__ == "__main__":
    main()
