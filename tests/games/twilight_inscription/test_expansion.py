"""Marks on the Expansion sheet, rule by rule, on a small sheet.

Ang is M I over M M, Bor is I R over M, Dol is R R; the docks cost M I, R and M M.
"""

from __future__ import annotations

import pytest
from twilight_desk import SHEETS, desk_of, holding, legal, made, refused

from companion.engine import Impossible, but
from companion.games.twilight_inscription.desk import Task
from companion.games.twilight_inscription.marking import chain, expansion, gifts, settling
from companion.games.twilight_inscription.marking.expansion import (
    Assemble,
    BuildDock,
    Motivate,
    PayDock,
    Settle,
    StrikePoint,
    UnlockPlanet,
)
from companion.games.twilight_inscription.marking.mark import FREE, Enough

rule = pytest.mark.rule

MOTIVATOR = ("e:neural_motivator",)
ROUTINES = ("e:self_assembly_routines",)


def settle(symbol, pay=""):
    return Settle(symbol=symbol, pay=pay or next(p.symbols[symbol] for p in PLANETS if symbol in p.symbols))


def free(symbol):
    return Settle(symbol=symbol, pay=FREE)


PLANETS = SHEETS.expansion.planets
ANG = {"e__ang": "x"}
ALL = {"e__ang": "x", "e__bor": "x", "e__dol": "x"}


@rule("EXP-01")
def test_locked_planets_are_not_settled():
    desk = desk_of("MIR")
    assert not any(isinstance(one, Settle) for one in expansion.moves(desk, SHEETS))
    for symbol in ("ang.1.1", "bor.1.1", "dol.1.1"):
        assert refused(expansion, desk, settle(symbol)) == ("EXP-01",)


@rule("EXP-02", "ADV-08", "NAV-20")
def test_ex_06_a_planet_of_navigation_unlocks_a_planet_here():
    desk = made(expansion, holding(desk_of(), "n:a"), UnlockPlanet(planet="bor"))
    assert desk.mark("n:a") == "/"
    assert desk.mark("e:bor") == "x"
    assert SHEETS.available(desk, "planet") == []


@rule("EXP-02")
def test_unlocking_takes_an_unspent_planet():
    assert refused(expansion, desk_of("MIR"), UnlockPlanet(planet="ang")) == ("EXP-02",)
    assert refused(expansion, desk_of(n__a="/"), UnlockPlanet(planet="ang")) == ("EXP-02",)


@rule("MRK-06")
def test_a_planet_is_unlocked_once():
    assert refused(expansion, holding(desk_of(**ANG), "n:a"), UnlockPlanet(planet="ang")) == ("MRK-06",)


@rule("EXP-04")
def test_settling_crosses_out_a_symbol_anywhere_for_its_own_resource():
    desk = desk_of("MM", **ANG)
    targets = {one.symbol for one in legal(expansion, desk) if isinstance(one, Settle)}
    assert targets == {"ang.1.1", "ang.2.1", "ang.2.2"}
    desk = made(expansion, desk, settle("ang.2.2"))
    assert desk.mark("e:ang.2.2") == "x"
    assert desk.pool == (1, 0, 0)
    assert refused(expansion, desk_of("M", **ANG), settle("ang.1.2")) == ("EXP-04",)


@rule("GEN-08")
def test_another_resource_does_not_settle():
    assert refused(expansion, desk_of("MIR", **ANG), settle("ang.1.2", "M")) == ("GEN-08",)
    assert refused(expansion, desk_of("MIR", **ANG), free("ang.1.2")) == ("GEN-08",)


@rule("MRK-03")
def test_a_symbol_is_crossed_out_once():
    desk = made(expansion, desk_of("MM", **ANG), settle("ang.1.1"))
    assert refused(expansion, desk, settle("ang.1.1")) == ("MRK-03",)
    with pytest.raises(Impossible):
        expansion.mark(desk, SHEETS, settle("ang.1.1"))


@rule("EXP-05")
def test_ex_07_the_last_symbols_of_a_row_claim_its_advantage():
    desk = made(expansion, desk_of("MM", **ANG), settle("ang.2.1"))
    assert not desk.claimed("e:ang.r2")
    desk = made(expansion, desk, settle("ang.2.2"))
    assert desk.claimed("e:ang.r2")
    assert not desk.mark("e:ang.r1")


@rule("EXP-05", "EXP-06")
def test_one_symbol_may_complete_its_row_and_its_column():
    desk = made(expansion, desk_of("MMMI", **ANG), settle("ang.1.2"), settle("ang.2.1"), settle("ang.1.1"))
    assert desk.claimed("e:ang.r1")
    assert desk.claimed("e:ang.c1")
    assert SHEETS.points(desk, "expansion") == 3


@rule("EXP-05")
def test_a_row_with_a_gap_is_complete_without_it():
    desk = made(expansion, desk_of("MR", **ALL), settle("bor.2.1"))
    assert desk.claimed("e:bor.r2")
    desk = made(expansion, desk, settle("bor.1.2"))
    assert desk.claimed("e:bor.c2")


@rule("EXP-15")
def test_several_planets_are_settled_side_by_side():
    desk = desk_of("MRR", **ALL)
    offered = {one.symbol.split(".")[0] for one in legal(expansion, desk) if isinstance(one, Settle)}
    assert offered == {"ang", "bor", "dol"}
    desk = made(expansion, desk, settle("ang.1.1"), settle("dol.1.1"), settle("bor.1.2"))
    assert [desk.mark(f"e:{one}") for one in ("ang.1.1", "dol.1.1", "bor.1.2")] == ["x", "x", "x"]


@rule("EXP-08", "ADV-08")
def test_a_dock_is_built_with_a_planet():
    desk = holding(desk_of(), "n:a")
    assert [one.dock for one in legal(expansion, desk) if isinstance(one, BuildDock)] == ["d1", "d2", "d3"]
    desk = made(expansion, desk, BuildDock(dock="d3"))
    assert desk.claimed("e:d3")
    assert desk.mark("e:d3.p") == "x"
    assert desk.mark("n:a") == "/"
    assert refused(expansion, desk, BuildDock(dock="d1")) == ("EXP-08",)


@rule("EXP-08", "EXP-09", "EXP-10")
def test_a_dock_is_built_with_all_its_symbols_over_several_rounds():
    desk = made(expansion, desk_of("M"), PayDock(symbol="d1.1", pay="M"))
    assert not desk.mark("e:d1")
    desk = made(expansion, but(desk, pool=(0, 1, 0), used=()), PayDock(symbol="d1.2", pay="I"))
    assert desk.claimed("e:d1")
    assert SHEETS.points(desk, "expansion") == 4
    assert refused(expansion, desk_of("M"), PayDock(symbol="d1.2", pay="I")) == ("EXP-08",)
    assert refused(expansion, desk_of("M"), PayDock(symbol="d1.2", pay="M")) == ("GEN-08",)


@rule("EXP-08", "EXP-11")
def test_ex_08_a_dock_that_lacks_one_symbol_is_finished_either_way():
    begun = made(expansion, holding(desk_of("MI"), "n:a"), PayDock(symbol="d1.1", pay="M"))
    ways = [
        one for one in legal(expansion, begun) if getattr(one, "dock", "") == "d1" or one.verb == "pay_dock"
    ]
    assert ways == [BuildDock(dock="d1"), PayDock(symbol="d1.2", pay="I")]
    for way in ways:
        assert made(expansion, begun, way).claimed("e:d1")
    assert made(expansion, begun, ways[0]).pool == (0, 1, 0)
    assert made(expansion, begun, ways[1]).mark("n:a") == "o"


@rule("EXP-10")
def test_a_built_dock_takes_nothing_more():
    desk = made(expansion, holding(desk_of("MI"), "n:a"), BuildDock(dock="d1"))
    assert refused(expansion, holding(desk, "e:bor.c1"), BuildDock(dock="d1")) == ("EXP-10",)
    assert refused(expansion, desk, PayDock(symbol="d1.1", pay="M")) == ("EXP-10",)
    assert "d1" not in {getattr(one, "dock", "") for one in expansion.moves(desk, SHEETS)}


@rule("EXP-13", "CLR-01")
@pytest.mark.parametrize(("resources", "crossed"), [(True, {"e:d1.1", "e:d1.2"}), (False, {"e:d1.p"})])
def test_a_card_builds_a_dock_by_either_cost(resources, crossed):
    desk = settling.build_by_card(desk_of(), SHEETS, "d1", resources=resources)
    assert desk.claimed("e:d1")
    assert {place for place in desk.marks if place.startswith("e:d1.")} == crossed
    assert desk.fired == ("e:d1",)


@rule("EXP-12", "ADV-17")
def test_population_claims_the_lowest_points_that_are_left():
    desk = desk_of("R")
    desk = made(expansion, desk, PayDock(symbol="d2.1", pay="R"))
    assert [desk.mark(f"e:track.{step}") for step in range(1, 7)] == ["o", "", "", "", "", ""]
    for _ in range(3):
        desk = expansion.population(desk, SHEETS)
    assert SHEETS.points(desk, "expansion") == 1 + 1 + 2 + 3
    for _ in range(4):
        desk = expansion.population(desk, SHEETS)
    assert SHEETS.points(desk, "expansion") == 20


@rule("CRD-11", "EXP-12", "END-11")
def test_struck_points_are_claimed_on_the_way_and_worth_nothing():
    desk = gifts.strike_point(desk_of(), SHEETS, 2)
    points = []
    for _ in range(6):
        desk = expansion.population(desk, SHEETS)
        points.append(SHEETS.points(desk, "expansion"))
    assert points == [1, 1, 3, 6, 11, 19]
    assert desk.claimed("e:track.2")


@rule("CRD-11")
def test_population_controls_strike_five_unclaimed_points():
    desk = gifts.control(expansion.population(desk_of(), SHEETS), SHEETS)
    assert desk.task == Task(key="control", count=5)
    assert refused(expansion, desk, StrikePoint(step=1)) == ("CRD-11",)
    assert [one.step for one in legal(expansion, desk)] == [2, 3, 4, 5, 6]
    for step in (6, 5, 4, 3, 2):
        desk = made(expansion, desk, StrikePoint(step=step))
    assert desk.todo == ()
    for _ in range(6):
        desk = expansion.population(desk, SHEETS)
    assert SHEETS.points(desk, "expansion") == 1
    assert gifts.control(desk, SHEETS).task is None


def test_population_controls_end_where_nothing_is_left_to_strike():
    desk = gifts.control(desk_of(), SHEETS)
    assert refused(expansion, desk, Enough(task="control")) == ("TABLE-1",)
    desk = but(desk, marks={**desk.marks, **dict.fromkeys(SHEETS.expansion.track.places, "o")})
    assert legal(expansion, desk) == [Enough(task="control")]
    assert made(expansion, desk, Enough(task="control")).todo == ()


@rule("CRD-10")
def test_homestead_relief_crosses_out_a_symbol_at_each_dock_for_who_wants_to():
    desk = gifts.relieve(holding(desk_of(), "e:d3"), SHEETS)
    assert [one for one in legal(expansion, desk) if isinstance(one, PayDock)] == [
        PayDock(symbol="d1.1", pay=FREE),
        PayDock(symbol="d1.2", pay=FREE),
        PayDock(symbol="d2.1", pay=FREE),
    ]
    desk = made(expansion, desk, PayDock(symbol="d1.2", pay=FREE))
    assert refused(expansion, desk, PayDock(symbol="d1.1", pay=FREE)) == ("CRD-10",)
    assert made(expansion, desk, Enough(task="relief")).todo == ()
    desk = made(expansion, desk, PayDock(symbol="d2.1", pay=FREE))
    assert desk.todo == ()
    assert desk.mark("e:track.1") == "o"


@rule("TEC-10")
def test_neural_motivator_crosses_out_one_symbol_on_every_unlocked_planet():
    desk = made(expansion, desk_of(knows=MOTIVATOR, e__ang="x", e__bor="x"), Motivate())
    assert desk.task == Task(key="motivate", about="ang bor", count=2)
    # Influence anywhere; Material in Ang's second row, which has population.
    assert [one.symbol for one in legal(expansion, desk)] == ["ang.1.2", "ang.2.1", "ang.2.2", "bor.1.1"]
    assert refused(expansion, desk, free("ang.1.1")) == ("TEC-10",)
    assert refused(expansion, desk, free("bor.2.1")) == ("TEC-10",)
    assert refused(expansion, desk, settle("ang.1.2")) == ("TABLE-1",)
    assert refused(expansion, desk, Enough(task="motivate")) == ("TABLE-1",)
    desk = made(expansion, desk, free("ang.2.1"))
    assert desk.task == Task(key="motivate", about="bor", count=1)
    assert refused(expansion, desk, free("ang.1.2")) == ("TEC-10",)
    assert made(expansion, desk, free("bor.1.1")).todo == ()


@rule("TEC-10", "EXP-14", "CLR-02")
def test_neural_motivator_works_in_a_line_whose_advantage_is_crossed_out():
    desk = made(expansion, desk_of(knows=MOTIVATOR, e__ang="x", e__ang_r2="x"), Motivate())
    assert free("ang.2.2") in legal(expansion, desk)


@rule("TEC-10", "CLR-06")
def test_neural_motivator_passes_over_planets_without_such_a_symbol():
    desk = desk_of(knows=MOTIVATOR, e__dol="x")
    assert Motivate() not in list(expansion.moves(desk, SHEETS))
    assert made(expansion, desk, Motivate()).task is None
    assert made(expansion, but(desk, marks={**desk.marks, "e:ang": "x"}), Motivate()).task == Task(
        key="motivate", about="ang", count=1
    )


@rule("TEC-06", "TEC-05")
def test_technologies_of_this_sheet_are_used_once_per_activation():
    for action, places in ((Motivate(), MOTIVATOR), (Assemble(line="ang.c1"), ROUTINES)):
        assert refused(expansion, desk_of(**ANG), action) == ("TEC-05",)
        desk = desk_of(knows=places, **ANG)
        used = but(expansion.mark(desk, SHEETS, action), todo=())
        again = action if action.verb == "motivate" else Assemble(line="ang.r1")
        assert refused(expansion, used, again) == ("TEC-06",)
        assert made(expansion, but(used, used=()), again).task is not None


@rule("TEC-11", "MRK-16")
def test_self_assembly_gives_up_an_advantage_for_two_symbols_of_its_planet():
    desk = made(expansion, desk_of(knows=ROUTINES, **ALL), Assemble(line="ang.r1"))
    assert desk.mark("e:ang.r1") == "x"
    assert desk.task == Task(key="assemble", about="ang ang", count=2)
    assert refused(expansion, desk, free("bor.1.1")) == ("TEC-11",)
    desk = made(expansion, desk, free("ang.1.1"), free("ang.1.2"))
    assert desk.todo == ()
    assert desk.mark("e:ang.r1") == "x"
    assert SHEETS.points(desk, "expansion") == 0
    assert refused(expansion, desk, free("ang.2.1")) == ("GEN-08",)


@rule("TEC-11")
def test_only_unclaimed_advantages_of_unlocked_planets_are_given_up():
    desk = holding(desk_of(knows=ROUTINES, e__ang="x", e__ang_r1="x"), "e:ang.r2")
    assert [one.line for one in legal(expansion, desk) if isinstance(one, Assemble)] == ["ang.c1"]
    assert refused(expansion, desk, Assemble(line="ang.r1")) == ("TEC-11",)
    assert refused(expansion, desk, Assemble(line="ang.r2")) == ("TEC-11",)
    assert refused(expansion, desk, Assemble(line="ang.c2")) == ("TEC-11",)
    assert refused(expansion, desk, Assemble(line="bor.r1")) == ("EXP-01",)


@rule("TEC-11", "CLR-06")
def test_self_assembly_crosses_out_what_is_left():
    desk = made(expansion, desk_of("R", knows=ROUTINES, **ALL), settle("dol.1.1"), Assemble(line="dol.r1"))
    assert desk.task == Task(key="assemble", about="dol dol", count=2)
    desk = made(expansion, desk, free("dol.1.2"))
    assert desk.todo == ()
    assert not desk.claimed("e:dol.r1")


@rule("CRD-09")
def test_nano_forge_crosses_out_two_symbols_of_a_kind_on_each_unlocked_planet():
    desk = gifts.nano_forge(desk_of(e__ang="x", e__bor="x"), SHEETS, "M")
    assert [one.symbol for one in legal(expansion, desk)] == ["ang.1.1", "ang.2.1", "ang.2.2", "bor.2.1"]
    assert refused(expansion, desk, free("ang.1.2")) == ("CRD-09",)
    assert refused(expansion, desk, free("dol.1.1")) == ("CRD-09",)
    desk = made(expansion, desk, free("bor.2.1"), free("ang.2.1"), free("ang.2.2"))
    assert desk.todo == ()
    assert desk.claimed("e:bor.r2")
    assert not desk.mark("e:ang.1.1")
    assert gifts.nano_forge(desk_of(e__dol="x"), SHEETS, "M").task is None


def test_a_task_that_has_nothing_left_can_be_ended():
    desk = made(expansion, desk_of(knows=MOTIVATOR, **ANG), Motivate())
    marks = {**desk.marks, **{f"e:{one}": "x" for one in PLANETS[0].symbols}}
    desk = but(desk, marks=marks)
    assert refused(expansion, desk, Enough(task="control")) == ("TABLE-1",)
    assert legal(expansion, desk) == [Enough(task="motivate")]
    assert made(expansion, desk, Enough(task="motivate")).todo == ()


def test_the_table_may_overrule():
    desk = chain.settle(expansion.mark(desk_of(), SHEETS, settle("bor.2.1")), SHEETS)
    assert desk.claimed("e:bor.r2")
    desk = expansion.mark(desk, SHEETS, UnlockPlanet(planet="dol"))
    assert desk.mark("e:dol") == "x"
    assert expansion.mark(desk, SHEETS, PayDock(symbol="d1.2", pay="M")).mark("e:d1.2") == "x"
    with pytest.raises(Impossible):
        expansion.mark(desk, SHEETS, UnlockPlanet(planet="zz"))
    assert refused(expansion, desk, UnlockPlanet(planet="zz")) == ("TABLE-1",)
