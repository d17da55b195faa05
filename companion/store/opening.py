"""Opening the file: one connection that nobody shares, write-ahead log, every commit on the platter."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from pathlib import Path

from . import schema

BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
BROKEN = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
SIDES = ("-wal", "-shm", "-journal")
WAIT = 2.0


class InUse(Exception):
    """Another process has the file open."""


def code(error: BaseException | None) -> int:
    """The primary result code of an SQLite error; 0 for anything else."""
    return int(getattr(error, "sqlite_errorcode", 0) or 0) & 0xFF


def memory() -> sqlite3.Connection:
    """An empty set of tables that lives in memory only."""
    db = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    schema.migrate(db)
    return db


def connect(path: Path) -> sqlite3.Connection:
    """The one connection to an existing file, locked for this process."""
    db = sqlite3.connect(path, isolation_level=None, timeout=WAIT)
    try:
        db.execute("PRAGMA locking_mode=EXCLUSIVE")
        db.execute("PRAGMA foreign_keys=ON")
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")
        db.execute("BEGIN IMMEDIATE")
        db.execute("ROLLBACK")
    except sqlite3.Error as error:
        db.close()
        if code(error) in BUSY:
            raise InUse(f"{path} is open in another process") from error
        raise
    return db


def copied(db: sqlite3.Connection) -> sqlite3.Connection:
    """All of a database, in memory."""
    copy = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    db.backup(copy)
    return copy


def plant(db: sqlite3.Connection, path: Path) -> Path | None:
    """Put a database in the place of a file, whole or not at all; what lay there is set aside and named."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write(db, path.with_name(f"{path.name}.next"))
    return settle(path)


def write(db: sqlite3.Connection, path: Path) -> None:
    """Write a database to a plain file that is complete as soon as it has its name."""
    draft = path.with_name(f"{path.name}.new")
    try:
        for old in (draft, *sides(draft)):
            old.unlink(missing_ok=True)
        target = sqlite3.connect(draft, isolation_level=None)
        try:
            target.execute("PRAGMA synchronous=OFF")
            db.backup(target)
            target.execute("PRAGMA journal_mode=DELETE")
        finally:
            target.close()
        sync(draft)
        os.replace(draft, path)
        sync(path.parent)
    except BaseException:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)
        raise


def settle(path: Path) -> Path | None:
    """Finish what a `plant` began, also one that a power cut ended; the name of what was set aside."""
    following = path.with_name(f"{path.name}.next")
    if not following.exists():
        return None
    old = set_aside(path) if path.exists() else None
    for side in sides(path):
        side.unlink(missing_ok=True)
    os.replace(following, path)
    sync(path.parent)
    return old


def set_aside(path: Path) -> Path:
    """Rename a file, with what belongs to it, so that it is kept and never opened again."""
    new = aside(path)
    for old, kept in zip((path, *sides(path)), (new, *sides(new)), strict=True):
        if old.exists():
            os.replace(old, kept)
    return new


def aside(path: Path) -> Path:
    """The name under which a file would be set aside."""
    number = 1
    while path.with_name(f"{path.name}.broken-{number}").exists():
        number += 1
    return path.with_name(f"{path.name}.broken-{number}")


def sides(path: Path) -> list[Path]:
    """The files that SQLite keeps beside a database."""
    return [path.with_name(path.name + side) for side in SIDES]


def sync(path: Path) -> None:
    """Wait until a file or a folder is on the platter; folders only where the system can."""
    if path.is_dir() and os.name == "nt":
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def identity(path: Path) -> tuple[int, int] | None:
    """Which file lies at a path; None if there is none."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino
