"""Words that only the owner's cards print: asked for once, kept, and shown when they matter."""

from __future__ import annotations

import pytest
from twilight_table import after, begun, choose, desk, option, table, told

from companion.engine import Draft, Label, Learn, Step, but, literal, play
from companion.games.twilight_inscription import announcing, game, printed_words
from companion.games.twilight_inscription.actions import Draw, Play
from companion.games.twilight_inscription.cards import FACTIONS, OBJECTIVES, RELICS
from companion.games.twilight_inscription.desk import Task
from companion.games.twilight_inscription.seats import put

COLLECTOR = {"navigation": "collector"}


def facts_asked(state) -> list[str]:
    return [key for key in game.wanted(state) if key.endswith(".text")]


def test_what_the_rulebook_prints_is_not_asked_for():
    known = {"objective.mercantilist.text", "relic.nano_forge.text", "faction.emirates_of_hacan.text"}
    assert not known & set(printed_words.FACTS)
    objectives, relics, factions = 5, 2, 1
    all_cards = len(OBJECTIVES) + len(RELICS) + len(FACTIONS)
    assert len(printed_words.FACTS) == all_cards - objectives - relics - factions


def test_objectives_are_asked_for_before_the_first_event_and_stand_on_the_board():
    state = begun(3, "light")
    state = but(state, objectives={**state.objectives, **COLLECTOR})
    assert facts_asked(state) == ["objective.collector.text"]
    learn = Learn(key="fact:objective.collector.text", fact="objective.collector.text", value="all planets")
    state = play.apply(game, state, learn)
    assert facts_asked(state) == []
    labels = [shape.text for shape in game.picture(state, "board", None).shapes if isinstance(shape, Label)]
    assert literal("all planets") in labels
    assert facts_asked(but(begun(3, "light"), objectives=COLLECTOR, round=3)) == []


def test_a_faction_says_what_its_player_has_to_do():
    state = put(begun(1), 0, faction="naalu_collective")
    state = put(state, 0, desk=but(desk(state), todo=(Task(key="faction"),)))
    assert "faction.naalu_collective.text" in facts_asked(state)
    state = but(state, facts={**state.facts, "faction.naalu_collective.text": "claim 1 vote"})
    found = announcing.demand(state, 0, Task(key="faction"))
    assert told(found.ask) == ["claim 1 vote"]


@pytest.mark.rule("REL-03")
def test_a_relic_in_hand_is_described_where_it_is_played_and_asked_for_once_it_is():
    first = begun(2, "light", facts={"relic.the_codex.text": "draw again"})
    state = after(first, Draw(who=0, relic="the_codex"), Draw(who=1, relic="the_obsidian"))
    step = choose(state, Draft("play"), who=0)
    assert isinstance(step, Step)
    assert option(step, "the_codex") == ()
    assert told(step.options[0].note) == ["draw again"]
    assert facts_asked(state)[-1:] != ["relic.the_obsidian.text"]
    state = after(state, Play(who=1, relic="the_obsidian"))
    assert facts_asked(state)[-1:] == ["relic.the_obsidian.text"]


def test_points_are_counted_without_words():
    assert table(3).game.tally_facts(3)
    assert not [key for key in game.tally_facts(3) if key.endswith(".text")]
