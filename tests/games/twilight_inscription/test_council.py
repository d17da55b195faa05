"""The Council event at tables whose sheets are not tracked."""

from __future__ import annotations

import pytest
from twilight_events import COUNCILS, broken, played, say, table, walked, with_rival

from companion.engine import Draft, Impossible, Kind, Step, but, text
from companion.games.twilight_inscription import agendas, council, council_telling
from companion.games.twilight_inscription.actions import Agenda, Cast, Claim, Debate, Decide, Resolve, Vote
from companion.games.twilight_inscription.cards import AGENDAS
from companion.games.twilight_inscription.state import (
    AGENDA,
    DECIDER,
    RESOLVE,
    REVEAL,
    TIE,
    VOTE,
    Ballot,
)

rule = pytest.mark.rule
KEY = "vote:7"
RELIEF, CONTROLS, EMBARGO, TREATY = (
    "homestead_relief", "population_controls", "technology_embargo", "disarmament_treaty",
)  # fmt: skip
MATERIAL, INFLUENCE, RESEARCH = "black:material", "black:influence", "black:research"


def vote(seat, side="", votes=0):
    return Vote(key=KEY, seat=seat, side=side, votes=votes)


def voting(players=3, agenda=RELIEF, phase=2, **more):
    """A council that has debated its agenda."""
    state = council.begin(table(players, COUNCILS[phase], **more))
    return played(council, state, Claim(), Agenda(agenda=agenda), Debate())


def voted(*votes, **more):
    """A council where every seat has voted: `(side, number)`."""
    state = voting(len(votes), **more)
    return played(council, state, *(vote(seat, *one) for seat, one in enumerate(votes)))


def against_ai(*numbers, first=RELIEF, counter=CONTROLS, sections=None, **more):
    """A council with an AI faction, where every seat has cast a number of votes."""
    state = with_rival(table(len(numbers), COUNCILS[2], **more), sections={"votes": sections or {"2": 1}})
    state = played(council, council.begin(state), Claim(), Agenda(agenda=first, counter=counter))
    return played(council, state, *(vote(seat, "", one) for seat, one in enumerate(numbers)))


def test_claim_agenda_debate_vote():
    state = council.begin(table(3, COUNCILS[2]))
    assert [(one.key, one.kind) for one in council.demands(state)] == [("claim", Kind.CONFIRM)]
    state = played(council, state, walked(council, state, Draft("claim")))
    assert state.step == AGENDA
    state = played(council, state, walked(council, state, Draft("agenda"), EMBARGO))
    assert state.agendas == {"2": (EMBARGO,)}
    state = played(council, state, walked(council, state, Draft("debate")))
    assert state.step == VOTE
    assert broken(council, state, Resolve()) == ("TABLE-1",)


@rule("CNC-03")
@pytest.mark.parametrize("phase", COUNCILS)
def test_the_agenda_is_that_of_the_phase(phase):
    state = played(council, council.begin(table(3, COUNCILS[phase])), Claim())
    found = walked(council, state, Draft("agenda"))
    assert isinstance(found, Step)
    assert {AGENDAS[option.value].phase for option in found.options} == {phase}
    assert len(found.options) == 4
    other = next(key for key, card in AGENDAS.items() if card.phase != phase)
    assert broken(council, state, Agenda(agenda=other)) == ("CNC-03",)
    assert broken(council, state, Agenda(agenda="nonsense")) == ("CNC-03",)
    assert council.apply(state, Agenda(agenda=other)).agendas == {str(phase): (other,)}


@rule("CNC-04")
def test_a_player_votes_for_or_against_or_abstains():
    state = voting()
    found = walked(council, state, Draft(KEY, 0))
    assert isinstance(found, Step)
    assert [option.value for option in found.options] == ["for", "against", "-"]
    assert walked(council, state, Draft(KEY, 0), "-") == vote(0)
    assert walked(council, state, Draft(KEY, 0), "against", 2) == vote(0, "against", 2)
    for strange in (vote(0, "both", 2), vote(0, "", 2), vote(0, "for", 0)):
        assert broken(council, state, strange) == ("CNC-04",)


@rule("CNC-06")
def test_votes_are_secret_until_all_have_voted():
    entry = vote(0, "for", 3)
    state = played(council, voting(), entry)
    assert {one.kind for one in council.demands(state)} == {Kind.SECRET}
    assert council.sealed(state, entry)
    assert not council.sealed(state, but(entry, key="vote:3"))
    assert council.view(state, None).sides[0].ballot == Ballot()
    assert council.view(state, 2).sides[0].ballot == Ballot()
    assert council.view(state, 0).sides[0].ballot == Ballot(side="for", votes=3)
    assert broken(council, state, vote(0, "against", 1)) == ("CNC-06",)
    done = played(council, state, vote(1), vote(2))
    assert not council.sealed(done, entry)
    assert council.view(done, None) == done


@rule("CNC-07")
def test_votes_are_not_negative():
    assert broken(council, with_rival(voting()), vote(0, "", -1)) == ("CNC-07",)


@rule("CNC-08")
def test_it_begins_with_the_speakers_left_neighbour():
    state = voting(4, speaker=2)
    assert [one.seat for one in council.demands(state)] == [3, 0, 1, 2]


@rule("CNC-09")
@pytest.mark.parametrize(
    ("votes", "verdict"),
    [
        ((("for", 3), ("against", 2), ("", 0)), "for"),
        ((("for", 1), ("against", 1), ("against", 1)), "against"),
        ((("", 0), ("", 0), ("for", 1)), "for"),
    ],
)
def test_the_side_with_more_votes_is_resolved(votes, verdict):
    state = voted(*votes)
    assert (state.step, state.verdict) == (RESOLVE, verdict)
    words = {"for": "For: Whoever wants to deploys", "against": "Against: Whoever wants to crosses out"}
    assert words[verdict] in say(council.reminders(state)[0].text)


@rule("CNC-10")
@pytest.mark.parametrize(
    ("face", "verdict"), [(MATERIAL, "for"), (INFLUENCE, "against"), (RESEARCH, "against")]
)
def test_a_die_settles_a_tie(face, verdict):
    state = voted(("for", 2), ("against", 1), ("against", 1))
    assert state.step == TIE
    demand = council.demands(state)[0]
    assert (demand.kind, demand.sees) == (Kind.ROLL, "symbols:twilight_inscription:1")
    assert broken(council, state, Cast(face="red:single")) == ("TABLE-1",)
    state = played(council, state, walked(council, state, demand.draft, face))
    assert (state.step, state.verdict) == (RESOLVE, verdict)


@rule("CNC-11")
def test_it_is_a_tie_too_if_all_abstain():
    assert voted(("", 0), ("", 0), ("", 0)).step == TIE


def test_the_votes_cast_are_struck_out_and_all_is_wiped():
    state = voted(("for", 3), ("against", 2), ("", 0))
    costs = next(one for one in council.reminders(state) if one.rule == "CNC-12")
    assert say(costs.text) == "Strike out the votes cast: Ben 2, Anna 3"
    after = played(council, state, walked(council, state, Draft("resolve")))
    assert after.step == REVEAL
    assert [side.ballot for side in after.sides] == [None] * 3


@rule("CNC-14")
def test_the_largest_vote_of_that_side_decides():
    state = voted(("against", 2), ("against", 3), ("for", 4), agenda=EMBARGO)
    assert (state.step, state.deciders) == (RESOLVE, (1,))
    assert "Ben" in next(say(one.text) for one in council.reminders(state) if one.rule == "CNC-14")


@rule("CNC-14", "CLR-10")
def test_several_roll_until_one_alone_has_the_sign():
    state = voted(("for", 2), ("against", 3), ("for", 2), agenda=EMBARGO)
    assert (state.step, state.deciders) == (DECIDER, (2, 0))
    found = walked(council, state, Draft("decide"))
    assert isinstance(found, Step)
    assert [option.value for option in found.options] == [2, 0]
    assert broken(council, state, Decide(who=1)) == ("CNC-14",)
    state = played(council, state, walked(council, state, Draft("decide"), 0))
    assert (state.step, state.deciders) == (RESOLVE, (0,))


def test_nobody_decides_where_nothing_is_to_be_decided():
    state = voted(("for", 2), ("for", 2), ("", 0))
    assert (state.step, state.deciders) == (RESOLVE, ())


def test_what_only_the_card_says_is_asked_for():
    state = voted(("for", 2), ("for", 2), ("", 0), agenda="trade_fleet_subsidization")
    assert list(council.wanted(state)) == [
        "agenda.trade_fleet_subsidization.for",
        "agenda.trade_fleet_subsidization.against",
    ]
    told = [say(one.text) for one in council.reminders(state)]
    assert "read the card “Trade-Fleet Subsidization” aloud" in told[0]
    assert told[1] == "Most votes For: Ben, Anna"
    fact = council.FACTS["agenda.trade_fleet_subsidization.for"]
    words = "x" * agendas.LENGTH
    assert fact.problem(words) is None
    assert fact.problem(words + "x") is not None
    known = but(state, facts={fact.key: "All may claim 2 trade goods"})
    assert "All may claim 2 trade goods" in say(council.reminders(known)[0].text)
    assert set(council.wanted(voting())).isdisjoint(council.FACTS)


@rule("SOL-22", "SOL-23")
def test_ex_31_the_counter_agenda_has_the_other_star_sign():
    state = played(council, council.begin(with_rival(table(1, COUNCILS[2]))), Claim())
    found = walked(council, state, Draft("agenda"), RELIEF)
    assert isinstance(found, Step)
    allowed = {option.value for option in found.options if option.ruling.allowed}
    assert allowed == {CONTROLS, EMBARGO}
    assert broken(council, state, Agenda(agenda=RELIEF, counter="trade_fleet_subsidization")) == ("SOL-23",)
    assert broken(council, state, Agenda(agenda=CONTROLS, counter=EMBARGO)) == ("SOL-23",)
    assert broken(council, state, Agenda(agenda=TREATY, counter=RELIEF)) == ("SOL-22",)
    assert broken(council, state, Agenda(agenda=RELIEF)) == ("TABLE-1",)
    state = played(council, state, walked(council, state, Draft("agenda"), RELIEF, CONTROLS))
    assert agendas.shown(state) == ((RELIEF, "for"), (CONTROLS, "against"))
    assert state.step == VOTE


@rule("SOL-23")
def test_the_owners_card_says_whether_it_has_the_star():
    state = council.begin(with_rival(table(1, COUNCILS[2], facts={agendas.star_key(EMBARGO): "yes"})))
    state = played(council, state, Claim())
    assert broken(council, state, Agenda(agenda=RELIEF, counter=EMBARGO)) == ("SOL-23",)
    assert council.check(state, Agenda(agenda=EMBARGO, counter=CONTROLS)).legal


def test_where_all_cards_are_said_to_have_the_star_any_counter_agenda_goes():
    stars = {agendas.star_key(card.id): "yes" for card in agendas.of_phase(3)}
    state = played(council, council.begin(with_rival(table(1, COUNCILS[3], facts=stars))), Claim())
    assert council.check(state, Agenda(agenda=TREATY, counter="hyperlane_security")).legal


@rule("SOL-24")
def test_only_a_number_is_cast_against_the_ai():
    state = with_rival(table(1, COUNCILS[2]))
    state = played(council, council.begin(state), Claim(), Agenda(agenda=RELIEF, counter=CONTROLS))
    assert walked(council, state, Draft(KEY, 0), 3) == vote(0, "", 3)
    assert broken(council, state, vote(0, "for", 3)) == ("SOL-24",)


@rule("SOL-25", "SOL-26")
@pytest.mark.parametrize(("face", "theirs"), [(MATERIAL, 1), (INFLUENCE, 2), (RESEARCH, 3)])
def test_ex_30_the_die_adds_to_the_votes_of_the_ai(face, theirs):
    state = against_ai(2)
    assert state.step == TIE
    assert state.rival.closed == ()
    state = played(council, state, Cast(face=face))
    assert state.rival.closed == ("votes.2",)
    assert council_telling.verdict_line(state) == text("council.count.ai", count=theirs)


@rule("SOL-27")
@pytest.mark.parametrize(("mine", "verdict"), [(2, "against"), (3, "against"), (4, "for")])
def test_ex_30b_only_more_votes_than_the_ai_bring_the_star(mine, verdict):
    state = played(council, against_ai(mine), Cast(face=RESEARCH))
    assert state.verdicts == (verdict,)
    turned = played(council, against_ai(mine, first=CONTROLS, counter=RELIEF), Cast(face=RESEARCH))
    assert turned.verdicts == ({"for": "against", "against": "for"}[verdict],)


@rule("SOL-28")
def test_by_two_each_compares_alone():
    state = played(council, against_ai(4, 3), Cast(face=RESEARCH))
    assert state.verdicts == ("for", "against")
    told = [say(one.text) for one in council.reminders(state)]
    assert told[0].startswith("Anna · For: Whoever wants to deploys")
    assert told[1].startswith("Ben · Against: Each of you voids the prize")


@rule("SOL-37")
def test_alone_you_decide_for_yourself():
    state = played(council, against_ai(0, counter=EMBARGO), Cast(face=MATERIAL))
    assert (state.step, state.deciders) == (RESOLVE, ())
    assert "SOL-37" in [one.rule for one in council.reminders(state)]


def test_votes_against_the_ai_are_spent_as_usual():
    state = played(council, against_ai(4, 0), Cast(face=RESEARCH))
    assert say(next(one.text for one in council.reminders(state) if one.rule == "SOL-29")).endswith("Anna 4")


def test_what_makes_no_sense_is_impossible():
    with pytest.raises(Impossible):
        council.apply(voting(), vote(0, "for", -1))
    with pytest.raises(Impossible):
        council.apply(voting(), vote(0, "sideways", 1))
    with pytest.raises(Impossible):
        council.apply(voting(), Claim())
    asked = played(council, council.begin(table(3, COUNCILS[2])), Claim())
    for action in (
        Agenda(agenda="nonsense"),
        Agenda(agenda=RELIEF, counter=CONTROLS),
        Agenda(agenda=RELIEF, counter="x"),
    ):
        with pytest.raises(Impossible):
            council.apply(asked, action)
    with pytest.raises(Impossible):
        council.step(asked, Draft("nothing"))


def test_a_new_council_knows_nothing_of_the_last():
    state = played(
        council, voted(("for", 2), ("for", 2), ("against", 1), agenda=EMBARGO), Decide(who=0), Resolve()
    )
    state = council.begin(but(state, event=COUNCILS[3], round=9))
    assert (state.verdict, state.deciders, state.cast) == ("", (), "")
    assert state.agendas == {"2": (EMBARGO,)}


def stations():
    """A council at each of its steps."""
    state = council.begin(table(3, COUNCILS[2]))
    alone = council.begin(with_rival(table(1, COUNCILS[2])))
    yield from ((state, Claim()), (played(council, alone, Claim()), Agenda(agenda=RELIEF, counter=CONTROLS)))
    state = played(council, state, Claim())
    yield state, Agenda(agenda=EMBARGO)
    state = played(council, state, Agenda(agenda=EMBARGO))
    yield state, Debate()
    state = played(council, state, Debate())
    yield state, vote(0, "for", 2)
    yield played(council, state, vote(0, "for", 2)), vote(1)
    yield against_ai(2), Cast(face=RESEARCH)
    yield voted(("for", 2), ("against", 2), ("", 0)), Cast(face=MATERIAL)
    yield voted(("for", 2), ("for", 2), ("", 0), agenda=EMBARGO), Decide(who=0)
    yield voted(("for", 2), ("for", 1), ("", 0)), Resolve()


@pytest.mark.parametrize("lang", ["de", "en"])
def test_every_step_is_told(lang):
    for state, action in stations():
        told = [council.describe(state, action)]
        told += [one.text for one in council.reminders(state)] + [one.ask for one in council.demands(state)]
        assert len([say(words, lang) for words in told]) >= 2


def test_every_fact_is_asked_in_words():
    for fact in council.FACTS.values():
        assert say(fact.ask).startswith(say(agendas.cards.name(AGENDAS[fact.key.split(".")[1]])))
