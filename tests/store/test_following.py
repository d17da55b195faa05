"""What a table yields while it is played: printed values, its result, copies."""

from __future__ import annotations

import pytest

from companion.engine import Learn, Table
from companion.store import backup


@pytest.fixture
def game(store, setup, probe):
    """A followed table with its id."""
    journal = store.new_game(setup)
    table = Table(probe, setup, journal)
    store.follow(journal.id, table)
    return journal.id, table


def tell(table, fact, value, reason=""):
    table.submit(Learn(key=f"fact:{fact}", fact=fact, value=value), reason)


@pytest.fixture
def ship(probe):
    return next(iter(probe.facts))


@pytest.fixture
def low(probe, ship):
    return probe.facts[ship].low


def test_a_value_read_in_a_game_is_in_the_box(store, game, ship, low):
    game_id, table = game
    tell(table, ship, low)
    assert store.box.facts("probe") == {ship: low}
    (known,) = store.box.known("probe")
    assert (known.how, known.source) == ("played", game_id)


def test_a_value_taken_back_leaves_the_box(store, game, ship, low):
    _, table = game
    tell(table, ship, low)
    table.undo()
    assert store.box.facts("probe") == {}
    table.redo()
    assert store.box.facts("probe") == {ship: low}


def test_taking_back_restores_what_was_known_before(store, setup, probe, ship, low):
    store.box.keep("probe", {ship: low})
    journal = store.new_game(setup)
    table = Table(probe, setup, journal)
    store.follow(journal.id, table)
    tell(table, ship, low + 1)
    assert store.box.facts("probe") == {ship: low + 1}
    table.undo()
    assert store.box.facts("probe") == {ship: low}
    assert store.box.known("probe")[0].how == "typed"


def test_a_later_change_by_hand_is_not_overwritten(opened, setup, probe, ship, low):
    store = opened()
    journal = store.new_game(setup)
    table = Table(probe, setup, journal)
    store.follow(journal.id, table)
    tell(table, ship, low)
    store.box.keep("probe", {ship: low + 2})
    store = opened()
    store.follow(journal.id, Table(probe, *store.open(journal.id)))
    assert store.box.facts("probe") == {ship: low + 2}


def test_a_value_that_did_not_reach_the_box_before_a_power_cut_does_at_the_next_start(
    opened, setup, probe, ship, low
):
    store = opened()
    journal = store.new_game(setup)
    tell(Table(probe, setup, journal), ship, low)
    store = opened()
    assert store.box.facts("probe") == {}
    store.follow(journal.id, Table(probe, *store.open(journal.id)))
    assert store.box.facts("probe") == {ship: low}


def test_an_impossible_value_stays_out_of_the_box(store, game, probe, ship):
    _, table = game
    tell(table, ship, probe.facts[ship].high + 5, reason="it is printed so")
    assert table.state.facts[ship] == probe.facts[ship].high + 5
    assert store.box.facts("probe") == {}


def test_the_box_never_changes_an_old_game(opened, setup, probe, ship, low):
    store = opened()
    journal = store.new_game(setup)
    store.box.keep("probe", {ship: low})
    found, _ = opened().open(journal.id)
    assert found.facts == {}


def test_a_copy_is_kept_at_every_rounds_end(store, game, play_on):
    _, table = game
    rounds = {table.game.round_of(table.state)}
    copies = len(backup.copies(store.path))
    while len(rounds) < 3:
        play_on(table, 1, len(table.line))
        rounds.add(table.game.round_of(table.state))
        store._copier.wait()
        assert len(backup.copies(store.path)) == copies + len(rounds) - 1


def test_the_end_is_kept_with_its_sheet(opened, setup, probe, play_on):
    store = opened()
    journal = store.new_game(setup)
    table = Table(probe, setup, journal)
    store.follow(journal.id, table)
    play_on(table)
    (saved,) = opened().finished()
    assert saved.result.sheet.totals == table.score().totals
    assert saved.result.outcome == table.outcome()


def test_an_undone_end_is_no_end(store, game, play_on):
    game_id, table = game
    play_on(table)
    assert store.is_finished(game_id)
    table.undo()
    assert not store.is_finished(game_id)
    table.redo()
    assert store.is_finished(game_id)


def test_a_value_told_after_the_end_changes_the_sheet(store, setup, probe, play_on):
    journal = store.new_game(setup)
    table = Table(probe, setup, journal)
    store.follow(journal.id, table)
    play_on(table)
    for fact in probe.wanted(table.state):
        tell(table, fact, probe.facts[fact].high)
    (saved,) = store.finished()
    assert saved.result.sheet.totals == table.score().totals


def test_an_end_that_was_not_kept_before_a_power_cut_is_kept_at_the_next_start(opened, setup, probe, play_on):
    store = opened()
    journal = store.new_game(setup)
    play_on(Table(probe, setup, journal))
    store = opened()
    assert store.finished() == []
    store.follow(journal.id, Table(probe, *store.open(journal.id)))
    assert [saved.id for saved in store.finished()] == [journal.id]


def test_looking_at_a_finished_game_writes_nothing(opened, setup, probe, play_on):
    store = opened()
    journal = store.new_game(setup)
    table = Table(probe, setup, journal)
    store.follow(journal.id, table)
    play_on(table)
    store = opened()
    before = store.file.tick
    store.follow(journal.id, Table(probe, *store.open(journal.id)))
    assert store.file.tick == before
