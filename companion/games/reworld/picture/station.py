"""Colossus Station: twenty arms on the ring of card slots, the round track, and everybody's hand."""

from __future__ import annotations

from companion.engine import Draft, Option, Picture, Step, seat_name, text
from companion.engine.canvas import EDGE, LARGE, PANEL, PLAIN, RAISED, SMALL, Canvas

from ..book import value
from ..payment import TWO_RINGS, neighbours
from ..state import ARMS, ROWS, STATION, ReworldState
from ..station import turn_step
from .tiles import card, dock, round_track, tile

WIDTH, HEIGHT = 1060, 460
HALF = ARMS // 2
CELL = WIDTH / HALF
ABOVE, BELOW = 134, HEIGHT - 134
"""Where the two rows of card slots lie."""

HUGE = 54
"""The size of the numbers that are read across the table."""

MIDDLE = 176
"""Where the middle of the station begins."""


def draw(state: ReworldState, draft: Draft | None) -> Picture:
    """The station as it lies, with every module to touch; closer while one of them is paid for."""
    taking = _taking(state, draft)
    canvas = Canvas(WIDTH, HEIGHT * 2 if taking is not None else HEIGHT)
    _ring(canvas, state, taking)
    for slot in range(ARMS):
        _arm(canvas, state, slot)
    _middle(canvas, state)
    if state.phase == STATION:
        _spots(canvas, state, draft)
    if taking is not None:
        _closer(canvas, state, taking)
    return canvas.picture()


def _taking(state: ReworldState, draft: Draft | None) -> int | None:
    """The slot that is being paid for."""
    take = draft.get("take") if draft is not None and draft.key == "turn" else None
    if state.phase != STATION or take is None or not str(take).isdigit():
        return None
    return int(take) - 1 if 0 < int(take) <= ARMS else None


def _rings(state: ReworldState) -> str:
    return str(state.options.get("ring", "one"))


def place(slot: int) -> tuple[float, float]:
    """The middle of a card slot."""
    return CELL * (slot % HALF + 0.5), ABOVE if slot < HALF else BELOW


def _ring(canvas: Canvas, state: ReworldState, taking: int | None) -> None:
    """The band that joins neighbouring slots; brighter beside the slot that is being paid for."""
    first, last = CELL / 2, WIDTH - CELL / 2
    if _rings(state) == TWO_RINGS:
        canvas.box(14, ABOVE, WIDTH - 28, 36, line="line", width=12, round=18)
        canvas.box(14, BELOW - 36, WIDTH - 28, 36, line="line", width=12, round=18)
    else:
        canvas.box(first, ABOVE, last - first, BELOW - ABOVE, line="line", width=12, round=18)
    if taking is not None:
        for near in neighbours(taking, _rings(state)):
            canvas.path(*_link(taking, near), line="accent", width=14)


def _link(one: int, other: int) -> tuple[tuple[float, float], ...]:
    """The way along the band between two neighbouring slots."""
    (x, y), (u, v) = place(one), place(other)
    if y != v or abs(u - x) < WIDTH / 2:
        return (x, y), (u, v)
    inner = y + 36 if y == ABOVE else y - 36
    left, right = 14, WIDTH - 14
    a, b = (left, right) if x < u else (right, left)
    return (x, y), (a, y), (a, inner), (b, inner), (b, y), (u, v)


def _arm(canvas: Canvas, state: ReworldState, slot: int) -> None:
    """A module at its arm, or the cards that were paid for it."""
    x, y = place(slot)
    code, cards = state.arms[slot], state.slots[slot]
    upper = slot < HALF
    if code:
        tile(canvas, code, x - 45, 6 if upper else HEIGHT - 104, 90, 98)
    else:
        canvas.box(x - 38, 10 if upper else HEIGHT - 58, 76, 48, line="line", round=10)
    if cards:
        shift = 0 if code else -22 if upper else 22
        card(canvas, cards[-1], len(cards) - 1, x, y + shift, 52 if code else 92)
        if len(cards) > 1:
            at = 16 if upper else HEIGHT - 52
            canvas.words(f"×{len(cards)}", x - 36, at, 72, 36, PLAIN, "ink", bold=True)
        return
    canvas.disc(x, y, 21, PANEL, "line", 4)
    canvas.words(slot + 1, x - 20, y - 18, 40, 36, SMALL, "muted")


def _middle(canvas: Canvas, state: ReworldState) -> None:
    top, high = MIDDLE, HEIGHT - 2 * MIDDLE
    round_track(canvas, state.round, 78, top + 24, 286, high - 48)
    _marker(canvas, state, 374, top, 96, high)
    left, right = 482, WIDTH - CELL * 0.7
    each = min((right - left) / state.players, 170)
    for seat in range(state.players):
        _hand(canvas, state, seat, left + seat * each + 3, top, each - 6, high)


def _marker(canvas: Canvas, state: ReworldState, x: float, y: float, w: float, h: float) -> None:
    """The start player space: free, or with the card and the sign of the buyer."""
    taken = state.marker_bought >= 0
    canvas.box(x, y, w, h, RAISED if not taken else PANEL, EDGE if not taken else "line", 3, 12)
    middle = x + w / 2
    if taken:
        canvas.icon("card", middle - 20, y + h * 0.5, 56, EDGE)
        canvas.seat(state.marker_bought, middle + 22, y + h * 0.5, 42)
        return
    canvas.icon("marker", middle, y + h * 0.34, 52, "accent")
    canvas.words(f"+{value('RW-092')['points']}", x, y + h * 0.58, w, h * 0.4, LARGE, "accent", bold=True)


def _hand(canvas: Canvas, state: ReworldState, seat: int, x: float, y: float, w: float, h: float) -> None:
    """How many cards a player still has, who is on turn, out, or holds the marker."""
    side = state.sides[seat]
    turn = state.phase == STATION and seat == state.turn
    canvas.box(
        x, y, w, h, RAISED if turn else PANEL, f"seat{seat}" if not side.out else "line", 5 if turn else 2
    )
    canvas.seat(seat, x + 20, y + 22, 28)
    name = "muted" if side.out else "ink"
    canvas.words(seat_name(seat), x + 38, y + 7, w - 42, 30, SMALL + 2, name, align="left")
    low = y + h - 34
    if state.marker == seat:
        canvas.icon("marker", x + w - 21, low, 34, "accent")
    if side.out:
        canvas.icon("no", x + 30, low, 34, EDGE)
        return
    canvas.icon("card", x + 28, low, 50, "muted")
    canvas.words(side.hand, x + 50, low - 32, w - 92, 64, HUGE, "ink", bold=True, align="left")


def _spots(canvas: Canvas, state: ReworldState, draft: Draft | None) -> None:
    """Every module, and the start player space."""
    empty = Draft("turn", state.turn)
    step = turn_step(state, empty)
    take = None if draft is None or draft.key != "turn" else draft.get("take")
    for option in step.options if isinstance(step, Step) else ():
        area = _area(option)
        if area is not None:
            canvas.option(*area, empty, "take", option, chosen=str(take) == str(option.value))


def _area(option: Option) -> tuple[float, float, float, float] | None:
    if option.value == "marker":
        return 374, MIDDLE, 96, HEIGHT - 2 * MIDDLE
    if not isinstance(option.value, int):
        return None
    slot = option.value - 1
    return CELL * (slot % HALF) + 2, 2 if slot < HALF else HEIGHT - 162, CELL - 4, 160


def _closer(canvas: Canvas, state: ReworldState, taking: int) -> None:
    """The slot that is paid for between its neighbours, and the rows that the top card may lead to."""
    before, after = neighbours(taking, _rings(state))
    y = HEIGHT + 180
    canvas.path((70, y), (430, y), line="accent", width=16)
    for slot, x in ((before, 80), (after, 420)):
        cards = state.slots[slot]
        if cards:
            card(canvas, cards[-1], len(cards) - 1, x, y, 190)
        else:
            canvas.disc(x, y, 56, PANEL, "line", 6)
            canvas.words(slot + 1, x - 50, y - 40, 100, 80, 58, "muted")
    if state.arms[taking]:
        tile(canvas, state.arms[taking], 165, y - 120, 170, 240)
    canvas.words(text("picture.slot", slot=taking + 1), 30, y + 150, 440, 76, 62, "accent", bold=True)
    for row, modules in enumerate(state.sides[state.turn].rows):
        _docked(canvas, row, modules, HEIGHT + 8 + row * (HEIGHT - 12) / ROWS)


def _docked(canvas: Canvas, row: int, modules: tuple[str, ...], y: float) -> None:
    """The open end of a row and its number."""
    w, h, room = 98, 82, 4
    right = WIDTH - 104
    dock(canvas, row + 1, WIDTH - 50, y + h / 2, 74)
    left = right - w * min(len(modules), room)
    for at, code in enumerate(modules[: -room - 1 : -1]):
        tile(canvas, code, left + at * w, y, w - 6, h)
    if len(modules) > room:
        canvas.box(right - w, y, w - 6, h, PANEL, EDGE, 3, 12)
        canvas.words(f"+{len(modules) - room + 1}", right - w, y, w - 6, h, 54, "ink", bold=True)
