"""The battle grid: where units may be drawn."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.engine import Impossible
from companion.games.twilight_inscription.book import value
from companion.games.twilight_inscription.desk import put
from companion.games.twilight_inscription.marking import warfare
from companion.games.twilight_inscription.marking.warfare import Deploy
from companion.games.twilight_inscription.sheets.battle import mirrored, turns
from tests.twilight_drawn import (
    ELL,
    LINE3,
    SHEETS,
    WARFARE,
    after,
    broken,
    fresh,
    legal,
    overruled,
    ruled,
    sheets,
)

rule = pytest.mark.rule


def to(node: str, last: str = "", turn: int = 0) -> Deploy:
    return Deploy(node=node, to=last or node, turn=turn)


def with_(kind: str, desk=None, on=SHEETS):
    """With a unit to deploy."""
    return warfare.deploy(fresh() if desk is None else desk, on, kind)


def standing(*nodes: str, kind: str = "infantry"):
    """With infantry on these nodes, wherever they are."""
    desk = fresh()
    for node in nodes:
        action = to(node)
        desk = with_(kind, desk)
        desk = overruled(desk, action) if broken(desk, action) else after(desk, action)
    return desk


@rule("DEP-01")
def test_eight_sectors():
    sectors = WARFARE.sectors
    assert len(sectors) == value("DEP-01")["sectors"]
    for half in ("left", "right"):
        assert sum(key[0] == half for key in sectors) == value("DEP-01")[half]


@rule("DEP-02")
@rule("DEP-03")
def test_the_first_war_uses_the_two_lowest_sectors():
    assert WARFARE.sectors["left", 1] == tuple(f"w:c{column}r{row}" for row in (1, 2) for column in (1, 2, 3))
    assert WARFARE.sectors["right", 1] == tuple(
        f"w:c{column}r{row}" for row in (1, 2) for column in (4, 5, 6)
    )
    assert WARFARE.sectors["left", 4][0] == "w:c1r7"
    assert len({war for _, war in WARFARE.sectors}) * value("DEP-03")["per_war"] == len(WARFARE.sectors)


@rule("DEP-04")
def test_the_lowest_line_is_the_first_deployment_line():
    desk = with_("infantry")
    assert {one.node for one in legal(desk, Deploy)} == {f"c{column}r1" for column in (1, 2, 3, 4, 5)}
    desk = put(desk, "w:line.1", "-")
    assert {one.node for one in legal(desk, Deploy)} == {f"c{column}r3" for column in range(1, 7)}


@rule("DEP-05")
def test_nodes_alone_are_covered():
    for kind, wrong in (("infantry", to("s5")), ("cruiser", to("c1r1", "c1r2"))):
        assert broken(with_(kind), wrong) == ("TABLE-1",)
        with pytest.raises(Impossible):
            overruled(with_(kind), wrong)


@rule("DEP-06")
def test_patterns_may_be_rotated():
    assert turns(LINE3) == (LINE3, ((0, 0), (0, 1), (0, 2)))
    assert len(turns(ELL)) == 4
    assert len(turns(((0, 0), (1, 0), (0, 1), (1, 1)))) == 1
    desk = with_("cruiser")
    assert broken(desk, to("c1r1", "c3r1")) == ()
    desk = after(desk, to("c1r1", "c1r3", 1))
    assert [desk.mark(f"w:c1r{row}") for row in (1, 2, 3, 4)] == ["#", "#", "#", ""]


@rule("DEP-07")
def test_patterns_are_not_mirrored():
    assert len(mirrored(ELL)) == 4
    assert mirrored(LINE3) == ()
    desk = with_("dreadnought")
    fit = WARFARE.fit("dreadnought", (2, 1), 4)
    assert broken(desk, to(fit.node, fit.to, 4)) == ("DEP-07",)
    assert {one.turn for one in warfare.moves(desk, SHEETS)} == {0, 1, 2, 3}
    desk = overruled(desk, to(fit.node, fit.to, 4))
    assert len(next(iter(warfare.units(desk, WARFARE)))[1]) == 4


@rule("DEP-08")
def test_the_whole_pattern_lies_above_the_line():
    desk = put(with_("cruiser"), "w:line.1", "-")
    assert broken(desk, to("c1r2", "c1r4", 1)) == ("DEP-08",)
    assert ruled(desk, to("c1r1", "c1r3", 1)).violations[0].values["count"] == 2
    assert broken(desk, to("c1r3", "c1r5", 1)) == ()


@rule("DEP-09")
def test_a_part_lies_in_the_first_row_or_beside_another_unit():
    desk = with_("cruiser")
    assert broken(desk, to("c1r2", "c3r2")) == ("DEP-09",)
    assert broken(desk, to("c1r1", "c1r3", 1)) == ()
    desk = with_("cruiser", standing("c1r1", "c1r2"))
    assert broken(desk, to("c2r2", "c4r2")) == ()
    assert broken(desk, to("c2r3", "c4r3")) == ("DEP-09",)


@rule("DEP-10")
def test_anomalies_stay_free():
    assert broken(with_("infantry"), to("c6r1")) == ("DEP-10",)
    assert broken(with_("cruiser"), to("c4r1", "c6r1")) == ("DEP-10",)


@rule("DEP-11")
def test_two_units_share_no_node():
    desk = with_("cruiser", standing("c2r1"))
    assert broken(desk, to("c1r1", "c3r1")) == ("DEP-11",)
    assert ruled(desk, to("c1r1", "c3r1")).violations[0].values["what"].key == "unit.infantry"


@rule("DEP-12")
def test_ex_14_a_cruiser_beside_a_pds_claims_the_point_under_it():
    desk = after(with_("pds"), to("c2r1", "c3r2"))
    assert SHEETS.points(desk, "warfare") == 0
    desk = after(with_("cruiser", desk), to("c4r2", "c6r2"))
    assert (desk.mark("w:c4r2.asset"), SHEETS.points(desk, "warfare")) == ("o", 1)


@rule("DEP-12")
@rule("ADV-20")
def test_an_advantage_under_a_unit_takes_effect_at_once():
    desk = put(with_("infantry"), "w:line.1", "-")
    desk = after(with_("infantry", put(desk, "w:line.2", "-")), to("c2r5"))
    desk = after(desk, to("c2r6"))
    assert [desk.boxes.get(f"w:left.{war}.plus") for war in (1, 2, 3, 4)] == [None, None, 1, 1]


@rule("DEP-13")
@rule("CLR-21")
def test_units_do_not_jut_out():
    desk = with_("cruiser")
    assert broken(desk, to("c5r1", "c7r1")) == ("DEP-13",)
    assert ruled(desk, to("c6r1", "c8r1")).violations[0].values["count"] == 2
    assert all(set(fit.cells) <= WARFARE.grid.keys() for fit in WARFARE.fits["cruiser"])


@rule("DEP-14")
@rule("CLR-16")
def test_a_filled_anomaly_counts():
    desk = overruled(with_("infantry"), to("c6r1"))
    assert warfare.strength(desk, SHEETS, "right", 1) == 1


@rule("DEP-15")
def test_a_unit_may_lie_in_two_sectors():
    desk = after(with_("cruiser"), to("c2r1", "c4r1"))
    assert [warfare.strength(desk, SHEETS, half, 1) for half in ("left", "right")] == [2, 1]
    desk = after(with_("cruiser", desk), to("c1r1", "c1r3", 1))
    assert [warfare.strength(desk, SHEETS, "left", war) for war in (1, 2)] == [4, 1]


@rule("DEP-16")
def test_diagonals_join_only_where_the_house_says_so():
    desk = with_("infantry", standing("c2r1"))
    assert broken(desk, to("c1r2")) == ("DEP-09",)
    assert broken(desk, to("c2r2")) == ()
    diagonal = sheets(warfare=replace(WARFARE, diagonal=True))
    assert broken(desk, to("c1r2"), diagonal) == ()


def test_every_free_node_of_the_coming_war_is_offered_with_its_reason():
    desk = with_("infantry", standing("c2r1"))
    offered = {one.node: broken(desk, one) for one in warfare.moves(desk, SHEETS)}
    assert set(offered) == {f"c{column}r{row}" for row in (1, 2) for column in range(1, 7)} - {"c2r1"}
    assert (offered["c6r1"], offered["c4r2"], offered["c2r2"]) == (("DEP-10",), ("DEP-09",), ())
