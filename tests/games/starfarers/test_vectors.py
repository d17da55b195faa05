"""The vectors of the rules map, by their numbers; T10 to T13 in part and T18 need the board."""

from __future__ import annotations

import pytest
from stars_table import after, broken, colonies, hand, stars, totals, worth

from companion.games.starfarers import game
from companion.games.starfarers.actions import Bank, Beat, Build, Depart, Draw, Found, Roll, Shake, Station
from companion.games.starfarers.final import disc_holder
from companion.games.starfarers.flight import speed
from companion.games.starfarers.yields import owed

rule = pytest.mark.rule


@rule("SF-018")
def test_t1_hands_on_a_seven():
    state = stars("roll", {seat: {"hand": hand(n)} for seat, n in enumerate((7, 8, 9, 15))}, cards="counted")
    assert [owed(state, seat) for seat in range(4)] == [0, 4, 4, 7]


@rule("SF-025")
@rule("SF-027")
def test_t2_who_may_draw():
    eight, nine = (after(stars("roll", {0: worth(n)}), Roll(seat=0, dice=(1, 1))) for n in (8, 9))
    assert broken(eight, Draw(seat=0, take=1)) == ()
    assert broken(nine, Draw(key="build", seat=0, take=1)) == ("SF-027",)


@rule("SF-028")
def test_t3_an_empty_pile():
    state = after(stars("draw", cards="counted", pile=0), Draw(seat=0, take=1))
    assert (state.pile, state.mine.hand.total, sum(state.stock)) == (29, 1, 60 - 30)


@rule("SF-037")
@rule("SF-038")
def test_t4_rates_of_the_bank():
    state = stars(sides={0: {"hand": hand(ore=3, goods=2)}}, cards="counted")
    assert broken(state, Bank(seat=0, give="ore", rate=3, get="food")) == ()
    assert broken(state, Bank(seat=0, give="goods", rate=2, get="food")) == ()
    assert broken(state, Bank(seat=0, give="ore", rate=2, get="food")) == ("SF-037",)


@rule("SF-012")
@rule("SF-013")
@rule("SF-065")
def test_t5_colony_and_spaceport_on_a_planet():
    state = stars("roll", {0: {"colonies": colonies(("ore:4", "fuel:9"), ("ore:4", "food:3"))}})
    assert after(state, Roll(seat=0, dice=(2, 2))).gains[0] == (2, 0, 0, 0, 0)


@rule("SF-053")
def test_t6_all_transporters_out():
    state = stars(
        sides={0: {"ships": ("colony", "trade", "trade"), "hand": hand(ore=9, fuel=9, goods=9)}},
        cards="counted",
    )
    assert broken(state, Build(seat=0, what="ship.trade")) == ("SF-053",)


@rule("SF-073")
def test_t7_beyond_the_maximum():
    state = stars(sides={0: {"drives": 6, "rings": 5}})
    assert broken(state, Build(seat=0, what="drives")) == ("SF-073",)
    assert broken(state, Build(seat=0, what="rings")) == ("SF-073",)


@rule("SF-083")
@rule("SF-084")
def test_t8_speed():
    side = {"drives": 2, "cards": ("scientists.both",), "ships": ("colony", "trade")}
    state = after(stars("balls", {0: side}), Shake(seat=0, balls=("yellow", "red")))
    assert (speed(state, 0).low, speed(state, 0).exact) == (8, True)


@rule("SF-085")
@rule("SF-086")
def test_t9_speed_after_an_encounter():
    state = after(
        stars("balls", {0: {"drives": 2, "ships": ("colony",)}}), Shake(seat=0, balls=("black", "red"))
    )
    assert state.phase == "meet"
    assert speed(after(state, Depart(seat=0, fly=1)), 0).low == 5


@rule("SF-131")
def test_t13_the_third_station():
    found = Station(seat=0, people="green", card="green.yield.ore")
    for rings, rules in ((2, ("SF-131",)), (3, ())):
        state = stars("move", {0: {"ships": ("trade",), "rings": rings}}, bases=((1, 2), (), (), ()))
        assert broken(state, found) == rules


@rule("SF-136")
def test_t14_the_disc_passes():
    assert disc_holder((0, 1, 1), 0, "1999") == 1
    side = {"ships": ("trade",), "rings": 3}
    state = stars("move", {0: {}, 1: side}, turn=1, bases=((0, 1), (), (), ()), discs=(0, -1, -1, -1))
    before = totals(state)
    after_it = totals(after(state, Station(seat=1, people="green", card="green.yield.ore")))
    assert (after_it[0] - before[0], after_it[1] - before[1]) == (-2, 2)


@rule("SF-137")
@rule("SF-E6")
def test_t15_a_tie():
    assert disc_holder((0, 1, 1, 0), 1, "1999") == 0
    assert disc_holder((0, 1, 1, 0), 1, "2019") == 1


@rule("SF-146")
@rule("SF-149")
def test_t16_a_pirate_nest():
    side = {"ships": ("colony",), "cannons": 4, "cards": ("scientists.both",)}
    assert broken(stars("move", {0: side}), Beat(seat=0, kind="nest", number=5)) == ()


@rule("SF-147")
@rule("SF-148")
def test_t17_an_ice_planet():
    state = stars("move", {0: {"ships": ("trade",), "rings": 3}})
    before = totals(state)[0]
    assert totals(after(state, Beat(seat=0, kind="ice", number=3)))[0] == before + 1


@rule("SF-063")
def test_t19_a_spaceport_is_one_point_more():
    side = {"colonies": colonies((), ()), "nest": 10}
    state = stars(sides={0: side})
    assert totals(state)[0] == 13
    assert totals(after(state, Build(seat=0, what="port", place=1)))[0] == 14


@rule("SF-003")
@rule("SF-063")
def test_t20_fifteen_while_building():
    side = {"colonies": colonies((), ()), "nest": 11, "ships": ("colony",)}
    state = after(stars(sides={0: side}), Build(seat=0, what="drives"))
    assert (totals(state)[0], state.phase) == (14, "build")
    state = after(state, Build(seat=0, what="port", place=1))
    assert (totals(state)[0], state.phase, game.outcome(state).winners) == (15, "over", (0,))


@rule("SF-145")
def test_t21_a_colony_beside_a_nest():
    state = stars("move", {0: {"ships": ("colony",)}})
    assert broken(state, Found(seat=0, planets=("ore:4", "fuel:nest"))) == ("SF-145",)
    assert broken(state, Found(seat=0, planets=("ore:4", "fuel:11"))) == ()
