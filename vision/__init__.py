"""Reads dice, balls, tiles and cards from pictures."""
