"""The industry chart: council members, commodities, votes and trade goods."""

from __future__ import annotations

import pytest

from companion.games.twilight_inscription.assets import BadAsset, asset
from companion.games.twilight_inscription.book import value
from companion.games.twilight_inscription.desk import circle, put
from companion.games.twilight_inscription.marking import chain, industry
from companion.games.twilight_inscription.marking.industry import ClaimHex
from tests.twilight_drawn import INDUSTRY, SHEETS, after, fresh, owns, scrapped, with_hexes

rule = pytest.mark.rule


def signs(desk, row: str) -> str:
    """The marks of a row, from the left."""
    return "".join(desk.mark(f"i:{row}.{number}") or "." for number in range(1, 5))


def members(count: int):
    desk = fresh()
    for _ in range(count):
        desk = chain.settle(industry.member(desk, SHEETS), SHEETS)
    return desk


def goods(**sorts: int):
    desk = fresh()
    for sort, count in sorts.items():
        desk = chain.settle(industry.commodity(desk, SHEETS, sort, count), SHEETS)
    return desk


@rule("CHT-02")
@rule("ADV-16")
def test_ex_11_a_council_member_unlocks_the_next_vote():
    desk = after(scrapped(fresh("I"), "h2"), ClaimHex(hex="h6", pay="I"))
    assert signs(desk, "member") == "__.."
    assert signs(members(9), "member") == "____"


@rule("CHT-02")
def test_a_member_of_any_sheet_counts():
    on = with_hexes(far=((0, 9), "member"))
    desk = chain.settle(circle(fresh(on=on), "i:far"), on)
    assert signs(desk, "member") == "__.."


@rule("CHT-03")
def test_points_in_the_row_of_votes_are_claimed_once_all_to_their_left_is_unlocked():
    assert SHEETS.points(fresh(), "industry") == 0
    assert SHEETS.points(members(1), "industry") == 3
    assert SHEETS.points(members(2), "industry") == 3
    assert SHEETS.points(members(3), "industry") == 3 + 5


@rule("CHT-04")
def test_commodities_come_in_three_types_single_or_double():
    assert len(INDUSTRY.commodities) == value("CHT-04")["types"]
    for count in value("CHT-04")["amounts"]:
        assert asset(f"commodity a {count}").count == count
    for wrong in ("commodity a 3", "commodity d 1"):
        with pytest.raises(BadAsset):
            asset(wrong)


@rule("CHT-05")
@rule("ADV-15")
def test_a_commodity_crosses_out_the_next_symbol_and_a_double_two():
    desk = scrapped(fresh("II"), "h2", "h6")
    single = after(desk, ClaimHex(hex="h7", pay="I"))
    assert (signs(single, "c"), signs(single, "b")) == ("x...", "....")
    assert signs(after(desk, ClaimHex(hex="h3", pay="I")), "b") == "xx.."
    assert (value("CHT-05")["single"], value("CHT-05")["double"]) == (1, 2)
    assert signs(goods(a=9), "a") == "xxx."


@rule("CHT-06")
@rule("CHT-10")
def test_points_in_a_row_are_claimed_once_all_to_their_left_is_crossed_out():
    assert SHEETS.points(goods(a=1), "industry") == 0
    assert SHEETS.points(goods(a=2), "industry") == 1
    assert SHEETS.points(goods(a=2, c=1, b=2), "industry") == 1
    assert SHEETS.points(goods(a=3, c=2), "industry") == 1 + 4 + 6


@rule("CHT-07")
@rule("CHT-09")
def test_a_full_column_unlocks_the_trade_good_below_it():
    assert signs(goods(a=1, b=1), "trade") == "...."
    assert signs(goods(a=1, b=1, c=1), "trade") == "_..."
    assert signs(goods(a=3, b=3, c=1), "trade") == "__.."
    assert signs(goods(a=3, b=3, c=2), "trade") == "___."
    assert signs(goods(a=3, b=3, c=2), "member") == "_..."
    assert signs(members(3), "trade") == "...."


@rule("CHT-07")
def test_ex_12_two_commodities_complete_the_second_column():
    before = goods(a=1, b=1, c=1)
    assert (industry.good_income(before, SHEETS), signs(before, "trade")) == (1, "_...")
    desk = industry.commodity(before, SHEETS, "a", 1)
    assert signs(desk, "trade") == "_..."
    desk = industry.commodity(desk, SHEETS, "b", 1)
    assert signs(desk, "trade") == "__.."


@rule("CHT-08")
@rule("CNC-02")
def test_ex_20b_the_first_vote_is_unlocked_from_the_start():
    assert signs(fresh(), "member") == "_..."
    assert industry.vote_income(fresh(), SHEETS) == 1


@rule("CHT-11")
def test_no_trade_good_is_unlocked_from_the_start():
    assert (signs(fresh(), "trade"), industry.good_income(fresh(), SHEETS)) == ("....", 0)


@rule("PRD-02")
@rule("CHT-10")
def test_ex_18_two_unlocked_trade_goods_bring_two():
    desk = goods(a=2, b=2, c=1)
    assert industry.good_income(desk, SHEETS) == 2
    desk = industry.claim_printed(desk, SHEETS, "good", 2)
    assert (industry.goods_left(desk, SHEETS), len(SHEETS.available(desk, "good"))) == (2, 2)


@rule("CNC-02")
def test_ex_19_two_unlocked_votes_bring_two():
    desk = members(1)
    assert industry.vote_income(desk, SHEETS) == 2
    desk = industry.claim_printed(desk, SHEETS, "vote", 2)
    assert industry.votes_left(desk, SHEETS) == 2


@rule("CNC-12")
def test_ex_20_cast_votes_are_slashed():
    desk = industry.claim_printed(fresh(), SHEETS, "vote", 4)
    desk = industry.spend_votes(desk, SHEETS, 3)
    assert [desk.mark(f"i:vote.{number}") for number in range(1, 6)] == ["/", "/", "/", "o", ""]
    assert (industry.votes_left(desk, SHEETS), industry.votes_claimed(desk, SHEETS)) == (1, 4)


@rule("PRD-04")
@rule("CNC-15")
@rule("CLR-32")
@pytest.mark.parametrize(("kind", "printed"), [("vote", 5), ("good", 4)])
def test_no_more_than_printed_can_be_claimed(kind, printed):
    desk = industry.claim_printed(fresh(), SHEETS, kind, printed - 1)
    desk = industry.claim_printed(desk, SHEETS, kind, 3)
    assert len(SHEETS.available(desk, kind)) == printed
    assert set(desk.marks) == {*fresh().marks, *(f"i:{kind}.{number}" for number in range(1, printed + 1))}


@rule("CRD-12")
@rule("CLR-06")
@pytest.mark.parametrize(("kind", "left"), [("vote", industry.votes_left), ("good", industry.goods_left)])
def test_a_card_strikes_out_what_is_claimed_and_unspent(kind, left):
    desk = industry.claim_printed(fresh(), SHEETS, kind, 3)
    assert left(industry.strike_unspent(desk, SHEETS, kind, 2), SHEETS) == 1
    assert left(industry.strike_unspent(desk, SHEETS, kind, 9), SHEETS) == 0
    assert industry.strike_unspent(desk, SHEETS, kind, 9).mark(f"i:{kind}.4") == ""


@rule("CRD-06")
def test_three_commodities_of_each_type_fulfil_diversified_production():
    grid = {"a2": "commodity a 2", "b1": "commodity b 1", "c1": "commodity c 1", "c2": "commodity c 1"}
    on = with_hexes(**{id: ((9, row), words) for row, (id, words) in enumerate(grid.items())})
    desk = owns(fresh(on=on), "i:h2", "i:a2", "i:h3", "i:b1", "i:h7", "i:c1")
    assert industry.fulfilled(desk, on, "diversified_production") is False
    assert industry.fulfilled(owns(desk, "i:c2"), on, "diversified_production") is True
    assert industry.fulfilled(put(owns(desk, "i:c2"), "i:h3", "x"), on, "diversified_production") is False
    assert industry.fulfilled(goods(a=3, b=3, c=3), SHEETS, "diversified_production") is False
    assert industry.fulfilled(desk, on, "sourcing_expert") is None
