"""The pieces that screens are made of: words that fit, buttons, seat chips, cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.properties import (
    BooleanProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.label import Label
from kivy.uix.widget import Widget

from . import theme
from .base import load_kv
from .fit import fitting
from .icons import Sign

TONES = {
    "primary": ("accent", "dark", "accent"),
    "plain": ("raised", "ink", "line"),
    "quiet": ("paper", "muted", "paper"),
    "grey": ("dim", "faint", "dim"),
    "good": ("good", "dark", "good"),
    "bad": ("bad", "dark", "bad"),
    "chosen": ("pressed", "ink", "accent"),
    "asked": ("paper", "accent", "accent"),
}
"""Background, words and edge of a button by its tone; a seat's colour is a tone of its own."""


class Words(Label):
    """Words that shrink to fit their box rather than being clipped."""

    role = StringProperty("text")
    ink = StringProperty("ink")
    most = NumericProperty(0)
    cap = NumericProperty(0)

    def __init__(self, **props: Any) -> None:
        super().__init__(**props)
        for name in ("text", "size", "role", "bold", "most", "cap", "valign"):
            self.fbind(name, self._fit)
        self.fbind("ink", self._dye)
        self._dye()
        self._fit()

    def _dye(self, *_: Any) -> None:
        self.color = theme.rgba(self.ink)

    def _fit(self, *_: Any) -> None:
        # With a height Kivy drops lines of a text that is centred and has line breaks.
        high = None if self.valign in ("middle", "center") else max(self.height, 1)
        self.text_size = (max(self.width, 1), high)
        fits = self.fits()
        self.font_size = min(fits, self.cap) if self.cap else fits

    def fits(self) -> float:
        """The type size at which the words fit."""
        room = (round(self.width, 1), round(self.height, 1))
        return fitting(self.text, theme.pt(self.role), room, bool(self.bold), int(self.most))


NOTE = 0.4
"""The share of a button's height that its note takes."""

READABLE = 2.0
"""Millimetres below which type cannot be read."""


class Press(ButtonBehavior, Widget):
    """A button: words, perhaps a sign and a note. A grey one still answers, with its reason."""

    text = StringProperty("")
    note = StringProperty("")
    icon = StringProperty("")
    tone = StringProperty("plain")
    role = StringProperty("text")
    grey = BooleanProperty(False)
    strong = BooleanProperty(False)
    left = BooleanProperty(False)
    stacked = BooleanProperty(False)
    tell: Callable[[], Any] | None = ObjectProperty(None, allownone=True)
    back = ObjectProperty((0, 0, 0, 0))
    edge = ObjectProperty((0, 0, 0, 0))
    round = NumericProperty(0)

    def __init__(self, **props: Any) -> None:
        self._sign = Sign()
        self._text = Words()
        self._note = Words(role="small", most=1)
        super().__init__(**props)
        for part in (self._sign, self._text, self._note):
            self.add_widget(part)
        for name in ("text", "note", "icon", "role", "strong", "left", "stacked", "pos", "size"):
            self.fbind(name, self._place)
        for name in ("tone", "grey", "state"):
            self.fbind(name, self._dye)
        self._dye()
        self._place()

    def _dye(self, *_: Any) -> None:
        tone = "grey" if self.grey else self.tone
        back, ink, edge = TONES.get(tone, (tone, "dark", tone))
        alpha = 1.0
        if self.state == "down":
            back, alpha = ("pressed", 1.0) if ink != "dark" else (back, 0.75)
        self.back, self.edge = theme.rgba(back, alpha), theme.rgba(edge)
        self._text.ink = self._sign.colour = ink
        self._sign.back = back
        self._note.ink = ink if ink in ("dark", "faint", "accent") else "muted"

    def _place(self, *_: Any) -> None:
        pad = min(theme.mm(1.4), self.width * 0.08)
        inner_x, inner_w = self.x + pad, max(self.width - 2 * pad, 1)
        inner_y, inner_h = self.y + pad * 0.5, max(self.height - pad, 1)
        # Kivy keeps `center` and `right` of before while it tells of a new `pos`, so they are reckoned here.
        middle_x, middle_y = self.x + self.width / 2, self.y + self.height / 2
        self.round = theme.mm(theme.ROUND)
        self._sign.name = self.icon
        if self.icon and not self.text:
            side = min(inner_w, inner_h, theme.mm(6.5))
            self._sign.size, self._sign.pos = (side, side), (middle_x - side / 2, middle_y - side / 2)
        elif self.icon and self.stacked:
            side = min(inner_w, inner_h * 0.52)
            self._sign.size = (side, side)
            self._sign.pos = (middle_x - side / 2, inner_y + inner_h - side)
            inner_h -= side
        elif self.icon:
            side = min(inner_h * 0.72, theme.mm(6), inner_w * 0.3)
            self._sign.size = (side, side)
            self._sign.pos = (inner_x, middle_y - side / 2)
            inner_x, inner_w = inner_x + side + pad, max(inner_w - side - pad, 1)
        self._text.bold = self.strong
        self._text.role = self.role
        note = self.note if self._readable(inner_w, inner_h * NOTE) else ""
        self._text.text, self._note.text = self.text, note
        align = "left" if self.left else "center"
        self._text.halign = self._note.halign = align
        share = 1 - NOTE if note else 1.0
        self._text.pos = (inner_x, inner_y + inner_h * (1 - share))
        self._text.size = (inner_w, inner_h * share)
        self._text.valign = "bottom" if note else "middle"
        self._note.pos, self._note.size = (inner_x, inner_y), (inner_w, inner_h * (1 - share))
        self._note.valign = "top"

    def _readable(self, wide: float, high: float) -> bool:
        """Whether the note can be read in so much room; else it is left out."""
        room = (round(wide, 1), round(high, 1))
        return fitting(self.note, theme.pt("small"), room, most=1) >= theme.mm(READABLE)

    @property
    def words(self) -> Words:
        """The label of its words, so that neighbours can agree on one size."""
        return self._text

    def on_release(self) -> None:
        """Grey buttons tell why instead of doing something."""
        if self.grey and self.tell is not None:
            self.tell()
        elif not self.grey:
            self.dispatch("on_tap")

    def on_tap(self) -> None:
        """Tapped while it may be."""


Press.__events__ = ("on_tap",)


SLENDER = 30.0
"""Chips narrower than so many millimetres have the score below the name."""


class Card(BoxLayout):
    """A rounded surface that holds other things."""

    tone = StringProperty("paper")
    edge = StringProperty("")


class Chip(ButtonBehavior, Widget):
    """A player at the table: number, colour and shape, name, score."""

    seat = NumericProperty(0)
    name = StringProperty("")
    colour = StringProperty("blue")
    shape = StringProperty("circle")
    score = StringProperty("")
    leads = BooleanProperty(False)
    turn = BooleanProperty(False)
    due = BooleanProperty(False)
    done = BooleanProperty(False)
    edge = ObjectProperty((0, 0, 0, 0))
    back = ObjectProperty((0, 0, 0, 0))
    round = NumericProperty(0)

    def __init__(self, **props: Any) -> None:
        self._shape = Sign()
        self._number = Words(role="small", bold=True)
        self._name = Words(halign="left", valign="middle", most=1)
        self._score = Words(role="title", bold=True, halign="right", valign="middle", most=1)
        self._mark = Sign(colour="accent")
        super().__init__(**props)
        for part in (self._shape, self._number, self._name, self._score, self._mark):
            self.add_widget(part)
        for name in (
            "pos",
            "size",
            "seat",
            "name",
            "colour",
            "shape",
            "score",
            "leads",
            "turn",
            "due",
            "done",
        ):
            self.fbind(name, self._place)
        self._place()

    def _place(self, *_: Any) -> None:
        on = self.turn
        back = self.colour if on else "paper"
        ink = "dark" if on else "ink"
        self.back = theme.rgba(back)
        self.edge = theme.rgba(self.colour if on or self.due else "line", 1.0 if on or self.due else 0.55)
        self.round = theme.mm(theme.ROUND)
        pad = theme.mm(1.1)
        middle, end = self.y + self.height / 2, self.x + self.width
        side = min(self.height - 2 * pad, self.width * 0.24, theme.mm(7))
        self._shape.name, self._shape.size = self.shape, (side, side)
        self._shape.pos = (self.x + pad, middle - side / 2)
        self._shape.colour, self._shape.back = ("dark" if on else self.colour), back
        self._number.text = str(int(self.seat) + 1)
        self._number.ink = self.colour if on else "dark"
        self._number.size = (side * 0.6, side * 0.62)
        low = side * (0.12 if self.shape in ("triangle", "drop") else 0.0)
        self._number.pos = (self.x + pad + side * 0.2, middle - side * 0.31 - low)
        self._score.text, self._score.ink = self.score, ink
        self._name.text, self._name.ink, self._name.bold = self.name, ink, on
        mark = "check" if self.done else "crown" if self.leads else ""
        self._mark.name = mark
        self._mark.colour, self._mark.back = ("dark" if on else "good" if self.done else "accent"), back
        name_x = self.x + side + 2 * pad
        room = max(end - pad - name_x, 1)
        if self.width < theme.mm(SLENDER):
            self._above(name_x, room)
        else:
            self._beside(name_x, room, end, middle)

    def _beside(self, name_x: float, room: float, end: float, middle: float) -> None:
        """Name, mark and score in one line."""
        pad = theme.mm(0.5)
        score = min(room * 0.42, theme.mm(15))
        wide = min(theme.mm(3.4), room * 0.2) if self._mark.name else 0
        self._score.size = (score, self.height - 2 * pad)
        self._score.pos = (end - 2 * pad - score, self.y + pad)
        mark_x = self._score.x - wide - (pad if wide else 0)
        self._mark.size, self._mark.pos = (wide, wide), (mark_x, middle - wide / 2)
        self._name.pos = (name_x, self.y)
        self._name.size = (max(mark_x - name_x - pad, 1), self.height)

    def _above(self, name_x: float, room: float) -> None:
        """The name above mark and score, where many sit at the table."""
        high = self.height * 0.42
        wide = min(theme.mm(3), room * 0.3) if self._mark.name else 0
        self._name.pos, self._name.size = (name_x, self.y + self.height * 0.54), (room, high)
        self._mark.size, self._mark.pos = (wide, wide), (name_x, self.y + self.height * 0.28 - wide / 2)
        self._score.pos = (name_x + wide, self.y + self.height * 0.04)
        self._score.size = (max(room - wide, 1), self.height * 0.5)


load_kv("widgets")
