"""The 14 population ships: what each wants, and who gets it."""

from __future__ import annotations

from collections.abc import Callable

from companion.engine import Amount, FactValue, Text, amount, but, exactly, text

from .book import value
from .modules import AGRI
from .state import Doubt, ReworldState, Side
from .tasks import LEAST, crews_of, firms, shields

SHIPS = tuple(f"{number:02d}" for number in range(1, value("RW-181")["ships"] + 1))
SCORE_SHIP = SHIPS[-1]
SHIELD_SHIP = "08"
FINAL_SHIP = "final"
UNSURE = (SHIELD_SHIP, SCORE_SHIP)
"""What these ask for may hang on printed values that nobody has read off yet."""
ROW_SHIPS = SHIPS[:5]
TWO_SIDED = tuple(rule.rpartition(".")[2] for rule in value("RW-186")["ships"])
MOST: int = max(value("RW-014")["shields"])
MOST_POINTS = 30
"""No ship is worth more; a bound for what is unknown."""


def rule_of(ship: str) -> str:
    """The rule that names a ship's condition."""
    return f"RW-181.{ship}"


def side_up(players: int, options: dict[str, int | str]) -> str:
    """Which number of the two-sided ships holds: `few` the plain one, `four` the one in brackets.

    The stern of each ship says for how many players a side is; the text tells it for four players only,
    so a table whose ships say otherwise chooses the side before the game.  RW-186
    """
    chosen = options.get("ship_sides", "auto")
    if chosen != "auto":
        return str(chosen)
    return "four" if players in value("RW-186")["four"] else "few"  # RW-186


def points_key(ship: str, players: int, options: dict[str, int | str]) -> str:
    """The fact that tells a ship's points."""
    return f"ship.{ship}.{side_up(players, options)}" if ship in TWO_SIDED else f"ship.{ship}"


def key_of(state: ReworldState, ship: str) -> str:
    """The fact that tells a ship's points in this game."""
    return points_key(ship, state.players, state.options)


def name(ship: str) -> Text:
    """What a player calls a ship."""
    return text(f"ship.{ship}")


def owned(state: ReworldState, seat: int) -> tuple[str, ...]:
    """The ships on a player's freighter."""
    return tuple(ship for ship in SHIPS if state.ships.get(ship) == seat)


def points(state: ReworldState, seat: int) -> Amount:
    """A player's place on the score track; a lower bound while a ship's points are unknown."""
    side = state.sides[seat]
    total = exactly(sum(side.earned))
    for ship in owned(state, seat):
        total += fact_amount(key_of(state, ship), state.facts)
    return Amount(total.low, None) if side_open(side, state.facts) else total


def side_open(side: Side, facts: dict[str, FactValue]) -> bool:
    """Whether points already awarded to a side depend on a value that is still unknown."""
    return any(key not in facts for key, _ in side.late)


def fact_amount(key: str, facts: dict[str, FactValue]) -> Amount:
    """A printed number with its bounds while it is unknown."""
    found = facts.get(key)
    known = found if isinstance(found, int) else None
    return amount(known, LEAST, MOST) if key.startswith("shields.") else amount(known, 0, MOST_POINTS)


def need(ship: str, side: str) -> int:
    """The number that a ship asks for on the side that lies up."""
    wanted: int = value(rule_of(ship))[side]
    return wanted


def progress(state: ReworldState, seat: int, ship: str) -> tuple[int, int]:
    """How far a player is with a ship: what there is for certain, and what is needed."""
    side = state.sides[seat]
    if ship in ROW_SHIPS:
        return len(side.rows[value(rule_of(ship))["row"] - 1]), 0  # RW-183, RW-184
    goal = need(ship, side_up(state.players, state.options))
    if ship == SCORE_SHIP:
        return points(state, seat).low, goal
    return _HAVE[ship](side, state.facts), goal


def fulfilled(state: ReworldState, seat: int, ship: str) -> bool:
    """Whether a player certainly fulfils a ship's condition."""
    have, goal = progress(state, seat, ship)
    return have <= goal if ship in (*ROW_SHIPS, "12") else have >= goal


def rows_begun(side: Side) -> int:
    """How many of the defence row and the five cities are begun."""
    return len(side.cities) + bool(side.defence)


_HAVE: dict[str, Callable[[Side, dict[str, FactValue]], int]] = {
    "06": lambda side, facts: max((city.size for city in side.cities), default=0),
    "07": lambda side, facts: crews_of(side, AGRI),
    "08": lambda side, facts: shields(side, facts)[0] + LEAST * len(shields(side, facts)[1]),
    "09": lambda side, facts: len(firms(side)),
    "10": lambda side, facts: len(side.shuttles),
    "11": lambda side, facts: rows_begun(side),
    "12": lambda side, facts: side.docked,
    "13": lambda side, facts: len(side.satellites),
}


def handed_over(state: ReworldState, ship: str, seat: int | None) -> ReworldState:
    """The table says who has a ship; what was in doubt about it no longer matters."""
    ships = {one: owner for one, owner in state.ships.items() if one != ship}
    doubts = tuple(doubt for doubt in state.doubts if doubt.ship != ship)
    ships = ships if seat is None else {**ships, ship: seat}
    return but(state, ships=ships, doubts=doubts, taken=())


def announced(before: ReworldState, after: ReworldState) -> ReworldState:
    """The table knowing which ships were taken just now: somebody has to lay them on a freighter."""
    moved = (ship for ship in SHIPS if ship in after.ships and after.ships[ship] != before.ships.get(ship))
    return but(after, taken=tuple(moved))


def check_ships(state: ReworldState, seat: int) -> ReworldState:
    """The end of a turn: the player takes every ship fulfilled now, the score ship last."""
    for ship in SHIPS:
        if ship in UNSURE or ship in state.ships:  # RW-180b
            continue
        if fulfilled(state, seat, ship):  # RW-180a, RW-180c, RW-184
            state = but(state, ships={**state.ships, ship: seat})
    return settle(but(state, doubts=(*state.doubts, *_claims(state, seat))))


def _claims(state: ReworldState, seat: int) -> list[Doubt]:
    """What this player has now towards the two ships that printed values decide."""
    side, found = state.sides[seat], []
    unsure = {doubt.ship for doubt in state.doubts}
    if SHIELD_SHIP not in state.ships or SHIELD_SHIP in unsure:
        found.append(Doubt(SHIELD_SHIP, seat, *shields(side, state.facts)))
    if SCORE_SHIP not in state.ships or SCORE_SHIP in unsure:
        base = sum(side.earned) - sum(have for _, have in side.late) * value("RW-172g")["points"]
        ships = [ship for ship in owned(state, seat) if ship not in unsure]  # RW-182
        keys = (*(key_of(state, ship) for ship in ships), *(key for key, _ in side.late))
        found.append(Doubt(SCORE_SHIP, seat, base, keys))
    return found


def settle(state: ReworldState) -> ReworldState:
    """Give the two unsure ships to whom they belong as far as the facts tell now, the earlier turn first.

    While an earlier turn is in doubt, a later one holds a ship for the time being only.
    """
    if not state.doubts:
        return state
    asked = {claim.ship for claim in state.doubts}
    ships = {ship: seat for ship, seat in state.ships.items() if ship not in asked}
    side = side_up(state.players, state.options)
    kept: list[Doubt] = []
    sure: set[str] = set()
    for claim in state.doubts:
        if claim.ship in sure:
            continue
        claim, more = _with_shield_ship(state, claim, kept, sure)
        have, goal = exactly(claim.base), need(claim.ship, side)
        for key in claim.keys:
            have += fact_amount(key, state.facts)
        if (have + Amount(0, more.high)).reaches(goal) is False:
            continue
        kept.append(claim)
        now = have + more if ships.get(SHIELD_SHIP) == claim.seat else have
        if now.low >= goal:
            ships.setdefault(claim.ship, claim.seat)
        if have.low >= goal:
            sure.add(claim.ship)
    closed = {ship for ship in sure if _seats(kept, ship) == 1}
    return but(state, ships=ships, doubts=tuple(claim for claim in kept if claim.ship not in closed))


def _with_shield_ship(
    state: ReworldState, claim: Doubt, kept: list[Doubt], sure: set[str]
) -> tuple[Doubt, Amount]:
    """A claim to the score ship counts the shield ship if that came before; else what it might add."""
    before = [one.seat for one in kept if one.ship == SHIELD_SHIP]
    if claim.ship != SCORE_SHIP or claim.seat not in before:
        return claim, exactly(0)
    key = key_of(state, SHIELD_SHIP)
    if SHIELD_SHIP in sure and len(before) == 1:
        return but(claim, keys=(*claim.keys, key)), exactly(0)
    return claim, fact_amount(key, state.facts)


def _seats(claims: list[Doubt], ship: str) -> int:
    """How many turns or players a ship may still belong to."""
    seats = [claim.seat for claim in claims if claim.ship == ship]
    return len(seats) if ship == SHIELD_SHIP else len(set(seats))


def late_shields(state: ReworldState, fact: str) -> ReworldState:
    """The points of shields that became known, or are corrected, after a task had been scored with them."""
    known = state.facts[fact]
    if not isinstance(known, int) or not any(fact == key for side in state.sides for key, _ in side.late):
        return state
    each: int = value("RW-172g")["points"]
    sides = []
    for side in state.sides:
        more = sum(known - have for key, have in side.late if key == fact) * each
        late = tuple((key, known if key == fact else have) for key, have in side.late)
        sides.append(but(side.earning("tasks", more), late=late))
    return but(state, sides=tuple(sides))
