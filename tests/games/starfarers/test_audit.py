"""The audit finds what is lost, too much, or not earned."""

from __future__ import annotations

import pytest
from stars_table import after, colonies, hand, stars, table

from companion.engine import but
from companion.games.starfarers.actions import Begin, Build, Effect, Found, Ready, Station
from companion.games.starfarers.audit import audit
from companion.games.starfarers.state import with_side


def opened(**more):
    return after(table(cards="counted", **more).state, Begin(first=0), Ready())


def test_a_table_at_the_start_is_sound():
    for edition in ("1999", "2019"):
        assert audit(opened(edition=edition), [Begin(first=0), Ready()]) == []


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"pile": 3}, "cards"),
        ({"stock": (9, 8, 8, 8, 8)}, "cards"),
        ({"bases": ((0,) * 6, (), (), ())}, "green"),
        ({"phase": "over", "won": 2}, "has won"),
    ],
)
def test_a_table_that_cannot_be(changes, word):
    found = audit(but(opened(), **changes), [])
    assert any(word in line for line in found)


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"ships": ("colony",) * 4}, "transporters"),
        ({"colonies": colonies(*[()] * 10)}, "colony"),
        ({"colonies": colonies(*[()] * 4, ports=4)}, "spaceport rings"),
        ({"drives": 7}, "drives"),
        ({"hand": hand(-1, ore=4)}, "hand"),
        ({"cards": ("diplomats.hand", "diplomats.hand")}, "taken"),
        ({"nest": 1}, "points"),
        ({"nest": 20}, "has not won"),
        ({"fame": -3}, "fame"),
    ],
)
def test_a_side_that_cannot_be(changes, word):
    found = audit(with_side(opened(), 0, **changes), [])
    assert any(word in line for line in found), found


def test_pieces_and_points_follow_from_the_moves():
    state = stars("move", {0: {"ships": ("colony", "trade"), "rings": 1}})
    moves = [Found(seat=0), Station(seat=0, people="green", card="green.yield.ore")]
    end = after(state, *moves)
    assert [
        line for line in audit(end, moves) if "seat 0: colonies" in line or line.startswith("points")
    ] == []
    assert any(line.startswith("points") for line in audit(end, moves[:1]))
    assert any("seat 0: colonies" in line for line in audit(end, moves[1:]))


def test_ships_and_fame_follow_from_the_moves():
    state = opened()
    assert any("ships" in line for line in audit(state, [Build(seat=0, what="ship.trade")]))
    assert any("fame" in line for line in audit(state, [Effect(seat=0, who=0, what="fame")]))


def test_more_cards_seen_than_there_are():
    state = with_side(opened(), 0, hand=hand(ore=13))
    assert any(line.startswith("ore") for line in audit(state, []))
