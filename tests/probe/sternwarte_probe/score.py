"""Points: the same code for a tracked game and for what lies on the table at the end."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from companion.engine import Cell, Outcome, ScoreLine, ScoreSheet, places, text
from companion.engine.facts import Facts

from .state import RULES, SHIPS, worth


class Holdings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one player has that is worth points."""

    ore: int = 0
    medals: int = 0
    ships: tuple[str, ...] = ()
    fleet: bool = False


def sheet(holdings: Sequence[Holdings], facts: Facts) -> ScoreSheet:
    """PR-16: the points of all players."""
    book = RULES.value("PR-16")
    ships = [worth(have.ships, facts) for have in holdings]
    fleets = [
        Cell(
            book["fleet"] if have.fleet and holds is not None else 0,
            int(have.fleet),
            have.fleet and holds is None,
        )
        for have, holds in ((have, is_fleet(have.ships, facts)) for have in holdings)
    ]
    rows = {
        "ore": tuple(Cell(have.ore * book["ore"], have.ore) for have in holdings),
        "medals": tuple(Cell(have.medals * book["medal"], have.medals) for have in holdings),
        "ships": tuple(
            Cell(value.low, len(have.ships), open=not value.exact)
            for have, value in zip(holdings, ships, strict=True)
        ),
        "fleet": tuple(fleets),
    }
    lines = tuple(ScoreLine(text(f"score.{name}"), cells, "PR-16") for name, cells in rows.items())
    return ScoreSheet(lines, len(holdings))


def is_fleet(ships: tuple[str, ...], facts: Facts) -> bool | None:
    """PR-15: whether ships make a fleet; None while their printed values leave it open."""
    book = RULES.value("PR-15")
    return len(ships) >= book["ships"] and worth(ships, facts).reaches(book["worth"])


def outcome(holdings: Sequence[Holdings], found: ScoreSheet) -> Outcome:
    """PR-17: places by points, then by ships."""
    keys = [(total, len(have.ships)) for total, have in zip(found.totals, holdings, strict=True)]  # PR-17
    order = places(keys)
    winners = tuple(seat for seat, place in enumerate(order) if place == 1)
    tied = found.totals.count(max(found.totals)) > len(winners)
    return Outcome(order, winners, text("tie.ships") if tied else None, "PR-17" if tied else "")


def problem(holdings: Sequence[Holdings], facts: Facts) -> str:
    """What cannot lie on the table; empty when all is well."""
    ships = [ship for have in holdings for ship in have.ships]
    for ship in ships:
        if ship not in SHIPS:
            return f"there is no ship {ship!r}; the ships are {', '.join(SHIPS)} (PR-03)"
        if ships.count(ship) > 1:
            return f"ship {ship} is there only once (PR-08)"
    for seat, have in enumerate(holdings):
        if have.ore < 0 or have.medals < 0:
            return f"player {seat + 1} has less than nothing: {have.ore} ore, {have.medals} medals"
        if have.fleet and is_fleet(have.ships, facts) is False:
            return f"player {seat + 1} has no ships for a fleet (PR-15)"
    return ""
