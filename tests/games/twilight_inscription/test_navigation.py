"""Marks on the Navigation sheet, rule by rule, on a small sheet."""

from __future__ import annotations

import pytest
from twilight_desk import SHEETS, desk_of, legal, made, refused

from companion.engine import Impossible, but
from companion.games.twilight_inscription.desk import Task
from companion.games.twilight_inscription.marking import chain, navigation
from companion.games.twilight_inscription.marking.mark import FREE, Enough
from companion.games.twilight_inscription.marking.navigation import (
    ClaimSystem,
    Explore,
    Integrate,
    StrikeSystem,
    claimable,
    disarm,
    reached,
    strike,
)

rule = pytest.mark.rule

DRIVE = ("n:gravity_drive",)
ECONOMY = ("n:integrated_economy",)


def explored(desk):
    return reached(desk, SHEETS.navigation) & set(SHEETS.navigation.system)


def fly(system, *through, pay="M"):
    return Explore(system=system, through=through, pay=pay)


def claim(system, pay="I"):
    return ClaimSystem(system=system, pay=pay)


def at_c(pool="", **more):
    """Home, a and c are explored, and b."""
    return made(navigation, desk_of("M" + pool, **more), fly("c"))


@rule("NAV-04")
def test_home_is_claimed_and_two_systems_are_explored_at_the_start():
    desk = desk_of()
    assert explored(desk) == {"home", "a", "b"}
    assert [one.id for one in SHEETS.navigation.systems if desk.claimed(one.place)] == ["home"]


@rule("NAV-03", "NAV-05", "NAV-06")
@pytest.mark.parametrize("pay", ["M", "R"])
def test_ex_03_one_resource_explores_a_system_next_door(pay):
    desk = made(navigation, desk_of(pay), fly("c", pay=pay))
    assert "c" in explored(desk)
    assert desk.mark("n:a+c") == "-"
    assert not desk.claimed("n:c")
    assert desk.pool == (0, 0, 0)


@rule("NAV-05", "NAV-24")
def test_what_explores_is_offered_for_what_is_in_hand():
    assert {one.pay for one in legal(navigation, desk_of("MRI")) if isinstance(one, Explore)} == {"M", "R"}
    assert refused(navigation, desk_of("R"), fly("c", pay="M")) == ("NAV-05",)
    assert refused(navigation, desk_of(), fly("c")) == ("NAV-05",)


@rule("NAV-25")
def test_influence_does_not_explore_and_material_does_not_claim():
    desk = desk_of("MIR")
    assert refused(navigation, desk, fly("c", pay="I")) == ("NAV-25",)
    assert refused(navigation, desk, claim("a", pay="M")) == ("NAV-25",)
    assert refused(navigation, desk, claim("a", pay="R")) == ("NAV-25",)


@rule("NAV-07", "CLR-25")
def test_exploring_goes_on_from_an_unclaimed_system():
    desk = made(navigation, desk_of("MM"), fly("c"), fly("d"))
    assert not desk.claimed("n:c")
    assert "d" in explored(desk)


@rule("NAV-08")
def test_what_no_lane_joins_cannot_be_explored():
    assert refused(navigation, desk_of("M"), fly("d")) == ("NAV-08",)
    assert "d" not in {one.system for one in navigation.moves(desk_of("M"), SHEETS)}


@rule("NAV-09")
def test_an_explored_system_is_no_target():
    assert refused(navigation, desk_of("M"), fly("a")) == ("NAV-09",)
    assert {one.system for one in legal(navigation, desk_of("M"))} == {"c", "e"}


@rule("NAV-01")
def test_a_system_that_is_not_printed():
    assert refused(navigation, desk_of("M"), fly("zz")) == ("NAV-01",)
    assert refused(navigation, desk_of("I"), claim("w1")) == ("NAV-01",)


@rule("NAV-10", "NAV-11", "NAV-12", "TEC-08")
def test_ex_04_a_wormhole_flight_is_two_lines_for_one_resource():
    desk = at_c("M", knows=DRIVE)
    flown = made(navigation, desk, fly("f", "w1", "w2"))
    assert "f" in explored(flown)
    assert flown.mark("n:c+w1") == flown.mark("n:f+w2") == "-"
    assert set(flown.marks) - set(desk.marks) == {"n:c+w1", "n:f+w2"}
    assert flown.pool == (0, 0, 0)


@rule("NAV-10", "TEC-08")
def test_ex_04b_no_wormhole_flight_without_gravity_drive():
    desk = at_c("M")
    assert refused(navigation, desk, fly("f", "w1", "w2")) == ("NAV-10",)
    grey = [one for one in navigation.moves(desk, SHEETS) if one.verb == "explore" and one.through]
    assert sorted(one.system for one in grey) == ["f", "g"]


@rule("NAV-11")
@pytest.mark.parametrize("through", [("w1",), ("w1", "w1"), ("w1", "c"), ("w1", "w4"), ("w1", "w2", "w4")])
def test_a_flight_needs_another_wormhole_that_is_joined_to_the_target(through):
    assert refused(navigation, at_c("M", knows=DRIVE), fly("f", *through)) == ("NAV-11",)


@rule("NAV-06")
def test_a_flight_begins_at_an_explored_system():
    desk = at_c("M", knows=DRIVE)
    assert refused(navigation, desk, fly("f", "w3", "w2")) == ("NAV-06",)


@rule("NAV-13", "CLR-27")
def test_a_wormhole_is_entered_only_once():
    desk = made(navigation, at_c("MMM", knows=DRIVE), fly("f", "w1", "w2"), fly("d"))
    assert refused(navigation, desk, fly("g", "w1", "w4")) == ("NAV-13",)
    assert fly("g", "w3", "w4") in legal(navigation, desk)


@rule("NAV-14")
def test_a_wormhole_that_was_left_once_is_used_up_as_well():
    desk = made(navigation, at_c("MMM", knows=DRIVE), fly("f", "w1", "w2"), fly("d"))
    assert refused(navigation, desk, fly("g", "w3", "w2")) == ("NAV-14",)
    assert refused(navigation, desk, fly("g", "w2", "w4")) == ("NAV-13",)


def test_ways_through_wormholes_are_offered_where_no_lane_leads():
    desk = at_c("M", knows=DRIVE)
    ways = [(one.system, one.through) for one in legal(navigation, desk)]
    assert sorted(ways) == [
        ("d", ()),
        ("e", ()),
        ("f", ("w1", "w2")),
        ("g", ("w1", "w2")),
        ("g", ("w1", "w4")),
    ]


@rule("NAV-15")
def test_ex_02_claiming_takes_influence():
    desk = made(navigation, desk_of("I"), claim("a"))
    assert desk.mark("n:a") == "o"
    assert desk.pool == (0, 0, 0)
    assert refused(navigation, desk_of("M"), claim("b")) == ("NAV-15",)


@rule("NAV-17")
def test_ex_05_with_the_system_its_advantage_is_claimed():
    desk = made(navigation, desk_of("II"), claim("a"), claim("b"))
    assert SHEETS.available(desk, "planet") == ["n:a"]
    assert SHEETS.points(desk, "navigation") == 2


@rule("NAV-16")
def test_what_is_not_explored_cannot_be_claimed():
    assert refused(navigation, desk_of("I"), claim("c")) == ("NAV-16",)
    assert {one.system for one in legal(navigation, desk_of("I"))} == {"a", "b"}


@rule("NAV-03")
def test_what_is_claimed_is_not_claimed_again():
    desk = made(navigation, desk_of("II"), claim("a"))
    assert refused(navigation, desk, claim("a")) == ("NAV-03",)
    assert refused(navigation, but(desk, marks={**desk.marks, "n:a": "/"}), claim("a")) == ("NAV-03",)
    assert refused(navigation, desk, claim("home")) == ("NAV-03",)


@rule("NAV-02")
def test_an_empty_system_can_be_claimed_too():
    assert "n:c" not in SHEETS.assets
    desk = made(navigation, at_c("I"), claim("c"))
    assert desk.claimed("n:c")
    assert desk.todo == ()


@rule("NAV-18", "NAV-19")
def test_mecatol_rex_and_relics_are_decisions_of_the_table():
    desk = made(navigation, desk_of("MMMMII"), fly("c"), fly("d"), fly("rex"), fly("e"))
    assert made(navigation, desk, claim("rex")).task == Task(key="mecatol", about="n:rex")
    assert made(navigation, desk, claim("e")).task == Task(key="relic", about="n:e")


@rule("ADV-17", "EXP-12")
def test_population_of_a_system_works_at_once():
    desk = made(navigation, desk_of("MMI"), fly("c"), fly("d"), claim("d"))
    assert desk.mark("e:track.1") == "o"


@rule("NAV-21", "CLR-26")
def test_a_struck_system_cannot_be_claimed():
    desk = strike(desk_of("I"), SHEETS, "a")
    assert refused(navigation, desk, claim("a")) == ("NAV-21",)
    assert claimable(desk, SHEETS) == ["b"]


@rule("NAV-22")
def test_a_struck_system_can_be_explored_and_flown_through():
    desk = strike(desk_of("MM"), SHEETS, "d")
    desk = made(navigation, strike(desk, SHEETS, "n1"), fly("c"), fly("d"))
    assert legal(navigation, but(desk, pool=(1, 0, 0)))[-1] == fly("n1")


def test_a_claimed_system_is_not_struck():
    with pytest.raises(Impossible):
        strike(made(navigation, desk_of("I"), claim("a")), SHEETS, "a")


@rule("CRD-13")
def test_disarmament_strikes_four_unclaimed_systems_with_an_advantage():
    desk = disarm(made(navigation, desk_of("I"), claim("a")), SHEETS)
    assert desk.task == Task(key="disarm", count=4)
    assert refused(navigation, desk, StrikeSystem(system="a")) == ("CRD-13",)
    assert refused(navigation, desk, StrikeSystem(system="c")) == ("CRD-13",)
    assert refused(navigation, desk, claim("b")) == ("TABLE-1",)
    for system in ("b", "rex", "g", "f"):
        assert desk.task is not None
        desk = made(navigation, desk, StrikeSystem(system=system))
    assert desk.todo == ()
    assert [one for one in "abcdefg" if desk.has(f"n:{one}", "x")] == ["b", "f", "g"]


@rule("CRD-13", "CLR-06")
def test_disarmament_strikes_as_many_as_there_are():
    every = {one.place: "o" for one in SHEETS.navigation.systems if one.asset and one.id not in ("f", "g")}
    desk = disarm(but(desk_of(), marks=every), SHEETS)
    assert desk.task == Task(key="disarm", count=2)
    assert disarm(but(desk_of(), marks={**every, "n:f": "o", "n:g": "o"}), SHEETS).task is None


def test_disarmament_ends_where_nothing_is_left_to_strike():
    desk = disarm(desk_of(), SHEETS)
    assert refused(navigation, desk, Enough(task="disarm")) == ("TABLE-1",)
    every = {one.place: "o" for one in SHEETS.navigation.systems}
    desk = but(desk, marks={**desk.marks, **every})
    assert legal(navigation, desk) == [Enough(task="disarm")]
    assert made(navigation, desk, Enough(task="disarm")).todo == ()


@rule("TEC-09")
def test_integrated_economy_claims_up_to_two_small_systems_for_nothing():
    desk = made(navigation, at_c("M", knows=ECONOMY), fly("d"), Integrate())
    assert desk.task == Task(key="integrate", count=2)
    assert legal(navigation, desk) == [
        claim("a", FREE),
        claim("c", FREE),
        claim("d", FREE),
        Enough(task="integrate"),
    ]
    assert refused(navigation, desk, claim("b", FREE)) == ("TEC-09",)
    assert refused(navigation, desk, claim("f", FREE)) == ("NAV-16",)
    assert refused(navigation, desk, claim("a")) == ("TABLE-1",)
    assert refused(navigation, desk, fly("e")) == ("TABLE-1",)
    desk = made(navigation, desk, claim("a", FREE), claim("d", FREE))
    assert desk.todo == ()
    assert desk.claimed("n:a")
    assert desk.mark("e:track.1") == "o"


@rule("TEC-09")
def test_integrated_economy_may_claim_fewer():
    desk = made(navigation, at_c(knows=ECONOMY), Integrate(), claim("a", FREE), Enough(task="integrate"))
    assert desk.todo == ()
    assert not desk.claimed("n:c")
    only = made(navigation, desk_of(knows=ECONOMY), Integrate())
    assert only.task == Task(key="integrate", count=1)


@rule("TEC-06", "TEC-05", "TEC-09")
def test_integrated_economy_is_used_once_per_activation():
    assert refused(navigation, desk_of(), Integrate()) == ("TEC-05",)
    assert Integrate() not in list(navigation.moves(desk_of(), SHEETS))
    desk = made(navigation, at_c(knows=ECONOMY), Integrate(), claim("a", FREE), Enough(task="integrate"))
    assert refused(navigation, desk, Integrate()) == ("TEC-06",)
    assert made(navigation, but(desk, used=()), Integrate()).task is not None


def test_nothing_is_free_without_a_reason():
    assert refused(navigation, desk_of("I"), claim("a", FREE)) == ("NAV-25",)
    assert refused(navigation, desk_of("I"), StrikeSystem(system="a")) == ("TABLE-1",)
    assert refused(navigation, desk_of("I"), Enough(task="integrate")) == ("TABLE-1",)


def test_the_table_may_overrule():
    desk = navigation.mark(desk_of(), SHEETS, fly("g"))
    assert "g" in explored(desk)
    assert explored(desk) == {"home", "a", "b", "g"}
    desk = chain.settle(navigation.mark(strike(desk, SHEETS, "f"), SHEETS, claim("f")), SHEETS)
    assert SHEETS.points(desk, "navigation") == 2
    desk = navigation.mark(desk, SHEETS, fly("n2", "w1", "w2"))
    assert "n2" in explored(desk)
    with pytest.raises(Impossible):
        navigation.mark(desk, SHEETS, claim("home"))
    with pytest.raises(Impossible):
        navigation.mark(desk, SHEETS, fly("zz"))
