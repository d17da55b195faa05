"""The objectives of Navigation and Expansion whose conditions are known."""

from __future__ import annotations

from ..book import value
from ..desk import Desk
from ..sheets import Sheets
from .settling import open_symbols


def fulfilled(desk: Desk, sheets: Sheets, objective: str) -> bool | None:
    """Whether a desk fulfils an objective; None where its condition is not known."""
    match objective:
        case "prospector":
            want = value("CRD-03")
            return bool(_claimed(desk, sheets, want["asset"]) >= want["systems"])  # CRD-03
        case "mercantilist":
            want = value("CRD-04")
            rex, halves = (_claimed(desk, sheets, kind) for kind in ("mecatol", "neighbour"))
            return bool(rex >= want["mecatol_rex"] and halves >= want["neighbours"])  # CRD-04
        case "core_cracker":
            settled = sum(not open_symbols(desk, planet) for planet in sheets.expansion.planets)
            return bool(settled >= value("CRD-05")["planets"])  # CRD-05
    return None


def _claimed(desk: Desk, sheets: Sheets, kind: str) -> int:
    """How many systems with such an advantage are claimed, spent ones with them."""
    systems = sheets.navigation.systems
    return sum(
        one.asset is not None and one.asset.kind == kind and desk.claimed(one.place) for one in systems
    )
