"""Words by touch or by a real keyboard: a card over the whole screen."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.core.window import Window
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout

from . import theme
from .base import House
from .buttons import Deeds, Does
from .widgets import Card, Press, Words

ROWS = {
    "de": ("1234567890", "qwertzuiopü", "asdfghjklöä", "yxcvbnmß-."),
    "en": ("1234567890", "qwertyuiop'", "asdfghjkl!?", "zxcvbnm,-."),
}
LONGEST = 40


class Typing(FloatLayout):
    """Asks for words. `done` gets them; closing it asks nobody."""

    def __init__(self, house: House, ask: str, done: Callable[[str], Any], start: str = "") -> None:
        super().__init__()
        self.house = house
        self._done = done
        self._upper = not start
        self._keys: list[tuple[str, Press]] = []
        card = Card(tone="paper", edge="line", padding=theme.mm(2), spacing=theme.mm(1.4))
        card.size_hint, card.pos_hint = (0.985, 0.97), {"center_x": 0.5, "center_y": 0.5}
        head = BoxLayout(size_hint_y=None, height=theme.mm(10), spacing=theme.mm(2))
        head.add_widget(Words(text=ask, bold=True, halign="left", size_hint_x=0.55))
        field = Card(tone="night", edge="accent", padding=theme.mm(1))
        self._shown = Words(halign="left", most=1)
        field.add_widget(self._shown)
        head.add_widget(field)
        card.add_widget(head)
        for row in ROWS[house.lang]:
            line = BoxLayout(spacing=theme.mm(1))
            if row is ROWS[house.lang][3]:
                line.add_widget(self._press("", self._shift, "arrow_up", 1.3))
            for letter in row:
                press = self._press(letter, partial(self.put, letter))
                self._keys.append((letter, press))
                line.add_widget(press)
            if row is ROWS[house.lang][0]:
                line.add_widget(self._press("", self.rub, "backspace", 1.3))
            card.add_widget(line)
        foot = BoxLayout(spacing=theme.mm(1.4))
        foot.add_widget(self._press(house.say("play.cancel"), self.close, "", 0.5))
        foot.add_widget(self._press(house.say("play.space"), lambda: self.put(" "), "", 1))
        self._ok = self._press(house.say("play.enter"), self.finish, "", 0.6, "primary")
        foot.add_widget(self._ok)
        card.add_widget(foot)
        self.add_widget(card)
        self.text = start
        self._show()
        Window.bind(on_textinput=self._typed, on_key_down=self._key)
        self.bind(parent=self._left)

    def _press(
        self, words: str, act: Callable[[], Any], icon: str = "", wide: float = 1.0, tone: str = "plain"
    ) -> Press:
        press = Press(text=words, icon=icon, size_hint_x=wide, tone=tone, strong=tone == "primary")
        press.bind(on_tap=lambda _: act())
        return press

    def put(self, letter: str) -> None:
        """Put a letter behind."""
        if len(self.text) < LONGEST:
            self.text += letter.upper() if self._upper and letter != "ß" else letter
        self._upper = letter == " " and self._upper
        self._show()

    def rub(self) -> None:
        """Take the last letter away."""
        self.text = self.text[:-1]
        self._show()

    def finish(self) -> None:
        """Hand the words over; empty ones stay."""
        words = self.text.strip()
        if words:
            self.close()
            self._done(words)

    def close(self) -> None:
        """Take the card away."""
        if self.parent is not None:
            self.parent.remove_widget(self)

    situation = "typing"

    def deeds(self) -> Deeds:
        """The words are handed over; else the last letter goes, then the card."""
        found: Deeds = {Does.BACK: self.rub if self.text else self.close}
        return {**found, Does.ON: self.finish} if self.text.strip() else found

    def _shift(self) -> None:
        self._upper = not self._upper
        self._show()

    def _show(self) -> None:
        self._shown.text = f"{self.text}|"
        self._ok.grey = not self.text.strip()
        for letter, press in self._keys:
            press.text = letter.upper() if self._upper and letter != "ß" else letter

    def _typed(self, _: Any, words: str) -> bool:
        if len(self.text) < LONGEST:
            self.text += words
        self._show()
        return True

    def _key(self, _: Any, key: int, *__: Any) -> bool:
        if key == 8:
            self.rub()
        elif key in (13, 271):
            self.finish()
        elif key == 27:
            self.close()
        return True

    def _left(self, _: Any, parent: Any) -> None:
        if parent is None:
            Window.unbind(on_textinput=self._typed, on_key_down=self._key)

    def on_touch_down(self, touch: Any) -> bool:
        """Nothing behind the card can be touched."""
        super().on_touch_down(touch)
        return True
