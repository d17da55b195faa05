"""Chapter Two, where crews go and what they bring: RW-161 to RW-168, vectors D19 to D21."""

from __future__ import annotations

import pytest
from reworld_table import after, broken, choose, option, settlement, totals

from companion.engine import Draft, Step
from companion.games.reworld.actions import Dispose, Transport

rule = pytest.mark.rule
TURN = Draft("turn", 0)
FLY = TURN.then("take", 1).then("use", "transport").then("dock", 2)


def carrying(*crews: str, cities: dict[str, tuple[str, ...]] | None = None, **more):
    """A shuttle in row 1 and crews in row 2, the leftmost last."""
    return settlement(rows={0: {1: ("s1",), 2: crews}, 1: {1: ("tA",)}}, cities={0: cities or {}}, **more)


def to(*cities: str, **more) -> Transport:
    """A transport of the crews in row 2."""
    return Transport(seat=0, row=1, dock=(2,) * len(cities), cities=cities, **more)


@rule("RW-161")
@pytest.mark.parametrize("city", "ABC")
def test_an_agricultural_crew_goes_to_any_own_city(city):
    cities = {"A": ("tA", "c1"), "B": ("tB", "ag", "ag"), "C": ("tC",)}
    state = carrying("ag", cities=cities)
    step = choose(state, FLY)
    assert isinstance(step, Step)
    assert {one.value for one in step.legal} == {"A", "B", "C"}
    side = after(state, to(city)).sides[0]
    grown = side.city(city)
    assert grown is not None
    assert grown.tiles == (*cities[city], "ag")


@rule("RW-162")
@pytest.mark.parametrize("crew", ["c1", "x1", "ag"])
@pytest.mark.parametrize("city", ["D", "Z", ""])
def test_a_crew_goes_to_an_own_city_or_to_the_box(crew, city):
    assert broken(carrying(crew, cities={"A": ("tA",)}), to(city)) == ("RW-162",)


@rule("RW-162a")
@pytest.mark.parametrize("crew", [pytest.param("c1", id="D19"), "x1"])
def test_a_crew_must_go_where_its_firm_already_builds(crew):
    state = carrying(crew, cities={"A": ("tA", "c1"), "B": ("tB",)})
    assert broken(state, to("B")) == ("RW-162a", "RW-162d")
    assert broken(state, to("A")) == ()


@rule("RW-162a")
def test_the_city_of_its_firm_is_not_asked_for():
    state = carrying("c1", cities={"A": ("tA", "c1"), "B": ("tB",)})
    assert choose(state, FLY) == to("A")
    assert broken(state, to("A")) == ()
    assert "RW-162a" in broken(state, to("B"))


@rule("RW-162b")
def test_the_first_crew_of_a_firm_goes_to_a_city_without_a_construction_firm():
    state = carrying("c2", cities={"A": ("tA", "c1"), "B": ("tB",), "C": ("tC", "ag")})
    assert broken(state, to("A")) == ("RW-162b", "RW-162d")
    step = choose(state, FLY)
    assert isinstance(step, Step)
    assert {one.value for one in step.legal} == {"B", "C"}
    assert option(step, "A") == ("RW-162b", "RW-162d")


@rule("RW-162c")
@pytest.mark.parametrize(
    "cities", [pytest.param({"A": ("tA", "c1")}, id="D20"), pytest.param({}, id="no-city")]
)
def test_a_crew_without_a_city_is_lost(cities):
    state = carrying("c2", cities=cities)
    assert choose(state, FLY) == to("-")
    assert after(state, to("-")).gone == ("c2",)
    fits = carrying("c2", cities={"A": ("tA",)})
    assert "RW-162c" in broken(fits, to("-"))


@rule("RW-162d")
@pytest.mark.parametrize(
    ("crew", "city"), [pytest.param("c2", "A", id="two-firms-in-a-city"), ("x1", "B"), ("c1", "B")]
)
def test_one_firm_in_a_city_and_one_city_for_a_firm(crew, city):
    state = carrying(crew, cities={"A": ("tA", "c1"), "B": ("tB", "c3"), "C": ("tC",)})
    assert "RW-162d" in broken(state, to(city))


@rule("RW-162d")
def test_the_second_crew_is_bound_by_the_first():
    state = carrying("c2", "c1", cities={"A": ("tA",), "B": ("tB",)})
    assert broken(state, to("A", "B")) == ()
    assert "RW-162d" in broken(state, to("A", "A"))
    same = carrying("c1", "c1", cities={"A": ("tA",), "B": ("tB",)})
    assert broken(same, to("A", "A")) == ()
    assert "RW-162d" in broken(same, to("A", "B"))


@rule("RW-163")
@pytest.mark.parametrize(
    ("tiles", "points"),
    [pytest.param(("tA", "tA", "c1"), 5, id="D21"), (("tA",), 3), (("tA", "ag", "ag", "tA", "c1", "c1"), 8)],
)
def test_a_special_crew_scores_every_tile_of_its_city_with_sign_and_itself(tiles, points):
    state = after(carrying("x1", cities={"A": tiles}), to("A"))
    assert totals(state)[0] == points


def test_an_ordinary_crew_scores_nothing():
    assert totals(after(carrying("c1", cities={"A": ("tA", "c1")}), to("A")))[0] == 0


@rule("RW-164")
def test_a_special_crew_in_the_box_scores_nothing():
    state = after(carrying("x2", cities={"A": ("tA", "c1")}), to("-"))
    assert totals(state)[0] == 0
    assert state.gone == ("x2",)


@rule("RW-165")
@pytest.mark.parametrize("crew", ["c1", "x1", "ag"])
def test_a_crew_that_fits_must_be_placed(crew):
    state = carrying(crew, cities={"A": ("tA",)})
    assert "RW-165" in broken(state, to("-"))
    assert choose(state, FLY) == to("A")


@rule("RW-166")
def test_without_a_city_an_agricultural_crew_goes_to_the_box():
    state = carrying("ag")
    assert broken(state, to("-")) == ()
    assert after(state, to("-")).gone == ("ag",)


@rule("RW-167")
@pytest.mark.parametrize("crew", ["c1", "x1", "ag"])
def test_a_leftmost_crew_can_be_disposed_of_for_no_points(crew):
    rows = {0: {1: ("s1",), 2: ("tA", crew)}, 1: {1: ("tA",)}}
    state = after(settlement(rows=rows, cities={0: {"A": ("tA",)}}), Dispose(seat=0, row=2))
    assert state.gone == (crew,)
    assert state.sides[0].rows[1] == ("tA",)
    assert totals(state)[0] == 0


@rule("RW-167")
@pytest.mark.parametrize("row", [("tA",), ("s1",), ("kA",), ("c1", "tA"), ()])
def test_nothing_but_a_leftmost_crew_can_be_disposed_of(row):
    state = settlement(rows={0: {1: row, 2: ("c1",)}})
    assert broken(state, Dispose(seat=0, row=1)) == ("RW-167",)


@rule("RW-168")
def test_agricultural_crews_do_not_close_a_city_to_a_construction_firm():
    state = carrying("c1", cities={"A": ("tA", "ag", "ag"), "B": ("tB", "c2")})
    assert choose(state, FLY) == to("A")
    assert broken(state, to("A")) == ()


@rule("RW-168")
def test_agricultural_crews_do_not_hide_the_firm_that_builds_in_a_city():
    state = carrying("c2", cities={"A": ("tA", "ag", "c1")})
    assert broken(state, to("A")) == ("RW-162b", "RW-162d")
