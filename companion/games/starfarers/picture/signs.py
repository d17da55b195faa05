"""Signs and colours of what the pictures show; a colour never stands without a sign."""

from __future__ import annotations

from companion.engine.canvas import EDGE, LARGE, PANEL, PLAIN, SMALL, Canvas

from ..book import SORTS
from ..final import GOAL, KINDS, Holdings
from ..state import COLONY, TRADE

WIDTH, HEIGHT = 1000, 540
STRIP = 92
"""The height of the strip with everybody's points."""

SORT_COLOURS = dict(zip(SORTS, ("#ff8f7d", "#ffb45e", "#8fb8ff", "#8fe0a8", "#d9b3ff"), strict=True))
"""The colours of the cards, light enough for every ground."""

KIND_SIGNS = dict(zip(KINDS, ("colony", "spaceport", "friendship", "point", "nest", "ice"), strict=True))
SHIP_SIGNS = {COLONY: "colonyship", TRADE: "tradeship"}
NEAR = 3
"""Who lacks so few points or fewer stands out."""


def sort_sign(canvas: Canvas, sort: str, x: float, y: float, size: float) -> None:
    """A resource."""
    canvas.icon(sort, x, y, size, SORT_COLOURS[sort])


def cells(have: Holdings) -> list[str]:
    """The sign of every point of a player, in the order of the sheet."""
    found = []
    for kind, (_, points, each) in KINDS.items():
        found += [KIND_SIGNS[kind]] * (getattr(have, kind) // each * points)
    return found


def strip(canvas: Canvas, holdings: tuple[Holdings, ...], totals: tuple[int, ...], turn: int) -> None:
    """Everybody's points and what is lacking to the goal, with a mark on who is in turn."""
    wide = WIDTH / len(totals)
    for seat, total in enumerate(totals):
        x, w = seat * wide + 3, wide - 6
        mine = seat == turn
        canvas.box(x, 2, w, STRIP - 6, PANEL, f"seat{seat}" if mine else "line", 4 if mine else 2, 10)
        canvas.seat(seat, x + 28, 27, 34)
        canvas.words(total, x + 50, 4, 62, 46, LARGE + 2, "ink", bold=True)
        canvas.words(f"−{max(0, GOAL - total)}", x + w - 74, 6, 66, 42, PLAIN, "accent", align="right")
        earned = [(sign, cells(holdings[seat]).count(sign)) for sign in KIND_SIGNS.values()]
        shown = [(sign, count) for sign, count in earned if count]
        each = min((w - 12) / max(1, len(shown)), 58)
        for at, (sign, count) in enumerate(shown):
            left = x + 8 + at * each
            canvas.icon(sign, left + each * 0.27, 67, min(each * 0.5, 26), EDGE)
            canvas.words(count, left + each * 0.54, 52, each * 0.42, 30, SMALL, "ink", align="left")


def gaps(canvas: Canvas, totals: tuple[int, ...]) -> None:
    """What everybody lacks to the goal, in one line."""
    wide = canvas.width / len(totals)
    for seat, total in enumerate(totals):
        x, lack = seat * wide, max(0, GOAL - total)
        canvas.seat(seat, x + 26, 22, 30)
        colour = "accent" if lack <= NEAR else "ink"
        canvas.words(f"−{lack}", x + 44, 2, wide - 48, 40, PLAIN, colour, bold=True, align="left")
