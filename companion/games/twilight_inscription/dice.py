"""The six dice: how the camera names their faces, and which resources they give."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine import FactSpec, FactValue, Option, text

from .book import value
from .desk import RESOURCES

COLOURS = ("red", "green", "blue")
BLACK = {"black:material": "M", "black:influence": "I", "black:research": "R"}
"""The faces of a black die and their resources."""

FACES = (*BLACK, *(f"{colour}:{face}" for colour in COLOURS for face in ("single", "double")))
COUNT = {"black": value("CMP-05")["dice"], **dict.fromkeys(COLOURS, 1)}
"""How many dice there are of each kind (CMP-05, CMP-06)."""

ALL = sum(COUNT.values())


def fact(colour: str) -> str:
    """The printed value that says which resource a focus die gives."""
    return f"focus.{colour}"


SPECS = {
    fact(colour): FactSpec(
        key=fact(colour),
        ask=text("fact.focus", colour=text(f"die.{colour}")),
        kind="choice",
        choices=RESOURCES,
        names=tuple(text(f"resource.{one}") for one in RESOURCES),
        group=text("fact.focus.group"),
        rule="CMP-06",
    )
    for colour in COLOURS
}
"""Which colour gives what is printed on the dice and not in the rulebook (FOC-01)."""


def kind(face: str) -> str:
    """The die that a face belongs to."""
    return face.partition(":")[0]


def open_faces(rolled: Sequence[str]) -> tuple[str, ...]:
    """The faces of the dice that are not told yet."""
    told = [kind(face) for face in rolled]
    return tuple(face for face in FACES if told.count(kind(face)) < COUNT[kind(face)])


def supply(faces: Sequence[str]) -> tuple[int, int, int]:
    """What the black dice supply."""
    black = [BLACK[face] for face in faces if face in BLACK]
    material, influence, research = (black.count(one) for one in RESOURCES)
    return material, influence, research  # GEN-07


def symbols(face: str) -> int:
    """How many resources a focus die's face shows."""
    return int(value("FOC-01")["symbols"][face.partition(":")[2]])  # FOC-01


def resource(colour: str, facts: dict[str, FactValue]) -> str:
    """The resource of a focus die; empty while nobody has told."""
    found = facts.get(fact(colour), "")
    if found:
        return str(found)
    told = {facts[fact(one)] for one in COLOURS if fact(one) in facts}
    left = [one for one in RESOURCES if one not in told]
    return left[0] if len(left) == 1 else ""


def shown(faces: Sequence[str], facts: dict[str, FactValue]) -> dict[str, int]:
    """What each focus die supplies, by its resource, as far as it is known which gives what."""
    found = {resource(kind(face), facts): symbols(face) for face in faces if face not in BLACK}
    return {one: found[one] for one in RESOURCES if one in found}


def black_options() -> tuple[Option, ...]:
    """The faces of a black die as choices."""
    return tuple(option(face) for face in BLACK)


def option(face: str) -> Option:
    """A face as a choice."""
    die, _, sign = face.partition(":")
    if face in BLACK:
        return Option(value=face, label=text(f"resource.{BLACK[face]}"), icon=sign, note=text("die.black"))
    return Option(value=face, label=text(f"face.{sign}"), icon=sign, note=text(f"die.{die}"))
