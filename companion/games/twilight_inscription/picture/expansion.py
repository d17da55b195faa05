"""The Expansion sheet as it is drawn and touched."""

from __future__ import annotations

from functools import lru_cache

from companion.engine import Shape, text
from companion.engine.canvas import PANEL, SMALL, Canvas

from ..assets import Asset
from ..desk import EXPANSION, Desk
from ..marking.expansion import NEURAL_MOTIVATOR
from ..marking.settling import symbol_place, unlocked
from ..sheets.expansion import Dock, Expansion, Planet
from .pen import (
    FOOT,
    HEAD,
    HEIGHT,
    PEN,
    WIDTH,
    Rect,
    advantage,
    around,
    ground,
    ground_places,
    symbol,
    tech_place,
)

TRACK_TOP, TRACK_LEFT, TRACK_STEP = HEAD + 4, 300, 56
TOP, BOTTOM = HEAD + 66, FOOT - 6
DOCKS = 752
"""Where the column of space docks begins; the planets lie to its left."""

NAME = 36
"""The height of a planet's name."""

MOST_STEP = 56
PLANET_SIGN = Asset("planet")


class Cell:
    """The room that a planet has, and where its symbols and advantages lie in it."""

    def __init__(self, planet: Planet, x: float, y: float, w: float, h: float) -> None:
        columns, rows = len(planet.column_assets), len(planet.row_assets)
        self.x, self.y, self.w, self.h = x, y, w, h
        self.step = min(MOST_STEP, (w - 16) / (columns + 1), (h - NAME - 8) / (rows + 1))
        self.left = x + (w - (columns + 1) * self.step) / 2 + self.step / 2
        self.top = y + NAME + 2 + self.step / 2
        self.rows, self.columns = rows, columns

    def at(self, row: int, column: int) -> tuple[float, float]:
        """The middle of a symbol; one more than the last is an advantage."""
        return self.left + (column - 1) * self.step, self.top + (row - 1) * self.step

    def line(self, place: str) -> tuple[float, float]:
        """The middle of a row's or column's advantage."""
        letter, number = place.rsplit(".", 1)[1][0], int(place.rsplit(".", 1)[1][1:])
        return self.at(number, self.columns + 1) if letter == "r" else self.at(self.rows + 1, number)

    @property
    def name(self) -> Rect:
        """Where the planet's name and its sign stand."""
        return (self.x + 4, self.y + 2, self.w - 8, NAME)


@lru_cache(maxsize=32)
def _cells(planets: tuple[Planet, ...]) -> dict[str, Cell]:
    """Two rows of planets, as they lie on the sheet from left to right."""
    down = sorted(planets, key=lambda planet: (planet.y, planet.x))
    half = (len(down) + 1) // 2
    found: dict[str, Cell] = {}
    w, h = DOCKS / half, (BOTTOM - TOP) / 2
    for row, some in enumerate((down[:half], down[half:])):
        for column, planet in enumerate(sorted(some, key=lambda planet: planet.x)):
            found[planet.id] = Cell(planet, column * w + 6, TOP + row * h, w - 8, h - 6)
    return found


def _docks(layout: Expansion) -> dict[str, Rect]:
    docks = sorted(layout.docks, key=lambda dock: dock.y)
    h = (BOTTOM - TOP) / len(docks)
    return {dock.id: (DOCKS + 8, TOP + at * h, WIDTH - DOCKS - 16, h - 6) for at, dock in enumerate(docks)}


def _beside(room: Rect, count: int) -> list[tuple[float, float]]:
    """The middles of a dock's resource symbols."""
    x, y, w, h = room
    step = min(44, (w - 12) / max(count, 1))
    return [(x + w / 2 + (at - (count - 1) / 2) * step, y + h - 34) for at in range(count)]


def _signs(room: Rect) -> tuple[tuple[float, float], tuple[float, float]]:
    """The middles of a dock's planet sign and of its advantage."""
    x, y, w, h = room
    return (x + 40, y + h / 2 - 14), (x + w - 56, y + h / 2 - 14)


def _steps(layout: Expansion) -> list[tuple[float, float]]:
    count = len(layout.track.points)
    step = min(TRACK_STEP, (WIDTH - TRACK_LEFT - 10) / count)
    return [(TRACK_LEFT + (at + 0.5) * step, TRACK_TOP + 28) for at in range(count)]


def places(layout: Expansion) -> dict[str, Rect]:
    """Where each mark is touched, by its choice."""
    found = ground_places(EXPANSION, layout)
    found["motivate"] = tech_place(EXPANSION, NEURAL_MOTIVATOR)
    cells = _cells(layout.planets)
    for planet in layout.planets:
        cell = cells[planet.id]
        found[f"unlock_planet {planet.id}"] = cell.name
        for one in planet.symbols:
            row, column = one.rsplit(".", 2)[1:]
            found[f"settle {one}"] = around(*cell.at(int(row), int(column)), cell.step / 2 - 1)
        for line in planet.lines:
            if line.asset is not None:
                found[f"assemble {line.place[2:]}"] = around(*cell.line(line.place), cell.step / 2 - 1)
    for dock in layout.docks:
        room = _docks(layout)[dock.id]
        sign, gift = _signs(room)
        found[f"build_dock {dock.id}"] = (sign[0] - 30, sign[1] - 30, gift[0] - sign[0] + 66, 60)
        for one, at in zip(dock.symbols, _beside(room, len(dock.cost)), strict=True):
            found[f"pay_dock {one}"] = around(*at, 21)
    for number, at in enumerate(_steps(layout), 1):
        found[f"strike_point {number}"] = around(*at, 26)
    return found


def draw(layout: Expansion, desk: Desk) -> tuple[Shape, ...]:
    """The sheet with its marks."""
    canvas = Canvas(WIDTH, HEIGHT)
    ground(canvas, EXPANSION, layout, desk)
    _neural(canvas, layout)
    _track(canvas, layout, desk)
    cells = _cells(layout.planets)
    for planet in layout.planets:
        _planet(canvas, planet, cells[planet.id], desk)
    rooms = _docks(layout)
    for dock in layout.docks:
        _dock(canvas, dock, rooms[dock.id], desk)
    return canvas.picture().shapes


def _neural(canvas: Canvas, layout: Expansion) -> None:
    """The signs of Neural Motivator: what it crosses out anywhere, and what only in a line of a kind."""
    canvas.box(10, FOOT + 2, 204, 64, PANEL, "line")
    canvas.words(text(f"technology.{NEURAL_MOTIVATOR}"), 18, FOOT + 3, 188, 26, SMALL, "muted")
    symbol(canvas, layout.neural.anywhere, 40, FOOT + 46, 30)
    canvas.words("/", 58, FOOT + 30, 20, 32, SMALL, "muted")
    symbol(canvas, layout.neural.in_line, 98, FOOT + 46, 30)
    canvas.icon("arrow_right", 134, FOOT + 46, 20, "muted")
    advantage(canvas, Asset(layout.neural.kind), 172, FOOT + 46, 32)


def _track(canvas: Canvas, layout: Expansion, desk: Desk) -> None:
    """The population track, lowest first."""
    canvas.icon("population", 34, TRACK_TOP + 28, 38, "#b9f0c9")
    canvas.words(text("plan.track"), 62, TRACK_TOP + 6, TRACK_LEFT - 70, 44, SMALL, "muted", align="left")
    steps = _steps(layout)
    canvas.path(steps[0], steps[-1], line="line", width=5)
    for place, points, (x, y) in zip(layout.track.places, layout.track.points, steps, strict=True):
        canvas.disc(x, y, 22, PANEL, "line", 2)
        advantage(canvas, Asset("vp", "", points), x, y, 34, desk.mark(place))


def _planet(canvas: Canvas, planet: Planet, cell: Cell, desk: Desk) -> None:
    """A planet: dim while it is locked."""
    open_ = unlocked(desk, planet)
    canvas.box(cell.x, cell.y, cell.w, cell.h, PANEL, PEN if open_ else "line", 3, 12)
    advantage(canvas, PLANET_SIGN, cell.x + 26, cell.y + 22, 30, desk.mark(planet.place))
    colour = "ink" if open_ else "muted"
    wide = cell.w * 0.42
    canvas.words(planet.name, cell.x + 50, cell.y + 2, wide, NAME, SMALL, colour, open_, "left")
    if planet.trait != "none":
        left, trait = cell.x + 56 + wide, text(f"trait.{planet.trait}")
        canvas.words(trait, left, cell.y + 4, cell.w - 64 - wide, NAME - 4, SMALL, "faint", align="right")
    for one, resource in planet.symbols.items():
        row, column = one.rsplit(".", 2)[1:]
        x, y = cell.at(int(row), int(column))
        symbol(canvas, resource, x, y, cell.step - 6, desk.mark(symbol_place(one)))
    for line in planet.lines:
        if line.asset is not None:
            advantage(canvas, line.asset, *cell.line(line.place), cell.step - 12, desk.mark(line.place))


def _dock(canvas: Canvas, dock: Dock, room: Rect, desk: Desk) -> None:
    """A space dock: its planet sign or all its symbols give its advantage."""
    x, y, w, h = room
    canvas.box(x, y, w, h, PANEL, PEN if desk.mark(dock.place) else "line", 3, 12)
    canvas.icon("dock", x + 26, y + 22, 32, "muted")
    canvas.words(text("plan.dock"), x + 50, y + 4, w - 56, 34, SMALL, "muted", align="left")
    sign, gift = _signs(room)
    advantage(canvas, PLANET_SIGN, *sign, 38, desk.mark(dock.sign))
    canvas.icon("arrow_right", (sign[0] + gift[0]) / 2, sign[1], 24, "muted")
    advantage(canvas, dock.asset, *gift, 46, desk.mark(dock.place))
    for (one, resource), at in zip(dock.symbols.items(), _beside(room, len(dock.cost)), strict=True):
        symbol(canvas, resource, *at, 36, desk.mark(symbol_place(one)))
