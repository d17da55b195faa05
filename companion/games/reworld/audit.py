"""What can never be in Reworld: tiles, cards or points that do not add up, counted anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.engine import Action, Adjust, Lower

from .actions import Acquire, Award, DropOut, Marker
from .book import value
from .ships import SHIPS
from .state import ReworldState


def audit(state: ReworldState, moves: Iterable[Action]) -> list[str]:
    """Everything that does not add up."""
    moves = list(moves)
    found = _ships(state)
    if state.depth == "full":
        found += _tiles(state)
        if not any(isinstance(move, Adjust) for move in moves):
            found += _cities(state) + _cards(state) + _bag(state) + _points(state, moves)
    return found


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


def _cards(state: ReworldState) -> list[str]:
    """Hands and laid cards together are never more than were dealt."""
    laid = sum(map(len, state.slots)) + (state.marker_bought >= 0)
    hands = sum(side.hand for side in state.sides)
    dealt = value("RW-042")[str(state.players)] * state.players
    found = [f"cards: {laid} laid and {hands} in hand of {dealt}"] if laid + hands > dealt else []
    found += [f"cards: hand of {side.hand}" for side in state.sides if side.hand < 0]
    return found


def _cities(state: ReworldState) -> list[str]:
    found = []
    for side in state.sides:
        letters = [city.letter for city in side.cities]
        firms = [city.firm for city in side.cities if city.firm]
        if len(set(letters)) < len(letters) or len(set(firms)) < len(firms):
            found.append(f"cities: {letters} built by {firms}")
    return found


def _ships(state: ReworldState) -> list[str]:
    strange = {
        ship: seat for ship, seat in state.ships.items() if ship not in SHIPS or not 0 <= seat < state.players
    }
    return [f"ships: {strange}"] if strange else []


def _points(state: ReworldState, moves: list[Action]) -> list[str]:
    """The points of Chapter One follow from who did what."""
    if any(isinstance(move, Lower | Award) for move in moves):
        return []
    found = []
    for seat, side in enumerate(state.sides):
        own = [move for move in moves if move.seat == seat]
        markers = sum(isinstance(move, Marker) for move in own)
        if side.earned[1] != markers * value("RW-092")["points"]:
            found.append(f"points: {side.earned[1]} for {markers} markers")
        spent = sum(1 + len(move.below) for move in own if isinstance(move, Acquire)) + markers
        outs = sum(isinstance(move, DropOut) for move in own)
        dealt = value("RW-042")[str(state.players)]
        if outs and not side.hand and side.earned[2] > outs * dealt - spent + dealt:
            found.append(f"points: {side.earned[2]} for cards not spent")
    return found
