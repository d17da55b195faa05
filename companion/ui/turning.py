"""Screens that are mounted turned, and touch that is turned against its screen."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

TURNS = (0, 90, 180, 270)


def degrees(key: str, env: Mapping[str, str] = os.environ) -> int:
    """A setting in degrees; what is none of the four turns counts as not turned."""
    told = env.get(key, "").strip()
    return int(told) if told.isdecimal() and int(told) in TURNS else 0


def turn(x: float, y: float, by: int) -> tuple[float, float]:
    """A point of the unit square after the square was turned counter-clockwise."""
    for _ in range(by // 90):
        x, y = 1 - y, x
    return x, y


class Turned:
    """Turns what fingers touch, before anything else looks at it; a mouse is left alone."""

    def __init__(self, by: int) -> None:
        self.by = by

    @classmethod
    def from_environment(cls, env: Mapping[str, str] = os.environ) -> Turned | None:
        """As the box is set; None where touch and picture agree."""
        by = degrees("STERNWARTE_TOUCH_ROTATION", env)
        return cls(by) if by else None

    def process(self, events: list[tuple[str, Any]]) -> list[tuple[str, Any]]:
        """Kivy hands over the events of a frame here, in which one touch may stand several times."""
        done: set[int] = set()
        for kind, touch in events:
            if id(touch) in done or not touch.is_touch or touch.device == "mouse":
                continue
            done.add(id(touch))
            touch.sx, touch.sy = turn(touch.sx, touch.sy, self.by)
            if kind == "begin":
                touch.osx, touch.osy = touch.psx, touch.psy = touch.sx, touch.sy
        return events
