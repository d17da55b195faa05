"""The industry grid: scrapping and claiming hexes."""

from __future__ import annotations

import pytest

from companion.engine import Impossible
from companion.games.twilight_inscription.book import value
from companion.games.twilight_inscription.desk import put
from companion.games.twilight_inscription.marking import common, industry
from companion.games.twilight_inscription.marking.industry import Burst, ClaimHex, Dig, Scrap, Study
from companion.games.twilight_inscription.marking.mark import FREE, Enough
from tests.twilight_drawn import (
    SHEETS,
    after,
    broken,
    fresh,
    knows,
    legal,
    overruled,
    owns,
    ruled,
    scrapped,
    sheets,
    todo,
    with_hexes,
)

rule = pytest.mark.rule


def scrap(hex: str, pay: str = "M") -> Scrap:
    return Scrap(hex=hex, pay=pay)


def claim(hex: str, pay: str = "I") -> ClaimHex:
    return ClaimHex(hex=hex, pay=pay)


@rule("IND-01")
@rule("IND-02")
@rule("MRK-07")
def test_a_hex_bears_one_mark_only():
    desk = after(fresh("MMII"), scrap("h5"), claim("h2"))
    assert (desk.mark("i:h5"), desk.mark("i:h2")) == ("x", "o")
    assert broken(desk, scrap("h5")) == ("IND-01",)
    assert broken(desk, claim("h2")) == ("IND-01",)
    assert broken(desk, scrap("h2")) == ("IND-02",)
    assert broken(desk, claim("h5")) == ("IND-02",)
    assert broken(put(desk, "i:h2", "/"), scrap("h2")) == ("IND-02",)


@rule("IND-03")
@rule("MRK-15")
def test_one_hex_is_scrapped_in_print():
    desk = fresh()
    assert [hex.id for hex in SHEETS.industry.hexes if desk.mark(hex.place)] == ["h1"]
    assert desk.mark("i:h1") == "x"


@rule("IND-04")
@rule("MRK-16")
def test_scrapping_destroys_the_advantage():
    desk = after(fresh("M"), scrap("h5"))
    assert (desk.mark("i:h5"), SHEETS.available(desk, "special", "a")) == ("x", [])
    assert SHEETS.points(after(fresh("M"), scrap("h8")), "industry") == 0


@rule("IND-05")
def test_scrapping_costs_1_material_beside_a_marked_hex():
    desk = after(fresh("MM"), scrap("h2"))
    assert desk.pool == (1, 0, 0)
    assert broken(fresh("I"), scrap("h2")) == ("IND-05",)
    assert broken(fresh("IR"), scrap("h2", "R")) == ("GEN-09",)
    assert broken(fresh("M"), scrap("h7")) == ("IND-17",)


@rule("IND-06")
@rule("IND-08")
@pytest.mark.parametrize("pay", ["I", "R"])
def test_claiming_costs_1_influence_or_research_beside_a_scrapped_hex(pay):
    desk = after(fresh(pay), claim("h8", pay))
    assert (desk.pool, desk.mark("i:h8")) == ((0, 0, 0), "o")
    assert SHEETS.points(desk, "industry") == 1
    assert broken(fresh("M"), claim("h8", pay)) == ("IND-06",)
    assert broken(fresh("M"), claim("h8", "M")) == ("GEN-09",)


@rule("IND-07")
def test_beside_a_claimed_hex_one_may_scrap_but_not_claim():
    desk = after(fresh("MII"), claim("h2"))
    assert broken(desk, claim("h3")) == ("IND-07",)
    assert broken(desk, scrap("h3")) == ()


@rule("IND-09")
@rule("ADV-13")
@pytest.mark.parametrize(("special", "resource", "most"), [("a", "M", 4), ("b", "R", 3)])
def test_two_special_advantages_are_several_resources(special, resource, most):
    on = with_hexes(own=((0, 5), f"special {special}"), other=((0, 6), "special c"))
    desk = after(owns(fresh(on=on), "i:own", "i:other"), Burst(pay=special), on=on)
    assert (desk.mark("i:own"), desk.task.key, desk.task.count) == ("/", "burst", most)
    assert value("IND-09") == [4, 3]
    assert industry.bursting(desk, on.industry).resource == resource
    assert broken(owns(fresh(on=on), "i:own", "i:other"), Burst(pay="c"), on) == ("GEN-09",)
    assert broken(fresh(on=on), Burst(pay=special), on) == ("IND-09",)


@rule("IND-10")
def test_resources_of_a_special_are_spent_one_by_one():
    desk = after(owns(fresh(), "i:h5"), Burst(pay="a"))
    assert broken(desk, scrap("h3")) == ("IND-17",)
    desk = after(desk, scrap("h2"), scrap("h3"), scrap("h7"))
    assert desk.task.count == 1
    assert after(desk, scrap("h4")).todo == ()


@rule("IND-09")
def test_fewer_than_all_may_be_spent():
    desk = after(owns(fresh("I"), "i:h5"), Burst(pay="a"), scrap("h2"), Enough(task="burst"))
    assert (desk.todo, desk.pool) == ((), (0, 1, 0))
    assert Enough(task="burst") in list(industry.moves(after(owns(fresh(), "i:h5"), Burst(pay="a")), SHEETS))


@rule("IND-11")
def test_nothing_else_is_spent_in_between():
    on = with_hexes(b=((0, 5), "special b"))
    desk = after(owns(fresh("IR"), "i:h5", "i:b"), Burst(pay="a"), on=on)
    assert broken(desk, claim("h2"), on) == ("IND-11",)
    assert broken(desk, Burst(pay="b"), on) == ("IND-11",)
    assert broken(owns(desk, "i:h5"), scrap("x1", "a"), on) == ("IND-11",)
    assert {type(one) for one in industry.moves(desk, on)} == {Scrap, Enough}
    assert after(desk, scrap("h2"), on=on).pool == (0, 1, 1)


@rule("TEC-02")
def test_research_of_a_special_may_go_into_a_technology():
    on = with_hexes(b=((0, 5), "special b"))
    desk = after(owns(fresh(on=on), "i:b"), Burst(pay="b"), Study(tech="psychoarchaeology"), on=on)
    assert (desk.mark("i:psychoarchaeology.1"), desk.task.count, desk.pool) == ("x", 2, (0, 0, 0))
    desk = after(desk, Study(tech="psychoarchaeology"), on=on)
    assert common.known(desk, "industry", "psychoarchaeology")
    assert broken(fresh("R"), Study(tech="psychoarchaeology")) == ("TEC-02",)


@rule("IND-12")
@rule("IND-13")
@rule("IND-14")
def test_ex_10_an_x_hex_is_scrapped_with_the_special_of_its_badge_wherever_it_lies():
    desk = owns(fresh("MI"), "i:h5")
    assert broken(desk, scrap("x1")) == ("IND-12",)
    assert broken(desk, scrap("x1", "b")) == ("IND-13",)
    assert broken(fresh("M"), scrap("x1", "a")) == ("IND-13",)
    assert legal(desk, Scrap)[-1] == scrap("x1", "a")
    desk = after(desk, scrap("x1", "a"))
    assert (desk.mark("i:x1"), desk.mark("i:h5"), desk.pool) == ("x", "/", (1, 1, 0))


@rule("IND-15")
def test_a_scrapped_x_hex_opens_the_segment_behind_it():
    desk = owns(fresh("IM"), "i:h5")
    assert broken(desk, claim("h9")) == ("IND-07",)
    assert broken(desk, claim("x1")) == ("IND-15",)
    desk = after(desk, scrap("x1", "a"), claim("h9"))
    assert SHEETS.points(desk, "industry") == 4


@rule("IND-16")
@rule("CLR-15")
def test_hexagons_that_print_nothing_are_no_hexes():
    for action in (scrap("h99"), claim("h99"), Dig(hex="h99", how="scrap")):
        assert broken(fresh("MI"), action) == ("IND-16",)
        with pytest.raises(Impossible):
            industry.mark(fresh("MI"), SHEETS, action)


@rule("IND-17")
def test_hexes_join_only_where_they_touch():
    assert set(SHEETS.industry.around["h1"]) == {"i:h2", "i:h5", "i:h8"}
    assert set(SHEETS.industry.around["h9"]) == {"i:x1"}
    desk = after(fresh("MMMM"), scrap("h2"), scrap("h3"), scrap("h4"))
    assert broken(desk, scrap("h9")) == ("IND-17",)


@rule("IND-05")
@rule("IND-06")
def test_ex_09_seven_hexes_can_be_scrapped_and_five_of_them_claimed():
    ring = {f"r{number}": (cell, "vp 1") for number, cell in enumerate([(1, -1), (2, -1), (0, -1)])}
    on = with_hexes(**ring)
    desk = put(owns(scrapped(fresh("MI", on), "h2"), "i:h3"), "i:h5", "/")
    scraps, claims = ({one.hex for one in legal(desk, kind, on)} for kind in (Scrap, ClaimHex))
    assert scraps == {"h4", "h6", "h7", "h8", "r0", "r1", "r2"}
    assert claims == scraps - {"h4", "h7"}
    assert (len(scraps), len(claims)) == (7, 5)


@rule("TEC-12")
@rule("TEC-06")
@rule("CLR-08")
@pytest.mark.parametrize("how", ["scrap", "claim"])
def test_psychoarchaeology_marks_a_hex_wherever_it_lies_once_a_round(how):
    desk = knows(fresh(), "psychoarchaeology")
    assert {one.hex for one in legal(desk, Dig)} == {"h2", "h3", "h7"}
    marked = after(desk, Dig(hex="h7", how=how))
    assert marked.mark("i:h7") == {"scrap": "x", "claim": "o"}[how]
    assert value("TEC-12")["hexes"] == marked.used.count("psychoarchaeology") == 1
    assert broken(marked, Dig(hex="h2", how=how)) == ("TEC-06",)
    assert broken(desk, Dig(hex="h8", how=how)) == ("TEC-12",)
    assert broken(fresh(), Dig(hex="h7", how=how)) == ("TEC-05",)
    assert broken(scrapped(desk, "h7"), Dig(hex="h7", how="claim")) == ("IND-02",)
    assert broken(desk, Dig(hex="x1", how="claim")) == ("IND-15",)
    assert broken(desk, Dig(hex="x1", how="scrap")) == ("TEC-12",)


@rule("TEC-13")
@rule("TEC-18")
def test_the_algorithm_claims_beside_three_scrapped_hexes_as_often_as_one_likes():
    desk = scrapped(knows(fresh(), "ai_development_algorithm"), "h2", "h5", "h3")
    assert {one.hex for one in legal(desk, ClaimHex)} == {"h6"}
    assert broken(desk, claim("h8", FREE)) == ("TEC-13",)
    assert ruled(desk, claim("h8", FREE)).violations[0].values["have"] == 2
    desk = after(desk, claim("h6", FREE))
    assert desk.mark("i:h6") == "o"
    more = scrapped(fresh(), "h2", "h5", "h3")
    assert broken(more, claim("h6", FREE)) == ("TEC-05",)
    desk = scrapped(knows(fresh(), "ai_development_algorithm"), "h2", "h5", "h3", "h7", "h4")
    assert "ai_development_algorithm" not in after(desk, claim("h6", FREE)).used


@rule("FAC-05")
def test_hacan_claims_two_hexes_with_one_commodity_each():
    desk = industry.guild_ships(fresh(), SHEETS)
    assert (desk.task.key, desk.task.count) == ("hacan", 2)
    assert {one.hex for one in legal(desk, ClaimHex)} == {"h2", "h7"}
    assert broken(desk, claim("h3", FREE)) == ("FAC-05",)
    desk = after(desk, claim("h7", FREE), claim("h2", FREE))
    assert (desk.todo, desk.mark("i:c.1"), desk.mark("i:a.1")) == ((), "x", "x")


@rule("FAC-05")
@rule("CLR-06")
def test_hacan_claims_as_many_as_there_are():
    assert industry.guild_ships(scrapped(fresh(), "h7"), SHEETS).task.count == 1
    assert industry.guild_ships(scrapped(fresh(), "h7", "h2"), SHEETS).todo == ()


def test_what_the_table_overrules_is_carried_out():
    desk = overruled(fresh(), scrap("h7"))
    assert (desk.mark("i:h7"), desk.pool) == ("x", (0, 0, 0))
    desk = overruled(desk, claim("h7"))
    assert (desk.mark("i:h7"), desk.mark("i:c.1")) == ("o", "x")
    desk = overruled(fresh(), scrap("x1", "a"))
    assert desk.mark("i:x1") == "x"


def test_a_task_of_another_sheet_changes_nothing_here():
    desk = todo(fresh("M"), "relic", "n:s5")
    assert broken(desk, scrap("h2")) == ()


@rule("GEN-09")
def test_only_what_the_purse_pays_is_offered():
    assert {type(one) for one in industry.moves(fresh("M"), sheets())} == {Scrap}
    assert {type(one) for one in industry.moves(fresh("R"), sheets())} == {ClaimHex}
    assert list(industry.moves(fresh(), sheets())) == []
    assert broken(fresh("R"), scrap("h2", "R")) == ("GEN-09",)
    assert broken(fresh("M"), claim("h2", "M")) == ("GEN-09",)
