"""What can never be: pieces, cards or points that do not add up, counted anew from the moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec import Struct

from companion.engine import Action, Adjust

from .actions import Award, Beat, Build, BuyFame, Effect, Encounter, Found, Outfit, Station
from .book import PEOPLES, SORTS, UPGRADES, value
from .building import PIECES, RINGS, TRANSPORTERS, in_use, most
from .cards import copies
from .counting import DISC
from .final import GOAL, points, sheet
from .state import BEGIN, OVER, SCORE, SETUP, SHIPS, START, TROPHIES, Stars, fame_of

DECK = len(SORTS) * value("SF-E3")["cards"]


def audit(state: Stars, moves: Iterable[Action]) -> list[str]:
    """Everything that does not add up; `moves` are those that count, in order."""
    moves = list(moves)
    found = [*_limits(state), *_supply(state), *_end(state)]
    if not any(isinstance(move, Adjust) for move in moves):
        found += [*_pieces(state, moves), *_points(state, moves)]
    return found


def _limits(state: Stars) -> Iterator[str]:
    """No player has more pieces than there are."""
    for seat, side in enumerate(state.sides):
        have = {
            "transporters": (len(side.ships), TRANSPORTERS),
            "spaceport rings": (side.ports, RINGS),
            **{ship: (in_use(state, seat, ship), PIECES[ship]) for ship in SHIPS},
            **{what: (getattr(side, what), most(what)) for what in UPGRADES},
        }
        yield from (
            f"seat {seat}: {n} of {limit} {what}" for what, (n, limit) in have.items() if not 0 <= n <= limit
        )
        if side.hand.hidden < 0 or min(side.hand.sure) < 0:
            yield f"seat {seat}: hand {side.hand}"
    for people, base in zip(PEOPLES, state.bases, strict=True):
        if len(base) > value("SF-130"):
            yield f"{people}: {len(base)} stations"
    taken = Counter(card for side in state.sides for card in side.cards)
    yield from (f"{card}: {count} taken" for card, count in taken.items() if count > copies(card))


def _supply(state: Stars) -> Iterator[str]:
    """Every resource card lies in a stack, in the pile or in a hand."""
    if not state.counted:
        return
    total = sum(state.stock) + state.pile + sum(side.hand.total for side in state.sides)
    if total != DECK + state.stray:
        yield f"cards: {total} of {DECK + state.stray}"
    for at, sort in enumerate(SORTS):
        seen = state.stock[at] + sum(side.hand.sure[at] for side in state.sides)
        if state.stock[at] < 0 or seen > value("SF-E3")["cards"] + state.stray:
            yield f"{sort}: {state.stock[at]} in the supply, {seen} seen"


def _end(state: Stars) -> Iterator[str]:
    """Nobody stays at the goal in the own turn without winning."""
    have = points(state, state.turn)
    if have >= GOAL and state.phase not in (OVER, BEGIN, SETUP):
        yield f"seat {state.turn} has {have} points in the own turn and has not won"
    if state.phase == OVER and state.won != state.turn:
        yield f"seat {state.won} has won in the turn of {state.turn}"


class Account(Struct):
    """What the moves have brought one player."""

    colonies: int = START["colonies"] + START["ports"]
    ports: int = START["ports"]
    stations: int = 0
    trophies: int = 0
    ships: int = 0


def _accounts(state: Stars, moves: Iterable[Action]) -> list[Account]:
    first = 0 if state.depth == "scoring" and state.phase in (SCORE, OVER) else len(START["ships"])
    found = [Account(ships=first) for _ in range(state.players)]
    for move in moves:
        mine = found[move.seat or 0]
        match move:
            case Found():
                mine.colonies, mine.ships = mine.colonies + 1, mine.ships - 1
            case Station():
                mine.stations, mine.ships = mine.stations + 1, mine.ships - 1
            case Beat():
                mine.trophies += 1
            case Build(what="port") | Award(what="port"):
                mine.ports += 1
            case Build(what="ship.colony" | "ship.trade"):
                mine.ships += 1
            case Effect(what="ship"):
                found[move.who].ships += 1
            case Award(what="colony"):
                mine.colonies += move.count
            case Award(what="nest" | "ice"):
                mine.trophies += move.count
    return found


def _pieces(state: Stars, moves: list[Action]) -> Iterator[str]:
    """Everything on the board came there by a move."""
    free = any(isinstance(move, Outfit) for move in moves) or state.options.get("opening") == "free"
    guided = {move.seat for move in moves if isinstance(move, Encounter) and "ship" in move.outcome}
    for seat, (side, account) in enumerate(zip(state.sides, _accounts(state, moves), strict=True)):
        stations = sum(base.count(seat) for base in state.bases)
        have = (len(side.colonies), side.ports, stations, sum(getattr(side, kind) for kind in TROPHIES))
        want = (account.colonies, account.ports, account.stations, account.trophies)
        if have != want:
            yield f"seat {seat}: colonies, ports, stations, trophies {have}, by the moves {want}"
        if state.depth != "scoring" and not free and seat not in guided and len(side.ships) != account.ships:
            yield f"seat {seat}: {len(side.ships)} ships, by the moves {account.ships}"


def _points(state: Stars, moves: list[Action]) -> Iterator[str]:
    """The sheet shows what the moves have brought; fame is only counted where none was lost."""
    totals = sheet(state).totals
    for seat, account in enumerate(_accounts(state, moves)):
        discs = sum(holder == seat for holder in _discs(state, moves))
        fame = fame_of(state, seat).low // value("SF-160")["fame"]
        known = account.colonies - account.ports + 2 * account.ports + 2 * discs + account.trophies + fame
        if totals[seat] != known:
            yield f"points: seat {seat} has {totals[seat]}, by the moves {known}"
        bought = sum(isinstance(move, BuyFame) and move.seat == seat for move in moves)
        won = sum(
            move.count
            for move in moves
            if isinstance(move, Effect) and move.who == seat and move.what == "fame"
        )
        won += sum(
            move.count
            for move in moves
            if isinstance(move, Award) and move.seat == seat and move.what == "fame"
        )
        told = [
            effect
            for move in moves
            if isinstance(move, Encounter) and move.seat == seat
            for effect in move.outcome
        ]
        won += told.count("fame+1") - told.count("fame-1")
        if state.sides[seat].fame < won + bought + state.given[0]:
            yield f"fame: seat {seat} has {state.sides[seat].fame}, by the moves {won + bought}"


def _discs(state: Stars, moves: list[Action]) -> list[int]:
    """Who holds the discs by the order in which the stations were founded."""
    holders = [-1] * len(PEOPLES)
    bases: list[list[int]] = [[] for _ in PEOPLES]
    for move in moves:
        if isinstance(move, Award) and move.what.startswith(DISC):
            holders[PEOPLES.index(move.what.removeprefix(DISC))] = move.seat or 0
        if not isinstance(move, Station):
            continue
        at, seat = PEOPLES.index(move.people), move.seat or 0
        bases[at].append(seat)
        mine, theirs = bases[at].count(seat), bases[at].count(holders[at])
        first = (
            state.edition == "1999"
            and mine == theirs
            and bases[at].index(seat) < bases[at].index(holders[at])
        )
        if mine > theirs or first:
            holders[at] = seat
    return holders
