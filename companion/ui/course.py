"""How far a set of dice is taught, as a picture: every kind with each of its faces, shown or missing."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from typing import Any

from kivy.graphics import Color, Rectangle, SmoothLine, SmoothRoundedRectangle
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.widget import Widget

from companion.observe.teaching import Course, DiceSet, Pair

from . import icons, theme
from .tray import textured
from .widgets import Press

GAP = 1.2
DIE = 0.8
"""The share of a cell that its die takes."""


def draw_face(dice: DiceSet, pair: Pair, texture: Any, x: float, y: float, side: float) -> None:
    """Add a face round (x, y) to the current canvas: as it was taught, else as its set draws it."""
    pos = (x - side / 2, y - side / 2)
    kind = next((one for one in dice.die if one.kind == pair[0]), None)
    if texture is not None:
        Color(1, 1, 1, 1)
        Rectangle(texture=texture, pos=pos, size=(side, side))
    elif kind is not None:
        body, ink = theme.rgba(kind.body), theme.rgba(kind.ink)
        Color(*body)
        SmoothRoundedRectangle(pos=pos, size=(side, side), radius=[side * 0.18])
        Color(*theme.rgba("muted"))
        SmoothLine(rounded_rectangle=(*pos, side, side, side * 0.18), width=1.1)
        for shape in dice.drawing.get(pair[1], ()):
            Color(*(body if shape.hole else ink))
            icons.fill(shape.points, x, y, side / 2 * 0.86, -1)


def taught_texture(course: Course, pair: Pair, old: Any = None) -> Any:
    """A face as it was taught first; None if it was not."""
    keys = course.keys(pair)
    return textured(course.lessons[keys[0]].shown, old) if keys else None


class Die(Widget):
    """One face of a die: as it was taught, else as its set draws it."""

    def __init__(self, **props: Any) -> None:
        super().__init__(**props)
        self._dice: DiceSet | None = None
        self._pair: Pair = ("", "")
        self._texture: Any = None
        self.bind(pos=self.redraw, size=self.redraw)

    def show(self, course: Course, pair: Pair, taught: bool = True) -> None:
        """Show another face; with `taught` false always the drawing."""
        self._dice, self._pair = course.dice, pair
        self._texture = taught_texture(course, pair, self._texture) if taught else None
        self.redraw()

    def redraw(self, *_: Any) -> None:
        """Draw the die, and what lies over it."""
        self.canvas.clear()
        with self.canvas:
            self.draw_under()
            if self._dice is not None:
                middle = (self.x + self.width / 2, self.y + self.height / 2)
                draw_face(self._dice, self._pair, self._texture, *middle, min(self.size) * DIE)
            self.draw_over()

    def draw_under(self) -> None:
        """What lies under the die."""

    def draw_over(self) -> None:
        """What lies over the die."""


class FacePress(Press):
    """A button with a face above its words, or before them where it is low."""

    def __init__(self, course: Course, pair: Pair, **props: Any) -> None:
        self._die = Die()
        super().__init__(**props)
        self.add_widget(self._die)
        self._die.show(course, pair)

    def _place(self, *_: Any) -> None:
        super()._place()
        pad = theme.mm(0.7)
        if self.width > 1.5 * self.height:
            side = min(self.height, self.width * 0.42)
            self._die.size, self._die.pos = (side, self.height), self.pos
            self._text.size = (self.width - side - pad, self.height - 2 * pad)
            self._text.pos = (self.x + side, self.y + pad)
        else:
            high = self.height * 0.6
            self._die.size, self._die.pos = (self.width, high), (self.x, self.y + self.height - high)
            self._text.size = (self.width - 2 * pad, self.height - high - pad)
            self._text.pos = (self.x + pad, self.y + pad)


class FaceCell(ButtonBehavior, Die):
    """A face in the picture of the course: asked for, shown once or twice, or doubtful."""

    def __init__(self, **props: Any) -> None:
        self.asked, self.doubtful, self.times = False, False, 0
        super().__init__(**props)

    def draw_under(self) -> None:
        """A surface that tells whether this face is asked for."""
        Color(*theme.rgba("pressed" if self.asked else "raised" if self.times else "dim"))
        SmoothRoundedRectangle(pos=self.pos, size=self.size, radius=[theme.mm(theme.ROUND)])
        edge = "bad" if self.doubtful else "accent" if self.asked else "good" if self.times else "line"
        Color(*theme.rgba(edge))
        box = (self.x + 1, self.y + 1, max(self.width - 2, 1), max(self.height - 2, 1), theme.mm(theme.ROUND))
        SmoothLine(rounded_rectangle=box, width=theme.mm(0.35) if self.asked or self.doubtful else 1.1)

    def draw_over(self) -> None:
        """A sign at the corner: shown, shown twice, or doubtful."""
        if not self.times:
            return
        side = theme.mm(4.2)
        x, y = self.x + self.width - side / 2, self.y + side / 2
        colour = "bad" if self.doubtful else "good"
        for at in range(1 if self.doubtful else min(self.times, 2)):
            Color(*theme.rgba("night"))
            left = x - at * side * 0.9
            SmoothRoundedRectangle(pos=(left - side / 2, y - side / 2), size=(side, side), radius=[side / 3])
            icon = "warning" if self.doubtful else "check"
            icons.draw(icon, left, y, side * 0.8, theme.rgba(colour), theme.rgba("night"))


class CourseGrid(Widget):
    """All faces of a set. `on_face` is told which one was touched."""

    def __init__(self, **props: Any) -> None:
        super().__init__(**props)
        self.on_face: Callable[[Pair], Any] = lambda pair: None
        self.cells: dict[Pair, FaceCell] = {}
        self._dice: DiceSet | None = None
        self.bind(pos=self._place, size=self._place)

    def show(self, course: Course, asked: Pair | None, doubtful: frozenset[Pair] = frozenset()) -> None:
        """Show how far a course is."""
        if self._dice != course.dice:
            self._dice = course.dice
            self.clear_widgets()
            self.cells = {pair: self._cell(pair) for pair in course.dice.pairs}
        for pair, cell in self.cells.items():
            cell.asked, cell.times, cell.doubtful = pair == asked, course.times(pair), pair in doubtful
            cell.show(course, pair)
        self._place()

    def _cell(self, pair: Pair) -> FaceCell:
        cell = FaceCell(size_hint=(None, None))
        cell.bind(on_release=lambda _: self.on_face(pair))
        self.add_widget(cell)
        return cell

    def _place(self, *_: Any) -> None:
        """One line for each kind where there is room for a thumb; else as many cells in a line as fit."""
        if self._dice is None or min(self.size) < 2:
            return
        gap, least = theme.mm(GAP), theme.mm(theme.TOUCH)
        most = max(len(one.faces) for one in self._dice.die)
        down, across = len(self._dice.die), most
        by_column = down > across
        if by_column:
            down, across = across, down
        spots = [
            (face, at) if by_column else (at, face)
            for at, one in enumerate(self._dice.die)
            for face in range(len(one.faces))
        ]
        wide, high = (self.width + gap) / across - gap, (self.height + gap) / down - gap
        if min(wide, high) < least:
            across = max(int((self.width + gap) / (least + gap)), 1)
            down = ceil(len(spots) / across)
            spots = [divmod(number, across) for number in range(len(spots))]
            wide, high = (self.width + gap) / across - gap, max((self.height + gap) / down - gap, 1)
        for cell, (row, column) in zip(self.cells.values(), spots, strict=True):
            cell.size = (wide, high)
            cell.pos = (self.x + column * (wide + gap), self.y + self.height - (row + 1) * (high + gap) + gap)
