"""What the rulebook does not print: asked of the owner when it matters, and kept in the box."""

from __future__ import annotations

from companion.engine import FactSpec, Text, but, text, unknown

from .book import value
from .final import CATEGORIES, ranks, sizes, table_key
from .modules import LETTERS, MODULES, SATELLITE, name
from .settlement import SIGNS
from .ships import MOST_POINTS, SHIPS, TWO_SIDED, key_of
from .ships import name as ship_name
from .state import FINAL, OVER, SETTLEMENT, ReworldState
from .tasks import shields


def _specs() -> list[FactSpec]:
    specs = []
    for ship in SHIPS:
        for side in ("few", "four") if ship in TWO_SIDED else ("",):
            key = f"ship.{ship}.{side}" if side else f"ship.{ship}"
            ask = text("fact.ship_side", ship=ship_name(ship), side=text(f"side.{side}")) if side else None
            specs.append(
                _number(key, ask or text("fact.ship", ship=ship_name(ship)), "ships", "RW-180a", MOST_POINTS)
            )
    for players in range(value("RW-001")["min"], value("RW-001")["max"] + 1):
        for category in CATEGORIES:
            for rank in ranks(players):
                shown = text(f"category.{category}")
                ask = text("fact.final", players=players, category=shown, rank=rank)
                specs.append(
                    _number(table_key(players, category, rank), ask, f"final{players}", "RW-193", 60)
                )
    for code, module in MODULES.items():
        if module.kind == SATELLITE:
            ask = text("fact.shields", module=name(code))
            choices = tuple(value("RW-014")["shields"])
            spec = FactSpec(key=f"shields.{code}", ask=ask, kind="choice", choices=choices, rule="RW-014")
            specs.append(_in_group(spec, "shields"))
        specs.append(_number(f"count.{code}", text("fact.count", module=name(code)), "counts", "RW-005", 39))
    for letter in LETTERS:
        for sign in range(1, SIGNS + 1):
            ask = text("fact.sign", letter=letter, number=sign)
            specs.append(
                _in_group(FactSpec(key=f"sign.{letter}.{sign}", ask=ask, kind="text", rule="RW-009"), "signs")
            )
    return specs


def _number(key: str, ask: Text, group: str, rule: str, high: int) -> FactSpec:
    hint = text("hint.examples") if key in EXAMPLES else None
    return _in_group(FactSpec(key=key, ask=ask, high=high, rule=rule, hint=hint), group)


def _in_group(spec: FactSpec, group: str) -> FactSpec:
    return but(spec, group=text(f"facts.{group}"))


EXAMPLES = tuple(table_key(4, "defence", rank) for rank in ranks(4))
"""The rulebook's example of a tie shows these ranks as 20, 10 and 4."""

SPECS: dict[str, FactSpec] = {spec.key: spec for spec in _specs()}


def wanted(state: ReworldState) -> tuple[str, ...]:
    """The unknown values that matter now: of ships that somebody has, of satellites in a defence row, of
    founded cities, and at the end of the final ship."""
    keys = [key_of(state, ship) for ship in state.ships]
    keys += [key for doubt in state.doubts for key in doubt.keys]
    for side in state.sides:
        keys += [key for key, _ in side.late]
        if state.depth == "full" or (state.phase == OVER and side.count is None):
            keys += shields(side, state.facts)[1]
    if state.phase in (FINAL, OVER):
        keys += final_keys(state)
    if state.depth == "full" and state.phase == SETTLEMENT:
        keys += unknown(state.facts, _signs(state))[:1]
    return tuple(dict.fromkeys(key for key in unknown(state.facts, keys) if key in SPECS))


def _signs(state: ReworldState) -> list[str]:
    """The signs of the founded cities. Names decide nothing, so only one at a time is asked for."""
    return [f"sign.{city.letter}.{city.sign}" for side in state.sides for city in side.cities]


def final_keys(state: ReworldState) -> list[str]:
    """The ranks of the final ship that somebody takes part in."""
    have = [sizes(side, state.facts) for side in state.sides]
    keys = []
    for category in CATEGORIES:
        part = sum(one[category] is not None for one in have)
        keys += [table_key(state.players, category, rank) for rank in ranks(state.players) if rank <= part]
    return keys
