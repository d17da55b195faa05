"""The tables of the one file. Each row has a tick, which grows over all tables: order is the tick."""

from __future__ import annotations

import sqlite3

TABLES: dict[str, tuple[str, ...]] = {
    "games": ("id", "setup", "wall"),
    "records": ("game", "seq", "sitting", "mono", "wall", "payload", "crc"),
    "drafts": ("game", "key", "seat", "draft"),
    "results": ("game", "sheet", "outcome", "minutes", "wall"),
    "marks": ("game", "mark", "wall"),
    "facts": ("game", "key", "value", "how", "source", "wall"),
    "names": ("name", "colour", "shape"),
    "settings": ("key", "value"),
    "purges": ("game", "wall"),
}
"""Columns by table, beside the tick; a row is only ever added, and a later one counts."""

OF_A_GAME = ("records", "drafts", "results", "marks")
"""Tables whose rows belong to one game and go when it is purged."""

_FIRST = """
CREATE TABLE games (
    tick INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, setup BLOB NOT NULL, wall TEXT NOT NULL
);
CREATE TABLE records (
    tick INTEGER PRIMARY KEY, game TEXT NOT NULL REFERENCES games (id), seq INTEGER NOT NULL,
    sitting INTEGER NOT NULL, mono INTEGER NOT NULL, wall TEXT NOT NULL, payload BLOB NOT NULL,
    crc INTEGER NOT NULL, UNIQUE (game, seq)
);
CREATE TABLE drafts (
    tick INTEGER PRIMARY KEY, game TEXT NOT NULL REFERENCES games (id), key TEXT NOT NULL,
    seat INTEGER, draft BLOB
);
CREATE INDEX drafts_of_game ON drafts (game);
CREATE TABLE results (
    tick INTEGER PRIMARY KEY, game TEXT NOT NULL REFERENCES games (id), sheet BLOB NOT NULL,
    outcome BLOB NOT NULL, minutes INTEGER NOT NULL, wall TEXT NOT NULL
);
CREATE INDEX results_of_game ON results (game);
CREATE TABLE marks (
    tick INTEGER PRIMARY KEY, game TEXT NOT NULL REFERENCES games (id), mark TEXT NOT NULL, wall TEXT NOT NULL
);
CREATE INDEX marks_of_game ON marks (game);
CREATE TABLE facts (
    tick INTEGER PRIMARY KEY, game TEXT NOT NULL, key TEXT NOT NULL, value BLOB, how TEXT NOT NULL,
    source TEXT NOT NULL, wall TEXT NOT NULL
);
CREATE INDEX facts_of_game ON facts (game);
CREATE TABLE names (tick INTEGER PRIMARY KEY, name TEXT NOT NULL, colour TEXT, shape TEXT);
CREATE TABLE settings (tick INTEGER PRIMARY KEY, key TEXT NOT NULL, value BLOB);
CREATE INDEX settings_by_key ON settings (key);
CREATE TABLE purges (tick INTEGER PRIMARY KEY, game TEXT NOT NULL, wall TEXT NOT NULL);
CREATE INDEX purges_of_game ON purges (game);
"""


def _guards() -> str:
    """Triggers that keep rows as they are; only those of a purged game may go."""
    lines = []
    for table in TABLES:
        lines.append(
            f"CREATE TRIGGER {table}_stay BEFORE UPDATE ON {table}"
            f" BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END;"
        )
        of_game = {"games": "OLD.id", **dict.fromkeys(OF_A_GAME, "OLD.game")}.get(table, "NULL")
        lines.append(
            f"CREATE TRIGGER {table}_keep BEFORE DELETE ON {table}"
            f" WHEN NOT EXISTS (SELECT 1 FROM purges WHERE game = {of_game})"
            f" BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END;"
        )
    return "\n".join(lines)


MIGRATIONS: tuple[str, ...] = (_FIRST + _guards(),)
"""What makes version n+1 out of version n; `PRAGMA user_version` counts them."""


def version(db: sqlite3.Connection) -> int:
    """The version of the tables in a file."""
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def migrate(db: sqlite3.Connection, migrations: tuple[str, ...] = MIGRATIONS) -> None:
    """Bring the tables to the newest version, each step wholly or not at all."""
    for number in range(version(db), len(migrations)):
        try:
            db.executescript(
                f"BEGIN IMMEDIATE;\n{migrations[number]}\nPRAGMA user_version={number + 1};\nCOMMIT;"
            )
        except sqlite3.Error:
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise


def missing_tables(db: sqlite3.Connection) -> list[str]:
    """Tables that the file should have and has not."""
    found = {str(row[0]) for row in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    return [table for table in TABLES if table not in found]


def last_tick(db: sqlite3.Connection) -> int:
    """The highest tick in use."""
    ticks = [db.execute(f"SELECT max(tick) FROM {table}").fetchone()[0] for table in TABLES]
    return max((int(tick) for tick in ticks if tick is not None), default=0)
