"""What is wrong with a plan of a Warfare sheet, beyond its form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.engine import Place, Plan, Problem, text
from companion.engine.plan import Cell

from ..assets import HALVES, SPECIALS
from ..book import value
from ..desk import RESOURCES
from .battle import INFANTRY, WARS, turns

NODE, ANOMALY, UNIT, BAR, BOX = "node", "anomaly", "unit", "bar", "box"

FILLED, EMPTY = "x", "."
"""How a pattern is written, in rows from the top."""

ANYTHING = "*"
"""A cost symbol that every resource pays."""


def cells_of(plan: Plan) -> dict[Cell, Place]:
    """The nodes by column and row, counted from 1 at the bottom left."""
    found = plan.cells(NODE, ANOMALY)
    left, low = min(cell[0] for cell in found), max(cell[1] for cell in found)
    ordered = sorted(found.items(), key=lambda one: (-one[0][1], one[0][0]))
    return {(column - left + 1, low - row + 1): place for (column, row), place in ordered}


def heights(plan: Plan) -> tuple[int, ...]:
    """How many rows the sectors of each war have."""
    return tuple(int(plan.fields[f"rows{war}"]) for war in WARS)


def pattern_of(words: str) -> tuple[Cell, ...]:
    """The cells of a pattern, counted from the bottom."""
    rows = words.split()
    return tuple(
        (column, len(rows) - 1 - row)
        for row, signs in enumerate(rows)
        for column, sign in enumerate(signs)
        if sign == FILLED
    )


def bars(plan: Plan, kind: str) -> list[Place]:
    """The bars of a type of unit, from the top left."""
    found = (one for one in plan.of(BAR) if one.fields["unit"] == kind)
    return sorted(found, key=lambda one: (one.y, one.x))


def check(plan: Plan) -> Iterator[Problem]:
    """All that keeps the plan from being a Warfare sheet, and what is merely unlikely."""
    if plan.grid is None or plan.grid.shape != "square":  # DEP-05
        yield Problem(text=text("plan.node.grid"), rule="DEP-05")
        return
    yield from _grid(plan)
    yield from _boxes(plan)
    count = Counter(str(one.fields["unit"]) for one in plan.of(UNIT))
    for kind in value("MIL-02"):
        if count[kind] != 1:  # MIL-02
            words = text("plan.unit.count", unit=text(f"unit.{kind}"), count=count[kind])
            yield Problem(text=words, rule="MIL-02")
    for place in plan.of(UNIT):
        yield from _unit(plan, place)
    for place in plan.of(BAR):
        yield from _bar(place)
    yield from _cruiser(plan)


def _grid(plan: Plan) -> Iterator[Problem]:
    """Every node lies in a sector, every sector has nodes, and the first row of each is not shut."""
    cells, left, rows = cells_of(plan), int(plan.fields["left"]), heights(plan)
    tops = [sum(rows[:war]) for war in range(len(rows) + 1)]
    for (_, row), place in cells.items():
        if row > tops[-1]:  # DEP-03
            words = text("plan.node.above", row=row, count=tops[-1])
            yield Problem(text=words, place=place.id, rule="DEP-03")
    for war in WARS:
        inside = {cell: place for cell, place in cells.items() if tops[war - 1] < cell[1] <= tops[war]}
        for half in HALVES:
            if not any((column > left) == (half == HALVES[1]) for column, _ in inside):  # DEP-01
                words = text("plan.sector.empty", half=text(f"sort.{half}"), war=war)
                yield Problem(text=words, rule="DEP-01")
        first = [place for cell, place in inside.items() if cell[1] == tops[war - 1] + 1]
        if inside and all(place.kind == ANOMALY for place in first):  # DEP-09
            yield Problem(text=text("plan.sector.shut", war=war), rule="DEP-09", hint=True)


def _boxes(plan: Plan) -> Iterator[Problem]:
    """Each half has a strength box for each war."""
    seen: dict[tuple[str, int], str] = {}
    for place in plan.of(BOX):
        key = (str(place.fields["half"]), int(place.fields["war"]))
        if seen.setdefault(key, place.id) != place.id:  # WAR-04
            words = text("plan.box.twice", half=text(f"sort.{key[0]}"), war=key[1], other=seen[key])
            yield Problem(text=words, place=place.id, rule="WAR-04")
    for half in HALVES:
        for war in WARS:
            if (half, war) not in seen:  # WAR-04, WAR-05
                words = text("plan.box.missing", half=text(f"sort.{half}"), war=war)
                yield Problem(text=words, rule="WAR-04" if half == HALVES[0] else "WAR-05")


def _unit(plan: Plan, place: Place) -> Iterator[Problem]:
    kind, words = str(place.fields["unit"]), str(place.fields["pattern"])
    name = text(f"unit.{kind}")
    cells = pattern_of(words)
    if set(words) - {FILLED, EMPTY, " "} or not cells:  # MIL-03
        yield Problem(text=text("plan.unit.signs", pattern=words), place=place.id, rule="MIL-03")
    elif not _fits(plan, cells):  # DEP-13
        yield Problem(text=text("plan.unit.fits", unit=name), place=place.id, rule="DEP-13")
    locked = kind in value("MIL-08")
    if locked and "lock" not in place.fields:  # MIL-08
        yield Problem(text=text("plan.unit.unlocked", unit=name), place=place.id, rule="MIL-08")
    if not locked and "lock" in place.fields:  # MIL-08
        yield Problem(text=text("plan.unit.locked", unit=name), place=place.id, rule="MIL-08", hint=True)
    found = bars(plan, kind)
    if kind == INFANTRY and found:  # MIL-06
        yield Problem(text=text("plan.bar.infantry"), place=found[0].id, rule="MIL-06")
    if kind != INFANTRY and not found:  # MIL-07
        yield Problem(text=text("plan.bar.none", unit=name), place=place.id, rule="MIL-07")


def _fits(plan: Plan, cells: tuple[Cell, ...]) -> bool:
    """Whether a pattern can lie anywhere on the grid."""
    free = {cell for cell, place in cells_of(plan).items() if place.kind == NODE}
    return any(
        all((column + right, row + up) in free for right, up in turned)
        for turned in turns(cells)
        for column, row in free
    )


def _bar(place: Place) -> Iterator[Problem]:
    cost = str(place.fields["cost"])
    if set(cost) - {*RESOURCES, *SPECIALS, ANYTHING}:  # MIL-04
        yield Problem(text=text("plan.bar.signs", cost=cost), place=place.id, rule="MIL-04")


def _cruiser(plan: Plan) -> Iterator[Problem]:
    """The one bar that the rulebook describes."""
    known = value("MIL-14")
    for place in bars(plan, known["unit"]):
        cost, points = str(place.fields["cost"]), place.fields.get("points", 0)
        if cost != known["resource"] * known["cost"] or points != known["points"]:  # MIL-14
            words = text(
                "plan.bar.cruiser",
                count=known["cost"],
                resource=text(f"resource.{known['resource']}"),
                points=known["points"],
            )
            yield Problem(text=words, place=place.id, rule="MIL-14", hint=True)
