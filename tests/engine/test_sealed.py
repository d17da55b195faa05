"""Secrets stay secret: in the view, the history, undo and amend, until they are revealed."""

from __future__ import annotations

import pytest
from probe_table import act, opened, reopened, said, same, told, vote, voting
from sternwarte_probe.state import HIDDEN, NOBODY, Harbour

from companion.engine import Kind, Refused, Table, edit

SEALED = "entered, sealed"


@pytest.fixture
def table() -> Table[Harbour]:
    return act(voting(), vote(0, 1), vote(1, 2))


def test_votes_are_asked_in_secret(table: Table[Harbour]) -> None:
    (demand,) = table.prompt().demands
    assert (demand.kind, demand.seat) == (Kind.SECRET, 2)


def test_a_view_shows_only_that_somebody_voted(table: Table[Harbour]) -> None:
    assert table.view().votes == (HIDDEN, HIDDEN, NOBODY)
    assert table.view(0).votes == (1, HIDDEN, NOBODY)
    assert table.view(2).votes == (HIDDEN, HIDDEN, NOBODY)


def test_the_history_shows_only_that_somebody_voted(table: Table[Harbour]) -> None:
    assert told(table)[-2:] == [SEALED, SEALED]
    assert told(table, 0)[-2:] == ["votes for Ben", SEALED]
    assert told(table, 1)[-2:] == [SEALED, "votes for Cem"]
    assert [(entry.verb, entry.sealed) for entry in table.history()[-2:]] == [("", True), ("", True)]


def test_an_undo_does_not_tell(table: Table[Harbour]) -> None:
    for seat in (None, 0):
        found = table.undoing(seat)
        assert found is not None
        assert [said(table).say(text) for text in found.gone] == [SEALED]
    table.undo(0)
    assert [demand.seat for demand in table.prompt().demands] == [0, 2]
    table.redo()
    assert told(table)[-2:] == [SEALED, SEALED]


def test_what_an_undo_brings_back_does_not_tell(table: Table[Harbour]) -> None:
    table.amend(edit("delete", 7)).commit()
    found = table.undoing()
    assert found is not None
    assert [said(table).say(text) for text in found.back] == ["comes back: " + SEALED]


def test_an_amended_vote_stays_sealed(table: Table[Harbour]) -> None:
    table.amend(edit("replace", 7, vote(0, 2))).commit()
    assert told(table)[-2:] == [SEALED, SEALED]
    assert table.view().votes == (HIDDEN, HIDDEN, NOBODY)
    assert same(table, reopened(table))


def test_a_vote_that_no_longer_fits_is_not_told(table: Table[Harbour]) -> None:
    found = table.amend(edit("delete", 6))
    assert [said(table).say(trouble.text) for trouble in found.troubles if trouble.text] == [SEALED] * 2


def test_all_is_revealed_when_all_have_voted(table: Table[Harbour]) -> None:
    act(table, vote(2, 1))
    assert told(table)[-3:] == ["votes for Ben", "votes for Cem", "votes for Ben"]
    assert table.state.medals == (0, 1, 0)


def test_taking_back_the_last_vote_seals_the_others_again(table: Table[Harbour]) -> None:
    act(table, vote(2, 1))
    table.undo()
    assert told(table)[-2:] == [SEALED, SEALED]
    assert table.view().votes == (HIDDEN, HIDDEN, NOBODY)


def test_the_points_do_not_tell(table: Table[Harbour]) -> None:
    found = table.amend(edit("replace", 7, vote(0, 2)))
    assert found.points == tuple((total, total) for total in table.score().totals)


def test_a_vote_belongs_to_its_round() -> None:
    table = voting()
    with pytest.raises(Refused, match="TABLE-1"):
        table.submit(vote(0, 1, at=2))
    assert opened().view() == opened().state
