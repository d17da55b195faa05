"""The Expansion sheet as data."""

from __future__ import annotations

from functools import cached_property

from msgspec import Struct

from ..assets import Asset
from .tech import Tech


class Expansion(Struct, frozen=True, dict=True):
    """One Expansion sheet."""

    name: str
    techs: dict[str, Tech]

    @cached_property
    def assets(self) -> dict[str, Asset]:
        """Every printed advantage by its place."""
        return {}
