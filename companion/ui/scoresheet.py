"""The sheet of a game as a table: one line for every reason, one column for every player."""

from __future__ import annotations

from typing import Any

from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.engine import Cell, Player, Table

from . import theme
from .base import House
from .furniture import Column
from .icons import Sign
from .widgets import Words

LOW, HIGH = 7.0, 10.0
"""The least and the greatest height of a line in millimetres."""


class SheetCell(Words):
    """Words in a line of the table."""

    fill = ObjectProperty((0, 0, 0, 0))


def score_table(house: House, table: Table[Any]) -> BoxLayout:
    """The whole sheet with totals; a lower bound is marked."""
    sheet, players = table.score(), table.setup.players
    box = BoxLayout(orientation="vertical", spacing=theme.mm(1))
    head = BoxLayout(size_hint_y=None, height=theme.mm(11))
    head.add_widget(Words(size_hint_x=WIDE))
    for player in players:
        head.add_widget(_player(player))
    box.add_widget(head)
    column = Column()
    column.content.spacing, column.content.padding = 0, 0
    room = house.stage.height - theme.mm(11 + 11 + 10 + 12 + 7)
    lines = [
        line for line in sheet.lines if any(cell.points or cell.count or cell.open for cell in line.cells)
    ]
    high = min(theme.mm(HIGH), max(theme.mm(LOW), room / max(1, len(lines))))
    for number, line in enumerate(lines):
        row = BoxLayout(size_hint_y=None, height=high)
        fill = theme.rgba("paper") if number % 2 == 0 else theme.rgba("night", 0.6)
        cells = [_cell_words(cell) for cell in line.cells]
        row.add_widget(_cell(f"  {house.say(line.what)}", fill, halign="left", size_hint_x=WIDE, most=2))
        for words in cells:
            row.add_widget(_cell(words, fill, most=1))
        column.content.add_widget(row)
    box.add_widget(column)
    total = BoxLayout(size_hint_y=None, height=theme.mm(10))
    fill = theme.rgba("raised")
    total.add_widget(_cell(f"  {house.say('final.total')}", fill, halign="left", bold=True, size_hint_x=WIDE))
    for seat, points in enumerate(sheet.totals):
        words = f"≥ {points}" if sheet.open[seat] else str(points)
        total.add_widget(_cell(words, fill, bold=True, role="title", ink=players[seat].colour, most=1))
    box.add_widget(total)
    if any(sheet.open):
        box.add_widget(
            Words(
                text=house.say("final.open"), role="small", ink="muted", size_hint_y=None, height=theme.mm(5)
            )
        )
    return box


WIDE = 1.7
"""How much wider the reasons are than the players."""


def _player(player: Player) -> BoxLayout:
    box = BoxLayout(orientation="vertical")
    box.add_widget(Sign(name=player.shape, colour=player.colour, size_hint_y=0.8))
    box.add_widget(Words(text=player.name, bold=True, most=1))
    return box


def _cell(words: str, fill: theme.Colour, **props: Any) -> SheetCell:
    return SheetCell(text=words, fill=fill, **props)


def _cell_words(cell: Cell) -> str:
    points = f"≥ {cell.points}" if cell.open else str(cell.points)
    return f"{points}  ({cell.count}×)" if cell.count is not None and cell.count != cell.points else points
