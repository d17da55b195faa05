"""The Navigation sheet as it is drawn and touched."""

from __future__ import annotations

from itertools import permutations

from companion.engine import Shape
from companion.engine.canvas import PANEL, Canvas

from ..desk import CIRCLE, LINE, NAVIGATION, RESOURCES, SLASH, Desk
from ..marking.navigation import INTEGRATED_ECONOMY, MENU, reached
from ..sheets.navigation import Navigation, System
from . import signs
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
    stroke,
    tech_place,
)

SMALL_R, LARGE_R, HOLE_R = 25, 34, 20
LEFT, TOP, RIGHT, BOTTOM = 46, HEAD + 40, WIDTH - 46, FOOT - 42
"""Where the middles of systems and wormholes lie."""

UNKNOWN, SEEN = "#5d6c99", "#f3f6ff"
"""The edge of a system that is not explored, and of one that is."""


def spots(layout: Navigation) -> dict[str, tuple[float, float]]:
    """Where systems and wormholes lie in the picture: spread over the room that there is."""
    found = {one.id: (one.x, one.y) for one in layout.systems}
    found |= {one.id: (one.x, one.y) for one in layout.wormholes}
    xs, ys = [x for x, _ in found.values()], [y for _, y in found.values()]
    across = (RIGHT - LEFT) / max(max(xs) - min(xs), 1)
    down = (BOTTOM - TOP) / max(max(ys) - min(ys), 1)
    return {id: (LEFT + (x - min(xs)) * across, TOP + (y - min(ys)) * down) for id, (x, y) in found.items()}


def places(layout: Navigation) -> dict[str, Rect]:
    """Where each mark is touched, by its choice."""
    at = spots(layout)
    found = ground_places(NAVIGATION, layout)
    found["integrate"] = tech_place(NAVIGATION, INTEGRATED_ECONOMY)
    found |= {f"pay {resource}": around(*_menu_at(resource), 18) for resource in RESOURCES}
    for entry, leaving in permutations(layout.holes, 2):
        found[f"through {entry} {leaving}"] = around(*at[leaving], HOLE_R + 4)
    for system in layout.systems:
        square = around(*at[system.id], _radius(system) + 6)
        found |= {f"{verb} {system.id}": square for verb in ("explore", "claim", "strike_system")}
    return found


def draw(layout: Navigation, desk: Desk) -> tuple[Shape, ...]:
    """The sheet with its marks."""
    canvas = Canvas(WIDTH, HEIGHT)
    ground(canvas, NAVIGATION, layout, desk)
    _menu(canvas)
    at, explored = spots(layout), reached(desk, layout)
    flown = [desk.has(lane.place, LINE) for lane in layout.lanes]
    for line in (False, True):
        for lane, drawn in zip(layout.lanes, flown, strict=True):
            if drawn is line:
                canvas.path(at[lane.a], at[lane.b], line=PEN if line else UNKNOWN, width=9 if line else 3)
    for hole in layout.wormholes:
        x, y = at[hole.id]
        canvas.disc(x, y, HOLE_R, PANEL, PEN if hole.id in explored else UNKNOWN, 3)
        canvas.icon("wormhole", x, y, HOLE_R * 1.6, PEN if hole.id in explored else "muted")
    for system in layout.systems:
        _system(canvas, system, *at[system.id], desk, system.id in explored)
    return canvas.picture().shapes


def _radius(system: System) -> int:
    return LARGE_R if system.large or system.home else SMALL_R


def _system(canvas: Canvas, system: System, x: float, y: float, desk: Desk, explored: bool) -> None:
    """A system: its edge says whether it is explored, a ring that it is claimed."""
    r = _radius(system)
    mark = desk.mark(system.place)
    canvas.disc(x, y, r, PANEL, SEEN if explored else UNKNOWN, 5 if explored else 3)
    if system.home:
        canvas.icon("home", x, y, r * 1.1, "accent")
    elif system.asset is not None:
        advantage(canvas, system.asset, x, y, r * 1.36)
    if mark:
        stroke(canvas, mark, x, y, r + (6 if mark in (CIRCLE, SLASH) else 0))


def _menu_at(resource: str) -> tuple[float, float]:
    """The middle of a resource in the menu."""
    row = next(number for number, resources in enumerate(MENU.values()) if resource in resources)
    column = list(MENU.values())[row].index(resource)
    return 32 + column * 36, FOOT + 19 + row * 31


def _menu(canvas: Canvas) -> None:
    """What each resource does here."""
    canvas.box(10, FOOT + 2, 204, 64, PANEL, "line")
    for resource in RESOURCES:
        canvas.icon(signs.RESOURCE_SIGNS[resource], *_menu_at(resource), 24, signs.RESOURCE_COLOURS[resource])
    for at, verb in enumerate(MENU):
        y = FOOT + 19 + at * 31
        canvas.icon("arrow_right", 112, y, 20, "muted")
        canvas.disc(182, y, 11, PANEL, SEEN, 3)
        if verb == "explore":
            canvas.path((140, y), (171, y), line=PEN, width=6)
        else:
            stroke(canvas, CIRCLE, 182, y, 15)
