"""The race to fifteen: every point of everybody as a cell with the sign of what it is for."""

from __future__ import annotations

from companion.engine import Picture, seat_name, text
from companion.engine.canvas import LARGE, PANEL, PLAIN, RAISED, Canvas

from ..final import GOAL, holdings, sheet
from ..state import Stars
from .signs import WIDTH, cells

NAME, LACK, ROW = 190, 120, 84


def draw(state: Stars) -> Picture:
    """One row for each player."""
    canvas = Canvas(WIDTH, ROW * state.players)
    found, totals = holdings(state), sheet(state).totals
    for seat, have in enumerate(found):
        y, high = float(seat * ROW), float(ROW)
        mine = seat == state.turn
        canvas.box(
            2, y + 4, WIDTH - 4, high - 8, PANEL, f"seat{seat}" if mine else "line", 4 if mine else 2, 12
        )
        canvas.seat(seat, 34, y + high / 2, 40)
        canvas.words(seat_name(seat), 62, y + 8, NAME - 66, high - 16, PLAIN + 3, f"seat{seat}", True, "left")
        _cells(canvas, cells(have), seat, y + 14, high - 28)
        x = WIDTH - LACK
        canvas.words(totals[seat], x, y + 8, LACK - 10, high * 0.52 - 4, LARGE + 6, "ink", bold=True)
        lack = GOAL - totals[seat]
        said = text("picture.lack", count=lack) if lack > 0 else text("picture.there")
        canvas.words(
            said, x, y + high * 0.54, LACK - 10, high * 0.34, PLAIN, "muted" if lack > 3 else "accent"
        )
    return canvas.picture()


def _cells(canvas: Canvas, signs: list[str], seat: int, y: float, h: float) -> None:
    """The filled cells with their signs, then the empty ones up to the goal."""
    count = max(GOAL, len(signs))
    each = (WIDTH - NAME - LACK) / count
    for at in range(count):
        x = NAME + at * each
        last = at == GOAL - 1
        filled = at < len(signs)
        colour = f"seat{seat}" if filled else "accent" if last else "line"
        canvas.box(x + 2, y, each - 4, h, RAISED if filled else "", colour, 4 if filled or last else 2, 7)
        if filled:
            canvas.icon(signs[at], x + each / 2, y + h / 2, min(each - 10, h - 10), f"seat{seat}")
        elif last:
            canvas.icon("crown", x + each / 2, y + h / 2, min(each - 10, h - 10), "accent")
