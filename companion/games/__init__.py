"""The games: one folder each, one rulebook each."""
