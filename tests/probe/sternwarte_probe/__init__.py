"""Sternhafen: an invented game that uses every word of the engine, and the model for adding another."""

from .game import Probe

game = Probe()

__all__ = ["game"]
