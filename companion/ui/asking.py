"""Asking for a number on a card of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import theme
from .base import House
from .cards import Choice, Sheet
from .numpad import NumPad


class NumberCard(Sheet):
    """Asks for a number between two bounds; `done` gets it."""

    def __init__(
        self,
        house: House,
        title: str,
        done: Callable[[int], Any],
        bounds: tuple[int, int],
        value: int | None = None,
        more: tuple[Choice, ...] = (),
    ) -> None:
        self._done = done
        self.pad = NumPad(size_hint_y=None, height=theme.mm(42))
        self.pad.start(*bounds, value)
        save = (house.say("box.save"), "primary", self.finish)
        cancel = (house.say("screen.cancel"), "plain", self.close)
        super().__init__(house, title, (cancel, *more, save), (self.pad,), wide=0.7)

    def finish(self) -> None:
        """Hand the number over if it is one."""
        value = self.pad.value
        if value is not None:
            self.close()
            self._done(value)
