"""Long games stay quick: what is worked out anew does not grow with what already stands."""

from __future__ import annotations

import pytest
from probe_table import docked, opened, reopened

from companion.engine import Adjust, Table, edit

LONG = 1000


class Count:
    """How often something was carried out."""

    def __init__(self) -> None:
        self.carried_out = 0


@pytest.fixture
def count(monkeypatch: pytest.MonkeyPatch) -> Count:
    counted, kind = Count(), type(opened().game)
    adjust = kind.adjust

    def counting(*args: object) -> object:
        counted.carried_out += 1
        return adjust(*args)

    monkeypatch.setattr(kind, "adjust", counting)
    return counted


@pytest.fixture
def table(count: Count) -> Table[object]:
    table = docked(opened())
    for number in range(LONG):
        table.adjust("ore.0", number % 9)
    count.carried_out = 0
    return table


def test_a_move_at_the_end_is_carried_out_alone(table: Table[object], count: Count) -> None:
    table.submit(Adjust(key="adjust", what="ore.0", value=1))
    assert count.carried_out == 1


def test_undo_takes_back_without_playing_again(table: Table[object], count: Count) -> None:
    table.undo()
    assert count.carried_out == 0
    table.redo()
    assert count.carried_out <= 1


def test_amending_plays_what_follows_once_and_not_what_stood_before(
    table: Table[object], count: Count
) -> None:
    late = len(table.line) - 10
    found = table.amend(edit("replace", late, table.line[late].action))
    assert found.troubles == ()
    assert count.carried_out <= 10


def test_reopening_plays_every_move_once(table: Table[object], count: Count) -> None:
    assert reopened(table).state == table.state
    assert count.carried_out <= LONG
