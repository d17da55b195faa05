"""What is wrong with a plan of an Industry sheet, beyond its form."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine import Place, Plan, Problem, text

from ..assets import COMMODITIES
from .hexes import MEMBER
from .printed import printed

HEX, START, X_HEX, SIGN, PLUS_GOOD, POINTS = "hex", "start", "x_hex", "sign", "plus_good", "points"

ROWS = (MEMBER, *COMMODITIES)
"""The rows of the chart that hold points."""

NEAR = 30
"""How far to the side of a "+1" a symbol may stand and still be above it."""


def signs(plan: Plan, row: str) -> list[Place]:
    """The signs of a row of the chart, from the left."""
    return sorted((one for one in plan.of(SIGN) if one.fields["row"] == row), key=lambda one: one.x)


def column(plan: Plan, sign: Place) -> int:
    """The number of the trade goods' "+1" below a symbol, as it says itself or as it stands; 0 for none."""
    if "column" in sign.fields:
        return int(sign.fields["column"])
    below = sorted(one.x for one in plan.of(PLUS_GOOD))
    near = min(range(len(below)), key=lambda at: abs(below[at] - sign.x))
    return near + 1 if abs(below[near] - sign.x) <= NEAR else 0


def check(plan: Plan) -> Iterator[Problem]:
    """All that keeps the plan from being an Industry sheet, and what is merely unlikely."""
    yield from _hexes(plan)
    yield from _chart(plan)
    fields = plan.fields
    if fields["four_special"] == fields["three_special"]:  # IND-09
        yield Problem(text=text("plan.menu.same", sort=text(f"sort.{fields['four_special']}")), rule="IND-09")
    kinds = {asset.kind for place in plan.of(HEX) if (asset := printed(place.fields))}
    if "dig" not in fields:  # TEC-12
        yield Problem(text=text("plan.dig.unknown"), rule="TEC-12", hint=True)
    elif fields["dig"] not in kinds:  # TEC-12
        yield Problem(text=text("plan.dig.none"), rule="TEC-12", hint=True)


def _hexes(plan: Plan) -> Iterator[Problem]:
    """Every hex can be reached: from the scrapped one, or from an X-hex, which lies wherever it likes."""
    if plan.grid is None or plan.grid.shape == "square":  # IND-17
        yield Problem(text=text("plan.hex.grid"), rule="IND-17")
        return
    cells = plan.cells(HEX, START, X_HEX)
    reached = {cell for cell, place in cells.items() if place.kind != HEX}
    todo = list(reached)
    while todo:
        near = {cell for cell in plan.grid.around(todo.pop()) if cell in cells} - reached
        reached |= near
        todo += near
    for cell, place in cells.items():
        if cell not in reached:  # IND-17
            yield Problem(text=text("plan.hex.unreached"), place=place.id, rule="IND-17")
        if "." in place.id:
            yield Problem(text=text("plan.hex.dot"), place=place.id)
        if place.kind == X_HEX and not any(one in cells for one in plan.grid.around(cell)):  # IND-15
            yield Problem(text=text("plan.x_hex.alone"), place=place.id, rule="IND-15")


def _chart(plan: Plan) -> Iterator[Problem]:
    """Every row has signs, points stand behind signs, and every "+1" of trade goods has symbols above it."""
    for row in ROWS:
        found = signs(plan, row)
        if not found:  # CHT-01, CHT-02, CHT-04
            rule = "CHT-02" if row == MEMBER else "CHT-04"
            yield Problem(text=text("plan.row.empty", row=text(f"plan.row.{row}")), rule=rule)
        for place in plan.of(POINTS):
            if place.fields["row"] == row and found and place.x < found[0].x:  # CHT-03, CHT-06
                words = text("plan.points.first", row=text(f"plan.row.{row}"))
                yield Problem(text=words, place=place.id, rule="CHT-03" if row == MEMBER else "CHT-06")
    above = {number: set[str]() for number in range(1, len(plan.of(PLUS_GOOD)) + 1)}
    for place in plan.of(SIGN):
        if place.fields["row"] == MEMBER:
            continue
        at = column(plan, place)
        if at not in above:  # CHT-07
            bare = at == 0  # CHT-07
            yield Problem(text=text("plan.sign.nowhere"), place=place.id, rule="CHT-07", hint=bare)
            continue
        above[at].add(str(place.fields["row"]))
    goods = sorted(plan.of(PLUS_GOOD), key=lambda one: one.x)
    for number, sorts in above.items():
        good = goods[number - 1].id
        if not sorts:  # CHT-07
            yield Problem(text=text("plan.plus_good.bare"), place=good, rule="CHT-07")
        elif len(sorts) < len(COMMODITIES):  # CHT-07
            words = text("plan.plus_good.few", count=len(sorts), need=len(COMMODITIES))
            yield Problem(text=words, place=good, rule="CHT-07", hint=True)
