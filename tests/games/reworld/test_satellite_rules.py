"""Chapter Two, satellites and their tasks: RW-170 to RW-176, examples X1 and X2, vector D22."""

from __future__ import annotations

from collections import Counter

import pytest
from reworld_table import after, bag, broken, choose, option, settlement, table, totals

from companion.engine import Draft, Learn, Step
from companion.games.reworld import game
from companion.games.reworld.actions import Begin, Defend, Prepare, Task
from companion.games.reworld.modules import MODULES
from companion.games.reworld.state import EARNED
from companion.games.reworld.tasks import worth

rule = pytest.mark.rule
TURN = Draft("turn", 0)
CITIES = {"A": ("tA", "tA", "tA", "c1", "c1", "ag"), "B": ("tB", "x2"), "C": ("tC", "tC", "ag")}


def docked(code: str, cities=None, **more):
    """A satellite as Anna's only module."""
    return settlement(rows={0: {1: (code,)}, 1: {1: ("tA",)}}, cities={0: cities or {}}, **more)


@rule("RW-170")
def test_a_satellite_defends_or_fulfils_its_task():
    state = docked("kA", facts={"shields.kA": 1})
    step = choose(state, TURN, take=1)
    assert isinstance(step, Step)
    assert {one.value for one in step.legal} == {"task", "defend"}
    assert after(state, Defend(seat=0, row=1)).sides[0].satellites == ()
    assert after(state, Task(seat=0, row=1)).sides[0].defence == ()


@rule("RW-171")
@pytest.mark.parametrize("shields", [1, 2])
def test_a_defending_satellite_brings_its_shields_and_no_points(shields):
    state = docked("kt", CITIES)
    state = after(state, choose(state, TURN, take=1, use="defend", shields=shields))
    assert state.sides[0].defence == ("kt",)
    assert state.facts["shields.kt"] == shields
    assert totals(state)[0] == 0


@rule("RW-014")
@pytest.mark.parametrize("shields", [-1, 3])
def test_a_satellite_has_one_or_two_shields(shields):
    assert broken(docked("kt"), Defend(seat=0, row=1, shields=shields)) == ("RW-014",)


@rule("RW-172")
def test_a_task_scores_the_settlement_area_now_then_joins_the_satellite_row():
    state = settlement(
        rows={0: {1: ("kt",), 2: ("tA",)}, 1: {1: ("tA",)}}, cities={0: {"A": ("tA", "tA")}}, points={0: 10}
    )
    state = after(state, Task(seat=0, row=1))
    assert state.sides[0].satellites == ("kt",)
    assert totals(state)[0] == 12


TASKS = [
    pytest.param("kA", "", 6, id="X1", marks=rule("RW-172a")),
    pytest.param("kC", "", 4, id="letter-C", marks=rule("RW-172a")),
    pytest.param("kE", "", 0, id="letter-E", marks=rule("RW-174")),
    pytest.param("kf", "", 6, id="firms", marks=rule("RW-172b")),
    pytest.param("kx", "A", 9, id="D22", marks=rule("RW-172c", "RW-175")),
    pytest.param("kx", "B", 1, id="times-B", marks=rule("RW-172c")),
    pytest.param("ks", "A", 7, id="size-A", marks=rule("RW-172d")),
    pytest.param("ks", "B", 3, id="size-B", marks=rule("RW-172d")),
    pytest.param("k1", "", 6, id="firm-1", marks=rule("RW-172e")),
    pytest.param("k2", "", 3, id="special-crews-count", marks=rule("RW-172e")),
    pytest.param("k5", "", 0, id="firm-5", marks=rule("RW-174")),
    pytest.param("kt", "", 6, id="terrabots", marks=rule("RW-172f")),
    pytest.param("kd", "", 3, id="shields", marks=rule("RW-172g")),
    pytest.param("kc", "", 5, id="crews", marks=rule("RW-172h")),
]


@pytest.mark.parametrize(("code", "city", "points"), TASKS)
def test_what_each_task_is_worth(code, city, points):
    state = docked(code, CITIES, defence={0: ("s1", "s2")})
    state = after(state, Task(seat=0, row=1, city=city))
    assert totals(state)[0] == points


@rule("RW-172b")
def test_six_firms_are_worth_twelve():
    cities = {letter: (f"t{letter}", f"c{firm}", "ag") for firm, letter in enumerate("ABCDE", 1)}
    assert totals(after(docked("kf", cities), Task(seat=0, row=1)))[0] == 12


@pytest.mark.parametrize(
    ("code", "task"),
    [
        pytest.param("kx", "RW-172c", marks=rule("RW-172c")),
        pytest.param("ks", "RW-172d", marks=rule("RW-172d")),
    ],
)
def test_a_task_for_one_city_needs_an_own_city(code, task):
    state = docked(code, {"A": ("tA",), "C": ("tC", "c1")})
    for city in ("", "B"):
        assert broken(state, Task(seat=0, row=1, city=city)) == (task,)
    assert broken(docked(code), Task(seat=0, row=1, city="B")) == (task,)
    step = choose(state, TURN, take=1, use="task")
    assert option(step, "A") == ()
    assert option(step, "C") == ()
    assert option(step, "B") is None


@rule("RW-173")
@pytest.mark.parametrize("code", ["kA", "k3", "kd"])
def test_each_satellite_exists_once(code):
    modules = (code, code, *bag()[-18:])
    assert "RW-173" in broken(after(table(2).state, Begin(first=0)), Prepare(modules=modules))


def test_the_sixteen_satellites_by_task():
    tasks = Counter(module.task[-1] for module in MODULES.values() if module.task)
    assert tasks == {"a": 5, "b": 1, "c": 1, "d": 1, "e": 5, "f": 1, "g": 1, "h": 1}


@rule("RW-174")
@pytest.mark.parametrize("code", ["kA", "kf", "kx", "ks", "k4", "kt", "kd", "kc"])
def test_a_task_may_be_taken_for_no_points(code):
    state = docked(code)
    action = choose(state, TURN, take=1, use="task")
    state = after(state, action)
    assert state.sides[0].satellites == (code,)
    assert totals(state)[0] == 0


@rule("RW-175")
def test_agricultural_crews_are_multiplied_like_the_others():
    cities = {"A": ("tA", "tA", "ag", "ag"), "B": ("tB", "tB", "c1", "c1")}
    state = docked("kx", cities)
    assert worth(state.sides[0], "kx", "A", {}) == worth(state.sides[0], "kx", "B", {}) == 4


@rule("RW-176")
def test_the_city_sign_is_no_terrabot():
    side = docked("kA", {"A": ("tA",), "B": ("tB",)}).sides[0]
    assert worth(side, "kA", "", {}) == 2
    assert worth(side, "kt", "", {}) == 2


def test_the_task_offers_show_their_points():
    step = choose(docked("kx", CITIES), TURN, take=1)
    assert isinstance(step, Step)
    assert step.options[0].label.args["points"] == 9
    cities = choose(docked("kx", CITIES), TURN, take=1, use="task")
    assert isinstance(cities, Step)
    assert [one.label.args["points"] for one in cities.options] == [9, 1, 2]


@rule("RW-180a", "RW-181.01")
@pytest.mark.parametrize("players", [pytest.param(4, id="X2")])
def test_marie_takes_two_ships_with_her_fourth_satellite(players):
    facts = {"ship.01": 4, "ship.13.four": 6, "shields.kB": 1}
    state = settlement(
        players,
        rows={0: {1: ("kA",), 2: ("ag",), 3: ("ag",), 4: ("ag",), 5: ("ag",)}, 1: {1: ("ag",)}},
        cities={0: {"A": ("tA", "tA", "tA")}},
        satellites={0: ("kB", "kC", "kD")},
        facts=facts,
    )
    state = after(state, Task(seat=0, row=1))
    assert state.ships == {"01": 0, "13": 0}
    assert totals(state)[0] == 6 + 10


def test_late_shields_are_added_to_the_task_that_was_scored_with_their_least():
    state = docked("kd", defence={0: ("kA", "kB", "s2")})
    state = after(state, Task(seat=0, row=1))
    sheet = game.score(state)
    assert (sheet.totals[0], sheet.open[0]) == (4, True)
    assert {"shields.kA", "shields.kB"} <= set(game.wanted(state))
    state = after(state, Learn(key="fact:shields.kA", fact="shields.kA", value=2))
    assert totals(state)[0] == 5
    state = after(state, Learn(key="fact:shields.kB", fact="shields.kB", value=1))
    sheet = game.score(state)
    assert sheet.totals[0] == 5
    assert not sheet.lines[EARNED.index("tasks")].cells[0].open
    state = after(state, Learn(key="fact:shields.kB", fact="shields.kB", value=2))
    assert totals(state)[0] == 6


def test_shields_that_were_read_off_wrongly_are_corrected_in_the_task():
    state = docked("kd", defence={0: ("kA", "s2")}, facts={"shields.kA": 2})
    state = after(state, Task(seat=0, row=1))
    assert totals(state)[0] == 4
    state = after(state, Learn(key="fact:shields.kA", fact="shields.kA", value=1))
    assert totals(state)[0] == 3
