"""Fits the confidence of the pip reader, so that it says how often a die is one and its face is right.

python -m vision.training.calibrate --placed photos.npz --photos DIR --out DIR

Writes confidence.toml, and for each source of photos SOURCE.toml, which was fitted without it.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from msgspec import Struct

from vision import evidence, picture_file
from vision.dice import DiceReader
from vision.scenes.dice import Ranges, any_pip_look, draw

from .drawn import calm
from .logistic import fitted
from .photos import LONGEST
from .windows import sizes_of

RANGES = Ranges(
    size=(0.05, 0.2), tilt=(0, 35), dim=(0.6, 1.15), blur=(0, 1.2), noise=(0, 0.015), cast=0.1, clutter=0.25,
    cocked=0.15, stacked=0.05, covered=0.15, near=0.3, jpeg=(60, 98),
)  # fmt: skip
"""Dice that lie badly are rare in photos; here they are not."""

NEAR = 0.4
READABLE = 0.7
BALANCE = 0.1
"""How much all drawn dice together count against all photographed ones."""


class Known(Struct, frozen=True):
    """A die of a picture: the middle of its top, its size, its face; empty if it cannot be read."""

    middle: np.ndarray
    size: float
    face: str


class Rows(Struct):
    """Evidence and whether it was right: of dice, and of faces."""

    die: list[tuple[np.ndarray, bool]]
    face: list[tuple[np.ndarray, bool]]


def collect(rows: Rows, reader: DiceReader, picture: np.ndarray, known: list[Known]) -> None:
    """Add what a reader makes of one picture."""
    found, shares = reader.look(picture)
    leans = evidence.leans(found, shares, picture.shape)
    for_die, for_face = evidence.of_dice(found, shares), evidence.of_faces(found, shares, leans)
    for index, one in enumerate(found):
        near = [
            die for die in known if np.linalg.norm(die.middle - one.middle) < NEAR * max(die.size, one.size)
        ]
        rows.die.append((for_die[index], bool(near)))
        if near:
            face = str(1 + int(shares[index].mean(0)[:6].argmax()))
            rows.face.append((for_face[index], any(die.face == face for die in near)))


def drawn(seed: int) -> tuple[np.ndarray, list[Known]]:
    """A drawn scene; dice that are not flat or hardly seen cannot be read."""
    rng = np.random.default_rng(seed)
    first, count = any_pip_look(rng), int(rng.integers(1, 8))
    looks = [first] * count if rng.random() < 0.5 else [any_pip_look(rng) for _ in range(count)]
    made = draw(rng, looks, RANGES, (640, 480), calm)
    known = []
    for die in made.dice:
        top = np.array(die.top)
        readable = die.case == "flat" and die.seen > READABLE
        size = float(np.sqrt(cv2.contourArea(top.astype(np.float32))))
        known.append(Known(top.mean(0), size, die.face if readable else ""))
    return made.picture, known


def photographed(placed: Path, folder: Path) -> Iterator[tuple[str, np.ndarray, list[Known]]]:
    """Photos with their source and dice."""
    kept = np.load(placed)
    for index, (file, source) in enumerate(zip(kept["files"], kept["sources"], strict=True)):
        dice = kept["dice"][kept["dice"][:, 0] == index][:, 1:]
        known = [
            Known(die[3:11].reshape(4, 2).mean(0), float(size), str(int(die[0])))
            for die, size in zip(dice, sizes_of(dice), strict=True)
        ]
        yield str(source), picture_file.load(folder / str(file), longest=LONGEST), known


def curve(name: str, rows: list[tuple[np.ndarray, bool, float]], weights: tuple[float, ...]) -> None:
    """Print how often what has so much confidence is right."""
    shares = evidence.chances(np.array([row[0] for row in rows]), weights)
    right = np.array([row[1] for row in rows])
    for low, high in ((0, 0.1), (0.1, 0.5), (0.5, 0.8), (0.8, 0.95), (0.95, 0.99), (0.99, 1.01)):
        mine = right[(shares >= low) & (shares < high)]
        print(
            f"{name} {low:.2f}-{min(high, 1):.2f}: {len(mine)}, {100 * mine.mean() if len(mine) else 0:.1f} %"
        )


def weighed(
    real: list[tuple[np.ndarray, bool]], made: list[tuple[np.ndarray, bool]]
) -> list[tuple[np.ndarray, bool, float]]:
    """Both kinds of rows, with the weight that each counts with."""
    share = BALANCE * max(len(real), 1) / max(len(made), 1) if real else 1.0
    return [(*row, 1.0) for row in real] + [(*row, min(share, 1.0)) for row in made]


def main() -> None:
    """Fit, print the curves and write the factors."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--scenes", type=int, default=350)
    parser.add_argument("--first-seed", type=int, default=3_000_000)
    parser.add_argument("--networks", type=Path, help="a folder with other networks than the shipped ones")
    parser.add_argument("--placed", type=Path, required=True)
    parser.add_argument("--photos", type=Path, required=True)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    # Only what it looks at is used, never how sure it is.
    nothing = evidence.Weights((0.0,) * evidence.DIE, (0.0,) * evidence.FACE)
    reader = DiceReader(args.networks, nothing)
    made = Rows([], [])
    for seed in range(args.first_seed, args.first_seed + args.scenes):
        collect(made, reader, *drawn(seed))
    real: dict[str, Rows] = {}
    for source, picture, known in photographed(args.placed, args.photos):
        collect(real.setdefault(source, Rows([], [])), reader, picture, known)
    args.out.mkdir(parents=True, exist_ok=True)
    for name in ("confidence", *real):
        others = [rows for source, rows in real.items() if source != name]
        die = weighed([row for rows in others for row in rows.die], made.die)
        face = weighed([row for rows in others for row in rows.face], made.face)
        found = {
            "die": fitted(*zip(*die, strict=True)),
            "face": fitted(*zip(*face, strict=True)),
        }
        if name == "confidence":
            curve("die", die, found["die"])
            curve("face", face, found["face"])
        lines = [f"{part} = {list(values)}" for part, values in found.items()]
        told = "\n".join(["# Fitted by vision.training.calibrate.", *lines, ""])
        (args.out / f"{name}.toml").write_text(told, "utf-8")
        print(name, found)


if __name__ == "__main__":
    main()
