"""The Mecatol Rex board above the objectives; each alone where only that one is asked for; the set-up."""

from __future__ import annotations

from companion.engine import LEGAL, Draft, Picture, Text, seat_name, text
from companion.engine.canvas import EDGE, PANEL, PLAIN, RAISED, SMALL, Canvas

from .. import awards, cards, final, printed_words
from ..cards import FACTIONS, OBJECTIVES
from ..desk import SHEETS
from ..state import AI, COUNT, FACTION, OBJECTIVE, RECALL, SHEET, SPEAKER, Award, TwilightState

WIDTH, HEIGHT = 1000, 284
ROWS, HEAD = 90, 70
"""Where the rows end, and where the first of them begins."""

BESIDE = (620, 280)
"""The size where choices stand beside the picture."""

FLAT = 150
"""In an objective less high the points stand beside what it wants."""

COUNTED = (COUNT, RECALL)
"""The steps at the end in which everybody is asked."""

FEWEST = 4
"""So many rows of the board are always shown."""


def draw(state: TwilightState, draft: Draft | None = None) -> Picture:
    """Rows above, objectives below; beside an award only what it is about."""
    key = "" if draft is None else draft.key
    if key == "fulfil":
        return _objectives_beside(state)
    if key == "mecatol":
        return _rows_beside(state)
    canvas = Canvas(WIDTH, HEIGHT)
    canvas.icon("mecatol", 34, ROWS / 2 - 2, 56, "accent")
    count = max(FEWEST, min(8, state.players + (state.rival is not None)))
    wide = (WIDTH - HEAD) / count
    for row in range(1, count + 1):
        _row(canvas, state, row, HEAD + (row - 1) * wide, 2, wide - 6, ROWS - 8)
    each = WIDTH / len(SHEETS)
    for at, sheet in enumerate(SHEETS):
        _objective(canvas, state, sheet, at * each + 2, ROWS, each - 6, HEIGHT - ROWS - 2)
    return canvas.picture()


def before(state: TwilightState) -> Picture:
    """Before and after the game: the objectives while they are laid out, else everybody, to be touched."""
    if state.step == OBJECTIVE or (state.objectives and state.step not in (SHEET, *COUNTED)):
        return _objectives_beside(state)
    canvas = Canvas(*BESIDE)
    across = 1 if state.players < 4 else 2
    rows = -(-state.players // across)
    wide, high = BESIDE[0] / across, min(BESIDE[1] / rows, 130.0)
    for seat in range(state.players):
        _place(canvas, state, seat, (seat // rows * wide + 2, seat % rows * high + 2, wide - 6, high - 6))
    return canvas.picture()


def _place(canvas: Canvas, state: TwilightState, seat: int, place: tuple[float, float, float, float]) -> None:
    """A player with faction and Speaker card, touched to choose what is asked."""
    x, y, w, h = place
    side = state.sides[seat]
    canvas.box(x, y, w, h, PANEL, f"seat{seat}", 2, 12)
    canvas.seat(seat, x + 30, y + h / 2, 38)
    card = FACTIONS.get(side.faction)
    name = h if card is None else h * 0.52
    canvas.words(seat_name(seat), x + 58, y, w - 100, name, PLAIN + 2, f"seat{seat}", True, "left")
    if card is not None:
        canvas.words(cards.name(card), x + 58, y + name - 4, w - 66, h - name, 24, align="left")
    if seat == state.speaker and state.step not in (SPEAKER, *COUNTED):
        canvas.icon("crown", x + w - 26, y + 22, 30, "accent")
    asked = {SPEAKER: Draft("speaker").then("speaker", seat)}
    if not side.faction:
        asked[FACTION] = Draft("faction", seat)
    if side.desk is None:
        asked[SHEET] = Draft("sheets", seat)
    if state.step in COUNTED:
        due = [demand.draft for demand in final.demands(state) if demand.seat == seat]
        asked |= dict.fromkeys(COUNTED, due[0]) if due else {}
        if side.tally is not None and not due:
            canvas.icon("check", x + w - 30, y + h / 2, 34, "good")
    if state.step in asked:
        canvas.spot(x, y, w, h, asked[state.step], LEGAL, seat_name(seat))


def _rows_beside(state: TwilightState) -> Picture:
    canvas = Canvas(*BESIDE)
    wide, high = BESIDE
    count = max(FEWEST, min(8, state.players + (state.rival is not None)))
    across = count // 2 + count % 2
    each, tall = wide / across, high / 2
    for row in range(1, count + 1):
        at = row - 1
        _row(canvas, state, row, at % across * each + 2, at // across * tall + 2, each - 6, tall - 6)
    return canvas.picture()


def _row(canvas: Canvas, state: TwilightState, row: int, x: float, y: float, w: float, h: float) -> None:
    """A row of the board: who stands there, votes and points."""
    name = state.mecatol[row - 1] if row <= len(state.mecatol) else None
    canvas.box(x, y, w, h, RAISED if name else PANEL, EDGE, 1.5, 10)
    middle, low = y + h * 0.29, y + h * 0.74
    canvas.words(row, x + 6, middle - 22, 30, 44, PLAIN, "muted")
    if name is not None and name.seat == AI:
        canvas.icon("robot", x + w / 2 + 6, middle, 42, "muted")
    elif name is not None:
        canvas.seat(name.seat, x + w / 2 + 6, middle, 40)
    worth = name.row if name else row
    for at, (what, sign) in enumerate((("votes", "vote"), ("points", "vp"))):
        left = x + w / 2 - 52 + at * 54
        have = awards.row_worth(worth, what, state.facts)
        canvas.icon(sign, left + 14, low, 30, "faint" if have is None else "ink")
        said = text("board.unknown") if have is None else have
        canvas.words(said, left + 30, low - 22, 24, 44, PLAIN + 1, bold=True, align="left")


def _objectives_beside(state: TwilightState) -> Picture:
    canvas = Canvas(*BESIDE)
    wide, high = BESIDE
    for at, sheet in enumerate(SHEETS):
        x, y = at % 2 * wide / 2 + 2, at // 2 * high / 2 + 2
        _objective(canvas, state, sheet, x, y, wide / 2 - 6, high / 2 - 6)
    return canvas.picture()


def _objective(
    canvas: Canvas, state: TwilightState, sheet: str, x: float, y: float, w: float, h: float
) -> None:
    """One objective: its name, who has fulfilled it, or else what it wants, and below what it is worth."""
    canvas.box(x, y, w, h, PANEL, EDGE, 1.5, 12)
    canvas.icon(sheet, x + 24, y + 32, 38, "ink")
    card = OBJECTIVES.get(state.objectives.get(sheet, ""))
    name = text(f"sheet.{sheet}") if card is None else cards.name(card)
    colour = "muted" if card is None else "ink"
    canvas.words(name, x + 48, y + 3, w - 52, 58, PLAIN, colour, bold=True, align="left")
    if card is None:
        return
    first, later = (_worth(state, card.id, first) for first in (True, False))
    worth = text("board.worth", first=first, later=later)
    canvas.words(worth, x + w - 90, y + h - 40, 82, 38, 30, "accent", bold=True, align="right")
    own = [award for award in state.awards if award.sheet == sheet]
    if own:
        _winners(canvas, own, x + 12, y + 64, w - 24, h - 104)
        return
    told = printed_words.told(card, state.facts)
    if told is not None:
        aside, below = (90, 0) if h < FLAT else (0, 30)
        canvas.words(told, x + 10, y + 60, w - 18 - aside, h - 64 - below, SMALL + 2, "muted", align="left")


def _winners(canvas: Canvas, own: list[Award], x: float, y: float, w: float, h: float) -> None:
    """Who has fulfilled an objective; whoever was first stands in a ring."""
    step, r = min(56.0, w / len(own)), min(26.0, h / 2)
    for at, award in enumerate(own):
        across = x + step / 2 + at * step
        if award.first:
            canvas.disc(across, y + h / 2, r, RAISED, "accent", 3)
        if award.seat == AI:
            canvas.icon("robot", across, y + h / 2, r * 1.35, "muted")
        else:
            canvas.seat(award.seat, across, y + h / 2, r * 1.25)


def _worth(state: TwilightState, objective: str, first: bool) -> Text | int:
    printed = awards.printed_worth(objective, first, state.facts)
    return text("board.unknown") if printed is None else printed
