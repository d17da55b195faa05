"""What each number brings whom, and what the last roll brought."""

from __future__ import annotations

from companion.engine import Picture, seat_name, text
from companion.engine.canvas import EDGE, LARGE, PANEL, PLAIN, RAISED, SMALL, Canvas

from ..book import SORTS
from ..final import holdings, sheet
from ..state import Stars
from ..yields import ROBBER, keeps, unsure, yields
from .signs import HEIGHT, STRIP, WIDTH, sort_sign, strip

TOP = STRIP + 2
NUMBERS = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
PIPS = {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}
HEAD = 74


def draw(state: Stars) -> Picture:
    """After a roll what everybody gets, else a column for each number."""
    canvas = Canvas(WIDTH, HEIGHT)
    strip(canvas, holdings(state), sheet(state).totals, state.turn)
    if state.dice:
        _rolled(canvas, state)
    else:
        wide = WIDTH / len(NUMBERS)
        for at, number in enumerate(NUMBERS):
            _number(canvas, state, number, at * wide + 2, wide - 4)
    return canvas.picture()


def _number(canvas: Canvas, state: Stars, number: int, x: float, w: float) -> None:
    """Everybody's cards on one number, with how often it comes as dots."""
    canvas.box(x, TOP, w, HEIGHT - TOP - 2, PANEL, "line", 2, 10)
    hot = PIPS[number] == max(PIPS.values())
    canvas.words(number, x, TOP + 2, w, 46, LARGE, "accent" if hot else "ink", bold=True)
    for at in range(PIPS[number]):
        canvas.disc(x + w / 2 + (at - (PIPS[number] - 1) / 2) * 13, TOP + 56, 4, "accent" if hot else EDGE)
    high = (HEIGHT - TOP - HEAD - 6) / state.players
    for seat in range(state.players):
        y = TOP + HEAD + seat * high
        gain = yields(state, seat, number)
        if not any(gain):
            continue
        canvas.box(x + 4, y, w - 8, high - 4, RAISED, f"seat{seat}", 2, 8)
        canvas.seat(seat, x + 18, y + high / 2 - 2, 20)
        _cards(canvas, gain, x + 30, y, w - 36, high - 4)


def _cards(canvas: Canvas, gain: tuple[int, ...], x: float, y: float, w: float, h: float) -> None:
    """The cards of a player, sort by sort; more than one of a sort with its number."""
    rows = [(sort, n) for sort, n in zip(SORTS, gain, strict=True) if n]
    high = min(h / len(rows), 46)
    shift = (h - high * len(rows)) / 2
    for at, (sort, n) in enumerate(rows):
        middle = y + shift + (at + 0.5) * high
        size = min(high - 4, w * 0.5, 34)
        sort_sign(canvas, sort, x + w * (0.5 if n == 1 else 0.3), middle, size)
        if n > 1:
            canvas.words(n, x + w * 0.52, middle - 16, w * 0.46, 32, SMALL, "ink", bold=True)


def _rolled(canvas: Canvas, state: Stars) -> None:
    """The dice with their sum, and a row for each player."""
    canvas.box(2, TOP, 196, HEIGHT - TOP - 2, PANEL, "accent", 3, 12)
    for at, face in enumerate(state.dice[:2]):
        canvas.icon(f"die{face}", 58 + at * 84, TOP + 70, 70, "ink")
    canvas.words(state.number, 2, TOP + 120, 196, 120, 84, "accent", bold=True)
    high = (HEIGHT - TOP) / state.players
    for seat in range(state.players):
        y = TOP + seat * high
        canvas.box(206, y, WIDTH - 208, high - 4, PANEL, "line", 2, 10)
        canvas.seat(seat, 236, y + high / 2 - 2, 34)
        canvas.words(seat_name(seat), 262, y + 4, 170, high - 12, PLAIN, f"seat{seat}", True, "left")
        gain = state.gains[seat] if seat < len(state.gains) else ()
        if state.number == ROBBER:
            owing = state.owing[seat] if seat < len(state.owing) else 0
            if owing or not state.counted:
                least = keeps(state, seat) + 1
                said = text("picture.owing", count=owing) if owing else text("picture.seven", count=least)
                canvas.words(said, 440, y + 4, WIDTH - 460, high - 12, PLAIN, "ink", align="left")
            continue
        cards = [sort for sort, n in zip(SORTS, gain, strict=False) for _ in range(n)]
        each = min(60.0, (WIDTH - 520) / max(1, len(cards)))
        for at, sort in enumerate(cards):
            sort_sign(canvas, sort, 460 + at * each, y + high / 2 - 2, min(each - 6, high - 26, 50))
        if unsure(state, seat):
            canvas.words("?", WIDTH - 60, y + 4, 50, high - 12, PLAIN, EDGE, bold=True)
        elif not cards:
            canvas.words("–", 440, y + 4, 60, high - 12, PLAIN, EDGE)
