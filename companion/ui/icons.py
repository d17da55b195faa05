"""Drawn signs by name: seat shapes and what games speak of, made of a few strokes each."""

from __future__ import annotations

import tomllib
from functools import cache, lru_cache
from importlib import resources
from typing import Any, NamedTuple, TypeAlias

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Line, Mesh, Rectangle, SmoothEllipse, SmoothLine, SmoothRoundedRectangle
from kivy.graphics.tesselator import Tesselator
from kivy.properties import StringProperty
from kivy.uix.widget import Widget

from companion.engine import Game

from . import theme
from .theme import Colour

Point: TypeAlias = "tuple[float, float]"

ALIASES = {"flag": "marker", "terrabot": "robot", "agri": "leaf"}

COMMON = {"learn": "question", "adjust": "pencil", "lower": "arrow_down"}
"""The signs of what the table may do in every game."""


class Stroke(NamedTuple):
    """One stroke of a sign, in a square from -1 to 1; see `icons.toml`."""

    kind: str
    numbers: tuple[float, ...]
    points: tuple[Point, ...]
    hole: bool


@cache
def icons() -> dict[str, tuple[Stroke, ...]]:
    """Every sign by name."""
    source = tomllib.loads(resources.files("companion.ui").joinpath("icons.toml").read_text("utf-8"))
    found = {name: tuple(map(_stroke, rows.strip().split("\n"))) for name, rows in source.items()}
    return found | {name: found[same] for name, same in ALIASES.items()}


def verb_sign(game: Game[Any], verb: str) -> str:
    """The sign of a deed in a game; empty if it has none."""
    name = game.icons.get(verb) or COMMON.get(verb, verb)
    return name if name in icons() else ""


def _stroke(row: str) -> Stroke:
    words = row.split()
    hole = words[0] == "cut"
    kind, *rest = words[1:] if hole else words
    points = tuple((float(x), float(y)) for x, _, y in (word.partition(",") for word in rest if "," in word))
    return Stroke(kind, tuple(float(word) for word in rest if "," not in word), points, hole)


@cache
def _pieces(points: tuple[Point, ...]) -> tuple[tuple[Point, ...], ...]:
    """A polygon, also one with dents, as convex pieces."""
    maker = Tesselator()
    maker.add_contour([part for point in points for part in point])
    maker.tesselate()
    return tuple(tuple((flat[at], flat[at + 1]) for at in range(0, len(flat), 4)) for flat, _ in maker.meshes)


def fill(points: tuple[Point, ...], x: float = 0, y: float = 0, by: float = 1, flip: float = 1) -> None:
    """Add a filled polygon of any form, moved and scaled, to the current canvas."""
    for piece in _pieces(points):
        vertices = [part for px, py in piece for part in (x + px * by, y + py * by * flip, 0.0, 0.0)]
        Mesh(vertices=vertices, indices=list(range(len(piece))), mode="triangle_fan")
    edge = [part for px, py in points for part in (x + px * by, y + py * by * flip)]
    SmoothLine(points=edge, width=1.0, close=True)


def draw(name: str, x: float, y: float, size: float, colour: Colour, hole: Colour) -> None:
    """Add a sign, fitted into a square round (x, y), to the current canvas; `name:3` adds a small 3."""
    name, _, badge = name.partition(":")
    if badge:
        draw(name, x - size * 0.06, y + size * 0.06, size * 0.88, colour, hole)
        _badge(badge, x + size * 0.27, y - size * 0.27, size * 0.5, colour, hole)
        return
    strokes = icons().get(name)
    if strokes is None:
        _letter(name, x, y, size, colour, hole)
        return
    half = size / 2
    for kind, numbers, points, cut in strokes:
        Color(*(hole if cut else colour))
        if kind == "poly":
            fill(points, x, y, half)
        elif kind == "line":
            flat = [part for px, py in points for part in (x + px * half, y + py * half)]
            Line(points=flat, width=max(numbers[0] * half / 2, 0.8), cap="round", joint="round")
        else:
            _round(kind, x + numbers[0] * half, y + numbers[1] * half, half, numbers[2:])


def _round(kind: str, x: float, y: float, half: float, numbers: tuple[float, ...]) -> None:
    if kind == "disc":
        r = numbers[0] * half
        SmoothEllipse(pos=(x - r, y - r), size=(2 * r, 2 * r), segments=32)
    elif kind == "box":
        wide, high, corner = (number * half for number in numbers)
        SmoothRoundedRectangle(pos=(x, y), size=(wide, high), radius=[max(corner, 0.1)])
    elif kind == "arc":
        r, start, end, width = numbers
        Line(circle=(x, y, r * half, start, end), width=max(width * half / 2, 0.8), cap="round")


def draw_icon(name: str, pos: Point, side: float, colour: str, back: str = "night") -> None:
    """Add a sign into the square whose lower left corner is `pos`, in a colour of the theme."""
    draw(name, pos[0] + side / 2, pos[1] + side / 2, side, theme.rgba(colour), theme.rgba(back))


def _letter(name: str, x: float, y: float, size: float, colour: Colour, hole: Colour) -> None:
    """A small round with the first letter, for a name without a sign."""
    r = size * 0.45
    Color(*colour)
    SmoothEllipse(pos=(x - r, y - r), size=(2 * r, 2 * r), segments=32)
    _write((name or "?")[:1].upper(), x, y, size * 0.6, hole)


def _badge(words: str, x: float, y: float, size: float, colour: Colour, hole: Colour) -> None:
    """A letter or number in the corner of a sign."""
    r = size / 2
    Color(*hole)
    SmoothEllipse(pos=(x - r * 1.16, y - r * 1.16), size=(r * 2.32, r * 2.32), segments=24)
    Color(*colour)
    SmoothLine(circle=(x, y, r, 0, 360, 24), width=max(size * 0.04, 1.0))
    _write(words[:2], x, y, size * (0.78 if len(words) < 2 else 0.6), colour)


def _write(words: str, x: float, y: float, size: float, colour: Colour) -> None:
    texture = _texture(words, max(int(size), 6))
    wide, high = texture.size
    Color(*colour)
    Rectangle(texture=texture, pos=(x - wide / 2, y - high / 2), size=(wide, high))


@lru_cache(maxsize=256)
def _texture(words: str, size: int) -> Any:
    label = CoreLabel(text=words, font_size=size, bold=True)
    label.refresh()
    return label.texture


class Sign(Widget):
    """A drawn sign."""

    name = StringProperty("")
    colour = StringProperty("ink")
    back = StringProperty("night")

    def __init__(self, **props: Any) -> None:
        super().__init__(**props)
        self.bind(pos=self._draw, size=self._draw, name=self._draw, colour=self._draw, back=self._draw)
        self._draw()

    def _draw(self, *_: Any) -> None:
        self.canvas.clear()
        side = min(self.size)
        if self.name and side > 0:
            colour, hole = theme.rgba(self.colour), theme.rgba(self.back)
            with self.canvas:
                draw(self.name, self.x + self.width / 2, self.y + self.height / 2, side, colour, hole)
