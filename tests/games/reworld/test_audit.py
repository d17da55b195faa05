"""The second account of a game: right in every line of play, and it sees what is slipped into the books."""

from __future__ import annotations

from random import Random

import pytest
from reworld_table import draws, table

from companion.engine import Lower, Table, but, edit
from companion.games.reworld import game
from companion.games.reworld.actions import Acquire, Award, Begin, DropOut, EndRound, Marker, Prepare, Task
from companion.games.reworld.recount import Recount
from companion.games.reworld.state import EARNED
from companion.tools.walk import walk


def problems(played: Table) -> list[str]:
    return game.audit(played.state, [move.action for move in played.line])


def play_on(played: Table, seed: int, count: int = 1000) -> Table:
    """Random legal moves; now and then a printed value is told."""
    rng = Random(seed)
    for _ in range(count):
        if played.outcome() is not None:
            break
        prompt = played.prompt()
        facts = [offer for offer in prompt.offers if offer.key.startswith("fact:")]
        demand = facts[0] if facts and rng.random() < 0.3 else rng.choice(prompt.demands)
        action = walk(game, played.state, demand.draft, rng, [])
        assert action is not None
        played.submit(action)
    return played


@pytest.fixture(scope="module")
def whole() -> Table:
    return play_on(table(3), seed=11)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nothing_is_wrong_in_whole_games(players):
    played = play_on(table(players), seed=players)
    moves = [move.action for move in played.line]
    for at, state in enumerate(played.states):
        assert game.audit(state, moves[:at]) == []
    assert played.outcome() is not None


@pytest.mark.parametrize("why", EARNED)
def test_slipped_points_are_seen(whole, why):
    side = whole.state.sides[1].earning(why, 1)
    state = but(whole.state, sides=(whole.state.sides[0], side, whole.state.sides[2]))
    found = game.audit(state, [move.action for move in whole.line])
    assert any(f"for {why}" in line for line in found)
    assert any("stands on" in line for line in found)


SLIPS = {
    "hand": lambda state: _side(state, hand=state.sides[0].hand + 1),
    "out": lambda state: _side(state, out=True),
    "rows": lambda state: _side(state, rows=((), *state.sides[0].rows[1:])),
    "slots": lambda state: but(state, slots=((1, 2), *state.slots[1:])),
    "marker": lambda state: but(state, marker_bought=1),
    "arms": lambda state: but(state, arms=(state.arms[1], state.arms[0], *state.arms[2:])),
    "box": lambda state: but(state, gone=("tA",), drawn={**state.drawn, "tA": 1}),
    "lost": lambda state: but(state, drawn={**state.drawn, "tA": 17}),
    "bag": lambda state: but(state, drawn={**state.drawn, "tA": 170}),
    "round": lambda state: but(state, round=2),
    "ship": lambda state: but(state, ships={"15": 0}),
    "owner": lambda state: but(state, ships={"14": 3}),
}


def _side(state, **changes):
    return but(state, sides=(but(state.sides[0], **changes), *state.sides[1:]))


@pytest.mark.parametrize("slip", SLIPS)
def test_slipped_pieces_are_seen(slip):
    played = table()
    played.submit(Begin(first=0))
    played.submit(Prepare(modules=draws()[0]))
    played.submit(Acquire(seat=0, slot=1, top=1))
    moves = [move.action for move in played.line]
    assert game.audit(played.state, moves) == []
    assert game.audit(SLIPS[slip](played.state), moves) != []


def test_two_cities_of_one_firm_are_seen(whole):
    side = whole.state.sides[0]
    firms = [city.firm for city in side.cities if city.firm]
    first = next(city for city in side.cities if city.firm)
    twin = but(first, letter=next(letter for letter in "ABCDE" if letter != first.letter))
    state = _side(whole.state, cities=(*side.cities, twin))
    found = game.audit(state, [move.action for move in whole.line])
    assert any("built by" in line for line in found), firms


@pytest.mark.parametrize(
    ("code", "points"),
    [("kA", 4), ("k1", 6), ("kf", 4), ("kx", 6), ("ks", 6), ("kd", 5), ("kt", 3), ("kc", 3)],
)
def test_the_second_account_knows_all_eight_tasks(code, points):
    again = Recount(2, {"shields.kB": 2})
    account = again.accounts[0]
    account.rows[2] = ["tA", code]
    account.cities = {"A": ["tA", "tA", "c1", "ag", "x1"], "B": ["tB"]}
    account.defence = ["s2", "kB", "kC"]
    again.task(Task(seat=0, row=3, city="A"))
    assert account.points["tasks"] == points
    assert (account.rows[2], account.satellites) == (["tA"], [code])


def test_it_holds_after_undo_redo_and_amend():
    played = play_on(table(3), seed=5, count=60)
    for _ in range(4):
        played.undo()
        assert problems(played) == []
    played.redo()
    assert problems(played) == []
    at = next(at for at, move in enumerate(played.line) if isinstance(move.action, Acquire))
    bought = played.line[at].action
    other = but(bought, top=bought.top % 5 + 1)
    amendment = played.amend(edit("replace", at, other))
    while amendment.troubles:
        amendment = amendment.drop()
    amendment.commit()
    assert played.line[at].action == other
    assert problems(played) == []


@pytest.mark.parametrize(
    ("what", "value"),
    [
        ("points.1", 42),
        ("marker", 2),
        ("turn", 2),
        ("hand.0", 1),
        ("arm.7", "-"),
        ("row.0.3", "tE"),
        ("city.1.A", "tA"),
        ("defence.2", "s2"),
        ("ship.06", 1),
    ],
)
def test_it_holds_when_the_table_sets_something_by_hand(what, value):
    played = table(3)
    played.submit(Begin(first=0))
    played.submit(Prepare(modules=draws()[0]))
    played.submit(Acquire(seat=0, slot=1, top=1))
    played.adjust(what, value)
    assert problems(played) == []
    play_on(played, seed=3, count=12)
    assert problems(played) == []


def test_it_holds_when_the_table_overrules_the_rules():
    played = table(2)
    played.submit(Begin(first=0))
    played.submit(Prepare(modules=draws()[0]))
    played.submit(Acquire(seat=1, slot=1, top=1), reason="turns swapped")
    played.submit(Acquire(seat=0, slot=2, top=3, below=(3,) * 20), reason="more cards than a hand has")
    played.submit(Marker(seat=0), reason="no card left")
    played.submit(Marker(seat=1), reason="a second marker")
    assert problems(played) == []
    played.submit(DropOut(seat=0), reason="out of turn")
    assert problems(played) == []
    played.submit(DropOut(seat=0), reason="once more")
    played.submit(DropOut(seat=1))
    assert problems(played) == []


@pytest.mark.parametrize("depth", ["light", "scoring"])
def test_it_holds_when_the_table_tracks_less(depth):
    played = play_on(table(3), seed=8, count=20)
    played.submit(Lower(key="lower", depth=depth))
    played.submit(Award(seat=1, points=7, why="hand"))
    assert problems(played) == []
    assert any(
        "hand" in line for line in game.audit(played.state, [move.action for move in played.line[:-1]])
    )


def test_it_holds_with_light_tracking_from_the_start():
    played = table(2, depth="light")
    played.submit(Begin(first=0))
    played.submit(Award(seat=0, points=4, why="terrabots"))
    played.submit(EndRound(marker=1))
    assert problems(played) == []
