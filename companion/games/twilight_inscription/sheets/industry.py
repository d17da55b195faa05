"""The Industry sheet as a plan that its owner enters."""

from __future__ import annotations

from companion.engine import Field, Grid, Place, PlaceKind, Plan, PlanSpec, Text, text

from ..assets import COMMODITIES, SORTS, SPECIALS
from ..book import value
from ..desk import INDUSTRY, RESOURCES
from .hexes import MEMBER, Hex, Industry, Menu, Row
from .industry_check import HEX, PLUS_GOOD, POINTS, ROWS, SIGN, START, X_HEX, check, column, signs
from .printed import advantage, practice, printed, tech_fields, techs

__all__ = ["SPEC", "Hex", "Industry", "Menu", "Row", "read"]

_SPECIALS = tuple((sort, text(f"sort.{sort}")) for sort in SPECIALS)
_RESOURCES = tuple((resource, text(f"resource.{resource}")) for resource in RESOURCES)
_ROWS: tuple[tuple[str, Text], ...] = tuple((row, text(f"plan.row.{row}")) for row in ROWS)
_KINDS = tuple(
    (kind, text(f"asset.{kind}", sort=text("asset.plain"), count=1))
    for kind in ("commodity", *(one for one in SORTS if one not in ("commodity", "vp")))
)
_MENU = tuple(zip(("four", "three"), value("IND-09"), strict=True))
"""The two lines of the menu that spend a special advantage, with the most resources that they give."""

MOST_PRINTED, MOST_COLUMN = 30, 20


def _row(key: str, choices: tuple[tuple[str, Text], ...]) -> Field:
    return Field(key=key, label=text(f"plan.{key}"), choices=choices, default=choices[0][0], required=True)


def _menu_fields(line: str, most: int) -> tuple[Field, Field]:
    special, resource = text("plan.menu.special", most=most), text("plan.menu.resource", most=most)
    return (
        Field(key=f"{line}_special", label=special, choices=_SPECIALS, required=True),
        Field(key=f"{line}_resource", label=resource, choices=_RESOURCES, required=True),
    )


SPEC = PlanSpec(
    key=INDUSTRY,
    title=text("sheet.industry"),
    places=(
        PlaceKind(
            key=HEX,
            title=text("plan.hex"),
            sign="hexagon",
            size=60,
            fields=(advantage(required=True),),
            least=1,
        ),
        PlaceKind(
            key=START,
            title=text("plan.start"),
            sign="cross",
            colour="accent",
            size=50,
            least=value("IND-03")["scrapped"],
            most=value("IND-03")["scrapped"],
        ),
        PlaceKind(
            key=X_HEX,
            title=text("plan.x_hex"),
            sign="no",
            colour="muted",
            size=50,
            fields=(_row("badge", _SPECIALS),),
        ),
        PlaceKind(
            key=SIGN,
            title=text("plan.sign"),
            sign="commodity",
            size=30,
            free=True,
            fields=(
                _row("row", _ROWS),
                Field(key="column", label=text("plan.sign.column"), low=1, high=MOST_COLUMN),
            ),
        ),
        PlaceKind(key=PLUS_GOOD, title=text("plan.plus_good"), sign="good", size=30, free=True, least=1),
        PlaceKind(
            key=POINTS,
            title=text("plan.points"),
            sign="vp",
            colour="accent",
            size=30,
            free=True,
            fields=(
                _row("row", _ROWS),
                Field(key="points", label=text("plan.points"), low=1, high=MOST_PRINTED, required=True),
            ),
        ),
    ),
    fields=(
        Field(key="votes", label=text("plan.votes"), low=1, high=MOST_PRINTED, required=True),
        Field(key="goods", label=text("plan.goods"), low=1, high=MOST_PRINTED, required=True),
        *(field for line, most in _MENU for field in _menu_fields(line, most)),
        Field(key="dig", label=text("plan.dig"), choices=_KINDS),
        *tech_fields(INDUSTRY),
    ),
    grid=Grid("hex", 80, 130, 80),
    practice=practice(INDUSTRY),
    check=check,
    rule="IND-16",
)
"""What an Industry sheet is made of."""


def read(plan: Plan) -> Industry:
    """The sheet that a sound plan tells of."""
    if plan.grid is None:
        raise ValueError("hexes lie on a grid")
    fields = plan.fields
    return Industry(
        name=plan.name,
        techs=techs(plan, INDUSTRY),
        hexes=tuple(_hex(plan.grid, place) for place in plan.of(HEX, START, X_HEX)),
        members=_chart_row(plan, MEMBER),
        commodities={sort: _chart_row(plan, sort) for sort in COMMODITIES},
        trades=len(plan.of(PLUS_GOOD)),
        votes=int(fields["votes"]),
        goods=int(fields["goods"]),
        menu=tuple(
            Menu(str(fields[f"{line}_special"]), str(fields[f"{line}_resource"]), most)
            for line, most in _MENU
        ),
        dig=str(fields.get("dig", "")),
        flat=plan.grid.shape == "flathex",
    )


def _hex(grid: Grid, place: Place) -> Hex:
    badge = str(place.fields["badge"]) if place.kind == X_HEX else ""
    return Hex(place.id, grid.cell(place.x, place.y), printed(place.fields), badge, place.kind == START)


def _chart_row(plan: Plan, row: str) -> Row:
    """A row of the chart, from the left."""
    found = signs(plan, row)
    points = sorted((one.x, int(one.fields["points"])) for one in plan.of(POINTS) if one.fields["row"] == row)
    return Row(
        tuple(0 if row == MEMBER else column(plan, sign) for sign in found),
        tuple((sum(sign.x < x for sign in found), worth) for x, worth in points),
    )
