"""The one file: rows go in and are safe, or wait in memory until the disk takes them."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

from . import opening, rescue, schema
from .rescue import Mishap


class Row(NamedTuple):
    """One row to add to a table."""

    table: str
    values: tuple[Any, ...]


class Ticked(NamedTuple):
    """A row with its place in the order of all rows."""

    tick: int
    row: Row


Batch = tuple[Ticked, ...]


class File:
    """Adds rows in small transactions and reads them back; never raises because of the disk."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.mishaps: list[Mishap] = []
        self.heal: Callable[[], Iterable[Row]] = tuple
        """Rows of running games, asked for when the file may have lost some of them."""
        self._backlog: list[Batch] = []
        self._disk: sqlite3.Connection | None = None
        self._memory: sqlite3.Connection | None = None
        self._ours: tuple[int, int] | None = None
        self._log: tuple[int, int] | None = None
        self._tick = 0
        self._replace = False
        self._foreign_ticks = False
        self._start()

    def _start(self) -> None:
        try:
            self._reach()
        except (OSError, sqlite3.Error):
            self._memory = rescue.read_aside(self.path)
            self._foreign_ticks = self._memory is None
            self._memory = self._memory or opening.memory()
        if self._memory is not None and not self.retry():
            self.mishaps.append(rescue.unwritable(self.path))
        self._tick = schema.last_tick(self._db)

    @property
    def _db(self) -> sqlite3.Connection:
        found = self._memory or self._disk
        assert found is not None
        return found

    @property
    def tick(self) -> int:
        """The place of the last row in the order of all rows."""
        return self._tick

    @property
    def unsaved(self) -> tuple[Row, ...]:
        """The rows that are not safe yet."""
        return tuple(ticked.row for batch in self._backlog for ticked in batch)

    def query(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """The rows that a question finds."""
        try:
            return self._db.execute(sql, values).fetchall()
        except sqlite3.DatabaseError as error:
            if self._memory is not None:
                raise
            self._fall_back(error)
            return self._db.execute(sql, values).fetchall()

    def add(self, *rows: Row) -> None:
        """Add rows in one transaction; returns when they are safe or known to be unsaved."""
        if self._memory is not None:
            self.retry()
        batch = self._ticked(rows)
        if self._memory is None and self._disk is not None:
            try:
                _write(self._disk, batch)
            except (sqlite3.IntegrityError, sqlite3.ProgrammingError):
                raise
            except sqlite3.DatabaseError as error:
                self._fall_back(error)
            else:
                if self._vanished():
                    self._fall_back(None)
                    self._backlog.append(batch)
                    self.retry()
                return
        _write(self._db, batch, again=True)
        self._backlog.append(batch)

    def retry(self) -> bool:
        """Try to make everything safe; whether it is."""
        if self._memory is None:
            return True
        try:
            if self._disk is None:
                self._reach()
            if self._disk is None:
                return False
            _write(self._disk, [ticked for batch in self._backlog for ticked in batch], again=True)
        except (OSError, sqlite3.Error, opening.InUse) as error:
            if opening.code(error) != sqlite3.SQLITE_FULL:
                self._let_go()
            return False
        self._backlog.clear()
        self._memory.close()
        self._memory = None
        return True

    def content(self) -> sqlite3.Connection:
        """All that is known, as a database in memory that belongs to the caller."""
        return opening.copied(self._db)

    def close(self) -> None:
        """Try once more to make everything safe, and let the file go."""
        self.retry()
        for db in (self._memory, self._disk):
            if db is not None:
                db.close()
        self._memory = self._disk = None

    def _reach(self) -> None:
        """Open the file; where it has to be made anew, make it from memory."""
        if self._replace and self._memory is not None:
            opening.plant(self._memory, self.path)
            self._replace = False
            self._backlog.clear()
        found = rescue.look(self.path)
        if isinstance(found, rescue.Remains):
            self.mishaps.append(found.mishap)
            self._take(found.saved)
            return
        self._disk = found
        self._ours = opening.identity(self.path)
        self._log = None
        if self._foreign_ticks:
            self._shift(schema.last_tick(found))

    def _take(self, saved: sqlite3.Connection) -> None:
        """Go on with what was saved of a file, and put it in that file's place at the next try."""
        if self._foreign_ticks:
            self._shift(schema.last_tick(saved))
        self._tick = max(self._tick, schema.last_tick(saved))
        _write(saved, self._ticked(self.heal()), again=True)
        _write(saved, [ticked for batch in self._backlog for ticked in batch], again=True)
        if self._memory is not None:
            self._memory.close()
        self._memory = saved
        self._replace = True

    def _shift(self, ticks: int) -> None:
        """Put the rows that wait behind those of a file that was not known when they were made."""
        self._backlog = [tuple(Ticked(tick + ticks, row) for tick, row in batch) for batch in self._backlog]
        self._tick += ticks
        self._foreign_ticks = False

    def _ticked(self, rows: Iterable[Row]) -> Batch:
        batch = tuple(Ticked(self._tick + at, row) for at, row in enumerate(rows, 1))
        self._tick += len(batch)
        return batch

    def _fall_back(self, error: sqlite3.Error | None) -> None:
        """Go on in memory; without an error because the file is not where it was."""
        disk = self._disk
        assert disk is not None
        if opening.code(error) in opening.BROKEN:
            found = rescue.gathered(self.path, disk, "broken")
            self.mishaps.append(found.mishap)
            self._take(found.saved)
        else:
            try:
                self._memory = opening.copied(disk)
            except sqlite3.Error:
                self._memory = rescue.gathered(self.path, disk, "broken").saved
                _write(self._memory, self._ticked(self.heal()), again=True)
            self._replace = error is None
        if opening.code(error) != sqlite3.SQLITE_FULL:
            self._let_go()

    def _let_go(self) -> None:
        """Close the connection; the next try opens the file anew."""
        disk, self._disk = self._disk, None
        if disk is not None:
            with contextlib.suppress(sqlite3.Error):
                disk.close()

    def _vanished(self) -> bool:
        """Whether somebody took the file away, which the system lets happen without an error."""
        log = opening.identity(opening.sides(self.path)[0])
        if self._log is None:
            self._log = log
        return opening.identity(self.path) != self._ours or log != self._log


def _write(db: sqlite3.Connection, batch: Iterable[Ticked], again: bool = False) -> None:
    """Add rows in one transaction; with `again` those that are there already are left as they are."""
    db.execute("BEGIN IMMEDIATE")
    try:
        for tick, row in batch:
            holes = ", ".join("?" * (1 + len(row.values)))
            try:
                db.execute(f"INSERT INTO {row.table} VALUES ({holes})", (tick, *row.values))
            except sqlite3.IntegrityError:
                if not again or not _is_there(db, tick, row):
                    raise
            if row.table == "purges":
                rescue.purge(db)
        db.execute("COMMIT")
    except BaseException:
        with contextlib.suppress(sqlite3.Error):
            db.execute("ROLLBACK")
        raise


def _is_there(db: sqlite3.Connection, tick: int, row: Row) -> bool:
    """Whether a row is there already, or belongs to a game that is not there any more."""
    value = dict(zip(schema.TABLES[row.table], row.values, strict=True))
    of_game = "SELECT 1 FROM games WHERE id = ?"
    if row.table == "games":
        return bool(db.execute(of_game, (value["id"],)).fetchone())
    if row.table == "records":
        sql = "SELECT payload FROM records WHERE game = ? AND seq = ?"
        found = db.execute(sql, (value["game"], value["seq"])).fetchone()
        if found is not None:
            return bool(found[0] == value["payload"])
    if row.table in schema.OF_A_GAME and not db.execute(of_game, (value["game"],)).fetchone():
        return True
    same = " AND ".join(f"{column} IS ?" for column in value)
    return bool(
        db.execute(f"SELECT 1 FROM {row.table} WHERE tick = ? AND {same}", (tick, *row.values)).fetchone()
    )
