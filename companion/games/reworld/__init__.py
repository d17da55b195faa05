"""Reworld by Wolfgang Kramer and Michael Kiesling: a companion for its German rulebook."""

from .game import Reworld

game = Reworld()
