"""The War event at tables whose sheets are not tracked."""

from __future__ import annotations

import pytest
from twilight_events import WARS, broken, played, say, table, walked, with_rival

from companion.engine import Draft, Impossible, Kind, Step, but
from companion.games.twilight_inscription import game, war
from companion.games.twilight_inscription.actions import Advance, Muster, Resolve
from companion.games.twilight_inscription.state import AI, COUNT, REVEAL, War

rule = pytest.mark.rule
KEY = "strength:7"


def muster(seat, left, right, *fleets):
    return Muster(key=KEY, seat=seat, left=left, right=right, fleets=fleets)


def counting(players=3, **more):
    """A war whose line has been drawn."""
    return played(war, war.begin(table(players, **more)), Advance())


def fought(*strengths, **more):
    """A war in which every seat has counted left and right."""
    return played(
        war, counting(len(strengths), **more), *(muster(seat, *both) for seat, both in enumerate(strengths))
    )


def results(state):
    """What each half came to: (seat, half) -> (foe, result)."""
    return {
        (one.seat, one.half): (one.foe, one.result) for one in state.wars if one.number == war.number(state)
    }


@rule("WAR-03")
def test_first_everybody_draws_the_next_line():
    state = war.begin(table())
    assert [(one.key, one.kind, one.seat) for one in war.demands(state)] == [("line", Kind.CONFIRM, None)]
    assert broken(war, state, muster(0, 1, 1)) == ("TABLE-1",)
    state = played(war, state, walked(war, state, Draft("line")))
    assert [(one.key, one.seat) for one in war.demands(state)] == [(KEY, 0), (KEY, 1), (KEY, 2)]


@rule("WAR-04", "WAR-05", "WAR-06")
def test_ex_15_nodes_are_the_strength_of_their_half():
    state = counting()
    state = played(war, state, walked(war, state, Draft(KEY, 0), 3, 4))
    assert state.sides[0].strengths == (3, 4)
    assert [one.seat for one in war.demands(state)] == [1, 2]


@rule("WAR-08", "WAR-09", "WAR-10")
def test_ex_16_the_stronger_wins_and_the_weaker_loses():
    state = fought((6, 2), (1, 3), (2, 5))
    assert results(state)[0, "left"] == (1, "win")
    assert results(state)[1, "right"] == (0, "lose")
    line = next(one for one in war.fought(state) if one.seat == 0)
    assert say(war.told(line), "de") == (
        "Anna links 6 : 3 Ben. Anna gewinnt: Vorteil über dem Kästchen links einkreisen; "
        "Ben: Minus unter dem Kästchen rechts einkreisen."
    )


@rule("WAR-11", "WAR-12")
def test_ex_17_at_a_tie_nobody_wins_or_loses():
    state = fought((6, 2), (1, 3), (2, 5))
    assert results(state)[0, "right"] == (2, "tie")
    assert results(state)[2, "left"] == (0, "tie")
    line = next(one for one in war.fought(state) if one.seat == 2)
    assert say(war.told(line)) == "Cem left 2 : 2 Anna. A tie: both cross out asset and minus there."


@pytest.mark.parametrize(
    ("mine", "theirs", "result"),
    [
        pytest.param(4, 3, "win", marks=rule("WAR-09")),
        pytest.param(3, 4, "lose", marks=rule("WAR-10")),
        pytest.param(3, 3, "tie", marks=rule("WAR-11")),
    ],
)
def test_what_is_marked_is_said(mine, theirs, result):
    one = War(number=1, seat=0, half="right", foe=AI, mine=mine, theirs=theirs)
    assert one.result == result
    told = {
        "win": "Anna wins: circle the asset above the right box.",
        "lose": "Anna loses: circle the minus below the right box.",
        "tie": "A tie: Anna crosses out asset and minus there.",
    }
    assert say(war.told(one)).endswith(told[result])


@rule("WAR-02", "WAR-15", "CLR-17")
@pytest.mark.parametrize("players", range(3, 9))
def test_everybody_fights_one_war_against_each_neighbour_and_pairs_agree(players):
    state = fought(*((seat * 3 % 5, seat * 7 % 4) for seat in range(players)))
    found = results(state)
    assert len(found) == 2 * players
    opposite = {"win": "lose", "lose": "win", "tie": "tie"}
    for (seat, half), (foe, result) in found.items():
        assert foe == (seat + (1 if half == "left" else -1)) % players
        assert found[foe, war.OTHER[half]] == (seat, opposite[result])
    assert len(war.fought(state)) == players


@rule("TEC-14")
def test_fleet_logistics_is_offered_for_each_half_to_those_who_have_it():
    state = counting(sides={1: {"logistics": True}})
    found = walked(war, state, Draft(KEY, 1), 2, 0)
    assert isinstance(found, Step)
    assert [option.value for option in found.options] == ["-", "left", "right", "left right"]
    state = played(war, state, walked(war, state, Draft(KEY, 1), 2, 0, "right"))
    assert state.sides[1].strengths == (2, 3)
    assert war.apply(state, muster(1, 2, 0, "left", "right")).sides[1].strengths == (5, 3)
    assert isinstance(walked(war, state, Draft(KEY, 0), 2, 0), Muster)


@rule("TEC-14")
def test_fleet_logistics_needs_the_technology():
    state = counting()
    assert broken(war, state, muster(0, 1, 1, "left")) == ("TEC-14",)
    after = war.apply(state, muster(0, 1, 1, "left"))
    assert (after.sides[0].strengths, after.sides[0].logistics) == ((4, 1), True)


@rule("ADV-20")
def test_neighbours_are_added():
    state = counting(sides={2: {"bonus": (1, 2)}})
    assert played(war, state, muster(2, 4, 0)).sides[2].strengths == (5, 2)


@rule("WAR-07")
def test_a_half_fights_with_its_own_strength_only():
    state = fought((9, 0), (0, 1), (1, 0))
    assert results(state)[0, "left"] == (1, "win")
    assert results(state)[0, "right"] == (2, "lose")


def test_a_strength_can_be_changed_until_all_are_in():
    state = played(war, counting(2), muster(0, 1, 1))
    assert [(one.key, one.seat) for one in war.offers(state)] == [(KEY, 0)]
    state = played(war, state, muster(0, 2, 3))
    assert state.sides[0].strengths == (2, 3)
    assert war.offers(played(war, with_rival(state), muster(1, 0, 0))) == ()


def test_nothing_is_shown_before_all_have_counted():
    entry = muster(0, 6, 5)
    state = played(war, counting(), entry)
    assert war.view(state, None).sides[0].strengths == (0, 0)
    assert war.view(state, 1).sides[0].strengths == (0, 0)
    assert war.view(state, 0).sides[0].strengths == (6, 5)
    assert war.view(state, None).sides[1].strengths is None
    assert war.sealed(state, entry)
    assert not war.sealed(state, but(entry, key="strength:6"))
    done = played(war, state, muster(1, 1, 1), muster(2, 1, 1))
    assert not war.sealed(done, entry)
    assert war.view(done, None) == done


@rule("WAR-14")
def test_strengths_are_settled_when_all_have_counted():
    state = fought((1, 1), (2, 2), (3, 3))
    assert broken(war, state, muster(0, 9, 9)) == ("WAR-14",)
    after = war.apply(state, muster(0, 9, 9))
    assert results(after)[0, "left"] == (1, "win")
    assert len(after.wars) == len(state.wars)
    assert war.number(after) == 1


@rule("WAR-13")
def test_when_all_wars_are_decided_a_new_round_begins():
    state = counting()
    assert broken(war, state, Resolve()) == ("WAR-13",)
    state = played(war, state, *(muster(seat, 1, 1) for seat in range(3)))
    assert [(one.key, one.kind) for one in war.demands(state)] == [("resolve", Kind.CONFIRM)]
    state = played(war, state, walked(war, state, Draft("resolve")))
    assert state.step == REVEAL
    assert state.sides[0].strengths is None


def test_the_wars_are_counted():
    state = fought((1, 1), (2, 2), (3, 3))
    for phase in (3, 4, 5):
        assert war.number(state) == phase - 2
        state = war.begin(but(played(war, state, Resolve()), event=WARS[phase]))
        state = played(war, state, Advance(), *(muster(seat, 1, 1) for seat in range(3)))
    assert war.number(state) == 4
    assert played(war, state, Resolve()).step == COUNT


def test_every_step_takes_its_time():
    ticks = [
        state.tick for state in (table(), war.begin(table()), counting(), fought((1, 1), (1, 1), (1, 1)))
    ]
    assert ticks == sorted(set(ticks))


@rule("SOL-18", "SOL-19", "SOL-35")
def test_ex_29_alone_the_ai_fights_in_both_wars():
    state = with_rival(counting(1), sections={"strength": {"2": 3, "3": 1}, "votes": {}})
    state = played(war, state, muster(0, 6, 5))
    assert results(state) == {(0, "left"): (AI, "win"), (0, "right"): (AI, "tie")}
    assert [one.theirs for one in state.wars] == [5, 5]
    nothing = with_rival(counting(1), sections={"strength": {"2": 0}, "votes": {}})
    assert [one.theirs for one in played(war, nothing, muster(0, 0, 1)).wars] == [0, 0]


@rule("SOL-06", "SOL-18")
@pytest.mark.parametrize(("side", "half"), [("left", "right"), ("right", "left")])
def test_by_two_each_fights_one_war_against_the_ai(side, half):
    state = with_rival(counting(2, speaker_is=side), sections={"strength": {"2": 1}, "votes": {}})
    state = played(war, state, muster(0, 3, 3), muster(1, 1, 1))
    found = results(state)
    assert found[0, half] == (1, "win")
    assert found[1, war.OTHER[half]] == (0, "lose")
    assert found[0, war.OTHER[half]] == (AI, "win")
    assert found[1, half] == (AI, "lose")
    assert [one.foe for one in war.fought(state)].count(AI) == 2
    assert len(war.fought(state)) == 3


@rule("SOL-20")
def test_after_the_war_the_ai_draws_its_line():
    state = played(war, with_rival(counting(1)), muster(0, 1, 1))
    assert state.rival.closed == ()
    assert played(war, state, Resolve()).rival.closed == ("strength.2",)


def test_an_entry_that_makes_no_sense_is_impossible():
    state = counting()
    for action in (Resolve(), muster(0, -1, 1), muster(0, 1, 1, "middle"), Muster(left=1, right=1)):
        with pytest.raises(Impossible):
            war.apply(state, action)
    with pytest.raises(Impossible):
        war.apply(war.begin(table()), muster(0, 1, 1))


@pytest.mark.parametrize("lang", ["de", "en"])
def test_every_step_is_told(lang):
    stations = [war.begin(table()), counting(), fought((1, 2), (2, 3), (4, 0))]
    for state in stations:
        told = [one.text for one in war.reminders(state)]
        told += [one.ask for one in (*war.demands(state), *war.offers(state))]
        assert len({say(words, lang) for words in told}) >= 3
    lines = {
        say(war.describe(state, action), lang)
        for state, action in zip(stations, (Advance(), muster(0, 3, 1), Resolve()), strict=True)
    }
    assert len(lines) == 3


def test_the_game_keeps_what_is_not_counted_yet_to_itself():
    entry = muster(0, 6, 5)
    state = played(war, counting(), entry)
    assert game.view(state, None).sides[0].strengths == (0, 0)
    assert game.view(state, 0).sides[0].strengths == (6, 5)
    assert game.sealed(state, entry)
    assert not game.sealed(played(war, state, muster(1, 1, 1), muster(2, 1, 1)), entry)
