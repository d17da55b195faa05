"""A sheet to draw on: shapes and touch spots are added in order and become a Picture."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec.structs import replace

from .picture import Box, Disc, Icon, Label, Path, Picture, Shape, Spot
from .prompt import Draft, Option
from .rule import Ruling
from .text import Text, literal

PANEL, RAISED, EDGE = "#0f1629", "#28345c", "#8f9cc0"
"""Grounds and edges beside the roles of the theme."""

SMALL, PLAIN, LARGE = 22, 27, 36
"""Sizes of words; below SMALL nothing is read on a small screen."""


def moved(shape: Shape, x: float, y: float, by: float) -> Shape:
    """A shape made larger or smaller by a factor and moved."""
    match shape:
        case Path():
            points = tuple((x + px * by, y + py * by) for px, py in shape.points)
            return replace(shape, points=points, width=shape.width * by)
        case Disc():
            return replace(
                shape, x=x + shape.x * by, y=y + shape.y * by, r=shape.r * by, width=shape.width * by
            )
        case Icon() | Label():
            at = {"x": x + shape.x * by, "y": y + shape.y * by, "size": shape.size * by}
            return (
                replace(shape, **at)
                if isinstance(shape, Icon)
                else replace(shape, w=shape.w * by, h=shape.h * by, **at)
            )
        case Box():
            size = {
                "w": shape.w * by,
                "h": shape.h * by,
                "width": shape.width * by,
                "round": shape.round * by,
            }
            return replace(shape, x=x + shape.x * by, y=y + shape.y * by, **size)


class Canvas:
    """Collects what is drawn. Everything is measured in the picture's own units from the top left."""

    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = width, height
        self._shapes: list[Shape] = []
        self._spots: list[Spot] = []
        self.focus: tuple[float, float, float, float] | None = None

    def box(
        self, x: float, y: float, w: float, h: float,
        fill: str = "", line: str = "", width: float = 2, round: float = 8,
    ) -> None:  # fmt: skip
        """A rectangle with round corners."""
        self._shapes.append(Box(x=x, y=y, w=w, h=h, fill=fill, line=line, width=width, round=round))

    def disc(self, x: float, y: float, r: float, fill: str = "", line: str = "", width: float = 2) -> None:
        """A circle."""
        self._shapes.append(Disc(x=x, y=y, r=r, fill=fill, line=line, width=width))

    def path(self, *points: tuple[float, float], fill: str = "", line: str = "", width: float = 2) -> None:
        """A line through points; a polygon if it is filled."""
        closed = bool(fill)
        self._shapes.append(Path(points=points, fill=fill, line=line, width=width, closed=closed))

    def words(
        self, what: Text | str | int, x: float, y: float, w: float, h: float, size: float = PLAIN,
        colour: str = "ink", bold: bool = False, align: Literal["left", "center", "right"] = "center",
    ) -> None:  # fmt: skip
        """Words, a letter or a number in a box."""
        said = what if isinstance(what, Text) else literal(str(what))
        self._shapes.append(
            Label(x=x, y=y, w=w, h=h, text=said, size=size, colour=colour, bold=bold, align=align)
        )

    def icon(self, name: str, x: float, y: float, size: float, colour: str = "ink") -> None:
        """A sign round a point."""
        self._shapes.append(Icon(name=name, x=x, y=y, size=size, colour=colour))

    def seat(self, seat: int, x: float, y: float, size: float) -> None:
        """A player's shape in the player's colour."""
        self.icon(f"seat{seat}", x, y, size, f"seat{seat}")

    def lay(self, shapes: Iterable[Shape], x: float, y: float, by: float) -> None:
        """Something drawn elsewhere, made larger or smaller by a factor."""
        self._shapes += (moved(shape, x, y, by) for shape in shapes)

    def frame(self, x: float, y: float, w: float, h: float) -> None:
        """A frame round what is chosen or next."""
        self.box(x, y, w, h, line="accent", width=6, round=10)

    def spot(
        self, x: float, y: float, w: float, h: float, draft: Draft, ruling: Ruling,
        name: Text | None = None, chosen: bool = False,
    ) -> None:  # fmt: skip
        """A place to touch."""
        self._spots.append(Spot(x=x, y=y, w=w, h=h, draft=draft, ruling=ruling, name=name, chosen=chosen))

    def option(
        self, x: float, y: float, w: float, h: float, draft: Draft, field: str, option: Option,
        chosen: bool = False,
    ) -> None:  # fmt: skip
        """A place to touch that answers the field a draft waits at."""
        self.spot(x, y, w, h, draft.then(field, option.value), option.ruling, option.label, chosen)

    def picture(self) -> Picture:
        """What was drawn."""
        return Picture(
            width=self.width,
            height=self.height,
            shapes=tuple(self._shapes),
            spots=tuple(self._spots),
            focus=self.focus,
        )
