"""What a satellite's task is worth in a settlement area."""

from __future__ import annotations

from companion.engine import FactValue

from .book import value
from .modules import MODULES, TERRABOT
from .state import City, Side

ONE_CITY = ("RW-172c", "RW-172d")


def shields(side: Side, facts: dict[str, FactValue]) -> tuple[int, tuple[str, ...]]:
    """The shields in the defence row that are known, and the facts that would tell the others."""
    known, open_facts = 0, []
    for code in side.defence:  # RW-157
        printed = MODULES[code].shields
        found = printed if printed is not None else facts.get(f"shields.{code}")
        if isinstance(found, int):
            known += found
        else:
            open_facts.append(f"shields.{code}")
    return known, tuple(open_facts)


def counted(side: Side, facts: dict[str, FactValue]) -> tuple[tuple[str, int], ...]:
    """The satellites in the defence row by the fact that tells their shields, and how many count now."""
    keys = [f"shields.{code}" for code in side.defence if MODULES[code].shields is None]
    found = ((key, facts.get(key)) for key in keys)
    return tuple((key, known if isinstance(known, int) else LEAST) for key, known in found)


def firms(side: Side) -> set[str]:
    """The firms with a crew in the settlement area."""
    return {MODULES[tile].firm for tile in side.settled} - {""}


def crews_of(side: Side, firm: str = "") -> int:
    """How many crews lie in the cities: of one firm, or of all."""
    crews = [MODULES[tile].firm for tile in side.settled if MODULES[tile].kind != TERRABOT]
    return crews.count(firm) if firm else len(crews)


def terrabots(side: Side, letter: str = "") -> int:
    """How many terrabots lie in the cities: of one letter, or of all."""
    letters = [MODULES[tile].letter for tile in side.settled if MODULES[tile].kind == TERRABOT]  # RW-176
    return letters.count(letter) if letter else len(letters)


def times(city: City) -> int:
    """Terrabots times crews of a city."""
    crews = len(city.crews)  # RW-175
    return (len(city.tiles) - crews) * crews


def worth(side: Side, code: str, letter: str, facts: dict[str, FactValue]) -> int:
    """The points of a satellite's task now; `letter` names the city where the task needs one."""
    module = MODULES[code]
    each: int = value(module.task)["points"]
    city = side.city(letter)
    if module.task == "RW-172a":
        return each * terrabots(side, module.letter)
    if module.task == "RW-172b":
        return each * len(firms(side))
    if module.task == "RW-172c":
        return each * times(city) if city else 0
    if module.task == "RW-172d":
        return each * city.size if city else 0
    if module.task == "RW-172e":
        return each * crews_of(side, module.firm)
    if module.task == "RW-172f":
        return each * terrabots(side)
    if module.task == "RW-172g":
        known, unknown = shields(side, facts)
        return each * (known + LEAST * len(unknown))
    return each * crews_of(side)


LEAST: int = min(value("RW-014")["shields"])
"""A satellite has at least so many shields."""
