"""How large words may be to fit into a box, found without drawing them."""

from __future__ import annotations

from functools import lru_cache

from kivy.core.text import Label as CoreLabel

LINE = 1.23
"""The height of a line is at most so many times its type size."""

LEAST = 6
"""No words are smaller than so many pixels."""

SLACK = 1.01
"""Words next to each other are a little wider than each alone."""


@lru_cache(maxsize=512)
def line_height(size: int) -> float:
    """The height of a line of type."""
    return float(CoreLabel(text="Ag", font_size=size).get_extents("Ag")[1])


@lru_cache(maxsize=32768)
def width(word: str, size: int, bold: bool = False) -> float:
    """The width of words in one line."""
    return float(CoreLabel(text=word, font_size=size, bold=bold).get_extents(word)[0])


def lines(text: str, size: float, room: float, bold: bool = False) -> int:
    """How many lines a text takes in a width; 0 if a word alone is too wide."""
    count, whole = 0, int(size)
    space = width(" ", whole, bold)
    for paragraph in text.split("\n"):
        count += 1
        at = 0.0
        for word in paragraph.split(" "):
            long = width(word, whole, bold) * SLACK + 0.5 if word else 0.0
            if long > room:
                return 0
            if at and at + space + long > room:
                count += 1
                at = long
            else:
                at += (space if at else 0.0) + long
    return count


@lru_cache(maxsize=8192)
def fitting(text: str, size: float, room: tuple[float, float], bold: bool = False, most: int = 0) -> int:
    """The largest type size up to `size` at which the text fits; `most` lines at most, 0 for any number."""
    wide, high = room
    whole = max(int(size), LEAST)
    if not text or wide <= 0 or high <= 0:
        return whole
    while whole > LEAST:
        taken = lines(text, whole, wide, bold)
        if taken and taken * line_height(whole) <= high and (not most or taken <= most):
            break
        whole -= 1
    return whole
