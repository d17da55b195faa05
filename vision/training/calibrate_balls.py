"""Fits on drawn windows how far the colours of balls spread, and how often a ball is read right.

python -m vision.training.calibrate_balls spreads --set companion/games/starfarers/balls.toml --scenes 3000
python -m vision.training.calibrate_balls confidence --set companion/games/starfarers/balls.toml --scenes 3000

The confidence is fitted with the spreads that the reader has, so theirs come first.
"""

from __future__ import annotations

import argparse
from functools import partial
from multiprocessing import Pool
from pathlib import Path

import cv2
import msgspec
import numpy as np
from msgspec import Struct

from vision.ball_colours import Colours, Spreads
from vision.ball_finder import Found, find
from vision.ball_light import lit
from vision.ball_set import BallSet, load
from vision.balls import BallReader, Named, chance
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


SEEN, HOT, LEAST = 0.6, 0.2, 1e-6
"""Share seen and heat from which the colour of a ball counts; no colour is less likely than the last."""

WHOLE = 0.88
"""The share of a ball that must be seen for it to be sure."""


class Judged(Struct, frozen=True):
    """One ball that was read: what speaks for it and for its colour, and the truth of both."""

    ball: np.ndarray
    colour: np.ndarray
    whole: bool
    """Whether it is there, to be seen whole, and no other ball was missed."""
    right: bool | None
    """Whether its colour is; None if no ball lies there, or hardly any of it is seen."""


class Pair(Struct, frozen=True):
    """Two balls of one window that were found, how they are lit, and the numbers of their colours."""

    found: list[Found]
    looks: list[np.ndarray]
    kinds: list[int]


def case_of(number: int) -> Case:
    """Two of three windows are plain."""
    return "plain" if number % 3 else ODD_CASES[(number // 3) % len(ODD_CASES)]


def window(number: int, balls: BallSet) -> Scene:
    """A window to fit the confidence on."""
    return window_scene(number, balls, RANGES, case_of(number), SIZES[number // 2 % len(SIZES)])


def is_there(one: Found, ball: Truth) -> bool:
    """Whether a ball lies where it was found."""
    away = np.hypot(ball.middle[0] - one.middle[0], ball.middle[1] - one.middle[1])
    return bool(away < 0.4 * ball.radius)


def judged(number: int, balls: BallSet) -> list[Judged]:
    """The balls read in one window, where they are as many as wanted."""
    cv2.setNumThreads(1)
    scene = window(number, balls)
    named, _ = BallReader(balls).named(scene.picture, balls.shown)
    if len(named) != balls.shown:
        return []
    complete = len(named) == len(scene.balls)
    return [_judged(one, scene.balls, complete) for one in named]


def _judged(one: Named, balls: tuple[Truth, ...], complete: bool) -> Judged:
    here = [ball for ball in balls if ball.seen > SEEN and is_there(one.ball, ball)]
    whole = complete and any(ball.seen > WHOLE for ball in here)
    right = any(ball.face == one.face for ball in here) if here else None
    return Judged(one.ball_evidence(), one.colour_evidence(), whole, right)


def pair(number: int, balls: BallSet) -> Pair | None:
    """The two balls of one window, where both are found."""
    cv2.setNumThreads(1)
    scene = window(number, balls)
    seen = [ball for ball in scene.balls if ball.seen > SEEN]
    hot = [one for one in find(scene.picture) if one.heat > HOT]
    found = [one for ball in seen for one in hot if is_there(one, ball)]
    if len(seen) != 2 or len(found) != 2:
        return None
    looks = [lit(one, scene.picture).look for one in found]
    return Pair(found, looks, [balls.colours.index(ball.face) for ball in seen])


def surprise(balls: BallSet, spreads: Spreads, pairs: list[Pair]) -> float:
    """How unlikely the true colours are on the whole."""
    colours, total = Colours(balls, spreads), 0.0
    for one in pairs:
        ways, weights = colours.ways(one.found, one.looks)
        total -= float(np.log(max(weights[(ways == one.kinds).all(1)][0], LEAST)))
    return total / len(pairs)


def climbed(balls: BallSet, pairs: list[Pair], rounds: int = 6) -> Spreads:
    """The spreads that make the true colours likeliest, found by changing one at a time, less and less."""
    best, step = Spreads(), 1.4
    least = surprise(balls, best, pairs)
    for _ in range(rounds):
        for name in best.__struct_fields__:
            for factor in (step, 1 / step):
                other = msgspec.structs.replace(best, **{name: getattr(best, name) * factor})
                if (now := surprise(balls, other, pairs)) < least:
                    best, least = other, now
                    break
        step = 1 + (step - 1) * 0.7
        print(f"{least:.5f}", flush=True)
    return best


def report(found: list[Judged]) -> None:
    """Print the weights, and for steps of confidence how many balls are wrong or not to be seen whole."""
    told = [one for one in found if one.right is not None]
    ball = fitted([one.ball for one in found], [one.whole for one in found])
    colour = fitted([one.colour for one in told], [bool(one.right) for one in told])
    print("BALL_WEIGHTS =", ball)
    print("COLOUR_WEIGHTS =", colour)
    shares = [chance(one.ball, one.colour, (ball, colour)) for one in found]
    for low in (0.0, 0.5, 0.7, 0.8, 0.84, 0.86, 0.88, 0.9, 0.92, 0.95, 0.98):
        sure = [one for one, share in zip(found, shares, strict=True) if share >= low]
        wrong, hidden = sum(not one.right for one in sure), sum(not one.whole for one in sure)
        print(f">= {low:.2f}: {len(sure)} balls, {wrong} wrong, {hidden} hidden or not all")


def main() -> None:
    """Draw, read and fit."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("step", choices=("spreads", "confidence"))
    parser.add_argument("--set", type=Path, required=True, metavar="SET.toml")
    parser.add_argument("--scenes", type=int, default=3000)
    parser.add_argument("--first-seed", type=int, default=FIRST_SEED)
    parser.add_argument("--jobs", type=int, default=1, help="processes (1)")
    args = parser.parse_args()
    balls, seeds = load(args.set), range(args.first_seed, args.first_seed + args.scenes)
    with Pool(args.jobs) as pool:
        if args.step == "spreads":
            pairs = pool.map(partial(pair, balls=balls), seeds, chunksize=20)
            print(climbed(balls, [one for one in pairs if one is not None]))
        else:
            rows = pool.map(partial(judged, balls=balls), seeds, chunksize=20)
            report([one for row in rows for one in row])


if __name__ == "__main__":
    main()
