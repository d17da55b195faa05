"""Copies of the file: whole, few, in the order they were made."""

from __future__ import annotations

import sqlite3

from companion.store import Store, backup, opening


def content(path):
    db = sqlite3.connect(path)
    try:
        return [row[0] for row in db.execute("SELECT payload FROM records ORDER BY tick")]
    finally:
        db.close()


def test_a_copy_holds_everything_so_far(store, setup, record):
    journal = store.new_game(setup)
    journal.append(record(1))
    store.backup()
    journal.append(record(2))
    (copy,) = backup.copies(store.path)
    assert content(copy) == [record(1)]
    assert [path.name for path in copy.parent.iterdir()] == ["games-000001.sqlite"]


def test_the_last_five_are_kept(store, setup, record, clock):
    journal = store.new_game(setup)
    for number in range(8):
        clock.now = f"20{30 - number}-01-01 00:00:00"
        journal.append(record(number))
        store.backup()
    copies = backup.copies(store.path)
    assert [copy.stem for copy in copies] == [f"games-{number:06}" for number in (8, 7, 6, 5, 4)]
    assert [len(content(copy)) for copy in copies] == [8, 7, 6, 5, 4]


def test_nothing_new_needs_no_copy(store, setup):
    store.new_game(setup)
    store.backup()
    store.backup()
    assert len(backup.copies(store.path)) == 1


def test_a_copy_may_be_written_in_the_background(store, setup, record):
    journal = store.new_game(setup)
    for number in range(300):
        journal.append(record(number))
    store.backup(wait=False)
    journal.append(record(300))
    store.backup(wait=False)
    store.close()
    assert [len(content(copy)) for copy in backup.copies(store.path)] == [301, 300]


def test_a_copy_that_fails_is_tried_again(store, setup, monkeypatch):
    store.new_game(setup)
    monkeypatch.setattr(opening, "write", _full)
    store.backup()
    assert backup.copies(store.path) == []
    monkeypatch.undo()
    store.backup()
    assert len(backup.copies(store.path)) == 1


def _full(db, path):
    raise OSError(28, "No space left on device")


def test_a_failed_copy_leaves_no_rest(folder, store, setup, monkeypatch):
    store.new_game(setup)
    monkeypatch.setattr(opening, "sync", _no_sync)
    store.backup()
    assert list((folder / "copies").iterdir()) == []


def _no_sync(path):
    raise OSError(5, "Input/output error")


def test_other_files_in_the_folder_are_left_alone(store, setup):
    folder = backup.folder(store.path)
    folder.mkdir()
    strange = [folder / name for name in ("notes.txt", "games.sqlite", "games-x.sqlite", "-5.sqlite")]
    for path in strange:
        path.write_text("mine")
    store.new_game(setup)
    store.backup()
    assert [copy.name for copy in backup.copies(store.path)] == ["games-000001.sqlite"]
    assert all(path.read_text() == "mine" for path in strange)


def test_a_copy_opens_as_a_store_of_its_own(store, setup, record, tmp_path):
    journal = store.new_game(setup)
    journal.append(record(1))
    store.backup()
    (copy,) = backup.copies(store.path)
    (tmp_path / "moved").mkdir()
    (tmp_path / "moved/games.sqlite").write_bytes(copy.read_bytes())
    with Store(tmp_path / "moved") as moved:
        assert moved.mishaps == []
        assert moved.records(journal.id) == [record(1)]
