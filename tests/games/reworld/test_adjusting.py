"""What the table may set by hand: every option works, tiles are conserved, and play goes on."""

from __future__ import annotations

import pytest
from judge import HOLE
from reworld_table import WORDS, after, broken, played, settlement, setup, station, totals

from companion.engine import Adjust, Draft, Impossible, Step, but, encode, play
from companion.games.reworld import game
from companion.games.reworld.actions import Dispose, DropOut, Terrabot


def setting(what: str, value: int | str) -> Adjust:
    return Adjust(key="adjust", what=what, value=value)


def tables():
    """A table of every phase and depth, with the actions that led there."""
    found = [(game.setup(setup(2, "scoring")), [])]
    for players, depth in ((3, "full"), (2, "light")):
        moves, end = played(game.setup(setup(players, depth)), seed=8, offers=True)
        actions = [action for _, action in moves]
        found.append((end, actions))
        phases = [state.phase for state, _ in moves]
        for phase in dict.fromkeys(phases):
            at = phases.index(phase) + phases.count(phase) // 2
            found.append((moves[at][0], actions[:at]))
    return [pytest.param(*one, id=f"{one[0].depth}-{one[0].phase}") for one in found]


@pytest.mark.parametrize(("state", "before"), tables())
def test_everything_can_be_set_to_each_of_its_options(state, before):
    for found in game.adjustables(state):
        values = [one.value for one in found.options] or [found.low, found.value, found.high]
        for value in values:
            action = setting(found.what, value)
            new = after(state, action)
            assert game.audit(new, [*before, action]) == []
            assert game.decode_state(encode(new)) == new
            told = play.describe(game, state, action)
            for words in WORDS.values():
                assert not HOLE.search(words.say(told))
            if game.outcome(new) is None:
                assert game.prompt(new).demands


@pytest.mark.parametrize(("state", "before"), tables())
def test_setting_what_is_already_so_changes_nothing_but_tiles(state, before):
    for found in game.adjustables(state):
        if found.what.split(".")[0] in ("points", "hand", "marker", "ship", "turn"):
            new = after(state, setting(found.what, found.value))
            assert but(new, doubts=state.doubts) == state


@pytest.mark.parametrize(
    ("what", "value"),
    [
        ("points.0", 5000), ("points.0", "many"), ("points.7", 5), ("hand.0", -1), ("turn", 9),
        ("marker", "Anna"), ("ship.15", 0), ("ship.01", 5), ("ship", 0), ("arm.21", "tA"), ("arm.x", "tA"),
        ("arm.1", "zz"),
        ("row.0.6", "tA"), ("row.0", "tA"), ("row.9.1", "tA"), ("city.0.F", "tA"), ("city.0.A", "tB"),
        ("defence.0", "tA"), ("shuttles.0", "kA"), ("late.0", "kA"), ("", ""), ("...", 1), ("earned.0", 3),
    ],
)  # fmt: skip
def test_nothing_else_can_be_set(what, value):
    for state in (station(), settlement(rows={0: {1: ("tA",)}})):
        assert broken(state, setting(what, value)) == ("TABLE-3",)
        with pytest.raises(Impossible):
            play.apply(game, state, setting(what, value))


def test_points_are_set_on_the_score_track():
    state = settlement(2, points={0: 20}, ships={"06": 0}, facts={"ship.06": 5})
    state = after(state, setting("points.0", 31))
    assert totals(state) == (31, 0)
    assert state.sides[0].earned[-1] == 26


def test_a_tile_goes_to_the_end_and_comes_off_the_end():
    state = settlement(2, rows={0: {2: ("tA",)}, 1: {1: ("ag",)}})
    state = after(state, setting("row.0.2", "c1"), setting("defence.1", "s2"), setting("city.0.B", "tB"))
    assert state.sides[0].rows[1] == ("tA", "c1")
    assert state.sides[1].defence == ("s2",)
    assert state.sides[0].cities[0].tiles == ("tB",)
    state = after(state, setting("row.0.2", "-"), setting("city.0.B", "-"))
    assert state.sides[0].rows[1] == ("tA",)
    assert state.sides[0].cities == ()
    assert state.gone == ("c1", "tB")
    state = after(state, setting("row.1.3", "c1"))
    assert state.gone == ("tB",)


def test_a_city_set_by_hand_gets_a_free_sign():
    state = settlement(3, rows={2: {1: ("tA",)}}, cities={0: {"A": ("tA",)}, 1: {"A": ("tA",)}}, turn=2)
    state = after(state, setting("city.2.A", "tA"), setting("city.2.A", "c1"))
    assert (state.sides[2].cities[0].sign, state.sides[2].cities[0].tiles) == (3, ("tA", "c1"))
    assert broken(state, Terrabot(seat=2, row=1)) == ()


def test_who_loses_the_last_module_by_hand_is_skipped():
    state = settlement(3, rows={0: {1: ("tA",)}, 2: {1: ("ag",)}})
    state = after(state, setting("row.0.1", "-"))
    assert (state.phase, state.turn) == ("settlement", 2)
    state = after(state, setting("row.2.1", "-"))
    assert state.phase == "final"
    state = after(state, setting("row.1.4", "ag"))
    assert (state.phase, state.turn) == ("settlement", 1)
    assert after(state, Dispose(seat=1, row=4)).phase == "final"


def test_the_turn_can_be_given_to_somebody_else():
    state = settlement(3, rows={0: {1: ("ag",)}, 2: {1: ("ag",)}})
    assert after(state, setting("turn", 2)).turn == 2
    assert after(state, setting("turn", 1)).turn == 2
    first = station(3, out=(1,))
    back = after(first, setting("turn", 1))
    assert (back.turn, back.sides[1].out) == (1, False)
    assert broken(back, DropOut(seat=1)) == ()


def test_arms_hands_and_marker_of_the_station():
    state = station(2, arms={3: "kA"})
    state = after(
        state, setting("arm.3", "tB"), setting("arm.4", "-"), setting("hand.1", 4), setting("marker", 1)
    )
    assert (state.arms[2], state.arms[3]) == ("tB", "")
    assert set(state.gone) == {"kA", "c1"}
    assert (state.sides[1].hand, state.marker) == (4, 1)


def test_setting_by_hand_takes_two_answers():
    state = settlement(2, rows={0: {1: ("ag",)}}, ships={"06": 1})
    draft = Draft("adjust")
    step = play.step(game, state, draft)
    assert isinstance(step, Step)
    assert "ship.06" in [one.value for one in step.options]
    owners = play.step(game, state, draft.then("what", "ship.06"))
    assert isinstance(owners, Step)
    assert [one.value for one in owners.options] == [-1, 0, 1]
    action = play.step(game, state, draft.then("what", "ship.06").then("value", 0))
    assert after(state, action).ships == {"06": 0}
