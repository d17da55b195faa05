"""A council: both alternatives, the count as bars, and who has voted, or what everybody voted."""

from __future__ import annotations

from companion.engine import Picture, seat_name, text
from companion.engine.canvas import EDGE, PANEL, PLAIN, RAISED, SMALL, Canvas

from .. import agendas, ballots, cards
from ..agendas import SIDES
from ..cards import AGENDAS
from ..dice import BLACK
from ..state import AGENDA, CLAIM, DEBATE, TIE, VOTE, TwilightState
from .signs import RESOURCE_COLOURS, RESOURCE_SIGNS

WIDTH, HEIGHT = 1000, 430
PANELS, SEATS = 262, 268
"""Where the alternatives end and where the players begin."""

WIDE = 496
COLOURS = {"for": "good", "against": "bad", "": "muted"}
SIGNS = {"for": "check", "against": "no", "": "minus"}


def draw(state: TwilightState) -> Picture:
    """What is voted on, and how it stands."""
    canvas = Canvas(WIDTH, HEIGHT)
    told = state.step not in (CLAIM, AGENDA, DEBATE, VOTE)
    if not agendas.revealed(state) or state.step in (CLAIM, AGENDA):
        canvas.icon("vote", WIDTH / 2, 96, 150, "accent")
        canvas.words(text("kind.council"), 100, 178, WIDTH - 200, 76, 48, bold=True)
    else:
        for at, (card, side) in enumerate(agendas.shown(state)):
            _side(canvas, state, card, side, at * (WIDTH - WIDE), told)
    _seats(canvas, state, told)
    return canvas.picture()


def _side(canvas: Canvas, state: TwilightState, card: str, side: str, x: float, told: bool) -> None:
    """An alternative: its name, its words, and its votes as a bar."""
    chosen = side == state.verdict or side in state.verdicts
    canvas.box(
        x + 3, 3, WIDE - 6, PANELS - 6, RAISED if chosen else PANEL, COLOURS[side], 6 if chosen else 2, 16
    )
    canvas.icon(SIGNS[side], x + 38, 38, 42, COLOURS[side])
    canvas.words(text(f"side.{side}"), x + 66, 6, 180, 64, 40, COLOURS[side], bold=True, align="left")
    star = state.rival is not None and agendas.starred(state, agendas.revealed(state)[0]) == (
        side == SIDES[0]
    )
    if star:
        canvas.icon("star", x + WIDE - 40, 38, 46, "accent")
    left = x + 250
    canvas.words(
        cards.name(AGENDAS[card]),
        left,
        8,
        x + WIDE - 14 - 56 * star - left,
        60,
        PLAIN,
        "muted",
        align="right",
    )
    bars = told and state.rival is None
    high = PANELS - 72 - (66 if bars else 10)
    canvas.words(agendas.words(state, card, side), x + 18, 68, WIDE - 36, high, 32, align="left")
    if bars:
        _bar(canvas, state, side, x)


def _bar(canvas: Canvas, state: TwilightState, side: str, x: float) -> None:
    counts = dict(zip(SIDES, ballots.counted(state), strict=True))
    most = max(1, *counts.values())
    y, room = PANELS - 62, WIDE - 116
    canvas.box(x + 18, y + 4, room, 44, "", EDGE, 1.5, 10)
    if counts[side]:
        canvas.box(x + 18, y + 4, room * counts[side] / most, 44, COLOURS[side], "", 0, 10)
    canvas.words(counts[side], x + WIDE - 94, y - 6, 80, 64, 50, COLOURS[side], bold=True)


def _seats(canvas: Canvas, state: TwilightState, told: bool) -> None:
    """Everybody from the Speaker's left neighbour on, and the AI faction last."""
    order = ballots.order(state)
    extra = state.rival is not None
    count = len(order) + extra
    across = min(count, 4)
    wide, high = WIDTH / across, (HEIGHT - SEATS) / -(-count // across)
    for at, seat in enumerate(order):
        x, y = at % across * wide + 4, SEATS + at // across * high + 3
        _seat(canvas, state, seat, x, y, wide - 8, high - 6, told)
    if extra:
        _rival(canvas, state, (count - 1) % across * wide + 4, SEATS + 3, wide - 8, high - 6)


def _seat(
    canvas: Canvas, state: TwilightState, seat: int, x: float, y: float, w: float, h: float, told: bool
) -> None:
    ballot = state.sides[seat].ballot
    busy = state.step == VOTE and ballot is None
    canvas.box(x, y, w, h, RAISED if busy else PANEL, f"seat{seat}", 4 if busy else 1.5, 14)
    low = h < 130
    middle = y + h / 2 if low else y + 38
    canvas.seat(seat, x + 32, middle, 40)
    room = w - (148 if low and told else 70)
    canvas.words(
        seat_name(seat), x + 58, middle - 30, room, 60, PLAIN + 3, f"seat{seat}", bold=True, align="left"
    )
    if state.step == VOTE and ballot is not None:
        canvas.icon("check", x + w - 30, y + h - 30, 44, "good")
    if seat in state.deciders:
        canvas.icon("crown", x + 32, middle - 26, 32, "accent")
    if told and ballot is not None:
        verdict = state.verdicts[seat] if state.verdicts else ballot.side
        known = state.rival is None or bool(state.verdicts)
        left, base = (x + w - 76, middle) if low else (x + 36, y + h - 34)
        if known:
            canvas.icon(SIGNS[verdict], left, base, 34, COLOURS[verdict])
        if ballot.votes or state.rival is not None:
            colour = COLOURS[verdict] if known else "ink"
            canvas.words(ballot.votes, left + 20, base - 30, 54, 58, 40, colour, bold=True, align="left")


def _rival(canvas: Canvas, state: TwilightState, x: float, y: float, w: float, h: float) -> None:
    """The AI faction: its die, and its votes."""
    canvas.box(x, y, w, h, PANEL, EDGE, 1.5, 14)
    canvas.icon("robot", x + 34, y + 36, 46, "muted")
    canvas.words(text("ai"), x + 62, y + 6, w - 70, 60, PLAIN, "muted", bold=True, align="left")
    votes = ballots.ai_votes(state)
    if votes is None:
        if state.step == TIE:
            canvas.words(text("council.ai.wait"), x + 10, y + h - 60, w - 20, 50, SMALL, "muted")
        return
    resource = BLACK[state.cast]
    canvas.words(votes, x + 24, y + h - 74, 90, 68, 48, bold=True, align="left")
    canvas.box(x + w - 76, y + h - 76, 66, 66, "#17171a", EDGE, 2, 12)
    canvas.icon(RESOURCE_SIGNS[resource], x + w - 43, y + h - 43, 44, RESOURCE_COLOURS[resource])
