"""The Warfare sheet as it is drawn and touched."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from companion.engine import Shape, text
from companion.engine.canvas import LARGE, PANEL, PLAIN, RAISED, SMALL, Canvas

from ..assets import HALVES, SPECIALS, Asset
from ..book import value
from ..desk import CROSS, FILL, RESOURCES, WARFARE, Desk
from ..marking.warfare import TRANSIT
from ..marking.wars import lines, units
from ..sheets.battle import ANY, INFANTRY, WARS, Node, Unit, Warfare, at, box, name
from . import signs
from .pen import (
    EARTH,
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
    stroke,
    symbol,
    tech_place,
)

FIELD = (104.0, HEAD + 8.0, 360.0, 558.0)
"""Where the battle grid lies."""
BOX_WIDTH = 88.0
PANEL_LEFT, PANEL_WIDTH = 566.0, 424.0
"""Where the units stand."""
NAME_WIDTH, NAME_HEIGHT, BARS_LEFT = 148.0, 36.0, 162.0
"""The room for a unit's name, and where its bars begin."""
DASH = 12.0
PURSE = (12.0, FOOT + 2.0, 202.0, 64.0)


def _cell(layout: Warfare) -> float:
    """How far apart nodes lie."""
    _, _, width, height = FIELD
    return min(width / layout.columns, height / layout.tops[-1])


def _spot(layout: Warfare, column: float, row: float) -> tuple[float, float]:
    """Where a node lies, counted from the bottom left; lines lie at halves."""
    left, top, width, height = FIELD
    step = _cell(layout)
    x0 = left + (width - layout.columns * step) / 2
    y0 = top + (height + layout.tops[-1] * step) / 2
    return x0 + (column - 0.5) * step, y0 - (row - 0.5) * step


def _boxes(layout: Warfare) -> Iterator[tuple[str, int, float, float, float]]:
    """Every strength box: its half and war, its middle, and how high its sector is."""
    left, _, width, _ = FIELD
    for half in HALVES:
        x = left - BOX_WIDTH / 2 - 8 if half == HALVES[0] else left + width + BOX_WIDTH / 2 + 4
        for war in WARS:
            low, high = layout.tops[war - 1], layout.tops[war]
            yield half, war, x, _spot(layout, 1, (low + high + 1) / 2)[1], (high - low) * _cell(layout)


def _unit_rows(layout: Warfare) -> dict[str, float]:
    """The upper edge of each type's row."""
    kinds = [kind for kind in value("MIL-02") if kind in layout.units]
    high = (FOOT - HEAD - 8) / len(kinds)
    return {kind: HEAD + 6 + number * high for number, kind in enumerate(kinds)}


def _row_height(layout: Warfare) -> float:
    return (FOOT - HEAD - 8) / len(layout.units) - 6


def _signs(layout: Warfare, unit: Unit, top: float) -> Iterator[tuple[str, str, float, float, float]]:
    """Every cost symbol and point of a type's bars: its name, what it shows, its middle, its size."""
    longest = max((len(bar.cost) + bool(bar.points) for bar in unit.bars), default=1)
    across = 1 if longest > 4 else 2
    rows = ceil(len(unit.bars) / across)
    wide, high = (PANEL_WIDTH - BARS_LEFT) / across, _row_height(layout) / max(rows, 1)
    pitch = min(wide / (longest + 0.3), 38)
    for number, bar in enumerate(unit.bars):
        x = PANEL_LEFT + BARS_LEFT + number % across * wide + pitch * 0.6
        y = top + (number // across + 0.5) * high
        size = min(pitch, high) * 0.9
        for count, sign in enumerate(bar.cost):
            yield f"{unit.kind}.{number + 1}.{count + 1}", sign, x + count * pitch, y, size
        if bar.points:
            yield f"{unit.kind}.{number + 1}.vp", "vp", x + len(bar.cost) * pitch, y, size


def places(layout: Warfare) -> dict[str, Rect]:
    """Where each mark is touched, by its choice; a unit is deployed by its first and its last node."""
    found = ground_places(WARFARE, layout)
    found["diodes"] = tech_place(WARFARE, TRANSIT)
    half = _cell(layout) / 2
    for node in layout.nodes:
        area = around(*_spot(layout, *node.cell), half)
        found[f"deploy {name(node.cell)}"] = found[f"to {name(node.cell)}"] = area
    for kind, top in _unit_rows(layout).items():
        unit = layout.units[kind]
        if kind == INFANTRY:
            found[f"pay {kind}"] = (PANEL_LEFT, top, PANEL_WIDTH, _row_height(layout))
        if unit.lock:
            found[f"unlock_unit {kind}"] = around(*_lock(layout, top), 24)
        for key, sign, x, y, size in _signs(layout, unit, top):
            if sign != "vp":
                found[f"pay {key}"] = around(x, y, size / 2)
    for one, war, x, y, _ in _boxes(layout):
        found[f"strike_prize {one}.{war}"] = around(x, y - 42, 22)
    x, y, w, h = PURSE
    for number, resource in enumerate(RESOURCES):
        found[f"pay {resource}"] = (x + number * w / 3, y, w / 3, h)
    return found


def draw(layout: Warfare, desk: Desk) -> tuple[Shape, ...]:
    """The sheet with its marks."""
    canvas = Canvas(WIDTH, HEIGHT)
    ground(canvas, WARFARE, layout, desk)
    _grid(canvas, layout, desk)
    for half, war, x, y, _ in _boxes(layout):
        _strength(canvas, layout, half, war, x, y, desk)
    for kind, top in _unit_rows(layout).items():
        _unit(canvas, layout, layout.units[kind], top, desk)
    x, y, w, h = PURSE
    canvas.box(x, y, w, h, PANEL, "line", 2)
    for number, resource in enumerate(RESOURCES):
        symbol(canvas, resource, x + (number + 0.5) * w / 3, y + h / 2, 44)
    return canvas.picture().shapes


def _grid(canvas: Canvas, layout: Warfare, desk: Desk) -> None:
    """Nodes and what joins them, the lines between the sectors, and the units."""
    step = _cell(layout)
    for cell in layout.grid:
        for near in ((cell[0] + 1, cell[1]), (cell[0], cell[1] + 1)):
            if near in layout.grid:
                canvas.path(_spot(layout, *cell), _spot(layout, *near), line="line", width=2)
    columns = layout.columns
    middle = _spot(layout, layout.left + 0.5, 0)[0]
    canvas.path(
        (middle, _spot(layout, 1, 0.5)[1]), (middle, _spot(layout, 1, layout.tops[-1] + 0.5)[1]),
        line="accent", width=2,
    )  # fmt: skip
    drawn = lines(desk)
    for number, top in enumerate(layout.tops):
        left, y = _spot(layout, 0.5, top + 0.5)
        right = _spot(layout, columns + 0.5, 0)[0]
        if number == 0:
            canvas.path((left, y), (right, y), line="ink", width=4)
        elif number <= drawn:
            canvas.path((left, y), (right, y), line=PEN, width=6)
        else:
            _dashed(canvas, left, right, y)
    for _, there in units(desk, layout):
        _deployed(canvas, layout, there, step)
    for node in layout.nodes:
        _node(canvas, node, *_spot(layout, *node.cell), step, desk)


def _dashed(canvas: Canvas, left: float, right: float, y: float) -> None:
    x = left
    while x < right:
        canvas.path((x, y), (min(x + DASH, right), y), line="ink", width=3)
        x += 2 * DASH


def _deployed(canvas: Canvas, layout: Warfare, there: tuple[str, ...], step: float) -> None:
    """The nodes of one unit, joined by a broad stroke."""
    cells = [node.cell for node in layout.nodes if node.place in there]
    for cell in cells:
        for near in ((cell[0] + 1, cell[1]), (cell[0], cell[1] + 1)):
            if near in cells:
                canvas.path(_spot(layout, *cell), _spot(layout, *near), line=PEN, width=step * 0.34)


def _node(canvas: Canvas, node: Node, x: float, y: float, step: float, desk: Desk) -> None:
    filled = desk.has(node.place, FILL)
    if filled:
        canvas.disc(x, y, step * 0.36, PEN, EARTH, 2)
    if node.anomaly and not filled:
        canvas.disc(x, y, step * 0.34, EARTH)
        canvas.icon("anomaly", x, y, step * 0.74, "bad")
    elif node.asset is not None:
        canvas.disc(x, y, step * (0.26 if filled else 0.44), EARTH, "" if filled else "line", 2)
        advantage(canvas, node.asset, x, y, step * (0.46 if filled else 0.74))
    elif not filled:
        canvas.disc(x, y, step * 0.16, PANEL, "ink", 2)


def _strength(canvas: Canvas, layout: Warfare, half: str, war: int, x: float, y: float, desk: Desk) -> None:
    """A strength box with what is won above it and lost below it."""
    place, spoils = box(half, war), layout.spoils[f"{half}.{war}"]
    if spoils.win is not None:
        advantage(canvas, spoils.win, x, y - 42, 36, desk.mark(f"{place}.win"))
    canvas.box(x - 32, y - 19, 64, 38, RAISED, "ink", 2, 6)
    if place in desk.boxes:
        canvas.words(desk.boxes[place], x - 32, y - 19, 64, 38, LARGE, "ink", True)
    elif desk.boxes.get(f"{place}.plus"):
        canvas.words(f"+{desk.boxes[f'{place}.plus']}", x - 32, y - 19, 64, 38, PLAIN, "accent", True)
    advantage(canvas, Asset("vp", count=spoils.lose), x, y + 42, 36, desk.mark(f"{place}.lose"))


def _lock(layout: Warfare, top: float) -> tuple[float, float]:
    return PANEL_LEFT + 30, top + _row_height(layout) - 32


def _unit(canvas: Canvas, layout: Warfare, unit: Unit, top: float, desk: Desk) -> None:
    """A type of unit: its name, what unlocks it, its pattern, its bars."""
    high = _row_height(layout)
    shut = bool(unit.lock) and not desk.mark(at(unit.kind))
    canvas.box(PANEL_LEFT, top, PANEL_WIDTH, high, PANEL, "line", 2)
    canvas.words(
        text(f"unit.{unit.kind}"), PANEL_LEFT + 8, top + 4, NAME_WIDTH, NAME_HEIGHT, SMALL,
        "muted" if shut else "ink", not shut, "left",
    )  # fmt: skip
    if unit.lock:
        x, y = _lock(layout, top)
        advantage(canvas, Asset("special", unit.lock), x, y, 40, desk.mark(at(unit.kind)))
        canvas.icon("lock" if shut else "check", x + 38, y, 26, "muted" if shut else "good")
    _pattern(canvas, unit, top, high)
    if unit.kind == INFANTRY:
        _any(canvas, PANEL_LEFT + BARS_LEFT + 30, top + high / 2, 44)
        canvas.icon("arrow_right", PANEL_LEFT + BARS_LEFT + 84, top + high / 2, 30, "muted")
        canvas.icon("infantry", PANEL_LEFT + BARS_LEFT + 134, top + high / 2, 50, "ink")
    for key, sign, x, y, size in _signs(layout, unit, top):
        mark = desk.mark(at(key))
        if sign == "vp":
            bar = unit.bars[int(key.split(".")[1]) - 1]
            advantage(canvas, Asset("vp", count=bar.points), x, y, size, mark)
        elif sign == ANY:
            _any(canvas, x, y, size, mark)
        elif sign in SPECIALS:
            advantage(canvas, Asset("special", sign), x, y, size, mark)
        else:
            symbol(canvas, sign, x, y, size, mark)
        if desk.mark(at(key.rpartition(".")[0])) == CROSS:
            canvas.path((x - size / 2, y), (x + size / 2, y), line=PEN, width=4)


def _any(canvas: Canvas, x: float, y: float, size: float, mark: str = "") -> None:
    """A symbol that every resource pays."""
    half = size / 2
    canvas.box(x - half, y - half, size, size, RAISED, "line", 2, size * 0.18)
    for resource, dx, dy in zip(RESOURCES, (-0.24, 0.24, 0), (-0.2, -0.2, 0.24), strict=True):
        sign, colour = signs.RESOURCE_SIGNS[resource], signs.RESOURCE_COLOURS[resource]
        canvas.icon(sign, x + dx * size, y + dy * size, size * 0.42, colour)
    stroke(canvas, mark, x, y, half * 1.1)


def _pattern(canvas: Canvas, unit: Unit, top: float, high: float) -> None:
    """What a unit looks like on the grid."""
    wide = max(column for column, _ in unit.pattern) + 1
    tall = max(row for _, row in unit.pattern) + 1
    room = high - NAME_HEIGHT - 8
    step = min(60 / wide, room / tall, 26)
    x0 = PANEL_LEFT + (118 if unit.lock else 76) - (wide - 1) * step / 2
    y0 = top + NAME_HEIGHT + room / 2 + (tall - 1) * step / 2
    spots = {cell: (x0 + cell[0] * step, y0 - cell[1] * step) for cell in unit.pattern}
    for cell, spot in spots.items():
        for near in ((cell[0] + 1, cell[1]), (cell[0], cell[1] + 1)):
            if near in spots:
                canvas.path(spot, spots[near], line="ink", width=step * 0.34)
    for x, y in spots.values():
        canvas.disc(x, y, step * 0.36, "ink")
