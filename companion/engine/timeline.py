"""The moves that count, what undo would make of them, and what redo would."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from .action import Seat
from .journal import Move

Line: TypeAlias = tuple[Move, ...]


class Commit(NamedTuple):
    """How to take the last change back: the line before it (None: the line without its last move)."""

    before: Line | None
    past: Commit | None


class Timeline(NamedTuple):
    """A value; every change makes another one. Redo goes back to the very one that was undone."""

    line: Line = ()
    past: Commit | None = None
    future: Timeline | None = None

    def played(self, move: Move) -> Timeline:
        """After one more move."""
        return Timeline((*self.line, move), Commit(None, self.past))

    def changed(self, line: Line) -> Timeline:
        """After an amendment."""
        return Timeline(line, Commit(self.line, self.past))

    def undone(self) -> Timeline | None:
        """Before the last change; None if there is none."""
        if self.past is None:
            return None
        before, past = self.past
        return Timeline(self.line[:-1] if before is None else before, past, self)

    def last_of(self, seat: Seat) -> int:
        """The place of a seat's last move; -1 if it has none."""
        return max((at for at, move in enumerate(self.line) if move.action.seat == seat), default=-1)

    def without(self, at: int) -> Timeline:
        """As if the move at a place had not been played; but an undo of an earlier amendment restores
        the line as it was then, because only of that line it is known that every move fits."""
        plays, past = 0, self.past
        while past is not None and past.before is None and len(self.line) - 1 - plays > at:
            plays, past = plays + 1, past.past
        if past is not None and past.before is None:
            past = past.past
        for _ in range(plays):
            past = Commit(None, past)
        return Timeline(self.line[:at] + self.line[at + 1 :], past, self)


def common(one: Line, other: Line) -> int:
    """How many moves two lines share from the start."""
    size = min(len(one), len(other))
    for at in range(size):
        if one[at] is not other[at] and one[at] != other[at]:
            return at
    return size
