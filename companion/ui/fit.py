"""How large words may be to fit into a box, found without drawing them."""

from __future__ import annotations

from functools import lru_cache

from kivy.core.text import Label as CoreLabel

LINE = 1.18
"""The height of a line of Roboto, as a multiple of its size."""

SLACK = 1.015


@lru_cache(maxsize=8192)
def width(word: str, bold: bool = False) -> float:
    """The width of a word at size 1."""
    label = CoreLabel(text=word, font_size=100, bold=bold)
    return float(label.get_extents(word)[0]) / 100


def lines(text: str, size: float, room: float, bold: bool = False) -> int:
    """How many lines a text takes in a width; 0 if a word alone is too wide."""
    count = 0
    space = width(" ", bold) * size
    for paragraph in text.split("\n"):
        count += 1
        at = 0.0
        for word in paragraph.split(" "):
            long = width(word, bold) * size * SLACK
            if long > room:
                return 0
            if at and at + space + long > room:
                count += 1
                at = long
            else:
                at += (space if at else 0.0) + long
    return count


@lru_cache(maxsize=4096)
def fitting(text: str, size: float, room: tuple[float, float], bold: bool = False, most: int = 0) -> float:
    """The largest type size up to `size` at which the text fits; `most` lines at most, 0 for any number."""
    wide, high = room
    if not text or wide <= 0 or high <= 0:
        return size
    while size > 6:
        taken = lines(text, size, wide, bold)
        if taken and taken * size * LINE <= high and (not most or taken <= most):
            return size
        size *= 0.95
    return size
