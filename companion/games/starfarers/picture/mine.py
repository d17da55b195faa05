"""The mother ship in turn, large enough to be read beside many choices: upgrades, ships, cards and speed."""

from __future__ import annotations

from companion.engine import Picture
from companion.engine.canvas import LARGE, PANEL, PLAIN, Canvas

from ..book import UPGRADES
from ..final import sheet
from ..flight import speed
from ..state import MOVE, Stars, fame_of
from .ships import cards, hand, under_way, upgrade
from .signs import gaps

WIDTH, HEIGHT, HAND = 440, 280, 62
RIGHT = 356
"""Where the column with fame and speed begins."""


def draw(state: Stars) -> Picture:
    """Everybody's gap to the goal above the ship of the player in turn."""
    high = HEIGHT + HAND * state.counted
    canvas = Canvas(WIDTH, high)
    gaps(canvas, sheet(state).totals)
    seat, side = state.turn, state.mine
    canvas.box(2, 48, WIDTH - 4, high - 50, PANEL, f"seat{seat}", 4, 12)
    for at, what in enumerate(UPGRADES):
        upgrade(canvas, state, seat, what, 10, 56 + at * 50, RIGHT - 40)
    fame = fame_of(state, seat)
    canvas.icon("point", RIGHT + 18, 80, 30, "accent")
    shown = str(fame.low) if fame.exact else f"≥{fame.low}"
    canvas.words(shown, RIGHT + 34, 60, WIDTH - RIGHT - 40, 40, PLAIN, "ink", bold=True)
    if state.phase == MOVE:
        found = speed(state, seat)
        said = str(found.low) if found.exact else f"≥{found.low}"
        canvas.words(said, RIGHT + 2, 106, WIDTH - RIGHT - 8, 96, LARGE + 20, "accent", bold=True)
    under_way(canvas, seat, side, 12, 212)
    cards(canvas, side, 196, 212, WIDTH - 206)
    hand(canvas, state, side, 12, 278, WIDTH - 24)
    return canvas.picture()
