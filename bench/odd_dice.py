"""Trays with dice that nobody should trust, and how often they are sure: odd_dice [--scenes N] [--first N].

Each drawn tray is read as a loose photo, and as the app reads it: from above and knowing how many dice
were rolled, without the camera's place and with it, which the printed markers tell.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from multiprocessing import Pool

import cv2
import numpy as np
from msgspec import Struct, structs

from vision.dice import DiceReader
from vision.reading import Floats, Picture
from vision.scenes import dice as drawing
from vision.scenes.dice import Ranges, Scene
from vision.scenes.render import Camera
from vision.upright import Standpoint

FIRST_SEED = 40_000_000
"""Nothing was fitted to scenes of these seeds."""

SIZE = (640, 480)
EVEN = Ranges(
    size=(0.06, 0.13), tilt=(0, 22), dim=(0.5, 1.1), glare=0.05, clutter=0.0, cocked=0.0, stacked=0.0,
    covered=0.0, near=0.15,
)  # fmt: skip
KINDS = {
    "flat": EVEN,
    "leaning": structs.replace(EVEN, cocked=0.35),
    "piled": structs.replace(EVEN, stacked=0.5),
    "covered": structs.replace(EVEN, covered=1.0),
    "cut off": EVEN,
}
COUNTS = (1, 2, 3, 4, 6)
WAYS = ("photo", "app, place unknown", "app, place known")
MOST_SURE = 2.0
"""Per cent of the readings with an odd die that may be sure in the app."""

LONGEST = 1100
"""The longer side of the table as seen from above, in pixels."""


class Row(Struct, frozen=True):
    """One tray: what is odd about it, how many dice; for each way to read it whether sure, and right."""

    kind: str
    dice: int
    seed: int
    sure: tuple[bool, ...]
    right: tuple[bool, ...]


def drawn(seed: int, kind: str, dice: int) -> tuple[Scene, Camera]:
    """A tray and the camera over it."""
    ranges = KINDS[kind]
    if kind == "leaning" and dice == 1:
        ranges = structs.replace(ranges, cocked=1.0)
    rng = np.random.default_rng(seed)
    look = drawing.any_pip_look(rng)
    before = rng.bit_generator.state
    camera, _ = drawing.camera_over(rng, ranges, *SIZE, dice)
    rng.bit_generator.state = before
    return drawing.draw(rng, [look] * dice, ranges, SIZE), camera


def from_above(picture: Picture, camera: Camera) -> tuple[Picture, Floats, Standpoint]:
    """The table from straight above, how the picture's places get there, and where the camera stands."""
    width, height = SIZE
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    # The table's second axis runs up the picture.
    mirrored = np.array([1, -1], np.float32)
    there = camera.on_table(corners)[:, :2] * mirrored
    low, span = there.min(0), np.ptp(there, axis=0)
    scale = LONGEST / float(span.max())
    matrix = cv2.getPerspectiveTransform(corners, ((there - low) * scale).astype(np.float32))
    wide, high = (int(extent) for extent in span * scale)
    shown = cv2.warpPerspective(picture, matrix, (wide, high), borderMode=cv2.BORDER_REPLICATE)
    x, y = (camera.eye[:2] * mirrored - low) * scale
    eye = Standpoint((float(x), float(y)), float(camera.eye[2]) * scale)
    return np.asarray(shown, np.uint8), np.asarray(matrix), eye


def without_a_part(picture: Picture, outline: Floats, share: float) -> tuple[Picture, int]:
    """The picture without what lies left of such a share of a die; and how much that is."""
    left, right = outline[:, 0].min(), outline[:, 0].max()
    gone = max(0, int(left + share * (right - left)))
    return np.ascontiguousarray(picture[:, gone:]), gone


def is_meant(scene: Scene, kind: str) -> bool:
    """Whether the tray shows what it was drawn for, so plainly that a person would not accept it either."""
    if kind == "leaning":
        return any(die.case == "cocked" and die.seen > 0.5 for die in scene.dice)
    if kind == "piled":
        return any(die.case == "stacked" for die in scene.dice)
    if kind == "covered":
        return any(die.seen < 0.75 for die in scene.dice)
    return all(die.clear for die in scene.dice)


def look(seed: int, kind: str, dice: int) -> Row | None:
    """Draw a tray and read it in all ways; None if chance drew something else."""
    cv2.setNumThreads(1)
    scene, camera = drawn(seed, kind, dice)
    if not is_meant(scene, kind):
        return None
    picture = scene.picture
    above, matrix, eye = from_above(picture, camera)
    if kind == "cut off":
        die = min(scene.dice, key=lambda die: min(x for x, _ in die.outline))
        outline = np.array(die.outline, np.float32)
        share = 0.2 + 0.4 * (seed % 7) / 6
        picture, _ = without_a_part(picture, outline, share)
        placed = cv2.perspectiveTransform(outline[:, None], matrix)[:, 0]
        above, gone = without_a_part(above, placed, share)
        eye = Standpoint((eye.below[0] - gone, eye.below[1]), eye.height)
    photo, app = DiceReader(), DiceReader(watching=True)
    readings = [photo.read(picture), app.read(above, dice)]
    app.place(eye)
    readings.append(app.read(above, dice))
    truth = Counter(die.face for die in scene.dice)
    return Row(
        kind,
        dice,
        seed,
        tuple(bool(one.seen) and one.sure for one in readings),
        tuple(Counter(one.faces) == truth for one in readings),
    )


def row_of(job: tuple[int, str, int]) -> Row | None:
    """What comes of one tray."""
    return look(*job)


def jobs(first: int, scenes: int) -> Iterator[tuple[int, str, int]]:
    """So many trays of each kind and each number of dice, as far as there can be such."""
    for kind in KINDS:
        for dice in COUNTS[1:] if kind == "piled" else COUNTS:
            for number in range(scenes):
                yield first + number + 100_000 * dice, kind, dice


def table(rows: list[Row]) -> list[str]:
    """For each kind of tray and number of dice how many readings are sure, of how many."""
    lines = [f"{'tray':<10}{'dice':>5}{'trays':>7}" + "".join(f"{way:>22}" for way in WAYS)]
    for kind in KINDS:
        for dice in COUNTS:
            mine = [row for row in rows if (row.kind, row.dice) == (kind, dice)]
            if mine:
                sure = [sum(row.sure[way] for row in mine) for way in range(len(WAYS))]
                shares = "".join(f"{count:>13} = {100 * count / len(mine):>4.1f} %" for count in sure)
                lines.append(f"{kind:<10}{dice:>5}{len(mine):>7}{shares}")
    return lines


def misses(rows: list[Row]) -> list[str]:
    """What must be better, of what the app does."""
    odd = [row for row in rows if row.kind != "flat"]
    found = []
    for way in (1, 2):
        sure = sum(row.sure[way] for row in odd)
        share = 100 * sure / max(len(odd), 1)
        print(f"{WAYS[way]}: {sure} of {len(odd)} readings with an odd die are sure ({share:.2f} %)")
        if share > MOST_SURE:
            found.append(f"{WAYS[way]}: {share:.2f} % are sure, at most {MOST_SURE} % wanted")
        wrong = sum(row.sure[way] and not row.right[way] for row in rows if row.kind == "flat")
        print(f"{WAYS[way]}: {wrong} readings of flat dice are wrong though sure")
    return found


def main() -> int:
    """Print the table; 1 if a goal is missed."""
    parser = argparse.ArgumentParser(prog="sternwarte bench odd_dice", description=__doc__)
    parser.add_argument("--scenes", type=int, default=100, help="drawn for each line (100)")
    parser.add_argument("--first", type=int, default=FIRST_SEED, metavar="SEED", help=f"({FIRST_SEED})")
    parser.add_argument("--show", action="store_true", help="name the odd trays that are sure in the app")
    parser.add_argument("--jobs", type=int, default=1, help="processes (1)")
    args = parser.parse_args()
    with Pool(args.jobs) as pool:
        rows = [row for row in pool.imap(row_of, jobs(args.first, args.scenes), 10) if row is not None]
    print(*table(rows), sep="\n")
    for row in rows if args.show else ():
        if row.kind != "flat" and any(row.sure[1:]):
            print(row.kind, row.dice, row.seed, row.sure, row.right)
    missed = misses(rows)
    print("\n".join(missed) or "All goals are met.")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
