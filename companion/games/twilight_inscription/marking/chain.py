"""What a claimed advantage sets off: at once, one after the other, until nothing is left to happen."""

from __future__ import annotations

from companion.engine import but

from ..assets import Asset
from ..desk import Desk, Task, push
from ..sheets import Sheets
from . import expansion, industry, warfare

ASKED = ("relic", "faction", "mecatol")
"""Kinds that need the table: a card is drawn, a text is carried out, a name is written on the board."""


def settle(desk: Desk, sheets: Sheets) -> Desk:
    """The desk once every advantage that was just claimed has taken effect."""
    while desk.fired:
        place, rest = desk.fired[0], desk.fired[1:]
        desk = but(desk, fired=rest)
        found = sheets.assets.get(place)
        if found is not None:
            desk = _fired(desk, sheets, place, found)
    return desk


def _fired(desk: Desk, sheets: Sheets, place: str, found: Asset) -> Desk:
    match found.kind:
        case "commodity":
            return industry.commodity(desk, sheets, found.sort, found.count)  # ADV-15, CHT-05, STR-13
        case "member":
            return industry.member(desk, sheets)  # ADV-16, CHT-02
        case "population":
            return expansion.population(desk, sheets)  # ADV-17, EXP-12, STR-13
        case "neighbour":
            return warfare.neighbour(desk, sheets, found.sort)  # ADV-20
        case kind if kind in ASKED:
            return push(desk, Task(key=kind, about=place))  # ADV-18, ADV-19, NAV-18, NAV-19, REL-01, FAC-02
    return desk
