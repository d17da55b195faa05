"""What to do about a file that is broken: the last good copy, and all that can still be read."""

from __future__ import annotations

import sqlite3
import tempfile
import zlib
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec

from companion.engine import Setup, Text, text

from . import backup, opening, schema

MAGIC = b"SQLite format 3\0"


Kind: TypeAlias = Literal["broken", "missing", "newer", "unwritable"]


class Mishap(Text, frozen=True, kw_only=True):
    """Something that happened to the file, as a sentence; `lost` counts entries known to be gone."""

    kind: Kind
    lost: int = 0

    @property
    def text(self) -> Text:
        """The sentence alone."""
        return Text(self.key, self.args)


def _mishap(kind: Kind, lost: int = 0, **args: Any) -> Mishap:
    return Mishap(f"store.{kind}", args, kind=kind, lost=lost)


class Remains(NamedTuple):
    """What could be saved of a file, in memory, and what happened to it."""

    saved: sqlite3.Connection
    mishap: Mishap


def crc(game: str, seq: int, payload: bytes) -> int:
    """A check number for a record: SQLite itself does not see a flipped bit."""
    return zlib.crc32(payload, zlib.crc32(f"{game}/{seq}/".encode()))


def look(path: Path) -> sqlite3.Connection | Remains:
    """Open a file; if that is impossible, gather what can be saved. Raises if the disk cannot be used."""
    opening.settle(path)
    if not path.exists():
        if backup.copies(path):
            return gathered(path, None, "missing")
        opening.plant(opening.memory(), path)
    if not _is_database(path):
        return gathered(path, None, "broken")
    try:
        disk = opening.connect(path)
    except sqlite3.Error as error:
        if opening.code(error) in opening.BROKEN:
            return gathered(path, None, "broken")
        raise
    try:
        if schema.version(disk) > len(schema.MIGRATIONS):
            disk.close()
            return Remains(opening.memory(), _mishap("newer", aside=opening.aside(path).name))
        if 0 < schema.version(disk) < len(schema.MIGRATIONS):
            backup.copy(opening.copied(disk), path)
        if sound(disk):
            return disk
    except sqlite3.Error as error:
        if opening.code(error) not in opening.BROKEN:
            disk.close()
            raise
    try:
        return gathered(path, disk, "broken")
    finally:
        disk.close()


def sound(db: sqlite3.Connection) -> bool:
    """Whether a file is whole; brings its tables up to date."""
    try:
        if [str(row[0]) for row in db.execute("PRAGMA quick_check(1)")] != ["ok"]:
            return False
        if schema.version(db):
            schema.migrate(db)
        if schema.missing_tables(db):
            return False
        running = "SELECT game, seq, payload, crc FROM records WHERE game NOT IN (SELECT game FROM results)"
        return all(check == crc(game, seq, payload) for game, seq, payload, check in db.execute(running))
    except sqlite3.Error as error:
        if opening.code(error) in opening.BROKEN or opening.code(error) == sqlite3.SQLITE_ERROR:
            return False
        raise


def salvage(broken: sqlite3.Connection, into: sqlite3.Connection) -> int:
    """Lay over a database what can be read of a broken one; how many readable entries had to be left out."""
    for table in ("games", "drafts", "results", "marks", "facts", "names", "settings", "purges"):
        for row in _readable(broken, table):
            _insert(into, table, row)
    lost = _salvage_records(broken, into)
    purge(into)
    return lost


def _salvage_records(broken: sqlite3.Connection, into: sqlite3.Connection) -> int:
    """Take records only where none before them is missing, because they build on each other."""
    known = {str(row[0]) for row in into.execute("SELECT id FROM games")}
    have = dict(into.execute("SELECT game, max(seq) FROM records GROUP BY game").fetchall())
    lost = 0
    for row in sorted(_readable(broken, "records"), key=lambda row: (str(row[1]), int(row[2]))):
        _, game, seq, _, _, _, payload, check = row
        if game not in known or check != crc(game, seq, payload):
            lost += 1
        elif seq == have.get(game, 0) + 1:
            _insert(into, "records", row)
            have[game] = seq
        elif seq > have.get(game, 0):
            lost += 1
    return lost


def purge(db: sqlite3.Connection) -> None:
    """Let the rows of purged games go."""
    for table, column in (*((table, "game") for table in schema.OF_A_GAME), ("games", "id")):
        db.execute(f"DELETE FROM {table} WHERE {column} IN (SELECT game FROM purges)")


def _insert(db: sqlite3.Connection, table: str, row: tuple[Any, ...]) -> None:
    holes = ", ".join("?" * len(row))
    db.execute(f"INSERT OR IGNORE INTO {table} VALUES ({holes})", row)


def _readable(db: sqlite3.Connection, table: str) -> list[tuple[Any, ...]]:
    """The rows of a table that can be read, from both ends towards the damage."""
    columns = ("tick", *schema.TABLES[table])
    found: dict[int, tuple[Any, ...]] = {}
    for order in ("ASC", "DESC"):
        whole = True
        try:
            sql = f"SELECT {', '.join(columns)} FROM {table} NOT INDEXED ORDER BY tick {order}"
            for row in db.execute(sql):
                if row[0] in found and order == "DESC":
                    break
                found[row[0]] = row
        except sqlite3.Error:
            whole = False
        if whole:
            break
    return [row for _, row in sorted(found.items()) if _makes_sense(table, columns, row)]


def _makes_sense(table: str, columns: tuple[str, ...], row: tuple[Any, ...]) -> bool:
    value = dict(zip(columns, row, strict=True))
    if table == "records":
        return isinstance(value["payload"], bytes) and isinstance(value["seq"], int)
    try:
        if table == "games":
            msgspec.json.decode(value["setup"], type=Setup)
        for part in row:
            if isinstance(part, bytes):
                msgspec.json.decode(part)
    except (msgspec.MsgspecError, TypeError, UnicodeDecodeError):
        return False
    return True


def _is_database(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC


def good_copy(path: Path) -> tuple[sqlite3.Connection, str] | None:
    """The newest copy that is whole, in memory, and the time of its last entry."""
    for found in backup.copies(path):
        try:
            db = sqlite3.connect(f"{found.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
            try:
                content = opening.copied(db)
            finally:
                db.close()
            if schema.version(content) <= len(schema.MIGRATIONS) and sound(content):
                return content, _last_wall(content)
        except (OSError, sqlite3.Error):
            continue
    return None


def _last_wall(db: sqlite3.Connection) -> str:
    row = db.execute("SELECT wall FROM records ORDER BY tick DESC LIMIT 1").fetchone()
    return "" if row is None else str(row[0])


def _gather(path: Path, broken: sqlite3.Connection | None) -> tuple[sqlite3.Connection, Text, int]:
    """All that can be saved: the newest good copy with what the broken file still tells."""
    copy = good_copy(path)
    content = opening.memory() if copy is None else copy[0]
    before = _count(content)
    lost = 0 if broken is None else salvage(broken, content)
    after = _count(content)
    if copy is not None:
        source = text("store.from_copy", when=copy[1] or "–", more=after - before)
    elif after:
        source = text("store.from_rest", count=after)
    else:
        source = text("store.from_nothing")
    return content, source, lost


def gathered(path: Path, broken: sqlite3.Connection | None, kind: Kind) -> Remains:
    """All that can be saved, with the sentence that says so."""
    content, source, lost = _gather(path, broken)
    gone = text("store.lost", count=lost) if lost else text("store.compare")
    aside = opening.aside(path).name
    return Remains(content, _mishap(kind, lost, aside=aside, source=source, gone=gone))


def _count(db: sqlite3.Connection) -> int:
    return int(db.execute("SELECT count(*) FROM records").fetchone()[0])


def unwritable(path: Path) -> Mishap:
    """The file cannot be written now."""
    return _mishap("unwritable", folder=str(path.parent))


def read_aside(path: Path) -> sqlite3.Connection | None:
    """The content of a file that cannot be written, read from a copy elsewhere; None if that fails too."""
    try:
        with tempfile.TemporaryDirectory(prefix="sternwarte-") as folder:
            copy = Path(folder, path.name)
            copy.write_bytes(path.read_bytes())
            log = opening.sides(path)[0]
            if log.exists():
                opening.sides(copy)[0].write_bytes(log.read_bytes())
            db = sqlite3.connect(copy, isolation_level=None)
            try:
                return opening.copied(db) if sound(db) else None
            finally:
                db.close()
    except (OSError, sqlite3.Error):
        return None
