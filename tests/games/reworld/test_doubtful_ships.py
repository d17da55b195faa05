"""Ships that hang on printed values nobody has read off yet: asked for, never guessed, settled in order."""

from __future__ import annotations

import pytest
from reworld_table import after, settlement, totals

from companion.engine import Adjust, Learn
from companion.games.reworld import game
from companion.games.reworld.actions import Dispose, TakeShip, Task
from companion.games.reworld.ships import points

FULL_ROWS = dict.fromkeys(range(1, 6), ("ag",) * 4)
LARGE = {"A": ("tA",) * 7}
FARMS = {"B": ("tB", "ag", "ag", "ag")}


def learn(state, **facts: int):
    """The table after printed values were read off."""
    for name, value in facts.items():
        key = name.replace("_", ".")
        state = after(state, Learn(key=f"fact:{key}", fact=key, value=value))
    return state


def turns(state, *seats: int):
    """Each disposes of a crew in row 1, which changes nothing but whose turn it is."""
    for seat in seats:
        state = after(state, Dispose(seat=seat, row=1))
    return state


def playing(**more):
    return settlement(2, rows={0: FULL_ROWS, 1: FULL_ROWS}, **more)


def test_unknown_points_are_a_lower_bound_that_is_asked_for_and_never_blocks():
    state = turns(playing(cities={0: LARGE}), 0)
    sheet = game.score(state)
    assert (sheet.totals, sheet.open) == ((0, 0), (True, False))
    assert "ship.06" in game.wanted(state)
    assert points(state, 0).high == 30
    state = turns(state, 1, 0, 1)
    state = learn(state, ship_06=9)
    sheet = game.score(state)
    assert (sheet.totals, sheet.open) == ((9, 0), (False, False))
    assert "ship.06" not in game.wanted(state)


@pytest.mark.parametrize(("worth", "owner"), [(10, 0), (9, None)])
def test_the_score_ship_waits_for_the_points_of_another(worth, owner):
    state = turns(playing(cities={0: LARGE}, points={0: 60}), 0)
    assert "14" not in state.ships
    state = learn(state, ship_06=worth)
    assert state.ships.get("14") == owner
    assert state.doubts == ()


def test_points_too_low_for_any_printed_value_are_no_doubt():
    state = turns(playing(cities={0: LARGE}, points={0: 39}), 0)
    assert state.doubts == ()


@pytest.mark.parametrize(("worth", "owner"), [(10, 0), (9, 1)])
def test_a_later_player_holds_the_score_ship_until_the_earlier_turn_is_known(worth, owner):
    state = playing(cities={0: LARGE}, points={0: 60, 1: 70}, facts={"ship.14.few": 5})
    state = turns(state, 0, 1)
    assert state.ships["14"] == 1
    assert totals(state)[1] == 75
    assert game.score(state).open == (True, True)
    state = learn(state, ship_06=worth)
    assert state.ships["14"] == owner
    assert state.doubts == ()
    assert totals(state)[1] == (75 if owner == 1 else 70)


@pytest.mark.parametrize("order", [("ship_06", "ship_07"), ("ship_07", "ship_06")])
def test_of_two_doubtful_turns_the_earlier_counts_whichever_is_known_first(order):
    state = turns(playing(cities={0: LARGE, 1: FARMS}, points={0: 60, 1: 60}), 0, 1)
    assert "14" not in state.ships
    for fact in order:
        state = learn(state, **{fact: 20})
    assert state.ships["14"] == 0


def test_the_later_turn_counts_when_the_earlier_one_fell_short():
    state = turns(playing(cities={0: LARGE, 1: FARMS}, points={0: 60, 1: 60}), 0, 1)
    state = learn(state, ship_07=20)
    assert (state.ships["14"], bool(state.doubts)) == (1, True)
    state = learn(state, ship_06=1)
    assert (state.ships["14"], state.doubts) == (1, ())


def test_an_own_later_turn_that_is_certain_settles_the_score_ship():
    state = turns(playing(cities={0: LARGE}, points={0: 60}), 0, 1)
    state = after(state, Adjust(key="adjust", what="points.0", value=75))
    state = turns(state, 0)
    assert (state.ships["14"], state.doubts) == (0, ())


@pytest.mark.parametrize(("first", "second", "owner"), [(2, 2, 0), (1, 1, None), (2, 1, None)])
def test_the_shield_ship_waits_for_unknown_shields(first, second, owner):
    state = turns(playing(defence={0: ("kA", "kB", "s2")}), 0)
    assert {"shields.kA", "shields.kB"} <= set(game.wanted(state))
    state = learn(state, shields_kA=first)
    state = learn(state, shields_kB=second)
    assert state.ships.get("08") == owner
    assert state.doubts == ()


@pytest.mark.parametrize(("shields", "owner"), [(2, 0), (1, 1)])
def test_a_later_player_holds_the_shield_ship_until_the_earlier_turn_is_known(shields, owner):
    state = turns(playing(defence={0: ("kA", "s2", "s2"), 1: ("s2",) * 3}), 0, 1)
    assert state.ships["08"] == 1
    state = learn(state, shields_kA=shields)
    assert state.ships["08"] == owner
    assert state.doubts == ()


def test_shields_certain_at_their_least_leave_no_doubt():
    state = turns(playing(defence={0: ("kA", "kB", "s2", "s2")}), 0)
    assert (state.ships["08"], state.doubts) == (0, ())


@pytest.mark.parametrize(("shields", "owner"), [(2, 0), (1, None)])
def test_points_of_the_shield_ship_count_for_the_score_ship_of_that_turn(shields, owner):
    facts = {"ship.08.few": 8}
    state = turns(playing(defence={0: ("kA", "s2", "s2")}, points={0: 65}, facts=facts), 0)
    assert not state.ships
    state = learn(state, shields_kA=shields)
    assert (state.ships.get("08"), state.ships.get("14")) == (owner, owner)
    assert state.doubts == ()


@pytest.mark.parametrize(("shields", "owners"), [(2, (0, None)), (1, (1, 1))])
def test_who_loses_the_shield_ship_loses_what_its_points_had_brought(shields, owners):
    facts = {"ship.08.few": 8}
    state = playing(defence={0: ("kA", "s2", "s2"), 1: ("s2",) * 3}, points={1: 65}, facts=facts)
    state = turns(state, 0, 1)
    assert state.ships == {"08": 1, "14": 1}
    state = learn(state, shields_kA=shields)
    assert (state.ships.get("08"), state.ships.get("14")) == owners
    assert state.doubts == ()


@pytest.mark.parametrize(("shields", "owner"), [(2, 0), (1, None)])
def test_late_shields_of_a_task_count_for_the_score_ship_of_that_turn(shields, owner):
    rows = {**FULL_ROWS, 1: ("ag", "kd")}
    state = settlement(2, rows={0: rows, 1: FULL_ROWS}, defence={0: ("kA",)}, points={0: 68})
    state = after(state, Task(seat=0, row=1))
    assert (totals(state)[0], state.ships) == (69, {})
    state = learn(state, shields_kA=shields)
    assert totals(state)[0] == 68 + shields
    assert state.ships.get("14") == owner


def test_the_table_ends_a_doubt_by_saying_who_has_the_ship():
    state = turns(playing(cities={0: LARGE}, points={0: 60}), 0)
    state = after(state, Adjust(key="adjust", what="ship.14", value=1))
    assert (state.ships["14"], state.doubts) == (1, ())
    assert learn(state, ship_06=30).ships["14"] == 1
    state = after(state, Adjust(key="adjust", what="ship.14", value=-1))
    assert "14" not in state.ships


def test_lighter_tracking_keeps_what_is_in_doubt():
    state = turns(playing(cities={0: LARGE}, points={0: 60}), 0)
    state = game.lower(state, "light")
    assert learn(state, ship_06=30).ships["14"] == 0
    state = after(state, TakeShip(seat=1, ship="14"))
    assert learn(state, ship_06=30).ships["14"] == 1
