"""What is awarded during play: Mecatol Rex, objectives, relics, factions."""

from __future__ import annotations

import pytest
from twilight_table import (
    DICE_FACTS,
    ROLLED,
    WARS,
    active,
    after,
    begun,
    broken,
    choose,
    desk,
    event,
    keys,
    lane,
    marked,
    option,
    possible,
    printed,
    put_down,
    totals,
    with_rival,
    with_sides,
)

from companion.engine import Draft, Learn, but
from companion.games.twilight_inscription import ai, awards, game
from companion.games.twilight_inscription.actions import Draw, Fulfil, Invoke, Play, Roll, Rule
from companion.games.twilight_inscription.marking.industry import ClaimHex
from companion.games.twilight_inscription.marking.navigation import ClaimSystem
from companion.games.twilight_inscription.state import AI, HIDDEN, Held

rule = pytest.mark.rule

ROWS = {"mecatol.1.votes": 5, "mecatol.1.points": 8}


def near_mecatol(*seats: int, **more):
    """Navigation is active and Mecatol Rex explored."""
    state = active(*["navigation"] * 3, pool="I", **more)
    for seat in seats:
        state = marked(state, seat, lined=(lane(state, "s15", "rex"), lane(state, "s10", "s15")))
    return state


def rex(seat: int) -> ClaimSystem:
    return ClaimSystem(seat=seat, system="rex", pay="I")


def row(state, seat: int) -> int:
    return next(name.row for name in state.mecatol if name.seat == seat)


def next_step(state):
    """The table in the next step of a round."""
    return but(state, tick=state.tick + 1)


def learn(state, fact: str, value: int | str):
    return after(state, Learn(key=f"fact:{fact}", fact=fact, value=value))


def award(state, seat: int, sheet: str) -> bool | None:
    """Whether a player was first with an objective; None if not fulfilled."""
    return next((one.first for one in state.awards if (one.seat, one.sheet) == (seat, sheet)), None)


@rule("MEC-01", "NAV-18")
def test_who_claims_mecatol_rex_is_entered_in_the_topmost_free_row():
    state = after(near_mecatol(0, 2), rex(2))
    assert [(name.seat, name.row) for name in state.mecatol] == [(2, 1)]
    state = after(next_step(state), rex(0))
    assert [(name.seat, name.row) for name in state.mecatol] == [(2, 1), (0, 2)]
    assert desk(state).task is None


@rule("MEC-01")
def test_nobody_is_entered_twice():
    state = after(event(WARS[0], depth="light"), Rule(who=1))
    assert broken(state, Rule(who=1)) == ("MEC-01",)
    assert option(choose(state, Draft("mecatol")), 1) == ("MEC-01",)
    assert not possible(state, Rule(who=7))


@rule("MEC-02", "MEC-05")
def test_ex_21_the_second_gets_four_votes_and_five_points():
    state = next_step(after(near_mecatol(0, 1), rex(0)))
    before = totals(state)[1]
    state = after(state, rex(1))
    assert printed(state, "vote", 1) == ["i:vote.1", "i:vote.2", "i:vote.3", "i:vote.4"]
    assert totals(state)[1] - before == 5


@rule("MEC-03", "MEC-11")
def test_the_points_of_the_row_count():
    state = after(near_mecatol(0, facts={**DICE_FACTS, **ROWS}), rex(0))
    assert totals(state)[0] == 8
    line = next(line for line in game.score(state).lines if line.rule == "MEC-11")
    assert [cell.points for cell in line.cells] == [8, 0, 0]


@rule("MEC-04", "MEC-06")
def test_ex_22_two_in_the_same_step_get_the_reward_of_the_upper_row():
    state = near_mecatol(0, 1, 2)
    earlier = after(with_sides(state, {}), rex(2))
    state = next_step(earlier)
    state = but(state, mecatol=(*state.mecatol, but(state.mecatol[0], seat=AI, row=2, tick=-1)))
    before = totals(state)
    state = after(state, rex(0), rex(1))
    assert (row(state, 0), row(state, 1)) == (3, 3)
    assert [len(state.mecatol), [len(printed(state, "vote", seat)) for seat in (0, 1)]] == [4, [3, 3]]
    assert [now - then for now, then in zip(totals(state), before, strict=True)] == [3, 3, 0]


@rule("MEC-07")
def test_what_other_rows_give_is_asked_once():
    rows = sorted(key for key in game.facts if key.startswith("mecatol."))
    assert rows == sorted(
        f"mecatol.{row}.{what}" for row in (1, 4, 5, 6, 7, 8) for what in ("votes", "points")
    )
    state = after(near_mecatol(0), rex(0))
    assert game.wanted(state)[:2] == ("mecatol.1.votes", "mecatol.1.points")
    assert any(game.score(state).open)
    state = learn(learn(state, "mecatol.1.votes", 6), "mecatol.1.points", 9)
    assert (len(printed(state, "vote")), totals(state)[0]) == (6, 9)
    assert game.wanted(state) == ()
    assert not any(game.score(state).open)


@rule("MEC-02")
def test_votes_that_were_learnt_late_are_claimed_once():
    state = learn(after(near_mecatol(0), rex(0)), "mecatol.1.votes", 3)
    state = learn(learn(state, "mecatol.1.votes", 3), "mecatol.1.points", 4)
    assert len(printed(state, "vote")) == 3


@rule("MEC-09", "CLR-13")
def test_until_the_step_is_over_an_announcement_is_not_late():
    state = after(event(WARS[0], depth="light"), Rule(who=0))
    assert row(after(state, Rule(who=1)), 1) == 1
    assert [key for key, _ in keys(event(depth="light"), offers=True)] == [
        "fulfil",
        "mecatol",
        "relic",
        "own",
    ]


@rule("MEC-10", "CLR-14")
def test_a_forgotten_name_counts_from_its_announcement():
    state = after(event(WARS[0], depth="light"), Rule(who=0))
    state = after(state, choose(state, Draft("line")))
    assert row(after(state, Rule(who=1)), 1) == 2


def test_where_only_awards_are_entered_the_table_says_what_was_together():
    state = after(begun(depth="scoring"), choose(begun(depth="scoring"), Draft("mecatol"), who=0))
    assert row(after(state, choose(state, Draft("mecatol"), who=1, together="yes")), 1) == 1
    assert row(after(state, choose(state, Draft("mecatol"), who=1, together="no")), 1) == 2
    state = after(state, Fulfil(who=2, sheet="warfare"))
    assert award(after(state, Fulfil(who=0, sheet="warfare", together=True)), 0, "warfare") is True
    assert award(after(state, Fulfil(who=0, sheet="warfare")), 0, "warfare") is False


@rule("OBJ-02")
def test_an_objective_is_noticed_as_soon_as_it_is_fulfilled():
    state = marked(near_mecatol(0), circled=("n:s11", "n:s23"))
    assert broken(but(state, step="reveal"), Fulfil(who=0, sheet="navigation")) == ("OBJ-02",)
    state = after(state, rex(0))
    assert award(state, 0, "navigation") is True


@rule("OBJ-03")
def test_ex_25_the_first_gets_the_higher_value():
    state = marked(near_mecatol(0), circled=("n:s11", "n:s23"))
    state = after(state, rex(0))
    line = next(line for line in game.score(state).lines if line.rule == "END-03")
    assert [cell.points for cell in line.cells] == [7, 0, 0]


@rule("OBJ-03", "OBJ-04")
def test_ex_25b_who_comes_later_gets_the_lower_value():
    state = marked(near_mecatol(0, 1), circled=("n:s11", "n:s23"))
    state = marked(state, 1, circled=("n:s11", "n:s23"))
    state = after(next_step(after(state, rex(0))), rex(1))
    line = next(line for line in game.score(state).lines if line.rule == "END-03")
    assert [cell.points for cell in line.cells] == [7, 4, 0]


@rule("OBJ-05")
def test_who_is_first_in_the_same_step_gets_the_higher_value_too():
    state = marked(near_mecatol(0, 1), circled=("n:s11", "n:s23"))
    state = marked(state, 1, circled=("n:s11", "n:s23"))
    state = after(state, rex(0), rex(1))
    assert [award(state, seat, "navigation") for seat in range(3)] == [True, True, None]


@rule("OBJ-06", "CLR-13")
def test_an_objective_need_not_be_announced_before_the_step_ends():
    state = after(event(depth="light"), Fulfil(who=0, sheet="industry"))
    assert award(after(state, Fulfil(who=2, sheet="industry")), 2, "industry") is True


@rule("OBJ-07", "CLR-14")
def test_a_forgotten_objective_counts_from_its_announcement():
    state = after(event(depth="light"), Fulfil(who=0, sheet="industry"))
    state = put_down(state)
    assert award(after(state, Fulfil(who=2, sheet="industry")), 2, "industry") is True
    state = after(state, Roll(faces=ROLLED))
    assert award(after(state, Fulfil(who=2, sheet="industry")), 2, "industry") is False


@rule("OBJ-08")
def test_an_objective_counts_once_for_each():
    state = event(depth="light")
    for sheet in ("navigation", "expansion", "industry", "warfare"):
        state = after(state, Fulfil(who=0, sheet=sheet))
        assert broken(state, Fulfil(who=0, sheet=sheet)) == ("OBJ-08",)
    assert len(state.awards) == 4
    assert broken(state, Fulfil(who=1, sheet="palace")) == ("OBJ-01",)


@rule("SOL-16")
def test_the_ai_and_a_player_in_the_same_round():
    for word, first in (("round", True), ("step", False)):
        state = with_rival(active("navigation", players=1, options={"ai_round": word}))
        state = awards.fulfil(state, AI, "industry")
        state = next_step(state)
        assert award(awards.fulfil(state, 0, "industry"), 0, "industry") is first
        later = but(state, tick=state.tick + 5, began=state.tick + 4)
        assert award(awards.fulfil(later, 0, "industry"), 0, "industry") is False


@rule("SOL-14", "SOL-15")
def test_the_ai_takes_a_row_and_gets_nothing_for_it():
    state = with_rival(begun(1))
    state = ai._claimed(state, "mecatol_rex")
    assert [(name.seat, name.row) for name in state.mecatol] == [(AI, 1)]
    assert game.wanted(state) == ()
    known = learn(state, "mecatol.1.votes", 4)
    assert (printed(known, "vote"), totals(known)) == ([], (0,))
    assert len(game.score(state).lines[0].cells) == 1


def drawing(seat: int = 0):
    """A relic system was just claimed."""
    state = active("navigation", "navigation", "navigation", pool="II")
    state = marked(state, seat, lined=(lane(state, "s17", "s21"), lane(state, "s21", "s24")))
    return after(state, ClaimSystem(seat=seat, system="s21", pay="I"))


@rule("REL-01", "ADV-19", "NAV-19")
def test_ex_24_a_relic_is_drawn_and_its_points_stand_beside_the_system():
    state = drawing()
    assert keys(state)[0] == ("relic", 0)
    before = totals(state)[0]
    state = after(state, choose(state, Draft("relic", 0), relic="nano_forge"))
    assert state.sides[0].relics == (Held(relic="nano_forge"),)
    assert (totals(state)[0] - before, desk(state).task) == (4, None)


@rule("REL-01")
def test_a_relic_is_drawn_once():
    state = after(event(depth="light"), Draw(who=0, relic="nano_forge"))
    assert broken(state, Draw(who=1, relic="nano_forge")) == ("REL-01",)
    assert option(choose(state, Draft("relic"), who=1), "nano_forge") == ("REL-01",)
    state = after(state, Draw(who=0, relic=HIDDEN), Draw(who=1, relic=HIDDEN))
    assert [len(side.relics) for side in state.sides] == [2, 1, 0]


@rule("CMP-09")
def test_an_unknown_relic_is_named():
    state = event(depth="light")
    assert broken(state, Draw(who=0, relic="teapot")) == ("CMP-09",)
    assert not possible(state, Draw(who=0, relic="teapot"))


@rule("REL-02", "REL-04")
def test_a_relic_works_once_and_lies_open():
    state = after(event(depth="light"), Draw(who=0, relic="dominus_orb"), Play(who=0, relic="dominus_orb"))
    assert state.sides[0].relics == (Held(relic="dominus_orb", played=True),)
    assert broken(state, Play(who=0, relic="dominus_orb")) == ("REL-03",)
    assert game.view(state, 1).sides[0].relics == state.sides[0].relics


@rule("REL-03")
def test_only_what_is_in_the_hand_is_played():
    state = after(event(depth="light"), Draw(who=0, relic="dominus_orb"))
    assert broken(state, Play(who=0, relic="the_codex")) == ("REL-03",)
    assert broken(state, Play(who=1, relic="dominus_orb")) == ("REL-03",)
    assert option(choose(state, Draft("play")), 1) == ("REL-03",)
    assert option(choose(state, Draft("play")), 0) == ()
    assert not possible(state, Play(who=1, relic="dominus_orb"))


@rule("REL-05", "CLR-11")
def test_relics_in_the_hand_are_secret():
    state = after(event(depth="light"), Draw(who=0, relic="dominus_orb"), Draw(who=1, relic="the_codex"))
    for viewer in (None, 1, 2):
        assert game.view(state, viewer).sides[0].relics == (Held(relic=HIDDEN),)
    assert game.view(state, 1).sides[1].relics == (Held(relic="the_codex"),)
    assert game.sealed(state, Draw(who=0, relic="dominus_orb"))
    shown = after(state, Play(who=0, relic="dominus_orb"))
    assert not game.sealed(shown, Draw(who=0, relic="dominus_orb"))


@rule("REL-06")
def test_points_of_a_relic_count_played_or_not():
    state = after(event(depth="light"), Draw(who=0, relic="nano_forge"), Draw(who=1, relic="the_codex"))
    line = next(line for line in game.score(state).lines if line.rule == "REL-06")
    assert [cell.points for cell in line.cells] == [4, 0, 0]
    assert [cell.open for cell in line.cells] == [False, True, False]
    assert game.wanted(state) == ()
    assert game.wanted(but(state, step="count")) == ("relic.the_codex",)
    state = learn(state, "relic.the_codex", 3)
    line = next(line for line in game.score(state).lines if line.rule == "REL-06")
    assert [cell.points for cell in line.cells] == [4, 3, 0]


def claiming_faction(faction: str = "nekro_virus"):
    """The system with a faction advantage was just claimed."""
    state = active("navigation", pool="II")
    state = marked(with_sides(state, {0: {"faction": faction}}), lined=(lane(state, "s24", "s26"),))
    return after(state, ClaimSystem(seat=0, system="s26", pay="I"))


@rule("FAC-02", "ADV-18")
def test_a_faction_asset_sets_off_the_second_ability():
    state = claiming_faction()
    assert keys(state)[0] == ("faction_ability", 0)
    assert broken(state, ClaimSystem(seat=0, system="s1", pay="I")) == ("GEN-03",)
    state = after(state, Invoke(seat=0))
    assert desk(state).task is None
    assert broken(state, Invoke(seat=0)) == ("FAC-02",)


@rule("FAC-05")
def test_hacan_claims_two_hexes_with_one_commodity():
    state = after(claiming_faction("emirates_of_hacan"), Invoke(seat=0))
    assert (desk(state).task.key, desk(state).task.count) == ("hacan", 2)
    assert broken(state, ClaimHex(seat=0, hex="h3", pay="free")) != ()
    state = after(state, ClaimHex(seat=0, hex="h2", pay="free"), ClaimHex(seat=0, hex="h8", pay="free"))
    assert (desk(state).mark("i:h2"), desk(state).mark("i:h8"), desk(state).task) == ("o", "o", None)


def test_with_tracked_sheets_only_what_marks_do_not_tell_is_announced():
    assert keys(active("navigation"), offers=True) == []
    assert keys(event(WARS[0]), offers=True) == []
    unknown = but(event(WARS[0]), objectives={"navigation": "collector"})
    assert keys(unknown, offers=True) == [("fulfil", None)]
    assert keys(event(WARS[0], depth="light"), offers=True)[:2] == [("fulfil", None), ("mecatol", None)]
