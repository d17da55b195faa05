"""How a turn ends and the next one begins."""

from __future__ import annotations

from companion.engine import but

from .state import ROLL, SCORE, Stars


def next_turn(state: Stars) -> Stars:
    """The table when the next player clockwise begins."""
    turn = (state.turn + 1) % state.players  # SF-001
    return but(
        state,
        phase=SCORE if state.depth == "scoring" else ROLL,
        turn=turn,
        turns=state.turns + (turn == state.first),
        dice=(),
        gains=(),
        owing=(),
        drawn=0,
        skipped=False,
        fresh=0,
        balls=(),
        stopped=0,
        grounded=False,
        used=(),
    )
