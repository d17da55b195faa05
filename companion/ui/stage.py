"""The window's content: the night sky, one screen, the cards above it, and short notices."""

from __future__ import annotations

from random import Random
from typing import Any

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics import Color, Ellipse, Rectangle
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from . import theme
from .base import House, Panel
from .cards import ErrorPanel, Notice
from .onscreen import Caps

STARS = 90
NOTICE = 2.6
"""Seconds for which a notice stays."""


class Sky(Widget):
    """A still, faint field of stars."""

    def __init__(self, **props: Any) -> None:
        super().__init__(**props)
        dice = Random(7)
        self._stars = [
            (dice.random(), dice.random(), dice.choice((0.8, 1.0, 1.2, 1.7)), dice.uniform(0.12, 0.4))
            for _ in range(STARS)
        ]
        self.bind(size=self._draw, pos=self._draw)

    def _draw(self, *_: Any) -> None:
        self.canvas.clear()
        with self.canvas:
            Color(*theme.rgba("night"))
            Rectangle(pos=self.pos, size=self.size)
            for x, y, r, light in self._stars:
                Color(0.86, 0.9, 1, light)
                side = theme.mm(0.3) * r
                Ellipse(
                    pos=(self.x + x * self.width, self.y + y * self.height), size=(side, side), segments=12
                )


class Stage(FloatLayout):
    """Holds the sky, the screen, the cards laid over it and the notice."""

    def __init__(self, house: House, **props: Any) -> None:
        super().__init__(**props)
        self.house = house
        house.stage = self
        self.place = FloatLayout()
        self.cards = FloatLayout()
        self._notice: Notice | None = None
        self.add_widget(Sky())
        self.add_widget(self.place)
        self.add_widget(self.cards)
        self._caps: Caps | None = None
        self.cards.bind(children=lambda *_: house.relight())
        self.place.bind(children=lambda *_: house.relight())
        self._size = (0.0, 0.0)
        self.measure()
        self._resized = Clock.create_trigger(lambda _: house.guard(self._remeasure), 0.05)
        Window.bind(size=self._on_window)

    def measure(self) -> None:
        """Take the measure of the window, and give the buttons on its edge their place if they are wanted."""
        self._size = (Window.width, Window.height)
        theme.measure(*self._size, float(self.house.setting("diagonal")), str(self.house.setting("size")))
        if self._caps is not None:
            self.house.lights.remove(self._caps.show)
            self.remove_widget(self._caps)
            self._caps = None
        if self.house.setting("panel"):
            self._caps = Caps(self.house)
            self._caps.pos_hint = {"right": 1}
            self.house.lights.append(self._caps.show)
            self.add_widget(self._caps)
        taken = 0.0 if self._caps is None else self._caps.width / max(1.0, Window.width)
        for layer in (self.place, self.cards):
            layer.size_hint_x = 1 - taken

    def _on_window(self, *_: Any) -> None:
        self._resized()

    def leave(self) -> None:
        """Let go of the window."""
        Window.unbind(size=self._on_window)
        self._resized.cancel()
        self.house.rest()
        if self._caps is not None:
            self.house.lights.remove(self._caps.show)
        self.house.dismiss()

    def _remeasure(self) -> None:
        if self._size != (Window.width, Window.height):
            self.house.rebuild()

    def show(self, panel: Panel) -> None:
        """Put a screen in place of the one before."""
        self.place.clear_widgets()
        panel.size = (Window.width * self.place.size_hint_x, Window.height)
        self.place.add_widget(panel)

    def fail(self, name: str, error: Exception) -> None:
        """Put an error card in place of a screen that failed."""
        self.place.clear_widgets()
        self.place.add_widget(ErrorPanel(self.house, name, error))

    @property
    def front(self) -> Any:
        """What the buttons are for: the topmost card, else the screen or what stands in for it; or None."""
        for found in (*self.cards.children[:1], *self.place.children[:1]):
            if hasattr(found, "deeds"):
                return found
        return None

    @property
    def top(self) -> Widget | None:
        """The topmost card."""
        return self.cards.children[0] if self.cards.children else None

    def open(self, card: Widget) -> None:
        """Lay a card over the screen."""
        self.cards.add_widget(card)

    def close(self) -> None:
        """Take the topmost card away."""
        if self.cards.children:
            self.cards.remove_widget(self.cards.children[0])

    def close_all(self) -> None:
        """Take all cards away."""
        self.cards.clear_widgets()

    def notify(self, words: str, tone: str, stay: float = NOTICE, top: bool = False) -> None:
        """Show a notice for a few seconds; a new one takes the place of the old."""
        if self._notice is not None:
            self.remove_widget(self._notice)
        notice = self._notice = Notice(words, tone, top)
        self.add_widget(notice)
        Clock.schedule_once(lambda _: self.remove_widget(notice), stay)

    def on_touch_down(self, touch: Any) -> Any:
        """Pass a touch on, behind the error wall."""
        return self._touched(super().on_touch_down, touch)

    def on_touch_move(self, touch: Any) -> Any:
        """Pass a moving touch on, behind the error wall."""
        return self._touched(super().on_touch_move, touch)

    def on_touch_up(self, touch: Any) -> Any:
        """Pass the end of a touch on, behind the error wall."""
        return self._touched(super().on_touch_up, touch)

    def _touched(self, handler: Any, touch: Any) -> Any:
        try:
            return handler(touch)
        except Exception as error:
            self.house.wall(error)
            return True
