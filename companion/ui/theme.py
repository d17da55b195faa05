"""Colours, type and measures. Everything is measured in millimetres of the real screen."""

from __future__ import annotations

from math import hypot
from typing import TypeAlias

from companion.engine.notation import COLOURS, SHAPES

Colour: TypeAlias = "tuple[float, float, float, float]"

ROLES = {
    "night": "#0a0f1f",
    "paper": "#151d36",
    "raised": "#212c4e",
    "pressed": "#2e3b66",
    "dim": "#182038",
    "line": "#46558a",
    "ink": "#f3f6ff",
    "muted": "#b3bedb",
    "faint": "#8f9cc0",
    "accent": "#ffd166",
    "good": "#6fdc9c",
    "bad": "#ff8f8f",
    "dark": "#0c1122",
}
"""Colours by what they are for."""

SEAT_COLOURS = {
    "blue": "#63adff",
    "orange": "#ffa24d",
    "green": "#5edb8f",
    "pink": "#ff93d0",
    "yellow": "#ffe26b",
    "cyan": "#55e0e6",
    "red": "#ff7d7d",
    "white": "#eef2fb",
}
"""Colours of players; dark words stand well on each, and each stands well on the dark."""

READABLE = 4.5
"""The least contrast between words and what is behind them."""

TEXT_PAIRS = (
    *((ink, back) for ink in ("ink", "muted", "accent", "good", "bad")
      for back in ("night", "paper", "raised")),
    ("ink", "pressed"), ("muted", "pressed"), ("faint", "night"), ("faint", "paper"), ("faint", "dim"),
    ("dark", "accent"), ("dark", "good"), ("dark", "bad"), ("muted", "dim"),
    *(("dark", name) for name in SEAT_COLOURS),
    *((name, back) for name in SEAT_COLOURS for back in ("night", "paper", "raised")),
)  # fmt: skip
"""Which colour of words stands on which background anywhere in the app."""

TOUCH = 9.0
"""The least side of a touch target in millimetres."""

GAP = 1.6
"""The space between things in millimetres."""

ROUND = 2.0
"""The radius of corners in millimetres."""

TYPE = {"huge": 7.4, "title": 5.0, "text": 3.7, "small": 3.0, "tiny": 2.5}
"""Heights of type in millimetres."""

SIZES = {"small": 0.88, "normal": 1.0, "large": 1.12}
"""What the setting `size` does to type."""

DIAGONAL = 7.0
"""Inches of the screen while nobody said otherwise."""


class _Screen:
    """How many pixels a millimetre of this screen has, and how large type is wanted."""

    def __init__(self) -> None:
        self.pixels = 800 / 152.4
        self.type = 1.0


_screen = _Screen()


def measure(width: float, height: float, diagonal: float = DIAGONAL, size: str = "normal") -> None:
    """Take the measure of a screen: its pixels, its diagonal in inches, and the wanted size of type."""
    _screen.pixels = hypot(width, height) / diagonal / 25.4
    _screen.type = SIZES.get(size, 1.0)


def mm(length: float) -> float:
    """Millimetres of the screen in pixels."""
    return length * _screen.pixels


def pt(role: str) -> float:
    """The pixels of a type role."""
    return TYPE[role] * _screen.pixels * _screen.type


def rgba(name: str, alpha: float = 1.0, players: tuple[str, ...] = ()) -> Colour:
    """A colour by role, by player colour, as `seat0` to `seat7` (of `players`), or as `#rrggbb`."""
    code = _code(name, players)
    red, green, blue = (int(code[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return (red, green, blue, alpha)


def _code(name: str, players: tuple[str, ...]) -> str:
    if name.startswith("#") and len(name) == 7:
        return name
    if name.startswith("seat") and name[4:].isdigit():
        seat = int(name[4:])
        name = players[seat] if seat < len(players) else COLOURS[seat % len(COLOURS)]
    return ROLES.get(name) or SEAT_COLOURS.get(name) or ROLES["muted"]


def seat_shape(seat: int, players: tuple[str, ...] = ()) -> str:
    """The shape of a seat, of `players` where they chose their own."""
    return players[seat] if seat < len(players) else SHAPES[seat % len(SHAPES)]


def contrast(one: str, other: str) -> float:
    """The contrast between two colours, from 1 (the same) to 21 (black on white)."""
    light, dark = sorted((_luminance(rgba(one)), _luminance(rgba(other))), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def unreadable() -> list[str]:
    """The pairs of words and background whose contrast is too small."""
    return [f"{ink} on {back}" for ink, back in TEXT_PAIRS if contrast(ink, back) < READABLE]


def ink_on(name: str, players: tuple[str, ...] = ()) -> str:
    """The colour for words on a background of any colour."""
    red, green, blue, _ = rgba(name, players=players)
    return "dark" if _luminance((red, green, blue, 1)) > 0.18 else "ink"


def _luminance(colour: Colour) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour[:3]
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
