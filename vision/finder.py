"""Finds the tops of dice in a picture: where, how large, and the box of the whole die."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from msgspec import Struct

from .networks import network
from .peaks import Peak, each_once, peaks
from .reading import Picture

LONGEST = 512
"""The longer side of the picture that the network sees first."""

_SMALL = 17.0
FAINT = 0.2


class Found(Struct, frozen=True):
    """Something that looks like the top of a die, in pixels of the picture."""

    middle: tuple[float, float]
    size: float
    box: tuple[float, float, float, float]
    """Left, top, right, bottom."""
    heat: float


def find(picture: Picture, longest: int = LONGEST, net: Any = None) -> list[Found]:
    """All tops, surest first; looks closer where dice are small, and from farther where there are none."""
    found = find_at(picture, longest, net)
    strong = [one.size for one in found if one.heat > 0.3]
    scale = longest / max(picture.shape[:2])
    if strong and np.median(strong) * scale >= _SMALL:
        return found
    if scale < 0.8:
        closer = min(1280, max(picture.shape[:2]))
    elif strong:
        closer = 2 * longest
    else:
        closer = longest // 2
    return apart([*found, *find_at(picture, closer, net)])


def find_at(picture: Picture, longest: int, net: Any = None) -> list[Found]:
    """All tops that are seen when the picture's longer side has so many pixels."""
    chosen = network("finder") if net is None else net
    return apart(found_at(one) for one in peaks(picture, longest, chosen, FAINT))


def found_at(one: Peak) -> Found:
    """What the network says of a place."""
    log_size, left, top, right, bottom = (float(value) for value in one.cell[3:8])
    size = float(np.exp(np.clip(log_size, -2, 3))) * 32 / one.scale
    x, y = one.middle
    box = (x - left * size, y - top * size, x + right * size, y + bottom * size)
    return Found(one.middle, size, box, one.heat)


def apart(found: Iterable[Found]) -> list[Found]:
    """Each top once, surest first."""
    return each_once(found, lambda one: one.size)
