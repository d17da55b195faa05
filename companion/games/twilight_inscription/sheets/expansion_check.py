"""What is wrong with a plan of an Expansion sheet, beyond its form."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from companion.engine import Place, Plan, Problem, Text, text

from ..book import value
from ..desk import EXPANSION, RESOURCES
from .printed import clashes, printed

PLANET, GIFT, OF, DOCK, TRACK = "planet", "gift", "of", "dock", "track"

HOLE = "."
"""Where a row has no symbol."""

MOST_POINTS = 30
MOST_ROWS, MOST_COLUMNS = 5, 6


def points_of(track: Place) -> tuple[int, ...]:
    """The points of a population track, from the lowest; a sound plan writes nothing else."""
    return tuple(int(word) for word in str(track.fields["points"]).split())


def rows_of(planet: Place) -> list[str]:
    """The rows of a planet's symbols."""
    return str(planet.fields["rows"]).split()


def lines_of(planet: Place) -> list[str]:
    """The rows and columns of a planet: `r1`, `r2`, `c1` ..."""
    rows = rows_of(planet)
    down = [f"r{number}" for number in range(1, len(rows) + 1)]
    return [*down, *(f"c{number}" for number in range(1, max(map(len, rows)) + 1))]


def owner(plan: Plan, gift: Place) -> Place:
    """The planet of an advantage: the one that it is joined to, else the nearest."""
    joined = plan.joined(gift.id, OF)
    planets = [planet for planet in plan.of(PLANET) if planet.id in joined] or plan.of(PLANET)
    return min(planets, key=lambda planet: hypot(planet.x - gift.x, planet.y - gift.y))


def check(plan: Plan) -> Iterator[Problem]:
    """All that keeps the plan from being an Expansion sheet, and what is merely unlikely."""
    yield from clashes(plan, EXPANSION)
    wrong = {planet.id: tuple(_planet(planet)) for planet in plan.of(PLANET)}
    for problems in wrong.values():
        yield from problems
    for dock in plan.of(DOCK):
        if set(str(dock.fields["cost"])) - set(RESOURCES):  # EXP-08
            words = text("plan.dock.symbols", cost=dock.fields["cost"])
            yield Problem(text=words, place=dock.id, rule="EXP-08")
        if printed(dock.fields) is None:  # EXP-10
            yield Problem(text=text("plan.dock.nothing"), place=dock.id, rule="EXP-10")
    yield from _gifts(plan, {planet for planet, problems in wrong.items() if problems})
    yield from _track(plan.of(TRACK)[0])
    yield from _known(plan)


def _planet(planet: Place) -> Iterator[Problem]:
    rows = rows_of(planet)
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


def _gifts(plan: Plan, wrong: set[str]) -> Iterator[Problem]:
    """An advantage stands beside a line that exists and has no other; every planet has one somewhere.

    Planets that are wrong themselves are passed over.
    """
    taken: dict[tuple[str, str], str] = {}
    for gift in plan.of(GIFT):
        planet, line = owner(plan, gift), str(gift.fields["line"])
        name, said = str(planet.fields.get("name", planet.id)), line_name(line)
        if len(plan.joined(gift.id, OF)) > 1:
            yield Problem(text=text("plan.gift.planets"), place=gift.id, rule="EXP-05")
        elif planet.id in wrong:
            continue
        elif line not in lines_of(planet):  # EXP-05
            words = text("plan.gift.nowhere", planet=name, line=said)
            yield Problem(text=words, place=gift.id, rule="EXP-05")
        elif taken.setdefault((planet.id, line), gift.id) != gift.id:  # EXP-05
            first = taken[planet.id, line]
            words = text("plan.gift.second", planet=name, line=said, first=first)
            yield Problem(text=words, place=gift.id, rule="EXP-05")
    for planet in plan.of(PLANET):
        if planet.id not in {*wrong, *(one for one, _ in taken)}:
            yield Problem(text=text("plan.planet.nothing"), place=planet.id, rule="EXP-05", hint=True)


def line_name(line: str) -> Text:
    """What a row or a column is called."""
    return text(f"plan.line.{line[0]}", number=int(line[1:]))


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
