"""What a council has come to: who has voted, how many votes there are, who leads, what each one resolves."""

from __future__ import annotations

from companion.engine import Seat

from . import ai
from .agendas import SIDES, phase_of
from .dice import BLACK
from .layouts import sheets_of
from .marking import industry
from .state import Ballot, TwilightState

NO_VOTE = Ballot()


def order(state: TwilightState) -> tuple[Seat, ...]:
    """In which order votes are told: from the Speaker's left neighbour on."""
    return tuple((state.speaker + step) % state.players for step in range(1, state.players + 1))  # CNC-08


def waiting(state: TwilightState) -> tuple[Seat, ...]:
    """Who has not voted yet."""
    return tuple(seat for seat in order(state) if state.sides[seat].ballot is None)


def votes_left(state: TwilightState, seat: Seat) -> int | None:
    """The claimed votes that a player has not spent; None where the sheets are not tracked."""
    desk = state.sides[seat].desk
    if desk is None:
        return None
    return industry.votes_left(desk, sheets_of(state, seat))


def counted(state: TwilightState) -> tuple[int, int]:
    """The votes for and against."""
    ballots = [side.ballot or NO_VOTE for side in state.sides]
    there, against = (sum(one.votes for one in ballots if one.side == side) for side in SIDES)
    return there, against


def ai_votes(state: TwilightState) -> int | None:
    """The votes of the AI faction, once its die has fallen."""
    if state.rival is None or not state.cast:
        return None
    return ai.votes(state, phase_of(state), BLACK[state.cast])


def leaders(state: TwilightState, side: str) -> tuple[Seat, ...]:
    """Who has cast the most votes for a side."""
    cast = dict.fromkeys(range(state.players), 0)
    for seat in cast:
        ballot = state.sides[seat].ballot
        if ballot is not None and ballot.side == side:
            cast[seat] = ballot.votes
    most = max(cast.values())
    return tuple(seat for seat in order(state) if cast[seat] == most)


def verdict_of(state: TwilightState, seat: Seat) -> str:
    """The alternative that a player resolves."""
    return state.verdicts[seat] if state.verdicts else state.verdict
