"""Lays a plan's grid over the printed one: dragged, made wider or narrower, moved by little."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.uix.gridlayout import GridLayout
from msgspec.structs import replace

from companion.engine import Grid, Path, Picture, Plan
from companion.engine.plan_picture import outline

from . import theme
from .base import House
from .furniture import Column
from .plan_view import Carry
from .widgets import Press, Words

MOST = 700
"""So many cells are drawn at most; a finer grid is only seen where places lie."""

LEAST, WIDEST = 10.0, 400.0
"""Between these the cells of a grid may be wide."""


def grid_shapes(picture: Picture, grid: Grid, colour: str) -> Picture:
    """A drawing with all cells of a grid below it."""
    cells = _cells(picture, grid)
    if len(cells) > MOST:
        return picture
    lines = [
        Path(points=outline(grid, *grid.at(cell)), line=colour, width=1.5, closed=True) for cell in cells
    ]
    return replace(picture, shapes=(*lines, *picture.shapes))


def _cells(picture: Picture, grid: Grid) -> list[tuple[int, int]]:
    """The cells whose middle lies on the picture."""
    todo = [grid.cell(picture.width / 2, picture.height / 2)]
    found = set(todo)
    while todo and len(found) <= MOST:
        for cell in grid.around(todo.pop()):
            x, y = grid.at(cell)
            if cell not in found and 0 <= x <= picture.width and 0 <= y <= picture.height:
                found.add(cell)
                todo.append(cell)
    return sorted(found)


class Fitting(Column):
    """Buttons that fit the grid. `fit` gets the plan with the grid laid anew, and whether that is the end."""

    def __init__(self, house: House, fit: Callable[[Plan, bool], Any], **props: Any) -> None:
        super().__init__(**props)
        self.house = house
        self.fit = fit

    def show(self, plan: Plan) -> None:
        """Show the buttons for this plan's grid."""
        self.content.clear_widgets()
        grid = plan.grid
        if grid is None:
            return
        self._row("draw.cells", [(words, partial(self._step, plan, grid, by)) for words, by in STEPS])
        self._row(
            "draw.place_of_cells",
            [
                ("arrow_left", partial(self._move, plan, grid, -1, 0)),
                ("arrow_right", partial(self._move, plan, grid, 1, 0)),
                ("arrow_up", partial(self._move, plan, grid, 0, -1)),
                ("arrow_down", partial(self._move, plan, grid, 0, 1)),
            ],
        )
        self._row("draw.height", [(words, partial(self._stretch, plan, by)) for words, by in HEIGHTS])

    def carry(self, plan: Plan, from_x: float, from_y: float) -> Carry | None:
        """Drags the grid along from a point."""
        grid = plan.grid

        def carry(x: float, y: float, done: bool) -> None:
            if grid is not None:
                moved = replace(grid, x=round(grid.x + x - from_x, 1), y=round(grid.y + y - from_y, 1))
                self.fit(replace(plan, grid=moved), done)

        return None if grid is None else carry

    def _step(self, plan: Plan, grid: Grid, by: float) -> None:
        step = round(min(max(grid.step + by, LEAST), WIDEST), 1)
        self.fit(replace(plan, grid=replace(grid, step=step)), True)

    def _move(self, plan: Plan, grid: Grid, right: int, down: int) -> None:
        moved = replace(grid, x=round(grid.x + right, 1), y=round(grid.y + down, 1))
        self.fit(replace(plan, grid=moved), True)

    def _stretch(self, plan: Plan, by: int) -> None:
        self.fit(replace(plan, height=min(max(plan.height + by, 100), 4000)), True)

    def _row(self, key: str, choices: list[tuple[str, Callable[[], Any]]]) -> None:
        words = Words(text=self.house.say(key), role="small", ink="muted", halign="left", most=1)
        words.size_hint_y, words.height = None, theme.mm(3.8)
        self.content.add_widget(words)
        row = GridLayout(cols=4, spacing=theme.mm(0.8), size_hint_y=None, height=theme.mm(theme.TOUCH))
        for label, act in choices:
            arrow = label.startswith("arrow")
            press = Press(text="" if arrow else label, icon=label if arrow else "", strong=True)
            press.bind(on_tap=lambda _, act=act: act())
            row.add_widget(press)
        self.content.add_widget(row)


STEPS = (("−−", -2.0), ("−", -0.1), ("+", 0.1), ("++", 2.0))
HEIGHTS = (("−−", -20), ("−", -2), ("+", 2), ("++", 20))
