"""Wars on one player's sheet: lines, strengths, boxes."""

from __future__ import annotations

import pytest

from companion.games.twilight_inscription.book import value
from companion.games.twilight_inscription.desk import put
from companion.games.twilight_inscription.marking import warfare, wars
from tests.twilight_drawn import SHEETS, fresh, knows

rule = pytest.mark.rule


def drawn(desk, kind: str, *nodes: str):
    """With a unit on these nodes."""
    return wars.draw(desk, kind, tuple(f"w:{node}" for node in nodes))


def both(desk, war: int = 1) -> tuple[int, int]:
    return tuple(warfare.strength(desk, SHEETS, half, war) for half in ("left", "right"))  # type: ignore[return-value]


@rule("WAR-03")
@rule("MRK-10")
def test_the_line_is_drawn_over_the_next_dashed_line():
    desk = fresh()
    for number in (1, 2, 3, 4):
        desk = warfare.advance(desk, SHEETS)
        assert [desk.mark(f"w:line.{one}") for one in (1, 2, 3, 4)] == ["-"] * number + [""] * (4 - number)
    assert warfare.advance(desk, SHEETS) == desk


@rule("WAR-04")
@rule("WAR-05")
@rule("WAR-06")
@rule("MRK-09")
def test_ex_15_three_nodes_on_the_left_and_four_on_the_right():
    desk = drawn(fresh(), "cruiser", "c1r1", "c2r1", "c3r1")
    desk = drawn(drawn(desk, "cruiser", "c4r1", "c5r1", "c6r1"), "infantry", "c4r2")
    assert both(desk) == (3, 4)
    assert both(put(desk, "w:c4r2.asset", "o")) == (3, 4)


@rule("WAR-07")
def test_strength_stays_in_its_sector():
    desk = drawn(fresh(), "cruiser", "c1r2", "c1r3", "c1r4")
    assert (both(desk), both(desk, 2), both(desk, 3)) == ((1, 0), (2, 0), (0, 0))


@rule("WAR-09")
@rule("WAR-10")
@rule("WAR-17")
@rule("CLR-24")
def test_ex_16_the_winner_takes_what_is_above_and_the_loser_what_is_below():
    won = warfare.resolve(fresh(), SHEETS, "left", 1, 6, "win")
    assert (won.boxes["w:left.1"], won.mark("w:left.1.win"), won.mark("w:left.1.lose")) == (6, "o", "")
    assert SHEETS.points(won, "warfare") == 1
    lost = warfare.resolve(fresh(), SHEETS, "right", 1, 3, "lose")
    assert (lost.mark("w:right.1.win"), lost.mark("w:right.1.lose")) == ("", "o")
    assert SHEETS.points(lost, "warfare") == -1


@rule("WAR-11")
@rule("MRK-16")
def test_ex_17_a_tie_crosses_out_both():
    desk = warfare.resolve(fresh(), SHEETS, "right", 1, 2, "tie")
    assert (desk.mark("w:right.1.win"), desk.mark("w:right.1.lose"), desk.fired) == ("x", "x", ())
    assert SHEETS.points(desk, "warfare") == 0


def test_both_halves_are_resolved_apart():
    desk = warfare.resolve(fresh(), SHEETS, "left", 1, 6, "win")
    desk = warfare.resolve(desk, SHEETS, "right", 1, 0, "lose")
    assert (desk.mark("w:left.1.win"), desk.mark("w:right.1.lose")) == ("o", "o")


@rule("WAR-14")
@rule("CLR-18")
def test_a_strength_that_stands_in_its_box_does_not_change():
    desk = warfare.resolve(fresh(), SHEETS, "left", 1, 2, "win")
    assert both(drawn(desk, "infantry", "c1r1"))[0] == 2


@rule("WAR-16")
@rule("ADV-20")
@rule("CLR-23")
def test_ex_36_one_more_on_plus_one_is_plus_two():
    desk = warfare.neighbour(fresh(), SHEETS, "left")
    assert [both(desk, war) for war in (1, 2, 3, 4)] == [(1, 0)] * 4
    desk = warfare.neighbour(desk, SHEETS, "left")
    assert [both(desk, war) for war in (1, 2, 3, 4)] == [(2, 0)] * 4
    assert desk.boxes["w:left.1.plus"] == 2
    assert both(warfare.neighbour(desk, SHEETS, "right")) == (2, 1)
    assert desk.boxes[warfare.bonus_box("left")] == 2


@rule("ADV-21")
def test_a_neighbour_helps_only_in_wars_to_come():
    desk = warfare.neighbour(warfare.advance(fresh(), SHEETS), SHEETS, "left")
    assert [both(desk, war)[0] for war in (1, 2, 3, 4)] == [0, 1, 1, 1]


@rule("TEC-14")
def test_fleet_logistics_helps_where_two_units_lie_completely_in_the_sector():
    desk = drawn(knows(fresh(), "fleet_logistics"), "cruiser", "c1r1", "c2r1", "c3r1")
    assert (warfare.fleet(desk, SHEETS, "left", 1), both(desk)) == (False, (3, 0))
    two = drawn(desk, "pds", "c1r2", "c2r2")
    assert (warfare.fleet(two, SHEETS, "left", 1), both(two)) == (True, (5 + value("TEC-14")["strength"], 0))
    assert not warfare.fleet(drawn(desk, "infantry", "c1r2"), SHEETS, "left", 1)
    assert not warfare.fleet(drawn(desk, "pds", "c3r2", "c4r2"), SHEETS, "left", 1)
    assert not warfare.fleet(drawn(desk, "pds", "c1r2", "c1r3"), SHEETS, "left", 1)
    assert not warfare.fleet(two, SHEETS, "right", 1)
    unknown = drawn(drawn(fresh(), "cruiser", "c1r1", "c2r1", "c3r1"), "pds", "c1r2", "c2r2")
    assert not warfare.fleet(unknown, SHEETS, "left", 1)
