"""All that the box keeps: games running and finished, the owner's box, names and settings."""

from __future__ import annotations

import os
import secrets
import sqlite3
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import platformdirs
from msgspec import Struct

from companion.engine import Draft, Outcome, Player, ScoreSheet, Setup, Table

from . import backup
from .box import Box
from .clock import Clock, SystemClock
from .file import File, Row
from .following import Follower
from .journal import GameJournal
from .photos import Photos
from .rescue import Mishap
from .settings import Settings

FILE = "games.sqlite"


class UnknownGame(KeyError):
    """There is no game with this id."""


class Result(Struct, frozen=True):
    """How a game ended."""

    sheet: ScoreSheet
    outcome: Outcome
    minutes: int
    when: str


class Saved(Struct, frozen=True, kw_only=True):
    """A game in the file, as a list shows it. Times are what the wall clock said, never an order."""

    id: str
    setup: Setup
    began: str
    played: str
    entries: int
    away: bool = False
    result: Result | None = None


def data_folder() -> Path:
    """Where the file lies: `STERNWARTE_DATA`, else the user's folder for data."""
    told = os.environ.get("STERNWARTE_DATA")
    return Path(told).expanduser() if told else platformdirs.user_data_path("sternwarte")


class Store:
    """The one file in a folder, and everything in it. Raises InUse if another process has it open."""

    def __init__(self, folder: Path | str | None = None, clock: Clock | None = None) -> None:
        self.folder = data_folder() if folder is None else Path(folder)
        self.clock = clock or SystemClock()
        self._open: weakref.WeakValueDictionary[str, GameJournal] = weakref.WeakValueDictionary()
        self.file = File(self.folder / FILE)
        self.file.heal = self._running_rows
        self._copier = backup.Copier(self.file.path)
        self._copied = -1
        self.box = Box(self.file, self.clock)
        self.settings = Settings(self.file)
        self.photos = Photos(self.folder / "photos")

    @property
    def path(self) -> Path:
        """The one file."""
        return self.file.path

    @property
    def mishaps(self) -> list[Mishap]:
        """What happened to the file, in order; the screen shows it."""
        return self.file.mishaps

    @property
    def unsaved(self) -> int:
        """How many rows of any kind are not safe yet."""
        return len(self.file.unsaved)

    def retry(self) -> bool:
        """Try to make safe what is not; whether everything is. The clock of the screen calls it."""
        return self.file.retry()

    def new_game(self, setup: Setup) -> GameJournal:
        """Begin a game with exactly this set-up; its players' names are remembered."""
        game = secrets.token_hex(6)
        rows = [Row("games", (game, msgspec.json.encode(setup), self.clock.wall()))]
        rows += [
            Row("names", (player.name, player.colour, player.shape)) for player in reversed(setup.players)
        ]
        self.file.add(*rows)
        return self._journal(game, setup)

    def open(self, game: str) -> tuple[Setup, GameJournal]:
        """The set-up and the journal of a game."""
        setup = self.setup(game)
        return setup, self._journal(game, setup)

    def take_up(self, game: str) -> None:
        """Sit down at a game again: it is the one to go on with at the next start."""
        self._mark(game, "taken up")
        self._running(game).sit_down()

    def last_setup(self, game: str | None = None) -> Setup | None:
        """The set-up of the game that was begun last, or of the last one of this kind."""
        for (content,) in self.file.query("SELECT setup FROM games ORDER BY tick DESC"):
            setup = msgspec.json.decode(content, type=Setup)
            if game in (None, setup.game):
                return setup
        return None

    def setup(self, game: str) -> Setup:
        """With what a game began."""
        found = self.file.query("SELECT setup FROM games WHERE id = ?", game)
        if not found:
            raise UnknownGame(game)
        return msgspec.json.decode(found[0][0], type=Setup)

    def records(self, game: str) -> list[bytes]:
        """The records of a game, only to read."""
        self.setup(game)
        found = self.file.query("SELECT payload FROM records WHERE game = ? ORDER BY seq", game)
        return [row[0] for row in found]

    def unfinished(self) -> list[Saved]:
        """The games that wait, the one played last first."""
        return [saved for saved in self._saved() if saved.result is None]

    def last_unfinished(self) -> Saved | None:
        """The game to go on with at start; None if none waits or all were put away."""
        return next((saved for saved in self.unfinished() if not saved.away), None)

    def finished(self) -> list[Saved]:
        """The games that ended, the last one first, with their sheets."""
        return [saved for saved in self._saved() if saved.result is not None]

    def is_finished(self, game: str) -> bool:
        """Whether a game has ended and nothing was entered since."""
        sql = (
            "SELECT max(tick) > coalesce((SELECT max(tick) FROM records WHERE game = ?1), 0)"
            " FROM results WHERE game = ?1"
        )
        return bool(self.file.query(sql, game)[0][0])

    def follow(self, game: str, table: Table[Any]) -> Follower:
        """Keep what a table yields: printed values in the box, its result, a copy at every round's end."""
        return Follower(self, game, table)

    def finish(self, game: str, sheet: ScoreSheet, outcome: Outcome) -> None:
        """Keep how a game ended. An entry made afterwards opens it again, until this is called again."""
        journal = self._running(game)
        content = (msgspec.json.encode(sheet), msgspec.json.encode(outcome))
        self.file.add(Row("results", (game, *content, journal.minutes, self.clock.wall())))

    def put_away(self, game: str) -> None:
        """Leave a game for later: it waits in the list, but is not opened by itself."""
        self._mark(game, "away")

    def abandon(self, game: str) -> None:
        """Give a game up: it is in no list any more; `restore` brings it back."""
        self._mark(game, "gone")

    def restore(self, game: str) -> None:
        """Bring back a game that was given up."""
        self._mark(game, "away")

    def purge(self, game: str) -> None:
        """Delete a game for good."""
        self.setup(game)
        self._open.pop(game, None)
        self.file.add(Row("purges", (game, self.clock.wall())))

    def save_draft(self, game: str, draft: Draft) -> None:
        """Keep a half-finished entry; it goes when the move it led to is entered."""
        self._running(game).save_draft(draft)

    def draft(self, game: str) -> Draft | None:
        """The latest half-finished entry of a game."""
        return next(iter(self.drafts(game)), None)

    def drafts(self, game: str) -> list[Draft]:
        """All half-finished entries of a game, the latest first."""
        return self._running(game).drafts()

    def names(self) -> list[Player]:
        """The players who sat here, the latest first."""
        latest: dict[str, Player | None] = {}
        for name, colour, shape in self.file.query(
            "SELECT name, colour, shape FROM names ORDER BY tick DESC"
        ):
            latest.setdefault(name, None if colour is None else Player(name, colour, shape))
        return [player for player in latest.values() if player is not None]

    def remember(self, player: Player) -> None:
        """Keep a player's name, colour and shape."""
        self.file.add(Row("names", (player.name, player.colour, player.shape)))

    def forget(self, name: str) -> None:
        """Show a name no more."""
        self.file.add(Row("names", (name, None, None)))

    def backup(self, wait: bool = True) -> None:
        """Copy the whole file if something changed; without waiting the copy is written in the background."""
        if self._copied == self.file.tick and not self._copier.failed:
            return
        self._copied = self.file.tick
        try:
            self._copier.start(self.file.content())
        except sqlite3.Error:
            self._copied = -1
        if wait:
            self._copier.wait()

    def close(self) -> None:
        """Let the file go."""
        self._copier.wait()
        self.file.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _journal(self, game: str, setup: Setup) -> GameJournal:
        """The one journal of a game: while somebody holds it, everybody is given the same."""
        journal = self._open.get(game)
        if journal is None:
            journal = self._open[game] = GameJournal(self.file, self.clock, game, setup)
        return journal

    def _running(self, game: str) -> GameJournal:
        return self._open.get(game) or self._journal(game, self.setup(game))

    def _running_rows(self) -> Iterator[Row]:
        for game, journal in list(self._open.items()):
            yield Row("games", (game, msgspec.json.encode(journal.setup), self.clock.wall()))
            yield from journal.rows()

    def _mark(self, game: str, mark: str) -> None:
        self.setup(game)
        self.file.add(Row("marks", (game, mark, self.clock.wall())))

    def _saved(self) -> list[Saved]:
        """All games that were not given up, the one touched last first."""
        rows = self.file.query(_SAVED)
        rows.sort(key=lambda row: max(tick for tick in row[:4] if tick is not None), reverse=True)
        return [saved for saved in map(_saved, rows) if saved is not None]


_SAVED = """
SELECT g.tick, r.tick, s.tick, m.tick, g.id, g.setup, g.wall, r.seq, r.wall, m.mark,
    s.sheet, s.outcome, s.minutes, s.wall
FROM games g
LEFT JOIN records r ON r.game = g.id AND r.seq = (SELECT max(seq) FROM records WHERE game = g.id)
LEFT JOIN results s ON s.tick = (SELECT max(tick) FROM results WHERE game = g.id)
LEFT JOIN marks m ON m.tick = (SELECT max(tick) FROM marks WHERE game = g.id)
"""


def _saved(row: tuple[Any, ...]) -> Saved | None:
    _, played, ended, marked, game, setup, began, entries, wall, mark, sheet, outcome, minutes, when = row
    standing = mark if (marked or 0) > (played or 0) else None
    if standing == "gone":
        return None
    result = None
    if ended is not None and ended > (played or 0):
        result = Result(
            msgspec.json.decode(sheet, type=ScoreSheet),
            msgspec.json.decode(outcome, type=Outcome),
            minutes,
            when,
        )
    return Saved(
        id=game,
        setup=msgspec.json.decode(setup, type=Setup),
        began=began,
        played=wall or began,
        entries=entries or 0,
        away=standing == "away",
        result=result,
    )
