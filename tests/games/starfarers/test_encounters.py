"""Encounters as dialogues: first the decision, then what is thrown, then what the card brings."""

from __future__ import annotations

import re

import pytest
from stars_table import WORDS, after, broken, choose, hand, option, stars, told

from companion.engine import Draft, Step
from companion.games.starfarers import encounter, game
from companion.games.starfarers.actions import Effect, Encounter
from companion.games.starfarers.encounter import QUESTIONS, foe_seat, strength
from companion.games.starfarers.encounter_phase import outcome_name

rule = pytest.mark.rule
EFFECT = re.compile(r"(fame|any|ore|carbon|food|goods|upgrade)[+-]\d|ship|stop|jump|back|each|draw")


def meeting(**more):
    """Anna meets somebody; her ships are under way."""
    side = {"ships": ("colony",), **more.pop("side", {})}
    sides = {0: side, **more.pop("others", {})}
    return stars("meet", sides, cards="counted", balls=("black", "red"), **more)


def asked(question: str, **answers) -> Draft:
    """A dialogue with some answers."""
    draft = Draft("meet", 0).then("do", f"ask.{question}")
    for field, value in answers.items():
        for one in value if isinstance(value, tuple) else (value,):
            draft = draft.then(field, one)
    return draft


def every_outcome(question):
    lists = [*question.after.values(), question.win, question.lose]
    lists += [outcomes for thrown in question.throw.values() for outcomes in thrown.values()]
    return [outcome for outcomes in lists for outcome in outcomes]


def test_every_question_has_an_outcome_for_every_answer_and_can_be_told():
    for key, question in QUESTIONS.items():
        for answer in question.answers:
            ways = (answer in question.after, answer in question.against, answer in question.throw)
            assert any(ways), (key, answer)
        if question.against:
            assert question.foes
            assert question.win
            assert question.lose
        for outcome in every_outcome(question):
            told(outcome_name(outcome))
            assert all(EFFECT.fullmatch(effect) for effect in outcome), (key, outcome)


@rule("SF-091")
def test_the_decision_is_asked_before_any_outcome():
    state = meeting(side={"hand": hand(3)})
    step = choose(state, asked("merchant"))
    assert isinstance(step, Step)
    assert (step.field, [one.value for one in step.options]) == ("answer", ["0", "1", "2", "3"])
    step = choose(state, asked("merchant", answer="0"))
    assert step.field == "outcome"
    labels = [WORDS["de"].say(one.label) for one in step.options]
    assert labels == [
        "1 Karte von allen anderen, −1 Ruhm, −1 Ruhm",
        "−1 Ruhm",
        "+1 Handelsware",
        "ein Schiff fliegt nicht, −1 Ruhm",
    ]


def test_gifts_are_paid_and_the_outcome_is_carried_out():
    state = meeting(side={"hand": hand(ore=2, food=1)})
    assert option(choose(state, asked("merchant", answer="2", gift="food")), "food") == ("SF-045",)
    action = choose(
        state, asked("merchant", answer="2", gift=("food", "ore"), outcome="2", chosen=("fuel", "fuel"))
    )
    assert action.outcome == ("any+2", "fame+1")
    end = after(state, action)
    assert (end.mine.hand, end.mine.fame, end.phase) == (hand(ore=1, fuel=2), 1, "move")
    back = choose(state, asked("merchant", answer="3", gift=("food", "ore", "ore"), outcome="3"))
    assert after(state, back).mine.hand == state.mine.hand
    assert option(choose(meeting(), asked("merchant")), "1") == ("SF-045",)
    assert broken(state, Encounter(seat=0, question="merchant", answer="1", outcome=("fame-1",))) == (
        "TABLE-1",
    )


def test_neighbours_on_both_sides():
    state = stars("meet", turn=1)
    assert [foe_seat(state, foe) for foe in ("r1", "r2", "l1", "l2")] == [0, 3, 2, 3]


def test_combat_is_balls_and_cannons_and_equal_is_won():
    state = meeting(side={"cannons": 2}, others={3: {"cannons": 1}})
    draft = asked("disguise", answer="yes", foe="r1", balls=("blue", "yellow"), theirs=("red", "blue"))
    assert strength(state, 0, "combat", ("blue", "yellow")) == 5
    won = choose(state, draft)
    assert won.outcome == ("fame+1",)
    assert after(state, won).mine.fame == 1
    lost = choose(
        state, asked("disguise", answer="yes", foe="r1", balls=("blue", "black"), theirs=("red", "blue"))
    )
    assert lost.outcome == ("stop",)
    assert after(state, lost).stopped == 1


def test_whether_cards_count_for_the_neighbour_is_asked():
    sides = {3: {"cards": ("scientists.cannons",)}}
    unknown = meeting(others=sides)
    assert "foe.cards" in game.wanted(unknown)
    assert strength(unknown, 3, "combat", ()) == 0
    known = meeting(others=sides, facts={"foe.cards": "yes"})
    assert strength(known, 3, "combat", ()) == 2
    assert strength(meeting(side={"cards": ("scientists.cannons",)}), 0, "combat", ()) == 2


def test_who_is_fast_enough_escapes_and_who_is_not_fights():
    fast = meeting(side={"drives": 2}, others={3: {"drives": 2}})
    assert choose(fast, asked("flee", answer="yes", foe="r1")).outcome == ()
    slow = meeting(side={"drives": 1, "rings": 1}, others={3: {"drives": 2, "cannons": 6}})
    assert choose(slow, asked("flee", answer="yes", foe="r1")).field == "balls"
    draft = asked(
        "flee", answer="yes", foe="r1", balls=("blue", "red"), theirs=("blue", "yellow"), outcome="0"
    )
    step = choose(slow, draft)
    assert [one.value for one in step.options] == ["drives", "rings"]
    end = after(slow, choose(slow, draft.then("chosen", "rings")))
    assert (end.mine.rings, end.mine.drives) == (0, 1)


@pytest.mark.parametrize(
    ("balls", "outcomes"),
    [
        (("black", "yellow"), (("fame-1",), ("each",))),
        (("blue", "yellow"), (("each", "fame-1"), ("each",))),
        (("yellow", "red"), (("each",), ("fame-1",))),
    ],
)
def test_a_throw_decides_about_the_loot(balls, outcomes):
    state = meeting(side={"hand": hand(ore=1)}, others={1: {"hand": hand(2)}, 2: {"hand": hand(1)}})
    action = Encounter(seat=0, question="loot", answer="yes", gift=("ore",), balls=balls, outcome=outcomes[0])
    assert encounter.possible(state, action) == outcomes
    end = after(state, action)
    taken = 2 if "each" in outcomes[0] else 0
    assert end.mine.hand == hand(taken)


def test_a_free_trade_ship_waits_for_a_transporter():
    for ships, count in ((("colony",), 2), (("colony",) * 3, 3)):
        state = meeting(side={"ships": ships})
        action = Encounter(seat=0, question="distress", answer="yes", foe="r2", outcome=("ship",))
        assert len(after(state, action).mine.ships) == count


def test_nothing_is_lost_where_there_is_nothing():
    state = meeting(others={2: {"drives": 6}})
    draft = asked(
        "distress", answer="yes", foe="r2", balls=("blue", "yellow"), theirs=("red", "blue"), outcome="0"
    )
    step = choose(state, draft)
    assert [one.value for one in step.options] == ["-"]
    assert after(state, choose(state, draft.then("chosen", "-"))).phase == "move"


@rule("SF-092")
def test_a_declined_jump_draws_a_new_card():
    state = meeting(deck=5)
    end = after(state, choose(state, asked("distortion", answer="no")))
    assert (end.phase, end.deck) == ("meet", 4)


@rule("SF-081")
def test_what_was_entered_must_fit_the_question():
    state = meeting()
    for wrong in (
        Encounter(seat=0, question="moon", answer="no"),
        Encounter(seat=0, question="rescue", answer="perhaps"),
        Encounter(seat=0, question="rescue", answer="no", foe="r1"),
        Encounter(seat=0, question="rescue", answer="no", outcome=("ship",)),
        Encounter(seat=0, question="rescue", answer="yes", foe="l2", outcome=("goods+2", "fame+1")),
    ):
        assert broken(state, wrong) == ("TABLE-1",)
    assert broken(
        state, Encounter(seat=0, question="rescue", answer="yes", foe="r1", balls=("black", "black"))
    ) == ("SF-081",)
    assert broken(state, Effect(seat=0, who=0, what="moon")) == ("TABLE-1",)
