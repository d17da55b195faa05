"""Whether a frame arrived whole: a cable, a driver or a decoder may give a black or a half picture.

Only what a camera never sees is called spoilt: rows without the least noise, in the colour with which
decoders fill what did not arrive. What a picture shows does not matter here.
"""

from __future__ import annotations

from enum import StrEnum

import numpy as np

from .camera import Picture

BLACK = 6
"""No part of a black frame is brighter."""

PART = 0.2
"""So much of the height at the bottom must be one colour for a half frame."""

FILLED = ((0, 0, 0), (128, 128, 128), (0, 135, 0), (0, 154, 0))
"""Blue, green and red of what did not arrive: zeros, a decoder's grey, and YUV zeros (two colour spaces)."""

CLOSE = 2
"""Rounding of those colours."""

STEP = 8
"""Every so many pixels are looked at, which is quick and enough."""


class Spoilt(StrEnum):
    """What is wrong with a frame."""

    BLACK = "black picture"
    HALF = "half a picture"


def spoilt(picture: Picture, before: tuple[int, ...] | None = None) -> Spoilt | None:
    """What is wrong with a frame; `before` is the shape of the last good one from the same camera."""
    if picture.size == 0 or (before is not None and picture.shape != before):
        return Spoilt.HALF
    some = picture[::STEP, ::STEP]
    if int(some.max()) <= BLACK:
        return Spoilt.BLACK
    rows = max(1, int(picture.shape[0] * PART))
    bottom = picture[-rows:, ::STEP].astype(np.int16)
    last = bottom[-1, 0]
    filled = any(int(np.abs(last - np.array(colour)).max()) <= CLOSE for colour in FILLED)
    return Spoilt.HALF if filled and bool((bottom == last).all()) else None
