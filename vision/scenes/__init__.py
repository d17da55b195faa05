"""Drawn pictures of trays, dice and balls, with the truth beside them; seeded."""
