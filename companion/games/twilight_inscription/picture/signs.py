"""How resources, advantages and sheets are drawn: a sign each, and a colour that is never the only one."""

from __future__ import annotations

from ..assets import Asset
from ..desk import RESOURCES

RESOURCE_SIGNS = dict(zip(RESOURCES, ("material", "influence", "research"), strict=True))
RESOURCE_COLOURS = dict(zip(RESOURCES, ("#f0a35e", "#8fb8ff", "#8fe0a8"), strict=True))
"""Light enough to be read on every ground of the app."""

COLOURS = {
    "vp": "#ffd166", "planet": "#9ad0ff", "good": "#ffcf7d", "vote": "#d7c1ff", "special": "#ff9fc2",
    "commodity": "#e8b98a", "member": "#d7c1ff", "population": "#b9f0c9", "faction": "#f3f6ff",
    "relic": "#ffe9a8", "neighbour": "#ff9a8a", "mecatol": "#ffd166",
}  # fmt: skip

DICE = {"red": "#b3202a", "green": "#1d7a3a", "blue": "#1f4fa8", "black": "#17171a"}
"""The bodies of the dice, as dice.toml has them."""

LEFT = Asset("neighbour", "left")


def sign(asset: Asset) -> str:
    """The sign of an advantage; a neighbour's points to its side."""
    return "neighbour_left" if asset == LEFT else asset.kind


def colour(asset: Asset) -> str:
    """The colour of an advantage: a focus die has that of its resource."""
    return RESOURCE_COLOURS[asset.sort] if asset.kind == "focus" else COLOURS[asset.kind]


def mark(asset: Asset) -> str:
    """The letter or number that tells one of a kind from the others; empty where there is only one sort."""
    if asset.kind == "vp":
        return str(asset.count)
    if asset.kind == "commodity":
        return asset.sort.upper() * asset.count
    return asset.sort.upper() if asset.kind == "special" else ""
