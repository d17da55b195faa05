"""Focus dice and technologies: how they are unlocked, and when they can be used."""

from __future__ import annotations

import pytest
from twilight_table import (
    DICE_FACTS,
    ROLLED,
    active,
    after,
    broken,
    desk,
    held,
    marked,
    overruled,
    put_down,
)

from companion.games.twilight_inscription import dice, game
from companion.games.twilight_inscription.actions import (
    Down,
    Roll,
)
from companion.games.twilight_inscription.marking.common import Focus, Research, Unlock
from companion.games.twilight_inscription.marking.navigation import Integrate
from companion.games.twilight_inscription.state import DICE
from companion.games.twilight_inscription.strategy import UseFocus

rule = pytest.mark.rule


@rule("STR-05")
def test_a_focus_die_is_for_those_who_have_unlocked_it_here():
    state = active("navigation", "warfare", "navigation", step=DICE)
    for seat in range(3):
        state = marked(state, seat, under=("n:focus.I",))
    assert broken(state, UseFocus(seat=0, resource="I")) == ()
    assert broken(state, UseFocus(seat=0, resource="M")) == ("STR-05",)
    assert broken(state, UseFocus(seat=1, resource="I")) == ("STR-05",)
    assert broken(after(state, UseFocus(seat=0, resource="I")), UseFocus(seat=0, resource="I")) == ("STR-05",)
    card = marked(active("navigation"), under=("n:focus.I",))
    assert broken(card, UseFocus(seat=0, resource="I")) == ("STR-05",)


def test_a_focus_die_is_an_offer_and_no_duty():
    state = marked(active("navigation", step=DICE), 0, "", under=("n:focus.I",))
    assert broken(state, Down(seat=0)) == ()


@rule("FOC-01")
def test_a_focus_die_shows_one_or_two_of_its_resource():
    assert dice.shown(ROLLED, DICE_FACTS) == {"M": 1, "I": 2, "R": 1}
    state = marked(active("navigation", step=DICE), 0, "", under=("n:focus.I", "n:focus.R"))
    state = after(state, UseFocus(seat=0, resource="I"))
    assert held(state) == {"I": 2}
    assert held(after(state, UseFocus(seat=0, resource="R"))) == {"I": 2, "R": 1}


@rule("FOC-03", "ADV-14", "MRK-08")
def test_a_focus_asset_underlines_the_die_of_its_resource():
    state = active("warfare")
    assert broken(state, Focus(seat=0, resource="M")) == ("FOC-03",)
    state = marked(state, circled=("n:s10",))
    assert broken(state, Focus(seat=0, resource="I")) == ("FOC-03",)
    state = after(state, Focus(seat=0, resource="M"))
    assert (desk(state).mark("n:s10"), desk(state).mark("w:focus.M")) == ("/", "_")


@rule("FOC-04")
def test_ex_23_a_focus_die_can_be_used_in_the_round_of_its_unlocking():
    state = marked(active("expansion", "warfare", "warfare"), circled=("n:s10",))
    state = after(state, Focus(seat=0, resource="M"))
    state = after(put_down(state), Roll(faces=("black:material",) * 3 + ROLLED[3:]))
    assert held(after(state, UseFocus(seat=0, resource="M"))) == {"M": 4}


@rule("FOC-05")
def test_a_focus_die_is_unlocked_for_each_sheet_by_itself():
    state = marked(active("navigation", step=DICE), circled=("n:s10", "i:h35"), under=("w:focus.M",))
    assert broken(state, UseFocus(seat=0, resource="M")) == ("STR-05",)
    state = after(state, Focus(seat=0, resource="M"))
    assert broken(state, UseFocus(seat=0, resource="M")) == ()
    assert broken(state, Focus(seat=0, resource="M")) == ("FOC-05",)


@rule("FOC-06")
def test_a_focus_die_unlocked_after_the_roll_still_counts():
    state = marked(active("navigation", step=DICE), 0, "", circled=("n:s25",))
    state = after(state, Focus(seat=0, resource="I"), UseFocus(seat=0, resource="I"))
    assert held(state) == {"I": 2}


def test_which_colour_gives_what_is_asked_and_the_last_follows():
    assert dice.shown(ROLLED, {}) == {}
    assert dice.shown(ROLLED, {"focus.green": "R"}) == {"R": 2}
    assert dice.shown(ROLLED, {"focus.green": "R", "focus.red": "I"}) == {"M": 1, "I": 1, "R": 2}
    state = active("navigation", step=DICE, facts={})
    assert game.wanted(state) == ("focus.red", "focus.green", "focus.blue")
    assert game.wanted(active("navigation", step=DICE)) == ()


@rule("TEC-03", "ADV-13")
def test_a_special_asset_unlocks_a_technology_at_once():
    state = active("navigation", pool="")
    unlock = Unlock(seat=0, tech="gravity_drive")
    assert broken(state, unlock) == ("TEC-03",)
    assert broken(marked(state, circled=("n:s17",)), unlock) == ("TEC-03",)
    state = after(marked(state, circled=("n:s7",)), unlock)
    assert (desk(state).mark("n:s7"), desk(state).mark("n:gravity_drive")) == ("/", "_")


@rule("TEC-02", "TEC-17")
def test_a_technology_costs_the_research_that_its_sheet_prints():
    state = active("navigation", pool="RRRRR")
    study = Research(seat=0, tech="gravity_drive")
    for paid in (1, 2):
        state = after(state, study)
        assert (held(state), desk(state).mark("n:gravity_drive")) == ({"R": 5 - paid}, "")
    state = after(state, study)
    assert desk(state).mark("n:gravity_drive") == "_"
    assert broken(state, study) == ("TEC-04",)


@rule("TEC-04")
def test_research_may_be_spread_and_is_not_given_back():
    state = after(active("navigation", pool="R"), Research(seat=0, tech="gravity_drive"))
    state = marked(state, circled=("n:s7",))
    state = after(state, Unlock(seat=0, tech="gravity_drive"))
    assert (held(state), desk(state).mark("n:gravity_drive.1")) == ({}, "x")
    assert desk(state).mark("n:gravity_drive") == "_"


@rule("TEC-07", "CLR-30")
def test_a_card_that_unlocks_a_technology_is_carried_out_without_paying():
    state = active("navigation", pool="")
    by_asset = overruled(state, Unlock(seat=0, tech="gravity_drive"))
    assert desk(by_asset).mark("n:gravity_drive") == "_"
    for _ in range(3):
        state = overruled(state, Research(seat=0, tech="gravity_drive"))
    assert desk(state).mark("n:gravity_drive") == "_"


@rule("CLR-29")
def test_a_technology_can_be_used_as_soon_as_it_is_unlocked():
    state = marked(active("navigation", pool=""), circled=("n:s17",))
    assert broken(state, Integrate(seat=0)) == ("TEC-05",)
    assert broken(after(state, Unlock(seat=0, tech="integrated_economy")), Integrate(seat=0)) == ()
