"""A war: everybody in a ring, left neighbours clockwise, and between them who is stronger."""

from __future__ import annotations

from math import cos, hypot, pi, sin
from typing import TypeAlias

from companion.engine import Picture, Text, seat_name, text
from companion.engine.canvas import EDGE, PANEL, RAISED, Canvas

from .. import war as event
from ..state import AI, RESULT, STRENGTH, TwilightState, War, neighbour

WIDTH, HEIGHT = 1000, 430
"""Flat: a small screen has little height beside all that is asked."""

MIDDLE = (500, 196)
REACH = (440, 140)
"""From the middle of the ring to its rim, across and down."""

NODE, NUMBER = 46, 29
"""Half sizes of a player and of a strength."""

SAMPLES = 720
COLOURS = {"win": "good", "lose": "bad", "tie": "ink"}
AGAINST = {"win": "lose", "lose": "win", "tie": "tie"}

Point: TypeAlias = "tuple[float, float]"
Duel: TypeAlias = "tuple[Point, Point, War | None]"


def draw(state: TwilightState) -> Picture:
    """The ring; until all have counted only who has, then the results."""
    canvas = Canvas(WIDTH, HEIGHT)
    places = _places(state)
    for start, end, war in _duels(state, places):
        _duel(canvas, start, end, war)
    for seat, place in places:
        _node(canvas, state, seat, place)
    return canvas.picture()


def _places(state: TwilightState) -> list[tuple[int, Point]]:
    """Where everybody sits; the AI faction stands wherever a neighbour is missing."""
    if state.players == 1:
        across = REACH[0] - NODE
        return [(AI, (MIDDLE[0] - across, MIDDLE[1])), (0, MIDDLE), (AI, (MIDDLE[0] + across, MIDDLE[1]))]
    seats = [*range(state.players), *([AI] if state.players == 2 else [])]
    if state.players == 2 and neighbour(state, 0, "left") != 1:
        seats = [0, AI, 1]
    return list(zip(seats, ring(len(seats)), strict=True))


def ring(count: int) -> list[Point]:
    """Points on the rim as far from each other as they can be, from the bottom clockwise."""
    rim = [
        (MIDDLE[0] - REACH[0] * sin(2 * pi * at / SAMPLES), MIDDLE[1] + REACH[1] * cos(2 * pi * at / SAMPLES))
        for at in range(SAMPLES)
    ]
    steps = [hypot(x - rim[at - 1][0], y - rim[at - 1][1]) for at, (x, y) in enumerate(rim)]
    found: list[Point] = []
    whole, gone = sum(steps), 0.0
    for step, point in zip(steps, rim, strict=True):
        if gone >= len(found) * whole / count and len(found) < count:
            found.append(point)
        gone += step
    return found


def _duels(state: TwilightState, places: list[tuple[int, Point]]) -> list[Duel]:
    """Every pair that fights, with its war once it is decided; the first is the one whose left half it is."""
    wars = {(war.seat, war.half): war for war in event.fought(state)} if state.step == RESULT else {}
    if state.players == 1:
        (_, left), (_, own), (_, right) = places
        return [(own, left, wars.get((0, "left"))), (own, right, wars.get((0, "right")))]
    duels: list[Duel] = []
    for at, (seat, place) in enumerate(places):
        foe, other = places[(at + 1) % len(places)]
        if seat == AI:
            duels.append((other, place, wars.get((foe, "right"))))
        else:
            duels.append((place, other, wars.get((seat, "left"))))
    return duels


def _duel(canvas: Canvas, start: Point, end: Point, war: War | None) -> None:
    """Two strengths that met, and an arrow from who wins to who loses."""
    long = hypot(end[0] - start[0], end[1] - start[1])
    along = ((end[0] - start[0]) / long, (end[1] - start[1]) / long)
    canvas.path(start, end, line=EDGE, width=3)
    if war is None:
        return
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    apart = min(66.0, long / 2 - NODE - NUMBER - 2)
    for side, strength, result in ((-1, war.mine, war.result), (1, war.theirs, AGAINST[war.result])):
        x, y = middle[0] + side * along[0] * apart, middle[1] + side * along[1] * apart
        canvas.disc(x, y, NUMBER, PANEL, COLOURS[result], 5 if result == "win" else 2.5)
        canvas.words(strength, x - 28, y - 26, 56, 52, 34, COLOURS[result], bold=result != "lose")
    _arrow(canvas, middle, along, war.result)


def _arrow(canvas: Canvas, middle: Point, along: Point, result: str) -> None:
    if result == "tie":
        canvas.words("=", middle[0] - 14, middle[1] - 26, 28, 52, 34, bold=True)
        return
    way = 1 if result == "win" else -1
    tip = (middle[0] + 13 * way * along[0], middle[1] + 13 * way * along[1])
    back = (middle[0] - 11 * way * along[0], middle[1] - 11 * way * along[1])
    wide = (-along[1] * 15, along[0] * 15)
    canvas.path(
        tip, (back[0] + wide[0], back[1] + wide[1]), (back[0] - wide[0], back[1] - wide[1]), fill="good"
    )


def _node(canvas: Canvas, state: TwilightState, seat: int, place: Point) -> None:
    """A player with name, or the AI faction."""
    x, y = place
    ready = seat == AI or state.sides[seat].strengths is not None or state.sides[seat].desk is not None
    colour = "muted" if seat == AI else f"seat{seat}"
    busy = state.step == STRENGTH and not ready
    canvas.disc(x, y, NODE, RAISED if busy else PANEL, colour, 5 if busy else 3)
    if seat == AI:
        canvas.icon("robot", x, y, 58, "muted")
    else:
        canvas.seat(seat, x, y, 54)
    if state.step == STRENGTH and ready:
        canvas.icon("check", x + NODE - 6, y - NODE + 10, 40, "good")
    name = text("ai") if seat == AI else seat_name(seat)
    _name(canvas, name, place, colour, state.players > 4)


def _name(canvas: Canvas, name: Text, place: Point, colour: str, many: bool) -> None:
    """A name where no arrow is: beside who sits at an end, below all others, aside at the top."""
    x, y = place
    across, down = MIDDLE[0] - x, MIDDLE[1] - y
    wide, high = 190, 44
    if abs(down) < NODE < abs(across) and abs(across) > REACH[0] - NODE:
        left = x + NODE + 28 if across > 0 else x - NODE - 28 - wide
        canvas.words(
            name, left, y - high / 2, wide, high, 29, colour, True, "left" if across > 0 else "right"
        )
        return
    inward = max(-52.0, min(52.0, across)) * (1 if many else -0.8) if down > 0 else 0
    canvas.words(name, x + inward - wide / 2, y + NODE - 2, wide, high, 29, colour, bold=True)
