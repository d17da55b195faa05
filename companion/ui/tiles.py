"""Choices as tiles: as many as fit, each large enough for a thumb; others on more pages."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from typing import Any, NamedTuple

from kivy.uix.widget import Widget

from . import theme
from .widgets import Press


class Tile(NamedTuple):
    """One choice: its words, what a tap does, and how it looks."""

    text: str
    act: Callable[[], Any]
    note: str = ""
    icon: str = ""
    tone: str = "plain"
    grey: bool = False


class Plan(NamedTuple):
    """How tiles stand: columns, rows, and the size of each."""

    columns: int
    rows: int
    width: float
    height: float

    @property
    def room(self) -> int:
        """How many tiles fit."""
        return self.columns * self.rows


def plan(count: int, wide: float, high: float, dense: bool = False, tallest: float = 14.0) -> Plan:
    """The arrangement for so many tiles: few columns for words, square cells for dense keys."""
    gap, least = theme.mm(1.2), theme.mm(theme.TOUCH)
    rows_most = max(int((high + gap) / (least + gap)), 1)
    columns_most = max(int((wide + gap) / ((least if dense else theme.mm(22)) + gap)), 1)
    best = columns_most
    for columns in range(1, columns_most + 1):
        rows = ceil(count / columns)
        cell = (wide + gap) / columns - gap
        if rows > rows_most or (dense and columns < columns_most and cell > theme.mm(18.5)):
            continue
        best = columns
        break
    rows = min(max(ceil(count / best), 1), rows_most)
    height = min((high + gap) / rows - gap, theme.mm(tallest))
    return Plan(best, rows, (wide + gap) / best - gap, height)


class Tiles(Widget):
    """A block of tiles. Buttons are kept and reused, so that showing others is quick."""

    def __init__(self, dense: bool = False, tallest: float = 14.0, **props: Any) -> None:
        super().__init__(**props)
        self.dense = dense
        self.tallest = tallest
        self.more = "…"
        self._tiles: tuple[Tile, ...] = ()
        self._acts: list[Callable[[], Any]] = []
        self._pool: list[Press] = []
        self._page = 0
        self.bind(pos=self._place, size=self._place)

    def show(self, tiles: list[Tile] | tuple[Tile, ...], dense: bool = False) -> None:
        """Show other tiles."""
        if len(tiles) != len(self._tiles):
            self._page = 0
        self._tiles, self.dense = tuple(tiles), dense
        self._place()

    @property
    def pages(self) -> int:
        """How many pages the tiles take."""
        room = self._plan().room
        return 1 if len(self._tiles) <= room else ceil(len(self._tiles) / max(room - 1, 1))

    def _plan(self) -> Plan:
        return plan(max(len(self._tiles), 1), self.width, self.height, self.dense, self.tallest)

    def _place(self, *_: Any) -> None:
        if min(self.size) < 2:
            return
        found = self._plan()
        shown = list(self._tiles)
        if len(shown) > found.room:
            each = max(found.room - 1, 1)
            self._page %= ceil(len(shown) / each)
            start = self._page * each
            words = f"{self._page + 1}/{ceil(len(shown) / each)}"
            shown = [*shown[start : start + each], Tile(self.more, self._turn, words, "", "quiet")]
        gap = theme.mm(1.2)
        self._acts = [tile.act for tile in shown]
        while len(self._pool) < len(shown):
            self._pool.append(self._button(len(self._pool)))
        for at, press in enumerate(self._pool):
            if at >= len(shown):
                if press.parent is not None:
                    self.remove_widget(press)
                continue
            row, column = divmod(at, found.columns)
            press.size = (found.width, found.height)
            press.pos = (
                self.x + column * (found.width + gap),
                self.y + self.height - (row + 1) * found.height - row * gap,
            )
            self._dress(press, shown[at])
            if press.parent is None:
                self.add_widget(press)
        self._even(self._pool[: len(shown)])

    def _even(self, buttons: list[Press]) -> None:
        """Let all words have one size, unless one of them is much too long for that."""
        for role in ("small", "text"):
            alike = [press.words for press in buttons if press.role == role]
            if alike:
                size = max(min(words.fits() for words in alike), theme.pt(role) * 0.66)
                for words in alike:
                    words.cap = size

    def _dress(self, press: Press, tile: Tile) -> None:
        press.text, press.note, press.icon = tile.text, tile.note, tile.icon
        press.tone, press.grey = tile.tone, tile.grey
        press.left = not self.dense and bool(tile.icon)
        press.stacked = self.dense and bool(tile.icon)
        long = len(tile.text)
        press.role = "text" if not press.stacked else "small" if long > 3 else "title" if long < 3 else "text"

    def _button(self, at: int) -> Press:
        press = Press()
        press.bind(on_tap=lambda _: self._acts[at]())
        press.tell = lambda: self._acts[at]()
        return press

    def _turn(self) -> None:
        self._page += 1
        self._place()
