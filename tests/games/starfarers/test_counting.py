"""Scoring depth, what is set by hand, and tracking less."""

from __future__ import annotations

import pytest
from stars_table import after, broken, choose, option, stars, table, told, totals

from companion.engine import Adjust, Draft, Impossible, Lower, Step
from companion.games.starfarers import game
from companion.games.starfarers.actions import Award, Begin, Claim, End

rule = pytest.mark.rule


def scoring(**more):
    """A game in which only points are counted."""
    return after(table(depth="scoring", **more).state, Begin(first=0))


def hand_set(state, what: str, value: int):
    return after(state, Adjust(key="adjust", what=what, value=value))


def test_a_scoring_game_from_set_up_to_outcome():
    state = scoring()
    assert totals(state) == (4, 4, 4, 4)
    assert [one.key for one in game.prompt(state).demands] == ["move"]
    state = after(state, Award(seat=0, what="colony"), Award(seat=0, what="port"), Award(seat=0, what="nest"))
    state = after(
        state, Award(seat=0, what="disc.green"), Award(seat=1, what="disc.green"), Award(seat=1, what="ice")
    )
    assert totals(state) == (7, 7, 4, 4)
    state = after(state, End(seat=0))
    assert (state.turn, state.turns) == (1, 0)
    state = after(state, *(Award(seat=1, what="colony") for _ in range(6)), Award(seat=1, what="port"))
    assert totals(state)[1] == 14
    state = after(state, Award(seat=1, what="fame"))
    assert game.outcome(state) is None
    state = after(state, Award(seat=1, what="fame"))
    assert game.outcome(state).winners == (1,)


@rule("SF-003")
@rule("SF-004")
def test_the_alarm_waits_for_the_own_turn_or_a_claim():
    state = scoring()
    state = after(
        state,
        *(Award(seat=2, what="disc." + one) for one in ("green", "merchants", "scientists", "diplomats")),
    )
    state = after(state, *(Award(seat=2, what="nest") for _ in range(3)))
    assert totals(state)[2] == 15
    assert game.outcome(state) is None
    claimed = after(state, Claim(who=2))
    assert game.outcome(claimed).winners == (2,)
    assert broken(state, Claim(who=1)) == ("SF-003",)
    state = after(state, End(seat=0), End(seat=1))
    assert game.outcome(state).winners == (2,)


@rule("SF-160")
def test_what_cannot_be_counted():
    state = scoring()
    assert broken(state, Award(seat=0, what="fame", count=-1)) == ("SF-160",)
    full = after(state, *(Award(seat=0, what="colony") for _ in range(6)))
    assert broken(full, Award(seat=0, what="colony")) == ("SF-160",)
    ringed = after(state, Award(seat=0, what="port"), Award(seat=0, what="port"))
    assert broken(ringed, Award(seat=0, what="port")) == ("SF-066",)
    assert broken(state, Award(seat=0, what="moon")) == ("TABLE-1",)
    assert broken(state, End(seat=1)) == ("SF-001",)
    step = choose(state, Draft("award", 0))
    assert (option(step, "fame:-1"), option(step, "colony:1")) == (("SF-160",), ())


def test_counters_and_pieces_are_set_by_hand():
    state = stars("build", cards="counted")
    state = hand_set(state, "colonies.1", 5)
    assert (len(state.sides[1].colonies), state.sides[1].ports) == (6, 1)
    state = hand_set(state, "ports.1", 3)
    assert (len(state.sides[1].colonies), state.sides[1].ports) == (6, 3)
    state = hand_set(state, "ports.1", 1)
    state = hand_set(state, "colonies.1", 0)
    assert totals(state)[1] == 2
    for what, value, read in (
        ("drives.0", 3, lambda side: side.drives),
        ("extra.drives.0", 2, lambda side: side.extra[0]),
        ("extra.cannons.0", 1, lambda side: side.extra[1]),
        ("ship.trade.0", 2, lambda side: side.ships.count("trade")),
        ("hand.0", 6, lambda side: side.hand.total),
        ("fame.0", 4, lambda side: side.fame),
    ):
        state = hand_set(state, what, value)
        assert read(state.sides[0]) == value


def test_stations_set_by_hand_take_the_disc_along():
    state = stars("build")
    state = hand_set(state, "station.green", 2)
    assert (state.bases[0], state.discs[0]) == ((2,), 2)
    state = hand_set(hand_set(state, "station.green", 1), "station.green", 1)
    assert (state.bases[0], state.discs[0]) == ((2, 1, 1), 1)
    state = hand_set(hand_set(hand_set(state, "station.green", -2), "station.green", -2), "station.green", -2)
    assert (state.bases[0], state.discs[0]) == ((), -1)
    state = hand_set(state, "disc.merchants", 3)
    assert state.discs[1] == 3


@pytest.mark.parametrize(("what", "value"), [("drives.0", 7), ("turn", 9), ("moon", 1), ("disc.green", -3)])
def test_what_cannot_be_set(what, value):
    state = stars("build")
    assert broken(state, Adjust(key="adjust", what=what, value=value)) == ("TABLE-3",)
    with pytest.raises(Impossible):
        game.adjust(state, what, value)


def test_everything_that_can_be_set_can_be_told():
    for state in (stars("build", cards="counted"), scoring()):
        for one in game.adjustables(state):
            told(one.label, *(option.label for option in one.options))
            assert game.adjust(state, one.what, one.value)
    step = game.step(stars(), Draft("build", 0))
    assert isinstance(step, Step)


def test_a_game_can_go_on_with_points_only():
    state = stars("seven", {1: {"nest": 2, "ships": ("colony",)}}, cards="counted", owing=(0, 4, 0, 0))
    before = totals(state)
    state = after(state, Lower(key="lower", depth="scoring"))
    assert (state.phase, totals(state), state.sides[1].ships) == ("score", before, ())
    assert after(state, End(seat=0)).turn == 1
