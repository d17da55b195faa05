"""A set of dice as a small TOML file describes it: which dice, how many of each, their colours and faces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from msgspec import Struct, field

from .described import BadSet, check_name, colour, decoded, repeated, text_of
from .reading import Outline

SIDES = 6


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
    title: str = ""
    words: dict[str, dict[str, str]] = field(default_factory=dict)
    """What people call kinds and faces, by language."""

    def called(self, word: str, lang: str) -> str:
        """What people call a kind or a face; its own name where nobody said."""
        return self.words.get(word, {}).get(lang, word)

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
    found = decoded(text, DiceSet)
    if not found.die:
        raise BadSet("there is no die in it")
    if twice := repeated(one.kind for one in found.die):
        raise BadSet(f"the die {twice} is there twice; give it a count instead")
    for one in found.die:
        _check(one)
    for face, shapes in found.drawing.items():
        if any(len(shape.points) < 3 for shape in shapes):
            raise BadSet(f"the drawing of {face} has a shape with fewer than three points")
    return found


def load(path: Path) -> DiceSet:
    """The set in a file."""
    return parse(text_of(path))


def _check(one: DieKind) -> None:
    if one.count < 1:
        raise BadSet(f"the die {one.kind} is there {one.count} times")
    if any(times < 1 for times in one.faces.values()) or sum(one.faces.values()) != SIDES:
        raise BadSet(f"the faces of the die {one.kind} do not make {SIDES}")
    for word in (one.kind, *one.faces):
        check_name(word)
    colour(one.body)
    colour(one.ink)


__all__ = ["BadSet", "DiceSet", "DieKind", "Shape", "colour", "load", "parse"]
