"""Draws a game's picture of the table and finds which of its spots was touched."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import hypot
from typing import Any

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Ellipse, Line, Rectangle, RoundedRectangle, SmoothLine
from kivy.graphics.scissor_instructions import ScissorPop, ScissorPush
from kivy.uix.widget import Widget

from companion.engine import Box, Disc, Icon, Label, Path, Picture, Player, Spot
from companion.engine import Words as Speaker

from . import icons, theme
from .fit import fitting, lines
from .theme import Colour

ALIGN = {"left": 0.0, "center": 0.5, "right": 1.0}

CLOSEST = 2.6
"""The part that matters is shown so many times larger at most."""


def _kept(middle: float, half: float, size: float) -> float:
    """A middle from which nothing beyond the picture's edge is seen, as far as it fills the view."""
    return size / 2 if 2 * half >= size else min(max(middle, half), size - half)


@lru_cache(maxsize=1024)
def words(text: str, size: int, bold: bool, width: int, align: str) -> Any:
    """Words as a white texture, broken into lines where `width` is given."""
    room = (width, None) if width else (None, None)
    label = CoreLabel(text=text, font_size=size, bold=bold, text_size=room, halign=align)
    label.refresh()
    return label.texture


class TableView(Widget):
    """A picture, fitted into its place. `on_spot` is called with the spot that was touched."""

    def __init__(self, **props: Any) -> None:
        super().__init__(**props)
        self.picture: Picture | None = None
        self.on_spot: Callable[[Spot], Any] = lambda spot: None
        self.lit = True
        self.whole = False
        self._speaker: Speaker | None = None
        self._colours: tuple[str, ...] = ()
        self._shapes: tuple[str, ...] = ()
        self._drawn: tuple[Any, ...] = ()
        self.bind(pos=self._draw, size=self._draw)

    def show(self, picture: Picture, speaker: Speaker, players: tuple[Player, ...] = ()) -> None:
        """Show a picture, with words in the speaker's language and the players' own colours and shapes."""
        self.picture, self._speaker = picture, speaker
        self._colours = tuple(player.colour for player in players)
        self._shapes = tuple(player.shape for player in players)
        self._draw()

    @property
    def scale(self) -> float:
        """Pixels of one unit of the picture."""
        if self.picture is None:
            return 1.0
        fitted = float(min(self.width / self.picture.width, self.height / self.picture.height))
        if not self.close:
            return fitted
        _, _, wide, high = self.picture.focus or (0, 0, self.picture.width, self.picture.height)
        return float(min(max(fitted, min(self.width / wide, self.height / high)), fitted * CLOSEST))

    @property
    def close(self) -> bool:
        """Whether only the part that matters now is shown, large."""
        return self.picture is not None and self.picture.focus is not None and not self.whole

    @property
    def middle(self) -> tuple[float, float]:
        """The point of the picture in the middle of the view; no room is wasted beside the picture."""
        picture, by = self.picture, self.scale
        if picture is None or picture.focus is None or not self.close:
            return (0.0, 0.0) if picture is None else (picture.width / 2, picture.height / 2)
        x, y, wide, high = picture.focus
        return (
            _kept(x + wide / 2, self.width / by / 2, picture.width),
            _kept(y + high / 2, self.height / by / 2, picture.height),
        )

    def at(self, x: float, y: float) -> tuple[float, float]:
        """A point of the picture in the window's pixels."""
        if self.picture is None:
            return (0.0, 0.0)
        by, (across, down) = self.scale, self.middle
        return (self.center_x + (x - across) * by, self.center_y - (y - down) * by)

    @property
    def lens(self) -> tuple[float, float, float]:
        """Where the lens lies that changes between the part and the whole: its middle, and half its size."""
        half = theme.mm(theme.TOUCH) / 2
        return (self.right - half, self.top - half, half)

    def _on_lens(self, x: float, y: float) -> bool:
        across, up, half = self.lens
        has = self.picture is not None and self.picture.focus is not None
        return has and max(abs(x - across), abs(y - up)) <= half

    def spot_at(self, x: float, y: float) -> Spot | None:
        """The spot under a touch: the one that holds it, else the nearest whose widened area does."""
        if self.picture is None:
            return None
        near: list[tuple[float, bool, int, Spot]] = []
        for order, spot in enumerate(self.picture.spots):
            away, reach = self._distance(spot, x, y)
            if away <= reach:
                near.append((away, not spot.ruling.allowed, -order, spot))
        return min(near, key=lambda row: row[:3])[3] if near else None

    def _distance(self, spot: Spot, x: float, y: float) -> tuple[float, float]:
        """How far a point is from a spot, and how far it may be to count as on it."""
        left, top = self.at(spot.x, spot.y)
        right, bottom = self.at(spot.x + spot.w, spot.y + spot.h)
        beside = max(left - x, 0, x - right)
        above = max(bottom - y, 0, y - top)
        least = theme.mm(theme.TOUCH)
        reach = max((least - (right - left)) / 2, (least - (top - bottom)) / 2, 0)
        return hypot(beside, above), reach

    def on_touch_down(self, touch: Any) -> bool:
        """Take hold of a touch on a spot."""
        if not self.collide_point(*touch.pos):
            return False
        if self._on_lens(*touch.pos):
            self.whole = not self.whole
            self._draw()
            return True
        if self.spot_at(*touch.pos) is not None:
            touch.grab(self)
            return True
        return False

    def on_touch_up(self, touch: Any) -> bool:
        """A spot was touched when the touch ends on it."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        spot = self.spot_at(*touch.pos)
        if spot is not None:
            self.on_spot(spot)
        return True

    def _colour(self, name: str, alpha: float = 1.0) -> Colour:
        return theme.rgba(name, alpha, self._colours)

    def _sign(self, name: str) -> str:
        """`seat0` to `seat7` are the shapes of the players."""
        seat = name.removeprefix("seat")
        return theme.seat_shape(int(seat), self._shapes) if seat != name and seat.isdigit() else name

    def _draw(self, *_: Any) -> None:
        place = (tuple(self.pos), tuple(self.size))
        wanted = (self.picture, self._speaker, self._colours, place, self.lit, self.whole)
        if self.picture is None or self._speaker is None or min(self.size) < 2 or wanted == self._drawn:
            return
        self._drawn = wanted
        self.canvas.clear()
        with self.canvas:
            if self.close:
                left, bottom = self.to_window(*self.pos)
                ScissorPush(x=int(left), y=int(bottom), width=int(self.width), height=int(self.height))
            for shape in self.picture.shapes:
                match shape:
                    case Box():
                        self._box(shape)
                    case Disc():
                        self._disc(shape)
                    case Path():
                        self._path(shape)
                    case Label():
                        self._label(shape)
                    case Icon():
                        x, y = self.at(shape.x, shape.y)
                        size = shape.size * self.scale
                        sign, colour = self._sign(shape.name), self._colour(shape.colour)
                        icons.draw(sign, x, y, size, colour, theme.rgba("paper"))
            for spot in self.picture.spots:
                self._spot(spot)
            if self.close:
                ScissorPop()
            if self.picture.focus is not None:
                self._lens()

    def _lens(self) -> None:
        """The sign that shows the whole, or the part again."""
        x, y, half = self.lens
        Color(*theme.rgba("raised"))
        Ellipse(pos=(x - half, y - half), size=(2 * half, 2 * half), segments=32)
        icons.draw("search", x, y, half * 1.1, theme.rgba("ink"), theme.rgba("raised"))

    def _box(self, box: Box) -> None:
        x, y = self.at(box.x, box.y + box.h)
        size = (box.w * self.scale, box.h * self.scale)
        corner = max(box.round * self.scale, 0)
        if box.fill:
            Color(*self._colour(box.fill))
            if corner:
                RoundedRectangle(pos=(x, y), size=size, radius=[corner], segments=8)
            else:
                Rectangle(pos=(x, y), size=size)
        if box.line:
            Color(*self._colour(box.line))
            SmoothLine(rounded_rectangle=(x, y, *size, max(corner, 1), 24), width=self._width(box.width))

    def _width(self, width: float) -> float:
        return max(width * self.scale / 2, 1.0)

    def _disc(self, disc: Disc) -> None:
        x, y = self.at(disc.x, disc.y)
        r = disc.r * self.scale
        if disc.fill:
            Color(*self._colour(disc.fill))
            Ellipse(pos=(x - r, y - r), size=(2 * r, 2 * r), segments=48)
            SmoothLine(circle=(x, y, r - 0.5, 0, 360, 48), width=1.0)
        if disc.line:
            Color(*self._colour(disc.line))
            SmoothLine(circle=(x, y, r, 0, 360, 48), width=self._width(disc.width))

    def _path(self, path: Path) -> None:
        if len(path.points) < 2:
            return
        if path.fill and len(path.points) > 2:
            Color(*self._colour(path.fill))
            x, y = self.at(0, 0)
            icons.fill(path.points, x, y, self.scale, -1)
        if path.line:
            Color(*self._colour(path.line))
            flat = [part for point in path.points for part in self.at(*point)]
            if path.closed:
                flat += flat[:2]
            Line(points=flat, width=self._width(path.width), joint="round", cap="round")

    def _label(self, label: Label) -> None:
        if self._speaker is None:
            return
        said = self._speaker.say(label.text)
        wide, high = label.w * self.scale, label.h * self.scale
        if not said or wide < 1 or high < 1:
            return
        size = fitting(said, label.size * self.scale, (round(wide, 1), round(high, 1)), label.bold)
        broken = lines(said, size, wide, label.bold) > 1
        texture = words(said, int(size), label.bold, int(wide) if broken else 0, label.align)
        across, up = texture.size
        x, y = self.at(label.x, label.y + label.h)
        Color(*self._colour(label.colour))
        pos = (round(x + (wide - across) * ALIGN[label.align]), round(y + (high - up) / 2))
        Rectangle(texture=texture, pos=pos, size=(across, up))

    def _spot(self, spot: Spot) -> None:
        if not self.lit:
            return
        x, y = self.at(spot.x, spot.y + spot.h)
        wide, high = spot.w * self.scale, spot.h * self.scale
        corner = min(theme.mm(2.2), wide / 3, high / 3)
        frame = (x, y, wide, high, corner, 24)
        if not spot.ruling.allowed:
            Color(*theme.rgba("night", 0.5))
            RoundedRectangle(pos=(x, y), size=(wide, high), radius=[corner], segments=8)
            return
        Color(*theme.rgba("accent", 0.26 if spot.chosen else 0.07))
        RoundedRectangle(pos=(x, y), size=(wide, high), radius=[corner], segments=8)
        Color(*theme.rgba("accent", 0.25))
        SmoothLine(rounded_rectangle=frame, width=theme.mm(0.5))
        Color(*theme.rgba("accent", 1.0 if spot.chosen else 0.85))
        SmoothLine(rounded_rectangle=frame, width=theme.mm(0.3 if spot.chosen else 0.18))
