"""What a module costs: RW-060 to RW-075 with the derived vectors D1 to D14."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reworld_table import after, broken, choose, explained, option, station, table

from companion.engine import Draft, Ruling, Step, play
from companion.games.reworld import game
from companion.games.reworld.actions import Acquire, Marker
from companion.games.reworld.payment import completes, neighbours, payable, refusals, tops

TURN = Draft("turn", 0)


def between(*beside: int, **more):
    """Slot 5 between slots with these top cards; 0 stands for an empty one."""
    slots = {slot: [card] for slot, card in zip((4, 6), beside, strict=False) if card}
    return station(slots=slots, arms=dict.fromkeys(slots, ""), **more)


def pay(*cards: int, slot: int = 5) -> Acquire:
    """The first card on top."""
    return Acquire(seat=0, slot=slot, top=cards[0], below=cards[1:])


rule = pytest.mark.rule


@pytest.mark.parametrize(
    ("beside", "cards", "row"),
    [
        pytest.param((), [3], 3, id="D1", marks=rule("RW-066", "RW-075")),
        pytest.param((4,), [4], 4, id="D3", marks=rule("RW-067", "RW-075")),
        pytest.param((4,), [5, 2], 5, id="D5", marks=rule("RW-067", "RW-072", "RW-074", "RW-075")),
        pytest.param((2, 2), [2], 2, id="D7-match", marks=rule("RW-068")),
        pytest.param((2, 2), [1, 5], 1, id="D7-choice", marks=rule("RW-068", "RW-072")),
        pytest.param((1, 3), [3, 1], 3, id="D8", marks=rule("RW-069", "RW-074")),
        pytest.param((1, 3), [5, 3, 5], 5, id="D10", marks=rule("RW-069", "RW-074", "RW-075")),
        pytest.param((1, 3), [2, 4, 5, 5], 2, id="D12", marks=rule("RW-069", "RW-072", "RW-075")),
    ],
)
def test_legal_payments_dock_where_the_top_card_says(beside, cards, row):
    state = after(between(*beside), pay(*cards))
    assert [len(docked) for docked in state.sides[0].rows] == [number == row for number in range(1, 6)]
    assert state.slots[4] == (*cards[:0:-1], cards[0])


@pytest.mark.parametrize(
    ("beside", "cards", "rules"),
    [
        pytest.param((), [3, 3], ("RW-066", "RW-071"), id="D2", marks=rule("RW-066", "RW-071")),
        pytest.param((4,), [2], ("RW-067",), id="D4", marks=rule("RW-067")),
        pytest.param((4,), [4, 4, 4], ("RW-067", "RW-071"), id="D6", marks=rule("RW-067", "RW-071")),
        pytest.param((2, 2), [2, 2, 2], ("RW-068", "RW-071"), id="D7-three", marks=rule("RW-068", "RW-071")),
        pytest.param((2, 2), [3], ("RW-068",), id="one-other", marks=rule("RW-068")),
        pytest.param((1, 3), [1, 1], ("RW-069",), id="D9-twice", marks=rule("RW-069")),
        pytest.param((1, 3), [2, 4], ("RW-069",), id="D9-neither", marks=rule("RW-069")),
        pytest.param((1, 3), [1], ("RW-069", "RW-071"), id="D9-one", marks=rule("RW-069", "RW-071")),
        pytest.param((1, 3), [2, 4, 5], ("RW-069",), id="D11", marks=rule("RW-069")),
        pytest.param((1, 3), [1, 3, 1, 3, 2], ("RW-069", "RW-071"), id="five", marks=rule("RW-071")),
    ],
)
def test_every_other_payment_is_refused_by_its_case(beside, cards, rules):
    assert broken(between(*beside), pay(*cards)) == rules


@pytest.mark.parametrize(
    ("cards", "rules"),
    [
        pytest.param([4], ("RW-067",), id="D13-covered"),
        pytest.param([1], (), id="D13-top"),
    ],
)
@rule("RW-070")
def test_only_the_top_card_of_a_neighbour_counts(cards, rules):
    state = station(slots={6: [4, 1]}, arms={6: ""})
    assert broken(state, pay(*cards)) == rules


@rule("RW-063")
@pytest.mark.parametrize("slots", [pytest.param(range(1, 21), id="D14")])
def test_the_start_player_space_is_beside_no_slot(slots):
    state = after(station(players=2), Marker(seat=0))
    assert broken(state, Marker(seat=1)) == ("RW-090",)
    for slot in slots:
        assert broken(state, Acquire(seat=1, slot=slot, top=3)) == ()
        assert "RW-066" in broken(state, Acquire(seat=1, slot=slot, top=3, below=(3,)))


@rule("RW-072", "RW-073")
@pytest.mark.parametrize(
    ("beside", "cards"),
    [((4,), [4, 4]), ((4,), [2, 4]), ((2, 2), [2, 2]), ((1, 3), [1, 1, 3, 3]), ((1, 3), [2, 2, 1, 5])],
)
def test_cards_of_choice_may_be_matching_ones(beside, cards):
    assert broken(between(*beside), pay(*cards)) == ()


@rule("RW-060")
@pytest.mark.parametrize("slot", [0, 21])
def test_every_module_has_one_of_20_slots(slot):
    assert broken(station(), pay(1, slot=slot)) == ("RW-060",)
    assert len(station().slots) == len(table().state.arms) == 20


@rule("RW-064")
@pytest.mark.parametrize("card", [0, 6])
def test_only_officer_cards_lie_open(card):
    assert broken(station(), pay(card)) == ("RW-064",)
    assert broken(between(1), pay(1, card)) == ("RW-064",)


@rule("RW-064")
def test_the_cards_come_from_the_hand_into_the_slot():
    state = after(between(4), pay(3, 2))
    assert state.slots[4] == (2, 3)
    assert [side.hand for side in state.sides] == [7, 9, 9]


@rule("RW-065")
def test_a_slot_without_a_module_cannot_be_chosen():
    assert broken(station(arms={5: ""}), pay(3)) == ("RW-065",)


@rule("RW-042")
def test_nobody_lays_more_cards_than_the_hand_holds():
    assert broken(between(4, hands=1), pay(3, 3)) == ("RW-042",)
    assert broken(between(4, hands=2), pay(3, 3)) == ()


@rule("RW-006")
def test_no_number_lies_open_more_than_six_times():
    full = {slot: [4] for slot in range(10, 15)}
    assert broken(station(slots=full), pay(4, slot=2)) == ()
    assert broken(station(slots={**full, 16: [4]}), pay(4, slot=2)) == ("RW-006",)


@rule("RW-081")
def test_laid_cards_count_for_the_neighbours_when_the_module_is_gone():
    state = after(station(), Acquire(seat=0, slot=5, top=4))
    assert (state.arms[4], state.slots[4]) == ("", (4,))
    assert broken(state, Acquire(seat=1, slot=6, top=3)) == ("RW-067",)
    assert broken(state, Acquire(seat=1, slot=6, top=4)) == ()


@rule("RW-061")
@pytest.mark.parametrize("rings", ["one", "two"])
def test_every_slot_has_two_neighbours(rings):
    for slot in range(20):
        beside = neighbours(slot, rings)
        assert len(set(beside) - {slot}) == 2
        assert all(slot in neighbours(near, rings) for near in beside)


@rule("RW-062")
def test_the_slots_form_one_closed_ring():
    assert len(_around(0, "one")) == 20
    assert set(neighbours(0)) == {1, 10}
    assert set(neighbours(9)) == {8, 19}
    assert set(neighbours(10)) == {0, 11}


def test_a_house_rule_makes_two_rings_of_ten():
    assert _around(0, "two") == set(range(10))
    assert _around(10, "two") == set(range(10, 20))
    state = station(slots={10: [4]}, options={"ring": "two"})
    assert tops(state, 0) == (4,)
    assert tops(state, 19) == ()
    assert broken(state, pay(3, slot=1)) == ("RW-067",)
    assert broken(station(slots={10: [4]}), pay(3, slot=1)) == ()


def _around(slot: int, rings: str) -> set[int]:
    seen, here = [slot], slot
    for _ in range(30):
        here = next((near for near in neighbours(here, rings) if near not in seen), here)
        seen.append(here)
    return set(seen)


def may_pay(seen: tuple[int, ...], cards: list[int]) -> bool:
    """RW-066 to RW-073 once more: every number to be matched is matched, or replaced by two cards."""
    wanted = set(seen)
    if not wanted:
        return len(cards) == 1
    for replaced in range(len(wanted) + 1):
        matched = len(wanted) - replaced
        if len(cards) == matched + 2 * replaced:
            return sum((Counter(cards) & Counter(wanted)).values()) >= matched
    return False


number = st.integers(1, 5)


@rule("RW-066", "RW-067", "RW-068", "RW-069", "RW-071", "RW-072", "RW-073")
@settings(deadline=None)
@given(seen=st.lists(number, max_size=2).map(tuple), cards=st.lists(number, min_size=1, max_size=5))
def test_payments_follow_the_principle_of_two_for_one(seen, cards):
    found = refusals(4, seen, cards)
    assert (not found) is may_pay(seen, cards)
    explained(Ruling(found))


@settings(deadline=None)
@given(
    seen=st.lists(number, max_size=2).map(tuple),
    begun=st.lists(number, max_size=2),
    count=st.integers(1, 4),
    left=st.lists(st.integers(0, 2), min_size=5, max_size=5),
)
def test_a_payment_is_offered_only_if_it_can_be_completed(seen, begun, count, left):
    unseen = dict(enumerate(left, 1))
    legal = [hand for hand in _payments(seen, count, unseen) if not Counter(begun) - Counter(hand)]
    if any(may_pay(seen, list(hand)) for hand in _hands(count)):
        assert completes(seen, count, begun, unseen) is bool(legal)
    assert payable(seen, count, unseen) is any(_payments(seen, less, unseen) for less in range(1, count + 1))


def _hands(count: int, low: int = 1) -> list[tuple[int, ...]]:
    if not count:
        return [()]
    return [(card, *rest) for card in range(low, 6) for rest in _hands(count - 1, card)]


def _payments(seen: tuple[int, ...], count: int, unseen: dict[int, int]) -> list[tuple[int, ...]]:
    """Every legal payment of so many cards that the cards not open yet allow."""
    return [
        hand for hand in _hands(count) if may_pay(seen, list(hand)) and not Counter(hand) - Counter(unseen)
    ]


@pytest.mark.parametrize(
    ("beside", "answers", "cards"),
    [
        ((), {"pay": "3"}, (3,)),
        ((4,), {"pay": "4"}, (4,)),
        ((4,), {"pay": "5+", "below": 2}, (5, 2)),
        ((2, 2), {"pay": "2"}, (2,)),
        ((2, 2), {"pay": "1+", "below": 5}, (1, 5)),
        ((1, 3), {"pay": "3/1"}, (3, 1)),
    ],
)
def test_an_ordinary_purchase_takes_three_answers_at_most(beside, answers, cards):
    state = between(*beside)
    assert choose(state, TURN, take=5, **answers) == pay(*cards)
    draft = TURN
    for field, value in {"take": 5, **answers}.items():
        assert option(play.step(game, state, draft), value) == ()
        draft = draft.then(field, value)
    assert len(draft.answers) <= 3


def test_dear_purchases_ask_for_every_card_below():
    state = between(1, 3)
    draft = TURN.then("take", 5).then("pay", "5+++")
    for done, card in enumerate((5, 4, 2)):
        step = play.step(game, state, draft)
        assert isinstance(step, Step)
        assert (step.field, step.done, step.of) == ("below", done, 3)
        assert option(step, card) == ()
        draft = draft.then("below", card)
    assert play.step(game, state, draft) == pay(5, 5, 4, 2)


@pytest.mark.parametrize(
    ("state", "answers", "value", "rules"),
    [
        pytest.param(between(4), {"take": 5}, "3", ("RW-067",), id="wrong card"),
        pytest.param(between(1, 3, hands=3), {"take": 5}, "1+++", ("RW-042",), id="hand too small"),
        pytest.param(
            station(slots={4: [1], 6: [3], 12: [5] * 6}), {"take": 5}, "5++", ("RW-006",), id="all open"
        ),
        pytest.param(between(1, 3), {"take": 5, "pay": "2++"}, 1, (), id="one match is enough"),
        pytest.param(
            station(slots={4: [1], 6: [3], 12: [1] * 5, 14: [3] * 5}),
            {"take": 5, "pay": "2++"},
            4,
            ("RW-069",),
            id="no match left",
        ),
        pytest.param(between(4, hands=0), {}, 5, ("RW-055",), id="empty hand"),
        pytest.param(between(1, 3, hands=1), {}, 5, ("RW-042",), id="one card for two"),
        pytest.param(
            station(slots={4: [1], 6: [3], 12: [1] * 5, 14: [3] * 5}, hands=3),
            {},
            5,
            ("RW-069",),
            id="nobody can pay",
        ),
        pytest.param(between(4), {}, 4, None, id="no module"),
    ],
)
def test_what_cannot_be_paid_is_shown_with_its_reason(state, answers, value, rules):
    assert option(choose(state, TURN, **answers), value) == rules
