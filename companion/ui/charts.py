"""Points as pictures: bars, the course of a game as lines, and a link as a QR code."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, log10
from typing import Any

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Line, Rectangle, RoundedRectangle
from kivy.graphics.texture import Texture
from kivy.uix.widget import Widget

from companion.engine import Player

from . import theme
from .icons import draw as draw_icon


def nice_step(span: float, most: int) -> int:
    """A round distance between grid lines, so that at most `most` of them cover the span."""
    raw = max(1.0, span / max(1, most))
    power: float = 10 ** int(log10(raw))
    return int(next(step * power for step in (1, 2, 5, 10) if step * power >= raw))


def thinned(values: Sequence[Any], most: int) -> list[Any]:
    """At most about `most` of the values, evenly spread, with the first and the last."""
    if len(values) <= most:
        return list(values)
    gap = ceil(len(values) / most)
    kept = list(values[::gap])
    return kept if (len(values) - 1) % gap == 0 else [*kept, values[-1]]


def words_texture(words: str, size: float, bold: bool = False) -> Texture:
    """Words as a picture, white, to be coloured when drawn."""
    label = CoreLabel(text=words, font_size=size, bold=bold)
    label.refresh()
    return label.texture


class Chart(Widget):
    """A picture that is drawn anew when its place or its values change."""

    def __init__(self, **props: Any) -> None:
        super().__init__(**props)
        self.bind(pos=self._again, size=self._again)

    def _again(self, *_: Any) -> None:
        self.canvas.clear()
        if self.width > 1 and self.height > 1:
            with self.canvas:
                self.paint()

    def paint(self) -> None:
        """Draw; the canvas is open."""

    def write(self, words: str, x: float, y: float, size: float, colour: str, anchor: float = 0.0) -> None:
        """Words with their middle at height y; `anchor` 0 begins, 0.5 centres and 1 ends at x."""
        texture = words_texture(words, size)
        Color(*theme.rgba(colour))
        Rectangle(
            texture=texture,
            pos=(x - texture.width * anchor, y - texture.height / 2),
            size=texture.size,
        )


class Course(Chart):
    """Everybody's points over the game as lines, each ending in the player's shape and points."""

    def __init__(self, course: Sequence[Sequence[int]], players: Sequence[Player], **props: Any) -> None:
        self.course = thinned(course, 240)
        self.moves = len(course) - 1
        self.players = tuple(players)
        super().__init__(**props)

    def paint(self) -> None:
        """Draw grid, lines and ends."""
        if not self.course:
            return
        self._frame()
        self._grid()
        for seat in range(len(self.players)):
            self._line(seat)
        for seat, y in self._ends():
            self._end(seat, y)

    def _frame(self) -> None:
        small = theme.pt("small")
        self.near = self.x + small * 2.4
        self.far = self._edge - theme.mm(17)
        self.floor = self.y + small * 2.0
        self.peak = self.top - theme.mm(3)
        lowest = min(0, min(min(points) for points in self.course))
        highest = max(1, max(max(points) for points in self.course))
        self.gap = nice_step(highest - lowest, 5)
        self.bottom_value = -self.gap * ceil(-lowest / self.gap)
        self.top_value = max(self.gap, self.gap * ceil(highest / self.gap))

    @property
    def _edge(self) -> float:
        return float(self.x + self.width)

    def _grid(self) -> None:
        small = theme.pt("small")
        for value in range(self.bottom_value, self.top_value + 1, self.gap):
            y = self._height(value)
            Color(*theme.rgba("line", 0.9 if value == 0 else 0.45))
            Line(points=[self.near, y, self.far, y], width=1)
            self.write(str(value), self.near - theme.mm(1), y, small, "muted", 1.0)
        gap = nice_step(self.moves, 6)
        for move in range(0, self.moves + 1, gap):
            x = self.near + (self.far - self.near) * move / max(1, self.moves)
            self.write(str(move), x, self.floor - small * 1.0, small, "muted", 0.5)

    def _height(self, value: float) -> float:
        share = (value - self.bottom_value) / (self.top_value - self.bottom_value)
        return float(self.floor + (self.peak - self.floor) * share)

    def _line(self, seat: int) -> None:
        last = max(1, len(self.course) - 1)
        points: list[float] = []
        for at, totals in enumerate(self.course):
            points += (self.near + (self.far - self.near) * at / last, self._height(totals[seat]))
        Color(*theme.rgba("night"))
        Line(points=points, width=theme.mm(0.6), joint="round", cap="round")
        Color(*theme.rgba(self.players[seat].colour))
        Line(points=points, width=theme.mm(0.36), joint="round", cap="round")

    def _ends(self) -> list[tuple[int, float]]:
        """Seats with the height of their end mark, pushed apart so that none covers another."""
        room = theme.mm(5.4)
        final = self.course[-1]
        order = sorted(range(len(self.players)), key=lambda seat: final[seat])
        heights: list[float] = []
        for seat in order:
            y = self._height(final[seat])
            heights.append(max(y, heights[-1] + room) if heights else y)
        over = heights[-1] - self.peak
        if over > 0:
            for at in range(len(heights) - 1, -1, -1):
                limit = self.peak - room * (len(heights) - 1 - at)
                heights[at] = min(heights[at], limit)
        return list(zip(order, heights, strict=True))

    def _end(self, seat: int, y: float) -> None:
        player = self.players[seat]
        side = theme.mm(4.6)
        x = self.far + theme.mm(4)
        Color(*theme.rgba(player.colour, 0.5))
        end = self._height(self.course[-1][seat])
        Line(points=[self.far, end, x - side / 2, y], width=1)
        draw_icon(player.shape, x, y, side, theme.rgba(player.colour), theme.rgba("night"))
        self.write(str(self.course[-1][seat]), x + side * 0.8, y, theme.pt("text"), player.colour)


class Bar(Chart):
    """One player's points as a bar of the leader's."""

    def __init__(self, share: float, colour: str, **props: Any) -> None:
        self.share = share
        self.colour = colour
        super().__init__(**props)

    def paint(self) -> None:
        """Draw the groove and the bar."""
        corner = [min(theme.mm(1.4), self.height / 2)]
        Color(*theme.rgba("raised"))
        RoundedRectangle(pos=self.pos, size=self.size, radius=corner)
        if self.share > 0:
            Color(*theme.rgba(self.colour))
            wide = max(self.height * 0.6, self.width * min(1.0, self.share))
            RoundedRectangle(pos=self.pos, size=(wide, self.height), radius=corner)


class QrCode(Chart):
    """A QR code that a phone's camera reads; whole pixels, dark on white with a quiet border."""

    BORDER = 4

    def __init__(self, rows: Sequence[Sequence[bool]], **props: Any) -> None:
        self.rows = [list(row) for row in rows]
        super().__init__(**props)

    def paint(self) -> None:
        """Draw the modules as one enlarged picture."""
        modules = len(self.rows) + 2 * self.BORDER
        cell = max(1, int(min(self.width, self.height) // modules))
        side = cell * modules
        x, y = int(self.center_x - side / 2), int(self.center_y - side / 2)
        Color(1, 1, 1, 1)
        RoundedRectangle(pos=(x, y), size=(side, side), radius=[cell * 2])
        inner = len(self.rows)
        texture = Texture.create(size=(inner, inner), colorfmt="luminance")
        pixels = b"".join(bytes(0 if dark else 255 for dark in row) for row in reversed(self.rows))
        texture.blit_buffer(pixels, colorfmt="luminance", bufferfmt="ubyte")
        texture.mag_filter = texture.min_filter = "nearest"
        Color(1, 1, 1, 1)
        Rectangle(
            texture=texture,
            pos=(x + cell * self.BORDER, y + cell * self.BORDER),
            size=(cell * inner, cell * inner),
        )
