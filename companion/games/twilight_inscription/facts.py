"""Printed values that the rulebook does not give: what cards, dice, boards and sheets of the owner say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.engine import FactSpec, text
from companion.engine.facts import plan_facts

from . import ai, cards, council, dice, layouts, printed_words, production
from .book import value
from .cards import EVENTS, MECATOL, OBJECTIVES, RELICS
from .state import COUNT, OVER, RECALL, REVEAL, TwilightState

LIMITS = {"votes": 9, "points": 15}


WORTH = ("mecatol.", "objective.", "relic.")
"""How the keys of what is worth points begin; the words of cards are none of them."""


def row_key(row: int, what: str) -> str:
    """The printed value of a row of the Mecatol Rex board: `votes` or `points`."""
    return f"mecatol.{row}.{what}"


def objective_key(objective: str, first: bool) -> str:
    """The printed value of an objective."""
    return f"objective.{objective}.{'first' if first else 'later'}"


def relic_key(relic: str) -> str:
    """The printed value of a relic."""
    return f"relic.{relic}"


def _specs() -> Iterator[FactSpec]:
    yield from dice.SPECS.values()
    group = text("fact.mecatol.group")
    for row in range(1, value("CMP-14")["max"] + 1):
        for what, high in LIMITS.items() if row not in MECATOL else ():  # MEC-07
            ask = text(f"fact.mecatol.{what}", row=row)
            yield FactSpec(key=row_key(row, what), ask=ask, high=high, group=group, rule="MEC-07")
    for key, objective in OBJECTIVES.items():
        for first in (True, False):
            if (objective.first if first else objective.later) is None:
                ask = text(f"fact.objective.{'first' if first else 'later'}", what=cards.name(objective))
                yield FactSpec(
                    key=objective_key(key, first),
                    ask=ask,
                    high=15,
                    group=text("fact.objective.group"),
                    rule="OBJ-03",
                )
    for key, relic in RELICS.items():
        if relic.points is None:
            ask = text("fact.relic", what=cards.name(relic))
            yield FactSpec(
                key=relic_key(key), ask=ask, high=15, group=text("fact.relic.group"), rule="REL-01"
            )


SPECS: dict[str, FactSpec] = {
    **{spec.key: spec for spec in _specs()},
    **printed_words.FACTS,
    **council.FACTS,
    **production.FACTS,
    **ai.FACTS,
    **plan_facts(layouts.SPECS.values()),
}
"""Every printed value by its key."""


def wanted(state: TwilightState) -> tuple[str, ...]:
    """Those that matter now and that nobody has told."""
    return tuple(dict.fromkeys(key for key in _mattering(state) if key in SPECS and key not in state.facts))


def _mattering(state: TwilightState) -> Iterable[str]:
    if state.dice and state.step != REVEAL:
        yield from _dice(state)
    for name in state.mecatol:
        if name.seat >= 0:
            yield from (row_key(name.row, what) for what in LIMITS)
    for award in state.awards:
        if award.seat >= 0 and award.sheet in state.objectives:
            yield objective_key(state.objectives[award.sheet], award.first)
    for side in state.sides:
        open_ = state.step in (COUNT, RECALL, OVER)  # REL-05
        yield from (relic_key(held.relic) for held in side.relics if held.played or open_)
    yield from printed_words.wanted(state)
    if state.event and EVENTS[state.event].kind == "council":
        yield from council.wanted(state)
    if state.event:
        yield from production.wanted(state)


def _dice(state: TwilightState) -> Iterator[str]:
    """Which focus die gives what, once somebody may use one; the last follows from the others."""
    used = any(side.focus or (side.desk and side.desk.marks) for side in state.sides)
    if used:
        yield from (dice.fact(colour) for colour in dice.COLOURS if not dice.resource(colour, state.facts))
