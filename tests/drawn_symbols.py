"""Drawn symbol dice for tests: one box of Twilight Inscription's dice, pictures that teach it, and trays."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

from vision import dice_set, teach
from vision.dice_set import DiceSet
from vision.reading import Floats, Picture
from vision.scenes import symbols as drawing
from vision.scenes.dice import Look, Ranges, Scene, draw
from vision.scenes.grounds import Rng

SET = Path(dice_set.__file__).parent.parent / "companion" / "games" / "twilight_inscription" / "dice.toml"
FINISH = drawing.Finish(rounding=0.15, ball=9.0, gloss=0.3, sharpness=30, engraved=0.0, fade=0.02)
CALM = Ranges(
    size=(0.08, 0.1), tilt=(0, 12), dim=(0.7, 1.0), blur=(0, 0.8), noise=(0, 0.01), cast=0.08, glare=0.0,
    shadows=0.0, clutter=0.0, cocked=0.0, stacked=0.0, covered=0.0, near=0.0, jpeg=(85, 98),
)  # fmt: skip
"""A tray in good light, all dice flat and free."""


@cache
def own_set() -> DiceSet:
    """The dice of Twilight Inscription."""
    return dice_set.load(SET)


@cache
def shown(kind: str, face: str, number: int = 1) -> Picture:
    """A picture that teaches a face."""
    place = own_set().pairs.index((kind, face))
    return drawing.lesson(np.random.default_rng([5_000 + number, place]), own_set(), FINISH, kind, face)


@cache
def taught() -> teach.Taught:
    """Every face, shown once."""
    return teach.learn(own_set(), [(kind, face, shown(kind, face)) for kind, face in own_set().pairs])


def felt(rng: Rng, height: int, width: int) -> Floats:
    """A plain grey-brown cloth."""
    cloth = np.full((height, width, 3), (0.3, 0.38, 0.42), np.float32)
    return cloth + rng.normal(0, 0.01, (height, width, 1)).astype(np.float32)


def tray(seed: int, looks: list[Look] | None = None, ranges: Ranges = CALM) -> Scene:
    """Dice on the cloth, all six or those given, drawn until every flat one lies free and whole."""
    rng = np.random.default_rng(seed)
    dice = drawing.all_looks(own_set(), FINISH) if looks is None else looks
    while True:
        scene = draw(rng, dice, ranges, (640, 480), felt)
        if all(die.clear or die.case != "flat" for die in scene.dice):
            return scene


def look(kind: str, face: str = "") -> Look:
    """A die; with a face all its sides show that."""
    die = next(one for one in own_set().die if one.kind == kind)
    return drawing.look(own_set(), die, FINISH, face)
