"""Building units, and cards that touch the Warfare sheet."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.engine import but
from companion.games.twilight_inscription.book import value
from companion.games.twilight_inscription.desk import INDUSTRY, cross, gain, put
from companion.games.twilight_inscription.marking import common, warfare
from companion.games.twilight_inscription.marking.warfare import Deploy, Diodes, Pay, StrikePrize, UnlockUnit
from tests.twilight_drawn import (
    SHEETS,
    WARFARE,
    after,
    broken,
    fresh,
    knows,
    legal,
    overruled,
    owns,
    sheets,
    todo,
)

rule = pytest.mark.rule

CRUISER = [Pay(symbol=f"cruiser.1.{number}", pay="M") for number in (1, 2, 3)]
HERE = Deploy(node="c1r1", to="c3r1")


def pay(symbol: str, with_: str = "M") -> Pay:
    return Pay(symbol=symbol, pay=with_)


def full(desk):
    """With a unit on every node."""
    return but(desk, marks=desk.marks | {node.place: "#" for node in WARFARE.nodes})


def ready(desk, kind: str, *bars: int):
    """With these bars of a type paid, but for deploying."""
    for bar in bars:
        for number in range(1, len(WARFARE.units[kind].bars[bar - 1].cost) + 1):
            desk = cross(desk, f"w:{kind}.{bar}.{number}")
    return desk


@rule("MIL-14")
def test_ex_13_a_cruiser_costs_3_material_and_gives_1_point():
    printed = value("MIL-14")
    bar = WARFARE.units[printed["unit"]].bars[0]
    assert (bar.cost, bar.points) == ((printed["resource"],) * printed["cost"], printed["points"])


@rule("MIL-04")
@rule("MIL-05")
def test_ex_01_three_material_build_a_cruiser():
    desk = after(fresh("MMM"), *CRUISER)
    assert SHEETS.points(desk, "warfare") == 1
    assert (desk.task.key, desk.task.about, desk.pool) == ("deploy", "cruiser", (0, 0, 0))
    desk = after(desk, HERE)
    assert [desk.mark(f"w:c{column}r1") for column in range(1, 5)] == ["#", "#", "#", ""]
    assert desk.todo == ()


@rule("MIL-02")
def test_there_are_five_types_of_units():
    assert set(value("MIL-02")) == set(WARFARE.units)
    assert broken(fresh("M"), pay("fighter.1.1")) == ("MIL-02",)
    assert broken(fresh("M"), UnlockUnit(unit="fighter")) == ("MIL-02",)


@rule("MIL-04")
@rule("GEN-08")
def test_symbols_are_paid_in_any_order_with_what_matches():
    desk = fresh("MIR")
    assert broken(desk, pay("cruiser.1.1", "I")) == ("MIL-04",)
    assert broken(desk, pay("pds.1.1", "M")) == ("MIL-04",)
    for any_ in "MIR":
        assert broken(desk, pay("pds.1.2", any_)) == ()
    assert broken(fresh(), pay("cruiser.1.1")) == ("MIL-04",)
    assert broken(desk, pay("cruiser.1.7")) == ("MRK-03",)
    desk = after(desk, pay("pds.1.2", "R"), pay("pds.1.1", "I"))
    assert desk.task.about == "pds"


@rule("MIL-05")
def test_a_built_unit_is_deployed_before_anything_else():
    desk = gain(after(fresh("MMM"), *CRUISER), "M")
    for action in (pay("infantry"), UnlockUnit(unit="war_sun"), Diodes()):
        assert broken(desk, action) == ("MIL-05",)
    assert {type(one) for one in warfare.moves(desk, SHEETS)} == {Deploy}


@rule("MIL-06")
def test_infantry_costs_one_resource_of_any_kind_and_is_not_limited():
    for resource in "MIR":
        assert broken(fresh(resource), pay("infantry", resource)) == ()
    assert broken(fresh("M"), pay("infantry", "I")) == ("MIL-06",)
    assert broken(owns(fresh("M"), "i:h5"), pay("infantry", "a")) == ("MIL-06",)
    desk = fresh("M" * 12)
    for _ in range(12):
        desk = after(desk, pay("infantry"))
        desk = after(desk, legal(desk, Deploy)[0])
    assert (desk.pool, len(list(warfare.units(desk, WARFARE)))) == ((0, 0, 0), 12)


@rule("MIL-07")
def test_no_more_units_than_bars():
    desk = ready(fresh("M"), "cruiser", 1, 2)
    assert broken(desk, pay("cruiser.3.1")) == ("MIL-07",)
    assert broken(ready(fresh("M"), "cruiser", 1), pay("cruiser.1.1")) == ("MRK-03",)
    assert not [one for one in legal(desk, Pay) if one.symbol.startswith("cruiser")]


@rule("MIL-08")
def test_some_types_are_locked_until_a_special_is_spent():
    for kind in value("MIL-08"):
        assert broken(fresh("MMMM"), pay(f"{kind}.1.1")) == ("MIL-08",)
        assert broken(fresh("MMMM"), UnlockUnit(unit=kind)) == ("MIL-08",)
    desk = owns(fresh("M"), "i:h5")
    assert legal(desk, UnlockUnit) == [UnlockUnit(unit="dreadnought")]
    assert broken(desk, UnlockUnit(unit="war_sun")) == ("MIL-08",)
    desk = after(desk, UnlockUnit(unit="dreadnought"))
    assert (desk.mark("w:dreadnought"), desk.mark("i:h5")) == ("x", "/")
    assert broken(desk, UnlockUnit(unit="dreadnought")) == ("MRK-03",)
    assert broken(desk, pay("dreadnought.1.1")) == ()


@rule("MIL-09")
def test_a_special_among_the_costs():
    on = sheets(
        warfare=replace(
            WARFARE, units=WARFARE.units | {"war_sun": replace(WARFARE.units["war_sun"], lock="")}
        )
    )
    desk = fresh("M", on)
    assert broken(desk, pay("war_sun.1.2", "b"), on) == ("MIL-09",)
    assert broken(owns(desk, "i:h5"), pay("war_sun.1.2", "a"), on) == ("MIL-09",)
    assert broken(desk, pay("war_sun.1.2", "M"), on) == ("MIL-09",)
    spoils = dict(WARFARE.spoils)
    special = replace(spoils["left.1"], win=common_special("b"))
    on = sheets(warfare=replace(on.warfare, spoils=spoils | {"left.1": special}))
    desk = owns(desk, "w:left.1.win")
    assert pay("war_sun.1.2", "b") in legal(desk, Pay, on)
    desk = after(desk, pay("war_sun.1.2", "b"), pay("war_sun.1.1"), on=on)
    assert (desk.mark("w:left.1.win"), on.points(desk, "warfare")) == ("/", 6)


def common_special(sort: str):
    return type(WARFARE.spoils["left.1"].win)("special", sort)


@rule("MIL-10")
@rule("CLR-19")
def test_several_units_of_a_type_may_be_begun_and_finished_later():
    desk = after(fresh("MM"), pay("cruiser.1.1"), pay("cruiser.2.2"))
    assert (desk.todo, SHEETS.points(desk, "warfare")) == ((), 0)
    offered = {one.symbol for one in legal(gain(desk, "M"), Pay)}
    assert {"cruiser.1.2", "cruiser.2.1"} <= offered
    desk = after(gain(desk, "M", 2), pay("cruiser.1.2"), pay("cruiser.1.3"))
    assert desk.task.about == "cruiser"


@rule("MIL-11")
@rule("CLR-22")
def test_a_unit_that_fits_nowhere_is_built_all_the_same():
    desk = after(full(fresh("MMM")), *CRUISER)
    assert (desk.todo, SHEETS.points(desk, "warfare")) == ((), 1)
    assert warfare.built(desk, WARFARE, "cruiser") == (1,)


@rule("MIL-12")
@rule("MIL-13")
@rule("CLR-20")
def test_a_card_deploys_a_unit_without_building_it():
    desk = ready(fresh(), "war_sun", 1)
    desk = warfare.deploy(desk, SHEETS, "war_sun")
    desk = after(desk, Deploy(node="c1r1", to="c2r2"))
    assert [(kind, len(nodes)) for kind, nodes in warfare.units(desk, WARFARE)] == [("war_sun", 4)]
    assert SHEETS.points(desk, "warfare") == 0
    fresh_one = after(warfare.deploy(fresh(), SHEETS, "cruiser"), HERE)
    assert warfare.built(fresh_one, WARFARE, "cruiser") == ()
    assert warfare.deploy(full(fresh()), SHEETS, "pds").todo == ()


@rule("MIL-12")
@rule("CRD-10")
def test_a_card_deploys_several_units_one_after_the_other():
    desk = warfare.deploy(fresh(), SHEETS, "infantry", value("CRD-10")["infantry"])
    desk = after(desk, *(Deploy(node=node, to=node) for node in ("c1r1", "c1r2")))
    assert desk.task.count == 1
    assert after(desk, Deploy(node="c1r3", to="c1r3")).todo == ()


@rule("TEC-15")
@rule("TEC-06")
def test_transit_diodes_deploy_two_infantry_beside_units_and_also_below_the_line():
    desk = after(warfare.deploy(fresh(), SHEETS, "cruiser"), HERE)
    desk = knows(put(desk, "w:line.1", "-"), "transit_diodes")
    assert Diodes() in list(warfare.moves(desk, SHEETS))
    used = after(desk, Diodes())
    assert (used.task.key, used.task.count) == ("diodes", value("TEC-15")["infantry"])
    assert broken(used, Deploy(node="c1r3", to="c1r3")) == ("TEC-15",)
    used = after(used, Deploy(node="c1r2", to="c1r2"), Deploy(node="c1r3", to="c1r3"))
    assert used.todo == ()
    assert broken(used, Diodes()) == ("TEC-06",)
    assert broken(fresh(), Diodes()) == ("TEC-05",)
    assert broken(knows(fresh(), "transit_diodes"), Diodes()) == ("TEC-15",)
    assert Diodes() not in list(warfare.moves(knows(fresh(), "transit_diodes"), SHEETS))


@rule("CRD-11")
@rule("CLR-06")
def test_a_card_strikes_out_a_prize_of_a_war_to_come():
    desk = put(warfare.prize_struck(fresh(), SHEETS), "w:line.1", "-")
    assert desk.task.count == value("CRD-11")["wars"]
    assert len(legal(desk, StrikePrize)) == 6
    assert broken(desk, StrikePrize(box="left.1")) == ("CRD-11",)
    desk = after(desk, StrikePrize(box="left.2"))
    assert (desk.todo, desk.mark("w:left.2.win")) == ((), "x")
    assert broken(todo(desk, "prize"), StrikePrize(box="left.2")) == ("CRD-11",)
    assert broken(desk, StrikePrize(box="left.3")) == ("TABLE-1",)
    won = warfare.resolve(desk, SHEETS, "left", 2, 5, "win")
    assert (won.mark("w:left.2.win"), won.fired) == ("x", ())
    for line in (2, 3, 4):
        desk = put(desk, f"w:line.{line}", "-")
    assert warfare.prize_struck(desk, SHEETS).todo == ()


@rule("CRD-13")
@rule("MIL-07")
def test_a_card_strikes_out_unbuilt_cruisers():
    desk = warfare.strike_cruisers(ready(fresh("M"), "cruiser", 1), SHEETS)
    assert (desk.mark("w:cruiser.1"), desk.mark("w:cruiser.2")) == ("", "x")
    assert broken(desk, pay("cruiser.2.1")) == ("MIL-07",)
    assert {one.symbol for one in warfare.moves(desk, SHEETS)} == {"infantry", "pds.1.2"}


@rule("CRD-07")
@rule("MIL-13")
def test_six_built_units_other_than_infantry_fulfil_armada():
    more = replace(WARFARE.units["cruiser"], bars=WARFARE.units["cruiser"].bars * 2)
    on = sheets(warfare=replace(WARFARE, units=WARFARE.units | {"cruiser": more}))
    desk = ready(ready(fresh(), "pds", 1, 2), "cruiser", 1, 2)
    desk = ready(desk, "dreadnought", 1)
    desk = after(warfare.deploy(desk, on, "war_sun"), Deploy(node="c1r1", to="c2r2"), on=on)
    assert warfare.fulfilled(desk, on, "armada") is False
    assert warfare.fulfilled(ready(desk, "war_sun", 1), on, "armada") is True
    assert warfare.fulfilled(desk, on, "united_front") is None


def test_what_the_table_overrules_is_carried_out():
    desk = overruled(fresh(), CRUISER[0])
    assert (desk.mark("w:cruiser.1.1"), desk.pool) == ("x", (0, 0, 0))
    desk = overruled(desk, UnlockUnit(unit="war_sun"))
    assert desk.mark("w:war_sun") == "x"
    desk = overruled(warfare.deploy(desk, SHEETS, "cruiser"), Deploy(node="c5r1", to="c7r1"))
    assert (desk.mark("w:c5r1"), desk.mark("w:c6r1"), "w:c7r1" in desk.marks) == ("#", "#", False)


def test_technologies_of_this_sheet_are_known_by_its_own_places():
    assert common.known(knows(fresh(), "transit_diodes"), "warfare", "transit_diodes")
    assert not common.known(knows(fresh(), "transit_diodes"), INDUSTRY, "transit_diodes")
