"""The score track as a race of bars, for tables that keep the boards themselves."""

from __future__ import annotations

from companion.engine import Draft, Picture, seat_name
from companion.engine.canvas import LARGE, PANEL, SMALL, Canvas

from ..final import sheet
from ..ships import SCORE_SHIP, need, owned, side_up
from ..state import STATION, ReworldState
from .tiles import round_track, ship_sign

WIDTH, HEIGHT = 1000, 460
LEFT, RIGHT = 190, 880


def draw(state: ReworldState, draft: Draft | None) -> Picture:
    """A bar for everybody, with the ship of the score track as a line to reach."""
    canvas = Canvas(WIDTH, HEIGHT)
    found = sheet(state)
    goal = need(SCORE_SHIP, side_up(state.players, state.options))
    most = max(*found.totals, goal, 1) * 1.04
    top = 84 if state.phase == STATION else 56
    if state.phase == STATION:
        round_track(canvas, state.round, 8, 6, 420, 60)
    line = LEFT + (RIGHT - LEFT) * goal / most
    each = (HEIGHT - top) / state.players
    for seat, points in enumerate(found.totals):
        y, h = top + seat * each, min(each - 14, 100)
        y += (each - h) / 2
        _bar(canvas, state, seat, y, h, max(points, 0) / most)
        shown = f"≥{points}" if found.open[seat] else str(points)
        canvas.words(shown, RIGHT + 8, y, WIDTH - RIGHT - 12, h, 60, "ink", bold=True)
    if SCORE_SHIP not in state.ships:
        canvas.path((line, 50), (line, HEIGHT - 8), line="accent", width=4)
        ship_sign(canvas, SCORE_SHIP, line - 24, 26, 36, "accent")
        canvas.words(goal, line, 4, 60, 44, LARGE, "accent", bold=True, align="left")
    return canvas.picture()


def _bar(canvas: Canvas, state: ReworldState, seat: int, y: float, h: float, part: float) -> None:
    canvas.seat(seat, 30, y + h / 2, 44)
    count = len(owned(state, seat))
    high = h / 2 if count else h
    flag = state.marker == seat and state.phase == STATION
    room = LEFT - (100 if flag else 66)
    canvas.words(seat_name(seat), 58, y, room, high, SMALL + 6, f"seat{seat}", bold=True, align="left")
    if count:
        canvas.icon("ship", 80, y + h * 0.72, 42, "ink")
        canvas.words(count, 108, y + h / 2, 60, h * 0.44, LARGE - 4, "ink", bold=True, align="left")
    canvas.box(LEFT, y, RIGHT - LEFT, h, PANEL, "line", 2, 10)
    wide = (RIGHT - LEFT) * part
    if wide > 2:
        canvas.box(LEFT, y, wide, h, f"seat{seat}", round=min(10, wide / 2))
    if flag:
        canvas.icon("marker", LEFT - 22, y + high / 2, 34, "accent")
