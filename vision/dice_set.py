"""A set of dice as a small TOML file describes it: which dice, how many of each, their colours and faces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import msgspec
from msgspec import Struct, field

from .reading import Outline

SIDES = 6


class BadSet(Exception):
    """A file that describes no usable set of dice; the message says why."""


class Shape(Struct, frozen=True, forbid_unknown_fields=True):
    """A polygon of a drawn face, from -1 to 1, y downwards; a hole shows the body."""

    points: Outline
    hole: bool = False


class DieKind(Struct, frozen=True, forbid_unknown_fields=True):
    """Dice of one kind: how many there are and how often each face stands on one of them."""

    kind: str
    faces: dict[str, int]
    count: int = 1
    body: str = "#202020"
    ink: str = "#f4f4f4"


class DiceSet(Struct, frozen=True, forbid_unknown_fields=True):
    """The dice that lie in a tray together, and drawings of their faces to try them with."""

    name: str
    die: tuple[DieKind, ...]
    drawing: dict[str, tuple[Shape, ...]] = field(default_factory=dict)

    @property
    def total(self) -> int:
        """How many dice there are."""
        return sum(one.count for one in self.die)

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """Every kind with each of its faces."""
        return tuple((one.kind, face) for one in self.die for face in one.faces)

    def counts(self) -> Counter[str]:
        """How many dice of each kind there are."""
        return Counter({one.kind: one.count for one in self.die})

    def is_possible(self, kinds: Iterable[str]) -> bool:
        """Whether dice of these kinds can lie there together."""
        return Counter(kinds) <= self.counts()


def parse(text: str) -> DiceSet:
    """The set that a TOML text describes."""
    try:
        found = msgspec.toml.decode(text, type=DiceSet)
    except msgspec.MsgspecError as error:
        raise BadSet(str(error)) from error
    if not found.die:
        raise BadSet("there is no die in it")
    repeated = [kind for kind, times in Counter(one.kind for one in found.die).items() if times > 1]
    if repeated:
        raise BadSet(f"the die {repeated[0]} is there twice; give it a count instead")
    for one in found.die:
        _check(one)
    for face, shapes in found.drawing.items():
        if any(len(shape.points) < 3 for shape in shapes):
            raise BadSet(f"the drawing of {face} has a shape with fewer than three points")
    return found


def load(path: Path) -> DiceSet:
    """The set in a file."""
    try:
        return parse(path.read_text("utf-8"))
    except OSError as error:
        raise BadSet(error.strerror or "cannot be read") from error
    except UnicodeDecodeError as error:
        raise BadSet("not a text file") from error


def colour(word: str) -> tuple[float, float, float]:
    """Red, green and blue from 0 to 1 of a colour like #b3202a."""
    if len(word) != 7 or word[0] != "#":
        raise BadSet(f"{word} is no colour like #b3202a")
    try:
        red, green, blue = (int(word[at : at + 2], 16) / 255 for at in (1, 3, 5))
    except ValueError as error:
        raise BadSet(f"{word} is no colour like #b3202a") from error
    return red, green, blue


def _check(one: DieKind) -> None:
    if one.count < 1:
        raise BadSet(f"the die {one.kind} is there {one.count} times")
    if any(times < 1 for times in one.faces.values()) or sum(one.faces.values()) != SIDES:
        raise BadSet(f"the faces of the die {one.kind} do not make {SIDES}")
    for word in (one.kind, *one.faces):
        # Both are parts of file names, as in red_double_1.jpg.
        if not word.replace("-", "").isalnum():
            raise BadSet(f"{word!r}: names are letters, digits and hyphens")
    colour(one.body)
    colour(one.ink)
