"""Chapter Two, what shuttles do: RW-150 to RW-160, vectors D18 and D23."""

from __future__ import annotations

import pytest
from reworld_table import after, broken, choose, option, settlement

from companion.engine import Draft, Step
from companion.games.reworld import game
from companion.games.reworld.actions import Defend, Transport
from companion.games.reworld.final import sizes

rule = pytest.mark.rule
TURN = Draft("turn", 0)


def docked(*modules: str, **more):
    """Anna has one row, its leftmost module last."""
    return settlement(rows={0: {1: modules}, 1: {1: ("c1",)}}, **more)


@rule("RW-150")
def test_a_shuttle_defends_or_transports():
    state = docked("s1")
    step = choose(state, TURN, take=1)
    assert isinstance(step, Step)
    assert {one.value for one in step.legal} == {"defend", "transport"}
    assert after(state, Defend(seat=0, row=1)).sides[0].shuttles == ()
    assert after(state, Transport(seat=0, row=1)).sides[0].defence == ()


@rule("RW-150")
@pytest.mark.parametrize("module", ["tA", "s1", "kA"])
def test_only_crews_can_be_taken_along(module):
    state = settlement(rows={0: {1: ("s1",), 2: (module,)}})
    assert broken(state, Transport(seat=0, row=1, dock=(2,), cities=("-",))) == ("RW-150",)


@rule("RW-150")
def test_nothing_can_be_taken_from_an_empty_row():
    assert broken(docked("s1"), Transport(seat=0, row=1, dock=(1,), cities=("-",))) == ("RW-150",)


@rule("RW-151")
def test_a_shuttle_joins_the_defence_row_and_begins_it():
    state = docked("s2")
    assert state.sides[0].defence == ()
    assert after(state, Defend(seat=0, row=1)).sides[0].defence == ("s2",)


@rule("RW-152")
@pytest.mark.parametrize(("module", "rules"), [pytest.param("s0", ("RW-152",), id="D23"), ("s1", ())])
def test_one_shield_is_enough_for_a_defending_shuttle(module, rules):
    assert broken(docked(module), Defend(seat=0, row=1)) == rules


@rule("RW-152")
def test_a_shuttle_without_shields_is_not_asked_what_for():
    assert choose(docked("s0"), TURN, take=1) == Transport(seat=0, row=1)


@rule("RW-153")
@pytest.mark.parametrize("dock", [(1, 1), (1, 2), (2, 1), (2, 3)])
def test_two_docking_manoeuvres_from_the_same_or_different_rows(dock):
    rows = {1: ("ag", "ag"), 2: ("ag",), 3: ("ag",), 4: ("s1",)}
    state = settlement(rows={0: rows, 1: {1: ("ag",)}})
    side = after(state, Transport(seat=0, row=4, dock=dock, cities=("-", "-"))).sides[0]
    assert side.docked == 2
    third = Transport(seat=0, row=4, dock=(1, 1, 2), cities=("-",) * 3)
    assert "RW-153" in broken(state, third)


@rule("RW-153")
def test_two_crews_are_docked_at_most_even_if_more_could_be():
    state = settlement(rows={0: {1: ("ag", "ag", "ag"), 2: ("s0",)}})
    assert choose(state, TURN.then("dock", 1).then("dock", 1), take=2) == Transport(
        seat=0, row=2, dock=(1, 1), cities=("-", "-")
    )


@rule("RW-154")
def test_a_crew_behind_another_module_cannot_come_along():
    state = settlement(rows={0: {1: ("s1",), 2: ("c1", "tA")}})
    assert broken(state, Transport(seat=0, row=1, dock=(2,), cities=("-",))) == ("RW-154",)
    assert choose(state, TURN, take=1, use="transport") == Transport(seat=0, row=1)


@rule("RW-154")
@pytest.mark.parametrize(
    ("rows", "shuttle", "dock", "gone"),
    [
        pytest.param({1: ("tA", "c1", "c2"), 2: ("s1",)}, 2, (1, 1), ("c2", "c1"), id="D18"),
        pytest.param({1: ("c1", "s1"), 2: ("c2",)}, 1, (2, 1), ("c2", "c1"), id="behind-the-shuttle"),
        pytest.param({1: ("c2", "s1", "c1")}, 1, (1, 1), ("c1", "c2"), id="both-sides-of-the-shuttle"),
    ],
)
def test_a_crew_set_free_by_the_shuttle_or_the_first_crew_may_come_along(rows, shuttle, dock, gone):
    state = settlement(rows={0: rows, 1: {1: ("ag",)}})
    moved = after(state, Transport(seat=0, row=shuttle, dock=dock, cities=("-", "-")))
    assert moved.gone == gone
    blocked = settlement(rows={0: {1: ("c1", "c2", "kA"), 2: ("s1",)}})
    assert "RW-154" in broken(blocked, Transport(seat=0, row=2, dock=(1, 1), cities=("-", "-")))


@rule("RW-155")
@pytest.mark.parametrize(("docked_rows", "left"), [((), 2), ((1,), 1)])
def test_a_shuttle_may_fly_with_one_crew_or_none(docked_rows, left):
    state = settlement(rows={0: {1: ("ag", "ag"), 2: ("s0",)}, 1: {1: ("c1",)}})
    draft = TURN
    for row in docked_rows:
        draft = draft.then("dock", row)
    assert option(choose(state, draft, take=2), 0) == ()
    action = choose(state, draft.then("dock", 0), take=2)
    assert after(state, action).sides[0].docked == left


@rule("RW-156")
def test_the_crews_are_placed_then_the_shuttle_joins_the_shuttle_row():
    state = settlement(rows={0: {1: ("c1", "c2"), 2: ("s1",)}}, cities={0: {"A": ("tA",), "B": ("tB",)}})
    side = after(state, Transport(seat=0, row=2, dock=(1, 1), cities=("A", "B"))).sides[0]
    assert side.shuttles == ("s1",)
    assert [city.tiles for city in side.cities] == [("tA", "c2"), ("tB", "c1")]


@rule("RW-156")
def test_every_crew_on_the_shuttle_must_be_placed():
    state = settlement(rows={0: {1: ("c1", "c2"), 2: ("s1",)}}, cities={0: {"A": ("tA",)}})
    assert broken(state, Transport(seat=0, row=2, dock=(1, 1), cities=("A",))) == ("RW-156",)
    assert broken(state, Transport(seat=0, row=2, cities=("A",))) == ("RW-156",)


@rule("RW-156")
@pytest.mark.parametrize(("swapped", "points"), [(False, 3), (True, 4)])
def test_the_crews_are_placed_in_either_order(swapped, points):
    state = settlement(rows={0: {1: ("c1", "x1"), 2: ("s0",)}}, cities={0: {"A": ("tA",)}})
    transport = Transport(seat=0, row=2, dock=(1, 1), cities=("A", "A"), swapped=swapped)
    moved = after(state, transport)
    assert moved.sides[0].earned[3] == points
    assert moved.sides[0].shuttles == ("s0",)


def test_the_order_is_asked_only_where_it_matters():
    cities = {0: {"A": ("tA",)}}
    matters = settlement(rows={0: {1: ("c1", "x1"), 2: ("s0",)}}, cities=cities)
    draft = TURN.then("dock", 1).then("dock", 1)
    step = choose(matters, draft, take=2)
    assert isinstance(step, Step)
    assert step.field == "first"
    assert choose(matters, draft.then("first", 1), take=2) == Transport(
        seat=0, row=2, dock=(1, 1), cities=("A", "A"), swapped=True
    )
    same = settlement(rows={0: {1: ("c1", "c1"), 2: ("s0",)}}, cities=cities)
    assert choose(same, draft, take=2) == Transport(seat=0, row=2, dock=(1, 1), cities=("A", "A"))
    apart = settlement(rows={0: {1: ("c1", "ag"), 2: ("s0",)}}, cities=cities)
    assert choose(apart, draft, take=2) == Transport(seat=0, row=2, dock=(1, 1), cities=("A", "A"))


def test_two_firms_and_one_free_city_make_the_order_matter():
    state = settlement(rows={0: {1: ("c1", "c2"), 2: ("s0",)}}, cities={0: {"A": ("tA",)}})
    draft = TURN.then("dock", 1).then("dock", 1)
    for first, builds, lost in ((0, "c2", "c1"), (1, "c1", "c2")):
        moved = after(state, choose(state, draft.then("first", first), take=2))
        assert moved.sides[0].cities[0].tiles == ("tA", builds)
        assert moved.gone == (lost,)


@rule("RW-157")
def test_shields_in_the_shuttle_row_do_not_count():
    state = docked("ag", defence={0: ("s1",)}, shuttles={0: ("s2", "s2")})
    have = sizes(state.sides[0], {})["defence"]
    assert have is not None
    assert have.low == have.high == 1


@rule("RW-160")
@pytest.mark.parametrize(
    "action", [Transport(seat=0, row=1, dock=(1,), cities=("A",)), Transport(seat=0, row=1)]
)
def test_no_crew_reaches_a_city_without_a_shuttle(action):
    state = docked("tB", "c1", cities={0: {"A": ("tA",)}})
    assert "RW-160" in broken(state, action)


@pytest.mark.parametrize(
    ("rows", "more", "answers"),
    [
        pytest.param({1: ("tA",)}, {"cities": {0: {"A": ("tA",)}}}, 1, id="terrabot-joins"),
        pytest.param({1: ("tA",)}, {}, 2, id="terrabot-founds"),
        pytest.param({1: ("kA",)}, {}, 2, id="task"),
        pytest.param({1: ("s1",)}, {}, 2, id="shuttle-defends"),
        pytest.param({1: ("kA",)}, {"use": "defend"}, 3, id="satellite-defends-unknown"),
        pytest.param(
            {1: ("kA",)}, {"use": "defend", "facts": {"shields.kA": 1}}, 2, id="satellite-defends-known"
        ),
        pytest.param({1: ("c1",)}, {}, 1, id="dispose"),
        pytest.param({1: ("s1", "c1")}, {"use": "dispose"}, 2, id="dispose-before-a-shuttle"),
        pytest.param(
            {1: ("s1",), 2: ("c1", "c1")},
            {"use": "transport", "cities": {0: {"A": ("tA",)}}},
            4,
            id="transport-one-crew-to-the-only-city",
        ),
    ],
)
def test_the_common_undockings_take_few_touches(rows, more, answers):
    use = more.get("use") or ("defend" if rows == {1: ("s1",)} else "task")
    state = settlement(rows={0: rows}, **{key: what for key, what in more.items() if key != "use"})
    draft, touches = TURN, 0
    wish = {"take": 1, "use": use, "sign": 1, "shields": 2}
    while isinstance(step := game.step(state, draft), Step):
        docked_already = bool(draft.all("dock"))
        answer = (0 if docked_already else 2) if step.field == "dock" else wish[step.field]
        assert option(step, answer) == ()
        draft, touches = draft.then(step.field, answer), touches + 1
    assert broken(state, step) == ()
    assert touches == answers
