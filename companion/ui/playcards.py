"""Cards of the Play screen: the menu, and a player's points."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import ceil
from typing import TYPE_CHECKING, Any

from kivy.uix.boxlayout import BoxLayout

from companion.engine import Seat, play

from . import theme
from .base import House
from .cards import Paragraph, Sheet
from .tiles import Tile, Tiles
from .turning_off import ask_off, off_words
from .widgets import Words

if TYPE_CHECKING:
    from .play import Play


def menu(screen: Play) -> Sheet:
    """Everything that is not part of the next move."""
    house = screen.house

    def then(act: Callable[[], Any]) -> Callable[[], None]:
        def go() -> None:
            house.close()
            screen.guard(act)

        return go

    rows = [
        Tile(house.say("menu.history"), then(partial(house.go, "history")), icon="clock"),
        Tile(house.say("menu.rules"), then(partial(house.go, "rules")), icon="book"),
    ]
    signs = {play.ADJUST: "pencil", play.LOWER: "arrow_right"}
    rows += [
        Tile(house.say(wish.ask), then(partial(screen.open, wish.draft)), icon=signs.get(wish.key, "star"))
        for wish in screen.wishes()
    ]
    if screen.table.can_redo:
        rows.append(Tile(house.say("menu.redo"), then(screen.redo), icon="arrow_right"))
    rows += [
        Tile(house.say("menu.settings"), then(partial(house.go, "settings")), icon="gear"),
        Tile(house.say("menu.away"), then(screen.put_away), icon="home"),
        Tile(off_words(house), then(partial(ask_off, house)), icon="power"),
    ]
    tiles = Tiles(size_hint_y=None, height=theme.mm(12.2) * ceil(len(rows) / 2), tallest=11)
    tiles.show(rows)
    return Sheet(house, house.say("menu.title"), (), (tiles,), icon="menu")


def seat_card(screen: Play, seat: Seat) -> Sheet:
    """A player's points, line by line."""
    house, sheet = screen.house, screen.table.score()
    player = screen.players[seat]
    body = []
    for line in sheet.lines:
        cell = line.cells[seat]
        if not (cell.points or cell.count or cell.open):
            continue
        what = house.say(line.what) + (f"  × {cell.count}" if cell.count is not None else "")
        body.append(_row(what, f"≥ {cell.points}" if cell.open else str(cell.points), "text"))
    total = f"≥ {sheet.totals[seat]}" if sheet.open[seat] else str(sheet.totals[seat])
    body.append(_row(house.say("play.total"), total, "title"))
    choices = ((house.say("play.understood"), "primary", house.close),)
    return Sheet(house, player.name, choices, tuple(body), edge=player.colour, icon=player.shape, wide=0.6)


def mishap_card(house: House, told: list[str]) -> Sheet:
    """What happened to the file with the games."""
    body = tuple(Paragraph(text=words) for words in told)
    choices = ((house.say("play.understood"), "primary", house.close),)
    return Sheet(house, house.say("play.mishap"), choices, body, edge="bad", icon="warning")


def _row(what: str, points: str, role: str) -> BoxLayout:
    row = BoxLayout(size_hint_y=None, height=theme.pt(role) * 1.5, spacing=theme.mm(2))
    row.add_widget(Words(text=what, role=role, halign="left", bold=role == "title"))
    row.add_widget(Words(text=points, role=role, halign="right", bold=True, size_hint_x=0.3))
    return row
