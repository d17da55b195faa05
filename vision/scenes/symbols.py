"""Drawn dice of a described set, as tray pictures and as the pictures that teach them."""

from __future__ import annotations

import cv2
import numpy as np
from msgspec import Struct

from vision.dice_set import DiceSet, DieKind, Shape, colour
from vision.reading import Floats, Picture

from .dice import TRAY, Look, Ranges, Scene, draw
from .grounds import Rng
from .render import FACES

SIZE = 96
WIDE, HIGH = 640, 480
_FINE = 4

TEACHING = Ranges(
    size=(0.16, 0.24), tilt=(0, 8), dim=(0.6, 1.0), blur=(0, 0.8), noise=(0, 0.015), cast=0.1, shadows=0.0,
    glare=0.0, clutter=0.0, cocked=0.0, stacked=0.0, covered=0.0, near=0.0, jpeg=(85, 98),
)  # fmt: skip
"""One die on a plain ground, in good light."""


class Finish(Struct, frozen=True):
    """What the dice of one box have in common."""

    rounding: float
    ball: float
    gloss: float
    sharpness: float
    engraved: float
    fade: float
    """How far body and ink are from the described colours."""


def any_finish(rng: Rng) -> Finish:
    """The make of a box of dice."""
    return Finish(
        rounding=float(rng.uniform(0.06, 0.3)),
        ball=float(rng.uniform(1.35, 1.6)) if rng.random() < 0.3 else 9.0,
        gloss=float(rng.uniform(0, 0.7)),
        sharpness=float(rng.uniform(10, 80)),
        engraved=float(rng.uniform(0.2, 0.8)) if rng.random() < 0.4 else 0.0,
        fade=float(rng.uniform(0, 0.06)),
    )


def face_print(shapes: tuple[Shape, ...], ink: Floats) -> Floats:
    """The print of a face, BGRA, 0 to 1."""
    mask = np.zeros((SIZE * _FINE, SIZE * _FINE), np.float32)
    for shape in shapes:
        points = (np.array(shape.points) + 1) / 2 * SIZE * _FINE
        cv2.fillPoly(mask, [np.round(points).astype(np.int32)], 0.0 if shape.hole else 1.0)
    drawn = np.zeros((SIZE, SIZE, 4), np.float32)
    drawn[..., :3] = ink
    drawn[..., 3] = cv2.resize(mask, (SIZE, SIZE), interpolation=cv2.INTER_AREA)
    return drawn


def look(dice: DiceSet, die: DieKind, finish: Finish, first: str = "") -> Look:
    """A die of the set; with `first` every side shows that face."""
    body, ink = (np.array(colour(word)[::-1], np.float32) for word in (die.body, die.ink))
    body = body * (1 - finish.fade) + finish.fade
    sides = [name for name, times in die.faces.items() for _ in range(times)]
    names = tuple([first] * FACES if first else sides)
    prints = np.stack([face_print(dice.drawing[name], ink) for name in names]).astype(np.float32)
    return Look(
        kind=die.kind,
        names=names,
        faces=prints,
        body=body.astype(np.float32),
        rounding=finish.rounding,
        ball=finish.ball,
        gloss=finish.gloss,
        sharpness=finish.sharpness,
        engraved=finish.engraved,
    )


def all_looks(dice: DiceSet, finish: Finish) -> list[Look]:
    """Every die of the set."""
    return [look(dice, die, finish) for die in dice.die for _ in range(die.count)]


def scene(
    rng: Rng, dice: DiceSet, finish: Finish, ranges: Ranges = TRAY, size: tuple[int, int] = (WIDE, HIGH)
) -> Scene:
    """A tray with all dice of the set as they were thrown."""
    return draw(rng, all_looks(dice, finish), ranges, size)


def lesson(rng: Rng, dice: DiceSet, finish: Finish, kind: str, face: str) -> Picture:
    """A picture that teaches one face: the die alone and whole."""
    die = next(one for one in dice.die if one.kind == kind)
    shown = look(dice, die, finish, face)
    while True:
        drawn = draw(rng, [shown], TEACHING, (WIDE, HIGH), _calm)
        # Somebody puts the die into the picture.
        if drawn.dice[0].clear:
            return drawn.picture


def _calm(rng: Rng, height: int, width: int) -> Floats:
    """A plain sheet of a light colour."""
    tone = rng.uniform(0.45, 0.75) * (1 + rng.normal(0, 0.05, 3))
    ground = np.broadcast_to(tone.astype(np.float32), (height, width, 3)).copy()
    return ground + rng.normal(0, 0.01, (height, width, 1)).astype(np.float32)


__all__ = ["TEACHING", "Finish", "all_looks", "any_finish", "face_print", "lesson", "look", "scene"]
