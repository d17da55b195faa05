"""The journal: every record stays, in order, whatever the clocks say."""

from __future__ import annotations

import sqlite3

import pytest

from companion.engine import Cell, Draft, Learn, Outcome, ScoreLine, ScoreSheet, Table, text
from companion.store import InUse, Store


def test_a_new_journal_is_empty_and_safe(store, setup):
    journal = store.new_game(setup)
    assert journal.records() == []
    assert journal.unsaved == 0
    assert journal.setup == setup


def test_records_come_back_in_order(opened, setup, record):
    journal = opened().new_game(setup)
    for number in range(30):
        journal.append(record(number))
    found, again = opened().open(journal.id)
    assert found == setup
    assert again.records() == [record(number) for number in range(30)]


def test_everybody_is_given_the_same_journal(store, setup, record):
    journal = store.new_game(setup)
    _, same = store.open(journal.id)
    same.append(record(1))
    journal.append(record(2))
    assert journal.records() == store.records(journal.id) == [record(1), record(2)]


def test_a_table_resumes_at_the_same_prompt(opened, setup, probe, play_on):
    store = opened()
    journal = store.new_game(setup)
    table = Table(probe, setup, journal)
    for seed in range(8):
        play_on(table, 9, seed)
        table.undo()
        if seed % 2:
            table.redo()
        resumed = Table(probe, *opened().open(journal.id))
        assert resumed.state == table.state
        assert resumed.prompt() == table.prompt()
        assert resumed.can_redo == table.can_redo
        table = resumed


@pytest.mark.parametrize("wall", ["1970-01-01 00:00:10", "2099-12-31 23:59:59"])
def test_a_jumping_clock_changes_no_order(opened, clock, setup, record, wall):
    store = opened()
    older, newer = store.new_game(setup), store.new_game(setup)
    older.append(record(1))
    clock.now = wall
    newer.append(record(2))
    older.append(record(3))
    clock.now = "2024-05-01 18:00:01"
    newer.append(record(4))
    assert [saved.id for saved in opened().unfinished()] == [newer.id, older.id]
    assert opened().records(older.id) == [record(1), record(3)]


def test_durations_are_the_sum_of_the_sittings(opened, clock, setup, record):
    journal = opened().new_game(setup)
    clock.minutes(10)
    journal.append(record(1))
    clock.now = "1970-01-01 00:00:00"
    clock.minutes(5)
    journal.append(record(2))
    assert journal.minutes == 15
    # A reboot: the monotonic clock begins anew, and the night before does not count.
    clock.ms = 7
    store = opened()
    _, journal = store.open(journal.id)
    clock.minutes(20)
    journal.append(record(3))
    assert journal.minutes == 35


def test_time_between_two_sittings_is_not_played(store, clock, setup, record):
    journal = store.new_game(setup)
    clock.minutes(10)
    journal.append(record(1))
    store.put_away(journal.id)
    clock.minutes(600)
    store.take_up(journal.id)
    clock.minutes(3)
    journal.append(record(2))
    assert journal.minutes == 13


@pytest.mark.parametrize("table", ["games", "records", "results", "marks", "facts", "names", "settings"])
def test_rows_are_never_changed_or_deleted(store, setup, record, table):
    journal = store.new_game(setup)
    journal.append(record(1))
    store.settings["lang"] = "de"
    store.put_away(journal.id)
    store.box.keep("probe", {"ship.1": 3})
    sheet, outcome = _end()
    store.finish(journal.id, sheet, outcome)
    db = store.file.content()
    assert db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] > 0
    for change in (f"UPDATE {table} SET tick = tick + 100", f"DELETE FROM {table}"):
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            db.execute(change)


def _end():
    return ScoreSheet((ScoreLine(text("x"), (Cell(1),) * 3),), 3), Outcome((1, 1, 1), (0, 1, 2))


def test_the_file_is_kept_as_the_plan_says(store, setup):
    store.new_game(setup)
    disk = store.file._disk
    assert disk.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    assert disk.execute("PRAGMA synchronous").fetchone()[0] == 2
    assert disk.execute("PRAGMA foreign_keys").fetchone()[0] == 1
    assert disk.execute("PRAGMA user_version").fetchone()[0] == 1


def test_a_record_needs_its_game(store, setup, record):
    journal = store.new_game(setup)
    store.purge(journal.id)
    with pytest.raises(sqlite3.IntegrityError):
        journal.append(record(1))


def test_a_second_process_is_kept_out(opened, folder, monkeypatch):
    opened()
    monkeypatch.setattr("companion.store.opening.WAIT", 0.01)
    with pytest.raises(InUse, match=r"games\.sqlite"):
        Store(folder)


MODULES = Draft("modules", None, tuple(("module", kind) for kind in "aabbccddee"))


def test_a_draft_survives_a_restart(opened, setup):
    store = opened()
    journal = store.new_game(setup)
    store.save_draft(journal.id, Draft("modules", None, MODULES.answers[:4]))
    store.save_draft(journal.id, MODULES)
    assert opened().draft(journal.id) == MODULES


def test_a_draft_goes_with_the_move_it_led_to(opened, setup, record):
    store = opened()
    journal = store.new_game(setup)
    store.save_draft(journal.id, MODULES)
    journal.append(record(1))
    assert store.draft(journal.id) is None
    assert opened().draft(journal.id) is None


def test_a_draft_without_answers_is_dropped(opened, setup):
    store = opened()
    journal = store.new_game(setup)
    store.save_draft(journal.id, MODULES)
    store.save_draft(journal.id, Draft("modules"))
    assert store.draft(journal.id) is None
    assert opened().drafts(journal.id) == []


def test_every_seat_has_its_own_draft(opened, setup, record):
    store = opened()
    journal = store.new_game(setup)
    anna, ben = Draft("dock", 0, (("berth", 1),)), Draft("dock", 1, (("berth", 2),))
    store.save_draft(journal.id, anna)
    store.save_draft(journal.id, ben)
    assert store.draft(journal.id) == ben
    assert store.drafts(journal.id) == [ben, anna]
    journal.append(record(1, seat=1))
    assert opened().drafts(journal.id) == [anna]


def test_a_printed_value_told_meanwhile_leaves_the_long_entry_alone(store, setup, probe):
    journal = store.new_game(setup)
    table = Table(probe, setup, journal)
    asked = Draft("fact:ship.1", None, (("value", 3),))
    store.save_draft(journal.id, asked)
    store.save_draft(journal.id, MODULES)
    fact = next(iter(probe.facts))
    table.submit(Learn(key=f"fact:{fact}", fact=fact, value=probe.facts[fact].low))
    left = [draft for draft in (MODULES, asked) if draft.key != f"fact:{fact}"]
    assert store.drafts(journal.id) == left


def test_a_correction_drops_the_drafts(store, setup, probe, play_on):
    journal = store.new_game(setup)
    table = Table(probe, setup, journal)
    play_on(table, 3)
    store.save_draft(journal.id, MODULES)
    table.undo()
    assert store.drafts(journal.id) == []


def test_a_draft_is_gone_in_the_same_transaction(store, setup, record):
    journal = store.new_game(setup)
    store.save_draft(journal.id, MODULES)
    batches: list[str] = []
    store.file._disk.set_trace_callback(batches.append)
    journal.append(record(1))
    store.file._disk.set_trace_callback(None)
    assert [line for line in batches if line.startswith(("BEGIN", "COMMIT"))] == ["BEGIN IMMEDIATE", "COMMIT"]
    assert sum(line.startswith("INSERT") for line in batches) == 2
