"""Twilight Inscription: a companion for its German rulebook."""

from .game import TwilightInscription

game = TwilightInscription()
