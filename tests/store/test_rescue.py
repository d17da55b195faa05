"""A broken file: it is set aside, what can be saved of it is opened, and the screen is told."""

from __future__ import annotations

import shutil
import sqlite3

import pytest

from companion.engine import Table, Words
from companion.store import TEXTS, Store, backup, opening, rescue, schema

FRAME = 24 + 4096


@pytest.fixture
def path(folder):
    return folder / "games.sqlite"


def say(mishap):
    words = Words(TEXTS, "de").say(mishap)
    assert "{" not in words
    assert Words(TEXTS, "de").say(mishap.text) == words
    return words


def damage(path, offset, content):
    with path.open("r+b") as file:
        file.seek(offset)
        file.write(content)


def truncated(path):
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size // 2)


BREAKS = {
    "empty": lambda path: path.write_bytes(b""),
    "text": lambda path: path.write_bytes(b"not a database at all, but long enough to look at" * 99),
    "header": lambda path: damage(path, 0, bytes(100)),
    "first page": lambda path: damage(path, 16, b"\xff" * 4000),
    "truncated": truncated,
    "short": lambda path: path.write_bytes(path.read_bytes()[:700]),
    "zeros": lambda path: path.write_bytes(bytes(path.stat().st_size)),
    "other database": lambda path: (path.unlink(), sqlite3.connect(path).execute("CREATE TABLE x (y)")),
}


@pytest.mark.parametrize("how", BREAKS)
def test_a_broken_file_without_a_copy_starts_empty_and_says_so(opened, path, filled, how):
    opened().close()
    BREAKS[how](path)
    left = path.read_bytes()
    store = opened()
    (mishap,) = store.mishaps
    assert mishap.kind == "broken"
    assert "games.sqlite.broken-1" in say(mishap)
    assert path.with_name("games.sqlite.broken-1").stat().st_size == len(left)
    assert all(saved.id == filled for saved in store.unfinished())
    assert opened().mishaps == []


@pytest.mark.parametrize("how", BREAKS)
def test_the_last_good_copy_is_opened(opened, path, filled, record, how):
    store = opened()
    store.settings["lang"] = "de"
    store.box.keep("probe", {"ship.1": 2})
    store.backup()
    opened().close()
    BREAKS[how](path)
    store = opened()
    (mishap,) = store.mishaps
    assert "Sicherung" in say(mishap)
    assert store.records(filled) == [record(number) for number in range(12)]
    assert (store.settings["lang"], store.box.facts("probe")) == ("de", {"ship.1": 2})
    assert opened().mishaps == []


def test_a_copy_and_what_is_readable_make_the_game_whole(opened, path, filled, record):
    store = opened()
    store.backup()
    _, journal = store.open(filled)
    for number in range(12, 20):
        journal.append(record(number))
    store.settings["lang"] = "en"
    opened().close()
    with_hole(path, "marks")
    store = opened()
    (mishap,) = store.mishaps
    assert "8 Einträgen" in say(mishap)
    assert store.records(filled) == [record(number) for number in range(20)]
    assert store.settings["lang"] == "en"


def with_hole(path, table):
    """Take a table away behind SQLite's back."""
    db = sqlite3.connect(path)
    db.execute(f"DROP TABLE {table}")
    db.commit()
    db.close()


@pytest.mark.parametrize("table", [table for table in schema.TABLES if table not in ("games", "records")])
def test_a_missing_table_costs_only_what_was_in_it(opened, path, filled, record, table):
    opened().close()
    with_hole(path, table)
    store = opened()
    (mishap,) = store.mishaps
    assert "12" in say(mishap)
    assert store.records(filled) == [record(number) for number in range(12)]


def test_a_flipped_bit_in_a_record_is_found(opened, path, filled, record):
    opened().close()
    content = path.read_bytes()
    at = content.index(record(8))
    damage(path, at + 30, b"9")
    store = opened()
    (mishap,) = store.mishaps
    assert mishap.lost == 4
    assert "4 Einträge gingen verloren" in say(mishap)
    assert store.records(filled) == [record(number) for number in range(8)]


def test_a_flipped_bit_is_mended_from_the_copy(opened, path, filled, record):
    store = opened()
    store.backup()
    _, journal = store.open(filled)
    journal.append(record(12))
    opened().close()
    damage(path, path.read_bytes().index(record(3)) + 30, b"9")
    store = opened()
    assert store.mishaps[0].kind == "broken"
    assert store.records(filled) == [record(number) for number in range(13)]


def test_a_missing_file_is_brought_back_from_its_copy(opened, path, filled, record):
    opened().backup()
    opened().close()
    path.unlink()
    store = opened()
    (mishap,) = store.mishaps
    assert mishap.kind == "missing"
    assert say(mishap).startswith("Die Spieldatei fehlte.")
    assert store.records(filled) == [record(number) for number in range(12)]


def test_a_broken_copy_is_passed_over(opened, path, filled, record):
    store = opened()
    store.backup()
    _, journal = store.open(filled)
    journal.append(record(12))
    store.backup()
    store.close()
    newest, older = backup.copies(path)
    newest.write_bytes(newest.read_bytes()[:5000])
    path.write_bytes(b"")
    store = opened()
    assert store.records(filled) == [record(number) for number in range(12)]
    assert older.exists()


def test_files_set_aside_are_numbered(opened, path, filled):
    for number in (1, 2, 3):
        opened().close()
        path.write_bytes(f"broken {number}".encode())
        assert f"broken-{number}" in say(opened().mishaps[0])
    kept = [path.with_name(f"games.sqlite.broken-{number}").read_bytes() for number in (1, 2, 3)]
    assert kept == [b"broken 1", b"broken 2", b"broken 3"]


def test_a_file_of_a_newer_program_is_kept_for_it(opened, path, filled):
    opened().close()
    db = sqlite3.connect(path)
    db.execute("PRAGMA user_version=99")
    db.close()
    store = opened()
    (mishap,) = store.mishaps
    assert mishap.kind == "newer"
    assert "games.sqlite.broken-1" in say(mishap)
    assert store.unfinished() == []


def test_an_older_file_is_brought_up_to_date_after_a_copy(opened, path, filled, record, monkeypatch):
    opened().close()
    more = "CREATE TABLE later (tick INTEGER PRIMARY KEY); INSERT INTO later VALUES (7);"
    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, more))
    monkeypatch.setattr(schema.migrate, "__defaults__", (schema.MIGRATIONS,))
    store = opened()
    assert store.mishaps == []
    assert store.file.query("SELECT tick FROM later") == [(7,)]
    assert store.file.query("PRAGMA user_version") == [(2,)]
    assert store.records(filled) == [record(number) for number in range(12)]
    assert len(backup.copies(path)) == 1


def test_a_step_that_fails_changes_nothing():
    db = opening.memory()
    with pytest.raises(sqlite3.OperationalError):
        schema.migrate(db, (*schema.MIGRATIONS, "CREATE TABLE half (x); CREATE TABLE games (y);"))
    assert schema.version(db) == 1
    assert not db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'half'").fetchone()


def torn_places(size, frames):
    """Every byte round the borders of the last frames, and many between."""
    start = size - frames * FRAME
    near = {border + off for border in range(start, size + 1, FRAME) for off in range(-3, 27)}
    return sorted(place for place in near | set(range(start, size, 211)) if start <= place <= size)


@pytest.fixture
def torn(opened, folder, filled, record, tmp_path):
    """The folder as a power cut leaves it, and how many frames of the log the last record took."""
    store = opened()
    _, journal = store.open(filled)
    log = folder / "games.sqlite-wal"
    journal.append(record(12))
    before = log.stat().st_size
    journal.append(record(13))
    frames = (log.stat().st_size - before) // FRAME
    assert frames >= 1
    return shutil.copytree(folder, tmp_path / "cut"), frames


@pytest.mark.parametrize("how", ["short", "zeros", "noise"])
def test_a_log_torn_anywhere_costs_at_most_the_last_record(torn, filled, record, tmp_path, how):
    cut, frames = torn
    content = (cut / "games.sqlite-wal").read_bytes()
    files = {path.name: path.read_bytes() for path in cut.iterdir() if path.is_file()}
    whole, less = [record(number) for number in range(14)], [record(number) for number in range(13)]
    tail = {"short": b"", "zeros": bytes(len(content)), "noise": b"\xa5" * len(content)}[how]
    for number, place in enumerate(torn_places(len(content), frames)):
        here = tmp_path / "torn" / str(number)
        here.mkdir(parents=True)
        for name, data in files.items():
            (here / name).write_bytes(data)
        (here / "games.sqlite-wal").write_bytes((content[:place] + tail)[: len(content)])
        with Store(here) as store:
            found = store.records(filled)
            assert store.mishaps == []
            assert found == (whole if place == len(content) else less), place
        shutil.rmtree(here)


def test_a_power_cut_while_a_file_is_replaced_is_finished_at_the_next_start(opened, path, filled, record):
    store = opened()
    _, journal = store.open(filled)
    journal.append(record(12))
    content = store.file.content()
    store.close()
    path.write_bytes(b"broken")
    path.with_name("games.sqlite-wal").write_bytes(b"old log")
    opening.write(content, path.with_name("games.sqlite.next"))
    store = opened()
    assert store.records(filled) == [record(number) for number in range(13)]
    assert path.with_name("games.sqlite.broken-1").read_bytes() == b"broken"
    assert path.with_name("games.sqlite.broken-1-wal").read_bytes() == b"old log"


def test_a_half_written_replacement_is_ignored(opened, path, filled, record):
    opened().close()
    path.with_name("games.sqlite.next.new").write_bytes(b"half")
    store = opened()
    assert store.mishaps == []
    assert len(store.records(filled)) == 12


def test_a_file_that_breaks_during_play_is_replaced(opened, path, setup, record, probe, play_on):
    store = opened()
    other = store.new_game(setup)
    other.append(record(1))
    journal = store.new_game(setup)
    table = Table(probe, setup, journal)
    play_on(table, 10)
    store.backup()
    play_on(table, 10, seed=2)
    store.file._disk.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    store.file._disk.execute("PRAGMA cache_size=0")
    damage(path, 4096, b"\x5a" * (path.stat().st_size - 4096))
    play_on(table, 10, seed=3)
    assert [mishap.kind for mishap in store.mishaps] == ["broken"]
    assert journal.unsaved == 0
    store = opened()
    assert store.mishaps == []
    assert Table(probe, *store.open(journal.id)).state == table.state
    assert store.records(other.id) == [record(1)]


def test_a_broken_file_on_a_full_disk_is_played_from_memory(opened, path, filled, record, monkeypatch):
    opened().backup()
    opened().close()
    path.write_bytes(b"")
    monkeypatch.setattr(opening, "write", _full)
    store = opened()
    assert [mishap.kind for mishap in store.mishaps] == ["broken", "unwritable"]
    _, journal = store.open(filled)
    journal.append(record(12))
    assert journal.unsaved == 1
    assert path.read_bytes() == b""
    monkeypatch.undo()
    assert store.retry()
    assert opened().records(filled) == [record(number) for number in range(13)]
    assert opened().mishaps == []


def _full(db, path):
    raise OSError(28, "No space left on device")


def test_what_was_purged_does_not_come_back_from_a_copy(opened, path, filled, setup):
    store = opened()
    store.backup()
    store.purge(filled)
    stays = store.new_game(setup)
    store.close()
    with_hole(path, "names")
    store = opened()
    assert store.mishaps
    assert [saved.id for saved in store.unfinished()] == [stays.id]


@pytest.mark.parametrize("page", range(2, 20))
def test_any_broken_page_leaves_a_game_that_can_be_played(opened, path, setup, record, page):
    store = opened()
    journal = store.new_game(setup)
    for number in range(150):
        journal.append(record(number))
    store.settings["lang"] = "de"
    store.close()
    if page * 4096 > path.stat().st_size:
        pytest.skip("the file is shorter")
    damage(path, (page - 1) * 4096, b"\xee" * 4096)
    store = opened()
    for saved in store.unfinished():
        found = store.records(saved.id)
        assert found == [record(number) for number in range(len(found))]
        store.open(saved.id)[1].append(record(len(found)))
    store.new_game(setup).append(record(0))
    assert store.unsaved == 0
    assert opened().mishaps == []


def test_a_readable_record_of_a_lost_game_counts_as_lost():
    broken, into = opening.memory(), opening.memory()
    row = (5, "lost", 1, 1, 0, "", b"{}", rescue.crc("lost", 1, b"{}"))
    broken.execute("INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
    assert rescue.salvage(broken, into) == 1
