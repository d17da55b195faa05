"""Balls in drawn windows, how many are right and sure: balls [--scenes N] [--first SEED] [--jobs N]."""

from __future__ import annotations

import argparse
import statistics
import sys
from functools import partial
from importlib import resources
from itertools import pairwise
from multiprocessing import Pool
from pathlib import Path
from typing import TypeAlias

import cv2
from msgspec import Struct

from vision.ball_set import BallSet, load, parse
from vision.balls import BallReader
from vision.scenes.balls import ODD_CASES, Case, Ranges, Scene, window_scene

# Training and calibration use seeds from 10,000 on.
FIRST_SEED = 3_000_000
RIGHT = 99.9
"""Per cent of the clear windows that must be read right; no reading at all may be sure and wrong."""

SURE = 80.0
"""Per cent of the clear windows that must be sure, else the reader is of little use."""

UNSEEN = Ranges(
    dim=(0.36, 1.15), blur=(0.0, 1.8), noise=(0.0, 0.033), cast=0.04, glare=0.07, jpeg=(42, 96),
    size=(0.031, 0.215), apart=(1.0, 1.4), warmth=0.45, dye=1.1, veil=(0.0, 0.11), streaks=0.55,
    clutter=0.14, turned=0.35, shadows=0.55,
)  # fmt: skip
"""Other bounds than those of the training: more of nearly everything."""

SIZES = ((480, 360), (640, 480), (360, 480), (448, 448))


class Row(Struct, frozen=True):
    """What came of one window."""

    group: str
    seed: int
    truth: tuple[str, ...]
    read: tuple[str, ...]
    sure: bool
    why: tuple[str, ...]
    confidences: tuple[float, ...]
    ms: float

    @property
    def right(self) -> bool:
        """Whether just the balls that lie there were read."""
        return self.truth == self.read


Job: TypeAlias = tuple[int, Case, tuple[int, int]]
"""Of a window: its seed, what is odd about it, and how large its picture is."""


def jobs(first: int, many: int) -> list[Job]:
    """So many windows with two balls, and half as many with something odd about them."""
    plain: list[Job] = [(first + number, "plain", SIZES[number % len(SIZES)]) for number in range(many)]
    odd: list[Job] = [
        (first + many + number, ODD_CASES[number % len(ODD_CASES)], SIZES[number // 8 % len(SIZES)])
        for number in range(many // 2)
    ]
    return plain + odd


def group_of(scene: Scene) -> str:
    """The line of the table: what is odd about a window; "faint" if a ball hardly stands out."""
    if any(ball.seen > 0.88 and not ball.clear for ball in scene.balls):
        return "faint"
    if scene.case == "plain":
        return "clear" if scene.clear else "burnt"
    return scene.case


def look(balls: BallSet, job: Job) -> Row:
    """Draw a window and read it."""
    cv2.setNumThreads(1)
    seed, case, size = job
    scene = window_scene(seed, balls, UNSEEN, case, size)
    reading = BallReader(balls).read(scene.picture)
    return Row(
        group_of(scene),
        seed,
        scene.faces,
        tuple(sorted(reading.faces)),
        reading.sure,
        tuple(str(odd) for odd in reading.why),
        tuple(one.confidence for one in reading.seen),
        reading.ms,
    )


def table(rows: list[Row]) -> list[str]:
    """The lines of the table."""
    lines = [
        f"{'window':<10}{'scenes':>8}{'right':>9}{'sure':>9}{'wrong though sure':>20}{'ms':>8}{'p95':>7}"
    ]
    for group in ("clear", "faint", *ODD_CASES, "all"):
        mine = [row for row in rows if group in (row.group, "all")]
        if not mine:
            continue
        spent = sorted(row.ms for row in mine)
        wrong = sum(row.sure and not row.right for row in mine)
        lines.append(
            f"{group:<10}{len(mine):>8}{100 * sum(row.right for row in mine) / len(mine):>8.2f}%"
            f"{100 * sum(row.sure for row in mine) / len(mine):>8.1f}%{wrong:>20}"
            f"{statistics.median(spent):>8.0f}{spent[int(0.95 * (len(spent) - 1))]:>7.0f}"
        )
    return lines


def curve(rows: list[Row]) -> list[str]:
    """How often windows are right by their least confident ball."""
    lines = ["confidence   windows   right"]
    steps = (0.0, 0.5, 0.8, 0.9, 0.95, 0.97, 0.99, 0.999, 1.01)
    for low, high in pairwise(steps):
        mine = [row.right for row in rows if row.confidences and low <= min(row.confidences) < high]
        if mine:
            lines.append(f"{low:<5} {min(high, 1):<6} {len(mine):>8} {100 * sum(mine) / len(mine):>7.2f}%")
    return lines


def main() -> int:
    """Print the tables; 1 if a goal is missed."""
    parser = argparse.ArgumentParser(prog="sternwarte bench balls", description=__doc__)
    parser.add_argument("--scenes", type=int, default=2000, help="windows with two balls (2000)")
    parser.add_argument("--first", type=int, default=FIRST_SEED, metavar="SEED", help=f"({FIRST_SEED})")
    parser.add_argument("--jobs", type=int, default=1, help="processes (1)")
    parser.add_argument("--set", type=Path, metavar="SET.toml", help="other balls than those of Starfarers")
    parser.add_argument("--show", action="store_true", help="name the windows that are wrong")
    args = parser.parse_args()
    if args.set:
        balls = load(args.set)
    else:
        data = resources.files("companion.games").joinpath("starfarers", "balls.toml")
        balls = parse(data.read_text("utf-8"))
    with Pool(args.jobs) as pool:
        rows = pool.map(partial(look, balls), jobs(args.first, args.scenes), chunksize=10)
    print(*table(rows), "", *curve(rows), sep="\n")
    for row in rows if args.show else ():
        if not row.right and (row.group == "clear" or row.sure):
            print(row.group, row.seed, row.truth, row.read, "sure" if row.sure else row.why, row.confidences)
    clear = [row for row in rows if row.group == "clear"]
    right, sure = (
        100 * sum(part) / max(len(clear), 1)
        for part in ([row.right for row in clear], [row.sure for row in clear])
    )
    wrong = sum(row.sure and not row.right for row in rows)
    print(f"clear windows right {right:.2f} % (goal {RIGHT}), sure {sure:.1f} % (goal {SURE}), ", end="")
    print(f"wrong though sure {wrong} (goal 0)")
    return 1 if right < RIGHT or sure < SURE or wrong else 0


if __name__ == "__main__":
    sys.exit(main())
