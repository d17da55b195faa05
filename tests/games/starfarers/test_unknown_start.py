"""While a copy has not told what everybody begins with, nothing that hangs on it is decided or forgotten."""

from __future__ import annotations

import pytest
from stars_table import after, broken, choose, hand, option, stars, told, totals, worth

from companion.engine import Amount, Draft, Learn, Step, Verdict, but, exactly, play
from companion.games.starfarers import game
from companion.games.starfarers.actions import Award, Beat, Claim, Draw, Effect, Encounter, Help, Return, Roll
from companion.games.starfarers.audit import audit
from companion.games.starfarers.flight import drives_of, speed
from companion.games.starfarers.state import Stars, fame_of

rule = pytest.mark.rule
FAME, DRIVES = "start.fame", "start.drives"


def learn(fact: str, value: int) -> Learn:
    """A value read off the copy."""
    return Learn(key=f"fact:{fact}", fact=fact, value=value)


def meeting(**side) -> Stars:
    """An encounter of Anna, nothing known of the beginning."""
    return stars("meet", {0: {"ships": ("colony",), **side}}, facts={}, balls=("black", "red"))


def lost(what: str, count: int = -1) -> Effect:
    """What an encounter takes from Anna, or gives."""
    return Effect(seat=0, who=0, what=what, count=count)


def undecided(state: Stars, action) -> tuple[str, ...]:
    """The values that are missing to decide about an action; empty where it is decided."""
    found = play.ruling(game, state, action)
    return found.missing if found.verdict is Verdict.UNDECIDABLE else ()


@rule("SF-160")
@pytest.mark.parametrize("depth", ["light", "scoring"])
def test_at_the_end_it_is_still_asked_what_matters_for_the_points(depth):
    state = stars("over", {0: worth(15)}, won=0, facts={})
    state = game.lower(state, depth) if depth == "scoring" else state
    assert game.score(state).open == (True,) * 4
    assert game.wanted(state) == (FAME,)
    state = after(state, learn(FAME, 2))
    assert (game.wanted(state), totals(state), game.outcome(state).winners) == ((), (16, 5, 5, 5), (0,))
    assert game.wanted(stars("over", won=0, facts={}, edition="2019")) == ()


@rule("SF-140")
def test_a_drive_of_the_beginning_can_be_lost_before_it_is_told():
    state = meeting(drives=1)
    assert undecided(state, lost("drives")) == ()
    state = after(state, lost("drives"))
    assert undecided(state, lost("drives")) == (DRIVES,)
    state = after(state, lost("drives"), lost("drives"))
    assert broken(state, lost("drives")) == ("SF-045",)
    assert drives_of(state, 0) == Amount(0, 0)
    assert after(state, learn(DRIVES, 2)).sides[0].drives == 0
    assert after(meeting(drives=1), lost("drives"), learn(DRIVES, 1)).sides[0].drives == 1
    assert broken(meeting(cannons=0), lost("cannons")) == ("SF-045",)


def test_speed_is_never_below_the_balls():
    state = after(meeting(), lost("drives"))
    assert speed(state, 0) == Amount(3, 4)


@rule("SF-160")
@pytest.mark.parametrize(("start", "fame"), [(0, 1), (1, 1), (2, 2)])
def test_fame_never_falls_below_nothing_whatever_the_beginning_was(start, fame):
    state = after(meeting(), lost("fame"), lost("fame", 1))
    assert fame_of(state, 0) == Amount(1, 2)
    assert after(state, learn(FAME, start)).sides[0].fame == fame
    wrong = audit(state, (lost("fame"), lost("fame", 1)))
    assert [line for line in wrong if line.startswith(("points", "fame"))] == []


@rule("SF-160")
def test_fame_and_drives_set_by_hand_are_all_there_is():
    state = game.adjust(game.adjust(meeting(), "fame.0", 3), "drives.0", 2)
    assert (fame_of(state, 0), drives_of(state, 0)) == (exactly(3), exactly(2))
    assert speed(state, 0) == exactly(5)
    assert game.score(state).open == (False, True, True, True)
    state = after(state, learn(FAME, 1), learn(DRIVES, 1))
    assert [(side.fame, side.drives) for side in state.sides[:2]] == [(3, 2), (1, 1)]
    none = after(game.adjust(meeting(), "fame.0", 0), lost("fame"))
    assert fame_of(none, 0) == exactly(0)


@rule("SF-160")
def test_a_fame_ring_of_the_beginning_can_be_lost_where_only_points_are_counted():
    state = stars("score", facts={})
    gone = Award(seat=1, what="fame", count=-1)
    assert undecided(state, gone) == (FAME,)
    state = after(state, gone)
    assert after(state, learn(FAME, 2)).sides[1].fame == 1
    assert after(state, learn(FAME, 0)).sides[1].fame == 0
    assert broken(stars("score"), gone) == ("SF-160",)


@rule("SF-003")
def test_whoever_may_have_fifteen_is_not_refused():
    state = stars("score", {1: worth(14, fame=0), 2: worth(13)}, facts={})
    assert undecided(state, Claim(who=1)) == (FAME,)
    assert broken(state, Claim(who=2)) == ("SF-003",)
    assert broken(stars("score", {1: worth(14)}), Claim(who=1)) == ("SF-003",)


def test_whoever_may_have_fifteen_in_the_own_turn_is_told_so():
    state = stars("build", {0: worth(14)}, facts={})
    (line,) = [one.text for one in game.reminders(state) if one.rule == "SF-160"]
    told(line)
    assert [one for one in game.reminders(stars("build", {0: worth(14)})) if one.rule == "SF-160"] == []


@rule("SF-025")
@rule("SF-027")
def test_who_may_have_nine_points_already_may_draw_until_it_is_told():
    state = after(stars("roll", {0: worth(8)}, facts={}), Roll(seat=0, dice=(1, 1)))
    assert undecided(state, Draw(seat=0, take=1)) == (FAME,)
    seven = after(stars("roll", {0: worth(7)}, facts={}), Roll(seat=0, dice=(1, 1)))
    assert undecided(seven, Draw(seat=0, take=1)) == ()
    assert broken(after(state, learn(FAME, 2)), Draw(seat=0, take=1)) == ("SF-027",)


def test_whether_the_roller_draws_is_asked_as_long_as_it_matters():
    for phase in ("seven", "rob", "draw"):
        assert game.wanted(stars(phase, dice=(3, 4), edition="2019", facts={})) == ("seven.roller",)
    assert game.wanted(stars("draw", dice=(3, 3), edition="2019", facts={})) == ()


@rule("SF-026")
def test_before_the_roll_it_is_too_early_to_draw_not_too_late():
    assert broken(stars("roll"), Draw(seat=0, take=1)) == ("TABLE-1",)
    assert broken(stars("balls"), Draw(seat=0, take=1)) == ("SF-026",)


def test_what_is_reminded_of_can_be_done():
    state = stars("build", {0: worth(4)}, cards="counted")
    assert "SF-026" in [one.rule for one in game.reminders(state)]
    assert option(choose(state, Draft("build", 0)), "draw") == ()


@rule("SF-094")
def test_no_more_ships_are_stopped_than_there_are():
    stop = lost("stop", 1)
    state = after(meeting(), stop)
    assert broken(state, stop) == ("SF-094",)


@rule("SF-055")
def test_a_free_ship_takes_a_spaceport_point_too():
    state = after(meeting(ships=("colony",)), lost("ship", 1))
    assert state.fresh == 1
    full = stars("meet", {0: {"ships": ("trade",) * 2}}, fresh=2, balls=("black", "red"))
    assert broken(full, lost("ship", 1)) == ("SF-055",)


@rule("SF-E6")
@pytest.mark.parametrize(("edition", "holder"), [("1999", 0), ("2019", 0)])
def test_a_station_taken_away_gives_the_disc_back(edition, holder):
    state = stars(edition=edition, bases=((0, 1, 1), (), (), ()), discs=(1, -1, -1, -1))
    state = game.adjust(state, "station.green", -2)
    assert (state.bases[0], state.discs[0]) == ((0, 1), holder)
    gone = game.adjust(game.adjust(state, "station.green", -2), "station.green", -2)
    assert gone.discs[0] == -1


def test_a_nest_in_the_build_phase_is_beaten_with_what_is_there():
    state = stars("build", {0: {"ships": ("trade",), "cannons": 4}})
    assert broken(state, Beat(key="build", seat=0, kind="nest", number=5)) == ("SF-146",)
    assert totals(after(state, Beat(key="build", seat=0, kind="nest", number=4)))[0] == 5


@rule("SF-134")
def test_who_is_ahead_only_by_an_unknown_beginning_may_be_asked_for_help():
    card = {"ships": (), "cards": ("diplomats.hand",)}
    sides = {0: {**worth(5), **card}, 1: worth(5, fame=1), 2: worth(5, fame=2), 3: worth(4)}
    state = stars("build", sides, facts={})
    ask = {seat: Help(seat=0, victims=(seat,)) for seat in (1, 2, 3)}
    assert undecided(state, ask[1]) == (FAME,)
    assert (undecided(state, ask[2]), broken(state, ask[2])) == ((), ())
    assert broken(state, ask[3]) == ("SF-019",)
    assert broken(after(state, learn(FAME, 0)), ask[1]) == ("SF-019",)
    assert (
        undecided(after(state, learn(FAME, 1)), ask[1]),
        broken(after(state, learn(FAME, 1)), ask[1]),
    ) == ((), ())


@rule("SF-091")
def test_whether_a_flight_succeeds_is_open_while_the_neighbours_cards_are():
    state = stars(
        "meet",
        {0: {"ships": ("colony",)}, 3: {"cards": ("scientists.drives",)}},
        facts={},
        balls=("black", "red"),
    )
    away = Encounter(seat=0, question="flee", answer="yes", foe="r1", outcome=())
    assert undecided(state, away) == ("foe.cards",)
    assert game.wanted(state) == ("foe.cards", FAME, DRIVES)
    told_no = after(state, Learn(key="fact:foe.cards", fact="foe.cards", value="no"))
    assert (undecided(told_no, away), broken(told_no, away)) == ((), ())


@rule("SF-018")
def test_no_hand_is_set_to_more_cards_than_can_be_in_it():
    state = stars(cards="counted", stock=(15,) * 5, pile=20)
    (found,) = [one for one in game.adjustables(state) if one.what == "hand.0"]
    assert found.high == 25
    full = after(but(game.adjust(state, "hand.0", 25), phase="roll"), Roll(seat=0, dice=(3, 4)))
    step = choose(full, Draft("return", 0))
    assert isinstance(step, Step)
    assert step.legal


@rule("SF-018")
def test_a_count_that_went_wrong_does_not_stop_the_table():
    state = stars("roll", {2: {"hand": hand(12)}}, cards="counted", stock=(20,) * 5)
    state = after(state, Roll(seat=0, dice=(3, 4)))
    step = choose(state, Draft("return", 2))
    assert isinstance(step, Step)
    assert [one.value for one in step.legal] == ["ore", "fuel", "carbon", "food", "goods"]
    state = after(state, Return(seat=2, cards=("ore",) * 6))
    assert (state.sides[2].hand.total, state.phase) == (6, "rob")
