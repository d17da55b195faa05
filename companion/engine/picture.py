"""A game's table as plain shapes, drawn by a screen that knows no game.

Coordinates run from the top left corner in the picture's own units. Colours are names: roles of the
theme (`ink`, `paper`, `muted`, `line`, `accent`, `good`, `bad`), `seat0` to `seat7`, or `#rrggbb`.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from .prompt import Draft
from .rule import LEGAL, Ruling
from .text import Text


class Box(Struct, frozen=True, kw_only=True, tag="box"):
    """A rectangle, with round corners if `round` is given."""

    x: float
    y: float
    w: float
    h: float
    fill: str = ""
    line: str = ""
    width: float = 1.5
    round: float = 0


class Disc(Struct, frozen=True, kw_only=True, tag="disc"):
    """A circle round (x, y)."""

    x: float
    y: float
    r: float
    fill: str = ""
    line: str = ""
    width: float = 1.5


class Path(Struct, frozen=True, kw_only=True, tag="path"):
    """A line or polygon through points."""

    points: tuple[tuple[float, float], ...]
    fill: str = ""
    line: str = ""
    width: float = 1.5
    closed: bool = False


class Label(Struct, frozen=True, kw_only=True, tag="label"):
    """Words within a box; they shrink rather than spill."""

    x: float
    y: float
    w: float
    h: float
    text: Text
    size: float = 16
    colour: str = "ink"
    bold: bool = False
    align: Literal["left", "center", "right"] = "center"


class Icon(Struct, frozen=True, kw_only=True, tag="icon"):
    """A drawn sign by name (a seat's shape, a resource), fitted into a square round (x, y)."""

    name: str
    x: float
    y: float
    size: float
    colour: str = "ink"


Shape: TypeAlias = "Box | Disc | Path | Label | Icon"


class Spot(Struct, frozen=True, kw_only=True):
    """A place that can be touched: the draft that a touch leads to, and what the rules say of it."""

    x: float
    y: float
    w: float
    h: float
    draft: Draft
    ruling: Ruling = LEGAL
    name: Text | None = None
    chosen: bool = False


class Page(Struct, frozen=True):
    """One of the pictures of a table."""

    key: str
    title: Text


class Picture(Struct, frozen=True, kw_only=True):
    """What lies on the table. `focus` is the part that matters now, if not all of it can be shown large."""

    width: float
    height: float
    shapes: tuple[Shape, ...] = ()
    spots: tuple[Spot, ...] = ()
    focus: tuple[float, float, float, float] | None = None
