"""The Navigation sheet as data."""

from __future__ import annotations

from functools import cached_property

from msgspec import Struct

from ..assets import Asset
from .tech import Tech


class Navigation(Struct, frozen=True, dict=True):
    """One Navigation sheet."""

    name: str
    techs: dict[str, Tech]

    @cached_property
    def assets(self) -> dict[str, Asset]:
        """Every printed advantage by its place."""
        return {}
