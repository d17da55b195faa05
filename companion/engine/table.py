"""One running game: the journal and the state that follows from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Generic

import msgspec
from msgspec import Raw, Struct

from . import play
from .action import Action, Adjust, Seat, Unread
from .amend import Amendment, Refused, Trouble, edit, edited
from .facts import FactValue
from .game import Game, Impossible, Setup, St, encode
from .journal import Amended, Edit, Journal, MemoryJournal, Move, Played, Record, Redone, Undone, read
from .picture import Picture
from .prompt import Draft, Prompt, Reminder, Step
from .rule import LEGAL, Ruling, violated
from .score import Outcome, ScoreSheet
from .text import Text, text
from .timeline import Line, Timeline, common

__all__ = ["Amendment", "Entry", "Refused", "Table", "Trouble", "Undoing", "edit"]


class Entry(Struct, frozen=True, kw_only=True):
    """A move as the history shows it."""

    at: int
    seat: Seat | None
    verb: str
    text: Text
    reason: str = ""
    photo: str = ""
    sealed: bool = False
    lost: bool = False


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
        self.lost: set[int] = set()
        self._time = Timeline()
        self._listeners: list[Callable[[], None]] = []
        time, unread = fold(game, self.journal.records())
        self.states, self.lost = self._follow(time.line)
        self._time = time
        self.mishaps = (*unread, *(self._mishap(at) for at in sorted(self.lost)))

    @property
    def line(self) -> Line:
        """The moves that count."""
        return self._time.line

    @property
    def state(self) -> St:
        """The state now. Screens ask `view` instead."""
        return self.states[-1]

    def listen(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call `listener` after every commit; calling the answer ends that."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

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

    def submit(self, action: Action, reason: str = "", photo: str = "") -> None:
        """Carry out an action, with a reason also a forbidden one; Refused means nothing has happened."""
        data = encode(action)
        try:
            action = self.game.decode_action(data)
        except msgspec.ValidationError as error:
            raise Refused(play.impossible(action, LEGAL)) from error
        found = self.ruling(action)
        if not found.allowed and not reason:
            raise Refused(found)
        overruled = "" if found.allowed else reason
        try:
            after = play.apply(self.game, self.state, action)
        except Impossible as error:
            raise Refused(play.impossible(action, found)) from error
        self._write(Played(Raw(data), overruled, photo))
        self._time = self._time.played(Move(action, overruled, photo))
        self.states.append(after)
        self._publish()

    def adjust(self, what: str, value: FactValue) -> None:
        """Set a counter or a piece by hand."""
        self.submit(Adjust(key=play.ADJUST, what=what, value=value))

    def undoing(self, seat: Seat | None = None) -> Undoing | None:
        """What an undo would do; None if there is nothing to take back."""
        after = self._undone(seat)
        return None if after is None else self._difference(after.line)

    def undo(self, seat: Seat | None = None) -> None:
        """Take back the last commit, or the last move of one seat if the others' moves still hold."""
        after = self._undone(seat)
        if after is None:
            raise Refused(violated("TABLE-1", key="undo"))
        if seat is None:
            states, lost = self._follow(after.line)
        else:
            amendment = Amendment(self, [Edit(op="delete", at=self._time.last_of(seat))])
            if amendment.troubles:
                raise Refused(amendment.troubles[0].ruling)
            states, lost = amendment.states, amendment.lost
        self._commit(Undone(seat), after, states, lost)

    @property
    def can_redo(self) -> bool:
        """Whether something was taken back and nothing was done since."""
        return self._time.future is not None

    def redo(self) -> None:
        """Let what was taken back count again."""
        after = self._time.future
        if after is None:
            raise Refused(violated("TABLE-1", key="redo"))
        self._commit(Redone(), after, *self._follow(after.line))

    def amend(self, *edits: Edit) -> Amendment[St]:
        """What would happen if earlier entries were changed; `commit` on the answer makes it count."""
        return Amendment(self, edits)

    def history(self, viewer: Seat | None = None) -> list[Entry]:
        """All moves that count, as `viewer` may see them."""
        return [self._entry(at, move, viewer) for at, move in enumerate(self.line)]

    def changed(self, record: Amended, line: Line, states: list[St], lost: set[int]) -> None:
        """Make an amendment count; called by its `commit`."""
        self._commit(record, self._time.changed(line), states, lost)

    def _entry(self, at: int, move: Move, viewer: Seat | None = None) -> Entry:
        action, lost = move.action, at in self.lost
        sealed = play.hidden(self.game, self.state, action, viewer)
        shown = play.shown(self.game, (self.state,), self.states[at], action, viewer)
        if lost and not sealed and not isinstance(action, Unread):
            shown = text("history.lost", verb=shown)
        verb = "" if sealed else action.verb
        return Entry(
            at=at,
            seat=action.seat,
            verb=verb,
            text=shown,
            reason=move.reason,
            photo="" if sealed else move.photo,
            sealed=sealed,
            lost=lost,
        )

    def _mishap(self, at: int) -> Text:
        return text("open.move", number=at + 1, what=self._entry(at, self.line[at]).text)

    def _undone(self, seat: Seat | None) -> Timeline | None:
        if seat is None:
            return self._time.undone()
        at = self._time.last_of(seat)
        return None if at < 0 else self._time.without(at)

    def _difference(self, after: Line) -> Undoing:
        kept, here = {id(move) for move in after}, {id(move) for move in self.line}
        gone = (self._entry(at, move).text for at, move in enumerate(self.line) if id(move) not in kept)
        new = [at for at, move in enumerate(after) if id(move) not in here]
        back: list[Text] = []
        if new:
            states, _ = self._follow(after)
            for at in new:
                shown = play.shown(self.game, (self.state, states[-1]), states[at], after[at].action)
                back.append(text("undo.back", verb=shown))
        return Undoing(tuple(gone), tuple(back))

    def _follow(self, line: Line) -> tuple[list[St], set[int]]:
        """The states along a line, keeping those that it has in common with the line now.

        A move that can no longer be carried out changes nothing and is told; whether those after it
        still fit is checked. The answer depends on the line alone, so that reopening gives it again.
        """
        shared = common(self.line, line)
        states, lost = self.states[: shared + 1], {at for at in self.lost if at < shared}
        for at in range(shared, len(line)):
            after, _ = play.carried(self.game, states[-1], line[at], check=bool(lost))
            if after is None:
                lost.add(at)
            states.append(states[-1] if after is None else after)
        return states, lost

    def _commit(self, record: Record, time: Timeline, states: list[St], lost: set[int]) -> None:
        """Everything is worked out before it is written, and nothing can fail after it."""
        self._write(record)
        self._time, self.states, self.lost = time, states, lost
        self._publish()

    def _write(self, record: Record) -> None:
        self.journal.append(msgspec.json.encode(record))

    def _publish(self) -> None:
        """Tell everybody; who fails does not keep the others from hearing it."""
        failed: Exception | None = None
        for listener in tuple(self._listeners):
            try:
                listener()
            except Exception as error:
                failed = failed or error
        if failed is not None:
            raise failed


def fold(game: Game[Any], records: Iterable[bytes]) -> tuple[Timeline, tuple[Text, ...]]:
    """The timeline that records make, and which of them could not be read."""
    time, unread = Timeline(), []
    for number, data in enumerate(records, 1):
        try:
            time = taken(game, time, read(data))
        except (msgspec.DecodeError, ValueError, LookupError):
            # It still counts as a change, so that later undos take back what they took back then.
            time = time.changed(time.line)
            unread.append(text("open.record", number=number))
    return time, tuple(unread)


def taken(game: Game[Any], time: Timeline, record: Record) -> Timeline:
    """The timeline after a record."""
    if isinstance(record, Played):
        return time.played(Move(_action(game, bytes(record.action)), record.reason, record.photo))
    if isinstance(record, Amended):
        moves = edited(lambda data: _action(game, data), time.line, record.edits)
        return time.changed(tuple(move for _, _, move in moves))
    if isinstance(record, Redone):
        after = time.future
    elif record.seat is None:
        after = time.undone()
    else:
        at = time.last_of(record.seat)
        after = None if at < 0 else time.without(at)
    if after is None:
        raise LookupError("there is nothing to take back")
    return after


def _action(game: Game[Any], data: bytes) -> Action:
    try:
        return game.decode_action(data)
    except msgspec.DecodeError:
        return Unread(record=data.decode("utf-8", "replace"))
