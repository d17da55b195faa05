"""What all four sheets print alike, as plans know it: advantages, technologies, practice sheets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import resources

from companion.engine import Field, Plan, Problem, text
from companion.engine.plan import FieldValue

from ..assets import COMMODITIES, HALVES, SPECIALS, Asset, asset
from ..desk import RESOURCES
from .tech import TECHS, Tech

NOTHING = "-"
"""How a plan writes that no advantage is printed."""

MOST_POINTS = 12
"""Points that one printed advantage is worth at most, in the list that players choose from."""

MOST_RESEARCH = 9

PRACTICE = "practice"
"""The name of the practice sheet of each kind."""

ADVANTAGES: tuple[str, ...] = (
    *(f"vp {points}" for points in range(1, MOST_POINTS + 1)),
    *("planet", "good", "vote", "member", "population", "faction", "relic", "mecatol"),
    *(f"special {sort}" for sort in SPECIALS),
    *(f"focus {resource}" for resource in RESOURCES),
    *(f"commodity {sort} {count}" for sort in COMMODITIES for count in (1, 2)),
    *(f"neighbour {half}" for half in HALVES),
)
"""The advantages that players choose from."""


def advantage(key: str = "asset", *, required: bool = False) -> Field:
    """A field that holds an advantage; what prints none is left empty or says so."""
    known = [(words, found.name) for words in ADVANTAGES if (found := asset(words)) is not None]
    none = () if required else ((NOTHING, text("plan.asset.none")),)
    return Field(key=key, label=text("plan.asset"), choices=(*none, *known), required=required)


def printed(fields: Mapping[str, FieldValue], key: str = "asset") -> Asset | None:
    """The advantage that a field holds."""
    return asset(str(fields.get(key, NOTHING)))


def tech_fields(sheet: str) -> tuple[Field, ...]:
    """What a plan says of its two technologies: Research symbols, and the special that does as well."""
    found: list[Field] = []
    for tech in TECHS[sheet]:
        name = text(f"technology.{tech}")
        research = text("plan.tech.research", tech=name)
        special = text("plan.tech.special", tech=name)
        kinds = tuple((sort, text(f"sort.{sort}")) for sort in SPECIALS)
        found.append(Field(key=tech, label=research, low=1, high=MOST_RESEARCH, required=True))
        found.append(Field(key=f"{tech}_special", label=special, choices=kinds, required=True))
    return tuple(found)


def techs(plan: Plan, sheet: str) -> dict[str, Tech]:
    """The technologies of a sheet as its plan tells them."""
    fields = plan.fields
    return {tech: Tech(int(fields[tech]), str(fields[f"{tech}_special"])) for tech in TECHS[sheet]}


def clashes(plan: Plan, sheet: str) -> Iterator[Problem]:
    """Ids of places that a desk could not tell from other places of the sheet."""
    for place in plan.places:
        if "." in place.id or place.id in (*TECHS[sheet], "focus"):
            yield Problem(text=text("plan.id", id=place.id), place=place.id)


def practice(sheet: str) -> dict[str, str]:
    """The practice sheet of a kind, as its text."""
    file = resources.files(__package__).joinpath("..", "practice", f"{sheet}.txt")
    return {PRACTICE: file.read_text("utf-8")}
