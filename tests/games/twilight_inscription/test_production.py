"""The Production event and the special card at tables whose sheets are not tracked."""

from __future__ import annotations

import pytest
from twilight_events import PRODUCTION, broken, played, say, table, walked

from companion.engine import Draft, Impossible, Kind, but
from companion.games.twilight_inscription import production
from companion.games.twilight_inscription.actions import Claim, Resolve
from companion.games.twilight_inscription.state import REVEAL

rule = pytest.mark.rule
SPECIAL = "empire_ascendant"


@rule("PRD-03")
def test_all_claim_and_a_new_round_begins():
    state = production.begin(table(3, PRODUCTION))
    assert [(one.key, one.kind, one.seat) for one in production.demands(state)] == [
        ("claim", Kind.CONFIRM, None)
    ]
    assert "1 trade good for each unlocked" in say(production.reminders(state)[0].text)
    assert broken(production, state, Resolve()) == ("TABLE-1",)
    assert played(production, state, walked(production, state, Draft("claim"))).step == REVEAL


def test_the_special_card_is_carried_out_by_hand():
    state = production.begin_special(table(3, SPECIAL))
    assert list(production.wanted(state)) == ["event.empire_ascendant.text"]
    assert "by hand" in say(production.reminders(state)[0].text)
    known = but(state, facts={"event.empire_ascendant.text": "Something happens"})
    assert say(production.reminders(known)[0].text) == "Something happens"
    assert broken(production, state, Claim()) == ("TABLE-1",)
    assert played(production, state, walked(production, state, Draft("resolve"))).step == REVEAL
    assert list(production.wanted(production.begin(table(3, PRODUCTION)))) == []


def test_out_of_step_nothing_happens():
    with pytest.raises(Impossible):
        production.apply(production.begin(table(3, PRODUCTION)), Resolve())


@pytest.mark.parametrize("lang", ["de", "en"])
def test_both_are_told(lang):
    for state, action in (
        (production.begin(table(3, PRODUCTION)), Claim()),
        (production.begin_special(table(3, SPECIAL)), Resolve()),
    ):
        told = [production.describe(state, action)]
        told += [one.text for one in production.reminders(state)]
        told += [one.ask for one in production.demands(state)]
        assert len({say(words, lang) for words in told}) == len(told)
    assert say(production.FACTS["event.empire_ascendant.text"].ask, lang)
