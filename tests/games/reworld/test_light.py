"""Lighter tracking: rounds, points, ships and the final count are entered; lowering at any time."""

from __future__ import annotations

import pytest
from reworld_table import after, broken, choose, full_box, option, played, setup, table, totals

from companion.engine import Adjust, Draft, Impossible, Lower, Step, play
from companion.games.reworld import game
from companion.games.reworld.actions import (
    Arrive,
    Award,
    Begin,
    CountUp,
    Dispose,
    DropOut,
    EndRound,
    TakeShip,
)

rule = pytest.mark.rule
BOX = full_box()
TABLES = {f"final.2.{category}.1": 10 for category in ("defence", *"ABCDE")}


def light(players: int = 2, **more):
    """The beginning of round 1 with light tracking, Ben with the start player marker."""
    return after(table(players, depth="light", **more).state, Begin(first=1))


def settled(players: int = 2, **more):
    """Chapter Two with light tracking."""
    state = light(players, **more)
    return after(state, *(EndRound(marker=0) for _ in range(5)))


def test_a_light_game_from_set_up_to_outcome():
    facts = {**TABLES, "ship.01": 4, "ship.14.few": 6}
    state = light(facts=facts)
    state = after(state, Award(seat=0, points=4, why="terrabots"), Award(seat=1, points=1, why="marker"))
    assert state.marker == 1
    state = after(state, Award(seat=0, points=3, why="cards"), EndRound(marker=0))
    assert (state.round, state.marker) == (2, 0)
    state = after(state, *(EndRound(marker=1) for _ in range(4)))
    assert (state.phase, state.marker) == ("settlement", 1)
    state = after(state, Award(seat=1, points=12, why="tasks"), Award(seat=0, points=5, why="crews"))
    state = after(state, TakeShip(seat=0, ship="01"), TakeShip(seat=1, ship="14"))
    state = after(state, Award(seat=1, points=-2, why="hand"), Arrive())
    state = after(state, CountUp(seat=1, shields=3, a=4, b=0, c=2, d=0, e=0))
    assert game.outcome(state) is None
    state = after(state, CountUp(seat=0, shields=3, a=2, b=5, c=0, d=0, e=0))
    sheet = game.score(state)
    assert sheet.totals == (4 + 3 + 5 + 4 + 5 + 0 + 10 - 9, 1 + 12 - 2 + 6 + 5 + 10 - 3 + 10 - 6)
    assert game.outcome(state).winners == (1,)
    assert game.prompt(state).demands == ()


def test_a_scoring_game_from_set_up_to_outcome():
    state = table(2, depth="scoring", facts={**TABLES, "ship.06": 7}).state
    assert [one.key for one in game.prompt(state).demands] == ["arrive"]
    state = after(state, Award(seat=0, points=41), Award(seat=1, points=40), TakeShip(seat=1, ship="06"))
    state = after(state, Arrive())
    assert {(one.key, one.seat) for one in game.prompt(state).demands} == {("count", 0), ("count", 1)}
    state = after(state, CountUp(seat=0, shields=1, a=2, b=2, c=2, d=2, e=2))
    assert [one.seat for one in game.prompt(state).demands] == [1]
    state = after(state, CountUp(seat=1, shields=2, a=2, b=0, c=0, d=0, e=3))
    assert totals(state) == (41 + 0 + 5 + 30 + 0, 40 + 7 + 10 + 5 - 9 + 10)
    assert game.outcome(state).winners == (0,)


def test_points_for_terrabots_and_the_marker_are_not_asked():
    state = light()
    assert choose(state, Draft("award", 0), why="terrabots") == Award(seat=0, points=4, why="terrabots")
    assert choose(state, Draft("award", 1), why="marker") == Award(seat=1, points=1, why="marker")
    third = after(state, EndRound(marker=0), EndRound(marker=0))
    assert choose(third, Draft("award", 0), why="terrabots") == Award(seat=0, points=3, why="terrabots")
    step = choose(state, Draft("award", 0), why="cards")
    assert isinstance(step, Step)
    assert (step.entry, step.low) == ("number", 0)
    assert choose(state, Draft("award", 0), why="hand").low < 0


@rule("RW-090")
def test_the_marker_is_awarded_once_a_round():
    state = after(light(), Award(seat=0, points=1, why="marker"))
    assert broken(state, Award(seat=1, points=1, why="marker")) == ("RW-090",)
    assert option(choose(state, Draft("award", 1)), "marker") == ("RW-090",)
    following = after(state, EndRound(marker=0))
    assert broken(following, Award(seat=1, points=1, why="marker")) == ()


def test_who_has_the_marker_is_asked_only_if_nobody_acquired_it():
    state = light()
    assert isinstance(choose(state, Draft("round")), Step)
    state = after(state, Award(seat=0, points=1, why="marker"))
    assert choose(state, Draft("round")) == EndRound(marker=0)
    state = after(state, EndRound(marker=0))
    assert isinstance(choose(state, Draft("round")), Step)


def test_rounds_that_were_counted_wrong_are_set_by_hand():
    state = after(light(), EndRound(marker=0), EndRound(marker=0))
    state = after(state, Adjust(key="adjust", what="round", value=2))
    assert (state.phase, state.round) == ("station", 2)
    state = after(settled(), Adjust(key="adjust", what="round", value=5))
    assert (state.phase, state.round) == ("station", 5)
    assert broken(state, Adjust(key="adjust", what="round", value=6)) == ("TABLE-3",)
    full = table(2).state
    assert broken(full, Adjust(key="adjust", what="round", value=2)) == ("TABLE-3",)


def test_a_ship_taken_by_mistake_goes_back_to_the_board():
    state = after(settled(facts={"ship.01": 4}), TakeShip(seat=0, ship="01"))
    state = after(state, Adjust(key="adjust", what="ship.01", value=-1))
    assert totals(state) == (0, 0)
    assert broken(state, TakeShip(seat=1, ship="01")) == ()


@pytest.mark.parametrize(
    ("state", "reasons"),
    [
        (light(), ["terrabots", "marker", "cards", "hand"]),
        (settled(), ["tasks", "crews", "hand"]),
        (table(2, depth="scoring").state, ["hand"]),
    ],
)
def test_points_are_entered_for_what_the_chapter_awards(state, reasons):
    step = choose(state, Draft("award", 0))
    assert isinstance(step, Step)
    assert [one.value for one in step.options] == reasons
    for why in ("terrabots", "marker", "cards", "tasks", "crews", "hand", "nothing"):
        expected = () if why in reasons else ("TABLE-1",)
        assert broken(state, Award(seat=0, points=1, why=why)) == expected


def test_a_ship_can_be_taken_once_and_only_in_chapter_two():
    state = after(settled(3), TakeShip(seat=2, ship="11"))
    step = choose(state, Draft("ship", 1))
    assert option(step, "11") == ("RW-180b",)
    assert option(step, "12") == ()
    assert choose(state, Draft("ship", 1), ship="12") == TakeShip(seat=1, ship="12")
    assert broken(light(3), TakeShip(seat=0, ship="12")) == ("RW-183",)
    assert broken(after(state, Arrive()), TakeShip(seat=0, ship="12")) == ("TABLE-1",)


def test_the_final_ship_comes_after_chapter_one():
    assert broken(light(), Arrive()) == ("RW-030",)


@pytest.mark.parametrize("marker", [-1, 2])
def test_a_round_ends_with_a_player_who_has_the_marker(marker):
    state = light()
    assert broken(state, EndRound(marker=marker)) == ("TABLE-1",)
    with pytest.raises(Impossible):
        play.apply(game, state, EndRound(marker=marker))
    step = choose(state, Draft("round"))
    assert isinstance(step, Step)
    assert [one.value for one in step.options] == [0, 1]
    assert choose(state, Draft("round"), marker=1) == EndRound(marker=1)


@rule("RW-144")
@pytest.mark.parametrize("size", [1, -1])
def test_a_city_of_one_tile_cannot_be_counted(size):
    state = after(table(2, depth="scoring").state, Arrive())
    action = CountUp(seat=0, shields=0, a=0, b=size, c=0, d=0, e=2)
    assert broken(state, action) == ("RW-144",)


@rule("RW-192")
def test_shields_cannot_be_less_than_none():
    state = after(table(2, depth="scoring").state, Arrive())
    assert broken(state, CountUp(seat=0, shields=-1, a=0, b=0, c=0, d=0, e=0)) == ("RW-192",)


def test_counting_takes_six_answers():
    state = after(table(2, depth="scoring").state, Arrive())
    draft, asked = Draft("count", 1), []
    while isinstance(step := play.step(game, state, draft), Step):
        asked.append((step.field, step.done, step.of))
        draft = draft.then(step.field, 2)
    assert asked == [(field, at, 6) for at, field in enumerate(("shields", *"abcde"))]
    assert step == CountUp(seat=1, shields=2, a=2, b=2, c=2, d=2, e=2)


def test_a_miscount_can_be_replaced_when_the_table_overrules():
    state = after(table(2, depth="scoring").state, Arrive())
    count = CountUp(seat=0, shields=1, a=0, b=0, c=0, d=0, e=0)
    state = after(state, count)
    again = CountUp(seat=0, shields=2, a=0, b=0, c=0, d=0, e=0)
    assert broken(state, again) == ("TABLE-1",)
    state = play.apply(game, state, again)
    assert state.sides[0].count.shields == 2


@pytest.mark.parametrize("action", [Dispose(seat=0, row=1), DropOut(seat=0)])
def test_moves_on_the_boards_are_not_entered(action):
    for state in (light(), settled()):
        assert broken(state, action) == ("TABLE-1",)
        with pytest.raises(Impossible):
            play.apply(game, state, action)


@pytest.mark.parametrize(
    ("state", "action"),
    [
        (settled(), TakeShip(seat=0, ship="final")),
        (settled(), TakeShip(ship="06")),
        (settled(), Award(seat=0, points=3, why="luck")),
        (after(settled(), Arrive()), CountUp(seat=0, shields=-1, a=0, b=0, c=0, d=0, e=0)),
        (settled(), CountUp(seat=0, shields=1, a=0, b=0, c=0, d=0, e=0)),
    ],
)
def test_what_cannot_be_entered_even_if_the_table_wants_it(state, action):
    assert broken(state, action) != ()
    with pytest.raises(Impossible):
        play.apply(game, state, action)


PHASES = ("begin", "prepare", "station", "settlement", "final", "over")


@pytest.mark.parametrize("depth", ["light", "scoring"])
@pytest.mark.parametrize("phase", PHASES)
def test_a_full_game_can_go_on_with_less_tracking_at_any_time(phase, depth):
    moves, end = played(game.setup(setup(3, facts=BOX)), seed=4)
    found = [state for state, _ in moves if state.phase == phase] or [end]
    full = found[len(found) // 2]
    state = after(full, Lower(key="lower", depth=depth))
    assert state.depth == depth
    assert totals(state) == totals(full)
    assert state.ships == full.ships
    for rules in (
        broken(state, Lower(key="lower", depth="full")),
        broken(state, Lower(key="lower", depth="x")),
    ):
        assert rules == ("TABLE-5",)
    _, done = played(state, seed=6, offers=True)
    assert game.outcome(done) is not None


@pytest.mark.parametrize(
    ("phase", "kept"), [("begin", "begin"), ("station", "station"), ("prepare", "station")]
)
def test_lower_to_light_keeps_round_and_marker(phase, kept):
    moves, _ = played(game.setup(setup(2)), seed=2)
    full = [state for state, _ in moves if state.phase == phase][-1]
    state = after(full, Lower(key="lower", depth="light"))
    assert (state.phase, state.round, state.marker) == (kept, full.round, full.marker)


@pytest.mark.parametrize("phase", ["begin", "station", "settlement", "count", "over"])
def test_a_light_game_can_go_on_with_scoring_only(phase):
    moves, end = played(game.setup(setup(2, "light")), seed=3)
    found = [state for state, _ in moves if state.phase == phase] or [end]
    state = after(found[-1], Lower(key="lower", depth="scoring"))
    _, done = played(state, seed=1, offers=True)
    assert game.outcome(done) is not None
