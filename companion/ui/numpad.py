"""A number by touch: digits, one more, one less."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.properties import NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from . import theme
from .widgets import Card, Press, Words

DIGITS = "1234567890"


class NumPad(BoxLayout):
    """Digits, steppers and what was typed so far; `on_number` is called at every change."""

    typed = StringProperty("")
    low = NumericProperty(0)
    high = NumericProperty(99)

    def __init__(self, **props: Any) -> None:
        super().__init__(orientation="vertical", spacing=theme.mm(1.2), **props)
        self.on_number: Callable[[], Any] = lambda: None
        head = BoxLayout(spacing=theme.mm(1.2), size_hint_max_y=theme.mm(13))
        field = Card(tone="night", edge="accent", padding=theme.mm(0.6), size_hint_x=1.7)
        self._shown = Words(role="title", bold=True, most=1)
        field.add_widget(self._shown)
        head.add_widget(self._key("", "minus", lambda: self.by(-1)))
        head.add_widget(field)
        head.add_widget(self._key("", "plus", lambda: self.by(1)))
        head.add_widget(self._key("", "backspace", self.rub))
        self.add_widget(head)
        grid = GridLayout(cols=5, spacing=theme.mm(1.2), size_hint_max_y=theme.mm(28))
        for digit in DIGITS:
            grid.add_widget(self._key(digit, "", partial(self.type, digit)))
        self.add_widget(grid)
        grid.size_hint_y = 2
        self.add_widget(Widget(size_hint_y=0.001))
        self.bind(typed=self._changed, low=self._changed, high=self._changed)
        self._changed()

    def _key(self, words: str, icon: str, act: Callable[[], Any]) -> Press:
        press = Press(text=words, icon=icon, role="title", strong=True)
        press.bind(on_tap=lambda _: act())
        return press

    @property
    def value(self) -> int | None:
        """The number, if it is one and within bounds."""
        if self.typed in ("", "-"):
            return None
        number = int(self.typed)
        return number if self.low <= number <= self.high else None

    def start(self, low: int, high: int, value: int | None = None) -> None:
        """Begin a new number."""
        self.low, self.high = low, high
        self.typed = "" if value is None else str(value)

    def type(self, digit: str) -> None:
        """Put a digit behind."""
        typed = digit if self.typed == "0" else self.typed + digit
        if len(typed.lstrip("-")) <= len(str(max(abs(int(self.low)), abs(int(self.high))))):
            self.typed = typed

    def rub(self) -> None:
        """Take the last digit away."""
        shorter = self.typed[:-1]
        self.typed = "" if shorter == "-" else shorter

    def by(self, amount: int) -> None:
        """One more or one less, within bounds."""
        now = int(self.typed) if self.typed else int(self.low) - amount if amount > 0 else int(self.low)
        self.typed = str(min(max(now + amount, int(self.low)), int(self.high)))

    def _changed(self, *_: Any) -> None:
        self._shown.text = self.typed or f"{int(self.low)}–{int(self.high)}"
        self._shown.ink = "faint" if not self.typed else "ink" if self.value is not None else "bad"
        self.on_number()
