"""The AI faction: its board, its marks, its goals, its strength and votes, and the ranks."""

from __future__ import annotations

import pytest
from twilight_events import COUNCILS, WARS, say, table, with_rival

from companion.engine import but, read_plan
from companion.games.twilight_inscription import ai, ai_board, awards, game
from companion.games.twilight_inscription.ai_board import (
    FACES,
    GOAL_TRACKS,
    PRACTICE,
    SPEC,
    STRENGTH,
    TRACKS,
    VOTES,
    board,
)
from companion.games.twilight_inscription.state import AI, DICE, REVEAL, Award, Name

rule = pytest.mark.rule

SMALL = """\
plan ai_board "Small"
set strength=red:double votes=blue:double
set goal1=red:single goal2=green:single goal3=blue:single goal4=green:double
set end.goal1=red:double end.goal2=green:double end.goal3=green:single end.goal4=green:single
place sa strength 100 80 phase=2 value=4 printed=1
place sb strength 200 80 phase=2 value=5
place sc strength 300 80 phase=3 value=6
place sd strength 400 80 phase=4 value=7
place se strength 500 80 phase=5 value=8
place va votes 100 200 phase=2 value=1
place vb votes 200 200 phase=3 value=2
place vc votes 300 200 phase=4 value=3
place a2 step 200 300 track=goal1
place a1 step 100 300 track=goal1
place ga goal 300 300 track=goal1 goal=expansion
place b1 step 100 400 track=goal2
place gb goal 200 400 track=goal2 goal=navigation
place b2 step 300 400 track=goal2
place gc goal 400 400 track=goal2 goal=mecatol_rex
place c1 step 100 500 track=goal3
place gd goal 200 500 track=goal3 goal=industry
place d1 step 100 600 track=goal4
place ge goal 200 600 track=goal4 goal=warfare
"""
FACTS = {ai_board.KEY: SMALL}


def alone(level="easy", players=1, event=WARS[2], **more):
    """A game against the AI on the small board."""
    return with_rival(table(players, event, facts=FACTS, **more), level)


def rolled(state, *faces):
    """After rolls that show these focus dice."""
    for face in faces:
        state = ai.after_roll(state, ("black:material", "black:material", "black:research", face))
    return state


def strengths(state):
    return [ai.strength(state, phase) for phase in (2, 3, 4, 5)]


@rule("SOL-03")
def test_six_tracks_one_for_each_face_of_the_focus_dice():
    for facts in ({}, FACTS):
        found = board(facts)
        assert tuple(found.tracks) == TRACKS
        assert sorted(found.by_face) == sorted(FACES)
    assert len(FACES) == 6


@rule("SOL-04")
def test_strength_votes_and_four_goal_tracks():
    found = board(FACTS)
    assert len(GOAL_TRACKS) == 4
    assert found.tracks[STRENGTH].sections == {2: (4, 5), 3: (6,), 4: (7,), 5: (8,)}
    assert found.tracks[VOTES].sections == {2: (1,), 3: (2,), 4: (3,)}
    assert [(goal.name, goal.after) for goal in found.tracks["goal2"].goals] == [
        ("navigation", 1),
        ("mecatol_rex", 2),
    ]


@rule("SOL-03")
def test_the_practice_board_is_called_so_and_holds_every_goal():
    plan = SPEC.practised(PRACTICE)
    assert plan.name == "Practice board"
    assert SPEC.problems(plan) == ()
    assert board({}).name == plan.name
    assert board(FACTS).name == "Small"


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("votes=blue:double", "votes=red:double", "focus blue double: 0 tracks, it must be exactly one."),
        ("place vb votes 200 200 phase=3 value=2\n", "", "Votes: no symbols in Phase III."),
        ("place ga goal 300 300 track=goal1 goal=expansion\n", "", "Goal track 1 has no goal."),
        (
            "place b1 step 100 400",
            "place b1 step 250 400",
            "Goal track 2: there is no symbol to the left of a goal.",
        ),
        (
            "end.goal4=green:single",
            "end.goal4=green:double",
            "Goal track 4: its own die face stands at its end.",
        ),
    ],
)
def test_a_board_that_cannot_be_played_on_is_refused(old, new, found):
    assert old in SMALL
    fact = ai.FACTS[ai_board.KEY]
    assert fact.problem(SMALL) is None
    wrong = SPEC.problems(read_plan(SMALL.replace(old, new)))
    assert found in [say(one.text) for one in wrong if not one.hint]
    assert fact.problem(SMALL.replace(old, new)) is not None
    assert all(say(one.text, "de") for one in wrong)


def test_a_goal_that_stands_twice_is_only_a_hint():
    odd = SPEC.problems(read_plan(SMALL.replace("goal=warfare", "goal=industry")))
    assert [one.hint for one in odd] == [True, True]


@rule("SOL-07")
def test_easy_gives_it_nothing():
    rival = ai.begin(table(1), "easy")
    assert set(rival.marks.values()) == {0}
    assert [sum(sections.values()) for sections in rival.sections.values()] == [0, 0]


@rule("SOL-08")
def test_medium_gives_it_a_symbol_of_each_goal_track_and_two_of_strength():
    rival = ai.begin(table(1), "medium")
    assert set(rival.marks.values()) == {1}
    assert rival.sections == {"strength": {"2": 1, "3": 1, "4": 0, "5": 0}, "votes": {"2": 0, "3": 0, "4": 0}}


@rule("SOL-09")
def test_hard_gives_it_two_of_each_goal_track_and_two_each_of_strength_and_votes():
    rival = ai.begin(table(1), "hard")
    assert set(rival.marks.values()) == {2}
    assert rival.sections == {"strength": {"2": 1, "3": 1, "4": 0, "5": 0}, "votes": {"2": 1, "3": 1, "4": 0}}


@rule("SOL-08", "SOL-35")
def test_what_is_crossed_out_in_print_counts():
    assert strengths(alone("easy")) == [4, 0, 0, 0]
    assert strengths(alone("medium")) == [5, 6, 0, 0]


@rule("SOL-10")
def test_ex_27_a_result_crosses_out_the_next_symbol_of_its_track():
    state = rolled(alone(), "green:single")
    assert state.rival.marks == {"goal1": 0, "goal2": 1, "goal3": 0, "goal4": 0}
    assert strengths(rolled(state, "red:double")) == [5, 0, 0, 0]


@rule("SOL-11")
def test_three_marks_in_each_strategy_round():
    state = ai.after_roll(
        with_rival(table(1)), ("black:material",) * 3 + ("red:single", "green:single", "blue:double")
    )
    marked = sum(state.rival.marks.values()) + sum(sum(one.values()) for one in state.rival.sections.values())
    assert marked == 3


@rule("SOL-12", "SOL-13")
def test_ex_28_a_goal_is_reached_when_all_to_its_left_is_crossed_out():
    state = rolled(alone(), "red:single")
    assert state.awards == ()
    state = rolled(state, "red:single")
    assert state.awards == (Award(sheet="expansion", seat=AI, tick=20, first=True),)
    assert state.rival.goals == ("expansion",)
    assert rolled(state, "red:single").awards == state.awards


@rule("SOL-13")
def test_an_objective_that_somebody_had_before_is_turned_already():
    mine = Award(sheet="navigation", seat=0, tick=8, first=True)
    state = rolled(but(alone(), awards=(mine,)), "green:single")
    assert state.awards == (mine, Award(sheet="navigation", seat=AI, tick=20, first=False))


@rule("SOL-14")
def test_mecatol_rex_puts_its_name_in_the_topmost_free_row():
    state = rolled(but(alone(), mecatol=(Name(seat=0, tick=3, row=1),)), "green:single", "green:single")
    assert state.mecatol[1:] == (Name(seat=AI, tick=20, row=2),)


def test_in_the_same_step_both_are_first():
    mine = Award(sheet="navigation", seat=0, tick=20, first=True)
    assert rolled(but(alone(), awards=(mine,)), "green:single").awards[-1].first


@rule("SOL-15")
def test_goals_bring_the_ai_nothing():
    state = rolled(but(alone(), mecatol=(Name(seat=0, tick=3, row=1),)), "green:single", "green:single")
    assert (state.mecatol[-1].row, state.mecatol[-1].claimed) == (2, False)
    assert game.score(state).totals == game.score(alone()).totals


@rule("SOL-16")
@pytest.mark.parametrize(("option", "first"), [("step", False), ("round", True)])
def test_whether_the_ai_is_first_by_step_or_by_round_is_agreed_on(option, first):
    state = rolled(but(alone(options={"ai_round": option}), began=19), "green:single")
    later = awards.fulfil(but(state, tick=22), 0, "navigation")
    assert [one.first for one in later.awards] == [True, first]
    next_round = awards.fulfil(but(state, tick=25, began=24), 0, "navigation")
    assert not next_round.awards[-1].first


@rule("SOL-17")
def test_a_full_goal_track_passes_its_results_on():
    state = rolled(alone(), *["red:single"] * 3)
    assert state.rival.marks["goal1"] == 2
    assert strengths(state) == [5, 0, 0, 0]


def test_full_tracks_that_point_at_each_other_come_to_an_end():
    state = rolled(alone(), "green:double", "green:single", "green:single")
    assert rolled(state, "green:double").rival == but(state.rival, latest=())


@rule("SOL-19")
def test_ex_29_its_strength_is_the_value_of_the_last_crossed_out_symbol():
    state = rolled(alone(), "red:double", "red:double")
    assert strengths(state) == [5, 6, 0, 0]


@rule("SOL-20")
def test_a_closed_section_takes_no_more_marks():
    state = ai.closed(alone(), STRENGTH, 2)
    assert ai.closed(state, STRENGTH, 2) == state
    assert strengths(rolled(state, "red:double")) == [4, 6, 0, 0]


@rule("SOL-26")
@pytest.mark.parametrize(("resource", "votes"), [("M", 1), ("I", 2), ("R", 3)])
def test_ex_30_its_votes_are_the_track_and_the_die(resource, votes):
    state = rolled(alone(event=COUNCILS[2]), "blue:double")
    assert ai.votes(state, 2, resource) == votes
    assert ai.votes(ai.closed(state, VOTES, 2), 2, resource) == votes
    assert ai.votes(ai.closed(alone(), VOTES, 2), 2, resource) == votes - 1


@rule("SOL-36")
def test_a_full_strength_or_vote_track_takes_no_more():
    state = rolled(alone(), *["red:double"] * 4, *["blue:double"] * 3)
    assert strengths(state) == [5, 6, 7, 8]
    assert rolled(state, "red:double", "blue:double").rival == but(state.rival, latest=())


def test_without_an_ai_nothing_is_marked():
    state = table(3)
    assert ai.after_roll(state, FACES) == state
    assert ai.closed(state, STRENGTH, 2) == state


@rule("SOL-10", "SOL-12")
def test_what_it_has_just_marked_is_told():
    state = but(alone(), step=DICE)
    assert ai.reminders(state) == ()
    state = ai.after_roll(state, ("black:material", "green:single", "red:double"))
    told = [say(one.text) for one in ai.reminders(state)]
    assert told == ["The AI crosses out: Goal track 2, Strength", "The AI reaches: Navigation objective"]
    after = ai.after_roll(state, ("blue:double",))
    assert [say(one.text) for one in ai.reminders(after)] == ["The AI crosses out: Votes"]
    assert ai.reminders(but(after, step=REVEAL)) == ()


def test_a_practice_board_is_said_to_be_one():
    state = but(with_rival(table(1)), step=DICE, round=1)
    assert [say(one.text)[:31] for one in ai.reminders(state)] == ["The AI plays on a practice boar"]
    assert ai.reminders(but(alone(), step=DICE, round=1)) == ()
    assert ai.reminders(but(state, round=2)) == ()


def test_a_shorter_board_learnt_in_between_does_no_harm():
    state = with_rival(table(1), "hard", sections={"strength": {"2": 3}, "votes": {"2": 2}})
    state = but(state, facts=FACTS)
    assert ai.strength(state, 2) == 5
    after = rolled(state, "red:double", "blue:double", "green:double")
    assert (strengths(after), ai.votes(after, 3, "M")) == ([5, 6, 0, 0], 2)


RANKS = {
    "easy": [
        (39, "lost"), (40, "footnote"), (59, "footnote"), (60, "rising"), (79, "rising"), (80, "power"),
        (130, "power"),
    ],
    "medium": [(59, "lost"), (60, "rising"), (80, "power"), (100, "radiant"), (130, "radiant")],
    "hard": [(79, "lost"), (80, "power"), (100, "radiant"), (120, "lazax")],
}  # fmt: skip


@rule("SOL-31", "SOL-34")
@pytest.mark.parametrize(("points", "rank"), RANKS["easy"])
def test_ex_32_ranks_of_an_easy_game(points, rank):
    assert ai.rank_of("easy", points) == rank


@rule("SOL-32", "SOL-34")
@pytest.mark.parametrize(("points", "rank"), RANKS["medium"])
def test_ex_33_ranks_of_a_medium_game(points, rank):
    assert ai.rank_of("medium", points) == rank


@rule("SOL-33", "SOL-34")
@pytest.mark.parametrize(("points", "rank"), RANKS["hard"])
def test_ex_34_ranks_of_a_hard_game(points, rank):
    assert ai.rank_of("hard", points) == rank


@rule("SOL-30", "SOL-34")
def test_the_worst_rank_is_no_victory():
    assert ai.lost("easy", 39)
    assert not ai.lost("easy", 40)
    assert ai.lost("hard", 79)


@pytest.mark.parametrize("lang", ["de", "en"])
def test_everything_on_the_board_has_a_name(lang):
    told = [ai_board.track_name(track) for track in TRACKS] + [ai_board.face_name(face) for face in FACES]
    told += [ai.rank(level, points) for level, rows in RANKS.items() for points, _ in rows]
    told += [SPEC.title, *(kind.title for kind in SPEC.places), *(field.label for field in SPEC.fields)]
    told += [field.label for kind in SPEC.places for field in kind.fields]
    told += [label for kind in SPEC.places for field in kind.fields for _, label in field.choices]
    assert len({say(words, lang) for words in told}) > 20
