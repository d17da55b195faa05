"""What the table sets by hand, and what is kept when less is tracked from now on."""

from __future__ import annotations

import pytest
from twilight_table import (
    ECHOES,
    WARS,
    active,
    after,
    begun,
    broken,
    choose,
    desk,
    event,
    held,
    keys,
    marked,
    printed,
    put_down,
    totals,
    with_sides,
)

from companion.engine import Adjust, Draft, Lower, Step, but, play
from companion.games.twilight_inscription import game
from companion.games.twilight_inscription.actions import Advance, CountUp, Finish, Fulfil, Muster, Own, Rule
from companion.games.twilight_inscription.state import COUNT, SCORING, SHEET, Held

rule = pytest.mark.rule

NOBODY = -2


def setting(what: str, value: int | str) -> Adjust:
    return Adjust(key="adjust", what=what, value=value)


def lowered(state, depth: str):
    return after(state, Lower(key="lower", depth=depth))


def test_a_circle_set_by_hand_takes_effect():
    state = after(begun(), setting("mark.0.n:s2", "o"))
    assert (desk(state).mark("n:s2"), desk(state).mark("i:a.1")) == ("o", "x")
    state = after(state, setting("mark.0.n:s3", "o"))
    assert printed(state, "good") == ["n:s3"]
    assert desk(after(state, setting("mark.0.n:s3", "-none"))).mark("n:s3") == ""
    assert desk(after(state, setting("mark.0.n:s3", "/"))).mark("n:s3") == "/"


def test_a_relic_system_set_by_hand_has_a_relic_drawn():
    state = after(active("warfare"), setting("mark.0.n:s21", "o"))
    assert keys(state)[0] == ("relic", 0)


def test_resources_are_set_by_hand():
    state = after(active("warfare"), setting("pool.0.R", 4), setting("pool.0.M", 0))
    assert held(state) == {"I": 1, "R": 4}
    assert broken(state, setting("pool.0.R", 21)) == ("TABLE-3",)


def test_the_speaker_and_the_objectives_can_be_others():
    state = after(begun(), setting("speaker", 2), setting("objective.navigation", "collector"))
    assert (state.speaker, state.objectives["navigation"]) == (2, "collector")
    assert broken(state, setting("objective.navigation", "armada")) == ("TABLE-3",)


@rule("MEC-01")
def test_nobody_stands_twice_on_the_board():
    state = after(event(WARS[0], depth="light"), Rule(who=0), Rule(who=1))
    state = after(state, setting("row.2", 0))
    assert [name.seat for name in state.mecatol] == [0]
    state = after(state, setting("row.2", 2), setting("row.1", NOBODY))
    assert [name.seat for name in state.mecatol] == [2]
    assert broken(state, setting("row.3", 1)) == ("TABLE-3",)


@rule("OBJ-08")
def test_an_objective_set_by_hand_counts_once():
    state = after(begun(), setting("award.1.warfare", "first"), setting("award.1.warfare", "later"))
    assert totals(state) == (0, 4, 0)
    assert totals(after(state, setting("award.1.warfare", "none"))) == (0, 0, 0)


@rule("REL-01")
def test_a_relic_has_one_owner():
    state = after(begun(), setting("relic.nano_forge", 0), setting("relic.nano_forge", 2))
    assert [side.relics for side in state.sides] == [(), (), (Held(relic="nano_forge"),)]
    state = after(state, setting("relic.nano_forge", NOBODY))
    assert [side.relics for side in state.sides] == [(), (), ()]


def test_what_was_counted_can_be_corrected():
    state = but(begun(depth="light"), step=COUNT)
    state = after(state, CountUp(seat=0, navigation=5, expansion=0, industry=0, warfare=-1, goods=4))
    state = after(state, setting("tally.0.navigation", 9), setting("tally.0.goods", 6))
    assert totals(state)[0] == 9 - 1 + 3


def test_setting_by_hand_is_two_choices():
    state = begun()
    step = play.step(game, state, Draft("adjust"))
    assert isinstance(step, Step)
    action = choose(state, Draft("adjust"), what="speaker", value=1)
    assert after(state, action).speaker == 1


def test_lowered_to_light_focus_dice_and_fleets_are_kept():
    state = marked(active("navigation"), 0, under=("n:focus.I", "w:focus.R", "w:fleet_logistics"))
    state = after(state, setting("mark.0.n:s11", "o"), setting("mark.0.n:s23", "o"))
    low = lowered(state, "light")
    side = low.sides[0]
    assert (side.focus, side.logistics, side.desk) == ({"navigation": ("I",), "warfare": ("R",)}, True, None)
    assert (side.bonus, side.active, low.step) == ((1, 1), "navigation", "card")
    assert keys(low) == [("mark", 0), ("mark", 1), ("mark", 2), ("mark", None)]
    low = put_down(low)
    assert low.step == "roll"


def test_lowered_in_a_war_the_strengths_are_counted_by_hand():
    state = lowered(event(WARS[0]), "light")
    state = after(state, Advance())
    assert [key for key, _ in keys(state)] == ["strength:1"] * 3
    for seat in range(3):
        state = after(state, Muster(key="strength:1", seat=seat, left=seat, right=1))
    assert [(war.mine, war.theirs) for war in state.wars][:2] == [(0, 1), (1, 2)]


def test_lowered_to_scoring_only_awards_are_left():
    state = after(event(depth="light"), Fulfil(who=1, sheet="warfare"))
    low = lowered(state, "scoring")
    assert (low.step, keys(low), low.awards) == (SCORING, [("finish", None)], state.awards)
    low = after(low, Finish())
    assert (low.step, keys(low)) == (COUNT, [("count", 0), ("count", 1), ("count", 2)])


def test_lowered_before_the_sheets_are_taken_the_game_begins():
    state = but(begun(), step=SHEET)
    state = with_sides(state, {seat: {"desk": None} for seat in range(3)})
    assert lowered(state, "light").step == "reveal"
    assert lowered(state, "scoring").step == SCORING


def test_without_tracked_sheets_what_is_unlocked_is_said():
    state = event(ECHOES, depth="light")
    state = after(
        state, Own(who=0, what="active", sheet="navigation"), Own(who=0, what="I", sheet="navigation")
    )
    assert state.sides[0].active == "navigation"
    assert broken(state, Own(who=0, what="I", sheet="navigation")) == ("FOC-05",)
    state = after(state, Own(who=0, what="logistics"), Own(who=0, what="left"), Own(who=0, what="left"))
    assert (state.sides[0].logistics, state.sides[0].bonus) == (True, (2, 0))
    assert broken(state, Own(who=0, what="logistics")) == ("TEC-14",)
    assert broken(state, Own(who=0, what="moon")) == ("TABLE-1",)
    step = choose(state, Draft("own"), who=1, what="I")
    assert isinstance(step, Step)
    assert choose(state, Draft("own"), who=1, what="I", sheet="warfare") == Own(
        who=1, what="I", sheet="warfare"
    )
