"""The mother ships: upgrades, ships under way, friendship cards and hands of everybody."""

from __future__ import annotations

from companion.engine import Picture, exactly, seat_name
from companion.engine.canvas import EDGE, LARGE, PANEL, PLAIN, RAISED, SMALL, Canvas

from ..book import UPGRADES
from ..building import TRANSPORTERS, most
from ..cards import CARDS
from ..final import holdings, sheet
from ..flight import drives_of, speed
from ..state import MOVE, Side, Stars, fame_of
from .signs import HEIGHT, SHIP_SIGNS, SORT_COLOURS, STRIP, WIDTH, strip

TOP = STRIP + 2


def draw(state: Stars) -> Picture:
    """A column for each player below everybody's points."""
    canvas = Canvas(WIDTH, HEIGHT)
    strip(canvas, holdings(state), sheet(state).totals, state.turn)
    wide = WIDTH / state.players
    for seat, side in enumerate(state.sides):
        _column(canvas, state, seat, side, seat * wide + 3, wide - 6)
    return canvas.picture()


def _column(canvas: Canvas, state: Stars, seat: int, side: Side, x: float, w: float) -> None:
    mine = seat == state.turn
    canvas.box(x, TOP, w, HEIGHT - TOP - 2, PANEL, f"seat{seat}" if mine else "line", 4 if mine else 2, 12)
    canvas.words(seat_name(seat), x + 10, TOP + 4, w - 96, 36, PLAIN, f"seat{seat}", True, "left")
    fame = fame_of(state, seat)
    canvas.icon("point", x + w - 64, TOP + 22, 28, "accent")
    shown = str(fame.low) if fame.exact else f"{fame.low}+"
    canvas.words(shown, x + w - 48, TOP + 4, 44, 36, PLAIN, "ink", bold=True, align="left")
    for at, what in enumerate(UPGRADES):
        upgrade(canvas, state, seat, what, x + 8, TOP + 46 + at * 54, w - 16)
    under_way(canvas, seat, side, x + 8, TOP + 216)
    _speed(canvas, state, seat, x + w - 78, TOP + 214)
    cards(canvas, side, x + 8, TOP + 288, w - 16)
    hand(canvas, state, side, x + 8, HEIGHT - 52, w - 16)


def upgrade(canvas: Canvas, state: Stars, seat: int, what: str, x: float, y: float, w: float) -> None:
    """So many of so many, with what friendship cards add."""
    side, limit = state.sides[seat], most(what)
    found = drives_of(state, seat) if what == "drives" else exactly(getattr(side, what))
    have = found.low
    canvas.icon(what, x + 18, y + 22, 32, "ink")
    extra = side.card_sum(what) if what in ("drives", "cannons") else 0
    each = (w - 44 - 58) / 6
    for at in range(limit):
        full = at < have
        canvas.box(x + 42 + at * each, y + 8, each - 4, 30, "accent" if full else "", "line", 2, 5)
    shown = str(have) if found.exact else f"≥{have}"
    said = f"{shown}+{extra}" if extra else shown
    canvas.words(said, x + w - 58, y, 58, 46, PLAIN, "ink", bold=True, align="right")


def under_way(canvas: Canvas, seat: int, side: Side, x: float, y: float) -> None:
    """The ships under way in their bays."""
    bay = 52
    for at in range(TRANSPORTERS):
        there = at < len(side.ships)
        canvas.box(
            x + at * (bay + 4), y, bay, 56, RAISED if there else "", f"seat{seat}" if there else "line", 2, 8
        )
        if there:
            canvas.icon(SHIP_SIGNS[side.ships[at]], x + at * (bay + 4) + bay / 2, y + 28, 42, f"seat{seat}")


def _speed(canvas: Canvas, state: Stars, seat: int, x: float, y: float) -> None:
    """The speed of each ship while they fly."""
    if seat == state.turn and state.phase == MOVE:
        found = speed(state, seat)
        said = str(found.low) if found.exact else f"≥{found.low}"
        canvas.words(said, x, y, 70, 60, LARGE + 8, "accent", bold=True, align="right")


def cards(canvas: Canvas, side: Side, x: float, y: float, w: float) -> None:
    """Friendship cards as small tiles with their signs."""
    each = min(46.0, w / max(1, len(side.cards)))
    for at, key in enumerate(side.cards):
        left = x + at * each
        card = CARDS.get(key)
        canvas.box(left, y, each - 4, 56, RAISED, EDGE, 2, 6)
        if card is None:
            canvas.words("?", left, y, each - 4, 56, PLAIN, "ink", bold=True)
        elif card.sort:
            canvas.icon(card.sort, left + each / 2 - 2, y + 20, min(30, each - 8), SORT_COLOURS[card.sort])
            canvas.words("+1" if card.people == "green" else ":", left, y + 34, each - 4, 22, SMALL, "ink")
        else:
            icon = {"drives": "drives", "cannons": "cannons", "both": "drives"}.get(card.id, "hand")
            canvas.icon(
                "point" if card.id == "fame" else icon, left + each / 2 - 2, y + 28, min(34, each - 8), "ink"
            )


def hand(canvas: Canvas, state: Stars, side: Side, x: float, y: float, w: float) -> None:
    """How many resource cards there are, and those that everybody has seen."""
    if not state.counted:
        return
    canvas.icon("card", x + 18, y + 22, 32, "muted")
    canvas.words(side.hand.total, x + 40, y, 50, 44, PLAIN, "ink", bold=True, align="left")
    seen = [(sort, n) for sort, n in zip(SORT_COLOURS, side.hand.sure, strict=True) if n]
    each = min(46.0, (w - 88) / max(1, len(seen)))
    for at, (sort, n) in enumerate(seen):
        left = x + 88 + at * each
        canvas.icon(sort, left + 11, y + 22, min(20, each * 0.5), SORT_COLOURS[sort])
        canvas.words(n, left + 21, y + 8, each - 21, 28, SMALL, "ink", align="left")
