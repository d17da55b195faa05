"""The battle grid in wars: the deployment line, strengths, boxes, and which units lie where."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine import but

from ..assets import HALVES
from ..book import value
from ..desk import FILL, LINE, WARFARE, Desk, add, circle, cross, put, write
from ..sheets import Sheets
from ..sheets.battle import INFANTRY, WARS, Warfare, at, box
from . import common

FLEET = "fleet_logistics"


def lines(desk: Desk) -> int:
    """How often the deployment line has been moved up."""
    return sum(desk.has(at(f"line.{number}"), LINE) for number in WARS)


def advance(desk: Desk, sheets: Sheets) -> Desk:
    """The deployment line is moved up by one (step 1 of a war)."""
    number = lines(desk) + 1
    return put(desk, at(f"line.{number}"), LINE) if number in WARS else desk  # WAR-03, MRK-10


def _future(desk: Desk) -> tuple[int, ...]:
    """The wars that are still to come."""
    return WARS[lines(desk) :]


def bonus_box(half: str) -> str:
    """The box that holds all extra strength of a half: that of the last war, in which all of it counts."""
    return f"{box(half, WARS[-1])}.plus"


def neighbour(desk: Desk, sheets: Sheets, half: str) -> Desk:
    """A neighbour advantage makes every war to come on that side stronger."""
    more = int(value("ADV-20")["strength"]) * int(value("WAR-16")["step"])
    for war in _future(desk):  # ADV-21
        desk = add(desk, f"{box(half, war)}.plus", more)  # ADV-20, WAR-16, CLR-23
    return desk


def units(desk: Desk, sheet: Warfare) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every deployed unit: its type and its nodes."""
    found: dict[int, list[str]] = {}
    for node in sheet.nodes:
        number = desk.boxes.get(node.place)
        if number is not None:
            found.setdefault(number, []).append(node.place)
    for number, places in found.items():
        yield kinds()[desk.boxes[at(f"unit.{number}")]], tuple(places)


def kinds() -> tuple[str, ...]:
    """The types of units, in the order in which boxes count them."""
    return tuple(value("MIL-02"))


def draw(desk: Desk, kind: str, places: tuple[str, ...]) -> Desk:
    """A unit is drawn on nodes; what stood there is drawn over."""
    number = 1 + sum(key.startswith(at("unit.")) for key in desk.boxes)
    boxes = dict.fromkeys(places, number) | {at(f"unit.{number}"): kinds().index(kind)}
    return but(desk, marks=desk.marks | dict.fromkeys(places, FILL), boxes=desk.boxes | boxes)


def fleet(desk: Desk, sheets: Sheets, half: str, war: int) -> bool:
    """Whether Fleet Logistics helps: enough units other than infantry lie completely in the sector."""
    if not common.known(desk, WARFARE, FLEET):
        return False
    sector = set(sheets.warfare.sectors[half, war])
    there = units(desk, sheets.warfare)
    inside = [kind for kind, nodes in there if kind != INFANTRY and sector.issuperset(nodes)]  # TEC-14
    return len(inside) >= int(value("TEC-14")["units"])  # TEC-14


def strength(desk: Desk, sheets: Sheets, half: str, war: int) -> int:
    """The strength in a half in a war from 1 to 4: nodes and all bonuses."""
    if box(half, war) in desk.boxes:
        return desk.boxes[box(half, war)]  # WAR-14, CLR-18
    sector = sheets.warfare.sectors[half, war]
    filled = [place for place in sector if desk.has(place, FILL)]  # WAR-04, WAR-05, WAR-07, DEP-15
    found = len(filled) * int(value("WAR-06")["strength"])  # WAR-06, MRK-09, DEP-14, CLR-16
    found += desk.boxes.get(f"{box(half, war)}.plus", 0)  # WAR-04, WAR-05
    return found + (int(value("TEC-14")["strength"]) if fleet(desk, sheets, half, war) else 0)  # TEC-14


def resolve(desk: Desk, sheets: Sheets, half: str, war: int, strength: int, result: str) -> Desk:
    """A war is over: the strength stands in its box, and its advantages are circled or crossed out."""
    desk = write(desk, box(half, war), strength)  # MRK-11
    win, lose = f"{box(half, war)}.win", f"{box(half, war)}.lose"
    if result == "win":
        return desk if desk.mark(win) else circle(desk, win)  # WAR-09, CRD-11
    if result == "lose":
        return desk if desk.mark(lose) else circle(desk, lose)  # WAR-10, WAR-17, CLR-24
    return cross(cross(desk, win), lose)  # WAR-11, MRK-16


def strikable(desk: Desk, sheets: Sheets) -> tuple[str, ...]:
    """The boxes of wars to come above which an advantage stands."""
    every = (f"{half}.{war}" for war in _future(desk) for half in HALVES)
    prized = sheets.warfare.assets
    return tuple(
        key for key in every if at(f"{key}.win") in prized and not desk.mark(at(f"{key}.win"))
    )  # CRD-11


def strike_prize(desk: Desk, key: str) -> Desk:
    """The advantage above a box is struck out: who wins there claims nothing."""
    return cross(desk, at(f"{key}.win"))  # CRD-11
