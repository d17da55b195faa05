"""What is printed on every sheet, and the marks of the pen on it."""

from __future__ import annotations

from typing import Protocol, TypeAlias

from companion.engine import text
from companion.engine.canvas import LARGE, PANEL, RAISED, SMALL, Canvas

from ..assets import Asset
from ..desk import CIRCLE, CROSS, RESOURCES, SLASH, UNDER, Desk
from ..layouts import title
from ..sheets.tech import TECHS, Tech, focus_place
from . import signs

WIDTH, HEIGHT = 1000, 700
PEN = "#ff9d3b"
"""The colour of the pens; every mark has a form of its own too."""

EARTH = "#0b1224"
"""The ground of a sheet."""

HEAD, FOOT = 56, 628
"""Where what is special to a sheet begins and ends; technologies and focus dice lie below."""

TECHS_LEFT, TECH_WIDTH, FOCUS_LEFT, FOCUS_STEP = 222, 292, 820, 58
SYMBOL = 30
"""The size of a technology's symbols."""

Rect: TypeAlias = "tuple[float, float, float, float]"


class Layout(Protocol):
    """What the layouts of all four sheets have."""

    @property
    def name(self) -> str:
        """What the sheet is called."""

    @property
    def techs(self) -> dict[str, Tech]:
        """Its technologies."""

    @property
    def assets(self) -> dict[str, Asset]:
        """Its printed advantages by place."""


def around(x: float, y: float, r: float) -> Rect:
    """The square round a point."""
    return (x - r, y - r, 2 * r, 2 * r)


def advantage(canvas: Canvas, asset: Asset, x: float, y: float, size: float, mark: str = "") -> None:
    """An advantage with its number or letter, and what the pen did to it."""
    colour, half = signs.colour(asset), size / 2
    letter = signs.mark(asset)
    if asset.kind == "vp":
        canvas.icon("vp", x, y, size, colour)
        canvas.words(letter, x - half, y - half, size, size * 0.96, size * 0.66, "dark", bold=True)
    elif asset.kind == "focus":
        canvas.box(x - half * 0.9, y - half * 0.9, size * 0.9, size * 0.9, PANEL, colour, 3, size * 0.2)
        canvas.icon(signs.RESOURCE_SIGNS[asset.sort], x, y, size * 0.58, colour)
    elif letter:
        canvas.icon(signs.sign(asset), x - half * 0.24, y - half * 0.2, size * 0.78, colour)
        canvas.words(letter, x - half * 0.1, y, half * 1.2, half * 1.1, size * 0.54, "ink", bold=True)
    else:
        canvas.icon(signs.sign(asset), x, y, size * 0.9, colour)
    stroke(canvas, mark, x, y, half * 1.24)


def stroke(canvas: Canvas, mark: str, x: float, y: float, r: float) -> None:
    """A mark of the pen round or through a point; slashes have a dark edge, as lanes run the same way."""
    width = min(6, max(3, r * 0.24))
    slant = r * 0.72
    lines = [
        ((x - slant, y + slant), (x + slant, y - slant)),
        ((x - slant, y - slant), (x + slant, y + slant)),
    ]
    if mark in (CIRCLE, SLASH):
        canvas.disc(x, y, r, line=PEN, width=width)
    if mark == SLASH:
        canvas.path(*lines[0], line=EARTH, width=width * 2)
    if mark in (SLASH, CROSS):
        for line in lines[:1] if mark == SLASH else lines:
            canvas.path(*line, line=PEN, width=width)
    if mark == UNDER:
        canvas.path((x - r, y + r), (x + r, y + r), line=PEN, width=width)


def symbol(canvas: Canvas, resource: str, x: float, y: float, size: float, mark: str = "") -> None:
    """A resource symbol that can be crossed out."""
    half = size / 2
    canvas.box(x - half, y - half, size, size, RAISED, "line", 2, size * 0.18)
    canvas.icon(signs.RESOURCE_SIGNS[resource], x, y, size * 0.66, signs.RESOURCE_COLOURS[resource])
    stroke(canvas, mark, x, y, half * 1.1)


def ground(canvas: Canvas, sheet: str, layout: Layout, desk: Desk) -> None:
    """The sheet's ground with its name, its points, its technologies and its focus dice."""
    canvas.box(0, 0, WIDTH, HEIGHT, EARTH, "line", 3, 16)
    canvas.icon(sheet, 34, 30, 34, "accent")
    canvas.words(text(f"sheet.{sheet}"), 62, 8, 260, 44, LARGE, "ink", True, "left")
    if sheet in desk.sheets:
        canvas.words(title(desk.sheets[sheet]), 330, 12, 240, 38, SMALL, "muted", align="left")
    points = sum(
        asset.count
        for place, asset in layout.assets.items()
        if asset.kind == "vp" and desk.has(place, CIRCLE)
    )
    canvas.icon("vp", 900, 30, 38, "accent")
    canvas.words(points, 924, 8, 66, 44, LARGE, "ink", True)
    for at, tech in enumerate(TECHS[sheet]):
        _tech(canvas, sheet, tech, layout.techs[tech], desk, TECHS_LEFT + at * TECH_WIDTH)
    for at, resource in enumerate(RESOURCES):
        x, y = FOCUS_LEFT + 30 + at * FOCUS_STEP, FOOT + 34
        advantage(canvas, Asset("focus", resource), x, y, 42, desk.mark(focus_place(sheet, resource)))


def _tech(canvas: Canvas, sheet: str, name: str, tech: Tech, desk: Desk, x: float) -> None:
    known = desk.has(Tech.place(sheet, name), UNDER)
    canvas.box(x, FOOT + 2, TECH_WIDTH - 8, 64, PANEL, PEN if known else "line", 4 if known else 2)
    colour = "ink" if known else "muted"
    canvas.words(
        text(f"technology.{name}"), x + 8, FOOT + 3, TECH_WIDTH - 24, 28, SMALL, colour, known, "left"
    )
    for number in range(1, tech.research + 1):
        at = x + 24 + (number - 1) * (SYMBOL + 4)
        symbol(canvas, "R", at, FOOT + 47, SYMBOL, desk.mark(Tech.symbol(sheet, name, number)))
    special = Asset("special", tech.special)
    advantage(canvas, special, x + TECH_WIDTH - 34, FOOT + 46, SYMBOL)


def ground_places(sheet: str, layout: Layout) -> dict[str, Rect]:
    """Where technologies and focus dice are touched, by their choices."""
    found: dict[str, Rect] = {}
    for at, tech in enumerate(TECHS[sheet]):
        x = TECHS_LEFT + at * TECH_WIDTH
        wide = TECH_WIDTH - 8 - 58
        found[f"research {tech}"] = (x, FOOT + 2, wide, 64)
        found[f"unlock {tech}"] = (x + wide, FOOT + 2, 58, 64)
    for at, resource in enumerate(RESOURCES):
        found[f"focus {resource}"] = around(FOCUS_LEFT + 30 + at * FOCUS_STEP, FOOT + 34, 28)
    return found


def tech_place(sheet: str, tech: str) -> Rect:
    """Where a technology lies that is used by touching it."""
    return (TECHS_LEFT + TECHS[sheet].index(tech) * TECH_WIDTH, FOOT + 2, TECH_WIDTH - 8, 64)
