"""The game's rule catalogue and sentences; what a rule prints may differ by edition."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from importlib import resources
from typing import Any

from companion.engine import Catalogue, Rulebook

_HERE = resources.files(__package__)

RULES = Rulebook.parse(_HERE.joinpath("rules.toml").read_text("utf-8"))
TEXTS = Catalogue.merged([tomllib.loads(_HERE.joinpath("texts.toml").read_text("utf-8"))])

value: Callable[[str], Any] = {rule.id: rule.value for rule in RULES.rules.values()}.__getitem__
"""The numbers that a rule prints."""

FIRST, SECOND = EDITIONS = ("1999", "2019")
"""The editions; the first is the one that the summary describes."""

SORTS: tuple[str, ...] = ("ore", "fuel", "carbon", "food", "goods")
"""The five resources."""

PEOPLES: tuple[str, ...] = tuple(value("SF-139"))
UPGRADES: tuple[str, ...] = ("drives", "cannons", "rings")
UPGRADE_RULES: dict[str, str] = dict(zip(UPGRADES, ("SF-070", "SF-071", "SF-072"), strict=True))

_BALLS = tomllib.loads(_HERE.joinpath("balls.toml").read_text("utf-8"))["ball"]
BALLS: dict[str, int] = {ball["colour"]: ball["value"] for ball in _BALLS}
"""What a ball adds to the speed, by colour."""

COPIES: dict[str, int] = {ball["colour"]: ball["count"] for ball in _BALLS}
BLACK = "black"


def of(edition: str, rule: str) -> Any:
    """What a rule prints in an edition."""
    return value(rule)[edition]
