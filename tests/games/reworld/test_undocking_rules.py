"""Chapter Two, undocking: RW-120 to RW-146, vectors D16 and D17."""

from __future__ import annotations

import pytest
from reworld_table import WORDS, after, broken, choose, option, settlement, totals

from companion.engine import Draft, Step
from companion.games.reworld import game
from companion.games.reworld.actions import (
    Arrive,
    Defend,
    Dispose,
    DropOut,
    Task,
    Terrabot,
    Transport,
)
from companion.games.reworld.settlement import begin

rule = pytest.mark.rule
TURN = Draft("turn", 0)


def docked(*modules: str, row: int = 1, **more):
    """Anna has one row, its leftmost module last; Ben and Cem have a crew each."""
    return settlement(rows={0: {row: modules}, 1: {1: ("c1",)}, 2: {1: ("c2",)}}, **more)


def signs(letter: str, *numbers: int):
    """The names of some city signs of a letter, or of all."""
    return {f"sign.{letter}.{number}": f"{letter}-{number}" for number in numbers or range(1, 5)}


@rule("RW-120")
@pytest.mark.parametrize(("marker", "turns"), [(0, [0, 1, 2, 0]), (2, [2, 0, 1, 2])])
def test_the_holder_of_the_marker_begins_and_it_goes_on_clockwise(marker, turns):
    two = {1: ("ag", "ag")}
    state = begin(settlement(rows=dict.fromkeys(range(3), two), marker=marker))
    seen = []
    for _ in range(4):
        seen.append(state.turn)
        state = after(state, Dispose(seat=state.turn, row=1))
    assert seen == turns


@rule("RW-120")
def test_nobody_undocks_on_another_turn():
    assert broken(docked("tA"), Dispose(seat=1, row=1)) == ("RW-120",)


@rule("RW-121")
def test_a_turn_is_one_module_used_then_the_ships_checked_then_the_next_player():
    state = after(docked("tB", "tA"), Terrabot(seat=0, row=1, sign=1))
    assert state.sides[0].rows[0] == ("tB",)
    assert {ship for ship, seat in state.ships.items() if seat == 0} == {"02", "03", "04", "05"}
    assert state.turn == 1
    assert broken(state, Terrabot(seat=0, row=1, sign=1)) == ("RW-120",)


@rule("RW-122")
def test_who_has_a_module_must_undock():
    state = docked("tA")
    assert broken(state, DropOut(seat=0)) == ("RW-122",)
    assert {one.key for one in game.prompt(state).demands} == {"turn"}


@rule("RW-123")
def test_who_has_no_module_is_skipped_for_the_rest_of_the_game():
    state = settlement(rows={0: {1: ("ag", "ag")}, 2: {1: ("ag",)}})
    state = after(state, Dispose(seat=0, row=1))
    assert state.turn == 2
    assert "RW-123" in broken(state, Dispose(seat=1, row=1))
    state = after(state, Dispose(seat=2, row=1))
    assert state.turn == 0


@rule("RW-123")
def test_who_acquired_no_module_never_has_a_turn_and_loses_in_every_category():
    state = begin(settlement(2, rows={1: {1: ("ag",)}}, marker=0))
    assert state.turn == 1
    state = after(state, Dispose(seat=1, row=1), Arrive())
    assert 0 not in state.ships.values()
    assert totals(state) == (-18, -18)


@rule("RW-124", "RW-190")
def test_the_final_ship_comes_when_all_freighters_are_empty():
    state = settlement(2, rows={0: {1: ("ag",)}, 1: {1: ("ag",)}})
    state = after(state, Dispose(seat=0, row=1))
    assert (state.phase, state.turn) == ("settlement", 1)
    state = after(state, Dispose(seat=1, row=1))
    assert state.phase == "final"
    assert [one.key for one in game.prompt(state).demands] == ["arrive"]


@rule("RW-190")
def test_the_final_ship_waits_while_a_module_is_docked():
    assert broken(docked("tA"), Arrive()) == ("RW-190",)


def test_chapter_two_without_any_module_is_over_at_once():
    assert begin(settlement(2)).phase == "final"


@rule("RW-125")
def test_a_transport_moves_three_modules_at_most():
    state = settlement(rows={0: {1: ("ag", "ag", "ag"), 2: ("s0",)}, 1: {1: ("c1",)}})
    moved = after(state, Transport(seat=0, row=2, dock=(1, 1), cities=("-", "-")))
    assert (moved.sides[0].docked, moved.turn) == (1, 1)
    assert "RW-125" in broken(state, Transport(seat=0, row=2, dock=(1, 1, 1), cities=("-",) * 3))


@rule("RW-130")
@pytest.mark.parametrize(
    ("row", "action"),
    [
        (("tA", "c1"), Terrabot(seat=0, row=1, sign=1)),
        (("s1", "tA"), Defend(seat=0, row=1)),
        (("s1", "tA"), Transport(seat=0, row=1)),
        (("kA", "tA"), Task(seat=0, row=1)),
    ],
)
def test_only_the_leftmost_module_of_a_row_can_be_undocked(row, action):
    assert "RW-130" in broken(docked(*row), action)


@rule("RW-130")
def test_the_leftmost_module_of_every_row_is_offered():
    state = settlement(rows={0: {1: ("tA", "c1"), 3: ("kA", "s1"), 4: ("tB",)}})
    step = choose(state, TURN)
    assert isinstance(step, Step)
    offered = {one.value: WORDS["en"].say(one.label) for one in step.options}
    assert list(offered) == [1, 3, 4]
    for row, module in ((1, "Crew of firm 1"), (3, "Shuttle"), (4, "Terrabot B")):
        assert module in offered[row]
    assert "RW-130" in broken(state, Terrabot(seat=0, row=1, sign=1))


@rule("RW-131")
@pytest.mark.parametrize("row", [pytest.param(("tA", "s1", "c1"), id="D16"), ("s0", "c1")])
def test_a_shuttle_may_leave_behind_a_single_crew_that_it_takes_along(row):
    state = docked(*row, cities={0: {"A": ("tA",)}})
    state = after(state, Transport(seat=0, row=1, dock=(1,), cities=("A",)))
    assert state.sides[0].rows[0] == row[:-2]
    assert state.sides[0].cities[0].tiles == ("tA", "c1")


@rule("RW-131")
@pytest.mark.parametrize(("dock", "cities"), [((), ()), ((2,), ("A",)), ((2, 1), ("A", "-"))])
def test_that_crew_must_be_the_one_that_is_carried(dock, cities):
    state = settlement(rows={0: {1: ("s1", "c1"), 2: ("c2",)}}, cities={0: {"A": ("tA",)}})
    assert broken(state, Transport(seat=0, row=1, dock=dock, cities=cities)) == ("RW-131",)


@rule("RW-131")
def test_the_exception_is_offered_where_the_crew_lies():
    step = choose(docked("s1", "c1"), TURN, take=1)
    assert option(step, "transport") == ()
    assert option(step, "dispose") == ()
    assert choose(docked("s1", "tA", "c1"), TURN, take=1) == Dispose(seat=0, row=1)


@rule("RW-132")
@pytest.mark.parametrize(
    "row", [pytest.param(("s1", "c1", "c1"), id="D17-crews"), pytest.param(("s1", "kA"), id="D17-satellite")]
)
def test_several_modules_or_another_kind_keep_the_shuttle_in(row):
    assert "RW-132" in broken(docked(*row), Transport(seat=0, row=1, dock=(1,), cities=("-",)))


@rule("RW-132")
def test_of_two_shuttles_in_a_row_the_left_one_takes_the_crew():
    state = docked("s2", "s0", "c1")
    moved = after(state, Transport(seat=0, row=1, dock=(1,), cities=("-",)))
    assert moved.sides[0].rows[0] == ("s2",)
    assert moved.sides[0].shuttles == ("s0",)
    assert "RW-132" in broken(docked("s0", "c1", "s2", "c2", "c1"), Transport(seat=0, row=1))


@rule("RW-133")
def test_with_the_exception_one_more_crew_may_join_and_no_second():
    state = settlement(rows={0: {1: ("ag", "s1", "ag"), 2: ("ag", "ag")}})
    two = after(state, Transport(seat=0, row=1, dock=(1, 2), cities=("-", "-")))
    assert two.sides[0].rows[:2] == (("ag",), ("ag",))
    assert "RW-133" in broken(state, Transport(seat=0, row=1, dock=(1, 2, 2), cities=("-",) * 3))


@rule("RW-133")
def test_after_the_crew_that_was_in_the_way_one_docking_is_offered():
    state = settlement(rows={0: {1: ("ag", "s1", "ag"), 2: ("ag", "ag")}})
    step = choose(state, TURN, take=1, use="transport")
    assert isinstance(step, Step)
    assert [one.value for one in step.options] == [1, 2, 0]
    assert choose(state, TURN, take=1, use="transport", dock=2) == Transport(
        seat=0, row=1, dock=(1, 2), cities=("-", "-")
    )
    third = Transport(seat=0, row=1, dock=(1, 2, 2), cities=("-",) * 3)
    assert "RW-133" in broken(state, third)


@rule("RW-134")
@pytest.mark.parametrize("row", [pytest.param(("tA", "s1", "c1"), id="D16"), ("s2", "c1")])
def test_with_the_exception_the_shuttle_cannot_defend(row):
    state = docked(*row)
    assert broken(state, Defend(seat=0, row=1)) == ("RW-134",)
    assert option(choose(state, TURN, take=1), "defend") == ("RW-134",)


@rule("RW-135")
@pytest.mark.parametrize(
    ("module", "action"),
    [
        ("s1", Terrabot(seat=0, row=1, sign=1)),
        ("tA", Defend(seat=0, row=1)),
        ("c1", Defend(seat=0, row=1)),
        ("tA", Transport(seat=0, row=1)),
        ("kA", Transport(seat=0, row=1)),
        ("s1", Task(seat=0, row=1)),
        ("tA", Task(seat=0, row=1)),
    ],
)
def test_a_module_is_used_according_to_its_kind(module, action):
    assert "RW-135" in broken(docked(module), action)


@rule("RW-135")
def test_an_empty_row_has_nothing_to_use():
    state = docked("tA")
    for action in (Terrabot(seat=0, row=2, sign=1), Defend(seat=0, row=2), Task(seat=0, row=2)):
        assert broken(state, action) == ("RW-135",)


def test_there_are_five_rows():
    assert broken(docked("tA"), Terrabot(seat=0, row=6, sign=1)) == ("RW-031",)
    state = docked("s1")
    assert broken(state, Transport(seat=0, row=1, dock=(9,), cities=("A",))) == ("RW-031",)


@rule("RW-140")
def test_a_terrabot_goes_to_the_settlement_area():
    side = after(docked("tC"), Terrabot(seat=0, row=1, sign=3)).sides[0]
    assert side.settled == ("tC",)
    assert side.docked == 0


@rule("RW-141")
def test_the_first_terrabot_of_a_letter_founds_a_city_with_a_sign_of_choice():
    state = docked("tB", cities={0: {"A": ("tA",)}}, facts=signs("B"))
    step = choose(state, TURN, take=1)
    assert isinstance(step, Step)
    assert [one.value for one in step.options] == [1, 2, 3, 4]
    city = after(state, Terrabot(seat=0, row=1, sign=3)).sides[0].cities[1]
    assert (city.letter, city.sign, city.tiles) == ("B", 3, ("tB",))


@pytest.mark.parametrize(
    ("named", "taken", "offered"),
    [((), {}, [1]), ((1, 3), {}, [1, 3, 2]), ((1, 3), {1: {"B": ("tB",)}}, [1, 3, 4])],
)
def test_signs_that_nobody_can_tell_apart_are_offered_once(named, taken, offered):
    state = docked("tB", cities=taken, facts=signs("B", *named) if named else {})
    step = choose(state, TURN, take=1)
    assert isinstance(step, Step)
    assert [one.value for one in step.options] == offered


@rule("RW-141")
@pytest.mark.parametrize("sign", [0, 5, 2])
def test_a_city_sign_must_be_free_and_of_the_letter(sign):
    state = docked("tA", cities={1: {"A": ("tA",)}})
    assert broken(state, Terrabot(seat=0, row=1, sign=sign)) == ("RW-141",)


@rule("RW-142")
def test_a_further_terrabot_of_the_letter_joins_the_end_of_its_city():
    state = docked("tA", cities={0: {"B": ("tB",), "A": ("tA", "c1")}})
    side = after(state, Terrabot(seat=0, row=1)).sides[0]
    assert [city.tiles for city in side.cities] == [("tB",), ("tA", "c1", "tA")]


@rule("RW-143")
def test_there_is_one_city_of_a_terrain_type_at_most():
    state = docked("tA", cities={0: {"A": ("tA",)}})
    assert broken(state, Terrabot(seat=0, row=1, sign=2)) == ("RW-143",)


@rule("RW-144")
def test_a_new_city_has_two_tiles():
    state = after(docked("tA"), Terrabot(seat=0, row=1, sign=1))
    assert state.sides[0].cities[0].size == 2


@rule("RW-145")
@pytest.mark.parametrize("letter", "ABCDE")
def test_there_is_a_city_sign_for_everybody(letter):
    state = settlement(4, rows={seat: {1: (f"t{letter}",)} for seat in range(4)}, facts=signs(letter))
    for seat in range(4):
        step = choose(state, Draft("turn", seat), take=1)
        assert isinstance(step, Step)
        assert len(step.options) == 4 - seat
        state = after(state, Terrabot(seat=seat, row=1, sign=int(step.options[0].value)))
    assert sorted(side.cities[0].sign for side in state.sides) == [1, 2, 3, 4]


@rule("RW-146")
@pytest.mark.parametrize("cities", [{}, {"A": ("tA", "c1")}])
def test_undocking_a_terrabot_scores_nothing(cities):
    state = after(docked("tA", cities={0: cities}), Terrabot(seat=0, row=1, sign=0 if cities else 1))
    assert totals(state) == (0, 0, 0)
