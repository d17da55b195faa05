"""One running game: the journal and the state that follows from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic

import msgspec
from msgspec import Raw, Struct

from . import play
from .action import Action, Adjust, Seat
from .facts import FactValue
from .game import Game, Impossible, Setup, St, encode
from .journal import (
    NO_ACTION,
    Amended,
    Edit,
    Journal,
    MemoryJournal,
    Move,
    Played,
    Record,
    Redone,
    Undone,
    read,
)
from .picture import Picture
from .prompt import Draft, Prompt, Reminder, Step
from .rule import Ruling, violated
from .score import Outcome, ScoreSheet
from .text import Text, text

Line = tuple[Move, ...]


class Refused(Exception):
    """An action that the rules forbid, with the ruling that says why."""

    def __init__(self, ruling: Ruling) -> None:
        super().__init__(", ".join(ruling.rules) or "refused")
        self.ruling = ruling


class Entry(Struct, frozen=True, kw_only=True):
    """A move as the history shows it."""

    at: int
    seat: Seat | None
    verb: str
    text: Text
    reason: str = ""
    sealed: bool = False


class Undoing(Struct, frozen=True):
    """What an undo would take back (`gone`) and bring back (`back`)."""

    gone: tuple[Text, ...]
    back: tuple[Text, ...] = ()


class Table(Generic[St]):
    """The only way into a game: touch, button, camera, file and random player all submit here."""

    def __init__(self, game: Game[St], setup: Setup, journal: Journal | None = None) -> None:
        self.game = game
        self.setup = setup
        self.journal: Journal = MemoryJournal() if journal is None else journal
        self.states: list[St] = [game.setup(setup)]
        self.line: Line = ()
        self._reached: Line = ()
        self._past: list[Line] = []
        self._future: list[Line] = []
        self._listeners: list[Callable[[], None]] = []
        for record in self.journal.records():
            self._take(read(record))
        self._goto(self.line)

    @property
    def state(self) -> St:
        """The state now. Screens ask `view` instead."""
        return self.states[-1]

    def listen(self, listener: Callable[[], None]) -> None:
        """Call `listener` after every commit."""
        self._listeners.append(listener)

    def prompt(self) -> Prompt:
        """All that may happen now."""
        return play.prompt(self.game, self.state)

    def step(self, draft: Draft, at: int | None = None) -> Step | Action:
        """The next field to choose for a draft, now or before an earlier move."""
        return play.step(self.game, self.states[-1 if at is None else at], draft)

    def ruling(self, action: Action) -> Ruling:
        """What the rules say of an action now."""
        return play.ruling(self.game, self.state, action)

    def view(self, viewer: Seat | None = None) -> St:
        """What a viewer may see of the state."""
        return self.game.view(self.state, viewer)

    def picture(self, page: str, draft: Draft | None = None, viewer: Seat | None = None) -> Picture:
        """A picture of the table."""
        return self.game.picture(self.view(viewer), page, draft)

    def reminders(self) -> tuple[Reminder, ...]:
        """What not to forget now."""
        return self.game.reminders(self.view())

    def score(self) -> ScoreSheet:
        """The points as they stand."""
        return self.game.score(self.view())

    def outcome(self) -> Outcome | None:
        """The end; None while the game goes on."""
        return self.game.outcome(self.state)

    def course(self) -> tuple[tuple[int, ...], ...]:
        """Everybody's points after each move."""
        return tuple(self.game.score(self.game.view(state, None)).totals for state in self.states)

    def submit(self, action: Action, reason: str = "") -> None:
        """Carry out an action, with a reason also a forbidden one; Refused means nothing has happened."""
        found = self.ruling(action)
        if not found.allowed and not reason:
            raise Refused(found)
        overruled = "" if found.allowed else reason
        try:
            after = play.apply(self.game, self.state, action)
        except Impossible as error:
            raise Refused(found if found.violations else violated("TABLE-1", key=str(error))) from error
        self._write(Played(Raw(encode(action)), overruled))
        self._past.append(self.line)
        self._future.clear()
        self.line = (*self.line, Move(action, overruled))
        self.states.append(after)
        self._publish()

    def adjust(self, what: str, value: FactValue) -> None:
        """Set a counter or a piece by hand."""
        self.submit(Adjust(key=play.ADJUST, what=what, value=value))

    def undoing(self, seat: Seat | None = None) -> Undoing | None:
        """What an undo would do; None if there is nothing to take back."""
        after = self._undone_line(seat)
        return None if after is None else self._difference(after)

    def undo(self, seat: Seat | None = None) -> None:
        """Take back the last commit, or the last move of one seat if the others' moves still hold."""
        after = self._undone_line(seat)
        if after is None:
            raise Refused(violated("TABLE-1", key="undo"))
        if seat is not None:
            amendment = Amendment(self, [Edit(op="delete", at=self._last_of(seat))])
            if amendment.troubles:
                raise Refused(amendment.troubles[0].ruling)
        self._commit(Undone(seat))

    @property
    def can_redo(self) -> bool:
        """Whether something was taken back and nothing was done since."""
        return bool(self._future)

    def redo(self) -> None:
        """Let what was taken back count again."""
        if not self._future:
            raise Refused(violated("TABLE-1", key="redo"))
        self._commit(Redone())

    def amend(self, *edits: Edit) -> Amendment[St]:
        """What would happen if earlier entries were changed; `commit` on the answer makes it count."""
        return Amendment(self, edits)

    def history(self, viewer: Seat | None = None) -> list[Entry]:
        """All moves that count, as `viewer` may see them."""
        return [self._entry(at, move, viewer) for at, move in enumerate(self.line)]

    def _entry(self, at: int, move: Move, viewer: Seat | None = None) -> Entry:
        action = move.action
        sealed = self.game.sealed(self.state, action) and (viewer is None or viewer != action.seat)
        shown = text("history.sealed") if sealed else play.describe(self.game, self.states[at], action)
        verb = "" if sealed else action.verb
        return Entry(at=at, seat=action.seat, verb=verb, text=shown, reason=move.reason, sealed=sealed)

    def _undone_line(self, seat: Seat | None) -> Line | None:
        if seat is None:
            return self._past[-1] if self._past else None
        at = self._last_of(seat)
        return None if at < 0 else self.line[:at] + self.line[at + 1 :]

    def _last_of(self, seat: Seat) -> int:
        return max((at for at, move in enumerate(self.line) if move.action.seat == seat), default=-1)

    def _difference(self, after: Line) -> Undoing:
        kept = {id(move) for move in after}
        gone = tuple(self._entry(at, move).text for at, move in enumerate(self.line) if id(move) not in kept)
        here = {id(move) for move in self.line}
        back = tuple(text("undo.back", verb=move.action.verb) for move in after if id(move) not in here)
        return Undoing(gone, back)

    def _commit(self, record: Record) -> None:
        self._write(record)
        self._take(record)
        self._goto(self.line)
        self._publish()

    def _write(self, record: Record) -> None:
        self.journal.append(msgspec.json.encode(record))

    def _take(self, record: Record) -> None:
        """Change the line of moves as a record says; states follow later."""
        if isinstance(record, Played):
            self._past.append(self.line)
            self._future.clear()
            self.line = (*self.line, Move(self.game.decode_action(bytes(record.action)), record.reason))
        elif isinstance(record, Undone):
            after = self._undone_line(record.seat)
            self._future.append(self.line)
            if record.seat is None:
                self._past.pop()
            self.line = self.line if after is None else after
        elif isinstance(record, Redone):
            self._past.append(self.line)
            self.line = self._future.pop()
        else:
            self._past.append(self.line)
            self._future.clear()
            self.line = tuple(move for _, move in edited(self.game, self.line, record.edits))

    def _goto(self, line: Line) -> None:
        """Make the states follow the line, keeping those that both have in common."""
        common = _common(self._reached, line)
        del self.states[common + 1 :]
        for move in line[common:]:
            self.states.append(play.apply(self.game, self.states[-1], move.action))
        self._reached = line

    def _publish(self) -> None:
        self._reached = self.line
        for listener in self._listeners:
            listener()


class Trouble(Struct, frozen=True):
    """A later move that no longer fits after an amendment: keep it all the same, or drop it."""

    at: int
    move: Move
    ruling: Ruling


class Amendment(Generic[St]):
    """A change of earlier entries with its consequences, before it counts."""

    def __init__(self, table: Table[St], edits: Sequence[Edit]) -> None:
        self.table = table
        self.edits = tuple(edits)
        self.troubles: tuple[Trouble, ...] = ()
        self._replay()

    def _replay(self) -> None:
        game, line = self.table.game, self.table.line
        start = min((edit.at for edit in self.edits), default=len(line))
        states = self.table.states[: start + 1]
        before: dict[int, St] = {}
        troubles = []
        for at, move in edited(game, line, self.edits, start):
            state = states[-1]
            before.setdefault(at, state)
            found = play.ruling(game, state, move.action)
            if not found.allowed and not move.reason:
                troubles.append(Trouble(at, move, found))
                continue
            try:
                states.append(play.apply(game, state, move.action))
            except Impossible:
                troubles.append(Trouble(at, move, found))
        self.states = states
        self.before = before
        self.troubles = tuple(troubles)

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

    def opened(self, at: int) -> Prompt:
        """What is due where a later move no longer fits."""
        return play.prompt(self.table.game, self.before[at])

    def with_(self, *edits: Edit) -> Amendment[St]:
        """The amendment with more changes."""
        return Amendment(self.table, (*self.edits, *edits))

    def keep(self, at: int, reason: str) -> Amendment[St]:
        """Let a later move count although it no longer fits."""
        return self.with_(Edit(op="keep", at=at, reason=reason))

    def drop(self, *places: int) -> Amendment[St]:
        """Leave out later moves; without places all that no longer fit."""
        gone = places or tuple(trouble.at for trouble in self.troubles)
        return self.with_(*(Edit(op="delete", at=at) for at in gone))

    def commit(self) -> None:
        """Make the change count: one commit. Raises Refused while a move does not fit."""
        if self.troubles:
            raise Refused(self.troubles[0].ruling)
        self.table._commit(Amended(self.edits))


def edit(op: Any, at: int, action: Action | None = None, reason: str = "") -> Edit:
    """A change of the move at a place."""
    return Edit(op=op, at=at, action=NO_ACTION if action is None else Raw(encode(action)), reason=reason)


def edited(game: Game[Any], line: Line, edits: Sequence[Edit], start: int = 0) -> Iterator[tuple[int, Move]]:
    """The line after edits, each move with its place in the old line; from `start` on."""
    inserted: dict[int, list[Edit]] = {}
    changed: dict[int, Edit] = {}
    for change in edits:
        if change.op == "insert":
            inserted.setdefault(change.at, []).append(change)
        else:
            changed[change.at] = change
    for at in range(start, len(line) + 1):
        for change in inserted.get(at, ()):
            yield at, _new_move(game, change)
        if at == len(line):
            return
        found = changed.get(at)
        if found is None:
            yield at, line[at]
        elif found.op == "replace":
            yield at, _new_move(game, found)
        elif found.op == "keep":
            yield at, Move(line[at].action, found.reason)


def _new_move(game: Game[Any], change: Edit) -> Move:
    return Move(game.decode_action(bytes(change.action)), change.reason)


def _common(one: Line, other: Line) -> int:
    """How many moves two lines share from the start."""
    size = min(len(one), len(other))
    if one[:size] == other[:size]:
        return size
    return next(at for at in range(size) if one[at] != other[at])
