"""The yield phase: who gets what, the 7, the theft, and the draw pile."""

from __future__ import annotations

import pytest
from stars_table import after, broken, choose, colonies, forced, hand, option, stars, worth

from companion.engine import Draft, Impossible, Pending, Verdict, play
from companion.games.starfarers import game
from companion.games.starfarers.actions import Draw, Fly, Relieve, Return, Rob, Roll, Share
from companion.games.starfarers.state import Hand

rule = pytest.mark.rule
ORE, FUEL, CARBON, FOOD, GOODS = range(5)


def rolled(sides, *dice: int, **more):
    """The table after Anna has rolled."""
    return after(stars("roll", sides, **more), Roll(seat=0, dice=dice))


def gain(state, seat: int) -> tuple[int, ...]:
    return state.gains[seat]


@rule("SF-010")
def test_the_player_in_turn_rolls_two_dice():
    state = stars("roll")
    assert broken(state, Roll(seat=1, dice=(1, 2))) == ("TABLE-1",)
    assert broken(state, Roll(seat=0, dice=(1, 7))) == ("SF-010",)
    assert broken(state, Roll(seat=0, dice=(3,))) == ("SF-010",)
    demand = game.prompt(state).demands[0]
    assert (demand.seat, demand.sees) == (0, "dice:2")
    assert choose(state, demand.draft, dice=2).done == 1


@rule("SF-011")
@rule("SF-012")
@rule("SF-013")
@rule("SF-065")
def test_colony_and_spaceport_bring_one_card_each():
    sides = {
        1: {"colonies": colonies(("ore:5", "fuel:9"), ("ore:5", "food:4"))},
        2: {"colonies": colonies(("ore:6", "food:8"))},
    }
    state = rolled(sides, 2, 3)
    assert gain(state, 1) == (2, 0, 0, 0, 0)
    assert gain(state, 2) == (0,) * 5
    assert gain(rolled(sides, 4, 5), 1) == (0, 1, 0, 0, 0)


@rule("SF-014")
def test_a_colony_between_two_planets_of_a_number_gets_both():
    state = rolled({0: {"colonies": colonies(("carbon:4", "goods:4"))}}, 2, 2)
    assert gain(state, 0) == (0, 0, 1, 0, 1)


@rule("SF-017")
def test_stations_bring_nothing():
    sides = {0: {"colonies": colonies(("ore:4", "food:9"))}}
    state = rolled(sides, 2, 2, bases=((0, 0), (), (), ()))
    assert gain(state, 0) == (1, 0, 0, 0, 0)


def test_a_double_chit_of_the_later_edition_brings_on_both_numbers():
    sides = {0: {"colonies": colonies(("food:3/12", "ore:9"))}}
    for dice in ((1, 2), (6, 6)):
        assert gain(rolled(sides, *dice, edition="2019"), 0) == (0, 0, 0, 1, 0)


@rule("SF-012")
def test_counted_cards_go_from_the_supply_to_the_hands():
    sides = {1: {"colonies": colonies(("ore:5", "ore:5"))}}
    state = rolled(sides, 1, 4, cards="counted")
    assert state.sides[1].hand == hand(ore=2)
    assert state.stock[ORE] == 10
    free = rolled(sides, 1, 4)
    assert (free.sides[1].hand, free.stock[ORE]) == (Hand(), 12)


@rule("SF-018")
def test_more_than_seven_cards_are_halved():
    hands = {seat: {"hand": hand(n)} for seat, n in enumerate((7, 8, 9, 15))}
    state = rolled(hands, 3, 4, cards="counted")
    assert state.owing == (0, 4, 4, 7)
    assert [one.seat for one in game.prompt(state).demands] == [1, 2, 3]
    assert broken(state, Return(seat=1, cards=("ore",) * 3)) == ("SF-018",)
    state = after(
        state, Return(seat=1, cards=("ore",) * 4), Return(seat=2, cards=("fuel", "fuel", "food", "goods"))
    )
    assert state.phase == "seven"
    state = after(state, Return(seat=3, cards=("ore",) * 2 + ("carbon",) * 5))
    assert state.phase == "rob"
    assert [side.hand.total for side in state.sides] == [7, 4, 5, 8]
    assert state.stock == (18, 14, 17, 13, 13)


@rule("SF-018")
def test_only_cards_that_can_be_there_are_returned():
    state = rolled({1: {"hand": hand(1, ore=7)}}, 3, 4, cards="counted")
    assert broken(state, Return(seat=1, cards=("ore", "ore", "ore", "fuel"))) == ()
    assert broken(state, Return(seat=1, cards=("ore", "ore", "fuel", "fuel"))) == ("SF-045",)
    assert broken(state, Return(seat=1, cards=("ore", "ore", "fuel", "food"))) == ("SF-045",)
    step = choose(state, Draft("return", 1), cards="fuel")
    assert option(step, "fuel") == ("SF-045",)
    assert option(step, "ore") == ()


@rule("SF-018")
def test_without_counted_cards_all_return_at_once():
    state = rolled({}, 3, 4)
    (demand,) = game.prompt(state).demands
    assert (demand.seat, demand.kind.value) == (None, "confirm")
    assert choose(state, demand.draft) == Return()
    assert after(state, Return()).phase == "rob"
    with pytest.raises(Impossible):
        forced(stars("build"), Return())


@rule("SF-019")
def test_the_roller_may_draw_a_card_from_one_hand():
    state = stars("rob", {1: {"hand": hand(ore=2, fuel=1)}}, cards="counted", dice=(3, 4))
    assert broken(state, Rob(seat=0, victim=0)) == ("SF-019",)
    assert broken(state, Rob(seat=0, victim=2)) == ("SF-019",)
    robbed = after(state, Rob(seat=0, victim=1))
    assert robbed.sides[1].hand == hand(1, ore=1)
    assert robbed.sides[0].hand == hand(1)
    spared = after(state, Rob(seat=0, victim=-1))
    assert spared.sides == state.sides
    assert spared.phase == "draw"
    step = choose(state, Draft("rob", 0))
    assert [option(step, seat) for seat in (1, 2, -1)] == [(), ("SF-019",), ()]


def test_a_robbed_card_may_have_been_of_any_sort():
    assert hand(ore=3).robbed() == hand(ore=2)
    assert hand(ore=1, food=1).robbed() == hand(1)
    assert hand(2, ore=1).robbed() == hand(2)


@rule("SF-020")
def test_no_planet_produces_on_a_seven():
    state = rolled({0: {"colonies": colonies(("ore:6", "fuel:8"))}}, 1, 6)
    assert (state.phase, state.gains) == ("seven", ())


@rule("SF-021")
@rule("SF-E4")
def test_only_in_the_later_edition_all_others_draw_after_the_theft():
    for edition, drawn in (("1999", 0), ("2019", 1)):
        state = stars("rob", cards="counted", edition=edition, dice=(3, 4))
        state = after(state, Rob(seat=0, victim=-1))
        assert [side.hand.total for side in state.sides] == [0, drawn, drawn, drawn]
        assert state.pile == 20 - 3 * drawn


@rule("SF-025")
@rule("SF-027")
@rule("SF-E2")
@pytest.mark.parametrize(
    ("edition", "points", "count"),
    [
        ("1999", 4, 1),
        ("1999", 8, 1),
        ("1999", 9, 0),
        ("2019", 7, 2),
        ("2019", 8, 1),
        ("2019", 9, 1),
        ("2019", 10, 0),
    ],
)
def test_who_may_draw_how_many_cards(edition, points, count):
    state = rolled({0: worth(points)}, 1, 1, edition=edition, cards="counted")
    assert state.phase == ("draw" if count else "build")
    if count:
        assert broken(state, Draw(seat=0, take=3)) == ("SF-025",)
        state = after(state, Draw(seat=0, take=count))
        assert (state.pile, state.sides[0].hand, state.phase) == (20 - count, hand(count), "build")
        assert broken(state, Draw(key="build", seat=0, take=count)) == ("SF-025",)
    else:
        late = "SF-027" if edition == "1999" else "SF-E2"
        assert broken(state, Draw(key="build", seat=0, take=1)) == (late,)


@pytest.mark.parametrize(
    "edition",
    [pytest.param("1999", marks=rule("SF-026")), pytest.param("2019", marks=rule("SF-E12"))],
)
def test_a_forgotten_draw_is_made_up_for_until_the_flight(edition):
    state = rolled({0: {"ships": ("colony",)}}, 1, 1, edition=edition)
    count = 1 if edition == "1999" else 2
    state = after(state, Draw(seat=0, take=0))
    assert option(choose(state, Draft("build", 0)), "draw") == ()
    assert any(one.rule == "SF-026" for one in game.reminders(state))
    late = choose(state, Draft("build", 0), do="draw")
    assert late == Draw(key="build", seat=0, take=count)
    drawn = after(state, late)
    assert drawn.pile == 20 - count
    assert option(choose(drawn, Draft("build", 0)), "draw") is None
    late = "SF-026" if edition == "1999" else "SF-E12"
    assert broken(after(state, Fly(seat=0)), Draw(key="build", seat=0, take=count)) == (late,)


@rule("SF-028")
def test_an_empty_pile_is_made_anew():
    for edition, each in (("1999", 6), ("2019", 8)):
        state = stars("draw", edition=edition, cards="counted", pile=0, dice=(1, 1))
        take = 1 if edition == "1999" else 2
        state = after(state, Draw(seat=0, take=take))
        assert (state.pile, state.stock) == (5 * each - take, (12 - each,) * 5)


@rule("SF-028")
def test_a_new_pile_takes_what_there_is_and_with_nothing_left_nobody_draws():
    state = stars("draw", cards="counted", pile=0, stock=(2, 0, 7, 0, 0), dice=(1, 1))
    assert after(state, Draw(seat=0, take=1)).pile == 7
    empty = stars("draw", cards="counted", pile=0, stock=(0,) * 5, dice=(1, 1))
    assert broken(empty, Draw(seat=0, take=1)) == ("SF-028",)
    assert stars("roll", cards="counted", pile=0, stock=(0,) * 5).pile == 0
    assert rolled({}, 1, 1, cards="counted", pile=0, stock=(0,) * 5).phase == "build"


@rule("SF-029")
def test_whether_the_roller_draws_after_a_seven():
    assert after(stars("rob", dice=(3, 4)), Rob(seat=0, victim=-1)).phase == "draw"
    for known, phase in (("yes", "draw"), ("no", "build")):
        state = stars("rob", dice=(3, 4), edition="2019", facts={"seven.roller": known})
        assert after(state, Rob(seat=0, victim=-1)).phase == phase
    state = stars("rob", dice=(3, 4), edition="2019", facts={})
    assert game.wanted(state) == ("seven.roller",)
    state = after(state, Rob(seat=0, victim=-1))
    assert play.ruling(game, state, Draw(seat=0, take=2)).verdict is Verdict.UNDECIDABLE
    refused = stars("build", dice=(3, 4), edition="2019", facts={"seven.roller": "no"})
    assert broken(refused, Draw(key="build", seat=0, take=2)) == ("SF-029",)


def short(**facts):
    """Three cards of ore for four claims."""
    sides = {0: {"colonies": colonies(("ore:5", "ore:5"))}, 3: {"colonies": colonies(("ore:5", "ore:5"))}}
    return rolled(sides, 1, 4, cards="counted", stock=(3, 9, 9, 9, 9), facts=facts)


def test_when_the_supply_is_short_the_copy_decides():
    assert [side.hand.total for side in short(shortage="nobody").sides] == [0, 0, 0, 0]
    assert [side.hand.total for side in short(shortage="turn").sides] == [2, 0, 0, 1]


def test_what_the_copy_does_not_tell_is_entered_by_the_table():
    state = short()
    assert state.pending == (Pending(key="share", about="ore"),)
    assert game.wanted(state)[-1] == "shortage"
    assert broken(state, Share(counts=(2, 0, 0, 2))) == ("SF-045",)
    assert broken(state, Share(counts=(1, 1, 0, 1))) == ("TABLE-1",)
    step = choose(state, Draft("share"), seat0=2)
    assert [one.value for one in step.options] == [0, 1]
    state = after(state, choose(state, Draft("share"), seat0=2, seat3=1))
    assert ([side.hand.total for side in state.sides], state.stock[ORE]) == ([2, 0, 0, 1], 0)
    assert state.phase == "draw"


@rule("SF-134")
def test_the_green_folk_add_one_card_of_their_sort_a_roll():
    card = {"cards": ("green.yield.ore",)}
    sides = {
        0: {"colonies": colonies(("ore:5", "ore:5")), **card},
        1: {"colonies": colonies(("fuel:5", "ore:9")), **card},
    }
    state = rolled(sides, 1, 4)
    assert (gain(state, 0)[ORE], gain(state, 1)[ORE]) == (3, 0)


@rule("SF-134")
def test_the_tribute_card_keeps_twelve():
    hands = {0: {"hand": hand(12), "cards": ("diplomats.tribute",)}, 1: {"hand": hand(12)}}
    assert rolled(hands, 3, 4, cards="counted").owing == (0, 6, 0, 0)
    more = {0: {"hand": hand(13), "cards": ("diplomats.tribute",)}}
    assert rolled(more, 3, 4, cards="counted").owing == (6, 0, 0, 0)


@rule("SF-134")
def test_galactic_relief_gives_a_card_for_a_roll_without_yield():
    sides = {2: {"colonies": colonies(("ore:5", "fuel:6")), "cards": ("diplomats.relief",)}}
    state = rolled(sides, 1, 1, cards="counted")
    assert state.pending == (Pending(key="relief", seat=2),)
    assert game.prompt(state).demands[0].seat == 2
    state = after(state, Relieve(seat=2, sort="goods"))
    assert (state.sides[2].hand, state.phase) == (hand(goods=1), "draw")
    assert rolled(sides, 1, 4, cards="counted").pending == ()
    assert rolled(sides, 3, 4, cards="counted").pending == ()
    assert rolled(sides, 1, 1, cards="counted", stock=(0,) * 5).pending == ()
