"""The Industry sheet as it is drawn and touched."""

from __future__ import annotations

from math import cos, pi, sin

from companion.engine import Shape, text
from companion.engine.canvas import PANEL, PLAIN, SMALL, Canvas

from ..assets import Asset
from ..book import value
from ..desk import CIRCLE, CROSS, INDUSTRY, RESOURCES, Desk
from ..marking.industry import ALGORITHM, BURST, DIG, Scrap, bursting, meant
from ..sheets.hexes import CLAIM, MEMBER, SCRAP, TRADE, Hex, Industry, Row, at
from ..sheets.tech import TECHS
from . import signs
from .pen import (
    EARTH,
    HEAD,
    HEIGHT,
    WIDTH,
    Rect,
    advantage,
    around,
    ground,
    ground_places,
    stroke,
    tech_place,
)

GRID = (14.0, HEAD + 6.0, 626.0, 364.0)
"""Where the hexes lie."""
CHART = (14.0, 434.0, 626.0, 190.0)
PRINTED = (654.0, HEAD + 6.0, 336.0)
"""Where votes and trade goods stand, and how wide."""
MENU_TOP, LINE, LINES_LEFT, LINES_WIDTH = 340.0, 58.0, 654.0, 336.0
ENOUGH = (654.0, 576.0, 336.0, 46.0)
GAP = 0.94
"""How much of its cell a hex fills."""
_ROOT = 3**0.5
SCRAPPED, FREE_HEX = "#070b16", "#1a2444"


def _flat(layout: Industry, hex: Hex) -> tuple[float, float]:
    """Where a hex lies, with neighbours 1 apart."""
    q, r = hex.cell
    return (q * _ROOT / 2, r + q / 2) if layout.flat else (q + r / 2, r * _ROOT / 2)


def spread(layout: Industry) -> tuple[dict[str, tuple[float, float]], float]:
    """The middles of the hexes by their ids, as large as there is room, and their distance."""
    raw = {hex.id: _flat(layout, hex) for hex in layout.hexes}
    xs, ys = [x for x, _ in raw.values()], [y for _, y in raw.values()]
    long, short = 2 / _ROOT, 1.0
    wide = max(xs) - min(xs) + (long if layout.flat else short)
    high = max(ys) - min(ys) + (short if layout.flat else long)
    left, top, width, height = GRID
    step = min(width / wide, height / high)
    x0 = left + width / 2 - (max(xs) + min(xs)) / 2 * step
    y0 = top + height / 2 - (max(ys) + min(ys)) / 2 * step
    return {id: (x0 + x * step, y0 + y * step) for id, (x, y) in raw.items()}, step


def places(layout: Industry) -> dict[str, Rect]:
    """Where each mark is touched, by its choice: a hex is scrapped on its left, claimed on its right."""
    found = ground_places(INDUSTRY, layout)
    middle, step = spread(layout)
    r = step * 0.43
    for hex in layout.hexes:
        x, y = middle[hex.id]
        found[f"scrap {hex.id}"] = around(x, y, r) if hex.badge else (x - r, y - r, r, 2 * r)
        found[f"claim_hex {hex.id}"] = (x, y - r, r, 2 * r)
        found[f"hex {hex.id}"] = around(x, y, r)
    for number, line in enumerate(layout.menu, 2):
        found[f"burst {line.special}"] = found[f"pay {line.special}"] = _line(number)
    for tech in TECHS[INDUSTRY]:
        found[f"study {tech}"] = found[f"research {tech}"]
    found[f"how {SCRAP}"] = found["pay M"] = _line(0)
    x, y, w, h = found[f"how {CLAIM}"] = _line(1)
    found["pay I"], found["pay R"] = (x, y, w / 4, h), (x + w / 4, y, w / 4, h)
    found["pay free"] = tech_place(INDUSTRY, ALGORITHM)
    x, y, w, h = tech_place(INDUSTRY, DIG)
    found[f"dig {SCRAP}"], found[f"dig {CLAIM}"] = (x, y, w / 2, h), (x + w / 2, y, w / 2, h)
    found[f"enough {BURST}"] = ENOUGH
    return found


def draw(layout: Industry, desk: Desk) -> tuple[Shape, ...]:
    """The sheet with its marks."""
    canvas = Canvas(WIDTH, HEIGHT)
    ground(canvas, INDUSTRY, layout, desk)
    middle, step = spread(layout)
    for hex in layout.hexes:
        _hex(canvas, layout, hex, *middle[hex.id], step, desk)
    for action in meant(desk, layout):
        x, y = middle[action.hex]
        scrap = isinstance(action, Scrap)
        beside = -step * 0.33 if scrap else step * 0.33
        _hint(canvas, scrap, x + beside, y + step * 0.2, step * 0.09)
    _chart(canvas, layout, desk)
    bottom = _printed(canvas, "vote", layout.votes, PRINTED[1], desk)
    _printed(canvas, "good", layout.goods, bottom + 12, desk)
    _menu(canvas, layout)
    burst = bursting(desk, layout)
    if burst is not None and desk.task is not None:
        x, y, w, h = ENOUGH
        canvas.box(x, y, w, h, PANEL, "accent", 3)
        for number in range(desk.task.count):
            sign, colour = signs.RESOURCE_SIGNS[burst.resource], signs.RESOURCE_COLOURS[burst.resource]
            canvas.icon(sign, x + 26 + number * 34, y + h / 2, 30, colour)
        canvas.words(text("mark.enough"), x + 170, y, w - 180, h, PLAIN, "ink", True)
    return canvas.picture().shapes


def _corners(layout: Industry, x: float, y: float, r: float) -> list[tuple[float, float]]:
    turn = 0 if layout.flat else pi / 6
    return [(x + r * cos(turn + side * pi / 3), y + r * sin(turn + side * pi / 3)) for side in range(6)]


def _hex(canvas: Canvas, layout: Industry, hex: Hex, x: float, y: float, step: float, desk: Desk) -> None:
    """A hex with what it holds; an X-hex has a thin cross and a badge."""
    mark = desk.mark(hex.place)
    r = step / _ROOT * GAP
    corners = _corners(layout, x, y, r)
    canvas.path(*corners, fill=SCRAPPED if mark == CROSS else FREE_HEX)
    canvas.path(*corners, corners[0], line="accent" if hex.badge else "line", width=3)
    if hex.badge:
        thin = r * 0.55
        for way in (1, -1):
            canvas.path((x - thin, y - thin * way), (x + thin, y + thin * way), line="muted", width=2)
        canvas.disc(x, y, r * 0.46, EARTH, "accent", 2)
        advantage(canvas, Asset("special", hex.badge), x, y, r * 0.72)
    elif hex.asset is not None:
        advantage(canvas, hex.asset, x, y - step * 0.04, step * 0.58)
    if mark:
        stroke(canvas, mark, x, y, r * (0.72 if mark == CROSS else 0.78))


def _hint(canvas: Canvas, scrap: bool, x: float, y: float, r: float) -> None:
    """A small sign of what a touch on this side of a hex does."""
    if scrap:
        canvas.path((x - r, y - r), (x + r, y + r), line="ink", width=2.5)
        canvas.path((x - r, y + r), (x + r, y - r), line="ink", width=2.5)
    else:
        canvas.disc(x, y, r, line="ink", width=2.5)


def _middles(rows: list[Row], left: float, width: float) -> dict[tuple[int, bool], float]:
    """Where in some rows the columns stand, by number, and after some of them points."""
    longest = max(_column(row, number) for row in rows for number in range(1, len(row.signs) + 1))
    after = {_column(row, before) for row in rows for before, _ in row.points}
    slots = [(number, points) for number in range(1, longest + 1) for points in (False, True)]
    slots = [slot for slot in slots if not slot[1] or slot[0] in after]
    return {slot: left + (count + 0.5) * width / len(slots) for count, slot in enumerate(slots)}


def _column(row: Row, number: int) -> int:
    """The column that a sign of a row stands in."""
    return row.signs[number - 1] or number


def _chart(canvas: Canvas, layout: Industry, desk: Desk) -> None:
    """Rows of votes and commodities with their points, and the trade goods below them."""
    left, top, width, height = CHART
    canvas.box(left, top, width, height, PANEL, "line", 2)
    high = height / 5
    votes = _middles([layout.members], left + 48, width - 52)
    goods = _middles(list(layout.commodities.values()), left + 48, width - 52)
    for number, (name, row) in enumerate(layout.rows.items()):
        middles, y = votes if name == MEMBER else goods, top + (number + 0.5) * high
        size = min((width - 52) / len(middles), high) * 0.86
        if name == MEMBER:
            canvas.icon("vote", left + 24, y, 30, signs.COLOURS["vote"])
        else:
            canvas.words(name.upper(), left + 8, y - high / 2, 32, high, PLAIN, "ink", True)
        for count in range(1, len(row.signs) + 1):
            x, mark = middles[_column(row, count), False], desk.mark(at(f"{name}.{count}"))
            if name == MEMBER:
                _plus(canvas, x, y, mark)
            else:
                canvas.icon("commodity", x, y, size * 0.8, signs.COLOURS["commodity"])
                stroke(canvas, mark, x, y, size * 0.46)
        for count, (before, points) in enumerate(row.points, 1):
            x = middles[_column(row, before), True]
            advantage(canvas, Asset("vp", count=points), x, y, size * 0.9, desk.mark(at(f"{name}.vp{count}")))
    y = top + 4.5 * high
    canvas.icon("good", left + 24, y, 30, signs.COLOURS["good"])
    for count in range(1, layout.trades + 1):
        _plus(canvas, goods[count, False], y, desk.mark(at(f"{TRADE}.{count}")))


def _plus(canvas: Canvas, x: float, y: float, mark: str) -> None:
    """A "+1", underlined once it is unlocked."""
    canvas.words("+1", x - 22, y - 17, 44, 30, SMALL, "ink" if mark else "muted", bool(mark))
    stroke(canvas, mark, x, y, 13)


def _printed(canvas: Canvas, kind: str, count: int, top: float, desk: Desk) -> float:
    """Printed votes or trade goods in rows; gives the height where they end."""
    left, _, width = PRINTED
    across = 8 if count > 14 else 7
    pitch = width / across
    for number in range(count):
        x, y = left + (number % across + 0.5) * pitch, top + (number // across + 0.5) * pitch
        mark = desk.mark(at(f"{kind}.{number + 1}"))
        advantage(canvas, Asset(kind), x, y, pitch * 0.66, mark)
    return top + ((count - 1) // across + 1) * pitch


def _line(number: int) -> Rect:
    return (LINES_LEFT, MENU_TOP + number * LINE, LINES_WIDTH, LINE - 6)


def _menu(canvas: Canvas, layout: Industry) -> None:
    """What resources and special advantages do here."""
    for number, (resources, mark) in enumerate(
        ((value("IND-05")["resources"], CROSS), (value("IND-06")["resources"], CIRCLE))
    ):
        x, y, w, h = _line(number)
        canvas.box(x, y, w, h, PANEL, "line", 2)
        for count, one in enumerate(one for one in RESOURCES if one in resources):
            canvas.icon(
                signs.RESOURCE_SIGNS[one], x + 42 + count * 84, y + h / 2, 38, signs.RESOURCE_COLOURS[one]
            )
        canvas.icon("arrow_right", x + 210, y + h / 2, 26, "muted")
        corners = _corners(layout, x + 274, y + h / 2, 24)
        canvas.path(*corners, corners[0], line="line", width=3)
        stroke(canvas, mark, x + 274, y + h / 2, 17)
    for number, line in enumerate(layout.menu, 2):
        x, y, w, h = _line(number)
        canvas.box(x, y, w, h, PANEL, "line", 2)
        advantage(canvas, Asset("special", line.special), x + 42, y + h / 2, 42)
        canvas.icon("arrow_right", x + 92, y + h / 2, 26, "muted")
        for count in range(line.most):
            sign, colour = signs.RESOURCE_SIGNS[line.resource], signs.RESOURCE_COLOURS[line.resource]
            canvas.icon(sign, x + 144 + count * 48, y + h / 2, 38, colour)
