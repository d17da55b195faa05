"""Fits the small network that tells balls from other round things, on drawn windows. Needs no PyTorch.

balls SET.toml --out vision/weights/balls.toml [--scenes 3000] [--first SEED]
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import msgspec
import numpy as np
from msgspec import Struct

from vision import picture_file
from vision.ball_colours import Colours
from vision.ball_marks import marks
from vision.ball_set import BallSet, load
from vision.balls import LOOK_AT, Weights, beside, brightness, evidence, rounded
from vision.circles import Circle
from vision.reading import Floats
from vision.scenes.balls import ODD_CASES, Case, Scene, Truth, window_scene

FIRST_SEED = 10_000
"""The bench uses none of these seeds."""

HIDDEN = 12
SIZES = ((640, 480), (640, 480), (480, 640), (800, 600), (512, 512))


class Example(Struct, frozen=True):
    """A round thing of a drawn window: its numbers, and whether it is a ball that is seen whole."""

    numbers: Floats
    ball: bool


def case_of(number: int) -> Case:
    """Two of three windows are plain."""
    return "plain" if number % 3 else ODD_CASES[(number // 3) % len(ODD_CASES)]


def examples(scene: Scene, colours: Colours) -> list[Example]:
    """All round things of a window; those that are neither clearly a ball nor clearly none are left out."""
    picture = picture_file.shrunk(scene.picture, LOOK_AT)
    scale = max(picture.shape[:2]) / max(scene.picture.shape[:2])
    bright = brightness(picture)
    circles = rounded(picture)
    for one in circles[:3]:
        circles += beside(picture, one)
    found = []
    for circle in circles:
        told = marks(picture, circle, bright)
        strange = colours.shares([told.look])[2][0]
        numbers = evidence(circle, told, strange, max(picture.shape[:2]))
        truth = label(circle, scene.balls, scale)
        if truth is not None:
            found.append(Example(numbers, truth))
    return found


def label(circle: Circle, balls: tuple[Truth, ...], scale: float) -> bool | None:
    """Whether a circle is a whole ball; None if that cannot be said."""
    for ball in balls:
        x, y, radius = ball.middle[0] * scale - 0.5, ball.middle[1] * scale - 0.5, ball.radius * scale
        apart = float(np.hypot(circle.x - x, circle.y - y)) / radius
        ratio = circle.radius / radius
        if apart < 0.14 and 0.87 < ratio < 1.13:
            if ball.seen > 0.88:
                return True
            return False if ball.seen < 0.7 else None
        if apart < 0.25 and 0.75 < ratio < 1.25:
            return None
    return False


def fit(inputs: Floats, truths: Floats, rounds: int = 4000, seed: int = 1) -> Weights:
    """The weights that tell these examples apart best."""
    rng = np.random.default_rng(seed)
    means, spreads = inputs.mean(0), inputs.std(0) + 1e-6
    scaled = np.clip((inputs - means) / spreads, -4, 4)
    parts = [
        rng.normal(0, 1 / np.sqrt(scaled.shape[1]), (HIDDEN, scaled.shape[1])),
        np.zeros(HIDDEN),
        rng.normal(0, 0.3, HIDDEN),
        np.zeros(1),
    ]
    first = [np.zeros_like(part) for part in parts]
    second = [np.zeros_like(part) for part in parts]
    for number in range(1, rounds + 1):
        some = rng.integers(0, len(scaled), 1024)
        x, y = scaled[some], truths[some]
        hidden = np.tanh(x @ parts[0].T + parts[1])
        off = (1 / (1 + np.exp(-(hidden @ parts[2] + parts[3][0]))) - y) / len(some)
        back = np.outer(off, parts[2]) * (1 - hidden**2)
        slopes = [back.T @ x, back.sum(0), hidden.T @ off, np.array([off.sum()])]
        rate = 0.01 * (1 - 0.95 * number / rounds)
        for part, slope, one, two in zip(parts, slopes, first, second, strict=True):
            slope = slope + 3e-4 * part
            one += 0.1 * (slope - one)
            two += 0.01 * (slope**2 - two)
            part -= rate * (one / (1 - 0.9**number)) / (np.sqrt(two / (1 - 0.99**number)) + 1e-9)
    return Weights(
        means=_plain(means),
        spreads=_plain(spreads),
        first=[_plain(row) for row in parts[0]],
        first_bias=_plain(parts[1]),
        second=_plain(parts[2]),
        second_bias=round(float(parts[3][0]), 4),
    )


def _plain(values: Floats) -> list[float]:
    return [round(float(value), 5) for value in values]


def written(kept: Weights) -> str:
    """The weights as the text of a file."""
    lines = ["# Tells balls from other round things; made by vision.training.balls from drawn windows alone."]
    for name, value in msgspec.to_builtins(kept).items():
        if name == "first":
            lines += ["first = [", *(f"  {row}," for row in value), "]"]
        else:
            lines.append(f"{name} = {value}")
    return "\n".join(lines) + "\n"


def collected(balls: BallSet, scenes: int, first: int) -> list[Example]:
    """The examples of so many windows."""
    colours, found = Colours(balls), []
    for number in range(first, first + scenes):
        scene = window_scene(number, balls, case=case_of(number), size=SIZES[number % len(SIZES)])
        found += examples(scene, colours)
    return found


def main() -> None:
    """Draw, fit and write."""
    parser = argparse.ArgumentParser(prog="vision.training.balls", description=__doc__)
    parser.add_argument("set", type=Path, metavar="SET.toml")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE")
    parser.add_argument("--scenes", type=int, default=3000)
    parser.add_argument("--first", type=int, default=FIRST_SEED, metavar="SEED", help=f"({FIRST_SEED})")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    found = collected(load(args.set), args.scenes, args.first)
    inputs = np.array([one.numbers for one in found])
    truths = np.array([one.ball for one in found], float)
    args.out.write_text(written(fit(inputs, truths)), "utf-8")
    print(f"{len(found)} round things, {int(truths.sum())} of them balls")


if __name__ == "__main__":
    main()
