"""The technologies of a sheet and their cost; what they do stands in cards.toml."""

from __future__ import annotations

from msgspec import Struct

TECHS = {
    "navigation": ("gravity_drive", "integrated_economy"),
    "expansion": ("neural_motivator", "self_assembly_routines"),
    "industry": ("psychoarchaeology", "ai_development_algorithm"),
    "warfare": ("fleet_logistics", "transit_diodes"),  # TEC-16
}
"""The two technologies of each sheet (TEC-01, TEC-16)."""


def focus_place(sheet: str, resource: str) -> str:
    """The place that is underlined when a focus die is unlocked on a sheet."""
    return f"{sheet[0]}:focus.{resource}"


class Tech(Struct, frozen=True):
    """What a technology costs: Research symbols, or one special advantage (TEC-02, TEC-03, TEC-17)."""

    research: int
    special: str

    @staticmethod
    def symbol(sheet: str, tech: str, number: int) -> str:
        """The place of a Research symbol, counted from 1."""
        return f"{sheet[0]}:{tech}.{number}"

    @staticmethod
    def place(sheet: str, tech: str) -> str:
        """The place that is underlined once the technology is unlocked."""
        return f"{sheet[0]}:{tech}"
