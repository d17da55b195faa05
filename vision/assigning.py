"""Gives each die the kind that suits all of them best together, when there are only so many of each kind."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache


def assigned(worth: Sequence[Sequence[float]], counts: Sequence[int]) -> list[int]:
    """For each row its column: none is used oftener than its count, and the worth adds up to the most."""
    if len(worth) > sum(counts):
        raise ValueError("more rows than there are places")

    @cache
    def best(row: int, left: tuple[int, ...]) -> tuple[float, tuple[int, ...]]:
        if row == len(worth):
            return 0.0, ()
        found = []
        for column, places in enumerate(left):
            if places:
                rest, chosen = best(row + 1, (*left[:column], places - 1, *left[column + 1 :]))
                found.append((worth[row][column] + rest, (column, *chosen)))
        return max(found)

    return list(best(0, tuple(counts))[1])
