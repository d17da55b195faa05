"""The only way in: submit, refuse, overrule, listen."""

from __future__ import annotations

import pytest
from probe_table import act, docked, opened, raid, reopened, rolled, said, same, told
from sternwarte_probe import game
from sternwarte_probe.state import Buy, Dock, Rest, Roll

from companion.engine import Action, MemoryJournal, Refused, Table, reason, rulebook


class Full(MemoryJournal):
    """A journal that fails."""

    def append(self, record: bytes) -> None:
        raise OSError("no space left")


class Brittle(type(game)):  # type: ignore[misc]
    """The probe game with a bug that shows when somebody rests."""

    def apply(self, state: object, action: Action) -> object:
        if isinstance(action, Rest):
            raise ZeroDivisionError
        return super().apply(state, action)


def test_an_action_counts_is_written_and_told() -> None:
    table = opened()
    heard: list[int] = []
    table.listen(lambda: heard.append(len(table.line)))
    act(table, Dock(seat=1, berth=4), Dock(seat=0, berth=2))
    assert table.state.berths == (2, 4, 0)
    assert len(table.journal.records()) == 2
    assert heard == [1, 2]
    assert told(table) == ["docks at berth 4", "docks at berth 2"]


def test_a_refusal_names_the_rule_and_nothing_has_happened() -> None:
    table = act(opened(), Dock(seat=0, berth=2))
    heard: list[int] = []
    table.listen(lambda: heard.append(1))
    before = (table.journal.records(), table.states[:], table.line)
    with pytest.raises(Refused, match="PR-04") as refused:
        table.submit(Dock(seat=1, berth=2))
    assert (table.journal.records(), table.states, table.line) == before
    assert heard == []
    (violation,) = refused.value.ruling.violations
    assert reason(said(table), rulebook(game), violation) == "Anna is already at berth 2."
    assert reason(said(table, "de"), rulebook(game), violation) == "An Platz 2 liegt schon Anna."


def test_all_reasons_are_told() -> None:
    table = rolled(opened(), 1, 1)
    table.adjust("ore.1", 0)
    assert table.ruling(raid(0, 1)).rules == ("PR-09", "PR-10")
    assert str(Refused(table.ruling(raid(0, 1)))) == "PR-09, PR-10"


def test_the_table_overrules_with_a_reason() -> None:
    table = act(opened(), Dock(seat=0, berth=2))
    table.submit(Dock(seat=1, berth=2), "we share")
    assert table.state.berths == (2, 2, 0)
    assert [entry.reason for entry in table.history()] == ["", "we share"]
    assert same(table, reopened(table))


def test_a_reason_for_something_legal_is_not_kept() -> None:
    table = opened()
    table.submit(Dock(seat=0, berth=2), "just because")
    assert table.history()[0].reason == ""


def test_even_the_table_cannot_do_the_impossible() -> None:
    table = act(rolled(opened()), Buy(seat=0, ship="A"))
    records = table.journal.records()
    with pytest.raises(Refused) as refused:
        table.submit(Buy(seat=1, ship="A"), "they share it")
    assert refused.value.ruling.rules == ("PR-08", "TABLE-6")
    assert table.journal.records() == records


def test_what_cannot_be_read_back_is_not_taken() -> None:
    table = opened()
    with pytest.raises(Refused) as refused:
        table.submit(Dock(seat=0, berth="two"), "we say so")  # type: ignore[arg-type]
    assert refused.value.ruling.rules == ("TABLE-6",)
    assert table.journal.records() == []


def test_what_is_taken_is_what_is_read_back() -> None:
    table = docked(opened())
    table.submit(Roll(faces=[3, 4]))  # type: ignore[arg-type]
    assert table.state.dice == (3, 4)
    assert same(table, reopened(table))


def test_if_it_cannot_be_written_nothing_has_happened() -> None:
    table = Table(game, opened().setup, Full())
    with pytest.raises(OSError, match="no space"):
        table.submit(Dock(seat=0, berth=2))
    assert (table.line, len(table.states), table.undoing()) == ((), 1, None)


def test_a_bug_in_a_game_changes_nothing() -> None:
    table = rolled(Table(Brittle(), opened().setup))
    before = (table.journal.records(), table.states[:], table.line)
    with pytest.raises(ZeroDivisionError):
        table.submit(Rest(seat=0))
    assert (table.journal.records(), table.states, table.line) == before


def test_a_listener_that_fails_keeps_nobody_from_hearing() -> None:
    table = opened()
    heard: list[str] = []

    def fails() -> None:
        heard.append("fails")
        raise RuntimeError("broken screen")

    table.listen(fails)
    table.listen(lambda: heard.append("works"))
    with pytest.raises(RuntimeError, match="broken screen"):
        table.submit(Dock(seat=0, berth=2))
    assert heard == ["fails", "works"]
    assert table.state.berths == (2, 0, 0)


def test_a_listener_may_go_and_may_act() -> None:
    table = opened()
    heard: list[int] = []

    def once() -> None:
        stop()
        heard.append(len(table.line))
        table.submit(Dock(seat=1, berth=5))

    stop = table.listen(once)
    act(table, Dock(seat=0, berth=2))
    stop()
    assert heard == [1]
    assert table.state.berths == (2, 5, 0)


def test_what_a_screen_asks_the_table() -> None:
    table = rolled(opened())
    assert table.step(table.prompt().demands[0].draft) == game.step(
        table.state, table.prompt().demands[0].draft
    )
    assert table.picture("ring") == game.picture(table.view(), "ring", None)
    assert table.course() == ((2, 2, 2),) * 5
    assert [said(table).say(found.text) for found in docked(opened()).reminders()] == ["The dice go to Anna."]
    assert table.outcome() is None
    assert len(table.course()) == len(table.line) + 1
