"""Whole random games in every depth: they add up, can be told, encoded, lowered, set by hand and undone."""

from __future__ import annotations

from functools import cache

import pytest
from second_twilight import recount, wars_agree
from twilight_table import broken, explained, random_game, told

from companion.engine import Adjust, Lower, Table, encode, play
from companion.games.twilight_inscription import game
from companion.games.twilight_inscription.actions import Draw, Vote
from companion.games.twilight_inscription.cards import EVENTS, RELICS
from companion.games.twilight_inscription.council import key_of
from companion.games.twilight_inscription.state import OVER, TwilightState

SIZES = (1, 2, 3, 5, 8)
DEPTHS = ("full", "light", "scoring")


@cache
def played(players: int, depth: str = "full", facts: str = "full") -> Table[TwilightState]:
    """A whole game, for those who only look at it."""
    return random_game(players, depth, number=players, seed=2, facts=facts)


def sampled(table: Table[TwilightState], count: int) -> list[TwilightState]:
    """Some states of a game, the last with them."""
    every = max(1, len(table.states) // count)
    return [*table.states[::every], table.state]


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("players", SIZES)
def test_a_game_ends_with_winners_and_the_sum_of_all_marks(players, depth):
    table = played(players, depth)
    outcome = table.outcome()
    assert outcome is not None
    assert len(outcome.places) == players
    assert outcome.winners or players < 3
    sheet, again = game.tally(game.holdings(table.state), table.state.facts)
    assert (sheet.totals, again.places) == (table.score().totals, outcome.places)
    assert game.audit(table.state, []) == []
    assert not any(table.score().open)
    if depth == "full":
        assert table.state.round in (23, 25)
        assert recount(table.state) == game.score(table.state).totals == table.score().totals


@pytest.mark.parametrize("depth", ["full", "light"])
@pytest.mark.parametrize("players", [2, 3, 5])
def test_both_ends_of_every_war_agree(players, depth):
    state = played(players, depth).state
    assert len(state.wars) == 4 * 2 * players
    assert all(wars_agree(state))
    for war in state.wars:
        assert war.result == ("win" if war.mine > war.theirs else "lose" if war.mine < war.theirs else "tie")


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("players", [1, 2, 4])
def test_every_state_can_be_encoded_and_every_action_told(players, depth):
    table = played(players, depth)
    for state in sampled(table, 40):
        assert game.decode_state(encode(state)) == state
    for at, move in enumerate(table.line):
        told(play.describe(game, table.states[at], move.action))
        assert game.decode_action(encode(move.action)) == move.action


@pytest.mark.parametrize("facts", ["full", "random"])
def test_audit_finds_nothing_on_the_way(facts):
    table = played(3, "full", facts)
    for state in sampled(table, 60):
        assert game.audit(state, []) == []


def test_a_full_box_is_never_asked_for_anything():
    for state in sampled(played(3), 60):
        assert game.wanted(state) == ()


def test_nothing_is_learnt_and_the_game_ends_all_the_same():
    table = played(3, "full", "unknown")
    assert table.outcome() is not None
    assert table.state.facts == {}


def secrets(state: TwilightState) -> set[str]:
    """Names that nobody may read now: relics in hands, and cards of the deck that were not shown."""
    if state.step == OVER:
        return set()
    hands = {held.relic for side in state.sides for held in side.relics if not held.played} & set(RELICS)
    return {RELICS[key].en for key in hands} | {EVENTS[key].en for key in state.deck}


def labels(state: TwilightState) -> str:
    """All words of all pictures, reminders and questions that everybody sees."""
    view = game.view(state, None)
    words = [game.prompt(state).heading, *(one.text for one in game.reminders(view))]
    words += [one.ask for one in (*play.prompt(game, state).demands, *play.prompt(game, state).offers)]
    for page in game.pages(view):
        picture = game.picture(view, page.key, None)
        words += [shape.text for shape in picture.shapes if hasattr(shape, "text")]
        words += [spot.name for spot in picture.spots if spot.name is not None]
    return "\n".join(told(*words))


def test_pictures_reminders_and_questions_name_no_secret():
    table = played(3)
    assert any(secrets(state) & {card.en for card in RELICS.values()} for state in table.states)
    for state in sampled(table, 25):
        shown = labels(state)
        assert [name for name in secrets(state) if name in shown] == []


def test_views_hold_neither_the_deck_nor_hands_nor_votes():
    table = played(5)
    for state in sampled(table, 80):
        view = game.view(state, None)
        assert set(view.deck) <= {""}
        assert len(view.deck) == len(state.deck)
        if state.step != OVER:
            assert all(held.played or held.relic == "hidden" for side in view.sides for held in side.relics)
        if state.step == "vote":
            assert all(side.ballot is None or side.ballot.votes == 0 for side in view.sides)
    voted = [state for state in table.states if state.step == "vote" and any(s.ballot for s in state.sides)]
    assert voted


def test_the_history_and_undo_keep_votes_and_relics_secret():
    table = random_game(3, number=1, seed=2, facts="full")
    checked = 0
    while table.line:
        move, state = table.line[-1], table.state
        sealed = isinstance(move.action, Vote) and state.step == "vote" and move.action.key == key_of(state)
        drawn = isinstance(move.action, Draw) and move.action.relic != "hidden" and state.step != OVER
        if sealed or (drawn and not state.sides[move.action.who].relics[-1].played):
            undoing = table.undoing()
            assert undoing is not None
            assert told(table.history()[-1].text) == told(*undoing.gone) == ["entered, sealed"]
            checked += 1
        table.undo()
    assert checked > 3


@pytest.mark.parametrize("depth", ["light", "scoring"])
def test_tracking_can_be_lowered_at_every_step(depth):
    table, steps = played(3), set()
    for state in table.states:
        if state.step in steps or state.step == OVER:
            continue
        steps.add(state.step)
        low = play.apply(game, state, Lower(key="lower", depth=depth))
        assert low.depth == depth
        assert game.decode_state(encode(low)) == low
        assert game.prompt(low).demands
        assert [len(side.relics) for side in low.sides] == [len(side.relics) for side in state.sides]
        assert (low.awards, low.mecatol) == (state.awards, state.mecatol)
    assert len(steps) > 10


def test_everything_can_be_set_by_hand_to_each_of_its_options():
    table, kinds = played(3), set()
    for state in (table.states[len(table.states) // 2], played(3, "light").states[-30]):
        for found in game.adjustables(state):
            area = found.what.split(".")[0]
            told(found.label)
            values = [one.value for one in found.options] or [found.low, found.value, found.high]
            for value in values if area not in kinds or area != "mark" else values[:1]:
                action = Adjust(key="adjust", what=found.what, value=value)
                assert broken(state, action) == ()
                new = play.apply(game, state, action)
                assert game.decode_state(encode(new)) == new
                told(play.describe(game, state, action))
                assert game.prompt(new).demands
            kinds.add(area)
    assert {"speaker", "objective", "row", "relic", "award", "pool", "mark", "bonus"} <= kinds


@pytest.mark.parametrize(
    ("what", "value"),
    [
        ("speaker", 9), ("objective.navigation", "armada" * 2), ("row.9", 0), ("row.x", 0),
        ("relic.teapot", 0), ("mark.0.n:nowhere", "o"), ("mark.7.n:s1", "o"), ("pool.0.X", 1),
        ("pool.0.M", 99), ("", ""), ("...", 1), ("bonus.0.left", 1),
        ("award.0.palace", "first"), ("mark.0.n:s1", "?"),
    ],
)  # fmt: skip
def test_nothing_else_can_be_set(what, value):
    state = played(3).states[100]
    assert broken(state, Adjust(key="adjust", what=what, value=value)) == ("TABLE-3",)


def test_options_that_are_refused_say_why_in_both_languages():
    table = played(3)
    refused = 0
    for state in sampled(table, 30):
        for demand in game.prompt(state).demands:
            step = play.step(game, state, demand.draft)
            for one in getattr(step, "options", ()):
                refused += bool(explained(one.ruling))
    assert refused
