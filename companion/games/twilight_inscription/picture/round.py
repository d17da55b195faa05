"""The round: the event card above the six dice, and who may use which focus die."""

from __future__ import annotations

from companion.engine import Picture, text
from companion.engine.canvas import EDGE, PANEL, PLAIN, RAISED, SMALL, Canvas

from .. import cards, dice, strategy
from ..cards import EVENTS
from ..state import DICE, TwilightState
from .signs import DICE as BODIES
from .signs import RESOURCE_COLOURS, RESOURCE_SIGNS

WIDTH, HEIGHT = 1000, 310
CARD_HIGH, TOP, SIDE, STEP = 92, 106, 152, 162
"""The card's height; where the dice begin, how large and how far apart they are."""

BACKS = {"blue": "#6fa8ff", "black": EDGE}


def draw(state: TwilightState) -> Picture:
    """What lies in the middle of the table."""
    canvas = Canvas(WIDTH, HEIGHT)
    _card(canvas, state)
    if EVENTS[state.event].kind == "strategy":
        _black(canvas, state)
        for at, colour in enumerate(dice.COLOURS):
            _focus(canvas, state, colour, WIDTH - 4 - SIDE - (len(dice.COLOURS) - 1 - at) * STEP)
    return canvas.picture()


def _card(canvas: Canvas, state: TwilightState) -> None:
    """The event card with what it supplies."""
    card = EVENTS[state.event]
    canvas.box(4, 4, WIDTH - 8, CARD_HIGH, PANEL, BACKS[card.colour], 4, 16)
    canvas.words(cards.name(card), 24, 8, 600, 50, 40, bold=True, align="left")
    kind = text("heading.kind", phase=text(f"phase.{card.phase}"), kind=text(f"kind.{card.kind}"))
    canvas.words(kind, 24, 54, 600, 38, PLAIN, "muted", align="left")
    for at, resource in enumerate(card.resources):
        x = WIDTH - 60 - 96 * (len(card.resources) - 1 - at)
        canvas.disc(x, 4 + CARD_HIGH / 2, 40, RAISED, RESOURCE_COLOURS[resource], 4)
        canvas.icon(RESOURCE_SIGNS[resource], x, 4 + CARD_HIGH / 2, 52, RESOURCE_COLOURS[resource])


def _black(canvas: Canvas, state: TwilightState) -> None:
    """The dice that everybody uses; empty places before the roll."""
    rolled = [dice.BLACK[face] for face in state.dice if face in dice.BLACK]
    for at in range(dice.COUNT["black"]):
        x = 4 + at * STEP
        canvas.box(x, TOP, SIDE, SIDE, BODIES["black"] if rolled else "", EDGE, 3, 26)
        if at < len(rolled):
            sign, colour = RESOURCE_SIGNS[rolled[at]], RESOURCE_COLOURS[rolled[at]]
            canvas.icon(sign, x + SIDE / 2, TOP + SIDE / 2, 108, colour)


def _focus(canvas: Canvas, state: TwilightState, colour: str, x: float) -> None:
    """A focus die, and below it those who may use it."""
    face = next((one for one in state.dice if dice.kind(one) == colour), "")
    canvas.box(x, TOP, SIDE, SIDE, BODIES[colour] if face else "", BODIES[colour], 6, 26)
    resource = dice.resource(colour, state.facts)
    sign = RESOURCE_SIGNS.get(resource, "")
    count = dice.symbols(face) if face else 1
    if not sign and face:
        canvas.icon(face.partition(":")[2], x + SIDE / 2, TOP + SIDE / 2, 104)
    for number in range(count if sign else 0):
        across = x + SIDE / 2 + (number - (count - 1) / 2) * 70
        canvas.icon(sign, across, TOP + SIDE / 2, 104 if count == 1 else 66, "ink" if face else "faint")
    if state.step == DICE:
        users = [seat for seat in range(state.players) if resource in strategy.usable(state, seat)]
        for at, seat in enumerate(users):
            canvas.seat(seat, x + 20 + at * min(38, (SIDE - 20) / max(len(users), 1)), TOP + SIDE + 28, 36)
    elif not face and not sign:
        canvas.words(text(f"die.{colour}"), x, TOP + SIDE + 6, SIDE, 40, SMALL, "muted")
