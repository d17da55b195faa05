"""All faces of a die to choose from: to correct one that was misread, or to put in an overlooked one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.engine import Answer, Text
from companion.observe import Point, Seen, around, crop
from companion.observe.teaching import Course, Pair, course

from . import seeing, theme
from .cards import Choice, Paragraph, Sheet
from .course import FacePress, draw_face, taught_texture
from .locale import catalogue
from .tiles import Tile, Tiles
from .tray import Shown
from .widgets import Press

if TYPE_CHECKING:
    from .dice import DicePanel

COLUMNS = 6

Drawing: TypeAlias = Callable[[float, float, float], Any]
"""Draws a face round a point, so large."""


def worded(said: Text, what: str) -> Text:
    """A sentence with the words for what is looked for, where that has its own, as balls have."""
    own = f"{said.key}.{what}"
    args = {key: worded(part, what) if isinstance(part, Text) else part for key, part in said.args.items()}
    return Text(own if own in catalogue().entries else said.key, args)


class DiePress(Press):
    """A die in the row of dice; one with symbols shows its face instead of words."""

    def __init__(self, **props: Any) -> None:
        self.draw: Drawing | None = None
        self._face = Widget()
        super().__init__(**props)
        self.add_widget(self._face)

    def _place(self, *_: Any) -> None:
        super()._place()
        self._face.canvas.clear()
        if self.draw is None:
            return
        side, small = min(self.height, self.width * 0.62) * 0.9, min(self.height * 0.5, self.width * 0.28)
        self._sign.size = (small, small)
        self._sign.pos = (self.x + self.width * 0.05, self.y + (self.height - small) / 2)
        with self._face.canvas:
            self.draw(self.x + self.width * 0.97 - side / 2, self.y + self.height / 2, side)


class DieTiles(Tiles):
    """The dice in reading order: what each shows, large, and whether that is sure."""

    def __init__(self, **props: Any) -> None:
        self.draws: list[Drawing | None] = []
        super().__init__(**props)

    def _button(self, at: int) -> Press:
        press = DiePress()
        press.bind(on_tap=lambda _: self._acts[at]())
        return press

    def _dress(self, press: Press, tile: Tile) -> None:
        at = self._tiles.index(tile)
        if isinstance(press, DiePress):
            press.draw = self.draws[at] if at < len(self.draws) else None
        super()._dress(press, tile)
        press.stacked, press.role, press.strong = False, "title", True
        press._place()


class Faces:
    """Draws the faces that the game offers for a die of the Dice panel."""

    def __init__(self, panel: DicePanel) -> None:
        self.panel = panel
        self._course: Course | None = None
        self._textures: dict[Pair, Any] = {}

    def begin(self) -> None:
        """Take up the faces of the dice that are wanted, as they were taught."""
        sees, house = self.panel.sees, self.panel.house
        dice = None if sees is None or sees.what != "symbols" else seeing.dice_sets(house).get(sees.set)
        self._course = None if dice is None else course(dice, house.store.box.lessons(dice.name))
        self._textures = {}

    def drawing(self, one: Seen) -> Drawing | None:
        """What draws the face of a die with symbols; None for one with pips."""
        pair = (one.kind, one.face)
        if self._course is None or pair not in self._course.dice.pairs:
            return None
        if pair not in self._textures:
            self._textures[pair] = taught_texture(self._course, pair)
        return partial(draw_face, self._course.dice, pair, self._textures[pair])

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
        words, pair = self.panel.play.say(label), ("", "") if sees is None else sees.how.shown(value)
        if self._course is not None and pair in self._course.dice.pairs:
            press: Press = FacePress(self._course, pair, text=words, tone=tone, role="small")
        else:
            icon = f"die{value}" if sees is not None and sees.what == "dice" else ""
            press = Press(text=words, icon=icon, tone=tone, role="title", strong=True)
        press.bind(on_tap=lambda _: act())
        return press

    def about(self, at: int) -> BoxLayout:
        """A die that was read: its picture, and what is odd about it."""
        odd = self.panel.reading.seen[at].odd if self.panel.reading is not None else ()
        return self._row(self.crop(at), self.panel.say(f"odd.{odd[0]}") if odd else "")

    def about_place(self, place: Point | None, usual: float) -> BoxLayout:
        """Where a die was overlooked; without a place, that it can be touched in the picture."""
        picture = self.panel.read_from
        if place is None or picture is None:
            return self._row(None, self.panel.say("dice.more.hint"))
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
