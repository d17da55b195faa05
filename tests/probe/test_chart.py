"""The probe game's chart: its own check, how the game uses it, and that it travels with the set-up."""

from __future__ import annotations

import pytest
from probe_table import act, opened, setup
from sternwarte_probe import game
from sternwarte_probe.chart import CHART
from sternwarte_probe.state import Dock

from companion.engine import Icon, Learn, Refused, Table, Words, notation, read_plan, texts

PRACTICE = CHART.practice["a"]


@pytest.mark.rule("PR-19")
def test_every_berth_has_its_own_number_and_can_be_reached() -> None:
    assert CHART.problems(CHART.practised("a")) == ()
    cut = PRACTICE.replace("link channel buoy2 berth1\n", "").replace("180 number=2", "180 number=3")
    found = {(problem.place, problem.rule) for problem in CHART.problems(read_plan(cut))}
    assert found == {("berth1", "PR-19"), ("berth2", "PR-19"), ("berth3", "PR-19")}


@pytest.mark.rule("PR-19")
def test_a_buoy_that_is_cut_off_is_only_a_hint() -> None:
    lone = PRACTICE + "place buoy9 buoy 50 50 light=red\n"
    assert [(found.place, found.hint) for found in CHART.problems(read_plan(lone))] == [("buoy9", True)]
    assert game.facts["chart.a"].problem(lone) is None


def test_the_chart_is_a_picture_of_the_game() -> None:
    table = opened(3, facts={"chart.a": PRACTICE})
    act(table, Dock(seat=1, berth=2))
    assert [page.key for page in game.pages(table.state)] == ["ring", "ships", "chart"]
    drawn = game.picture(table.state, "chart", None)
    ships = [shape for shape in drawn.shapes if isinstance(shape, Icon) and shape.name == "seat1"]
    assert [(ship.x, ship.y) for ship in ships] == [(250, 180)]
    assert [page.key for page in game.pages(opened(3).state)] == ["ring", "ships"]


def test_a_recording_keeps_the_plan() -> None:
    begun = setup(3, facts={"chart.a": PRACTICE, "ship.A": 3})
    written = notation.write(begun, ())
    assert "fact chart.a" in written
    assert notation.parse(written).setup.facts == begun.facts


def test_a_plan_can_be_learnt_but_is_not_asked_at_the_table() -> None:
    table = opened(3)
    assert game.wanted(table.state) == ()
    with pytest.raises(Refused, match="TABLE-2"):
        table.submit(Learn(key="fact:chart.a", fact="chart.a", value="plan chart Mine"))
    table.submit(Learn(key="fact:chart.a", fact="chart.a", value=PRACTICE))
    said = Words(texts(game), "en", table.setup.names).say(table.history()[-1].text)
    assert said == "Chart A: Übungshafen (10 places, 10 links)"
    again = notation.parse(notation.write(table.setup, table.line))
    other = Table(game, again.setup)
    other.submit(notation.read_move(game, again.setup, *again.lines[0]).action)
    assert other.state.facts["chart.a"] == PRACTICE
