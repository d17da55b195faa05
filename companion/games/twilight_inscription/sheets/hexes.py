"""The Industry sheet as data: the industry grid, the chart, printed votes and trade goods, the menu.

Its places, after `i:`:

    h12            a hex by its id            member.2       a "+1" of the votes, from the left
    vote.3         a printed vote             b.4            a symbol of commodity b, from the left
    good.5         a printed trade good       trade.2        a "+1" of the trade goods, from the left
    member.vp1     points in the row of votes, from the left; `b.vp1` those of a commodity
"""

from __future__ import annotations

from functools import cached_property

from msgspec import Struct

from companion.engine import Grid, Text, text
from companion.engine.plan import Cell

from ..assets import Asset
from ..book import value
from ..desk import CROSS, INDUSTRY, UNDER
from .tech import Tech

_AROUND = Grid("hex", 0, 0, 1).around
SCRAP, CLAIM = "scrap", "claim"
"""The two ways to mark a hex."""
MEMBER, TRADE = "member", "trade"
"""The two rows of "+1": for votes and for trade goods (CHT-09)."""


def at(what: str) -> str:
    """The place of something on this sheet."""
    return f"{INDUSTRY[0]}:{what}"


class Hex(Struct, frozen=True):
    """A hex: what it holds; an X-hex has the sort of special advantage on its badge instead."""

    id: str
    cell: Cell
    asset: Asset | None = None
    badge: str = ""
    scrapped: bool = False
    """Whether it is scrapped in print."""

    @property
    def place(self) -> str:
        """Its place on the desk."""
        return at(self.id)


class Row(Struct, frozen=True):
    """A row of the chart: under each sign the number of the trade goods' "+1" below it, 0 for none; and the
    points in between, each with the number of signs to its left."""

    signs: tuple[int, ...]
    points: tuple[tuple[int, int], ...] = ()


class Menu(Struct, frozen=True):
    """A line of the symbol menu: a special advantage that is spent as several resources."""

    special: str
    resource: str
    most: int


class Industry(Struct, frozen=True, dict=True):
    """One Industry sheet."""

    name: str
    techs: dict[str, Tech]
    hexes: tuple[Hex, ...]
    members: Row
    commodities: dict[str, Row]
    trades: int
    """How many "+1" of trade goods the chart has."""
    votes: int
    goods: int
    menu: tuple[Menu, ...]
    dig: str = ""
    """The kind of advantage in a hex that Psychoarchaeology asks for; empty if it is not known."""
    flat: bool = False
    """Whether the hexes stand in columns."""

    @cached_property
    def of(self) -> dict[str, Hex]:
        """The hexes by their ids."""
        return {hex.id: hex for hex in self.hexes}

    @cached_property
    def around(self) -> dict[str, tuple[str, ...]]:
        """The places of the hexes that touch a hex, by its id."""
        there = {hex.cell: hex.place for hex in self.hexes}
        return {
            hex.id: tuple(there[cell] for cell in _AROUND(hex.cell) if cell in there)  # IND-17
            for hex in self.hexes
        }

    @cached_property
    def rows(self) -> dict[str, Row]:
        """The rows of the chart that hold points, by the names that their places have."""
        return {MEMBER: self.members, **self.commodities}

    @cached_property
    def columns(self) -> dict[int, tuple[str, ...]]:
        """The places of the symbols above each "+1" of trade goods."""
        return {
            number: tuple(
                at(f"{sort}.{count}")
                for sort, row in self.commodities.items()
                for count, column in enumerate(row.signs, 1)
                if column == number
            )
            for number in range(1, self.trades + 1)
        }

    @cached_property
    def assets(self) -> dict[str, Asset]:
        """Every printed advantage by its place."""
        found = {hex.place: hex.asset for hex in self.hexes if hex.asset is not None}
        found |= {at(f"vote.{number}"): Asset("vote") for number in range(1, self.votes + 1)}
        found |= {at(f"good.{number}"): Asset("good") for number in range(1, self.goods + 1)}
        for name, row in self.rows.items():
            for number, (_, points) in enumerate(row.points, 1):
                found[at(f"{name}.vp{number}")] = Asset("vp", count=points)
        return found

    @cached_property
    def names(self) -> dict[str, Text]:
        """What players call the two ways to mark a hex, by the words of the choices."""
        return {how: text(f"hex.{how}") for how in (SCRAP, CLAIM)}

    @cached_property
    def start_marks(self) -> dict[str, str]:
        """The marks that are printed (MRK-15)."""
        found = {hex.place: CROSS for hex in self.hexes if hex.scrapped}  # IND-03, MRK-15
        for name, rule in ((MEMBER, "CHT-08"), (TRADE, "CHT-11")):
            free = value(rule)["unlocked"]
            found |= {at(f"{name}.{number}"): UNDER for number in range(1, free + 1)}  # CHT-08, CHT-11
        return found
