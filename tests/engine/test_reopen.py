"""From the journal comes the same game; and what cannot be read any more is told, not fatal."""

from __future__ import annotations

from random import Random
from typing import ClassVar

import msgspec
import pytest
from probe_table import act, docked, opened, play, reopened, rolled, said, same, setup, told, verbs
from sternwarte_probe import game
from sternwarte_probe.state import ACTIONS, Dock, Harbour, Rest, Roll

from companion.engine import Action, Impossible, MemoryJournal, Table, edit, notation

BAD = (
    b"",
    b"no json",
    b'{"type":"dance"}',
    b'{"type":"play"}',
    b"\xff\xfe",
    b'{"type":"amend","edits":[{"op":"x"}]}',
)


class Older(type(game)):  # type: ignore[misc]
    """The probe game before anybody could rest."""

    actions: ClassVar[tuple[type[Action], ...]] = tuple(kind for kind in ACTIONS if kind is not Rest)


class Changed(type(game)):  # type: ignore[misc]
    """The probe game after a change that makes rolls of 9 impossible."""

    def apply(self, state: Harbour, action: Action) -> Harbour:
        if isinstance(action, Roll) and sum(action.faces) == 9:
            raise Impossible("nine")
        return super().apply(state, action)


def with_records(other: object, *records: bytes) -> Table[Harbour]:
    return Table(other, setup(), MemoryJournal(records))  # type: ignore[arg-type]


def mishaps(table: Table[Harbour]) -> list[str]:
    return [said(table).say(text) for text in table.mishaps]


def test_everything_comes_back() -> None:
    table = rolled(opened())
    act(table, Rest(seat=0), Rest(seat=1))
    table.undo()
    table.amend(edit("replace", 3, Roll(faces=(1, 1)))).commit()
    table.adjust("ore.2", 7)
    table.undo()
    table.undo(0)
    again = reopened(table)
    assert same(table, again)
    assert again.mishaps == ()
    assert again.can_redo
    for one in (table, again):
        one.redo()
        one.redo()
    assert same(table, again)


@pytest.mark.parametrize("bad", BAD)
def test_a_record_that_cannot_be_read_is_passed_over(bad: bytes) -> None:
    good = rolled(opened()).journal.records()
    table = with_records(game, *good[:2], bad, *good[2:])
    assert told(table)[-1] == "Roll: 4 + 5"
    assert mishaps(table) == ["Record 3 of the journal cannot be read and was passed over."]
    assert not table.lost


def test_undos_after_an_unread_record_take_back_what_they_took_back() -> None:
    good = docked(opened()).journal.records()
    undo = msgspec.json.encode({"type": "undo"})
    table = with_records(game, *good, b'{"type":"dance"}', undo)
    assert verbs(table) == ["dock"] * 3
    table = with_records(game, *good, b'{"type":"dance"}', undo, undo)
    assert verbs(table) == ["dock"] * 2


@pytest.mark.parametrize("record", [{"type": "undo"}, {"type": "undo", "seat": 1}, {"type": "redo"}])
def test_an_undo_of_nothing_is_passed_over(record: dict[str, object]) -> None:
    table = with_records(game, msgspec.json.encode(record), *docked(opened()).journal.records())
    assert table.state.phase == "roll"
    assert len(table.mishaps) == 1


def test_an_action_that_this_version_does_not_know() -> None:
    table = act(rolled(opened()), Rest(seat=0), Rest(seat=1))
    old = with_records(Older(), *table.journal.records())
    assert old.lost == {4, 5}
    assert old.state == table.states[4]
    assert told(old)[4:] == ["unreadable entry (can no longer be carried out)"] * 2
    assert [entry.lost for entry in old.history()] == [False] * 4 + [True] * 2
    assert mishaps(old)[0].startswith("Entry 5 can no longer be carried out with this version")
    assert [demand.seat for demand in old.prompt().demands] == [0]
    assert notation.write(old.setup, old.line).splitlines()[-1].startswith("# {")


def test_an_unread_action_in_an_amendment() -> None:
    table = act(rolled(opened()), Rest(seat=0))
    table.amend(edit("insert", 5, Rest(seat=1))).commit()
    table.amend(edit("replace", 3, Roll(faces=(1, 1)))).commit()
    old = with_records(Older(), *table.journal.records())
    assert old.lost == {4, 5}
    assert old.state.dice == (1, 1)


def test_a_move_that_cannot_be_carried_out_any_more_and_those_that_hung_on_it() -> None:
    table = act(rolled(opened()), Rest(seat=0))
    table.adjust("ore.1", 9)
    new = with_records(Changed(), *table.journal.records())
    assert new.lost == {3, 4}
    assert told(new)[3:] == [
        "Roll: 4 + 5 (can no longer be carried out)",
        "rests (can no longer be carried out)",
        "By hand: Ben's ore = 9",
    ]
    assert new.state.phase == "roll"
    assert new.state.ore == (2, 9, 2)


def test_play_goes_on_after_a_loss_and_reopens_the_same() -> None:
    table = act(rolled(opened()), Rest(seat=0))
    table.adjust("ore.1", 9)
    new = with_records(Changed(), *table.journal.records())
    act(new, Roll(faces=(1, 2)), Rest(seat=0))
    new.undo()
    new.redo()
    new.undo(0)

    def again() -> Table[Harbour]:
        return with_records(Changed(), *new.journal.records())

    assert same(new, again())
    new.amend(edit("replace", 0, Dock(seat=0, berth=6))).commit()
    assert new.state.berths == (6, 2, 3)
    assert same(new, again())
    new.amend(edit("delete", 3)).commit()
    assert same(new, again())
    new.amend(edit("insert", 3, Roll(faces=(2, 2)))).drop().commit()
    assert same(new, again())


def test_lost_moves_can_be_dropped() -> None:
    table = act(rolled(opened()), Rest(seat=0))
    new = with_records(Changed(), *table.journal.records())
    new.amend(edit("delete", 3), edit("delete", 4)).commit()
    assert not new.lost
    assert with_records(Changed(), *new.journal.records()).mishaps == ()
    new.undo()
    assert new.lost == {3, 4}


def test_a_rule_made_stricter_does_not_change_an_old_game() -> None:
    class Stricter(type(game)):  # type: ignore[misc]
        def check(self, state: Harbour, action: Action) -> object:
            return (
                game.check(state, Rest(seat=None)) if isinstance(action, Roll) else game.check(state, action)
            )

    table = act(rolled(opened()), Rest(seat=0))
    assert same(table, with_records(Stricter(), *table.journal.records()))


@pytest.mark.parametrize("seed", range(5))
def test_a_whole_game_comes_back(seed: int) -> None:
    table = play(opened(2 + seed), Random(seed))
    assert same(table, reopened(table))
    assert reopened(table).outcome() == table.outcome()


def test_an_amendment_of_places_that_are_not_there_changes_nothing() -> None:
    good = docked(opened()).journal.records()
    ops = [
        {"op": op, "at": 9, "action": {"do": "rest", "seat": 0}}
        for op in ("replace", "insert", "delete", "keep")
    ]
    table = with_records(game, *good, msgspec.json.encode({"type": "amend", "edits": ops}))
    assert verbs(table) == ["dock"] * 3
    assert table.mishaps == ()
