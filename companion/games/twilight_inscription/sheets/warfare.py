"""The Warfare sheet as a plan that its owner enters."""

from __future__ import annotations

from companion.engine import Field, Grid, Place, PlaceKind, Plan, PlanSpec, text
from companion.engine.plan import Cell

from ..assets import HALVES, SPECIALS
from ..book import value
from ..desk import WARFARE
from .battle import ANY, WARS, Bar, Node, Spoils, Unit, Warfare
from .printed import advantage, practice, printed, tech_fields, techs
from .warfare_check import (
    ANOMALY,
    ANYTHING,
    BAR,
    BOX,
    NODE,
    UNIT,
    bars,
    cells_of,
    check,
    heights,
    pattern_of,
)

__all__ = ["SPEC", "Bar", "Node", "Spoils", "Unit", "Warfare", "read"]

_KINDS = tuple((kind, text(f"unit.{kind}")) for kind in value("MIL-02"))
_SPECIALS = tuple((sort, text(f"sort.{sort}")) for sort in SPECIALS)
_HALVES = tuple((half, text(f"sort.{half}")) for half in HALVES)

MOST_POINTS, MOST_ROWS, MOST_COLUMNS = 20, 12, 12


def _kind() -> Field:
    return Field(key="unit", label=text("plan.unit"), choices=_KINDS, required=True)


SPEC = PlanSpec(
    key=WARFARE,
    title=text("sheet.warfare"),
    places=(
        PlaceKind(
            key=NODE,
            title=text("plan.node"),
            size=26,
            fields=(advantage(),),
            least=value("DEP-01")["sectors"],
        ),
        PlaceKind(key=ANOMALY, title=text("plan.anomaly"), sign="anomaly", colour="muted", size=30),
        PlaceKind(
            key=UNIT,
            title=text("plan.unit"),
            sign="infantry",
            size=44,
            free=True,
            fields=(
                _kind(),
                Field(key="pattern", label=text("plan.unit.pattern"), text=True, required=True),
                Field(key="lock", label=text("plan.unit.lock"), choices=_SPECIALS),
            ),
            least=len(value("MIL-02")),
            most=len(value("MIL-02")),
        ),
        PlaceKind(
            key=BAR,
            title=text("plan.bar"),
            sign="square",
            size=34,
            free=True,
            fields=(
                _kind(),
                Field(key="cost", label=text("plan.bar.cost"), text=True, required=True),
                Field(key="points", label=text("plan.points"), low=0, high=MOST_POINTS, default=0),
            ),
        ),
        PlaceKind(
            key=BOX,
            title=text("plan.box"),
            sign="box",
            colour="accent",
            free=True,
            fields=(
                Field(key="half", label=text("plan.box.half"), choices=_HALVES, required=True),
                Field(key="war", label=text("plan.box.war"), low=WARS[0], high=WARS[-1], required=True),
                advantage("win", required=True),
                Field(key="lose", label=text("plan.box.lose"), low=-9, high=0, required=True),
            ),
            least=value("DEP-01")["sectors"],
            most=value("DEP-01")["sectors"],
        ),
    ),
    fields=(
        Field(key="left", label=text("plan.left"), low=1, high=MOST_COLUMNS, required=True),
        *(
            Field(key=f"rows{war}", label=text("plan.rows", war=war), low=1, high=MOST_ROWS, required=True)
            for war in WARS
        ),
        *tech_fields(WARFARE),
    ),
    grid=Grid("square", 100, 60, 44),
    practice=practice(WARFARE),
    check=check,
    rule="DEP-05",
)
"""What a Warfare sheet is made of."""


def read(plan: Plan) -> Warfare:
    """The sheet that a sound plan tells of."""
    boxes = {f"{one.fields['half']}.{one.fields['war']}": one for one in plan.of(BOX)}
    return Warfare(
        name=plan.name,
        techs=techs(plan, WARFARE),
        units={str(one.fields["unit"]): _unit(plan, one) for one in plan.of(UNIT)},
        nodes=tuple(_node(cell, place) for cell, place in cells_of(plan).items()),
        left=int(plan.fields["left"]),
        rows=heights(plan),
        spoils={
            key: Spoils(printed(one.fields, "win"), int(one.fields["lose"])) for key, one in boxes.items()
        },
    )


def _node(cell: Cell, place: Place) -> Node:
    return Node(cell, printed(place.fields), place.kind == ANOMALY)


def _unit(plan: Plan, place: Place) -> Unit:
    kind = str(place.fields["unit"])
    found = tuple(_bar(one) for one in bars(plan, kind))
    return Unit(kind, pattern_of(str(place.fields["pattern"])), found, str(place.fields.get("lock", "")))


def _bar(place: Place) -> Bar:
    signs = (ANY if sign == ANYTHING else sign for sign in str(place.fields["cost"]))
    return Bar(tuple(signs), int(place.fields.get("points", 0)))
