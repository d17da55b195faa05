"""The trade and build phase: rates, costs, limits, and what is refused for which lack."""

from __future__ import annotations

import pytest
from stars_table import WORDS, after, broken, choose, colonies, forced, hand, option, stars, totals, worth

from companion.engine import Draft, Impossible, Verdict, play, reason
from companion.games.starfarers import game
from companion.games.starfarers.actions import Bank, Build, BuyFame, Deal, Fly, Help
from companion.games.starfarers.building import in_use
from companion.games.starfarers.state import Colony

rule = pytest.mark.rule
RICH = hand(ore=9, fuel=9, carbon=9, food=9, goods=9)


def counted(seat: int = 0, **side):
    """Anna in her trade and build phase with counted cards."""
    return stars(sides={seat: side}, cards="counted")


def bank(give: str, rate: int, get: str = "food") -> Bank:
    return Bank(seat=0, give=give, rate=rate, get=get)


@rule("SF-037")
@rule("SF-038")
def test_the_bank_takes_three_of_a_sort_or_two_goods():
    state = counted(hand=hand(ore=3, goods=2))
    traded = after(state, bank("ore", 3))
    assert traded.mine.hand == hand(food=1, goods=2)
    assert traded.stock == (15, 12, 12, 11, 12)
    assert after(state, bank("goods", 2)).mine.hand == hand(ore=3, food=1)
    assert broken(state, bank("ore", 2)) == ("SF-037",)
    assert broken(state, bank("goods", 3)) == ("SF-038",)
    assert broken(state, bank("ore", 3, "ore")) == ("TABLE-1",)


@rule("SF-039")
def test_cards_of_the_merchants_improve_the_rate():
    sides = {"hand": hand(ore=4, goods=3), "cards": ("merchants.rate.ore", "merchants.rate.goods")}
    state = counted(**sides)
    assert broken(state, bank("ore", 3)) == ("SF-037",)
    state = after(state, bank("ore", 2), bank("goods", 1))
    assert state.mine.hand == hand(ore=2, goods=2, food=2)
    assert broken(state, bank("goods", 1)) == ("SF-039",)
    assert after(state, bank("goods", 2)).mine.hand == hand(ore=2, food=3)


@rule("SF-040")
def test_only_the_player_in_turn_trades_with_the_bank():
    state = counted(1, hand=RICH)
    assert broken(state, Bank(seat=1, give="ore", rate=3, get="food")) == ("SF-040",)
    assert broken(stars("move", {0: {"hand": RICH}}, cards="counted"), bank("ore", 3)) == ("SF-040",)


@rule("SF-045")
def test_the_bank_has_no_more_than_there_is():
    state = stars(sides={0: {"hand": RICH}}, cards="counted", stock=(9, 9, 9, 0, 9))
    assert broken(state, bank("ore", 3)) == ("SF-045",)
    step = choose(state, Draft("build", 0), do="bank", give="ore")
    assert (option(step, "food"), option(step, "fuel"), option(step, "ore")) == (("SF-045",), (), None)


@rule("SF-036")
def test_players_trade_with_the_one_in_turn_only():
    state = stars(sides={0: {"hand": hand(ore=2)}, 1: {"hand": hand(food=1)}}, cards="counted")
    traded = after(state, Deal(seat=0, other=1, give=("ore", "ore"), get=("food",)))
    assert (traded.mine.hand, traded.sides[1].hand) == (hand(food=1), hand(ore=2))
    assert traded.stock == state.stock
    assert broken(state, Deal(seat=1, other=2)) == ("SF-036",)
    assert broken(state, Deal(seat=0, other=0)) == ("SF-036",)
    assert broken(state, Deal(seat=0, other=1, give=("food",))) == ("SF-045",)
    assert broken(state, Deal(seat=0, other=1, get=("food", "food"))) == ("SF-045",)


def test_a_deal_is_entered_card_by_card():
    state = stars(sides={0: {"hand": hand(ore=1)}, 1: {"hand": hand(food=1)}}, cards="counted")
    draft = Draft("build", 0).then("do", "deal").then("other", 1).then("give", "ore")
    assert option(choose(state, draft), "ore") == ("SF-045",)
    draft = draft.then("give", "-").then("get", "food").then("get", "-")
    assert choose(state, draft) == Deal(seat=0, other=1, give=("ore",), get=("food",))


@rule("SF-002")
def test_trade_and_building_come_in_any_order():
    state = counted(hand=hand(ore=5, goods=4))
    state = after(state, Build(seat=0, what="rings"), bank("ore", 3), bank("goods", 2))
    assert state.mine.rings == 1
    assert state.phase == "build"


@pytest.mark.parametrize(
    ("what", "price"),
    [
        pytest.param("ship.colony", {"ore": 1, "fuel": 1, "carbon": 1, "food": 1}, marks=rule("SF-047")),
        pytest.param("ship.trade", {"ore": 1, "fuel": 1, "goods": 2}, marks=rule("SF-047")),
        pytest.param("port", {"carbon": 3, "food": 2}, marks=rule("SF-062")),
        pytest.param("drives", {"fuel": 2}, marks=rule("SF-070")),
        pytest.param("cannons", {"carbon": 2}, marks=rule("SF-071")),
        pytest.param("rings", {"ore": 2}, marks=rule("SF-072")),
    ],
)
@rule("SF-045")
def test_what_things_cost_and_what_is_missing(what, price):
    place = 1 if what == "port" else 0
    build = Build(seat=0, what=what, place=place)
    state = counted(hand=hand(**price))
    built = after(state, build)
    assert built.mine.hand.total == 0
    assert sum(built.stock) == sum(state.stock) + sum(price.values())
    for sort in price:
        less = counted(hand=hand(**{**price, sort: price[sort] - 1}))
        (violation,) = play.ruling(game, less, build).violations
        assert violation.rule == "SF-045"
        assert WORDS["en"].say(violation.values["what"]) == sort
        assert (violation.values["need"], violation.values["have"]) == (price[sort], price[sort] - 1)
    assert broken(stars(), build) == ()


@rule("SF-045")
def test_hidden_cards_may_be_anything_but_not_everything():
    assert broken(counted(hand=hand(2)), Build(seat=0, what="drives")) == ()
    assert broken(counted(hand=hand(1, carbon=1)), Build(seat=0, what="drives")) == ("SF-045",)
    assert broken(counted(hand=hand(3)), Build(seat=0, what="ship.colony")) == ("SF-045",)
    scarce = stars(sides={0: {"hand": hand(2)}}, cards="counted", stock=(12, 19, 12, 12, 12))
    assert broken(scarce, Build(seat=0, what="drives")) == ("SF-045",)
    paid = after(counted(hand=hand(3, fuel=1)), Build(seat=0, what="drives"))
    assert paid.mine.hand == hand(2)


@rule("SF-047")
def test_unknown_costs_are_asked_or_entered_as_paid():
    state = stars(sides={0: {"hand": hand(ore=2, goods=1)}}, cards="counted", facts={})
    assert "cost.same" in game.wanted(state)
    build = Build(seat=0, what="ship.trade", paid=("ore", "goods"))
    assert play.ruling(game, state, build).verdict is Verdict.UNDECIDABLE
    draft = (
        Draft("build", 0).then("do", "ship.trade").then("paid", "ore").then("paid", "goods").then("paid", "-")
    )
    assert choose(state, draft) == build
    assert play.apply(game, state, build).mine.hand == hand(ore=1)
    own = {
        "cost.same": "no",
        **{
            f"cost.{ship}.{sort}": 0
            for ship in ("colony", "trade")
            for sort in ("ore", "fuel", "carbon", "food", "goods")
        },
    }
    known = stars(sides={0: {"hand": hand(ore=2)}}, cards="counted", facts={**own, "cost.trade.ore": 2})
    assert after(known, Build(seat=0, what="ship.trade")).mine.hand.total == 0
    part = {key: n for key, n in own.items() if key != "cost.trade.fuel"}
    assert "cost.trade.fuel" in game.wanted(stars(cards="counted", facts=part))
    later = stars(sides={0: {"hand": hand(ore=1)}}, cards="counted", facts={}, edition="2019")
    assert broken(later, Build(seat=0, what="ship.trade")) == ("SF-045",) * 2


@rule("SF-046")
def test_building_is_for_the_own_trade_and_build_phase():
    assert broken(stars(), Build(seat=1, what="drives")) == ("SF-046",)
    assert broken(stars("move"), Build(seat=0, what="drives")) == ("SF-046",)
    with pytest.raises(Impossible):
        forced(stars("move"), Build(seat=0, what="drives"))


@rule("SF-053")
def test_three_transporters_under_way_are_all():
    state = stars(sides={0: {"ships": ("colony", "colony", "trade")}})
    assert broken(state, Build(seat=0, what="ship.colony")) == ("SF-053",)
    assert option(choose(state, Draft("build", 0)), "ship.trade") == ("SF-053",)


@rule("SF-050")
@rule("SF-051")
def test_a_ship_takes_its_piece_along():
    state = after(stars(), Build(seat=0, what="ship.colony"), Build(seat=0, what="ship.trade"))
    assert [in_use(state, 0, ship) for ship in ("colony", "trade")] == [4, 1]


@rule("SF-054")
@rule("SF-064")
@rule("SF-124")
def test_ships_need_a_piece_of_the_supply():
    state = stars(sides={0: {"colonies": colonies(*[()] * 8), "ships": ("colony",)}})
    assert broken(state, Build(seat=0, what="ship.colony")) == ("SF-054",)
    assert broken(state, Build(seat=0, what="ship.trade")) == ()
    state = stars(sides={0: {"ships": ("trade",)}}, bases=((0, 0), (0, 1, 0), (0,), (0,)))
    assert broken(state, Build(seat=0, what="ship.trade")) == ("SF-054",)
    assert broken(state, Build(seat=0, what="ship.colony")) == ()


@rule("SF-055")
def test_new_ships_need_free_points_beside_a_spaceport():
    state = after(stars(), Build(seat=0, what="ship.colony"), Build(seat=0, what="ship.trade"))
    assert broken(state, Build(seat=0, what="ship.trade")) == ("SF-055",)
    more = after(state, Build(seat=0, what="port", place=1))
    assert broken(more, Build(seat=0, what="ship.trade")) == ()


@rule("SF-056")
def test_a_new_ship_flies_in_the_same_turn():
    assert after(stars(), Build(seat=0, what="ship.colony"), Fly(seat=0)).phase == "balls"
    assert after(stars(), Fly(seat=0)).phase == "roll"


@rule("SF-062")
@rule("SF-063")
@rule("SF-066")
def test_a_spaceport_is_a_ring_over_an_own_colony():
    state = stars(sides={0: {"colonies": colonies(("ore:2", "food:3"), (), ("fuel:4", "goods:9"))}})
    before = totals(state)[0]
    state = after(state, Build(seat=0, what="port", place=2))
    assert totals(state)[0] == before + 1
    assert state.mine.colonies[2] == Colony(True, ("fuel:4", "goods:9"))
    assert broken(state, Build(seat=0, what="port", place=2)) == ("SF-066",)
    assert broken(state, Build(seat=0, what="port", place=3)) == ("SF-066",)
    full = after(state, Build(seat=0, what="port", place=1))
    assert broken(full, Build(seat=0, what="port", place=0)) == ("SF-062",)


@pytest.mark.parametrize(
    ("what", "most"),
    [
        pytest.param("drives", 6, marks=rule("SF-070")),
        pytest.param("cannons", 6, marks=rule("SF-071")),
        pytest.param("rings", 5, marks=rule("SF-072")),
    ],
)
@rule("SF-073")
def test_no_upgrade_goes_beyond_its_maximum(what, most):
    assert broken(stars(sides={0: {what: most - 1}}), Build(seat=0, what=what)) == ()
    state = stars(sides={0: {what: most}})
    assert broken(state, Build(seat=0, what=what)) == ("SF-073",)
    (violation,) = play.ruling(game, state, Build(seat=0, what=what)).violations
    assert str(most) in reason(WORDS["de"], game.rules, violation)


@rule("SF-070")
def test_with_an_unknown_start_the_last_drives_are_in_doubt():
    state = stars(sides={0: {"drives": 5}}, facts={})
    assert play.ruling(game, state, Build(seat=0, what="drives")).missing == ("start.drives",)


@rule("SF-134")
def test_fame_for_sale_works_once_a_turn():
    state = counted(hand=hand(goods=2), cards=("diplomats.fame",))
    sold = after(state, BuyFame(seat=0))
    assert (sold.mine.fame, sold.mine.hand) == (1, hand(goods=1))
    assert broken(sold, BuyFame(seat=0)) == ("TABLE-1",)
    assert broken(counted(cards=("diplomats.fame",)), BuyFame(seat=0)) == ("SF-045",)
    assert broken(counted(hand=RICH), BuyFame(seat=0)) == ("TABLE-1",)


@rule("SF-134")
def test_a_helping_hand_takes_a_card_from_up_to_two_who_are_ahead():
    sides = {
        0: {"cards": ("diplomats.hand",)},
        1: worth(9, hand=hand(2)),
        2: worth(9, hand=hand(1)),
        3: worth(1, hand=hand(5)),
    }
    state = stars(sides=sides, cards="counted")
    assert broken(state, Help(seat=0, victims=(3,))) == ("SF-019",)
    helped = after(state, Help(seat=0, victims=(1, 2)))
    assert [side.hand.total for side in helped.sides] == [2, 1, 0, 5]
    assert choose(state, Draft("build", 0), do="help", victim=1).options[-1].value == -1
    assert broken(helped, Help(seat=0, victims=(1,))) == ("TABLE-1",)


def test_what_is_overruled_is_carried_out_and_noted():
    state = forced(counted(), Build(seat=0, what="drives"))
    assert (state.mine.drives, state.stray, state.stock[1]) == (1, 2, 14)
