"""Whatever is entered, and wherever: a ruling comes back, and the table applies it or says it cannot be."""

from __future__ import annotations

from functools import cache

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reworld_table import explained, played, settlement, setup

from companion.engine import Action, Adjust, Draft, Impossible, Learn, Lower, Ruling, Step, encode, play
from companion.games.reworld import game
from companion.games.reworld.actions import (
    ACTIONS,
    Arrive,
    Defend,
    Dispose,
    Task,
    Terrabot,
    Transport,
)
from companion.games.reworld.modules import MODULES

NUMBERS = st.integers(-2, 9) | st.integers(-99, 999)
WORDS = st.sampled_from([*"ABCDEZ-", "", "hand", "tasks", "marker", "06", "14", "final", "light", "row.0.1"])
CODES = st.sampled_from([*MODULES, "zz", ""])
VALUES = {
    "int": NUMBERS,
    "bool": st.booleans(),
    "str": WORDS | CODES | st.text(max_size=3),
    "tuple[int, ...]": st.lists(NUMBERS, max_size=4).map(tuple),
    "tuple[str, ...]": st.lists(WORDS | CODES, max_size=4).map(tuple) | st.just(("tA",) * 20),
    "int | str": NUMBERS | WORDS,
}


@cache
def states():
    """Tables of every phase and depth, some of them with nothing known."""
    found = []
    for players, depth, seed in [
        (2, "full", 1),
        (3, "full", 2),
        (4, "full", 3),
        (2, "light", 4),
        (3, "scoring", 5),
    ]:
        moves, end = played(game.setup(setup(players, depth)), seed, offers=True)
        for phase in dict.fromkeys(state.phase for state, _ in moves):
            same = [state for state, _ in moves if state.phase == phase]
            found += same[:: max(1, len(same) // 5)]
        found.append(end)
    return found


def lost_tiles(state) -> list[str]:
    """The tiles of a table that do not add up, however it came about."""
    return [one for one in game.audit(state, []) if one.startswith("tiles")]


@st.composite
def garbage(draw) -> Action:
    """An action of any kind with any values."""
    kind = draw(st.sampled_from([*ACTIONS, Learn, Adjust, Lower]))
    fields: dict[str, object] = {}
    for field in msgspec.structs.fields(kind):
        told = str(field.type).replace("<class '", "").replace("'>", "")
        if field.name == "seat":
            fields["seat"] = draw(st.none() | st.integers(-2, 5))
        elif field.name == "key":
            fields["key"] = draw(
                st.sampled_from(["turn", "count", "award", "ship", "round", "begin", "arrive", "x"])
            )
        elif field.name == "fact":
            fields["fact"] = draw(st.sampled_from([*game.facts, "nothing"]))
        elif field.name == "what":
            wanted = [
                "points.0",
                "turn",
                "row.0.1",
                "city.1.B",
                "ship.14",
                "arm.3",
                "defence.0",
                "hand.9",
                ".",
            ]
            fields["what"] = draw(st.sampled_from(wanted))
        else:
            fields[field.name] = draw(VALUES[told])
    return kind(**fields)


@settings(max_examples=600, deadline=None, derandomize=True)
@given(data=st.data(), action=garbage())
def test_any_entry_is_ruled_on_and_applied_or_impossible(data, action):
    state = data.draw(st.sampled_from(states()))
    ruling = play.ruling(game, state, action)
    assert isinstance(ruling, Ruling)
    explained(ruling)
    try:
        after = play.apply(game, state, action)
    except Impossible:
        assert not ruling.legal
        return
    assert game.decode_state(encode(after)) == after
    assert game.score(after).players == state.players
    if game.outcome(after) is None:
        assert game.prompt(after).demands
    assert isinstance(game.wanted(after), tuple)
    assert game.reminders(after) is not None


@settings(max_examples=300, deadline=None, derandomize=True)
@given(
    data=st.data(),
    kind=st.sampled_from([Terrabot, Defend, Transport, Task, Dispose]),
    row=st.integers(1, 5),
)
def test_any_undocking_of_the_player_on_turn_is_carried_out_or_impossible(data, kind, row):
    state = data.draw(
        st.sampled_from([one for one in states() if one.phase == "settlement" and one.depth == "full"])
    )
    more = {}
    if kind is Transport:
        dock = data.draw(st.lists(st.integers(1, 5), max_size=3))
        more = {
            "dock": tuple(dock),
            "cities": tuple(data.draw(WORDS) for _ in dock),
            "swapped": data.draw(st.booleans()),
        }
    action = kind(seat=state.turn, row=row, **more)
    explained(play.ruling(game, state, action))
    try:
        after = play.apply(game, state, action)
    except Impossible:
        return
    assert sum(side.docked for side in after.sides) < sum(side.docked for side in state.sides)
    assert lost_tiles(after) == []


@settings(max_examples=200, deadline=None, derandomize=True)
@given(data=st.data(), take=st.integers(1, 5))
def test_a_draft_that_no_longer_fits_leads_to_a_step_an_action_or_nowhere(data, take):
    state = data.draw(st.sampled_from([one for one in states() if one.phase == "settlement"]))
    draft = Draft("turn", state.turn).then("take", take)
    answers = {
        "use": st.sampled_from(["terrabot", "defend", "task", "dispose", "transport"]),
        "dock": st.integers(0, 6),
        "city": WORDS,
        "sign": NUMBERS,
        "shields": NUMBERS,
        "first": st.integers(0, 1),
    }
    for field in data.draw(st.lists(st.sampled_from(list(answers)), max_size=6)):
        draft = draft.then(field, data.draw(answers[field]))
    try:
        found = play.step(game, state, draft)
    except Impossible:
        return
    if isinstance(found, Step):
        assert found.options or found.entry != "pick"
    else:
        explained(play.ruling(game, state, found))


@pytest.mark.parametrize(
    ("rows", "action", "left"),
    [
        pytest.param(
            {1: ("s1", "c1", "c1")}, Transport(seat=0, row=1, dock=(1,), cities=("A",)), ("c1",), id="RW-132"
        ),
        pytest.param({1: ("s1", "c1")}, Transport(seat=0, row=1), ("c1",), id="RW-131"),
        pytest.param({1: ("s0",)}, Defend(seat=0, row=1), (), id="RW-152"),
        pytest.param({1: ("tA",)}, Dispose(seat=0, row=1), (), id="RW-167"),
        pytest.param({1: ("kx",)}, Task(seat=0, row=1, city="Q"), (), id="RW-172c"),
        pytest.param({1: ("tB",)}, Terrabot(seat=0, row=1, sign=9), (), id="RW-141"),
    ],
)
def test_the_table_can_overrule_what_lies_there(rows, action, left):
    state = settlement(2, rows={0: rows, 1: {1: ("ag",)}}, cities={0: {"A": ("tA",)}})
    assert not play.ruling(game, state, action).allowed
    after = play.apply(game, state, action)
    assert after.sides[0].rows[0] == left
    assert after.turn == 1
    assert lost_tiles(after) == []


@pytest.mark.parametrize(
    "action",
    [
        Transport(seat=0, row=1, dock=(2,), cities=("A",)),
        Transport(seat=0, row=1, dock=(1,)),
        Transport(seat=0, row=3),
        Terrabot(seat=0, row=1, sign=1),
        Task(seat=0, row=1),
        Defend(seat=0, row=7),
        Dispose(row=1),
    ],
)
def test_what_is_not_there_cannot_be_moved(action):
    state = settlement(2, rows={0: {1: ("s1",), 2: ("tA",), 3: ("c1",)}})
    with pytest.raises(Impossible):
        play.apply(game, state, action)


def test_a_game_can_be_ended_early_and_stays_ended():
    state = settlement(2, rows={0: {1: ("ag",)}}, points={1: 3})
    over = play.apply(game, state, Arrive())
    assert game.outcome(over).winners == (1,)
    with pytest.raises(Impossible):
        play.apply(game, over, Arrive())


def test_shields_that_no_satellite_has_are_not_believed():
    state = settlement(2, rows={0: {1: ("kA",)}})
    after = play.apply(game, state, Defend(seat=0, row=1, shields=9))
    assert "shields.kA" not in after.facts
    assert "shields.kA" in game.wanted(after)


@pytest.mark.parametrize("answers", [(("take", 5),), (("take", 1), ("use", "transport"), ("dock", 2))])
def test_a_draft_for_what_is_no_longer_there_is_impossible(answers):
    state = settlement(2, rows={0: {1: ("s1",), 2: ("tA",), 3: ("c1",)}})
    with pytest.raises(Impossible):
        play.step(game, state, Draft("turn", 0, answers))
