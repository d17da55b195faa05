"""A move may carry the name of a picture; it comes back from the journal and goes with the move."""

from __future__ import annotations

from probe_table import act, docked, opened, reopened, same
from sternwarte_probe.state import Dock, Rest, Roll

from companion.engine import edit


def test_the_picture_of_a_move_is_in_the_journal_and_survives_undo_and_amend() -> None:
    table = docked(opened())
    table.submit(Roll(faces=(3, 5)), photo="a.jpg")
    act(table, Rest(seat=0))
    assert [entry.photo for entry in table.history()] == ["", "", "", "a.jpg", ""]
    table.undo()
    table.undo()
    table.redo()
    table.amend(edit("replace", 0, Dock(seat=0, berth=6))).commit()
    assert [entry.photo for entry in table.history()] == ["", "", "", "a.jpg"]
    assert same(table, reopened(table))


def test_a_changed_entry_loses_the_picture_of_the_old_one() -> None:
    table = docked(opened())
    table.submit(Roll(faces=(3, 5)), photo="a.jpg")
    table.amend(edit("replace", 3, Roll(faces=(6, 6)))).commit()
    assert table.history()[-1].photo == ""


def test_without_a_picture_records_are_as_before() -> None:
    table = docked(opened())
    assert all(b"photo" not in record for record in table.journal.records())
