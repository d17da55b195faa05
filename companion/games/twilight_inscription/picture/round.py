"""The round: the event card, the dice, and who is still marking."""

from __future__ import annotations

from companion.engine import Draft, Picture, seat_name, text
from companion.engine.canvas import EDGE, PANEL, PLAIN, RAISED, SMALL, Canvas
from companion.engine.rule import LEGAL

from .. import cards, dice, strategy
from ..cards import EVENTS
from ..state import CARD, DICE, TwilightState
from .signs import DICE as BODIES
from .signs import RESOURCE_COLOURS, RESOURCE_SIGNS

WIDTH, HEIGHT = 1000, 560
CARD_HIGH, DICE_TOP = 128, 146
SEATS_TOP = 304
SIDE = 148
"""A die's edge."""


def draw(state: TwilightState, draft: Draft | None) -> Picture:
    """What lies in the middle of the table, and everybody round it."""
    canvas = Canvas(WIDTH, HEIGHT)
    _card(canvas, state)
    if EVENTS[state.event].kind == "strategy":
        _dice(canvas, state)
    _seats(canvas, state)
    return canvas.picture()


def _card(canvas: Canvas, state: TwilightState) -> None:
    """The event card with what it supplies."""
    card = EVENTS[state.event]
    edge = "#6fa8ff" if card.colour == "blue" else EDGE
    canvas.box(4, 4, WIDTH - 8, CARD_HIGH, PANEL, edge, 4, 16)
    canvas.words(cards.name(card), 28, 14, 560, 58, 42, bold=True, align="left")
    kind = text("heading.kind", phase=text(f"phase.{card.phase}"), kind=text(f"kind.{card.kind}"))
    canvas.words(kind, 28, 74, 560, 44, PLAIN, "muted", align="left")
    for at, resource in enumerate(card.resources):
        x = WIDTH - 80 - 112 * (len(card.resources) - 1 - at)
        canvas.disc(x, 68, 50, RAISED, RESOURCE_COLOURS[resource], 4)
        canvas.icon(RESOURCE_SIGNS[resource], x, 68, 60, RESOURCE_COLOURS[resource])


def _dice(canvas: Canvas, state: TwilightState) -> None:
    """Black and focus dice apart; empty places before the roll."""
    black = [face for face in state.dice if face in dice.BLACK]
    for at in range(dice.COUNT["black"]):
        x = 10 + at * (SIDE + 12)
        canvas.box(x, DICE_TOP, SIDE, SIDE, BODIES["black"] if black else "", EDGE, 3, 26)
        if at < len(black):
            resource = dice.BLACK[black[at]]
            canvas.icon(RESOURCE_SIGNS[resource], x + SIDE / 2, DICE_TOP + SIDE / 2, 96, RESOURCE_COLOURS[resource])
    canvas.path((WIDTH / 2, DICE_TOP + 8), (WIDTH / 2, DICE_TOP + SIDE - 8), line="faint", width=2)
    for at, colour in enumerate(dice.COLOURS):
        x = WIDTH - 10 - SIDE - (len(dice.COLOURS) - 1 - at) * (SIDE + 12)
        face = next((one for one in state.dice if dice.kind(one) == colour), "")
        canvas.box(x, DICE_TOP, SIDE, SIDE, BODIES[colour] if face else "", BODIES[colour], 5, 26)
        resource = dice.resource(colour, state.facts)
        if face:
            count = dice.symbols(face)
            name = RESOURCE_SIGNS.get(resource, face.partition(":")[2])
            for number in range(count if resource else 1):
                across = x + SIDE / 2 + (number - (count - 1) / 2) * 62 * bool(resource)
                canvas.icon(name, across, DICE_TOP + SIDE / 2, 62 if resource and count > 1 else 92)
        elif resource:
            canvas.icon(RESOURCE_SIGNS[resource], x + SIDE / 2, DICE_TOP + SIDE / 2, 62, "faint")


def _seats(canvas: Canvas, state: TwilightState) -> None:
    """Everybody with active sheet, usable focus dice, and whether the pen is down; a touch lays it down."""
    across = min(state.players, 4)
    rows = -(-state.players // across)
    wide, high = WIDTH / across, (HEIGHT - SEATS_TOP) / rows
    marking = state.step in (CARD, DICE)
    for seat, side in enumerate(state.sides):
        x, y = seat % across * wide + 5, SEATS_TOP + seat // across * high + 4
        w, h = wide - 10, high - 8
        busy = marking and not side.down
        canvas.box(x, y, w, h, RAISED if busy else PANEL, f"seat{seat}", 4 if busy else 1.5, 14)
        canvas.seat(seat, x + 34, y + 38, 40)
        canvas.words(seat_name(seat), x + 60, y + 8, w - 66, 60, PLAIN + 3, f"seat{seat}", bold=True, align="left")
        if h > 96:
            _status(canvas, state, seat, x, y, w, h)
        if marking and side.down:
            canvas.icon("check", x + w - 28, y + 36, 40, "good")
        if busy and state.depth != "full":
            canvas.spot(x, y, w, h, Draft("mark", seat), LEGAL, text("down.ask"))


def _status(canvas: Canvas, state: TwilightState, seat: int, x: float, y: float, w: float, h: float) -> None:
    side, at = state.sides[seat], x + 36
    if side.active:
        canvas.icon(side.active, at, y + h - 34, 44, "ink")
        at += 60
    for resource, count in strategy.usable(state, seat).items():
        canvas.icon(RESOURCE_SIGNS[resource], at, y + h - 34, 40, RESOURCE_COLOURS[resource])
        if count > 1:
            canvas.words(f"×{count}", at + 20, y + h - 56, 40, 44, SMALL, align="left")
            at += 36
        at += 52
    if state.step in (CARD, DICE) and not side.active and h > 120:
        key = "round.done" if side.down else "round.marking"
        canvas.words(text(key), x + 16, y + h - 60, w - 24, 48, SMALL, "muted", align="left")
