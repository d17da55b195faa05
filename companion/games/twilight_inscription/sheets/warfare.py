"""The Warfare sheet as a plan that its owner enters."""

from __future__ import annotations

from .battle import Bar, Node, Spoils, Unit, Warfare

__all__ = ["Bar", "Node", "Spoils", "Unit", "Warfare"]
