"""The population ships with their owners or everybody's progress, and the final ship's six categories."""

from __future__ import annotations

from companion.engine import Draft, Picture, Step, text
from companion.engine.canvas import EDGE, LARGE, PANEL, PLAIN, RAISED, SMALL, Canvas

from ..book import value
from ..final import CATEGORIES, printed, sizes
from ..light import step
from ..modules import LETTERS
from ..ships import ROW_SHIPS, SHIPS, key_of, name, need, progress, side_up
from ..state import FINAL, OVER, SETTLEMENT, ReworldState, Side
from .tiles import DARK, letter, ship_sign

WIDTH, HEIGHT = 1000, 460
COLUMNS = 7
CARD_WIDE, CARD_HIGH = WIDTH / COLUMNS, 157
BELOW = 2 * CARD_HIGH + 4
DOWNWARDS = (*ROW_SHIPS, "12")
"""The ships for which modules have to become fewer."""

SHORT = ("09", "11", "12", "13")
"""The ships whose names are too long for a card."""

MANY = {**dict.fromkeys(ROW_SHIPS, 8), "12": 25}
"""With so many modules left a bar is empty."""

Area = tuple[float, float, float, float]


def draw(state: ReworldState, draft: Draft | None) -> Picture:
    """All fourteen ships and the final one."""
    canvas = Canvas(WIDTH, HEIGHT)
    for at, ship in enumerate(SHIPS):
        _ship(canvas, state, ship, ship_area(at))
    width = WIDTH / len(CATEGORIES)
    for at, category in enumerate(CATEGORIES):
        _category(canvas, state, category, at * width + 3, BELOW, width - 6, HEIGHT - BELOW - 2)
    if draft is not None and draft.key == "ship":
        _spots(canvas, state, draft)
    return canvas.picture()


def ship_area(at: int) -> Area:
    """The place of a ship by its order."""
    row, column = divmod(at, COLUMNS)
    return column * CARD_WIDE + 3, row * CARD_HIGH + 3, CARD_WIDE - 6, CARD_HIGH - 6


def _ship(canvas: Canvas, state: ReworldState, ship: str, area: Area) -> None:
    x, y, w, h = area
    owner = state.ships.get(ship)
    canvas.box(x, y, w, h, RAISED if owner is None else PANEL, "line" if owner is None else f"seat{owner}",
               2 if owner is None else 6, 12)  # fmt: skip
    ship_sign(canvas, ship, x + 28, y + 29, 40, "ink" if owner is None else EDGE)
    if ship not in DOWNWARDS:
        goal = need(ship, side_up(state.players, state.options))
        canvas.words(goal, x + 48, y + 8, 44, 42, LARGE - 2, "ink" if owner is None else EDGE, bold=True)
    _points(canvas, state, ship, x + w - 23, y + 27)
    shown = text(f"picture.ship.{ship}") if ship in SHORT else name(ship)
    canvas.words(shown, x + 5, y + 52, w - 10, 30, SMALL, "ink" if owner is None else "muted")
    if owner is not None:
        canvas.seat(owner, x + w / 2, y + h - 36, 58)
    elif state.depth == "full":
        _progress(canvas, state, ship, (x + 8, y + 83, w - 14, h - 86))
    else:
        canvas.icon("ship", x + w / 2, y + h - 36, 58, "line")


def _points(canvas: Canvas, state: ReworldState, ship: str, x: float, y: float) -> None:
    """What a ship is worth; a question mark while nobody has read it off."""
    known = state.facts.get(key_of(state, ship))
    shown = "?" if known is None else str(known)
    canvas.disc(x, y, 20, "accent" if known is not None else PANEL, "accent", 2)
    canvas.words(shown, x - 19, y - 17, 38, 34, PLAIN, DARK if known is not None else "accent", bold=True)


def _progress(canvas: Canvas, state: ReworldState, ship: str, area: Area) -> None:
    """How far everybody is: a full bar takes the ship."""
    x, y, w, h = area
    each = min(h / state.players, 26)
    shift = (h - each * state.players) / 2
    for seat in range(state.players):
        have, goal = progress(state, seat, ship)
        done = 1 - have / MANY[ship] if ship in DOWNWARDS else have / goal
        top, high = y + shift + seat * each, each - 4
        canvas.seat(seat, x + 7, top + high / 2, min(high, 17))
        room = w - 50
        canvas.box(x + 18, top + 1, room, high - 2, PANEL, round=4)
        part = max(0.0, min(1.0, done)) * room
        if part > 1:
            canvas.box(x + 18, top + 1, part, high - 2, f"seat{seat}", round=min(4, part / 2))
        canvas.words(have, x + w - 31, top - 3, 30, high + 6, min(high + 4, SMALL), "ink", align="right")


def _category(
    canvas: Canvas, state: ReworldState, category: str, x: float, y: float, w: float, h: float
) -> None:
    """Who has how much in one category of the final ship; who leads is framed."""
    canvas.box(x, y, w, h, PANEL, "line", 2, 12)
    if category in LETTERS:
        letter(canvas, category, x + 7, y + 7, 46, 46)
    else:
        canvas.icon("shield", x + 30, y + 30, 46, "accent")
    table = printed(state.players, category, state.facts)
    ranks = " · ".join("?" if points is None else str(points) for points in table)
    canvas.words(ranks, x + 58, y + 6, w - 64, 48, PLAIN, "accent", bold=True)
    have = [sizes(side, state.facts)[category] for side in state.sides]
    best = max((one.low for one in have if one is not None), default=0)
    high = (h - 60) / 2
    for seat, one in enumerate(have):
        across, down = (seat % 2, seat // 2) if state.players > 2 else (seat, 0.5)
        left, top = x + 4 + across * (w - 8) / 2, y + 56 + down * high
        canvas.seat(seat, left + 16, top + high / 2, 24)
        if one is None:
            canvas.words(
                _without(state, state.sides[seat]), left + 32, top, 42, high, PLAIN, EDGE, align="left"
            )
            continue
        leads = one.low == best
        if leads:
            canvas.box(left + 1, top + 2, (w - 8) / 2 - 3, high - 4, RAISED, "accent", 3)
            canvas.seat(seat, left + 16, top + high / 2, 24)
        shown = str(one.low) if one.exact else f"≥{one.low}"
        canvas.words(shown, left + 32, top, 42, high, PLAIN, "ink", bold=leads, align="left")


def _without(state: ReworldState, side: Side) -> str:
    """What a player without a tile loses; nothing is said of it before it is known or matters."""
    counted = (state.depth == "full" and state.phase in (SETTLEMENT, FINAL, OVER)) or side.count is not None
    return f"−{abs(value('RW-196')['points'])}" if counted else "–"


def _spots(canvas: Canvas, state: ReworldState, draft: Draft) -> None:
    """A touch takes a ship where the table keeps the boards itself."""
    asked = step(state, Draft(draft.key, draft.seat))
    if state.phase != SETTLEMENT or not isinstance(asked, Step):
        return
    for at, option in enumerate(asked.options):
        canvas.option(*ship_area(at), Draft(draft.key, draft.seat), asked.field, option)
