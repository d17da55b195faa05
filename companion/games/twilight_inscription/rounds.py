"""The end of a round, whatever its event was."""

from __future__ import annotations

from companion.engine import but

from .book import value
from .seats import put
from .state import COUNT, REVEAL, TwilightState


def end(state: TwilightState) -> TwilightState:
    """The card is laid beside the deck; after the last war the game is scored (RND-03, RND-04)."""
    for seat, side in enumerate(state.sides):
        desk = None if side.desk is None else but(side.desk, used=())
        state = put(state, seat, active="", down=False, strengths=None, ballot=None, desk=desk)
    over = state.event == value("RND-04")["event"]  # RND-04
    return but(state, step=COUNT if over else REVEAL, dice=(), tick=state.tick + 1)  # RND-03, END-01
