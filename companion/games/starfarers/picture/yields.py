"""What each number brings whom, and what the last roll brought."""

from __future__ import annotations

from companion.engine import Picture, seat_name, text
from companion.engine.canvas import EDGE, LARGE, PANEL, PLAIN, RAISED, SMALL, Canvas

from ..book import SORTS
from ..final import sheet
from ..state import Stars
from ..yields import ROBBER, keeps, unsure, yields
from .signs import gaps, sort_sign

WIDTH, TOP, ROW, CELL = 720, 46, 72, 62
NUMBERS = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
PIPS = {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}
HEAD, DICE, CARDS = 68, 152, 328
"""The height above the cells; where the rows of a roll and the cards in them begin."""


def draw(state: Stars) -> Picture:
    """After a roll what everybody gets, else a column for each number."""
    canvas = Canvas(WIDTH, TOP + (ROW * state.players if state.dice else HEAD + 6 + CELL * state.players))
    gaps(canvas, sheet(state).totals)
    if state.dice:
        _rolled(canvas, state)
    else:
        wide = WIDTH / len(NUMBERS)
        for at, number in enumerate(NUMBERS):
            _number(canvas, state, number, at * wide + 2, wide - 4)
    return canvas.picture()


def _number(canvas: Canvas, state: Stars, number: int, x: float, w: float) -> None:
    """Everybody's cards on one number, with how often it comes as dots."""
    canvas.box(x, TOP, w, canvas.height - TOP - 2, PANEL, "line", 2, 10)
    hot = PIPS[number] == max(PIPS.values())
    canvas.words(number, x, TOP + 2, w, 46, LARGE, "accent" if hot else "ink", bold=True)
    for at in range(PIPS[number]):
        canvas.disc(x + w / 2 + (at - (PIPS[number] - 1) / 2) * 13, TOP + 56, 4, "accent" if hot else EDGE)
    for seat in range(state.players):
        y, high = TOP + HEAD + seat * CELL, CELL
        gain = yields(state, seat, number)
        if not any(gain):
            continue
        canvas.box(x + 4, y, w - 8, high - 4, RAISED, f"seat{seat}", 2, 8)
        canvas.seat(seat, x + 17, y + high / 2 - 2, 18)
        _cards(canvas, gain, x + 28, y, w - 33, high - 4)


def _cards(canvas: Canvas, gain: tuple[int, ...], x: float, y: float, w: float, h: float) -> None:
    """The cards of a player, sort by sort; more than one of a sort with its number."""
    rows = [(sort, n) for sort, n in zip(SORTS, gain, strict=True) if n]
    high = min(h / len(rows), 46)
    shift = (h - high * len(rows)) / 2
    for at, (sort, n) in enumerate(rows):
        middle = y + shift + (at + 0.5) * high
        size = min(high - 4, w * (0.9 if n == 1 else 0.5), 34)
        sort_sign(canvas, sort, x + w * (0.5 if n == 1 else 0.3), middle, size)
        if n > 1:
            canvas.words(n, x + w * 0.52, middle - 16, w * 0.46, 32, SMALL, "ink", bold=True)


def _rolled(canvas: Canvas, state: Stars) -> None:
    """The dice with their sum, and a row for each player."""
    canvas.box(2, TOP, DICE - 8, canvas.height - TOP - 2, PANEL, "accent", 3, 12)
    for at, face in enumerate(state.dice[:2]):
        canvas.icon(f"die{face}", 44 + at * 62, TOP + 54, 54, "ink")
    canvas.words(state.number, 2, TOP + 96, DICE - 8, 100, 80, "accent", bold=True)
    for seat in range(state.players):
        y, high = TOP + seat * ROW, ROW
        canvas.box(DICE, y, WIDTH - DICE - 2, high - 4, PANEL, "line", 2, 10)
        canvas.seat(seat, DICE + 24, y + high / 2 - 2, 32)
        canvas.words(seat_name(seat), DICE + 46, y + 4, 124, high - 12, PLAIN, f"seat{seat}", True, "left")
        gain = state.gains[seat] if seat < len(state.gains) else ()
        if state.number == ROBBER:
            owing = state.owing[seat] if seat < len(state.owing) else 0
            if owing or not state.counted:
                least = keeps(state, seat) + 1
                said = text("picture.owing", count=owing) if owing else text("picture.seven", count=least)
                canvas.words(said, CARDS, y + 4, WIDTH - CARDS - 10, high - 12, PLAIN, "ink", align="left")
            continue
        cards = [sort for sort, n in zip(SORTS, gain, strict=False) for _ in range(n)]
        each = min(54.0, (WIDTH - CARDS - 54) / max(1, len(cards)))
        for at, sort in enumerate(cards):
            x = CARDS + (at + 0.5) * each
            sort_sign(canvas, sort, x, y + high / 2 - 2, min(each - 4, high - 22, 48))
        if unsure(state, seat):
            canvas.words("?", WIDTH - 52, y + 4, 50, high - 12, PLAIN, EDGE, bold=True)
        elif not cards:
            canvas.words("–", CARDS, y + 4, 60, high - 12, PLAIN, EDGE)
