"""Waits until a view moved and then lies still, whatever is to be seen there."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from .reading import Picture, Point
from .rest import Event, Kind, Read

WIDTH, HEIGHT = 64, 48
STILL_FOR = 0.6
# In grey levels: what differs by less between two frames is noise; so large a share of the view must differ.
CHANGE = 14
SHARE = 0.012
# How far something may seem to have moved and still lies where it lay, in parts of the picture.
SAME_PLACE = 0.025


@dataclass(frozen=True, eq=False)
class Still:
    """What is remembered from one frame to the next."""

    small: Picture | None = None
    since: float = 0.0
    moving: bool = True
    centres: tuple[Point, ...] | None = None
    """Where things lay when it was still last; None before that."""


def step(
    kept: Still, picture: Picture, seconds: float, read: Read, expected: int | None
) -> tuple[Still, Event | None]:
    """Go one frame on. What lies there at the beginning is no event, nor what lies there as it lay."""
    small = _small(picture)
    if kept.small is None or _differ(small, kept.small):
        return replace(kept, small=small, since=seconds, moving=True), None
    # Slow changes, as of daylight, are followed; motion starts the clock again.
    if not kept.moving or seconds - kept.since < STILL_FOR:
        return replace(kept, small=small), None
    centres = tuple(read(picture))
    still = replace(kept, small=small, moving=False, centres=centres)
    if kept.centres is None:
        return still, None
    return still, Event(_kind(kept.centres, centres, expected), seconds, centres)


def _kind(before: tuple[Point, ...], now: tuple[Point, ...], expected: int | None) -> Kind:
    if not now:
        return Kind.PICKED_UP
    if _same(before, now):
        return Kind.HAND
    return Kind.ROLL if expected is None or len(now) == expected else Kind.COUNT


def _same(before: tuple[Point, ...], now: tuple[Point, ...]) -> bool:
    return len(before) == len(now) and all(
        min(float(np.hypot(x - a, y - b)) for a, b in before) < SAME_PLACE for x, y in now
    )


def _small(picture: Picture) -> Picture:
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY) if picture.ndim == 3 else picture
    return np.asarray(cv2.resize(grey, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA), np.uint8)


def _differ(one: Picture, other: Picture) -> bool:
    return float((cv2.absdiff(one, other) > CHANGE).mean()) > SHARE
