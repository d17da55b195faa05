"""Twilight Inscription: a companion for its German rulebook."""
