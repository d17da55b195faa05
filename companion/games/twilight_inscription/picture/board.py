"""The Mecatol Rex board with the objectives beside it."""

from __future__ import annotations

from companion.engine import Picture, Text, text
from companion.engine.canvas import EDGE, PANEL, PLAIN, RAISED, SMALL, Canvas

from .. import awards, cards
from ..cards import OBJECTIVES
from ..desk import SHEETS
from ..state import AI, TwilightState

WIDTH, HEIGHT = 1000, 560
LEFT = 440
"""Where the objectives begin."""

HEAD = 50


def draw(state: TwilightState) -> Picture:
    """Rows on the left, objectives on the right."""
    canvas = Canvas(WIDTH, HEIGHT)
    canvas.icon("mecatol", 30, 26, 44, "accent")
    canvas.words(text("board.rows"), 60, 2, LEFT - 70, 46, PLAIN, "muted", align="left")
    canvas.words(text("board.objectives"), LEFT, 2, WIDTH - LEFT, 46, PLAIN, "muted", align="left")
    _rows(canvas, state)
    for at, sheet in enumerate(SHEETS):
        _objective(canvas, state, sheet, HEAD + at * (HEIGHT - HEAD) / len(SHEETS))
    return canvas.picture()


def _rows(canvas: Canvas, state: TwilightState) -> None:
    """The rows of the board from the top: who stands there, votes and points."""
    count = max(4, min(8, state.players + (state.rival is not None)))
    high = (HEIGHT - HEAD) / count
    for row in range(1, count + 1):
        y = HEAD + (row - 1) * high
        name = state.mecatol[row - 1] if row <= len(state.mecatol) else None
        canvas.box(2, y, LEFT - 26, high - 6, RAISED if name else PANEL, EDGE, 1.5, 10)
        canvas.words(row, 8, y, 40, high - 6, PLAIN, "muted")
        if name is not None and name.seat == AI:
            canvas.icon("robot", 80, y + high / 2 - 3, 44, "muted")
        elif name is not None:
            canvas.seat(name.seat, 80, y + high / 2 - 3, 44)
        worth = name.row if name else row
        for at, (what, sign) in enumerate((("votes", "vote"), ("points", "vp"))):
            x = 170 + at * 120
            have = awards.row_worth(worth, what, state.facts)
            canvas.icon(sign, x, y + high / 2 - 3, 38, "faint" if have is None else "ink")
            said = text("board.unknown") if have is None else have
            canvas.words(said, x + 26, y, 50, high - 6, PLAIN, "ink", align="left")


def _objective(canvas: Canvas, state: TwilightState, sheet: str, y: float) -> None:
    """One objective: its name, what it is worth, and who has fulfilled it."""
    high = (HEIGHT - HEAD) / len(SHEETS) - 8
    canvas.box(LEFT, y, WIDTH - LEFT - 2, high, PANEL, EDGE, 1.5, 12)
    canvas.icon(sheet, LEFT + 44, y + high / 2, 60, "ink")
    card = OBJECTIVES.get(state.objectives.get(sheet, ""))
    name = text(f"sheet.{sheet}") if card is None else cards.name(card)
    canvas.words(name, LEFT + 92, y + 4, WIDTH - LEFT - 220, high / 2, PLAIN, bold=True, align="left")
    if card is not None:
        first, later = (_worth(state, card.id, first) for first in (True, False))
        worth = text("board.worth", first=first, later=later)
        canvas.words(worth, WIDTH - 124, y + 4, 114, high / 2, PLAIN, "accent", bold=True, align="right")
    own = [award for award in state.awards if award.sheet == sheet]
    for at, award in enumerate(own):
        x = LEFT + 116 + at * 54
        if award.first:
            canvas.disc(x, y + high * 0.73, 25, RAISED, "accent", 3)
        if award.seat == AI:
            canvas.icon("robot", x, y + high * 0.73, 34, "muted")
        else:
            canvas.seat(award.seat, x, y + high * 0.73, 34)
    if card is not None and not own:
        told = cards.tells(card)
        if told is not None:
            canvas.words(
                told, LEFT + 92, y + high / 2, WIDTH - LEFT - 104, high / 2 - 6, SMALL, "muted", align="left"
            )


def _worth(state: TwilightState, objective: str, first: bool) -> Text | int:
    printed = awards.printed_worth(objective, first, state.facts)
    return text("board.unknown") if printed is None else printed
