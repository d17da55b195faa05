"""What can never be in Reworld: tiles, cards or points that do not add up, counted anew from the moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from companion.engine import Action, Adjust, number

from .book import value
from .final import sheet
from .recount import WHYS, Account, Recount
from .ships import SHIPS, key_of, owned
from .state import EARNED, STATION, ReworldState, Side

HARMLESS = ("points", "ship", "marker", "turn", "round")
"""What the table may set by hand without moving a tile or a card."""


def audit(state: ReworldState, moves: Iterable[Action]) -> list[str]:
    """Everything that does not add up; `moves` are those that count, in order."""
    moves = list(moves)
    by_hand = {move.what.partition(".")[0] for move in moves if isinstance(move, Adjust)}
    found = _ships(state)
    if state.depth == "full":
        found += _tiles(state)
    if not by_hand <= set(HARMLESS):
        return found
    again = Recount(state.players, state.facts)
    again.take(moves)
    if state.depth == "full":
        found += [*_cards(state, again), *_bag(state), *_tables(state, again)]
    return [*found, *_points(state, again, "points" in by_hand)]


def _tiles(state: ReworldState) -> list[str]:
    """Every tile that was drawn lies somewhere."""
    lying = Counter(code for code in state.arms if code)
    lying.update(state.gone)
    for side in state.sides:
        for row in side.rows:
            lying.update(row)
        lying.update((*side.settled, *side.defence, *side.shuttles, *side.satellites))
    drawn = Counter({code: count for code, count in state.drawn.items() if count})
    return [] if lying == drawn else [f"tiles: {lying - drawn} too many, {drawn - lying} lost"]


def _bag(state: ReworldState) -> list[str]:
    left = value("RW-004")["modules"] - sum(state.drawn.values())
    return [] if left >= 0 else [f"bag: {left} modules left"]


def _cards(state: ReworldState, again: Recount) -> Iterator[str]:
    """What was dealt is in the hands, in the slots, face down on the start player space, or discarded."""
    if state.phase != STATION:
        return
    laid, hands = sum(map(len, state.slots)), sum(side.hand for side in state.sides)
    there = laid + hands + again.face_down + again.discarded
    if there != again.dealt + again.missing:
        yield (
            f"cards: {laid} laid, {hands} in hand, {again.face_down} face down and {again.discarded} "
            f"discarded of {again.dealt}"
        )
    if (state.marker_bought >= 0) != (again.face_down > 0):
        yield f"cards: {again.face_down} face down, marker bought by {state.marker_bought}"


def _tables(state: ReworldState, again: Recount) -> Iterator[str]:
    """Everything lies where the moves have put it."""
    if any(state.arms) != any(again.arms) or (again.arms and state.arms != tuple(again.arms)):
        yield f"arms: {state.arms}, by the moves {again.arms}"
    if sorted(state.gone) != sorted(again.gone):
        yield f"box: {state.gone}, by the moves {again.gone}"
    if state.round != min(again.round, value("RW-030")["rounds"]):
        yield f"round: {state.round}, by the moves {again.round}"
    for seat, (side, account) in enumerate(zip(state.sides, again.accounts, strict=True)):
        if _side(side) != _account(account):
            yield f"seat {seat}: {_side(side)}, by the moves {_account(account)}"
        letters = [city.letter for city in side.cities]
        firms = [city.firm for city in side.cities if city.firm]
        if len(set(letters)) < len(letters) or len(set(firms)) < len(firms):
            yield f"seat {seat}: cities {letters} built by {firms}"


def _side(side: Side) -> tuple[object, ...]:
    cities = {city.letter: city.tiles for city in side.cities}
    return side.hand, side.out, side.rows, cities, side.defence, side.shuttles, side.satellites


def _account(account: Account) -> tuple[object, ...]:
    cities = {letter: tuple(tiles) for letter, tiles in account.cities.items()}
    rows = tuple(map(tuple, account.rows))
    laid = tuple(account.defence), tuple(account.shuttles), tuple(account.satellites)
    return account.hand, account.out, rows, cities, *laid


def _ships(state: ReworldState) -> list[str]:
    strange = {
        ship: seat for ship, seat in state.ships.items() if ship not in SHIPS or not 0 <= seat < state.players
    }
    return [f"ships: {strange}"] if strange else []


def _points(state: ReworldState, again: Recount, by_hand: bool) -> Iterator[str]:
    """The score track shows what the moves and the ships have brought."""
    lines = sheet(state).lines[: len(EARNED) + 1]
    for seat, (side, account) in enumerate(zip(state.sides, again.accounts, strict=True)):
        if by_hand:
            account.points["hand"] = side.earned[EARNED.index("hand")]
        for why in WHYS:
            have = side.earned[EARNED.index(why)]
            if have != account.points[why]:
                yield f"points: seat {seat} has {have} for {why}, by the moves {account.points[why]}"
        ships = sum(number(state.facts, key_of(state, ship)) or 0 for ship in owned(state, seat))
        track = sum(line.cells[seat].points for line in lines)
        if track != sum(account.points.values()) + ships:
            yield f"points: seat {seat} stands on {track}, by the moves {account.points} and ships {ships}"
