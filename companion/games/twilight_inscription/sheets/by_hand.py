"""Every place of a player's sheets that a hand can mark, with what it is called.

Cards that only their owner knows explore, scrap, unlock or fill something: all of it can be done by hand.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine import Text, literal, text

from ..assets import Asset
from ..desk import RESOURCES
from .battle import Warfare, at
from .expansion import Expansion
from .hexes import TRADE, Industry
from .hexes import at as on_industry
from .navigation import Navigation
from .tech import Tech, focus_place

Named = Iterator[tuple[str, Text]]


def navigation(sheet: Navigation) -> Named:
    """Systems without an advantage, and lanes."""
    yield from ((one.place, text("plan.system")) for one in sheet.systems if one.asset is None)
    yield from ((lane.place, text("plan.lane")) for lane in sheet.lanes)


def expansion(sheet: Expansion) -> Named:
    """The signs of planets and docks, and resource symbols."""
    for planet in sheet.planets:
        yield planet.place, literal(planet.name)
    for dock in sheet.docks:
        yield dock.sign, Asset("planet").name
    homes = (*(planet.symbols for planet in sheet.planets), *(dock.symbols for dock in sheet.docks))
    for symbols in homes:
        yield from ((f"e:{one}", text(f"resource.{symbol}")) for one, symbol in symbols.items())


def industry(sheet: Industry) -> Named:
    """Hexes without an advantage, and the signs of the chart."""
    for hex in sheet.hexes:
        if hex.asset is None:
            yield hex.place, text("plan.x_hex" if hex.badge else "plan.hex")
    for row, found in sheet.rows.items():
        name = text(f"plan.row.{row}")
        yield from ((on_industry(f"{row}.{number}"), name) for number in range(1, len(found.signs) + 1))
    for number in range(1, sheet.trades + 1):
        yield on_industry(f"{TRADE}.{number}"), text("plan.plus_good")


def warfare(sheet: Warfare) -> Named:
    """Nodes, cost symbols, and what unlocks units."""
    for node in sheet.nodes:
        yield node.place, text("plan.anomaly" if node.anomaly else "plan.node")
    for kind, unit in sheet.units.items():
        if unit.lock:
            yield at(kind), text(f"unit.{kind}")
        for number, bar in enumerate(unit.bars, 1):
            for count in range(1, len(bar.cost) + 1):
                words = f"{kind}.{number}.{count}"
                yield at(words), sheet.names[words]


def shared(sheet: str, techs: dict[str, Tech]) -> Named:
    """Technologies and focus dice."""
    for tech, cost in techs.items():
        name = text(f"technology.{tech}")
        yield Tech.place(sheet, tech), name
        yield from ((Tech.symbol(sheet, tech, number), name) for number in range(1, cost.research + 1))
    yield from ((focus_place(sheet, one), Asset("focus", one).name) for one in RESOURCES)
