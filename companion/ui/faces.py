"""All faces of a die to choose from: to correct one that was misread, or to put in an overlooked one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.engine import Answer, Text
from companion.observe import Point, Seen, around, crop

from . import theme
from .cards import Choice, Paragraph, Sheet
from .tray import Shown
from .widgets import Press

if TYPE_CHECKING:
    from .dice import DicePanel

COLUMNS = 6


class Faces:
    """Draws the faces that the game offers for a die of the Dice panel."""

    def __init__(self, panel: DicePanel) -> None:
        self.panel = panel

    def sheet(
        self, title: str, head: BoxLayout, act: Callable[[Answer], Any], *more: Choice, icon: str = "pencil"
    ) -> Sheet:
        """A card with all faces; a tap on one closes it and tells which."""
        panel, offered = self.panel, self.panel.offered
        columns = min(len(offered) or 1, COLUMNS)
        grid = GridLayout(cols=columns, spacing=theme.mm(2), size_hint_y=None)
        grid.row_force_default, grid.row_default_height = True, theme.mm(13)
        grid.bind(minimum_height=grid.setter("height"))
        for value, label in offered:
            grid.add_widget(self.press(value, label, partial(panel.closing, act, value)))
        close = (panel.play.say("screen.close"), "quiet", panel.close_sheet)
        return Sheet(panel.house, title, (*more, close), (head, grid), icon=icon, wide=0.8)

    def press(self, value: Answer, label: Text, act: Callable[[], Any], tone: str = "plain") -> Press:
        """One face to tap."""
        sees = self.panel.sees
        icon = f"die{value}" if sees is not None and sees.what == "dice" else ""
        press = Press(text=self.panel.play.say(label), icon=icon, tone=tone, role="title", strong=True)
        press.bind(on_tap=lambda _: act())
        return press

    def about(self, at: int) -> BoxLayout:
        """A die that was read: its picture, and what is odd about it."""
        odd = self.panel.reading.seen[at].odd if self.panel.reading is not None else ()
        return self._row(self.crop(at), self.panel.play.say(f"odd.{odd[0]}") if odd else "")

    def about_place(self, place: Point | None, usual: float) -> BoxLayout:
        """Where a die was overlooked; without a place, that it can be touched in the picture."""
        picture = self.panel.read_from
        if place is None or picture is None:
            return self._row(None, self.panel.play.say("dice.more.hint"))
        return self._row(self._shown(around(place, picture.shape[1] * usual)), "")

    def crop(self, at: int) -> Shown:
        """The picture of a die that was read."""
        reading = self.panel.reading
        return self._shown(None if reading is None else reading.seen[at])

    def _shown(self, one: Seen | None) -> Shown:
        shown = Shown(size_hint_x=None, width=theme.mm(14.6))
        if one is not None and self.panel.read_from is not None:
            shown.show_picture(crop(self.panel.read_from, one))
        return shown

    def _row(self, picture: Shown | None, words: str) -> BoxLayout:
        high = theme.mm(16) if picture is not None else theme.mm(9)
        row = BoxLayout(size_hint_y=None, height=high, spacing=theme.mm(2))
        if picture is not None:
            row.add_widget(picture)
        row.add_widget(Paragraph(text=words, ink="muted", pos_hint={"center_y": 0.5}))
        return row
