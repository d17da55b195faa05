"""The live picture of the dice tray: outlines, a large face beside each die, and touches on them."""

from __future__ import annotations

from collections.abc import Callable
from math import dist, hypot
from typing import Any, NamedTuple

from kivy.graphics import Color, Line, Rectangle, SmoothLine, SmoothRoundedRectangle
from kivy.graphics.texture import Texture
from kivy.uix.widget import Widget

from companion.observe import Picture, Point, Seen

from . import icons, theme
from .fit import fitting
from .picture import words

PLACES = 6
"""A die that is put in without a place is shown on one of so many lines across and down."""

BADGE = 8.4
"""The height of a face beside its die in millimetres."""


def textured(picture: Picture, old: Any = None) -> Any:
    """A picture as a texture; an old one of the same size is used again."""
    high, wide = picture.shape[:2]
    if old is None or tuple(old.size) != (wide, high):
        old = Texture.create(size=(wide, high), colorfmt="bgr")
        old.flip_vertical()
    old.blit_buffer(picture.tobytes(), colorfmt="bgr", bufferfmt="ubyte")
    return old


class Mark(NamedTuple):
    """How one die is shown: its words, its colour, its sign, whether it is being asked for."""

    words: str
    colour: str
    sign: str
    asked: bool = False
    draw: Callable[[float, float, float], Any] | None = None
    """Draws its face round a point, so large, instead of its words."""


class Shown(Widget):
    """A camera's picture, fitted into its place."""

    def __init__(self, **props: Any) -> None:
        super().__init__(**props)
        self._texture: Any = None
        self._wide, self._high = 4.0, 3.0
        self.bind(pos=self.redraw, size=self.redraw)

    def show_picture(self, picture: Picture | None) -> None:
        """Show another picture."""
        if picture is None:
            self._texture = None
        else:
            self._texture = textured(picture, self._texture)
            self._high, self._wide = (float(side) for side in picture.shape[:2])
        self.redraw()

    @property
    def scale(self) -> float:
        """Pixels of the window for one of the picture."""
        return float(min(self.width / self._wide, self.height / self._high))

    def at(self, x: float, y: float) -> tuple[float, float]:
        """A point of the picture in the window."""
        by = self.scale
        left = self.x + (self.width - self._wide * by) / 2
        top = self.y + self.height - (self.height - self._high * by) / 2
        return left + x * by, top - y * by

    def under(self, x: float, y: float) -> Point | None:
        """The point of the picture that is shown at a point of the window; None beside the picture."""
        left, top = self.at(0, 0)
        right, down = (x - left) / self.scale, (top - y) / self.scale
        inside = 0 <= right <= self._wide and 0 <= down <= self._high
        return (right, down) if inside and self._texture is not None else None

    def redraw(self, *_: Any) -> None:
        """Draw the picture and what lies over it."""
        self.canvas.clear()
        with self.canvas:
            if self._texture is not None:
                Color(1, 1, 1, 1)
                left, bottom = self.at(0, self._high)
                size = (self._wide * self.scale, self._high * self.scale)
                Rectangle(texture=self._texture, pos=(left, bottom), size=size)
            self.draw_over()

    def draw_over(self) -> None:
        """What lies over the picture."""


class TrayView(Shown):
    """The tray with its dice. `on_die` is told the number of a touched die, `on_place` where none lies."""

    def __init__(self, **props: Any) -> None:
        self.on_die: Callable[[int], Any] = lambda at: None
        self.on_place: Callable[[Point], Any] = lambda place: None
        self._dice: tuple[tuple[Seen, Mark], ...] = ()
        super().__init__(**props)

    def show_dice(self, seen: tuple[Seen, ...], marks: list[Mark]) -> None:
        """Outline these dice."""
        self._dice = tuple(zip(seen, marks, strict=True))
        self.redraw()

    def die_at(self, x: float, y: float) -> int | None:
        """The die under a touch, or the nearest within reach of a thumb."""
        near = []
        for at, (seen, _) in enumerate(self._dice):
            left, top, wide, high = seen.box
            cx, cy = self.at(left + wide / 2, top + high / 2)
            away = hypot(x - cx, y - cy)
            if away <= max(theme.mm(theme.TOUCH) / 2, max(wide, high) * self.scale * 0.7):
                near.append((away, at))
        for at, (x1, y1, across, up) in enumerate(self._badges()):
            if x1 <= x <= x1 + across and y1 <= y <= y1 + up:
                near.append((0.0, at))
        return min(near)[1] if near else None

    def free_place(self) -> Point:
        """The place in the picture that is farthest from all dice and from the edge."""
        taken = [(left + wide / 2, top + high / 2) for left, top, wide, high in map(_box_of, self._dice)]
        places = [
            (self._wide * right / PLACES, self._high * down / PLACES)
            for down in range(1, PLACES)
            for right in range(1, PLACES)
        ]
        return max(places, key=lambda one: min((dist(one, other) for other in taken), default=0.0))

    def on_touch_down(self, touch: Any) -> bool:
        """Take hold of a touch on the picture."""
        if not self.collide_point(*touch.pos):
            return False
        if self.die_at(*touch.pos) is None and self.under(*touch.pos) is None:
            return False
        touch.grab(self)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """Tell of a touch that ends where it began."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        if dist(touch.opos, touch.pos) > theme.mm(theme.TOUCH):
            return True
        at, place = self.die_at(*touch.pos), self.under(*touch.pos)
        if at is not None:
            self.on_die(at)
        elif place is not None:
            self.on_place(place)
        return True

    def draw_over(self) -> None:
        """Outlines first, then the faces, so that no line crosses a face."""
        for seen, mark in self._dice:
            self._outline(seen, mark)
        for (_, mark), box in zip(self._dice, self._badges(), strict=True):
            if mark.words:
                self._badge(mark, box)

    def _outline(self, seen: Seen, mark: Mark) -> None:
        inside = [(min(max(x, 0), self._wide), min(max(y, 0), self._high)) for x, y in seen.outline]
        flat = [part for x, y in inside for part in self.at(x, y)]
        Color(*theme.rgba("night", 0.7))
        Line(points=flat, close=True, width=theme.mm(0.6), joint="round")
        Color(*theme.rgba(mark.colour))
        Line(points=flat, close=True, width=theme.mm(0.5 if mark.asked else 0.3), joint="round")

    def _badges(self) -> list[tuple[float, float, float, float]]:
        """A place beside each die that covers neither a die nor another face, as far as there is one."""
        high, wide, gap = theme.mm(BADGE), theme.mm(BADGE * 1.35), theme.mm(0.8)
        dice = [self._box(seen) for seen, _ in self._dice]
        placed: list[tuple[float, float, float, float]] = []
        for left, bottom, across, up in dice:
            middle_x, middle_y = left + across / 2, bottom + up / 2
            tries = (
                (middle_x - wide / 2, bottom + up + gap),
                (middle_x - wide / 2, bottom - gap - high),
                (left + across + gap, middle_y - high / 2),
                (left - gap - wide, middle_y - high / 2),
            )
            boxes = [self._inside((x, y, wide, high)) for x, y in tries]
            placed.append(min(boxes, key=lambda box: sum(_shared(box, other) for other in (*dice, *placed))))
        return placed

    def _box(self, seen: Seen) -> tuple[float, float, float, float]:
        left, top, wide, high = seen.box
        x, y = self.at(left, top + high)
        return x, y, wide * self.scale, high * self.scale

    def _inside(self, box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
        x, y, wide, high = box
        x = min(max(x, self.x), self.x + self.width - wide)
        return x, min(max(y, self.y), self.y + self.height - high), wide, high

    def _badge(self, mark: Mark, box: tuple[float, float, float, float]) -> None:
        x, y, wide, high = box
        Color(*theme.rgba(mark.colour))
        SmoothRoundedRectangle(pos=(x, y), size=(wide, high), radius=[theme.mm(1.4)])
        Color(*theme.rgba("night"))
        SmoothLine(rounded_rectangle=(x, y, wide, high, theme.mm(1.4)), width=1.2)
        if mark.draw is not None:
            mark.draw(x + wide * 0.36, y + high / 2, high * 0.86)
        else:
            size = fitting(mark.words, high * 0.86, (round(wide * 0.62, 1), round(high, 1)), True, 1)
            texture = words(mark.words, int(size), True, 0, "center")
            Color(*theme.rgba("dark"))
            pos = (round(x + wide * 0.34 - texture.width / 2), round(y + (high - texture.height) / 2))
            Rectangle(texture=texture, pos=pos, size=texture.size)
        icons.draw(
            mark.sign, x + wide * 0.8, y + high / 2, high * 0.4, theme.rgba("dark"), theme.rgba(mark.colour)
        )


def _box_of(die: tuple[Seen, Mark]) -> tuple[int, int, int, int]:
    return die[0].box


def _shared(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> float:
    wide = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    high = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    return max(wide, 0) * max(high, 0)
