"""Wars, councils and productions on sheets that are tracked: nothing is asked that the marks tell."""

from __future__ import annotations

import pytest
from twilight_events import COUNCILS, PRODUCTION, WARS, broken, played, say, table, walked, with_rival

from companion.engine import Draft, Step, but
from companion.games.twilight_inscription import council, game, layouts, production, war
from companion.games.twilight_inscription.actions import (
    Advance,
    Agenda,
    Cast,
    Choose,
    Claim,
    Debate,
    Muster,
    Resolve,
    Vote,
)
from companion.games.twilight_inscription.agendas import sign_key
from companion.games.twilight_inscription.desk import CIRCLE, CROSS, FILL, SHEETS, SLASH, Task, put
from companion.games.twilight_inscription.marking import chain, common, industry, warfare, wars
from companion.games.twilight_inscription.seats import put as seated
from companion.games.twilight_inscription.state import RESOLVE, RESULT, REVEAL

rule = pytest.mark.rule
RELIEF, CONTROLS, EMBARGO, TREATY = (
    "homestead_relief", "population_controls", "technology_embargo", "disarmament_treaty",
)  # fmt: skip
BOTH = ("left", "right")


def full(players=3, event=WARS[2], **more):
    """A table where everybody has practice sheets as they come out of the box."""
    state = but(table(players, event, **more), depth="full")
    desk = layouts.fresh(state, dict.fromkeys(SHEETS, layouts.PRACTICE))
    for seat in range(players):
        state = seated(state, seat, desk=desk)
    return state


def sheets(state):
    return layouts.sheets_of(state, 0)


def armed(state, seat, left, right, number=1):
    """With so many infantry in both sectors of a war."""
    desk = state.sides[seat].desk
    for half, count in zip(BOTH, (left, right), strict=True):
        for place in sheets(state).warfare.sectors[half, number][:count]:
            desk = wars.draw(desk, "infantry", (place,))
    return seated(state, seat, desk=desk)


def fought(*strengths, **more):
    """A war after the line, on sheets with so many nodes filled."""
    state = full(len(strengths), **more)
    for seat, both in enumerate(strengths):
        state = armed(state, seat, *both)
    return played(war, war.begin(state), Advance())


def voting(state, agenda=RELIEF):
    return played(council, council.begin(state), Claim(), Agenda(agenda=agenda), Debate())


def vote(seat, side="", votes=0):
    return Vote(key="vote:7", seat=seat, side=side, votes=votes)


def told(state, side, agenda, votes=1):
    """A council that everybody has voted on alike."""
    state = voting(state, agenda)
    return played(
        council,
        state,
        *(vote(seat, side if seat == 0 else "", votes * (seat == 0)) for seat in range(state.players)),
    )


def due(state):
    """What everybody has to decide next, and how often."""
    tasks = [side.desk.task or Task(key="-") for side in state.sides]
    return [(task.key, task.count) for task in tasks]


def members(state, seat, count):
    """With so many council members claimed."""
    desk = state.sides[seat].desk
    for _ in range(count):
        desk = chain.settle(industry.member(desk, sheets(state)), sheets(state))
    return seated(state, seat, desk=desk)


@rule("WAR-03")
def test_with_tracked_sheets_the_strengths_are_not_asked_for():
    state = fought((3, 4), (2, 5), (1, 3))
    assert state.step == RESULT
    assert [wars.lines(side.desk) for side in state.sides] == [1, 1, 1]
    assert [(one.seat, one.half, one.mine) for one in state.wars][:2] == [(0, "left", 3), (0, "right", 4)]
    assert broken(war, state, Muster(key="strength:7", seat=0, left=1, right=1)) == ("TABLE-1",)


@rule("WAR-08", "WAR-09", "WAR-10", "WAR-11", "WAR-12")
def test_every_war_is_marked_on_both_sheets():
    state = fought((6, 2), (0, 3), (2, 4))
    anna, ben, cem = (side.desk for side in state.sides)
    assert (anna.boxes["w:left.1"], ben.boxes["w:right.1"]) == (6, 3)
    assert anna.has("w:left.1.win", CIRCLE)
    assert ben.has("w:right.1.lose", CIRCLE)
    assert [desk.mark(f"w:{box}") for desk, box in ((anna, "right.1.win"), (cem, "left.1.lose"))] == [
        CROSS,
        CROSS,
    ]


def test_what_is_built_after_a_war_does_not_change_it():
    state = fought((1, 1), (1, 1), (1, 1))
    assert warfare.strength(armed(state, 0, 5, 5).sides[0].desk, sheets(state), "left", 1) == 1


@rule("ADV-20")
def test_bonuses_come_from_the_sheet():
    state = full()
    desk = warfare.neighbour(state.sides[0].desk, sheets(state), "right")
    state = played(war, war.begin(seated(state, 0, desk=desk)), Advance())
    assert [(one.half, one.mine) for one in state.wars[:2]] == [("left", 0), ("right", 1)]


@rule("WAR-18", "ADV-04")
def test_advantages_are_spent_in_strategy_events_only():
    entry = common.Trade(seat=0, resource="M")
    assert game.check(fought((1, 1), (1, 1), (1, 1)), entry).rules == ("WAR-18",)
    assert game.check(voting(full(3, COUNCILS[2])), entry).rules == ("ADV-04",)
    assert game.check(but(full(3), step=REVEAL), entry).rules == ("TABLE-1",)


@rule("GEN-03")
def test_what_a_war_sets_off_is_done_before_the_next_round():
    state = fought((1, 1), (1, 1), (1, 1))
    assert war.check(state, Resolve()).legal
    assert [one.key for one in war.demands(state)] == ["resolve"]
    busy = seated(state, 1, desk=but(state.sides[1].desk, todo=(Task(key="faction"),)))
    assert broken(war, busy, Resolve()) == ("GEN-03",)
    assert war.demands(busy) == ()


@rule("WAR-13")
def test_the_next_war_is_fought_one_sector_higher():
    state = played(war, fought((2, 0), (0, 0), (0, 0)), Resolve())
    assert state.step == REVEAL
    state = armed(but(state, event=WARS[3]), 1, 3, 0, number=2)
    state = played(war, war.begin(state), Advance())
    assert [(one.number, one.mine) for one in state.wars if one.seat == 1][2:] == [(2, 3), (2, 0)]


def test_one_player_may_keep_the_sheet_while_another_does_not():
    state = war.begin(armed(full(3), 0, 2, 2))
    state = seated(state, 1, desk=None)
    state = played(war, state, Advance())
    assert [one.seat for one in war.demands(state)] == [1]
    state = played(war, state, Muster(key="strength:7", seat=1, left=4, right=1))
    assert state.step == RESULT
    assert [one.mine for one in state.wars] == [2, 2, 4, 1, 0, 0]


@rule("CNC-02")
def test_ex_19_a_vote_for_every_unlocked_plus_one():
    state = members(full(3, COUNCILS[2]), 0, 1)
    income = [industry.vote_income(side.desk, sheets(state)) for side in state.sides]
    assert income == [2, 1, 1]
    state = played(council, council.begin(state), Claim())
    assert [industry.votes_left(side.desk, sheets(state)) for side in state.sides] == income
    assert all(side.desk.fired == () for side in state.sides)


@rule("CNC-02")
def test_ex_20b_without_any_council_member_one_vote():
    state = played(council, council.begin(full(3, COUNCILS[2])), Claim())
    assert [industry.votes_claimed(side.desk, sheets(state)) for side in state.sides] == [1, 1, 1]


@rule("CNC-15")
def test_there_are_no_more_votes_than_printed():
    state = full(3, COUNCILS[2])
    printed = sheets(state).industry.votes
    desk = industry.claim_printed(state.sides[0].desk, sheets(state), "vote", printed)
    state = played(council, council.begin(seated(state, 0, desk=chain.settle(desk, sheets(state)))), Claim())
    assert industry.votes_claimed(state.sides[0].desk, sheets(state)) == printed


@rule("CNC-07")
def test_nobody_casts_more_votes_than_there_are():
    state = voting(members(full(3, COUNCILS[2]), 0, 2))
    found = walked(council, state, Draft("vote:7", 0), "for")
    assert isinstance(found, Step)
    assert [option.value for option in found.options] == [1, 2, 3]
    assert broken(council, state, vote(0, "for", 4)) == ("CNC-07",)
    assert broken(council, state, vote(1, "for", 2)) == ("CNC-07",)
    assert council.check(state, vote(0, "for", 3)).legal


@rule("CNC-12", "CNC-13")
def test_ex_20_votes_are_spent_whoever_wins():
    state = voting(members(full(3, COUNCILS[2]), 0, 2), "trade_fleet_subsidization")
    state = played(council, state, vote(0, "for", 3), vote(1, "against", 1), vote(2))
    spent = played(council, state, Resolve())
    assert [industry.votes_left(side.desk, sheets(state)) for side in spent.sides] == [0, 0, 1]
    assert [industry.votes_claimed(side.desk, sheets(state)) for side in spent.sides] == [3, 1, 1]


@rule("CRD-10")
def test_relief_for_lets_everybody_deploy_or_not():
    state = told(full(3, COUNCILS[2]), "for", RELIEF)
    assert (state.step, state.owed) == (RESOLVE, (0, 1, 2))
    assert [(one.key, one.seat) for one in council.demands(state)] == [("choose", seat) for seat in range(3)]
    assert broken(council, state, Resolve()) == ("GEN-03",)
    found = walked(council, state, Draft("choose", 0))
    assert isinstance(found, Step)
    assert [option.value for option in found.options] == ["infantry 3", "pds 1", "-"]
    assert broken(council, state, Choose(seat=0, what="cruiser 9")) == ("TABLE-1",)
    state = played(council, state, walked(council, state, Draft("choose", 0), "infantry 3"))
    assert due(state)[0] == ("deploy", 3)
    state = played(council, state, Choose(seat=1, what="pds 1"), Choose(seat=2, what="-"))
    assert [side.desk.task and side.desk.task.about for side in state.sides] == ["infantry", "pds", None]
    assert state.owed == ()
    assert broken(council, state, Resolve()) == ("GEN-03",)
    assert council.demands(state) == ()


@rule("CRD-10")
def test_relief_against_crosses_out_symbols_at_the_docks():
    state = told(full(3, COUNCILS[2]), "against", RELIEF)
    assert state.owed == ()
    assert due(state) == [("relief", 3)] * 3


@rule("CRD-11")
def test_population_controls():
    state = told(full(3, COUNCILS[2]), "for", CONTROLS)
    assert due(state) == [("control", 5)] * 3
    state = told(full(3, COUNCILS[2]), "against", CONTROLS)
    assert due(state) == [("prize", 1)] * 3


@rule("CRD-12", "CNC-14")
def test_the_embargo_strikes_the_technology_that_the_decider_names():
    state = told(full(3, COUNCILS[2]), "for", EMBARGO)
    assert (state.deciders, state.owed) == ((0,), (0,))
    found = walked(council, state, Draft("choose", 0))
    assert isinstance(found, Step)
    assert [option.value for option in found.options] == ["gravity_drive", "integrated_economy"]
    state = played(council, state, walked(council, state, Draft("choose", 0), "gravity_drive"))
    for side in state.sides:
        asked = common.Research(seat=0, tech="gravity_drive")
        assert common.check(side.desk, sheets(state), "navigation", asked).rules == ("CRD-12",)
        assert not common.known(side.desk, "navigation", "gravity_drive")
    assert played(council, state, Resolve()).step == REVEAL


@rule("CRD-12", "CNC-14")
def test_the_embargo_strikes_as_many_as_the_decider_says():
    state = told(members(full(3, COUNCILS[2]), 1, 4), "against", EMBARGO)
    found = walked(council, state, Draft("choose", 0))
    assert isinstance(found, Step)
    assert [option.value for option in found.options] == ["1", "2", "3"]
    key = sign_key(EMBARGO)
    assert council.check(state, Choose(seat=0, what="2")).missing == (key,)
    assert key in list(council.wanted(state))
    assert council.FACTS[key].choices == ("vote", "good")
    known = but(state, facts={**state.facts, key: "vote"})
    after = played(council, known, Choose(seat=0, what="2"))
    assert [industry.votes_left(side.desk, sheets(state)) for side in after.sides] == [0, 3, 0]
    open_ = council.apply(state, Choose(seat=0, what="2"))
    assert [industry.votes_left(side.desk, sheets(state)) for side in open_.sides] == [1, 5, 1]


@rule("CRD-13")
def test_the_treaty_strikes_cruisers_or_systems():
    state = told(full(3, COUNCILS[3]), "for", TREATY)
    for side in state.sides:
        assert warfare.built(side.desk, sheets(state).warfare, "cruiser") == ()
        assert side.desk.task is None
        assert any(
            place.startswith("w:cruiser.") and mark == CROSS for place, mark in side.desk.marks.items()
        )
    state = told(full(3, COUNCILS[3]), "against", TREATY)
    assert due(state) == [("disarm", 4)] * 3


@rule("SOL-28", "SOL-37")
def test_against_the_ai_each_chooses_for_themselves():
    state = with_rival(full(2, COUNCILS[2]), sections={"votes": {"2": 2}})
    state = played(council, council.begin(state), Claim(), Agenda(agenda=RELIEF, counter=EMBARGO))
    state = played(council, state, vote(0, "", 1), vote(1, "", 0), Cast(face="black:material"))
    assert (state.verdicts, state.owed) == (("against", "against"), (0, 1))
    state = but(state, facts={**state.facts, sign_key(EMBARGO): "good"})
    state = played(council, state, Choose(seat=0, what="1"))
    assert state.owed == (1,)


@rule("SOL-21", "SOL-29")
def test_against_the_ai_votes_are_claimed_and_spent_as_usual():
    state = with_rival(members(full(1, COUNCILS[2]), 0, 2))
    state = played(council, council.begin(state), Claim(), Agenda(agenda=RELIEF, counter=EMBARGO))
    assert industry.votes_left(state.sides[0].desk, sheets(state)) == 3
    state = played(council, state, vote(0, "", 2), Cast(face="black:research"))
    state = but(state, owed=(), sides=(but(state.sides[0], desk=but(state.sides[0].desk, todo=())),))
    state = played(council, state, Resolve())
    assert industry.votes_left(state.sides[0].desk, sheets(state)) == 1


@rule("PRD-02")
def test_ex_18_a_trade_good_for_every_unlocked_plus_one():
    state = full(3, PRODUCTION)
    desk = state.sides[0].desk
    for number in (1, 2):
        desk = put(desk, f"i:trade.{number}", "_")
    state = production.begin(seated(state, 0, desk=desk))
    assert say(production.reminders(state)[0].text) == "Anna: 2 trade goods"
    assert say(production.demands(state)[0].ask) == "Claim all trade goods"
    state = played(production, state, Claim())
    assert [industry.goods_left(side.desk, sheets(state)) for side in state.sides] == [2, 0, 0]
    assert state.sides[0].desk.fired == ()


@rule("PRD-04")
def test_there_are_no_more_trade_goods_than_printed():
    state = full(3, PRODUCTION)
    printed = sheets(state).industry.goods
    desk = put(state.sides[0].desk, "i:trade.1", "_")
    desk = chain.settle(industry.claim_printed(desk, sheets(state), "good", printed), sheets(state))
    spent = put(desk, "i:good.1", SLASH)
    state = played(production, production.begin(seated(state, 0, desk=spent)), Claim())
    assert industry.goods_left(state.sides[0].desk, sheets(state)) == printed - 1
    assert FILL not in state.sides[0].desk.marks.values()


@pytest.mark.parametrize("lang", ["de", "en"])
def test_everything_is_told(lang):
    state = told(full(3, COUNCILS[2]), "for", RELIEF)
    lines = [one.ask for one in council.demands(state)] + [one.text for one in council.reminders(state)]
    lines.append(council.describe(state, Choose(seat=0, what="pds 1")))
    claiming = council.begin(full(3, COUNCILS[2]))
    lines += [one.text for one in council.reminders(claiming)]
    assert len({say(line, lang) for line in lines}) >= 7
