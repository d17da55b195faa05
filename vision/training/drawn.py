"""Drawn scenes to train with, kept in files so that several runs can use them.

python -m vision.training.drawn --out DIR --scenes 8000 --first-seed 1000000
"""

from __future__ import annotations

import argparse
from multiprocessing import Pool
from pathlib import Path

import cv2
import numpy as np

from vision.reading import Floats
from vision.scenes.dice import Ranges, Scene, any_pip_look, draw
from vision.scenes.grounds import Rng, ground

SIDE = 320
SHARD = 250
WILD = Ranges(size=(0.034, 0.5), cocked=0.07, stacked=0.02, covered=0.1, near=0.35, clutter=0.35)
"""Anything that light, cameras and tables can do, and more."""

ORDINARY = Ranges(
    size=(0.05, 0.4), tilt=(0, 42), dim=(0.6, 1.15), blur=(0, 1.3), noise=(0, 0.015), cast=0.1, clutter=0.3,
    cocked=0.07, stacked=0.02, covered=0.08, near=0.3, jpeg=(60, 98),
)  # fmt: skip
"""What people photograph: enough light, true colours, tables that are not gaudy."""

GAUDY = 0.4
"""The share of wild scenes."""

_textures: list[np.ndarray] = []


def _backdrop(rng: Rng, height: int, width: int) -> Floats:
    """A drawn ground, or a part of a picture given on the command line."""
    if not _textures or rng.random() < 0.8:
        return ground(rng, height, width)
    picture = _textures[int(rng.integers(0, len(_textures)))]
    zoom = rng.uniform(0.4, 1.6)
    whole = cv2.resize(picture, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA)
    tiled = np.tile(whole, (-(-height // whole.shape[0]) + 1, -(-width // whole.shape[1]) + 1, 1))
    top, left = rng.integers(0, whole.shape[0]), rng.integers(0, whole.shape[1])
    return np.asarray(tiled[top : top + height, left : left + width] / 255.0, np.float32)


def calm(rng: Rng, height: int, width: int) -> Floats:
    """A ground that is pale, grey or dark rather than gaudy."""
    made = _backdrop(rng, height, width)
    if rng.random() < 0.75:
        made += (made.mean(2, keepdims=True) - made) * np.float32(rng.uniform(0.3, 0.95))
    made *= np.float32(rng.uniform(0.12, 0.9)) / max(float(made.mean()), 0.02)
    return np.clip(made, 0, 1.1)


def scene(seed: int) -> Scene:
    """One scene to train with: none to ten dice, alike or not, small or large."""
    rng = np.random.default_rng(seed)
    count = 0 if rng.random() < 0.06 else int(rng.choice([1, 2, 3, 4, 5, 6, 8, 10]))
    first = any_pip_look(rng)
    alike = rng.random() < 0.5
    looks = [first if alike else any_pip_look(rng) for _ in range(count)]
    if rng.random() < GAUDY:
        return draw(rng, looks, WILD, (SIDE, SIDE), _backdrop)
    return draw(rng, looks, ORDINARY, (SIDE, SIDE), calm)


def row(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """A picture, and for each die: face, clear, share seen, four corners of the top, box of the whole."""
    made = scene(seed)
    dice = []
    for die in made.dice:
        outline = np.array(die.outline)
        box = [*outline.min(0), *outline.max(0)]
        flags = [float(die.face), float(die.clear), die.seen if die.case == "flat" else -die.seen]
        dice.append([*flags, *np.array(die.top).ravel(), *box])
    return made.picture, np.array(dice, np.float32).reshape(-1, 15)


def _start(folder: Path | None) -> None:
    cv2.setNumThreads(1)
    if folder:
        _textures.extend(np.asarray(cv2.imread(str(path))) for path in sorted(folder.glob("*.jpg"))[:120])


def main() -> None:
    """Draw and keep."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--scenes", type=int, default=8000)
    parser.add_argument("--first-seed", type=int, default=1_000_000)
    parser.add_argument("--textures", type=Path, help="a folder of pictures without dice, used as grounds")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    with Pool(2, _start, (args.textures,)) as pool:
        for first in range(args.first_seed, args.first_seed + args.scenes, SHARD):
            rows = pool.map(row, range(first, first + SHARD), chunksize=10)
            dice = np.concatenate([np.c_[np.full(len(d), n), d] for n, (_, d) in enumerate(rows)])
            np.savez(args.out / f"{first}.npz", pictures=np.stack([p for p, _ in rows]), dice=dice)
            print(first, flush=True)


if __name__ == "__main__":
    main()
