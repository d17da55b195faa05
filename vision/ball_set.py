"""A set of balls as a small TOML file describes it: which colours, how many of each, what they are worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from msgspec import Struct

from .described import BadSet, check_name, colour, decoded, repeated, text_of


class BallKind(Struct, frozen=True, forbid_unknown_fields=True):
    """Balls of one colour: its name, how it looks, how many there are and what one is worth."""

    colour: str
    body: str
    count: int = 1
    value: int = 0


class BallSet(Struct, frozen=True, forbid_unknown_fields=True):
    """All balls that are shaken, and how many of them come to lie in the window."""

    name: str
    ball: tuple[BallKind, ...]
    shown: int = 2

    @property
    def colours(self) -> tuple[str, ...]:
        """The names of the colours, in the order of the file."""
        return tuple(one.colour for one in self.ball)

    def counts(self) -> Counter[str]:
        """How many balls of each colour there are."""
        return Counter({one.colour: one.count for one in self.ball})

    def is_possible(self, colours: Iterable[str]) -> bool:
        """Whether balls of these colours can lie there together."""
        return Counter(colours) <= self.counts()

    def worth(self, colours: Iterable[str]) -> int:
        """The sum of the balls' values; LookupError for a colour that is not in the set."""
        values = {one.colour: one.value for one in self.ball}
        return sum(values[name] for name in colours)


def parse(text: str) -> BallSet:
    """The set that a TOML text describes."""
    found = decoded(text, BallSet)
    if not found.ball:
        raise BadSet("there is no ball in it")
    if twice := repeated(found.colours):
        raise BadSet(f"the colour {twice} is there twice; give it a count instead")
    for one in found.ball:
        if one.count < 1:
            raise BadSet(f"the colour {one.colour} is there {one.count} times")
        check_name(one.colour)
        colour(one.body)
    if not 1 <= found.shown <= found.counts().total():
        raise BadSet(f"{found.shown} of {found.counts().total()} balls cannot lie in the window")
    return found


def load(path: Path) -> BallSet:
    """The set in a file."""
    return parse(text_of(path))


__all__ = ["BadSet", "BallKind", "BallSet", "load", "parse"]
