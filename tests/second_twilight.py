"""A second scorer for Twilight Inscription: adds up marks and awards without the final part of the game."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.twilight_inscription.cards import OBJECTIVES, RELICS
from companion.games.twilight_inscription.layouts import sheets_of
from companion.games.twilight_inscription.state import TwilightState

ROWS = {2: 5, 3: 3}
"""The rows of the Mecatol Rex board whose points the rulebook tells (EX-21, EX-22)."""


def recount(state: TwilightState) -> tuple[int, ...]:
    """Everybody's final score from what lies on the table."""
    return tuple(sum(_worth(state, seat)) for seat in range(state.players))


def _worth(state: TwilightState, seat: int) -> Iterator[int]:
    side = state.sides[seat]
    assert side.desk is not None
    goods = 0
    for place, asset in sheets_of(state, seat).assets.items():
        circled = side.desk.marks.get(place) == "o"
        if asset.kind == "vp" and circled:
            yield asset.count
        goods += circled and place.startswith("i:good.")
    yield goods // 2
    for award in state.awards:
        if award.seat == seat:
            yield _objective(state, award.sheet, award.first)
    for name in state.mecatol:
        if name.seat == seat:
            yield ROWS[name.row] if name.row in ROWS else _told(state, f"mecatol.{name.row}.points")
    for held in side.relics:
        known = RELICS[held.relic].points
        yield _told(state, f"relic.{held.relic}") if known is None else known


def _objective(state: TwilightState, sheet: str, first: bool) -> int:
    card = OBJECTIVES[state.objectives[sheet]]
    printed = card.first if first else card.later
    rank = "first" if first else "later"
    return _told(state, f"objective.{card.id}.{rank}") if printed is None else printed


def _told(state: TwilightState, fact: str) -> int:
    return int(state.facts[fact])


def wars_agree(state: TwilightState) -> Iterator[bool]:
    """For each end of each war between two players, whether the other end tells the same."""
    for war in state.wars:
        if war.foe >= 0:
            half = "right" if war.half == "left" else "left"
            [other] = [
                one for one in state.wars if (one.number, one.seat, one.half) == (war.number, war.foe, half)
            ]
            yield (other.foe, other.mine, other.theirs) == (war.seat, war.theirs, war.mine)
