"""A war: everybody in a ring, left neighbours clockwise, and between them who is stronger."""

from __future__ import annotations

from math import hypot
from typing import TypeAlias

from companion.engine import LEGAL, Draft, Picture, Seat, Text, seat_name, text
from companion.engine.canvas import EDGE, PANEL, PLAIN, RAISED, Canvas

from .. import war as event
from ..assets import HALVES
from ..state import AI, LINE, RESULT, STRENGTH, TwilightState, War, neighbour

WIDTH, HEIGHT = 1000, 284
LEFT, RIGHT, TOP, BOTTOM = 76.0, 924.0, 30.0, 226.0
"""Where the ring's corners are."""

NODE, NUMBER, SIGN = 29, 25, 42
"""Half sizes of a player and of a strength; the size of a strength."""

NAME = 28
"""The height of a name, below its player."""

ENTRY = (340, 276)
"""The size of the picture beside the numbers that a player chooses from."""

COLOURS = {"win": "good", "lose": "bad", "tie": "ink"}
AGAINST = {"win": "lose", "lose": "win", "tie": "tie"}

Point: TypeAlias = "tuple[float, float]"
Duel: TypeAlias = "tuple[Point, Point, War | None]"


def draw(state: TwilightState, draft: Draft | None = None) -> Picture:
    """The ring; until all have counted only who has, then the results. Beside a player's entry what is
    counted."""
    if state.step == STRENGTH and draft is not None and draft.seat is not None and _is_entry(state, draft):
        return _entry(state, draft.seat, draft)
    canvas = Canvas(WIDTH, HEIGHT)
    places = _places(state)
    for start, end, war in _duels(state, places):
        _duel(canvas, start, end, war)
    for seat, place in places:
        _node(canvas, state, seat, place)
    _middle(canvas, state)
    return canvas.picture()


def _is_entry(state: TwilightState, draft: Draft) -> bool:
    return draft.key == event.key_of(state)


def _places(state: TwilightState) -> list[tuple[int, Point]]:
    """Where everybody sits; the AI faction stands wherever a neighbour is missing."""
    if state.players == 1:
        level = (TOP + BOTTOM) / 2 + 40
        return [(AI, (LEFT, level)), (0, (WIDTH / 2, level)), (AI, (RIGHT, level))]
    seats = [*range(state.players), *([AI] if state.players == 2 else [])]
    if state.players == 2 and neighbour(state, 0, "left") != 1:
        seats = [0, AI, 1]
    return list(zip(seats, ring(len(seats)), strict=True))


def ring(count: int) -> list[Point]:
    """Two rows, clockwise from the right end of the lower one."""
    below = count // 2
    return [*((x, BOTTOM) for x in reversed(_row(below))), *((x, TOP) for x in _row(count - below))]


def _row(count: int) -> list[float]:
    if count == 1:
        return [(LEFT + RIGHT) / 2]
    return [LEFT + (RIGHT - LEFT) * at / (count - 1) for at in range(count)]


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
    """Two strengths that met, and an arrow from who wins to who loses; upright lines begin below a name."""
    upright = start[0] == end[0]
    if upright:
        down = 1 if end[1] > start[1] else -1
        shift = (NODE + NAME + 4, -NODE) if down > 0 else (-NODE, NODE + NAME + 4)
        start, end = (start[0], start[1] + shift[0]), (end[0], end[1] + shift[1])
    long = hypot(end[0] - start[0], end[1] - start[1])
    along = ((end[0] - start[0]) / long, (end[1] - start[1]) / long)
    canvas.path(start, end, line=EDGE, width=3)
    if war is None:
        return
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    apart = long / 2 - NUMBER if upright else min(long / 2 - NODE - NUMBER - 20, 95.0)
    for side, strength, result in ((-1, war.mine, war.result), (1, war.theirs, AGAINST[war.result])):
        x, y = middle[0] + side * along[0] * apart, middle[1] + side * along[1] * apart
        canvas.disc(x, y, NUMBER, PANEL, COLOURS[result], 5 if result == "win" else 2.5)
        canvas.words(strength, x - 26, y - 24, 52, 48, 36, COLOURS[result], bold=result != "lose")
    aside = NUMBER + 20 if middle[0] < WIDTH / 2 else -NUMBER - 20
    _arrow(canvas, (middle[0] + aside * upright, middle[1]), along, war.result)


def _arrow(canvas: Canvas, middle: Point, along: Point, result: str) -> None:
    if result == "tie":
        canvas.words("=", middle[0] - 14, middle[1] - 26, 28, 52, 38, bold=True)
        return
    way = 1 if result == "win" else -1
    tip = (middle[0] + 13 * way * along[0], middle[1] + 13 * way * along[1])
    back = (middle[0] - 11 * way * along[0], middle[1] - 11 * way * along[1])
    wide = (-along[1] * 15, along[0] * 15)
    canvas.path(
        tip, (back[0] + wide[0], back[1] + wide[1]), (back[0] - wide[0], back[1] - wide[1]), fill="good"
    )


def _node(canvas: Canvas, state: TwilightState, seat: int, place: Point) -> None:
    """A player with name, or the AI faction; a touch enters the strengths."""
    x, y = place
    ready = seat == AI or state.sides[seat].strengths is not None or state.sides[seat].desk is not None
    colour = "muted" if seat == AI else f"seat{seat}"
    busy = state.step == STRENGTH and not ready
    if seat != AI and state.step == STRENGTH and state.sides[seat].desk is None:
        canvas.spot(x - 74, y - 30, 148, 88, Draft(event.key_of(state), seat), LEGAL, seat_name(seat))
    canvas.disc(x, y, NODE, RAISED if busy else PANEL, colour, 5 if busy else 3)
    if seat == AI:
        canvas.icon("robot", x, y, SIGN, "muted")
    else:
        canvas.seat(seat, x, y, SIGN - 4)
    if state.step == STRENGTH and ready:
        canvas.icon("check", x + NODE + 18, y, 36, "good")
    canvas.words(_named(seat), x - 75, y + NODE, 150, NAME, 26, colour, bold=True)


def _named(seat: int) -> Text:
    return text("ai") if seat == AI else seat_name(seat)


def _middle(canvas: Canvas, state: TwilightState) -> None:
    """Inside the ring: which war it is; with the results, what everybody marks."""
    three = len(_places(state)) == 3 and state.players > 1
    x, y, wide, high = (345.0, 56.0, 310.0, 84.0) if three else (170.0, 86.0, 660.0, 108.0)
    if state.players == 1:
        x, y, wide, high = 60.0, 0.0, WIDTH - 120.0, 120.0
    if state.step == RESULT:
        for at, result in enumerate(COLOURS):
            each = high / len(COLOURS)
            canvas.words(
                text(f"war.legend.{result}"), x, y + at * each, wide, each, PLAIN, COLOURS[result], True
            )
        return
    high += 36 * three  # no strengths stand in the way yet
    title = text("war.title", number=event.number(state))
    canvas.words(title, x, y, wide, high / 2, 44, "ink", bold=True)
    said = text("war.title.line") if state.step == LINE else text("war.title.strength")
    canvas.words(said, x, y + high / 2, wide, high / 2, 28, "muted")


def _entry(state: TwilightState, seat: Seat, draft: Draft) -> Picture:
    """What one player counts: against whom, and what was entered."""
    canvas = Canvas(*ENTRY)
    wide, high = ENTRY
    canvas.seat(seat, 34, 34, 50)
    canvas.words(seat_name(seat), 68, 4, wide - 76, 60, 40, f"seat{seat}", bold=True, align="left")
    asked = next((half for half in HALVES if draft.number(half) is None), "")
    for at, half in enumerate(HALVES):
        x, foe = 4 + at * wide / 2, neighbour(state, seat, half)
        box = (x, 74, wide / 2 - 8, high - 78)
        canvas.box(*box, RAISED if half == asked else PANEL, "accent" if half == asked else EDGE, 4, 14)
        canvas.words(text(f"half.{half}"), x, 80, box[2], 40, 32, "muted")
        count = draft.number(half)
        if count is None:
            canvas.icon("pencil", x + box[2] / 2, 156, 44, "accent" if half == asked else "faint")
        else:
            canvas.words(count, x, 120, box[2], 72, 60, bold=True)
        if foe == AI:
            canvas.icon("robot", x + 26, high - 34, 40, "muted")
        else:
            canvas.seat(foe, x + 26, high - 34, 36)
        canvas.words(_named(foe), x + 50, high - 62, box[2] - 56, 56, 28, align="left")
    return canvas.picture()
