"""A disk that is full, read-only or gone: play goes on, and is saved as soon as that is possible."""

from __future__ import annotations

import os
import shutil
import sqlite3

import pytest

from companion.engine import Table
from companion.store import Store
from companion.store.file import File, Row


class Failing:
    """A connection that fails with one error whenever something is written, until it is mended."""

    def __init__(self, db: sqlite3.Connection, code: int, at: str = "INSERT", readable: bool = True) -> None:
        self.db = db
        self.code = code
        self.at = at
        self.readable = readable

    def _fail(self) -> None:
        error = sqlite3.OperationalError("failed on purpose")
        error.sqlite_errorcode = self.code
        raise error

    def execute(self, sql: str, *values: object) -> sqlite3.Cursor:
        if sql.startswith(self.at) or not self.readable:
            self._fail()
        return self.db.execute(sql, *values)

    def backup(self, target: sqlite3.Connection) -> None:
        if not self.readable:
            self._fail()
        self.db.backup(target)

    def close(self) -> None:
        self.db.close()


def break_disk(store: Store, code: int, **how: object) -> None:
    store.file._disk = Failing(store.file._disk, code, **how)


def fill_disk(store: Store) -> None:
    """Let the file not grow by a single page."""
    pages = store.file._disk.execute("PRAGMA page_count").fetchone()[0]
    store.file._disk.execute(f"PRAGMA max_page_count={pages}")


def empty_disk(store: Store) -> None:
    store.file._disk.execute("PRAGMA max_page_count=1000000")


def test_a_full_disk_does_not_stop_play(opened, setup, record):
    store = opened()
    journal = store.new_game(setup)
    fill_disk(store)
    sent = [record(number) + b" " * 2000 for number in range(10)]
    for one in sent:
        journal.append(one)
    assert 0 < journal.unsaved <= 10
    assert journal.records() == store.records(journal.id) == sent
    assert store.unfinished()[0].entries == 10
    assert not store.retry()
    empty_disk(store)
    assert store.retry()
    assert journal.unsaved == store.unsaved == 0
    assert opened().records(journal.id) == sent


def test_saving_resumes_by_itself_with_the_next_entry(opened, setup, record):
    store = opened()
    journal = store.new_game(setup)
    fill_disk(store)
    sent = [record(number) + b" " * 3000 for number in range(6)]
    for one in sent[:-1]:
        journal.append(one)
    assert journal.unsaved
    empty_disk(store)
    journal.append(sent[-1])
    assert journal.unsaved == 0
    assert opened().records(journal.id) == sent


@pytest.mark.parametrize("code", [sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR])
@pytest.mark.parametrize("at", ["BEGIN", "INSERT", "COMMIT"])
def test_any_failure_at_any_moment_loses_nothing(opened, setup, record, monkeypatch, code, at):
    store = opened()
    journal = store.new_game(setup)
    journal.append(record(0))
    disk = store.file._disk
    break_disk(store, code, at=at)
    monkeypatch.setattr("companion.store.rescue.look", _no_disk)
    for number in range(1, 5):
        journal.append(record(number))
        assert journal.unsaved == number
    assert store.records(journal.id) == [record(number) for number in range(5)]
    monkeypatch.undo()
    if store.file._disk is not None:
        store.file._disk = disk
    assert store.retry()
    assert journal.unsaved == 0
    assert opened().records(journal.id) == [record(number) for number in range(5)]
    assert opened().mishaps == []


def test_a_disk_that_cannot_even_be_read_does_not_stop_play(opened, setup, record, monkeypatch):
    store = opened()
    other, journal = store.new_game(setup), store.new_game(setup)
    other.append(record(7))
    journal.append(record(0))
    break_disk(store, sqlite3.SQLITE_IOERR, readable=False)
    monkeypatch.setattr("companion.store.rescue.look", _no_disk)
    journal.append(record(1))
    store.settings["lang"] = "de"
    assert journal.unsaved == 1
    assert store.records(journal.id) == [record(0), record(1)]
    monkeypatch.undo()
    assert store.retry()
    store = opened()
    assert store.records(journal.id) == [record(0), record(1)]
    assert store.records(other.id) == [record(7)]
    assert store.settings["lang"] == "de"


def _no_disk(path):
    raise OSError("no disk")


def test_everything_can_be_done_without_a_disk(tmp_path, clock, setup, record):
    (tmp_path / "data").write_text("a file where the folder should be")
    with Store(tmp_path / "data", clock) as store:
        assert [mishap.kind for mishap in store.mishaps] == ["unwritable"]
        journal = store.new_game(setup)
        journal.append(record(1))
        store.settings["lang"] = "de"
        store.box.keep("probe", {"ship.1": 4})
        store.backup()
        assert journal.unsaved == 1
        assert store.unsaved == 7
        assert [saved.id for saved in store.unfinished()] == [journal.id]
        assert not store.retry()
        (tmp_path / "data").unlink()
        assert store.retry()
        assert store.unsaved == 0
    with Store(tmp_path / "data", clock) as store:
        assert store.mishaps == []
        assert store.records(journal.id) == [record(1)]
        assert (store.settings["lang"], store.box.facts("probe")) == ("de", {"ship.1": 4})


def test_a_disk_that_comes_late_keeps_what_was_on_it(opened, folder, clock, setup, record):
    store = opened()
    before = store.new_game(setup)
    for number in range(20):
        before.append(record(number))
    store.settings["lang"] = "en"
    store.close()
    folder.rename(folder.with_name("unplugged"))
    folder.write_text("")
    late = Store(folder, clock)
    journal = late.new_game(setup)
    journal.append(record(99))
    late.settings["sound"] = True
    folder.unlink()
    folder.with_name("unplugged").rename(folder)
    assert late.retry()
    journal.append(record(100))
    assert [saved.id for saved in late.unfinished()] == [journal.id, before.id]
    assert dict(late.settings) == {"lang": "en", "sound": True}
    late.close()
    store = opened()
    assert store.records(before.id) == [record(number) for number in range(20)]
    assert store.records(journal.id) == [record(99), record(100)]


def test_a_file_that_vanishes_is_written_anew(opened, folder, setup, record):
    store = opened()
    old, journal = store.new_game(setup), store.new_game(setup)
    old.append(record(7))
    journal.append(record(1))
    for path in folder.iterdir():
        path.unlink()
    journal.append(record(2))
    assert journal.unsaved == 0
    assert (folder / "games.sqlite").exists()
    journal.append(record(3))
    store = opened()
    assert store.records(journal.id) == [record(1), record(2), record(3)]
    assert store.records(old.id) == [record(7)]


def test_a_vanished_log_is_noticed_too(opened, folder, setup, record):
    store = opened()
    journal = store.new_game(setup)
    journal.append(record(1))
    (folder / "games.sqlite-wal").unlink()
    journal.append(record(2))
    # What a power cut would leave is already whole.
    copy = folder.with_name("copy")
    shutil.copytree(folder, copy)
    with Store(copy) as after:
        assert after.records(journal.id) == [record(1), record(2)]


def test_a_folder_that_vanishes_for_a_while(opened, folder, setup, record):
    store = opened()
    journal = store.new_game(setup)
    journal.append(record(1))
    shutil.rmtree(folder)
    folder.write_text("in the way")
    journal.append(record(2))
    journal.append(record(3))
    assert journal.unsaved == 2
    folder.unlink()
    assert store.retry()
    assert opened().records(journal.id) == [record(1), record(2), record(3)]


def test_another_file_in_its_place_is_set_aside(opened, folder, setup, record):
    store = opened()
    journal = store.new_game(setup)
    journal.append(record(1))
    path = folder / "games.sqlite"
    path.unlink()
    (folder / "games.sqlite-wal").unlink()
    path.write_bytes(b"something else")
    journal.append(record(2))
    assert journal.unsaved == 0
    assert (folder / "games.sqlite.broken-1").read_bytes() == b"something else"
    assert opened().records(journal.id) == [record(1), record(2)]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_folder_is_read_and_saved_later(opened, folder, clock, setup, record):
    journal = opened().new_game(setup)
    journal.append(record(1))
    opened().close()
    for path in (folder / "games.sqlite", folder):
        path.chmod(0o500)
    store = Store(folder, clock)
    _, journal = store.open(journal.id)
    journal.append(record(2))
    assert journal.unsaved == 1
    for path in (folder, folder / "games.sqlite"):
        path.chmod(0o700)
    assert store.retry()
    store.close()
    assert opened().records(journal.id) == [record(1), record(2)]


def test_a_file_that_can_only_be_read_is_opened_all_the_same(
    opened, folder, clock, setup, record, monkeypatch
):
    store = opened()
    journal = store.new_game(setup)
    for number in range(5):
        journal.append(record(number))
    # As after a power cut: the last records are only in the log.
    copy = folder.with_name("copy")
    shutil.copytree(folder, copy)
    monkeypatch.setattr("companion.store.rescue.opening.connect", _read_only)
    late = Store(copy, clock)
    assert [mishap.kind for mishap in late.mishaps] == ["unwritable"]
    _, again = late.open(journal.id)
    assert again.records() == [record(number) for number in range(5)]
    again.append(record(5))
    assert again.unsaved == 1
    monkeypatch.undo()
    assert late.retry()
    late.close()
    with Store(copy, clock) as after:
        assert after.records(journal.id) == [record(number) for number in range(6)]


def _read_only(path):
    error = sqlite3.OperationalError("attempt to write a readonly database")
    error.sqlite_errorcode = sqlite3.SQLITE_READONLY
    raise error


def test_a_whole_game_is_played_on_a_full_disk(opened, setup, probe, play_on):
    store = opened()
    journal = store.new_game(setup)
    table = Table(probe, setup, journal)
    store.follow(journal.id, table)
    disk = store.file._disk
    break_disk(store, sqlite3.SQLITE_FULL)
    play_on(table)
    assert journal.unsaved == len(table.line)
    assert [saved.id for saved in store.finished()] == [journal.id]
    store.file._disk = disk
    assert store.retry()
    store = opened()
    assert Table(probe, *store.open(journal.id)).state == table.state
    assert [saved.id for saved in store.finished()] == [journal.id]


def test_a_purge_waits_for_the_disk_like_everything_else(opened, setup, record):
    store = opened()
    gone, stays = store.new_game(setup), store.new_game(setup)
    gone.append(record(1))
    break_disk(store, sqlite3.SQLITE_FULL)
    store.purge(gone.id)
    assert [saved.id for saved in store.unfinished()] == [stays.id]
    store.file._disk = store.file._disk.db
    assert store.retry()
    assert [saved.id for saved in opened().unfinished()] == [stays.id]


def test_a_commit_that_failed_but_stuck_is_not_doubled(tmp_path, record):
    """After an error nobody knows whether the last rows reached the disk: writing them again is harmless."""
    file = File(tmp_path / "games.sqlite")
    file.add(Row("settings", ("lang", b'"de"')))
    disk = file._disk

    class Liar(Failing):
        def execute(self, sql, *values):
            if sql == "COMMIT":
                self.db.execute(sql)
                self._fail()
            return self.db.execute(sql, *values)

    file._disk = Liar(disk, sqlite3.SQLITE_FULL)
    file.add(Row("settings", ("lang", b'"en"')))
    assert len(file.unsaved) == 1
    file._disk = disk
    assert file.retry()
    assert file.query("SELECT value FROM settings ORDER BY tick") == [(b'"de"',), (b'"en"',)]
    file.close()


def test_a_read_that_fails_is_answered_from_memory(opened, setup, record):
    store = opened()
    journal = store.new_game(setup)
    journal.append(record(1))
    break_disk(store, sqlite3.SQLITE_IOERR, at="SELECT")
    assert [saved.id for saved in store.unfinished()] == [journal.id]
    journal.append(record(2))
    assert journal.unsaved == 0
    assert opened().records(journal.id) == [record(1), record(2)]


def test_a_late_disk_whose_file_is_broken_gives_what_it_can(opened, folder, clock, setup, record):
    store = opened()
    before = store.new_game(setup)
    before.append(record(1))
    store.backup()
    store.close()
    (folder / "games.sqlite").write_bytes(b"")
    folder.rename(folder.with_name("unplugged"))
    folder.write_text("")
    late = Store(folder, clock)
    journal = late.new_game(setup)
    journal.append(record(2))
    folder.unlink()
    folder.with_name("unplugged").rename(folder)
    while not late.retry():
        assert [mishap.kind for mishap in late.mishaps] == ["unwritable", "broken"]
    assert [saved.id for saved in late.unfinished()] == [journal.id, before.id]
    late.close()
    store = opened()
    assert (store.records(before.id), store.records(journal.id)) == ([record(1)], [record(2)])
