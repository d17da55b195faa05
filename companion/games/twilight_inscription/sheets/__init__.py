"""The four sheets of a player as data, and where every advantage on them is."""

from __future__ import annotations

from functools import cached_property

from msgspec import Struct

from companion.engine import Text

from ..assets import Asset
from ..desk import EXPANSION, INDUSTRY, NAVIGATION, WARFARE, Desk
from .expansion import Expansion
from .industry import Industry
from .navigation import Navigation
from .tech import Tech
from .warfare import Warfare

__all__ = ["Expansion", "Industry", "Navigation", "Sheets", "Warfare"]


class Sheets(Struct, frozen=True, dict=True):
    """The layouts of one player's sheets."""

    navigation: Navigation
    expansion: Expansion
    industry: Industry
    warfare: Warfare

    @cached_property
    def assets(self) -> dict[str, Asset]:
        """Every printed advantage by its place."""
        found: dict[str, Asset] = {}
        for sheet in (self.navigation, self.expansion, self.industry, self.warfare):
            found |= sheet.assets
        return found

    @cached_property
    def start_marks(self) -> dict[str, str]:
        """The marks that are printed on all four (MRK-15)."""
        found: dict[str, str] = {}
        for sheet in (self.navigation, self.expansion, self.industry, self.warfare):
            found |= sheet.start_marks
        return found

    @cached_property
    def techs(self) -> dict[str, dict[str, Tech]]:
        """What the technologies of each sheet cost."""
        return {
            NAVIGATION: self.navigation.techs,
            EXPANSION: self.expansion.techs,
            INDUSTRY: self.industry.techs,
            WARFARE: self.warfare.techs,
        }

    @cached_property
    def names(self) -> dict[str, Text]:
        """What players call places, by the words of the choices."""
        sheets = (self.navigation, self.expansion, self.industry, self.warfare)
        return {words: name for sheet in sheets for words, name in sheet.names.items()}

    def available(self, desk: Desk, kind: str, sort: str = "") -> list[str]:
        """The places of claimed, unspent advantages of a kind."""
        return [
            place
            for place, asset in self.assets.items()
            if asset.kind == kind and asset.sort == sort and desk.has(place, "o")
        ]

    def points(self, desk: Desk, sheet: str) -> int:
        """The claimed victory points of a sheet."""
        return sum(
            asset.count
            for place, asset in self.assets.items()
            if asset.kind == "vp" and place[0] == sheet[0] and desk.has(place, "o")
        )  # END-02, END-11
