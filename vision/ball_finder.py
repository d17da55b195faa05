"""Finds balls in a picture: where, how large, whether seen whole, and of which colour in white light."""

from __future__ import annotations

from typing import Any

import numpy as np
from msgspec import Struct

from .networks import network, sigmoid
from .peaks import Peak, each_once, peaks
from .reading import Floats, Picture, Point

LONGEST = 320
"""The longer side of the picture that the network sees."""

FIELDS = 9
"""At each cell: heat, offset x and y, log of the radius, whether the ball is seen whole, the three numbers of
its dye, and the log of how far these may be off."""

UNIT = 24.0
"""The radius whose log is 0, in pixels."""

DARKEST = 0.05
"""Added to a dye before its logarithm: what is darker looks the same."""

DOUBT = (-4.0, 1.5)
"""Between these bounds lies the log of how far a dye may be off."""

FAINT = 0.02


class Found(Struct, frozen=True):
    """Something that looks like a ball, in pixels of the picture."""

    middle: Point
    radius: float
    heat: float
    whole: float
    """How likely it is neither covered, nor cut off, nor burnt out."""
    dye: Floats
    """The numbers of its colour in white light: blue, green, red."""
    doubt: float
    """How far these may be off."""

    def gap(self, other: Found) -> float:
        """The distance of the middles, in radii of the smaller one."""
        apart = np.hypot(self.middle[0] - other.middle[0], self.middle[1] - other.middle[1])
        return float(apart) / min(self.radius, other.radius)


def dye_as_numbers(dye: Floats) -> Floats:
    """A colour in white light, from 0 to 1 in each channel, as the network tells it."""
    return np.asarray(np.log(np.asarray(dye, np.float32) + np.float32(DARKEST)), np.float32)


def find(picture: Picture, longest: int = LONGEST, net: Any = None) -> list[Found]:
    """All balls that are seen when the picture's longer side has so many pixels, surest first."""
    chosen = network("balls") if net is None else net
    found = [_found(one) for one in peaks(picture, longest, chosen, FAINT, twice=True)]
    return each_once(found, lambda one: one.radius)


def _found(one: Peak) -> Found:
    return Found(
        one.middle,
        float(np.exp(np.clip(one.cell[3], -3, 3))) * UNIT / one.scale,
        one.heat,
        float(sigmoid(one.cell[4])),
        np.asarray(one.cell[5:8], np.float32),
        float(np.exp(np.clip(one.cell[8], *DOUBT))),
    )
