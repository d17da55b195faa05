"""The audit notices whatever cannot be; a table that was played by the rules is in order."""

from __future__ import annotations

import pytest
from twilight_table import begun, desk

from companion.engine import but
from companion.games.twilight_inscription.audit import audit
from companion.games.twilight_inscription.layouts import sheets_of
from companion.games.twilight_inscription.seats import put
from companion.games.twilight_inscription.state import OVER, Award, Held, War

ONE = War(number=1, seat=0, half="left", foe=1, mine=4, theirs=3)
OTHER = War(number=1, seat=1, half="right", foe=0, mine=3, theirs=4)
AWARD = Award(sheet="industry", seat=0, tick=4, first=True)


@pytest.fixture
def state():
    return begun(3)


def marked(state, **marks):
    return put(state, 0, desk=but(desk(state), marks={**desk(state).marks, **marks}))


def test_a_table_in_order_has_no_complaints(state):
    assert audit(state) == []
    assert audit(but(state, wars=(ONE, OTHER), awards=(AWARD, but(AWARD, seat=1, first=False)))) == []


def test_an_advantage_that_never_took_effect_is_noticed(state):
    waiting = put(state, 0, desk=but(desk(state), fired=("n:s1",)))
    assert "have not taken effect" in audit(waiting)[0]


def test_what_cannot_be_spent_is_not_spent(state):
    place = next(place for place, one in sheets_of(state, 0).assets.items() if one.kind == "member")
    assert audit(marked(state, **{place: "/"})) == [f"seat 0: {place} is spent and cannot be"]


@pytest.mark.parametrize("kind", ["vote", "good"])
def test_no_more_is_claimed_than_is_printed(state, kind):
    sheet = sheets_of(state, 0).industry
    printed = {"vote": sheet.votes, "good": sheet.goods}[kind]
    full = {f"i:{kind}.{number}": "o" for number in range(1, printed + 1)}
    assert audit(marked(state, **full)) == []
    found = audit(marked(state, **full, **{f"i:{kind}.{printed + 1}": "o"}))
    assert found == [f"seat 0: {printed + 1} {kind}s are marked, {printed} are printed"]


def test_resources_are_neither_owed_nor_left_at_the_end(state):
    assert audit(put(state, 1, desk=but(desk(state, 1), pool=(0, -1, 0)))) == ["seat 1: pool (0, -1, 0)"]
    left = put(state, 1, desk=but(desk(state, 1), pool=(1, 0, 0)))
    assert audit(left) == []
    assert audit(but(left, step=OVER)) == ["seat 1: (1, 0, 0) was not spent"]


@pytest.mark.parametrize(
    "wrong",
    [
        (ONE,),
        (ONE, but(OTHER, mine=5)),
        (ONE, but(OTHER, half="left")),
        (but(ONE, foe=2), OTHER),
    ],
)
def test_every_war_has_two_ends_that_fit(state, wrong):
    assert audit(but(state, wars=wrong))


def test_awards_and_relics_are_given_once_and_somebody_was_first(state):
    assert audit(but(state, awards=(AWARD, AWARD)))
    assert audit(but(state, awards=(but(AWARD, first=False),))) == [
        "objectives: nobody was first for industry"
    ]
    twice = put(put(state, 0, relics=(Held(relic="the_codex"),)), 2, relics=(Held(relic="the_codex"),))
    assert audit(twice) == ["relics: ['the_codex', 'the_codex']"]
