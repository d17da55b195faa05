"""Taking back and bringing back, for the table and for one seat."""

from __future__ import annotations

import pytest
from probe_table import act, docked, opened, reopened, rolled, said, same, stacks, told, verbs
from sternwarte_probe.state import Dock, Rest, Roll

from companion.engine import Refused, Table, edit


def gone(table: Table[object], seat: int | None = None) -> tuple[list[str], list[str]]:
    found = table.undoing(seat)
    assert found is not None
    words = said(table)
    return [words.say(text) for text in found.gone], [words.say(text) for text in found.back]


def test_undo_and_redo() -> None:
    table = rolled(opened())
    before = table.states[-2]
    assert gone(table) == (["Roll: 4 + 5"], [])
    table.undo()
    assert table.state == before
    assert verbs(table) == ["dock"] * 3
    assert table.can_redo
    table.redo()
    assert table.state.dice == (4, 5)
    assert not table.can_redo
    assert same(table, reopened(table))


def test_nothing_to_take_back_or_bring_back() -> None:
    table = opened()
    assert table.undoing() is None
    assert table.undoing(1) is None
    for act_again in (table.undo, table.redo, lambda: table.undo(1)):
        with pytest.raises(Refused, match="TABLE-1"):
            act_again()
    assert table.journal.records() == []


def test_a_new_move_forgets_what_was_taken_back() -> None:
    table = docked(opened())
    table.undo()
    act(table, Dock(seat=2, berth=6))
    assert not table.can_redo
    assert table.state.berths == (1, 2, 6)


def test_one_seat_takes_back_its_own_move() -> None:
    table = act(opened(), Dock(seat=0, berth=1), Dock(seat=1, berth=2))
    assert gone(table, 0) == (["docks at berth 1"], [])
    table.undo(0)
    assert table.state.berths == (0, 2, 0)
    assert told(table) == ["docks at berth 2"]
    assert same(table, reopened(table))


def test_what_a_seat_took_back_does_not_come_back_by_undo() -> None:
    table = act(opened(), Dock(seat=0, berth=1), Dock(seat=1, berth=2), Dock(seat=2, berth=3))
    table.undo(1)
    assert gone(table) == (["docks at berth 3"], [])
    table.undo()
    assert told(table) == ["docks at berth 1"]
    table.undo()
    assert table.line == ()
    assert table.undoing() is None
    assert same(table, reopened(table))


def test_redo_goes_back_over_a_seats_undo() -> None:
    table = docked(opened())
    whole = (table.states[:], table.line)
    table.undo(0)
    table.undo(2)
    assert table.state.berths == (0, 2, 0)
    table.undo()
    assert table.state.berths == (0, 0, 0)
    for berths in ((0, 2, 0), (0, 2, 3)):
        table.redo()
        assert table.state.berths == berths
        assert same(table, reopened(table))
    table.redo()
    assert (table.states, table.line) == whole
    assert not table.can_redo


def test_a_seat_cannot_take_back_what_others_built_on() -> None:
    table = rolled(opened())
    before = (table.journal.records(), table.line, stacks(table))
    with pytest.raises(Refused) as refused:
        table.undo(1)
    assert refused.value.ruling.rules == ("PR-01",)
    assert (table.journal.records(), table.line, stacks(table)) == before


def test_equal_moves_are_told_apart() -> None:
    table = rolled(opened(2, options={"rounds": 2}))
    act(table, Rest(seat=0))
    table.adjust("ore.0", 5)
    table.adjust("ore.0", 5)
    table.undo()
    assert gone(table) == (["By hand: Anna's ore = 5"], [])
    table.undo()
    assert verbs(table)[-1] == "rest"
    assert same(table, reopened(table))


def test_an_undo_of_an_amendment_says_what_comes_back() -> None:
    table = docked(opened())
    table.amend(edit("replace", 1, Dock(seat=1, berth=5))).commit()
    assert gone(table) == (["docks at berth 5"], ["comes back: docks at berth 2"])
    table.undo()
    assert table.state.berths == (1, 2, 3)
    table.redo()
    assert table.state.berths == (1, 5, 3)
    assert same(table, reopened(table))


def test_a_seat_takes_back_across_an_amendment() -> None:
    table = docked(opened())
    table.amend(edit("replace", 1, Dock(seat=1, berth=5))).commit()
    table.undo(0)
    assert table.state.berths == (0, 5, 3)
    back = ["comes back: docks at berth 1", "comes back: docks at berth 2"]
    assert gone(table) == (["docks at berth 5"], back)
    table.undo()
    assert table.state.berths == (1, 2, 3)
    for _ in range(3):
        table.undo()
    assert table.line == ()
    assert same(table, reopened(table))


def test_a_seat_takes_back_what_an_amendment_brought() -> None:
    table = act(opened(), Dock(seat=0, berth=1), Dock(seat=2, berth=3))
    table.amend(edit("insert", 1, Dock(seat=1, berth=5))).commit()
    table.undo(1)
    assert table.state.berths == (1, 0, 3)
    assert table.undoing() is not None
    table.undo()
    assert told(table) == ["docks at berth 1", "docks at berth 3"]
    table.redo()
    table.redo()
    assert table.state.berths == (1, 5, 3)
    assert same(table, reopened(table))


def test_a_long_evening_of_second_thoughts() -> None:
    table = opened(2)
    for _ in range(3000):
        table.adjust("ore.0", 1)
    for _ in range(3000):
        table.undo()
    assert table.line == ()
    for _ in range(3000):
        table.redo()
    assert len(table.line) == 3000
    act(table, Dock(seat=0, berth=1), Dock(seat=1, berth=2), Roll(faces=(1, 1)))
    assert table.state.phase == "turns"
