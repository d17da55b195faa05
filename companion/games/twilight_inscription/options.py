"""What tables may agree on before the game: where the rulebook leaves something open, or editions differ."""

from __future__ import annotations

from companion.engine import Answer, HouseRule, text

from .deck import APP, ERRATA, RULEBOOK, TABLE
from .state import TwilightState

_YES_NO = (("yes", text("yes")), ("no", text("no")))

HOUSE_RULES = (
    HouseRule(
        key="deck",
        ask=text("option.deck"),
        values=((APP, text("option.deck.app")), (TABLE, text("option.deck.table"))),
        default=APP,
        rule="SET-09",
    ),
    HouseRule(
        key="phase5",
        ask=text("option.phase5"),
        values=((RULEBOOK, text("option.phase5.rulebook")), (ERRATA, text("option.phase5.errata"))),
        default=RULEBOOK,
        rule="SET-13",
    ),
    HouseRule(key="diagonal", ask=text("option.diagonal"), values=_YES_NO, default="no", rule="DEP-16"),
    HouseRule(
        key="ai_round",
        ask=text("option.ai_round"),
        values=(("step", text("option.ai_round.step")), ("round", text("option.ai_round.round"))),
        default="round",
        rule="SOL-16",
    ),
)

_DEFAULTS: dict[str, Answer] = {rule.key: rule.default for rule in HOUSE_RULES}


def option(state: TwilightState, key: str) -> Answer:
    """What the table agreed on."""
    return state.options.get(key, _DEFAULTS[key])
