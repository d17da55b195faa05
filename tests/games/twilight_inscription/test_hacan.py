"""The Emirates of Hacan: the one faction whose abilities the rulebook prints."""

from __future__ import annotations

import pytest
from twilight_table import VENTURES, after, begun, broken, desk, table

from companion.engine import but
from companion.games.twilight_inscription import game
from companion.games.twilight_inscription.actions import (
    Activate,
    Dare,
    Invoke,
    Lay,
    Represent,
    Reveal,
    Skip,
)
from companion.games.twilight_inscription.desk import CIRCLE, SLASH, Task, put
from companion.games.twilight_inscription.layouts import sheets_of
from companion.games.twilight_inscription.marking.common import Trade
from companion.games.twilight_inscription.marking.industry import HACAN
from companion.games.twilight_inscription.seats import put as seated
from companion.games.twilight_inscription.strategy import candidates


def hacan(**more):
    """A lone player of Hacan whose Expansion is active."""
    lay = Lay(
        navigation="collector", expansion="technocrat", industry="sourcing_expert", warfare="united_front"
    )
    start = (Dare(level="easy"), Represent(seat=0, faction="emirates_of_hacan"), lay, Skip())
    state = game.setup(table(1, options={"deck": "table"}, **more).setup)
    return after(state, *start, Reveal(event=VENTURES), Activate(seat=0, sheet="expansion"))


def goods(state, *marks):
    return sum(place.startswith("i:good.") and mark in marks for place, mark in desk(state).marks.items())


@pytest.mark.rule("FAC-03")
@pytest.mark.rule("FAC-04")
@pytest.mark.rule("SET-05")
def test_hacan_begin_with_two_trade_goods():
    assert goods(hacan(), CIRCLE) == 2
    assert goods(after(begun(1), Reveal(event=VENTURES)), CIRCLE) == 0


@pytest.mark.rule("FAC-01")
@pytest.mark.rule("FAC-04")
def test_the_first_good_of_a_round_may_count_as_two_of_one_kind():
    state = hacan()
    before = desk(state).pool
    state = after(state, Trade(seat=0, resource="R", count=2))
    assert desk(state).pool == (before[0], before[1], before[2] + 2)
    assert goods(state, SLASH) == 1
    assert broken(state, Trade(seat=0, resource="R", count=2)) == ("FAC-04",)
    assert broken(state, Trade(seat=0, resource="R")) == ()


@pytest.mark.rule("FAC-04")
def test_a_good_spent_singly_was_the_first_one_too():
    state = after(hacan(), Trade(seat=0, resource="M"))
    assert broken(state, Trade(seat=0, resource="M", count=2)) == ("FAC-04",)


@pytest.mark.rule("ADV-09")
def test_nobody_else_gets_two_for_one():
    state = after(begun(1), Reveal(event=VENTURES), Activate(seat=0, sheet="expansion"))
    state = seated(state, 0, desk=put(desk(state), "i:good.1", CIRCLE))
    assert broken(state, Trade(seat=0, resource="M", count=2)) == ("ADV-09",)
    assert broken(state, Trade(seat=0, resource="M")) == ()


@pytest.mark.rule("FAC-05")
def test_the_faction_advantage_lets_hacan_claim_two_hexes_anywhere():
    state = hacan()
    state = seated(state, 0, desk=but(desk(state), todo=(Task(key="faction"),)))
    state = after(state, Invoke(seat=0))
    assert desk(state).task == Task(key=HACAN, count=2)
    single = [
        hex for hex in sheets_of(state, 0).industry.hexes if hex.asset and hex.asset.words == "commodity a 1"
    ]
    claimed = next(
        action for action in candidates(state, 0) if action.verb == "claim_hex" and action.hex == single[0].id
    )
    state = after(state, but(claimed, seat=0))
    assert desk(state).claimed(single[0].place)
    assert desk(state).task == Task(key=HACAN, count=1)
