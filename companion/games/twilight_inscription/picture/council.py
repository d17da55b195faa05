"""A council: both alternatives, the count as bars, and who has voted, or what everybody voted."""

from __future__ import annotations

from companion.engine import LEGAL, Draft, Picture, seat_name, text
from companion.engine.canvas import EDGE, PANEL, PLAIN, RAISED, Canvas

from .. import agendas, ballots, cards
from .. import council as event
from ..agendas import SIDES
from ..cards import AGENDAS
from ..dice import BLACK
from ..state import AGENDA, CLAIM, DEBATE, TIE, VOTE, TwilightState
from .signs import RESOURCE_COLOURS, RESOURCE_SIGNS

WIDTH, HEIGHT = 1000, 284
PANELS, SEATS = 188, 196
"""Where the alternatives end and where the players begin."""

WIDE = 496
BALLOT = (480, 370)
"""The size of the picture beside a secret vote: one alternative above the other."""

COLOURS = {"for": "good", "against": "bad", "": "muted"}
SIGNS = {"for": "check", "against": "no", "": "minus"}


def draw(state: TwilightState, draft: Draft | None = None) -> Picture:
    """What is voted on, and how it stands; beside a secret vote only what is voted on."""
    if state.step == VOTE and draft is not None and draft.seat is not None:
        return _ballot(state)
    if state.step == AGENDA:
        return _coming()
    canvas = Canvas(WIDTH, HEIGHT)
    told = state.step not in (CLAIM, DEBATE, VOTE)
    if not agendas.revealed(state) or state.step == CLAIM:
        canvas.icon("vote", 110, PANELS / 2, 150, "accent")
        canvas.words(text("kind.council"), 220, 4, WIDTH - 230, 64, 46, bold=True, align="left")
        said = text("council.remind.claim")
        canvas.words(said, 220, 70, WIDTH - 230, PANELS - 74, 36, "muted", align="left")
    else:
        for at, (card, side) in enumerate(agendas.shown(state)):
            _side(canvas, state, card, side, (at * (WIDTH - WIDE) + 3, 3, WIDE - 6, PANELS - 6), told)
    _seats(canvas, state, told)
    return canvas.picture()


def _coming() -> Picture:
    """Beside the agendas to choose from."""
    canvas = Canvas(*BALLOT)
    wide, high = BALLOT
    canvas.icon("vote", wide / 2, high * 0.42, 190, "accent")
    canvas.words(text("kind.council"), 10, high * 0.7, wide - 20, 70, 46, bold=True)
    return canvas.picture()


def _ballot(state: TwilightState) -> Picture:
    canvas = Canvas(*BALLOT)
    wide, high = BALLOT
    for at, (card, side) in enumerate(agendas.shown(state)):
        _side(canvas, state, card, side, (3, at * high / 2 + 3, wide - 6, high / 2 - 6), False)
    return canvas.picture()


def _side(
    canvas: Canvas,
    state: TwilightState,
    card: str,
    side: str,
    place: tuple[float, float, float, float],
    told: bool,
) -> None:
    """An alternative: its name, its words, and its votes as a bar."""
    x, y, wide, high = place
    chosen = side == state.verdict or side in state.verdicts
    canvas.box(x, y, wide, high, RAISED if chosen else PANEL, COLOURS[side], 6 if chosen else 2, 16)
    canvas.icon(SIGNS[side], x + 34, y + 32, 42, COLOURS[side])
    canvas.words(text(f"side.{side}"), x + 62, y + 4, 156, 56, 38, COLOURS[side], bold=True, align="left")
    starred = state.rival is not None and agendas.starred(state, agendas.revealed(state)[0]) == (
        side == SIDES[0]
    )
    if starred:
        canvas.icon("star", x + wide - 34, y + 32, 44, "accent")
    if told and state.rival is None:
        _bar(canvas, state, side, x + 226, y, wide - 226)
    else:
        name = cards.name(AGENDAS[card])
        canvas.words(name, x + 216, y + 4, wide - 226 - 52 * starred, 56, PLAIN - 2, "muted", align="right")
    canvas.words(agendas.words(state, card, side), x + 16, y + 62, wide - 32, high - 68, 32, align="left")


def _bar(canvas: Canvas, state: TwilightState, side: str, x: float, y: float, wide: float) -> None:
    counts = dict(zip(SIDES, ballots.counted(state), strict=True))
    most = max(1, *counts.values())
    room = wide - 88
    canvas.box(x, y + 16, room, 34, "", EDGE, 1.5, 8)
    if counts[side]:
        canvas.box(x, y + 16, room * counts[side] / most, 34, COLOURS[side], "", 0, 8)
    canvas.words(counts[side], x + room + 6, y + 2, 76, 62, 50, COLOURS[side], bold=True)


def _seats(canvas: Canvas, state: TwilightState, told: bool) -> None:
    """Everybody from the Speaker's left neighbour on, and the AI faction last."""
    order = ballots.order(state)
    extra = state.rival is not None
    wide, high = WIDTH / (len(order) + extra), HEIGHT - SEATS
    for at, seat in enumerate(order):
        _seat(canvas, state, seat, at * wide + 3, SEATS, wide - 6, high, told)
    if extra:
        _rival(canvas, state, len(order) * wide + 3, SEATS, wide - 6, high)


def _seat(
    canvas: Canvas, state: TwilightState, seat: int, x: float, y: float, w: float, h: float, told: bool
) -> None:
    """A player: above the shape and the vote, below the name; whoever has not voted is touched to vote."""
    ballot = state.sides[seat].ballot
    busy = state.step == VOTE and ballot is None
    canvas.box(x, y, w, h, RAISED if busy else PANEL, f"seat{seat}", 4 if busy else 1.5, 14)
    across = x + min(30.0, w / 4)
    canvas.seat(seat, across, y + 28, 38)
    canvas.words(seat_name(seat), x + 6, y + 50, w - 12, h - 52, PLAIN + 1, f"seat{seat}", bold=True)
    if busy:
        canvas.spot(x, y, w, h, Draft(event.key_of(state), seat), LEGAL, seat_name(seat))
    elif state.step == VOTE:
        canvas.icon("check", x + w - 28, y + 28, 40, "good")
    if seat in state.deciders:
        canvas.icon("crown", x + w - 20, y + 26, 30, "accent")
    if told and ballot is not None:
        verdict = state.verdicts[seat] if state.verdicts else ballot.side
        known = state.rival is None or bool(state.verdicts)
        left = across + 40
        if known:
            canvas.icon(SIGNS[verdict], left, y + 28, 28, COLOURS[verdict])
        if ballot.votes or state.rival is not None:
            colour = COLOURS[verdict] if known else "ink"
            canvas.words(ballot.votes, left + 16, y + 4, 44, 48, 36, colour, bold=True, align="left")


def _rival(canvas: Canvas, state: TwilightState, x: float, y: float, w: float, h: float) -> None:
    """The AI faction: its die, and its votes."""
    canvas.box(x, y, w, h, PANEL, EDGE, 1.5, 14)
    canvas.icon("robot", x + 30, y + 28, 42, "muted")
    canvas.words(text("ai"), x + 6, y + 50, w - 12, h - 52, PLAIN, "muted", bold=True)
    votes = ballots.ai_votes(state)
    if votes is None:
        if state.step == TIE:
            canvas.words(text("council.ai.wait"), x + 60, y + 4, w - 66, 48, PLAIN, "muted", align="left")
        return
    resource = BLACK[state.cast]
    canvas.words(votes, x + 60, y + 4, 60, 48, 38, bold=True, align="left")
    canvas.box(x + w - 54, y + 6, 46, 46, "#17171a", EDGE, 2, 10)
    canvas.icon(RESOURCE_SIGNS[resource], x + w - 31, y + 29, 32, RESOURCE_COLOURS[resource])
