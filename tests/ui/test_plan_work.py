"""What a touch does to a plan being drawn, without a screen."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from sternwarte_probe.chart import CHART

from companion.engine import Grid, Link, LinkKind, Place, PlaceKind, PlanSpec, literal
from companion.ui.plan_work import GRID, SELECT, Work

HEXES = PlanSpec(
    key="hexes",
    title=literal("Hexes"),
    places=(
        PlaceKind(key="hex", title=literal("Hex"), most=3),
        PlaceKind(key="dock", title=literal("Dock"), free=True),
    ),
    links=(LinkKind(key="pipe", title=literal("Pipe"), joins=(("dock", "hex"),)),),
    grid=Grid("hex", 50, 50, 60),
)


@pytest.fixture
def hexes():
    return Work(HEXES, HEXES.empty("Mine"))


@pytest.fixture
def chart():
    return Work(CHART, CHART.practised("a"))


def test_a_touch_fills_the_nearest_cell_once(hexes):
    assert hexes.touch(120, 40, 20) is None
    assert hexes.chosen == Place(id="hex1", kind="hex", x=110, y=50)
    hexes.touch(60, 60, 20)
    hexes.touch(97, 62, 20)
    assert [place.id for place in hexes.plan.places] == ["hex1", "hex2"]
    assert hexes.chosen.id == "hex1"


def test_what_is_free_lies_where_it_was_touched(hexes):
    hexes.take("dock")
    hexes.touch(133, 71, 20)
    assert (hexes.chosen.x, hexes.chosen.y) == (133, 71)


def test_beside_the_sheet_and_above_the_limit_nothing_is_put(hexes):
    assert hexes.touch(500, 2000, 20).key == "plan.wrong.outside"
    for x in (50, 110, 170):
        assert hexes.touch(x, 50, 20) is None
    assert hexes.touch(230, 50, 20).key == "draw.enough"
    assert len(hexes.plan.places) == 3


def test_a_place_moves_from_cell_to_cell_but_not_onto_another(hexes):
    hexes.touch(50, 50, 20)
    hexes.touch(110, 50, 20)
    first = hexes.plan.places[0]
    hexes.move(first, 112, 51)
    assert hexes.plan.places[0] == first
    hexes.move(first, 225, 60)
    assert hexes.plan.cell("hex1") == (3, 0)


def test_a_fitted_grid_takes_its_places_along(hexes):
    hexes.touch(110, 50, 20)
    hexes.take("dock")
    hexes.touch(400, 350, 20)
    cell = hexes.plan.cell("hex1")
    hexes.fit(Grid("hex", 70, 40, 45.5), 1400)
    assert hexes.plan.cell("hex1") == cell
    assert hexes.plan.place("hex1").x == round(70 + 45.5)
    assert (hexes.plan.place("dock1").x, hexes.plan.place("dock1").y) == (400, 700)
    hexes.undo()
    assert hexes.plan.grid == HEXES.grid


def test_links_join_what_they_may_in_two_touches(hexes):
    hexes.touch(50, 50, 20)
    hexes.take("dock")
    hexes.touch(300, 300, 20)
    hexes.touch(500, 300, 20)
    hexes.take("pipe")
    assert hexes.touch(300, 300, 20) is None
    assert hexes.touch(500, 300, 20).key == "draw.no_link"
    hexes.touch(500, 300, 20)
    hexes.touch(50, 50, 20)
    assert hexes.plan.links == (Link(kind="pipe", a="dock2", b="hex1"),)
    hexes.touch(50, 50, 20)
    hexes.touch(500, 300, 20)
    assert len(hexes.plan.links) == 1
    assert hexes.chosen == hexes.plan.links[0]


def test_a_second_touch_on_the_first_end_begins_anew(chart):
    chart.take("channel")
    chart.touch(500, 660, 20)
    assert chart.begun == "gate1"
    chart.touch(500, 660, 20)
    assert chart.begun == ""
    chart.touch(500, 660, 20)
    chart.touch(10, 10, 20)
    assert (chart.begun, chart.chosen) == ("", None)


def test_choosing_finds_the_nearest_place_then_link(chart):
    chart.take(SELECT)
    chart.touch(505, 515, 20)
    assert chart.chosen.id == "buoy1"
    chart.touch(500, 590, 20)
    assert (chart.chosen.a, chart.chosen.b) == ("gate1", "buoy1")
    chart.touch(20, 20, 20)
    assert chart.chosen is None
    assert (chart.fields, chart.values) == (CHART.fields, {"tide": 3})


def test_values_are_set_on_place_link_and_plan(chart):
    light, depth, name = CHART.kind("buoy").fields
    chart.take(SELECT)
    chart.touch(500, 520, 20)
    chart.set(light, "none")
    chart.set(depth, None)
    assert chart.plan.place("buoy1").fields == {"light": "none"}
    chart.set(name, "Nine")
    chart.touch(500, 400, 20)
    chart.set(chart.fields[0], 3)
    assert chart.plan.links[-1].fields == {"speed": 3}
    chart.touch(20, 20, 20)
    chart.set(chart.fields[0], 0)
    assert chart.plan.fields == {"tide": 0}


def test_values_for_the_next_place_are_set_beforehand(chart):
    light, _, name = CHART.kind("buoy").fields
    chart.take("buoy")
    assert chart.values == {"light": "none", "depth": 5}
    chart.set(light, "red")
    assert not chart.can_undo
    chart.touch(50, 600, 20)
    assert chart.chosen.fields == {"light": "red", "depth": 5}
    chart.set(name, "Nine")
    chart.touch(50, 500, 20)
    assert chart.chosen.fields == {"light": "red", "depth": 5}


def test_a_step_taken_back_comes_back_until_another_is_made(chart):
    before = chart.plan
    chart.take("buoy")
    chart.touch(50, 600, 20)
    after = chart.plan
    chart.undo()
    assert (chart.plan, chart.can_undo, chart.can_redo) == (before, False, True)
    chart.redo()
    assert chart.plan == after
    chart.undo()
    chart.rename("Other")
    assert not chart.can_redo
    assert chart.plan == replace(before, name="Other")


def test_what_is_chosen_is_removed_alone_or_with_its_links(chart):
    chart.take(SELECT)
    chart.touch(500, 590, 20)
    chart.remove()
    assert len(chart.plan.links) == 9
    chart.touch(320, 400, 20)
    chart.remove()
    assert chart.plan.place("buoy2") is None
    assert len(chart.plan.links) == 4


def test_while_the_grid_is_fitted_a_touch_puts_nothing(hexes):
    hexes.take(GRID)
    assert hexes.touch(50, 50, 20) is None
    assert hexes.plan.places == ()
