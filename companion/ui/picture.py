"""Draws a game's picture of the table and finds which of its spots was touched."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import hypot
from typing import Any

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Ellipse, Line, Rectangle, RoundedRectangle, SmoothLine
from kivy.uix.widget import Widget

from companion.engine import Box, Disc, Icon, Label, Path, Picture, Player, Spot
from companion.engine import Words as Speaker

from . import icons, theme
from .fit import fitting, lines
from .theme import Colour

ALIGN = {"left": 0.0, "center": 0.5, "right": 1.0}


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
        return float(min(self.width / self.picture.width, self.height / self.picture.height))

    def at(self, x: float, y: float) -> tuple[float, float]:
        """A point of the picture in the window's pixels."""
        if self.picture is None:
            return (0.0, 0.0)
        by = self.scale
        left = self.x + (self.width - self.picture.width * by) / 2
        top = self.y + self.height - (self.height - self.picture.height * by) / 2
        return (left + x * by, top - y * by)

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
        if self.collide_point(*touch.pos) and self.spot_at(*touch.pos) is not None:
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
        wanted = (self.picture, self._speaker, self._colours, tuple(self.pos), tuple(self.size), self.lit)
        if self.picture is None or self._speaker is None or min(self.size) < 2 or wanted == self._drawn:
            return
        self._drawn = wanted
        self.canvas.clear()
        with self.canvas:
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
