"""What a copy prints and the summary does not tell, with what the edition of 2019 prints as a suggestion."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine import FactSpec, FactValue, Text, number, text, unknown

from .book import FIRST, SECOND, SORTS, value
from .state import BEGIN, BUILD, DRAW, MEET, MOST_AT_START, OVER, ROB, SEVEN, SHIPS, Stars

STARTS = ("start.fame", "start.drives")

SAME_COST, SHORTAGE, ROLLER, FOE = "cost.same", "shortage", "seven.roller", "foe.cards"
YES, NO = "yes", "no"
COSTS = tuple(f"cost.{ship}.{sort}" for ship in SHIPS for sort in SORTS)


def _number(key: str, ask: Text, high: int, hint: Text, rule: str) -> FactSpec:
    return FactSpec(key=key, ask=ask, high=high, hint=hint, rule=rule, group=text("facts.group"))


def _choice(key: str, choices: tuple[str, ...], rule: str, hint: bool = True) -> FactSpec:
    return FactSpec(
        key=key,
        ask=text(f"fact.{key}"),
        kind="choice",
        choices=choices,
        names=tuple(text(choice if choice in (YES, NO) else f"{key}.{choice}") for choice in choices),
        hint=text(f"hint.{key}") if hint else None,
        rule=rule,
        group=text("facts.group"),
    )


def _specs() -> dict[str, FactSpec]:
    specs = [
        _number("start.fame", text("fact.start.fame"), MOST_AT_START, text("hint.start", count=1), "SF-160"),
        _number(
            "start.drives", text("fact.start.drives"), MOST_AT_START, text("hint.start", count=1), "SF-070"
        ),
        _choice(SAME_COST, (YES, NO), "SF-047"),
        _choice(SHORTAGE, ("nobody", "turn"), "SF-012"),
        _choice(ROLLER, (YES, NO), "SF-029", hint=False),
        _choice(FOE, (YES, NO), "SF-091", hint=False),
    ]
    for ship in SHIPS:
        printed = value("SF-047")[f"ship.{ship}"]
        for sort in SORTS:
            ask = text("fact.cost", ship=text(f"build.ship.{ship}"), sort=text(f"sort.{sort}"))
            hint = text("hint.cost", count=printed.get(sort, 0))
            specs.append(_number(f"cost.{ship}.{sort}", ask, 4, hint, "SF-047"))
    return {spec.key: spec for spec in specs}


SPECS: dict[str, FactSpec] = _specs()


def ship_cost(facts: Mapping[str, FactValue], edition: str, ship: str) -> dict[str, int] | None:
    """What a ship costs; None while nobody has read it off the tableau."""
    printed: dict[str, int] = value("SF-047")[f"ship.{ship}"]  # SF-047
    if edition == SECOND or facts.get(SAME_COST) == YES:
        return printed
    if facts.get(SAME_COST) != NO:
        return None
    found = {sort: number(facts, f"cost.{ship}.{sort}") for sort in SORTS}
    known = {sort: count for sort, count in found.items() if count is not None}
    return {sort: count for sort, count in known.items() if count} if len(known) == len(SORTS) else None


def unread(facts: Mapping[str, FactValue], ship: str) -> tuple[str, ...]:
    """What must be read off the tableau to know what a ship costs."""
    if facts.get(SAME_COST) != NO:
        return (SAME_COST,)
    return unknown(facts, (f"cost.{ship}.{sort}" for sort in SORTS))


def shortage(facts: Mapping[str, FactValue], edition: str) -> str:
    """Who goes without when the supply is short; empty while that is unknown."""
    return "nobody" if edition == SECOND else str(facts.get(SHORTAGE, ""))


def wanted(state: Stars) -> tuple[str, ...]:
    """What matters now and is not known."""
    if state.phase == BEGIN:
        return ()
    aided = state.phase == MEET and any(
        side.card_sum("drives") or side.combat > side.cannons for side in state.sides
    )
    keys: list[str] = [FOE] if aided else []
    if state.edition == SECOND:
        rolled = state.phase == DRAW and state.number == value("SF-018")["number"]
        return unknown(state.facts, (*keys, *((ROLLER,) if rolled or state.phase in (SEVEN, ROB) else ())))
    keys += STARTS[:1] if state.depth == "scoring" or state.phase == OVER else STARTS
    if state.depth != "scoring":
        if state.counted and state.phase == BUILD:
            keys.append(SAME_COST)
            keys += COSTS if state.facts.get(SAME_COST) == NO else ()
        if any(pending.key == "share" for pending in state.pending):
            keys.append(SHORTAGE)
    return unknown(state.facts, keys)


def at_start(facts: Mapping[str, FactValue], edition: str, key: str) -> int:
    """How many drives or fame rings everybody begins with, as far as that is known."""
    if edition != FIRST:
        return 1
    return number(facts, key) or 0


def unread_starts(facts: Mapping[str, FactValue], edition: str) -> tuple[str, ...]:
    """What is not known of how everybody begins."""
    return unknown(facts, STARTS) if edition == FIRST else ()
