"""Strategy events: who marks what, with which resources, and when; focus dice."""

from __future__ import annotations

import pytest
from twilight_table import (
    COUNCIL,
    ECHOES,
    PRODUCTION,
    ROLLED,
    VENTURES,
    WARS,
    active,
    after,
    begun,
    broken,
    desk,
    downs,
    event,
    held,
    keys,
    lane,
    marked,
    opening,
    overruled,
    possible,
    printed,
    put_down,
    setup,
    with_rival,
)

from companion.engine import but
from companion.games.twilight_inscription import dice, game
from companion.games.twilight_inscription.actions import (
    Activate,
    Advance,
    Down,
    Muster,
    Resolve,
    Reveal,
    Roll,
)
from companion.games.twilight_inscription.marking.common import Trade
from companion.games.twilight_inscription.marking.expansion import UnlockPlanet
from companion.games.twilight_inscription.marking.industry import Scrap
from companion.games.twilight_inscription.marking.navigation import ClaimSystem, Explore
from companion.games.twilight_inscription.marking.warfare import Pay
from companion.games.twilight_inscription.state import CARD, COUNT, DICE, REVEAL, ROLL

rule = pytest.mark.rule


@rule("RND-01", "SET-17")
def test_a_round_begins_with_the_top_card():
    state = after(game.setup(setup()), *opening(chance=5))
    top, later = state.deck[0], state.deck[2]
    assert keys(state) == [("reveal", None)]
    assert broken(state, Reveal(event=later)) == ("RND-01",)
    state = after(state, Reveal(event=top))
    assert (state.event, state.round, state.played, len(state.deck)) == (top, 1, (top,), 24)


@rule("CMP-11")
def test_an_unknown_event_is_named():
    assert broken(begun(), Reveal(event="picnic")) == ("CMP-11",)
    assert not possible(begun(), Reveal(event="picnic"))


@rule("RND-02")
def test_all_mark_at_the_same_time():
    state = event()
    assert keys(state) == [("sheet", 0), ("sheet", 1), ("sheet", 2)]
    for seat in (2, 0, 1):
        state = after(state, Activate(seat=seat, sheet="warfare"))
    assert keys(state) == [("mark", 0), ("mark", 1), ("mark", 2)]


@rule("RND-03")
def test_then_the_card_is_put_aside_and_a_new_round_begins():
    state = put_down(active("navigation", "navigation", "navigation", step=DICE))
    assert (state.step, state.played) == (REVEAL, (ECHOES,))
    assert keys(state) == [("reveal", None)]
    assert [side.active for side in state.sides] == ["", "", ""]


@rule("RND-04", "END-01")
def test_after_the_last_war_the_sheets_are_scored():
    state = event(WARS[3], depth="light", round=22)
    ended = put_through_war(state)
    assert (ended.step, keys(ended)) == (COUNT, [("count", 0), ("count", 1), ("count", 2)])
    assert put_through_war(event(WARS[2], depth="light")).step == REVEAL


def put_through_war(state):
    state = after(state, Advance())
    for seat in range(state.players):
        state = after(state, Muster(key=f"strength:{state.round}", seat=seat, left=1, right=1))
    return after(state, Resolve())


@rule("RND-05")
def test_every_kind_of_event_begins_in_its_own_way():
    begin = {VENTURES: CARD, WARS[0]: "line", COUNCIL: "claim", PRODUCTION: "claim"}
    for key, step in begin.items():
        assert event(key, depth="light").step == step
    assert event("empire_ascendant", depth="light").step == "resolve"


@rule("RND-06")
def test_the_speaker_says_when_all_are_done():
    state = active("warfare", "warfare", "warfare", pool="")
    assert broken(state, Down()) == ("RND-06",)
    light = event(depth="light")
    assert keys(light) == [("mark", 0), ("mark", 1), ("mark", 2), ("mark", None)]
    assert after(light, Down()).step == ROLL


@rule("RND-07")
def test_who_is_done_lays_down_the_pen():
    state = active("warfare", "warfare", "warfare", pool="")
    state = after(state, Down(seat=1))
    assert keys(state) == [("mark", 0), ("mark", 2)]
    assert (state.step, [side.down for side in state.sides]) == (CARD, [False, True, False])


@rule("STR-01")
def test_everybody_chooses_an_active_sheet():
    state = after(event(), Activate(seat=1, sheet="industry"))
    assert [side.active for side in state.sides] == ["", "industry", ""]
    assert broken(state, Activate(seat=1, sheet="warfare")) == ("STR-01",)
    assert not possible(state, Activate(seat=0, sheet="palace"))


@rule("STR-06")
def test_the_sheet_is_not_changed_after_the_roll():
    state = active("industry", "warfare", "warfare", step=DICE)
    assert [side.active for side in state.sides] == ["industry", "warfare", "warfare"]
    assert broken(state, Activate(seat=0, sheet="navigation")) == ("STR-01",)


@rule("STR-02", "GEN-07")
def test_the_card_supplies_its_resources():
    assert held(active("navigation")) == {"M": 1, "I": 1, "R": 1}
    assert held(active("navigation", key=VENTURES)) == {"M": 3}
    assert dice.supply(("black:influence", *ROLLED[:2], *ROLLED[3:])) == (1, 2, 0)


@rule("STR-03", "CRD-01")
def test_when_all_have_spent_the_card_six_dice_are_rolled():
    state = put_down(active("warfare", "warfare", "warfare"))
    assert (state.step, keys(state)) == (ROLL, [("roll", None)])
    assert game.prompt(state).demands[0].sees == "symbols:twilight_inscription:6"


@rule("CMP-05", "CMP-06")
def test_three_black_dice_and_three_focus_dice_are_rolled():
    state = put_down(active("warfare", "warfare", "warfare"))
    assert broken(state, Roll(faces=ROLLED)) == ()
    assert broken(state, Roll(faces=(*ROLLED[:2], *ROLLED[3:]))) == ("CMP-05",)
    assert broken(state, Roll(faces=("black:gold", *ROLLED[1:]))) == ("CMP-05",)
    assert broken(state, Roll(faces=ROLLED[:5])) == ("CMP-06",)
    assert not possible(state, Roll(faces=ROLLED[:5]))


@rule("FOC-02")
def test_the_focus_dice_are_always_rolled_too():
    state = put_down(active("warfare", "warfare", "warfare"))
    for at in (3, 4, 5):
        assert broken(state, Roll(faces=(*ROLLED[:at], *ROLLED[at + 1 :]))) == ("CMP-06",)


@rule("STR-04", "CRD-01")
def test_the_black_dice_are_there_to_be_spent():
    state = put_down(active("warfare", "warfare", "warfare"))
    state = after(state, Roll(faces=("black:material", "black:material", "black:research", *ROLLED[3:])))
    assert (state.step, held(state)) == (DICE, {"M": 2, "R": 1})
    assert keys(state) == [("mark", 0), ("mark", 1), ("mark", 2)]


@rule("STR-07")
def test_nobody_takes_a_result_from_another():
    state = active("navigation", "warfare", "industry", step=DICE)
    assert [held(state, seat) for seat in range(3)] == [{"M": 1, "I": 1, "R": 1}] * 3
    state = after(state, Explore(seat=0, system="s3", pay="M"))
    assert held(state, 0) == {"I": 1, "R": 1}
    assert held(state, 1) == held(state, 2) == {"M": 1, "I": 1, "R": 1}


@rule("STR-08", "STR-09")
def test_assets_of_other_sheets_give_marks_on_the_active_one():
    state = marked(active("warfare", pool=""), circled=("n:s3",))
    state = after(state, Trade(seat=0, resource="M"))
    assert desk(state).mark("n:s3") == "/"
    state = after(state, Pay(seat=0, symbol="cruiser.1.1", pay="M"))
    assert desk(state).mark("w:cruiser.1.1") == "x"


@rule("STR-10")
def test_inactive_sheets_are_not_marked():
    state = active("warfare")
    assert broken(state, Explore(seat=0, system="s3", pay="M")) == ("STR-10",)
    assert broken(state, Scrap(seat=0, hex="h17", pay="M")) == ("STR-10",)
    assert broken(active("navigation"), Explore(seat=0, system="s3", pay="M")) == ()


@rule("EXP-03")
def test_a_planet_is_unlocked_only_while_expansion_is_active():
    unlock = UnlockPlanet(seat=0, planet="ondara")
    elsewhere = marked(active("navigation"), circled=("n:s1",))
    assert broken(elsewhere, unlock) == ("STR-10",)
    state = after(marked(active("expansion"), circled=("n:s1",)), unlock)
    assert (desk(state).mark("n:s1"), desk(state).mark("e:ondara")) == ("/", "x")


@rule("STR-13", "ADV-15")
def test_an_instant_asset_writes_on_an_inactive_sheet():
    state = after(active("navigation"), ClaimSystem(seat=0, system="s2", pay="I"))
    assert desk(state).mark("i:a.1") == "x"
    state = marked(state, 0, "I", lined=(lane(state, "s1", "s4"), lane(state, "s2", "s8")))
    state = after(state, ClaimSystem(seat=0, system="s8", pay="I"))
    assert desk(state).mark("e:track.1") == "o"


@rule("GEN-01")
def test_marks_go_to_the_own_sheets():
    before = active("navigation", "navigation", "navigation")
    state = after(before, ClaimSystem(seat=1, system="s2", pay="I"))
    assert [desk(state, seat) == desk(before, seat) for seat in range(3)] == [True, False, True]


@rule("GEN-02", "MRK-01")
def test_to_claim_is_to_circle():
    state = after(active("navigation"), ClaimSystem(seat=0, system="s1", pay="I"))
    assert desk(state).mark("n:s1") == "o"
    assert printed(state, "planet") == ["n:s1"]


@rule("GEN-03")
def test_what_works_at_once_comes_before_anything_else():
    state = active("navigation", pool="III")
    state = marked(state, lined=(lane(state, "s17", "s21"), lane(state, "s21", "s24")))
    state = after(state, ClaimSystem(seat=0, system="s21", pay="I"))
    assert keys(state)[0] == ("relic", 0)
    assert broken(state, ClaimSystem(seat=0, system="s1", pay="I")) == ("GEN-03",)
    assert broken(state, Trade(seat=0, resource="M")) == ("GEN-03",)
    assert broken(state, Down(seat=0)) == ("GEN-03",)


@rule("GEN-05", "ADV-05", "MRK-02")
def test_an_asset_is_spent_once():
    state = marked(active("warfare", pool=""), circled=("n:s3",))
    spend = Trade(seat=0, resource="M")
    state = after(state, spend)
    assert desk(state).mark("n:s3") == "/"
    assert broken(state, spend) == ("ADV-09",)


@rule("GEN-10", "CLR-28")
def test_resources_with_a_use_are_spent():
    state = active("navigation", pool="MI")
    assert broken(state, Down(seat=0)) == ("GEN-10",)
    assert broken(marked(state, 0, "I"), Down(seat=0)) == ("GEN-10",)
    assert broken(marked(state, 0, ""), Down(seat=0)) == ()


@rule("GEN-11")
def test_what_has_no_use_lapses():
    state = active("navigation", "navigation", "navigation", pool="I")
    for seat in range(3):
        state = marked(state, seat, circled=("n:s1", "n:s2"))
    assert broken(state, Down(seat=0)) == ()
    state = after(state, *downs(state))
    assert (state.step, [held(state, seat) for seat in range(3)]) == (ROLL, [{}, {}, {}])


@rule("GEN-11")
def test_what_the_table_keeps_all_the_same_lapses_too():
    state = overruled(active("navigation", "warfare", pool="M"), Down(seat=0))
    state = put_down(state)
    assert held(state) == {}


@rule("ADV-06", "CLR-31")
def test_what_was_just_claimed_is_spent_at_once():
    state = active("navigation", pool="I")
    state = marked(state, lined=(lane(state, "s1", "s3"),))
    state = after(state, ClaimSystem(seat=0, system="s3", pay="I"), Trade(seat=0, resource="R"))
    assert held(state) == {"R": 1}


@rule("ADV-09")
def test_a_trade_good_is_one_resource_of_choice():
    state = marked(active("warfare", pool=""), circled=("n:s3", "n:s19"))
    assert held(after(state, Trade(seat=0, resource="I"))) == {"I": 1}
    both = after(state, Trade(seat=0, resource="I"), Trade(seat=0, resource="R"))
    assert held(both) == {"I": 1, "R": 1}
    assert broken(both, Trade(seat=0, resource="M")) == ("ADV-09",)


@rule("SOL-02")
def test_alone_a_strategy_event_is_the_same():
    marks = (ClaimSystem(seat=0, system="s2", pay="I"), Explore(seat=0, system="s3", pay="M"))
    together, alone = after(active("navigation"), *marks), after(active("navigation", players=1), *marks)
    assert desk(alone) == desk(together)
    assert desk(alone).mark("n:s2") == "o"
    assert put_down(alone).step == ROLL


def test_a_table_with_an_ai_faction_lets_it_mark_its_tracks():
    state = with_rival(put_down(active("navigation", players=1)))
    state = but(state, step=ROLL)
    assert after(state, Roll(faces=ROLLED)).rival != state.rival
    assert event(PRODUCTION).step == "claim"
