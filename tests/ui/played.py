"""Games for the screens: played a little, played to the end, or very long."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.demo.player import random_action
from companion.engine import Setup, Table
from companion.engine.notation import players

LONG = ("Anneliese-Marie", "Maximilian", "Cem", "Dörte", "Friedhelm", "Wolfgang-Ludw.")


def setup(game: str = "probe", count: int = 3) -> Setup:
    """A set-up with long names."""
    return Setup(game=game, players=players(*LONG[:count]))


def play_on(table: Table[Any], entries: int, seed: int = 1) -> None:
    """Enter random legal moves, at most so many."""
    dice = Random(seed)
    for _ in range(entries):
        if table.outcome() is not None or not table.prompt().demands:
            return
        table.submit(random_action(table, dice))
