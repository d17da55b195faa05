"""Set-up, points, and the moment somebody has fifteen."""

from __future__ import annotations

import pytest
from stars_table import after, broken, choose, colonies, option, setup, stars, table, told, totals, worth

from companion.engine import Draft, Impossible, Learn, but, play
from companion.games.starfarers import game
from companion.games.starfarers.actions import (
    Beat,
    Begin,
    Build,
    Depart,
    Effect,
    End,
    Found,
    Outfit,
    Ready,
    Survey,
)
from companion.games.starfarers.final import Holdings
from companion.games.starfarers.flight import drives_of

rule = pytest.mark.rule


def begun(players: int = 4, **more):
    """A table whose first player is Ben."""
    return after(table(players, **more).state, Begin(first=1))


@rule("SF-001")
def test_three_or_four_play():
    for count in (2, 5):
        with pytest.raises(ValueError, match="SF-001"):
            game.setup(but(setup(4), players=setup(4).players[:1] * count))
    assert game.seats == range(3, 5)


def test_turns_go_clockwise_from_the_first_player():
    state = begun(3)
    assert (state.turn, state.phase) == (1, "setup")
    state = after(state, Ready())
    assert (state.turn, state.phase) == (1, "roll")
    assert broken(table(3).state, Begin(first=3)) == ("TABLE-1",)


@rule("SF-060")
@rule("SF-160")
@pytest.mark.parametrize("edition", ["1999", "2019"])
def test_everybody_begins_with_a_spaceport_two_colonies_and_a_ship(edition):
    state = begun(edition=edition)
    for side in state.sides:
        assert (side.ports, len(side.colonies), side.ships) == (1, 3, ("colony",))
    assert totals(state) == (4, 4, 4, 4)


@rule("SF-E3")
@pytest.mark.parametrize(("edition", "stock", "pile"), [("1999", 8, 48), ("2019", 12, 28)])
def test_supply_and_draw_pile_at_the_start(edition, stock, pile):
    state = begun(edition=edition, cards="counted")
    assert (state.stock, state.pile) == ((stock,) * 5, pile)
    assert {side.hand.total for side in state.sides} == {3}


def test_what_a_copy_of_1999_gives_at_the_start_is_asked():
    state = begun(facts={})
    assert game.wanted(state) == ("start.fame", "start.drives")
    assert drives_of(state, 0).high == 2
    assert game.score(state).open == (True,) * 4
    state = after(state, Learn(key="fact:start.fame", fact="start.fame", value=2))
    state = after(state, Learn(key="fact:start.drives", fact="start.drives", value=1))
    assert {(side.fame, side.drives) for side in state.sides} == {(2, 1)}
    assert totals(state) == (5,) * 4
    assert game.score(state).open == (False,) * 4
    again = after(state, Learn(key="fact:start.fame", fact="start.fame", value=1))
    assert {side.fame for side in again.sides} == {1}
    later = begun(facts={}, edition="2019")
    assert game.wanted(later) == ()
    assert {(side.fame, side.drives) for side in later.sides} == {(1, 1)}


@rule("SF-E1")
def test_a_free_set_up_gives_everybody_a_ship_and_one_of_four_upgrades():
    state = begun(edition="2019", opening="free")
    assert {one.key for one in game.prompt(state).demands} == {"outfit"}
    assert broken(state, Ready()) == ("TABLE-1",)
    state = after(state, Outfit(seat=0, ship="trade", upgrade="cannons"))
    assert (state.sides[0].ships, state.sides[0].cannons, state.sides[0].drives) == (("trade",), 1, 0)
    assert broken(state, Outfit(seat=1, ship="trade", upgrade="cannons")) == ("SF-E1",)
    assert option(choose(state, Draft("outfit", 1), ship="colony"), "cannons") == ("SF-E1",)
    state = after(state, *(Outfit(seat=seat, ship="colony", upgrade="drives") for seat in (1, 2)))
    assert broken(state, Outfit(seat=3, ship="colony", upgrade="drives")) == ("SF-E1",)
    state = after(state, Outfit(seat=3, ship="colony", upgrade="rings"), Ready())
    assert state.phase == "roll"


def test_planets_are_noted_when_the_table_likes():
    state = begun()
    assert [one.seat for one in game.prompt(state).offers] == [0, 1, 2, 3]
    step = choose(state, Draft("survey", 0))
    assert [one.value for one in step.options] == [0, 1]
    draft = Draft("survey", 0).then("place", 0).then("sort1", "ore").then("number1", "4")
    action = choose(state, draft, sort2="food", number2="11")
    assert action == Survey(seat=0, place=0, planets=("ore:4", "food:11"))
    state = after(state, action)
    assert state.sides[0].colonies[0].planets == ("ore:4", "food:11")
    assert [one.value for one in choose(state, Draft("survey", 0)).options] == [1]
    assert broken(state, Survey(seat=0, place=7, planets=("ore:4", "food:11"))) == ("TABLE-1",)
    assert broken(state, Survey(seat=0, place=1, planets=("ore:7", "food:11"))) == ("SF-012",)
    numbers = [one.value for one in choose(state, Draft("survey", 1), place=0, sort1="ore").options]
    assert ("3/12" in numbers, "7" in numbers) == (False, False)
    assert "3/12" in [
        one.value for one in choose(begun(edition="2019"), Draft("survey", 1), place=0, sort1="ore").options
    ]


@rule("SF-160")
@rule("SF-063")
@rule("SF-123")
@rule("SF-135")
@rule("SF-148")
def test_the_points_of_everything():
    have = (
        Holdings(colonies=3, spaceports=2, discs=1, fame=5, nests=1, ice=1),
        Holdings(fame=1),
        Holdings(colonies=1, won=True),
    )
    sheet, outcome = game.tally(have, {})
    assert sheet.totals == (3 + 4 + 2 + 2 + 1 + 1, 0, 1)
    assert outcome.winners == (2,)
    assert outcome.places == (2, 3, 1)


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (Holdings(colonies=8, spaceports=2), "SF-054"),
        (Holdings(spaceports=4), "SF-062"),
        (Holdings(discs=5), "SF-139"),
        (Holdings(fame=41), "SF-160"),
        (Holdings(fame=-1), "below 0"),
    ],
)
def test_holdings_that_cannot_be(wrong, why):
    with pytest.raises(ValueError, match=why):
        game.tally((wrong, Holdings(), Holdings()), {})


def test_only_one_has_won():
    with pytest.raises(ValueError, match="SF-003"):
        game.tally((Holdings(won=True), Holdings(won=True), Holdings()), {})


@rule("SF-003")
@rule("SF-E11")
@pytest.mark.parametrize("edition", ["1999", "2019"])
def test_fifteen_in_the_own_turn_wins_at_once_in_any_phase(edition):
    fourteen = {
        "colonies": colonies((), (), ports=1),
        "nest": 11,
        "cannons": 6,
        "ships": ("colony",),
        "fame": 1,
    }
    for phase, action in (
        ("build", Build(seat=0, what="port", place=1)),
        ("build", Beat(key="build", seat=0, kind="nest", number=4)),
        ("move", Found(seat=0)),
        ("meet", Effect(seat=0, who=0, what="fame")),
    ):
        state = stars(phase, {0: fourteen}, edition=edition, balls=("black", "red"))
        assert totals(state)[0] == 14
        state = after(state, action)
        assert state.phase == "over"
        assert game.outcome(state).winners == (0,)
        assert game.prompt(state).demands == ()
        assert "SF-003" in [one.rule for one in game.reminders(state)]


@rule("SF-004")
@rule("SF-005")
def test_fifteen_outside_the_own_turn_win_when_it_begins():
    state = stars("meet", {1: worth(14, fame=1)}, turn=0, balls=("black", "red"))
    state = after(state, Effect(seat=0, who=1, what="fame"))
    assert totals(state)[1] == 15
    assert game.outcome(state) is None
    assert "SF-005" in [one.rule for one in game.reminders(state)]
    state = after(state, Depart(seat=0, fly=0), End(seat=0))
    assert (state.phase, game.outcome(state).winners) == ("over", (1,))


@rule("SF-003")
def test_a_value_learnt_or_set_by_hand_can_reach_the_goal():
    state = stars("build", {0: worth(14, fame=0)}, facts={})
    learnt = after(state, Learn(key="fact:start.fame", fact="start.fame", value=2))
    assert game.outcome(learnt).winners == (0,)
    adjusted = game.adjust(stars("build", {0: worth(8)}), "nest.0", 9)
    assert game.outcome(adjusted) is None
    adjusted = game.adjust(stars("build", {2: worth(9, ice=6)}), "turn", 2)
    assert game.outcome(adjusted).winners == (2,)


def test_an_overruled_move_out_of_its_phase_cannot_be_carried_out():
    for action in (Begin(first=0), Ready(), End(seat=0), Found(seat=0)):
        with pytest.raises(Impossible):
            play.apply(game, stars("build"), action)


@pytest.mark.parametrize("edition", ["1999", "2019"])
@pytest.mark.parametrize("players", [3, 4])
def test_what_to_lay_out(edition, players):
    tasks = game.checklist(setup(players, edition=edition))
    told(*(task.text for task in tasks))
    assert ("SF-125" in [task.rule for task in tasks]) == (players == 3)
    assert all(task.rule in game.rules for task in tasks)
