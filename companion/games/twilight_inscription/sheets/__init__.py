"""The four sheets of a player as data, and where every advantage on them is."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from msgspec import Struct

from companion.engine import Text

from ..assets import Asset
from ..desk import CIRCLE, EXPANSION, INDUSTRY, NAVIGATION, WARFARE, Desk
from . import by_hand
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

    @cached_property
    def by_hand(self) -> dict[str, Text]:
        """Every place that can be marked, with what it is called."""
        found = {place: asset.name for place, asset in self.assets.items()}
        found |= dict(by_hand.navigation(self.navigation))
        found |= dict(by_hand.expansion(self.expansion))
        found |= dict(by_hand.industry(self.industry))
        found |= dict(by_hand.warfare(self.warfare))
        for sheet, techs in self.techs.items():
            found |= dict(by_hand.shared(sheet, techs))
        return found

    @cached_property
    def _by_kind(self) -> dict[tuple[str, str], list[str]]:
        """The places of the advantages of each kind and sort."""
        found: dict[tuple[str, str], list[str]] = {}
        for place, asset in self.assets.items():
            found.setdefault((asset.kind, asset.sort), []).append(place)
        return found

    @cached_property
    def _worth(self) -> dict[str, list[tuple[str, int]]]:
        """The places of the victory points by the first letter of their sheet, with what they are worth."""
        found: dict[str, list[tuple[str, int]]] = {}
        for place, asset in self.assets.items():
            if asset.kind == "vp":
                found.setdefault(place[0], []).append((place, asset.count))
        return found

    def places(self, kind: str, sort: str = "") -> Sequence[str]:
        """Where advantages of a kind are printed."""
        return self._by_kind.get((kind, sort), ())

    def available(self, desk: Desk, kind: str, sort: str = "") -> list[str]:
        """The places of claimed, unspent advantages of a kind."""
        marks, places = desk.marks, self.places(kind, sort)
        return [place for place in places if marks.get(place) == CIRCLE]  # ADV-06, CLR-31

    def points(self, desk: Desk, sheet: str) -> int:
        """The claimed victory points of a sheet."""
        marks, printed = desk.marks, self._worth.get(sheet[0], ())
        return sum(worth for place, worth in printed if marks.get(place) == CIRCLE)  # END-02, END-11, ADV-07
