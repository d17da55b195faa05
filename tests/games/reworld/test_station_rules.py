"""Chapter One round by round: RW-040 to RW-055 and RW-074 to RW-113, examples X6 and X7, vector D15."""

from __future__ import annotations

import pytest
from reworld_table import (
    BOOK,
    WORDS,
    after,
    all_out,
    bag,
    broken,
    choose,
    draws,
    option,
    settlement,
    setup,
    station,
    table,
    totals,
)

from companion.engine import Action, Draft, Impossible, Step, play, reason
from companion.games.reworld import game
from companion.games.reworld.actions import Acquire, Begin, DropOut, Marker, Prepare
from companion.games.reworld.bag import left_in_bag

rule = pytest.mark.rule


def preparing(players: int = 3, **more):
    """The beginning of round 1, Anna with the start player marker."""
    return after(table(players, **more).state, Begin(first=0))


def rounds(state, count: int):
    """Rounds in which everybody drops out at once."""
    for draw in draws()[:count]:
        state = after(state, Prepare(modules=draw))
        state = after(state, *all_out(state))
    return state


@rule("RW-040")
@pytest.mark.parametrize("count", [19, 21])
def test_20_modules_are_drawn_each_round(count):
    assert broken(preparing(), Prepare(modules=tuple(bag()[-count:]))) == ("RW-040",)


@rule("RW-040")
def test_the_upper_ten_arms_are_filled_first_then_the_lower_ten():
    state, draw = preparing(), draws()[0]
    draft = game.prompt(state).demands[0].draft
    for arm, code in enumerate(draw, 1):
        step = play.step(game, state, draft)
        assert isinstance(step, Step)
        assert (step.ask.args["arm"], step.done, step.of) == (arm, arm - 1, 20)
        assert option(step, code) == ()
        draft = draft.then(step.field, code)
    assert len(draft.answers) == 20
    action = play.step(game, state, draft)
    assert isinstance(action, Action)
    assert after(state, action).arms == draw


@rule("RW-005")
def test_the_entry_tells_what_is_left_in_the_bag():
    state = after(preparing(), Prepare(modules=tuple(bag()[:20])))
    state = after(state, *all_out(state))
    step = play.step(game, state, Draft("prepare").then("modules", "s1").then("modules", "tC"))
    assert isinstance(step, Step)
    told = {kind: step.ask.args[kind] for kind in ("satellite", "shuttle", "terrabot", "crew")}
    assert told == {"satellite": 0, "shuttle": 15, "terrabot": 24, "crew": 39}
    assert "15 Shuttles" in WORDS["de"].say(step.ask)
    assert option(step, "kA") == ("RW-173", "RW-005")
    assert option(step, "s2") == ()


@rule("RW-012")
def test_a_special_crew_is_offered_once():
    step = play.step(game, preparing(), Draft("prepare").then("modules", "x3"))
    assert option(step, "x3") == ("RW-012",)
    assert option(step, "x4") == ()


@rule("RW-041")
def test_the_preparation_of_round_5_empties_the_bag():
    state = rounds(preparing(), 4)
    assert sum(left_in_bag(state).values()) == 20
    assert not any(key.startswith("count.") for key in state.facts)
    state = after(state, Prepare(modules=draws()[4]))
    assert set(left_in_bag(state).values()) == {0}
    assert state.facts.get("count.c3") == 6


@rule("RW-005")
def test_counts_learnt_in_one_game_are_checked_in_the_next():
    facts = after(rounds(preparing(), 4), Prepare(modules=draws()[4])).facts
    counts = {key: count for key, count in facts.items() if key.startswith("count.")}
    assert sum(counts.values()) == 100
    known, unknown = preparing(facts=counts), preparing()
    many = Prepare(modules=("tA",) * 6 + ("c1",) * 14)
    assert broken(unknown, many) == ()
    assert set(broken(known, many)) == {"RW-005"}
    five = Draft("prepare", None, (("modules", "tA"),) * 5)
    assert option(play.step(game, known, five), "tA") == ("RW-005",)
    assert option(play.step(game, unknown, five), "tA") == ()


def test_counts_that_do_not_add_up_are_not_used_and_are_corrected():
    wrong = {f"count.t{letter}": 6 for letter in "ABCDE"}
    state = preparing(facts=wrong)
    assert broken(state, Prepare(modules=("tA",) * 7 + ("c1",) * 13)) == ()
    assert after(rounds(state, 4), Prepare(modules=draws()[4])).facts["count.tA"] == 5


@rule("RW-042", "RW-043")
@pytest.mark.parametrize(
    ("players", "hand", "rest"),
    [
        pytest.param(2, 13, 4, id="X7-two"),
        pytest.param(3, 9, 3, id="X7-three"),
        pytest.param(4, 7, 2, id="X7-four"),
    ],
)
def test_cards_are_dealt_by_player_count(players, hand, rest):
    state = preparing(players)
    told = next(reminder.text.args for reminder in game.reminders(state) if reminder.rule == "RW-042")
    assert (told["hand"], told["rest"]) == (hand, rest)
    dealt = [side.hand for side in after(state, Prepare(modules=draws()[0])).sides]
    assert dealt == [hand] * players
    assert sum(dealt) + rest == 30


@rule("RW-050")
def test_the_holder_of_the_start_player_marker_begins():
    state = after(table().state, Begin(first=2), Prepare(modules=draws()[0]))
    assert game.prompt(state).turn == 2
    assert broken(state, DropOut(seat=0)) == ("RW-050",)
    assert broken(state, DropOut(seat=2)) == ()


@rule("RW-050", "RW-082")
def test_turns_pass_to_the_left():
    state = station()
    order = [state.turn]
    for slot in (1, 3, 5, 7):
        state = after(state, Acquire(seat=state.turn, slot=slot, top=1))
        order.append(state.turn)
    state = after(state, Marker(seat=1))
    assert [*order, state.turn] == [0, 1, 2, 0, 1, 2]


@rule("RW-051")
def test_a_turn_is_a_module_the_marker_or_dropping_out():
    step = choose(station(arms={7: ""}), Draft("turn", 0))
    offered = [value.value for value in step.options]
    assert offered == [*(slot for slot in range(1, 21) if slot != 7), "marker", "out"]


@rule("RW-051")
@pytest.mark.parametrize("act", [Acquire(seat=0, slot=1, top=2), Marker(seat=0)])
def test_a_turn_is_one_deed_only(act):
    state = after(station(), act)
    assert broken(state, Acquire(seat=0, slot=9, top=2)) == ("RW-050",)


@rule("RW-052")
def test_whoever_stays_in_pays_at_least_one_card():
    state = station(slots={5: [1], 7: [2]}, hands=4)
    step = choose(state, Draft("turn", 0))
    for taken in step.legal:
        act, _ = play.finished(game, state, Draft("turn", 0).then("take", taken.value))
        while act is None:
            draft = Draft("turn", 0).then("take", taken.value)
            draft = draft.then("pay", choose(state, draft).legal[0].value)
            act, _ = play.finished(game, state, draft)
        side = after(state, act).sides[0]
        assert side.out or side.hand < 4
    assert [taken.value for taken in step.legal][-2:] == ["marker", "out"]


@rule("RW-053")
def test_who_has_dropped_out_is_skipped():
    state = after(station(), DropOut(seat=0), DropOut(seat=1))
    assert state.turn == 2
    state = after(state, Acquire(seat=2, slot=1, top=1))
    assert state.turn == 2
    assert broken(state, Acquire(seat=0, slot=9, top=1)) == ("RW-053",)


@rule("RW-054")
def test_the_round_ends_when_all_have_dropped_out():
    state = after(station(), DropOut(seat=0), DropOut(seat=1))
    assert state.phase == "station"
    assert after(state, DropOut(seat=2)).phase == "prepare"


@rule("RW-055")
@pytest.mark.parametrize("act", [Acquire(seat=0, slot=1, top=1), Marker(seat=0)])
def test_with_an_empty_hand_one_can_only_drop_out(act):
    state = station(hands=(0, 5, 5))
    assert broken(state, act) == ("RW-055",)
    assert totals(after(state, DropOut(seat=0))) == (0, 0, 0)


@rule("RW-074", "RW-075")
@pytest.mark.parametrize("top", [1, 2, 3, 4, 5])
def test_the_top_card_of_choice_names_the_docking_device(top):
    other = top % 5 + 1
    state = station(slots={4: [other]}, arms={5: "tC"})
    state = after(state, Acquire(seat=0, slot=5, top=top, below=(other,)))
    assert state.slots[4] == (other, top)
    assert [row for row in range(1, 6) if state.sides[0].rows[row - 1]] == [top]


@rule("RW-076", "RW-077")
def test_a_module_is_docked_at_the_open_end_and_stays_there():
    docked = {2: ["s1", "tB"], 4: ["ag"]}
    state = station(arms={5: "kA", 9: "tC"}, rows={0: docked}, players=2)
    state = after(state, Acquire(seat=0, slot=5, top=2))
    assert state.sides[0].rows == ((), ("s1", "tB", "kA"), (), ("ag",), ())
    state = after(state, DropOut(seat=1), Acquire(seat=0, slot=9, top=5))
    assert state.sides[0].rows == ((), ("s1", "tB", "kA"), (), ("ag",), ("tC",))


@rule("RW-078")
def test_a_row_may_grow_to_any_length():
    state = station(rows={0: {3: ["c1"] * 60}}, arms={5: "kA"})
    assert after(state, Acquire(seat=0, slot=5, top=3)).sides[0].rows[2] == (*["c1"] * 60, "kA")


@rule("RW-079")
@pytest.mark.parametrize(
    ("round", "points"),
    [pytest.param(number, points, id=f"X6-{number}") for number, points in enumerate((4, 4, 3, 2, 2), 1)],
)
def test_a_terrabot_scores_the_value_of_the_round(round, points):
    state = station(round=round, arms={5: "tD"})
    reminded = {reminder.rule: reminder.text.args for reminder in game.reminders(state)}
    assert reminded["RW-079"]["points"] == points
    assert totals(after(state, Acquire(seat=0, slot=5, top=1))) == (points, 0, 0)


@rule("RW-080")
@pytest.mark.parametrize("code", ["kC", "s2", "c4", "x4", "ag"])
def test_other_modules_score_nothing_when_acquired(code):
    state = after(station(arms={5: code}), Acquire(seat=0, slot=5, top=1))
    assert totals(state) == (0, 0, 0)


@rule("RW-090")
def test_the_marker_can_be_acquired_once_a_round():
    state = after(station(), Marker(seat=0))
    assert broken(state, Marker(seat=1)) == ("RW-090",)
    assert option(choose(state, Draft("turn", 1)), "marker") == ("RW-090",)
    violation = play.ruling(game, state, Marker(seat=1)).violations[0]
    assert (
        reason(WORDS["de"], BOOK, violation) == "In Runde 1 hat Anna den Startspielermarker schon erworben."
    )
    state = after(state, *all_out(state), Prepare(modules=draws()[0]))
    assert broken(state, Marker(seat=0)) == ()


@rule("RW-091", "RW-092")
def test_the_marker_costs_one_card_and_brings_a_point():
    state = after(station(marker=2), Marker(seat=0))
    assert (state.sides[0].hand, totals(state), state.marker) == (8, (1, 0, 0), 0)


@rule("RW-093")
def test_the_new_holder_begins_the_next_round_and_not_this_one():
    state = after(station(turn=1), Marker(seat=1))
    assert state.turn == 2
    state = after(state, DropOut(seat=2), DropOut(seat=0), DropOut(seat=1))
    assert after(state, Prepare(modules=draws()[0])).turn == 1


@rule("RW-094")
def test_the_marker_stays_where_nobody_acquires_it():
    state = station(marker=1)
    state = after(state, *all_out(state), Prepare(modules=draws()[0]))
    assert (state.marker, state.turn) == (1, 1)


@rule("RW-095")
def test_a_house_rule_keeps_the_holder_from_acquiring_the_marker_again():
    assert broken(station(marker=0, options={"marker_again": "no"}), Marker(seat=0)) == ("RW-095",)
    assert broken(station(marker=1, options={"marker_again": "no"}), Marker(seat=0)) == ()
    assert broken(station(marker=0, options={"marker_again": "yes"}), Marker(seat=0)) == ()
    assert broken(station(marker=0), Marker(seat=0)) == ()


@rule("RW-100", "RW-101")
@pytest.mark.parametrize("hand", [pytest.param(3, id="D15"), 1, 9])
def test_dropping_out_scores_each_card_in_hand_and_discards_it(hand):
    state = after(station(hands=(hand, 5, 5)), DropOut(seat=0))
    assert totals(state) == (hand, 0, 0)
    assert (state.sides[0].hand, state.sides[0].out, state.turn) == (0, True, 1)


@rule("RW-102")
def test_dropping_out_is_always_offered():
    step = choose(station(), Draft("turn", 0))
    assert option(step, 1) == ()
    assert option(step, "out") == ()
    assert choose(station(), Draft("turn", 0), take="out") == DropOut(seat=0)


@rule("RW-110")
def test_modules_left_over_never_return():
    state = station(arms={**dict.fromkeys(range(1, 19), ""), 19: "kA", 20: "tB"}, gone=("s1",))
    over = after(state, *all_out(state))
    assert over.arms == ("",) * 20
    assert over.gone == ("s1", "kA", "tB")
    assert left_in_bag(over) == left_in_bag(state)


@rule("RW-111")
def test_all_cards_are_collected_at_the_end_of_the_round():
    state = after(station(slots={4: [1, 2], 9: [5] * 6}), Marker(seat=0))
    over = after(state, *all_out(state))
    assert over.slots == ((),) * 20
    assert broken(after(over, Prepare(modules=draws()[0])), Acquire(seat=0, slot=9, top=5)) == ()


@rule("RW-112")
def test_the_round_marker_moves_on_and_all_cards_are_dealt_again():
    state = station(round=3, hands=2)
    state = after(state, *all_out(state))
    assert (state.phase, state.round) == ("prepare", 4)
    assert [side.hand for side in after(state, Prepare(modules=draws()[0])).sides] == [9, 9, 9]


@rule("RW-113")
def test_round_5_is_followed_by_chapter_two():
    state = station(round=5, rows={1: {1: ["tA"]}})
    state = after(state, *all_out(state))
    assert (state.phase, state.turn) == ("settlement", 1)
    assert broken(state, Acquire(seat=1, slot=1, top=1)) == ("RW-113",)
    assert broken(settlement(phase="final"), DropOut(seat=0)) == ("RW-113",)


def test_nothing_is_acquired_before_the_round_is_prepared():
    for act in (Acquire(seat=0, slot=1, top=1), Marker(seat=0), DropOut(seat=0), DropOut(seat=7)):
        assert broken(preparing(), act) == ("TABLE-1",)
    for seat in (None, -1, 3):
        assert broken(station(), DropOut(seat=seat)) == ("TABLE-1",)


@pytest.mark.parametrize(
    ("state", "act"),
    [
        *(
            (station(arms={7: ""}), act)
            for act in (
                Acquire(slot=1, top=1),
                Acquire(seat=0, slot=21, top=1),
                Acquire(seat=0, slot=7, top=1),
                Acquire(seat=0, slot=1, top=6),
                Acquire(seat=4, slot=1, top=1),
                Marker(),
                DropOut(),
            )
        ),
        (table().state, Begin(first=3)),
        (preparing(), Prepare(modules=("tA",))),
        (preparing(), Prepare(modules=("zz",) * 20)),
    ],
)
def test_what_cannot_be_carried_out_is_impossible_even_if_the_table_wants_it(state, act):
    with pytest.raises(Impossible):
        play.apply(game, state, act)


def test_an_overruled_payment_counts_and_no_hand_falls_below_nothing():
    laid = table(2)
    laid.submit(Begin(first=0))
    laid.submit(Prepare(modules=draws()[0]))
    laid.submit(Acquire(seat=0, slot=1, top=1, below=(2,) * 14), reason="we play it that way")
    assert laid.state.sides[0].hand == 0
    assert laid.state.turn == 1
    assert laid.setup == setup(2)
