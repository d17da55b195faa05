"""The page of a new game that asks who plays: seats in order, names that are remembered, colour and shape."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.engine import Player
from companion.engine.notation import COLOURS, SHAPES

from . import theme
from .base import House
from .cards import Sheet
from .furniture import Column
from .keyboard import Typing
from .lineup import Lineup
from .widgets import Card, Press, Words

LONGEST_NAME = 16

ROOM = 4
"""Rows that fit without scrolling; a row that scrolls cannot be dragged, only moved by its arrows."""


class SeatRow(Card):
    """One seat: touch the sign to change it, the arrows or a drag to move, the cross to leave."""

    name = StringProperty("")
    colour = StringProperty("blue")
    shape = StringProperty("circle")
    seat = NumericProperty(0)
    first = BooleanProperty(False)
    last = BooleanProperty(False)
    __events__ = ("on_dress", "on_move", "on_leave")

    def on_dress(self) -> None:
        """The sign was touched."""

    def on_move(self, by: int) -> None:
        """Moved up or down by so many seats."""

    def on_leave(self) -> None:
        """The cross was touched."""

    def on_touch_down(self, touch: Any) -> bool:
        """Buttons first; a touch on the name may become a drag."""
        if super().on_touch_down(touch):
            return True
        if not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        self.edge = "accent"
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """Let go: the seat nearest to the finger is taken."""
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        self.edge = ""
        by = round((touch.oy - touch.y) / (self.height + theme.mm(1.6)))
        if by:
            self.dispatch("on_move", by)
        return True


class Seating(BoxLayout):
    """The players of a game that is about to begin, and those who could join."""

    def __init__(
        self, house: House, lineup: Lineup, known: Sequence[Player], changed: Callable[[], Any]
    ) -> None:
        super().__init__(spacing=theme.mm(3))
        self.house = house
        self.lineup = lineup
        self.known = list(known)
        self.changed = changed
        self.add_widget(self._seats())
        self.add_widget(self._names())

    def _seats(self) -> BoxLayout:
        side = BoxLayout(orientation="vertical", spacing=theme.mm(1.4), size_hint_x=1.25)
        players = self.lineup.players
        hint = "new.order" if players else "new.empty"
        side.add_widget(self._hint(self.house.say(hint)))
        scrolls = len(players) > ROOM
        column = Column() if scrolls else BoxLayout(orientation="vertical", spacing=theme.mm(1.6))
        place = column.content if scrolls else column
        for seat, player in enumerate(players):
            row = SeatRow(
                name=player.name,
                colour=player.colour,
                shape=player.shape,
                seat=seat,
                first=seat == 0,
                last=seat == len(players) - 1,
            )
            row.bind(
                on_dress=lambda row: self._dress(int(row.seat)),
                on_move=lambda row, by: self._do(self.lineup.move, int(row.seat), int(row.seat) + by),
                on_leave=lambda row: self._do(self.lineup.remove, int(row.seat)),
            )
            place.add_widget(row)
        if not scrolls:
            place.add_widget(Widget())
        side.add_widget(column)
        return side

    def _names(self) -> BoxLayout:
        side = BoxLayout(orientation="vertical", spacing=theme.mm(1.4))
        words = "new.full" if self.lineup.full else "new.known"
        side.add_widget(self._hint(self.house.say(words)))
        column = Column()
        grid = GridLayout(cols=2, spacing=theme.mm(1.6), size_hint_y=None)
        grid.row_default_height, grid.row_force_default = theme.mm(11), True
        grid.bind(minimum_height=grid.setter("height"))
        new = Press(text=self.house.say("new.name"), icon="plus", tone="asked", grey=self.lineup.full)
        new.bind(on_tap=lambda _: self._ask())
        grid.add_widget(new)
        for player in self.known:
            if not self.lineup.has(player.name):
                press = Press(text=player.name, grey=self.lineup.full)
                press.bind(on_tap=lambda _, player=player: self._join(player))
                grid.add_widget(press)
        column.content.add_widget(grid)
        side.add_widget(column)
        return side

    def _hint(self, words: str) -> Words:
        return Words(
            text=words, role="small", ink="muted", halign="left", size_hint_y=None, height=theme.mm(5), most=1
        )

    def _join(self, player: Player) -> None:
        self._do(self.lineup.add, player.name, player.colour, player.shape)

    def _ask(self) -> None:
        def sit(name: str) -> None:
            if self.lineup.has(name):
                self.house.notify("new.name.taken", "bad", name=name)
            else:
                self._do(self.lineup.add, name[:LONGEST_NAME])

        self.house.open(Typing(self.house, self.house.say("new.name.ask"), sit))

    def _dress(self, seat: int) -> None:
        player = self.lineup.players[seat]
        rows = []
        for kind, values in (("colour", COLOURS), ("shape", SHAPES)):
            grid = GridLayout(cols=8, spacing=theme.mm(1.4), size_hint_y=None, height=theme.mm(12))
            for value in values:
                chosen = value in (player.colour, player.shape)
                colour = value if kind == "colour" else player.colour
                shape = value if kind == "shape" else ("check" if chosen else "")
                press = Press(icon=shape, tone=colour if kind == "colour" or chosen else "plain")
                press.bind(on_tap=lambda _, kind=kind, value=value: self._wear(seat, kind, value))
                grid.add_widget(press)
            rows.append(grid)
        title = self.house.say("new.colour", name=player.name)
        close = (self.house.say("screen.ok"), "primary", self.house.close)
        self.house.open(Sheet(self.house, title, (close,), tuple(rows), wide=0.9))

    def _wear(self, seat: int, kind: str, value: str) -> None:
        self.house.close()
        self._do(self.lineup.dress, seat, **{kind: value})
        self._dress(seat)

    def _do(self, act: Callable[..., Any], *args: Any, **more: Any) -> None:
        act(*args, **more)
        self.changed()
