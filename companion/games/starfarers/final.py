"""Victory points: who has how many for what, the friendship discs, and who has won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct, structs

from companion.engine import Cell, FactValue, Outcome, ScoreLine, ScoreSheet, Seat, but, places, text

from .book import PEOPLES, of, value
from .state import BEGIN, NOBODY, OVER, SETUP, Stars, fame_of

GOAL: int = value("SF-003")


class Holdings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a player has that is worth points. `colonies` do not count those under a ring; `won` marks who
    reached the goal in the own turn."""

    colonies: int = 0
    spaceports: int = 0
    discs: int = 0
    fame: int = 0
    nests: int = 0
    ice: int = 0
    won: bool = False


KINDS: dict[str, tuple[str, int, int]] = {
    "colonies": ("SF-123", value("SF-123"), 1),
    "spaceports": ("SF-063", value("SF-063"), 1),
    "discs": ("SF-135", value("SF-135"), 1),
    "fame": ("SF-160", 1, value("SF-160")["fame"]),
    "nests": ("SF-148", value("SF-148"), 1),
    "ice": ("SF-150", value("SF-148"), 1),
}
"""What is worth points: by which rule, and so many points for so many pieces."""


def holdings(state: Stars) -> tuple[Holdings, ...]:
    """What everybody has."""
    return tuple(
        Holdings(
            colonies=len(side.colonies) - side.ports,
            spaceports=side.ports,
            discs=state.discs.count(seat),  # SF-138
            fame=fame_of(state, seat).low,
            nests=side.nest,
            ice=side.ice,
            won=seat == state.won,
        )
        for seat, side in enumerate(state.sides)
    )


def tally_sheet(have: Sequence[Holdings], open_fame: Collection[Seat] = ()) -> ScoreSheet:
    """The points of what lies on the table; of some players only so much fame is known."""
    lines = []
    for kind, (rule, points, each) in KINDS.items():
        counts = [getattr(one, kind) for one in have]
        cells = tuple(
            Cell(count // each * points, count, open=kind == "fame" and seat in open_fame)
            for seat, count in enumerate(counts)
        )  # SF-160
        lines.append(ScoreLine(text(f"score.{kind}"), cells, rule))
    return ScoreSheet(tuple(lines), len(have))


def points(state: Stars, seat: Seat) -> int:
    """The points of a player, at least so many."""
    return sheet(state).totals[seat]


def possible(state: Stars, seat: Seat) -> int:
    """The points of a player if the unknown beginning was the best one."""
    fame = fame_of(state, seat)
    each: int = value("SF-160")["fame"]
    return points(state, seat) + (fame.high or 0) // each - fame.low // each


def points_from(state: Stars, start: int) -> tuple[int, ...]:
    """Everybody's points if all began with so much fame, where that is unknown."""
    each: int = value("SF-160")["fame"]
    found = []
    for seat, side in enumerate(state.sides):
        fame = fame_of(state, seat)
        begun = fame.low if fame.exact else max(side.fame + start, side.fame - side.sunk)
        found.append(points(state, seat) - fame.low // each + begun // each)
    return tuple(found)


def sheet(state: Stars) -> ScoreSheet:
    """The points as they stand."""
    unsure = [seat for seat in range(state.players) if not fame_of(state, seat).exact]
    return tally_sheet(holdings(state), unsure)


def ranked(have: Sequence[Holdings], totals: Sequence[int]) -> Outcome:
    """Who has won in the own turn, and the others by points."""
    order = places([(int(one.won), total) for one, total in zip(have, totals, strict=True)])
    winners = tuple(seat for seat, place in enumerate(order) if place == 1)
    return Outcome(order, winners, rule="SF-003")


def tally(have: Sequence[Holdings], facts: Mapping[str, FactValue]) -> tuple[ScoreSheet, Outcome]:
    """The final sheet of what lies on the table; ValueError where that cannot be."""
    if wrong := problem(have):
        raise ValueError(wrong)
    found = tally_sheet(have)
    return found, ranked(have, found.totals)


def problem(have: Sequence[Holdings]) -> str:
    """What cannot be; empty where all is well."""
    pieces, rings, discs = value("SF-054")["colony"], value("SF-062")["rings"], len(PEOPLES)
    for seat, one in enumerate(have, 1):
        if min(structs.astuple(one)) < 0:
            return f"player {seat}: a count is below 0"
        if one.colonies + one.spaceports > pieces:
            return f"SF-054: player {seat} has {one.colonies + one.spaceports} colonies, there are {pieces}"
        if one.spaceports > rings:
            return f"SF-062: player {seat} has {one.spaceports} spaceports, there are {rings} rings"
    if sum(one.discs for one in have) > discs:
        return f"SF-139: there are only {discs} friendship discs"
    if sum(one.fame for one in have) > value("SF-160")["rings"]:
        return f"SF-160: there are only {value('SF-160')['rings']} fame rings"
    if sum(one.won for one in have) > 1:
        return "SF-003: only one player reaches 15 in the own turn first"
    return ""


def outcome(state: Stars) -> Outcome | None:
    """The end; None while the game goes on."""
    if state.phase != OVER:
        return None
    return ranked(holdings(state), sheet(state).totals)


def disc_holder(base: Sequence[Seat], holder: Seat, edition: str) -> Seat:
    """Who holds the disc of a people after its stations were founded in this order."""
    counts = Counter(base)
    if not counts:
        return holder
    most = max(counts.values())
    best = set(base)
    best = {seat for seat in best if counts[seat] == most}  # SF-135 SF-136
    if of(edition, "SF-137") == "holder" and holder in best:  # SF-E6
        return holder
    return next(seat for seat in base if seat in best)  # SF-137


def disc_by(base: Sequence[Seat], edition: str) -> Seat:
    """Who holds the disc of a people by all its stations, one after the other."""
    holder = NOBODY
    for count in range(1, len(base) + 1):
        holder = disc_holder(base[:count], holder, edition)
    return holder


def settled(state: Stars) -> Stars:
    """The game is over as soon as the player in turn has reached the goal."""
    if state.phase in (BEGIN, SETUP, OVER) or points(state, state.turn) < GOAL:  # SF-003 SF-004 SF-005 SF-E11
        return state
    return but(state, phase=OVER, won=state.turn, pending=())
