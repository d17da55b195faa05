"""The pieces of Reworld as signs: module tiles, officer cards, population ships, the round track."""

from __future__ import annotations

from companion.engine.canvas import EDGE, LARGE, RAISED, Canvas

from ..book import value
from ..modules import AGRI, CREW, MODULES, SATELLITE, SHUTTLE, Module, icon_of
from ..ships import ROW_SHIPS, rule_of
from ..state import ROUNDS

TERRAINS = {"A": "#28803a", "B": "#976300", "C": "#0a799b", "D": "#c24136", "E": "#8852c0"}
"""Grounds of the terrain types; light words stand well on each."""

FIRMS = {"1": "#ffb35c", "2": "#6cc6ff", "3": "#ff8fb3", "4": "#c5e86c", "5": "#c9a6ff", AGRI: "#6fdc9c"}
"""Colours of the firms; each stands well on the dark."""

METAL = "#5d6f94"
DARK = "#0c1122"
CARD = "#f3f6ff"

TASKS = {
    "RW-172b": "crane",
    "RW-172c": "×",
    "RW-172d": "city",
    "RW-172f": "robot",
    "RW-172g": "shield",
    "RW-172h": "crew",
}
"""The signs of the tasks that no letter or firm tells."""

SHIP_SIGNS = {
    "06": "city",
    "07": "leaf",
    "08": "shield",
    "09": "crane",
    "10": "shuttle",
    "11": "menu",
    "13": "satellite",
    "14": "point",
}
ALL_ROWS = "1–5"


def ground(canvas: Canvas, code: str, x: float, y: float, w: float, h: float) -> str:
    """An empty tile in the look of its class; says the colour that signs have on it."""
    module = MODULES[code]
    round_ = min(w, h) * 0.14
    if module.kind == CREW:
        colour = FIRMS[module.firm]
        canvas.box(x, y, w, h, RAISED, "accent" if module.special else colour, 4, round_)
        return colour
    if module.kind == SATELLITE:
        canvas.box(x, y, w, h, "paper", EDGE, 3, round_)
        return "ink"
    canvas.box(x, y, w, h, TERRAINS.get(module.letter, METAL), DARK, 2, round_)
    return "ink"


def tile(canvas: Canvas, code: str, x: float, y: float, w: float, h: float) -> None:
    """A module: the sign of its class above, what tells it from its like below."""
    module = MODULES[code]
    colour = ground(canvas, code, x, y, w, h)
    middle = x + w / 2
    if module.firm == AGRI:
        canvas.icon("leaf", middle, y + h / 2, min(w, h) * 0.66, colour)
        return
    size = min(w * 0.66, h * 0.42)
    canvas.icon(icon_of(module), middle, y + h * 0.29, size, colour)
    mark(canvas, code, x + w * 0.06, y + h * 0.52, w * 0.88, h * 0.44, colour)
    if module.special:
        canvas.icon("star", x + w - size * 0.32, y + size * 0.32, size * 0.52, "accent")


def flat_tile(canvas: Canvas, code: str, x: float, y: float, w: float, h: float) -> None:
    """A module in a low place: its sign on the left, what tells it from its like on the right."""
    module = MODULES[code]
    colour = ground(canvas, code, x, y, w, h)
    left = x + (w / 2 if module.firm == AGRI else w * 0.28)
    canvas.icon(icon_of(module), left, y + h / 2, min(h * 0.82, w * 0.46), colour)
    if module.firm != AGRI:
        mark(canvas, code, x + w * 0.5, y + h * 0.06, w * 0.46, h * 0.88, colour)
    if module.special:
        canvas.icon("star", x + w - h * 0.2, y + h * 0.24, h * 0.4, "accent")


def mark(canvas: Canvas, code: str, x: float, y: float, w: float, h: float, colour: str) -> None:
    """What tells a module from others of its class: letter, firm, shields or task."""
    module = MODULES[code]
    size = min(h * 0.84, w * 1.1)
    middle, centre = x + w / 2, y + h / 2
    if module.kind == SHUTTLE:
        each = min(h * 0.78, w * 0.42)
        canvas.icon("shield", middle - each * 0.5, centre, each, "ink" if module.shields else EDGE)
        canvas.words(module.shields or 0, middle, y, w / 2, h, size, colour, bold=True)
        return
    if module.kind == SATELLITE:
        task_sign(canvas, module, middle, centre, min(w, h))
        return
    canvas.words(module.letter or module.firm, x, y, w, h, size, colour, bold=True)


def task_sign(canvas: Canvas, module: Module, x: float, y: float, size: float) -> None:
    """What a satellite's task counts, fitted into a square."""
    half = size / 2
    sign = module.letter or module.firm or TASKS[module.task]
    if len(sign) > 1:
        canvas.icon(sign, x, y, size * 0.9, "accent")
        return
    fill = TERRAINS.get(sign) or FIRMS.get(sign) or ""
    if fill:
        canvas.box(x - half * 1.1, y - half, size * 1.1, size, fill, round=half * 0.35)
    colour = DARK if sign in FIRMS else "ink" if fill else "accent"
    canvas.words(sign, x - half * 1.1, y - half, size * 1.1, size, size * 0.82, colour, bold=True)


def stack(canvas: Canvas, code: str, count: int, x: float, y: float, w: float, h: float) -> None:
    """Tiles of one kind in a city: their sign, edges of those below, and how many."""
    side = min(w * 0.56, h * 0.84)
    step = side * 0.1
    for below in range(min(count - 1, 2), 0, -1):
        ground(canvas, code, x + below * step, y + h - side - below * step, side, side)
    top = y + h - side
    colour = ground(canvas, code, x, top, side, side)
    module = MODULES[code]
    if module.kind == CREW and module.firm != AGRI:
        canvas.words(module.firm, x, top, side, side, side * 0.74, colour, bold=True)
    else:
        canvas.icon(icon_of(module), x + side / 2, top + side / 2, side * 0.74, colour)
    if module.special:
        canvas.icon("star", x + side * 0.82, top + side * 0.2, side * 0.44, "accent")
    left = x + side + 2 * step
    canvas.words(count, left, y, w - (left - x), h, h * 0.66, "ink", bold=True)


def card(canvas: Canvas, number: int | str, below: int, x: float, y: float, h: float) -> None:
    """An officer card round a point, with the cards below it peeping out."""
    w = h * 0.72
    for under in range(min(below, 3), 0, -1):
        canvas.box(x - w / 2 + under * 5, y - h / 2 - under * 4, w, h, "#aab6d6", DARK, 2, w * 0.14)
    canvas.box(x - w / 2, y - h / 2, w, h, CARD, DARK, 2, w * 0.14)
    canvas.words(number, x - w / 2, y - h / 2, w, h, h * 0.7, DARK, bold=True)


def dock(canvas: Canvas, row: int | str, x: float, y: float, size: float) -> None:
    """A docking device with its number, round a point."""
    half = size / 2
    canvas.box(x - half, y - half, size, size, "line", EDGE, 2, size * 0.2)
    canvas.words(row, x - half, y - half, size, size, size * 0.7, "ink", bold=True)


def ship_sign(canvas: Canvas, ship: str, x: float, y: float, size: float, colour: str = "ink") -> None:
    """What a population ship asks for."""
    if ship in SHIP_SIGNS:
        canvas.icon(SHIP_SIGNS[ship], x, y, size, colour)
    else:
        dock(canvas, value(rule_of(ship))["row"] if ship in ROW_SHIPS else ALL_ROWS, x, y, size)


def letter(canvas: Canvas, name: str, x: float, y: float, w: float, h: float, there: bool = True) -> None:
    """A terrain type; only its outline while there is no city."""
    colour = TERRAINS[name]
    canvas.box(x, y, w, h, colour if there else "", colour, 3)
    canvas.words(name, x, y, w, h, min(w, h) * 0.74, "ink" if there else EDGE, bold=True)


def round_track(canvas: Canvas, now: int, x: float, y: float, w: float, h: float) -> None:
    """The spaces of the round track with the points for a terrabot, the marker on the current one."""
    canvas.icon("robot", x + h * 0.42, y + h / 2, h * 0.7, "muted")
    left = x + h * 0.86
    each = (w - h * 0.86) / ROUNDS
    for number in range(1, ROUNDS + 1):
        at = left + (number - 1) * each
        here = number == now
        canvas.box(at + 2, y, each - 4, h, "accent" if here else "", "accent" if here else "line", 3)
        colour = DARK if here else "ink" if number > now else EDGE
        points = f"+{value('RW-079')[str(number)]}"
        canvas.words(points, at + 4, y, each - 8, h, LARGE * 0.9, colour, bold=here)
