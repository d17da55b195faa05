"""The final population ship, the score sheet and the winner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta, Struct

from companion.engine import Amount, Cell, FactValue, Outcome, ScoreLine, ScoreSheet, exactly, places, text

from .book import value
from .modules import LETTERS
from .ships import SHIPS, fact_amount, key_of, owned, side_open
from .state import EARNED, NEW_CITY, OVER, ReworldState, Side
from .tasks import shields

CATEGORIES: tuple[str, ...] = tuple(value("RW-191")["categories"])
EARNED_RULES = dict(zip(EARNED, ("RW-079", "RW-092", "RW-100", "RW-163", "RW-172", ""), strict=True))


class Holdings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one player has when the final population ship arrives."""

    track: Annotated[int, Meta(description="place on the score track, the points of ships already in it")]
    ships: Annotated[tuple[str, ...], Meta(description="ships on the freighter, 01 to 14 as in RW-181")] = ()
    shields: Annotated[int, Meta(description="shields in the defence row")] = 0
    a: Annotated[int, Meta(description="tiles of city A with its sign; 0: no such city")] = 0
    b: Annotated[int, Meta(description="tiles of city B")] = 0
    c: Annotated[int, Meta(description="tiles of city C")] = 0
    d: Annotated[int, Meta(description="tiles of city D")] = 0
    e: Annotated[int, Meta(description="tiles of city E")] = 0


def table_key(players: int, category: str, rank: int) -> str:
    """The fact that tells the points of a rank on the final ship."""
    return f"final.{players}.{category}.{rank}"


def ranks(players: int) -> range:
    """The ranks that are worth points."""
    return range(1, value("RW-193")[str(players)] + 1)


def ranked(have: Sequence[int | None], table: Sequence[int | None]) -> tuple[int | None, ...]:
    """The points of each player in one category; None where a printed value is missing.

    `have` is None for a player without a tile; `table` holds the points of the scored ranks.
    """
    found: list[int | None] = []
    for mine in have:
        if mine is None:
            found.append(value("RW-196")["points"])
            continue
        above = sum(other is not None and other > mine for other in have)  # RW-198
        tied = sum(other == mine for other in have)  # RW-194, RW-198
        ranks_shared = range(above, above + tied)
        shared = [table[rank] if rank < len(table) else 0 for rank in ranks_shared]  # RW-195, RW-197
        missing = any(points is None for points in shared)
        found.append(None if missing else sum(points or 0 for points in shared) // tied)  # RW-194
    return tuple(found)


def printed(players: int, category: str, facts: dict[str, FactValue]) -> list[int | None]:
    """The points of the scored ranks of a category, as far as they are known."""
    rows = [facts.get(table_key(players, category, rank)) for rank in ranks(players)]  # RW-193
    return [row if isinstance(row, int) else None for row in rows]


def sizes(side: Side, facts: dict[str, FactValue]) -> dict[str, Amount | None]:
    """What a side has in each category; None without a tile."""
    if side.count is not None:
        counted = zip(CATEGORIES, (side.count.shields, *side.count.cities), strict=True)
        return {category: exactly(have) if have else None for category, have in counted}
    known, open_facts = shields(side, facts)
    total = exactly(known)
    for key in open_facts:
        total += fact_amount(key, facts)
    found: dict[str, Amount | None] = {"defence": total if side.defence else None}  # RW-192, RW-157
    for letter in LETTERS:
        city = side.city(letter)
        found[letter] = exactly(city.size) if city else None  # RW-192
    return found


def category_cells(
    have: Sequence[Amount | None], players: int, category: str, facts: dict[str, FactValue]
) -> tuple[Cell, ...]:
    """One category of the final ship for all players."""
    if sum(one is not None for one in have) > 1 and any(one is not None and not one.exact for one in have):
        low = value("RW-196")["points"]
        return tuple(Cell(low, 0) if one is None else Cell(0, one.low, open=True) for one in have)
    points = ranked([None if one is None else one.low for one in have], printed(players, category, facts))
    return tuple(
        Cell(got or 0, one.low if one else 0, open=got is None) for got, one in zip(points, have, strict=True)
    )


def final_lines(
    have: Sequence[dict[str, Amount | None]], facts: dict[str, FactValue]
) -> tuple[ScoreLine, ...]:
    """The six categories of the final ship."""
    players = len(have)
    lines = []
    for category in CATEGORIES:
        cells = category_cells([one[category] for one in have], players, category, facts)
        rule = "RW-192" if category == "defence" else "RW-191"
        lines.append(ScoreLine(text("score.final", category=text(f"category.{category}")), cells, rule))
    return tuple(lines)


def sheet(state: ReworldState) -> ScoreSheet:
    """The points as they stand; the final ship counts when it has arrived."""
    lines = []
    for at, why in enumerate(EARNED):
        open_late = [why == "tasks" and side_open(side, state.facts) for side in state.sides]
        cells = [Cell(side.earned[at], open=late) for side, late in zip(state.sides, open_late, strict=True)]
        lines.append(ScoreLine(text(f"score.{why}"), tuple(cells), EARNED_RULES[why]))
    lines.append(
        ScoreLine(
            text("score.ships"), tuple(_ship_cell(state, seat) for seat in range(state.players)), "RW-180a"
        )
    )
    if state.phase == OVER:
        lines += final_lines([sizes(side, state.facts) for side in state.sides], state.facts)
    return ScoreSheet(tuple(lines), state.players)


def _ship_cell(state: ReworldState, seat: int) -> Cell:
    ships = owned(state, seat)
    worth = [fact_amount(key_of(state, ship), state.facts) for ship in ships]
    doubtful = any(doubt.seat == seat for doubt in state.doubts)
    return Cell(
        sum(one.low for one in worth), len(ships), open=doubtful or any(not one.exact for one in worth)
    )


def winner(totals: Sequence[int], ships: Sequence[int]) -> Outcome:
    """Most points; then most ships; then several winners."""
    keys = [(points, count) for points, count in zip(totals, ships, strict=True)]  # RW-200, RW-201
    found = places(keys)
    winners = tuple(seat for seat, place in enumerate(found) if place == 1)  # RW-202
    best = [seat for seat, points in enumerate(totals) if points == max(totals)]
    if len(best) == 1:
        return Outcome(found, winners, rule="RW-200")
    if len(winners) > 1:  # RW-202
        return Outcome(found, winners, text("tie.shared"), "RW-202")
    return Outcome(found, winners, text("tie.ships", ships=ships[winners[0]]), "RW-201")


def outcome(state: ReworldState) -> Outcome | None:
    """The end, once the final ship has been scored."""
    if state.phase != OVER:
        return None
    return winner(sheet(state).totals, [len(owned(state, seat)) for seat in range(state.players)])


def holdings(state: ReworldState) -> tuple[Holdings, ...]:
    """What each player has now that is worth points."""
    found = []
    for seat, side in enumerate(state.sides):
        have = sizes(side, state.facts)
        low = {category: one.low if one else 0 for category, one in have.items()}
        track = sum(side.earned) + _ship_cell(state, seat).points
        cities = {letter.lower(): low[letter] for letter in LETTERS}
        found.append(Holdings(track=track, ships=owned(state, seat), shields=low["defence"], **cities))
    return tuple(found)


def tally(players: Sequence[Holdings], facts: dict[str, FactValue]) -> tuple[ScoreSheet, Outcome]:
    """The final sheet of what lies on the table."""
    _possible(players)
    track = tuple(Cell(one.track) for one in players)
    ships = tuple(Cell(0, len(one.ships)) for one in players)
    lines = [ScoreLine(text("score.track"), track), ScoreLine(text("score.ships"), ships, "RW-201")]
    have = [
        {
            category: exactly(count) if count else None
            for category, count in zip(CATEGORIES, counted(one), strict=True)
        }
        for one in players
    ]
    found = ScoreSheet((*lines, *final_lines(have, facts)), len(players))
    return found, winner(found.totals, [len(one.ships) for one in players])


def counted(one: Holdings) -> tuple[int, ...]:
    """What a player has in the six categories."""
    return one.shields, one.a, one.b, one.c, one.d, one.e


def _possible(players: Sequence[Holdings]) -> None:
    low, high = value("RW-001")["min"], value("RW-001")["max"]
    if not low <= len(players) <= high:
        raise ValueError(f"RW-001: {low} to {high} players, not {len(players)}")
    taken: dict[str, int] = {}
    for seat, one in enumerate(players):
        for ship in one.ships:
            if ship not in SHIPS:
                raise ValueError(f"players[{seat}].ships: no ship {ship!r}; they are {', '.join(SHIPS)}")
            if ship in taken:
                raise ValueError(f"RW-180b: ship {ship} is with players[{taken[ship]}] and players[{seat}]")
            taken[ship] = seat
        if one.shields < 0:
            raise ValueError(f"RW-192: players[{seat}].shields: {one.shields} cannot be")
        for letter, count in zip(LETTERS, counted(one)[1:], strict=True):
            if count < 0 or 0 < count < NEW_CITY:
                raise ValueError(
                    f"RW-144: players[{seat}].{letter.lower()}: {count} tiles cannot be, "
                    f"0 or {NEW_CITY} and more can"
                )
