"""What was seen: for each die, ball or tile its kind, face and place, and how sure that is."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Any, TypeAlias

import numpy as np
from msgspec import Struct

Picture: TypeAlias = "np.ndarray[Any, Any]"
"""Rows, columns and three channels of bytes: blue, green, red. OpenCV's own types promise no more."""

Floats: TypeAlias = "np.ndarray[Any, Any]"
"""Numbers of any shape, as OpenCV gives them."""

Point: TypeAlias = tuple[float, float]
Outline: TypeAlias = tuple[Point, ...]


class Odd(StrEnum):
    """Why a reading is not sure. The screens have a sentence for each."""

    UNCLEAR = "unclear"
    COCKED = "cocked"
    STACKED = "stacked"
    CUT_OFF = "cut_off"
    OVERLAP = "overlap"
    COUNT = "count"
    IMPOSSIBLE = "impossible"
    UNTAUGHT = "untaught"
    BLUR = "blur"
    DARK = "dark"
    GLARE = "glare"
    SMALL = "small"
    MOVED = "moved"
    UNPLACED = "unplaced"


class Seen(Struct, frozen=True, kw_only=True):
    """One die, ball or tile. `likely` are its faces by probability, likeliest first."""

    face: str
    confidence: float
    outline: Outline
    kind: str = "pips"
    sure: bool = False
    odd: tuple[Odd, ...] = ()
    likely: tuple[tuple[str, float], ...] = ()

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Left, top, width and height in whole pixels."""
        xs, ys = zip(*self.outline, strict=True)
        left, top = int(np.floor(min(xs))), int(np.floor(min(ys)))
        return left, top, int(np.ceil(max(xs))) - left, int(np.ceil(max(ys))) - top


class Reading(Struct, frozen=True, kw_only=True):
    """All that lies in one picture. Sure only when every part is and nothing about the whole is odd."""

    seen: tuple[Seen, ...] = ()
    why: tuple[Odd, ...] = ()
    ms: float = 0.0

    @property
    def sure(self) -> bool:
        """Whether it may be taken without asking."""
        return not self.why and all(one.sure for one in self.seen)

    @property
    def faces(self) -> tuple[str, ...]:
        """The faces in reading order."""
        return tuple(one.face for one in self.seen)


def reasons(seen: Iterable[Seen], whole: Iterable[Odd] = ()) -> tuple[Odd, ...]:
    """Why a picture is not sure: what is odd about the whole, then about its parts, each once."""
    found = dict.fromkeys(whole)
    for one in seen:
        found.update(dict.fromkeys(one.odd or (() if one.sure else (Odd.UNCLEAR,))))
    return tuple(found)
