"""Changing earlier entries: the consequences first, then one commit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

from msgspec import Raw, Struct, structs

from . import play
from .action import Action
from .game import St, encode
from .journal import NO_ACTION, Amended, Edit, Move
from .prompt import Draft, Prompt, Step
from .rule import Ruling, violated
from .text import Text
from .timeline import Line

if TYPE_CHECKING:
    from .table import Table


class Refused(Exception):
    """An action that the rules forbid, with the ruling that says why."""

    def __init__(self, ruling: Ruling) -> None:
        super().__init__(", ".join(ruling.rules) or "refused")
        self.ruling = ruling


class Trouble(Struct, frozen=True):
    """A move that does not fit after an amendment: keep it all the same, or drop it.

    `text` is what the history may show of it; `edit` is the place of its edit if the amendment inserts it.
    """

    at: int
    move: Move
    ruling: Ruling
    text: Text | None = None
    edit: int | None = None


class Amendment(Generic[St]):
    """A change of earlier entries with its consequences, before it counts."""

    def __init__(self, table: Table[St], edits: Sequence[Edit]) -> None:
        self.table = table
        self.edits = tuple(edits)
        self.troubles: tuple[Trouble, ...] = ()
        self._line = table.line
        self._done = False
        for change in self.edits:
            last = len(self._line) if change.op == "insert" else len(self._line) - 1
            if not 0 <= change.at <= last:
                raise Refused(violated("TABLE-1", key=f"{change.op} {change.at}"))
        self._replay()

    def _replay(self) -> None:
        game, table = self.table.game, self.table
        self._start = min((change.at for change in self.edits), default=len(self._line))
        self.states = table.states[: self._start + 1]
        self.lost = {at for at in table.lost if at < self._start}
        self._before: dict[int, St] = {}
        moves = list(self._line[: self._start])
        troubles = []
        for at, index, move in edited(game.decode_action, self._line, self.edits, self._start):
            state = self.states[-1]
            self._before[at] = state
            lost = index is None and at in table.lost
            after, found = play.carried(game, state, move, check=not lost or bool(self.lost))
            if after is None and lost:
                self.lost.add(len(moves))
                after = state
            if after is None:
                troubles.append((at, index, move, found, state))
            else:
                moves.append(move)
                self.states.append(after)
        self.line: Line = tuple(moves)
        now = (table.state, self.states[-1])
        self.troubles = tuple(
            Trouble(at, move, found, play.shown(game, now, state, move.action), index)
            for at, index, move, found, state in troubles
        )

    @property
    def points(self) -> tuple[tuple[int, int], ...]:
        """Everybody's points now and after the change."""
        game = self.table.game
        after = game.score(game.view(self.states[-1], None)).totals
        return tuple(zip(self.table.score().totals, after, strict=True))

    @property
    def prompt(self) -> Prompt:
        """What would be due after the change."""
        return play.prompt(self.table.game, self.states[-1])

    def before(self, at: int) -> St:
        """The state before a move after the change; `at` is the move's place before the change."""
        if at < self._start:
            return self.table.states[at]
        later = (self._before[place] for place in range(at, len(self._line) + 1) if place in self._before)
        return next(later, self.states[-1])

    def opened(self, at: int) -> Prompt:
        """What is due where a later move no longer fits."""
        return play.prompt(self.table.game, self.before(at))

    def step(self, draft: Draft, at: int) -> Step | Action:
        """The next field to choose for a draft that answers what was opened."""
        return play.step(self.table.game, self.before(at), draft)

    def with_(self, *edits: Edit) -> Amendment[St]:
        """The amendment with more changes."""
        return Amendment(self.table, (*self.edits, *edits))

    def keep(self, at: int | Trouble, reason: str) -> Amendment[St]:
        """Let a move count although it does not fit."""
        place = self._meant(at)
        if place.edit is None:
            return self.with_(Edit(op="keep", at=place.at, reason=reason))
        edits = list(self.edits)
        edits[place.edit] = structs.replace(edits[place.edit], reason=reason)
        return Amendment(self.table, edits)

    def drop(self, *places: int | Trouble) -> Amendment[St]:
        """Leave out moves; without places all that do not fit."""
        gone = [self._meant(place) for place in places or self.troubles]
        inserted = {place.edit for place in gone}
        edits = [change for index, change in enumerate(self.edits) if index not in inserted]
        edits += [Edit(op="delete", at=place.at) for place in gone if place.edit is None]
        return Amendment(self.table, edits)

    def _meant(self, place: int | Trouble) -> _Place:
        """A place in the line, or the inserted move there if that is what does not fit."""
        if isinstance(place, Trouble):
            return _Place(place.at, place.edit)
        here = [trouble.edit for trouble in self.troubles if trouble.at == place]
        return _Place(place, None if None in here or not here else here[0])

    def commit(self) -> None:
        """Make the change count: one commit. Raises Refused while a move does not fit."""
        meant = self
        if self.table.line is not self._line:
            same = self.table.line[: len(self._line)] == self._line
            if self._done or not same:
                raise Refused(violated("TABLE-1", key="amend"))
            meant = Amendment(self.table, self.edits)
        if meant.troubles:
            raise Refused(meant.troubles[0].ruling)
        self._done = True
        if meant.line != meant._line:
            self.table.changed(Amended(meant.edits), meant.line, meant.states, meant.lost)


class _Place(NamedTuple):
    at: int
    edit: int | None


def edit(op: Any, at: int, action: Action | None = None, reason: str = "") -> Edit:
    """A change of the move at a place."""
    return Edit(op=op, at=at, action=NO_ACTION if action is None else Raw(encode(action)), reason=reason)


def edited(
    decode: Callable[[bytes], Action], line: Line, edits: Sequence[Edit], start: int = 0
) -> Iterator[tuple[int, int | None, Move]]:
    """The line after edits from `start` on: old place, place of the edit if inserted, and the move.

    Several edits of one move add up: a replaced move can be kept, a deleted one brought back.
    """
    inserted: dict[int, list[int]] = {}
    changed: dict[int, Move] = {}
    deleted: set[int] = set()
    for index, change in enumerate(edits):
        at = change.at
        if change.op == "insert":
            inserted.setdefault(at, []).append(index)
            continue
        deleted.discard(at)
        if change.op == "delete":
            deleted.add(at)
        elif change.op == "replace":
            changed[at] = Move(decode(bytes(change.action)), change.reason)
        elif at < len(line):
            kept = changed.get(at, line[at])
            changed[at] = Move(kept.action, change.reason, kept.photo)
    for at in range(start, len(line) + 1):
        for index in inserted.get(at, ()):
            yield at, index, Move(decode(bytes(edits[index].action)), edits[index].reason)
        if at < len(line) and at not in deleted:
            yield at, None, changed.get(at, line[at])
