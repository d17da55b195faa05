"""What is wrong with a plan of an Expansion sheet, beyond its form."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine import Place, Plan, Problem, text

from ..book import value
from ..desk import EXPANSION, RESOURCES
from .printed import clashes, printed

PLANET, DOCK, TRACK = "planet", "dock", "track"

HOLE = "."
"""Where a row has no symbol."""

MOST_POINTS = 30
MOST_ROWS, MOST_COLUMNS = 5, 6


def points_of(track: Place) -> tuple[int, ...]:
    """The points of a population track, from the lowest; a sound plan writes nothing else."""
    return tuple(int(word) for word in str(track.fields["points"]).split())


def check(plan: Plan) -> Iterator[Problem]:
    """All that keeps the plan from being an Expansion sheet, and what is merely unlikely."""
    yield from clashes(plan, EXPANSION)
    for planet in plan.of(PLANET):
        yield from _planet(planet)
    for dock in plan.of(DOCK):
        if set(str(dock.fields["cost"])) - set(RESOURCES):  # EXP-08
            words = text("plan.dock.symbols", cost=dock.fields["cost"])
            yield Problem(text=words, place=dock.id, rule="EXP-08")
        if printed(dock.fields) is None:  # EXP-10
            yield Problem(text=text("plan.dock.nothing"), place=dock.id, rule="EXP-10")
    yield from _track(plan.of(TRACK)[0])
    yield from _known(plan)


def _planet(planet: Place) -> Iterator[Problem]:
    rows = str(planet.fields["rows"]).split()
    strange = set("".join(rows)) - {*RESOURCES, HOLE}
    if strange:  # EXP-04
        words = text("plan.planet.symbols", signs=" ".join(sorted(strange)))
        yield Problem(text=words, place=planet.id, rule="EXP-04")
        return
    columns = max(map(len, rows))
    if len(rows) > MOST_ROWS or columns > MOST_COLUMNS:
        words = text("plan.planet.size", rows=MOST_ROWS, columns=MOST_COLUMNS)
        yield Problem(text=words, place=planet.id, rule="EXP-04")
        return
    filled_rows = {number for number, row in enumerate(rows, 1) if row.strip(HOLE)}
    filled_columns = {number for row in rows for number, sign in enumerate(row, 1) if sign != HOLE}
    for number in range(1, len(rows) + 1):
        if number not in filled_rows:  # EXP-05
            words = text("plan.planet.row.empty", number=number)
            yield Problem(text=words, place=planet.id, rule="EXP-05")
    for number in range(1, columns + 1):
        if number not in filled_columns:  # EXP-05
            words = text("plan.planet.column.empty", number=number)
            yield Problem(text=words, place=planet.id, rule="EXP-05")
    yield from _advantages(planet, len(rows), columns)


def _advantages(planet: Place, rows: int, columns: int) -> Iterator[Problem]:
    """An advantage stands beside a line that exists, and somewhere at least one does."""
    found = False
    for side, count, most in (("right", rows, MOST_ROWS), ("below", columns, MOST_COLUMNS)):
        for number in range(1, most + 1):
            if printed(planet.fields, f"{side}{number}") is None:
                continue
            found = True
            if number > count:  # EXP-05
                words = text(f"plan.planet.{side}.nowhere", number=number, count=count)
                yield Problem(text=words, place=planet.id, rule="EXP-05")
    if not found:
        yield Problem(text=text("plan.planet.nothing"), place=planet.id, rule="EXP-05", hint=True)


def _track(track: Place) -> Iterator[Problem]:
    words = str(track.fields["points"]).split()
    wrong = next((word for word in words if not word.isdecimal() or not 0 < int(word) <= MOST_POINTS), None)
    if wrong is not None:  # EXP-12
        told = text("plan.track.number", word=wrong, most=MOST_POINTS)
        yield Problem(text=told, place=track.id, rule="EXP-12")
    elif list(points_of(track)) != sorted(points_of(track)):
        yield Problem(text=text("plan.track.falls"), place=track.id, rule="EXP-12", hint=True)


def _known(plan: Plan) -> Iterator[Problem]:
    """What the rulebook's pictures tell of some sheets."""
    pictured = value("EXP-16")
    if plan.name in pictured and isinstance(pictured[plan.name], list):
        known = pictured[plan.name]
        for planet in plan.of(PLANET):
            if planet.fields.get("name") not in known:  # EXP-16
                words = text("plan.planet.named", sheet=plan.name, names=", ".join(known))
                yield Problem(text=words, place=planet.id, rule="EXP-16", hint=True)
    elif plan.name == "B":
        traits = [planet.fields.get("trait") for planet in plan.of(PLANET)]
        for trait, need in pictured["B"].items():
            if traits.count(trait) != need:  # EXP-16
                told = text(
                    "plan.planet.traits", trait=text(f"trait.{trait}"), have=traits.count(trait), need=need
                )
                yield Problem(text=told, rule="EXP-16", hint=True)
