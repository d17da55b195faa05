"""Whole random games: an empty box blocks nothing, a full box asks nothing, everything can be told."""

from __future__ import annotations

from random import Random

import pytest
from reworld_table import after, full_box, played, setup, told, totals

from companion.engine import Learn, encode, play
from companion.games.reworld import game
from companion.games.reworld.actions import ACTIONS
from companion.games.reworld.facts import wanted


def learn(state, box, key: str):
    """The table after a printed value was read off."""
    return after(state, Learn(key=f"fact:{key}", fact=key, value=box[key]))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_full_box_is_never_asked_for_anything(players):
    moves, end = played(game.setup(setup(players, facts=full_box())), seed=players)
    assert [wanted(state) for state, _ in moves if wanted(state)] == []
    assert wanted(end) == ()
    assert not any(game.score(end).open)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_an_empty_box_blocks_nothing_and_what_is_learnt_at_the_end_completes_the_sheet(players):
    moves, end = played(game.setup(setup(players)), seed=10 + players)
    assert len(moves) > 20 * players
    assert any(game.score(end).open)
    box = full_box()
    while asked := wanted(end):
        end = learn(end, box, asked[0])
    assert not any(game.score(end).open)
    assert end.doubts == ()


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_what_is_learnt_late_gives_the_sheet_of_a_game_that_knew_it_all_along(players, seed):
    rng = Random(seed)
    box = {key: value for key, value in full_box().items() if not key.startswith("count.")}
    box |= {key: rng.randint(0, 30) for key in box if key.startswith("ship.")}
    box |= {key: rng.randint(1, 2) for key in box if key.startswith("shields.")}
    moves, known = played(game.setup(setup(players, facts=box)), seed=seed)
    blind, unread = game.setup(setup(players)), rng.sample(list(box), len(box))
    for _, action in moves:
        blind = after(blind, action)
        if seed % 2 and rng.random() < 0.3:
            blind = learn(blind, box, unread.pop())
    for key in unread:
        blind = learn(blind, box, key)
    assert blind.ships == known.ships
    assert game.score(blind) == game.score(known)
    assert game.outcome(blind) == game.outcome(known)


@pytest.mark.parametrize("depth", ["full", "light", "scoring"])
@pytest.mark.parametrize("players", [2, 4])
def test_a_whole_game_can_be_told_encoded_and_tallied(depth, players):
    moves, end = played(game.setup(setup(players, depth, facts=full_box())), seed=5, offers=True)
    for state, action in moves:
        told(play.describe(game, state, action))
        assert game.decode_action(encode(action)) == action
    for state in (*(state for state, _ in moves[::9]), end):
        assert game.decode_state(encode(state)) == state
        prompt = play.prompt(game, state)
        told(prompt.heading, *(demand.ask for demand in (*prompt.demands, *prompt.offers)))
        for reminder in game.reminders(state):
            told(reminder.text)
            assert reminder.rule in game.rules
    assert game.audit(end, [action for _, action in moves]) == []
    sheet, outcome = game.tally(game.holdings(end), end.facts)
    assert (sheet.totals, outcome) == (totals(end), game.outcome(end))
    told(*(line.what for line in game.score(end).lines))


def test_every_action_of_the_game_can_be_told():
    kinds = set()
    for players, depth, seed in [(4, "full", 1), (3, "full", 2), (3, "light", 3)]:
        moves, _ = played(game.setup(setup(players, depth)), seed=seed, offers=True)
        for state, action in moves:
            told(game.describe(state, action))
            kinds.add(type(action))
    assert kinds == set(ACTIONS)


def test_every_printed_value_can_be_asked_for():
    for spec in game.facts.values():
        assert spec.group is not None
        told(spec.ask, spec.group)
        assert spec.rule in game.rules


def test_the_round_grows_from_chapter_one_to_the_end():
    moves, end = played(game.setup(setup(2)), seed=3)
    rounds = [game.round_of(state) for state, _ in moves] + [game.round_of(end)]
    assert rounds == sorted(rounds)
    assert (rounds[0], rounds[-1]) == (1, 7)
