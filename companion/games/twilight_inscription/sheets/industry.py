"""The Industry sheet as a plan that its owner enters."""

from __future__ import annotations

from .hexes import Hex, Industry, Menu, Row

__all__ = ["Hex", "Industry", "Menu", "Row"]
