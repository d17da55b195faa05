"""Changing what one player has."""

from __future__ import annotations

from typing import Any

from companion.engine import LEGAL, Impossible, Ruling, Seat, Text, but, seat_name, text, violated

from .desk import Desk
from .state import AI, TwilightState


def put(state: TwilightState, seat: Seat, **changes: Any) -> TwilightState:
    """The table with something of one player changed."""
    if not 0 <= seat < state.players:
        raise Impossible(str(seat))
    side = but(state.sides[seat], **changes)
    return but(state, sides=(*state.sides[:seat], side, *state.sides[seat + 1 :]))


def put_all(state: TwilightState, **changes: Any) -> TwilightState:
    """The table with the same changed for every player."""
    return but(state, sides=tuple(but(side, **changes) for side in state.sides))


def desk_of(state: TwilightState, seat: Seat) -> Desk:
    """A player's desk; Impossible where the sheets are not tracked."""
    desk = state.sides[seat].desk if 0 <= seat < state.players else None
    if desk is None:
        raise Impossible("desk")
    return desk


def idle(state: TwilightState) -> Ruling:
    """Whether nobody has to decide any more what a mark has set off."""
    for seat, side in enumerate(state.sides):
        if side.desk is not None and side.desk.task is not None:
            return violated("GEN-03", seat=seat_name(seat), what=text(f"task.{side.desk.task.key}"))
    return LEGAL


def foe_name(seat: Seat) -> Text:
    """A player's name; that of the AI faction."""
    return text("ai") if seat == AI else seat_name(seat)
