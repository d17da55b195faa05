"""Three buttons on the screen's edge that stand for those of the box: lit where those would be."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, Ellipse, Line
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from . import theme
from .base import House
from .buttons import BUTTONS, GREEN, RED, YELLOW
from .icons import Sign

WIDE = 11.0
"""Millimetres that they take from the screen."""

SIGNS = {GREEN: "check", RED: "undo", YELLOW: "eye"}
COLOURS = {GREEN: "good", RED: "bad", YELLOW: "accent"}


class Cap(Widget):
    """One button; a finger on it is a finger on the real one."""

    def __init__(self, house: House, button: str) -> None:
        super().__init__()
        self.house, self.button = house, button
        self.lit = self.down = False
        self.sign = Sign(name=SIGNS[button])
        self.add_widget(self.sign)
        self.bind(pos=self.draw, size=self.draw)

    def draw(self, *_: Any) -> None:
        """A lit cap is filled, a dark one only an outline."""
        side = min(self.width, self.height, theme.mm(WIDE)) - theme.mm(1)
        left, low = self.center_x - side / 2, self.center_y - side / 2
        colour = COLOURS[self.button]
        self.canvas.before.clear()
        with self.canvas.before:
            Color(*theme.rgba(colour if self.lit else "dim", 0.7 if self.down else 1.0))
            Ellipse(pos=(left, low), size=(side, side))
            Color(*theme.rgba(colour if self.lit else "line"))
            Line(circle=(self.center_x, self.center_y, side / 2), width=theme.mm(0.25))
        self.sign.colour, self.sign.back = ("dark", colour) if self.lit else ("faint", "dim")
        self.sign.size = (side * 0.5, side * 0.5)
        self.sign.center = self.center

    def light(self, lit: bool) -> None:
        """Show whether the button means anything now."""
        if lit != self.lit:
            self.lit = lit
            self.draw()

    def on_touch_down(self, touch: Any) -> bool:
        """The button goes down."""
        if not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        self._level(True)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """The button goes up, wherever the finger is by now."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self._level(False)
        return True

    def _level(self, down: bool) -> None:
        self.down = down
        self.draw()
        self.house.level(self.button, down)


class Caps(BoxLayout):
    """The three of them, the green one where the thumb is."""

    def __init__(self, house: House) -> None:
        super().__init__(
            orientation="vertical", size_hint_x=None, width=theme.mm(WIDE), padding=(0, theme.mm(1.2))
        )
        self.caps = {button: Cap(house, button) for button in BUTTONS}
        for button in (YELLOW, RED, GREEN):
            self.add_widget(self.caps[button])
        self.show(house.lamps)

    def show(self, lamps: frozenset[str]) -> None:
        """Light those that mean something now."""
        for button, cap in self.caps.items():
            cap.light(button in lamps)
