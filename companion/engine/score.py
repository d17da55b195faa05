"""Points that add up, and who wins."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from .action import Seat
from .text import Text


class Cell(Struct, frozen=True):
    """What one player gets from a line; `open` while a printed value is unknown: a lower bound then."""

    points: int = 0
    count: int | None = None
    open: bool = False


class ScoreLine(Struct, frozen=True):
    """One reason for points, for every player."""

    what: Text
    cells: tuple[Cell, ...]
    rule: str = ""


class ScoreSheet(Struct, frozen=True):
    """The lines of all players."""

    lines: tuple[ScoreLine, ...]
    players: int

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each player so far."""
        return tuple(sum(line.cells[seat].points for line in self.lines) for seat in range(self.players))

    @property
    def open(self) -> tuple[bool, ...]:
        """Whose total is only a lower bound."""
        return tuple(any(line.cells[seat].open for line in self.lines) for seat in range(self.players))


class Outcome(Struct, frozen=True):
    """The end: places from 1 (shared places are equal), winners, and the tie-break if one was needed."""

    places: tuple[int, ...]
    winners: tuple[Seat, ...]
    tie_break: Text | None = None
    rule: str = ""


def places(keys: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """The place of each player when larger keys are better."""
    return tuple(1 + sum(other > key for other in keys) for key in keys)
