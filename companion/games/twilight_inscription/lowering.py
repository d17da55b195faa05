"""Going on with less tracking: what the sheets have shown is kept as far as light tracking knows it."""

from __future__ import annotations

from companion.engine import but

from . import final, setting
from .assets import HALVES
from .desk import SHEETS
from .marking import common, warfare
from .seats import put
from .setting import STEPS
from .state import OVER, RECALL, SCORING, SHEET, TwilightState


def lowered(state: TwilightState, depth: str) -> TwilightState:
    """The table in a lower depth, at the same point of the game."""
    if state.depth == "full":
        for seat, side in enumerate(state.sides):
            if side.desk is not None:
                state = _light(state, seat)
    state = but(state, depth=depth, owed=())
    if state.step == SHEET:
        return setting.first(state, STEPS.index(SHEET) + 1)
    if depth == "scoring" and state.step not in (*STEPS, OVER, RECALL):
        return but(state, step=state.step if state.step == "count" else SCORING)
    return state


def _light(state: TwilightState, seat: int) -> TwilightState:
    """What a player's desk says that goes on to matter."""
    desk = state.sides[seat].desk
    assert desk is not None
    left, right = (desk.boxes.get(warfare.bonus_box(half), 0) for half in HALVES)
    return put(
        state,
        seat,
        desk=None,
        focus={sheet: common.unlocked(desk, sheet) for sheet in SHEETS if common.unlocked(desk, sheet)},
        logistics=common.known(desk, "warfare", "fleet_logistics"),
        bonus=(left, right),
        tally=final.counted(state, seat) if state.step == OVER else None,
    )
