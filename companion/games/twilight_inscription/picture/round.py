"""The round: the event card above the six dice, and who may use which focus die."""

from __future__ import annotations

from companion.engine import Draft, Picture, Step, Text, text
from companion.engine.canvas import EDGE, PANEL, PLAIN, RAISED, Canvas

from .. import cards, dice, events, strategy
from ..cards import EVENTS
from ..state import DICE, ROLL, TwilightState
from .signs import DICE as BODIES
from .signs import RESOURCE_COLOURS, RESOURCE_SIGNS

WIDTH, HEIGHT = 1000, 284
CARD_HIGH, TOP, SIDE, STEP = 84, 94, 146, 160
"""The card's height; where the dice begin, how large and how far apart they are."""

SLOT, SLOT_STEP = 100, 112
"""The dice that are told already, while the others are entered by touch."""

KEYS, KEY_HIGH, KEY_STEP = 112, 170, 110
"""The faces to touch: where they begin, how high and how far apart they are."""

BACKS = {"blue": "#6fa8ff", "black": EDGE}
SIGNS = {"production": "good"}
"""Large signs of events without dice."""


def draw(state: TwilightState, draft: Draft | None = None) -> Picture:
    """What lies in the middle of the table; the faces to touch while a roll is entered."""
    canvas = Canvas(WIDTH, HEIGHT)
    if state.step == ROLL:
        _roll(canvas, state, draft if draft is not None and draft.key == "roll" else Draft("roll"))
        return canvas.picture()
    _card(canvas, state)
    if EVENTS[state.event].kind == "strategy":
        _dice(canvas, state)
    else:
        _told(canvas, state)
    return canvas.picture()


def _card(canvas: Canvas, state: TwilightState) -> None:
    """The event card with what it supplies."""
    card = EVENTS[state.event]
    canvas.box(4, 4, WIDTH - 8, CARD_HIGH - 4, PANEL, BACKS[card.colour], 4, 16)
    canvas.words(cards.name(card), 24, 6, 600, 46, 38, bold=True, align="left")
    kind = text("heading.kind", phase=text(f"phase.{card.phase}"), kind=text(f"kind.{card.kind}"))
    canvas.words(kind, 24, 48, 600, 34, PLAIN, "muted", align="left")
    middle = CARD_HIGH / 2 + 2
    for at, resource in enumerate(card.resources):
        x = WIDTH - 56 - 88 * (len(card.resources) - 1 - at)
        canvas.disc(x, middle, 35, RAISED, RESOURCE_COLOURS[resource], 4)
        canvas.icon(RESOURCE_SIGNS[resource], x, middle, 46, RESOURCE_COLOURS[resource])


def _told(canvas: Canvas, state: TwilightState) -> None:
    """What all have to do in an event without dice."""
    sign = SIGNS.get(EVENTS[state.event].kind, "card")
    canvas.icon(sign, 110, CARD_HIGH + (HEIGHT - CARD_HIGH) / 2, 140, "accent")
    part = events.part_of(state)
    told = [] if part is None else [reminder.text for reminder in part.reminders(state)]
    across = 1 if len(told) < 3 else 2
    rows = -(-len(told) // across) or 1
    wide, high = (WIDTH - 230) / across, (HEIGHT - CARD_HIGH - 12) / rows
    for at, words in enumerate(told):
        x, y = 220 + at // rows * wide, CARD_HIGH + 8 + at % rows * high
        canvas.words(words, x, y, wide - 10, high, 38, align="left")


def _dice(canvas: Canvas, state: TwilightState) -> None:
    black = [face for face in state.dice if face in dice.BLACK]
    for at in range(dice.COUNT["black"]):
        _black(canvas, black[at] if at < len(black) else "", 4 + at * STEP, TOP, SIDE)
    for at, colour in enumerate(dice.COLOURS):
        face = next((one for one in state.dice if dice.kind(one) == colour), "")
        x = WIDTH - 4 - SIDE - (len(dice.COLOURS) - 1 - at) * STEP
        _focus(canvas, state, colour, face, x, TOP, SIDE)
        if state.step == DICE:
            _users(canvas, state, dice.resource(colour, state.facts), x)


def _black(canvas: Canvas, face: str, x: float, y: float, side: float) -> None:
    """A die that everybody uses; an empty place before the roll."""
    canvas.box(x, y, side, side, BODIES["black"] if face else "", EDGE, 3, side / 6)
    if face:
        resource = dice.BLACK[face]
        sign, colour = RESOURCE_SIGNS[resource], RESOURCE_COLOURS[resource]
        canvas.icon(sign, x + side / 2, y + side / 2, side * 0.71, colour)


def _focus(
    canvas: Canvas, state: TwilightState, colour: str, face: str, x: float, y: float, side: float
) -> None:
    """A focus die; before the roll only whose colour it is, and what it gives."""
    canvas.box(x, y, side, side, BODIES[colour] if face else "", BODIES[colour], 6, side / 6)
    sign = RESOURCE_SIGNS.get(dice.resource(colour, state.facts), "")
    middle = y + side / 2
    if not sign and face:
        canvas.icon(face.partition(":")[2], x + side / 2, middle, side * 0.68)
    elif not sign:
        canvas.words(text(f"die.{colour}"), x + 6, y, side - 12, side, PLAIN, "muted")
    count = dice.symbols(face) if face and sign else bool(sign)
    for number in range(count):
        across = x + side / 2 + (number - (count - 1) / 2) * side * 0.46
        canvas.icon(sign, across, middle, side * (0.68 if count == 1 else 0.43), "ink" if face else "faint")


def _users(canvas: Canvas, state: TwilightState, resource: str, x: float) -> None:
    """Below a focus die those who may use it."""
    users = [seat for seat in range(state.players) if resource in strategy.usable(state, seat)]
    for at, seat in enumerate(users):
        canvas.seat(seat, x + 20 + at * min(38, (SIDE - 20) / len(users)), TOP + SIDE + 23, 36)


def _roll(canvas: Canvas, state: TwilightState, draft: Draft) -> None:
    """The dice that are told, and below them every face that another die may show."""
    told = [str(face) for face in draft.all("faces")]
    black = [face for face in told if face in dice.BLACK]
    for at in range(dice.COUNT["black"]):
        _black(canvas, black[at] if at < len(black) else "", 4 + at * SLOT_STEP, 2, SLOT)
    for at, colour in enumerate(dice.COLOURS):
        face = next((one for one in told if dice.kind(one) == colour), "")
        x = WIDTH - 4 - SLOT - (len(dice.COLOURS) - 1 - at) * SLOT_STEP
        _focus(canvas, state, colour, face, x, 2, SLOT)
    found = strategy.step(state, draft)
    if not isinstance(found, Step):
        return
    for at, face in enumerate(dice.FACES):
        option = next((one for one in found.options if one.value == face), None)
        if option is None:
            continue
        x = 4 + at * KEY_STEP + 2 * (at // 3)
        _key(canvas, state, face, x)
        canvas.words(_key_name(face), x + 5, KEYS + 112, KEY_STEP - 16, 52, 23, "ink")
        canvas.option(x, KEYS, KEY_STEP - 6, KEY_HIGH, draft, found.field, option)


def _key(canvas: Canvas, state: TwilightState, face: str, x: float) -> None:
    x, y = x + 6, KEYS + 10
    if face in dice.BLACK:
        _black(canvas, face, x, y, KEY_STEP - 18)
    else:
        _focus(canvas, state, dice.kind(face), face, x, y, KEY_STEP - 18)


def _key_name(face: str) -> Text:
    sign = face.partition(":")[2]
    return text(f"resource.{dice.BLACK[face]}") if face in dice.BLACK else text(f"face.{sign}")
