"""Facts, amounts, drafts, prompts and score sheets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine import (
    Amount,
    Cell,
    Demand,
    Draft,
    FactSpec,
    Kind,
    Option,
    Prompt,
    ScoreLine,
    ScoreSheet,
    Setup,
    Step,
    amount,
    exactly,
    literal,
    number,
    places,
    text,
    unknown,
    violated,
)
from companion.engine.notation import players

ASK = literal("points")
SPECS = {
    "number": FactSpec(key="n", ask=ASK, low=1, high=5),
    "text": FactSpec(key="t", ask=ASK, kind="text"),
    "choice": FactSpec(key="c", ask=ASK, kind="choice", choices=("red", 3)),
}


@pytest.mark.parametrize(
    ("kind", "value", "problem"),
    [
        ("number", 1, None),
        ("number", 5, None),
        ("number", 0, "fact.number"),
        ("number", 6, "fact.number"),
        ("number", "3", "fact.number"),
        ("number", True, "fact.number"),
        ("text", "x" * 40, None),
        ("text", "x" * 41, "fact.text"),
        ("text", " ", "fact.text"),
        ("text", 3, "fact.text"),
        ("choice", "red", None),
        ("choice", 3, None),
        ("choice", "blue", "fact.choice"),
    ],
)
def test_a_printed_value_must_be_possible(kind: str, value: int | str, problem: str | None) -> None:
    found = SPECS[kind].problem(value)
    assert (found and found.key) == problem


def test_what_nobody_told_is_unknown() -> None:
    facts = {"a": 0, "b": "text"}
    assert unknown(facts, ["a", "b", "c", "d"]) == ("c", "d")
    assert [number(facts, key) for key in "abc"] == [0, None, None]


def test_amounts_add_up() -> None:
    assert exactly(2) + 3 == exactly(5)
    assert Amount(1, 3) + Amount(0, 2) == Amount(1, 5)
    assert Amount(1, None) + 2 == Amount(3, None)
    assert exactly(1) + Amount(0, None) == Amount(1, None)
    assert amount(None, 1, 5) == Amount(1, 5)
    assert amount(4, 1, 5) == exactly(4)
    assert exactly(4).exact
    assert not Amount(1, 2).exact


@given(st.integers(-5, 5), st.integers(0, 5), st.integers(-9, 9))
def test_whether_an_amount_reaches_a_goal(low: int, more: int, goal: int) -> None:
    answers = {count >= goal for count in range(low, low + more + 1)}
    wanted = answers.pop() if len(answers) == 1 else None
    assert Amount(low, low + more).reaches(goal) is wanted
    assert Amount(low, None).reaches(goal) is (True if low >= goal else None)


def test_a_draft_grows_and_shrinks() -> None:
    draft = Draft("pay", 1).then("card", 3).then("card", 5).then("slot", "7")
    assert draft.get("card") == 3
    assert draft.all("card") == (3, 5)
    assert draft.number("slot") == 7
    assert draft.get("top") is None
    assert draft.number("top") is None
    assert draft.back().back().answers == (("card", 3),)
    assert draft.back().back().back() == Draft("pay", 1) == Draft("pay", 1).back()


def test_a_prompt_finds_demands_and_offers_by_key_and_seat() -> None:
    one, two = (Demand(key="dock", ask=ASK, seat=seat) for seat in (0, 1))
    offer = Demand(key="announce", ask=ASK, kind=Kind.CONFIRM, seat=0)
    prompt = Prompt(heading=ASK, demands=(one, two), offers=(offer,))
    assert prompt.find("dock", 1) is two
    assert prompt.find("announce", 0) is offer
    assert prompt.find("announce", 1) is None
    assert prompt.find("dock", None) is None
    assert one.draft == Draft("dock", 0)


def test_a_step_knows_its_legal_options() -> None:
    good, bad = Option(value=1, label=ASK), Option(value=2, label=ASK, ruling=violated("X"))
    assert Step(field="n", ask=ASK, options=(good, bad)).legal == (good,)


def test_a_sheet_adds_up_and_knows_its_lower_bounds() -> None:
    lines = (
        ScoreLine(text("a"), (Cell(3), Cell(4, count=2))),
        ScoreLine(text("b"), (Cell(-1), Cell(1, open=True))),
    )
    sheet = ScoreSheet(lines, 2)
    assert sheet.totals == (2, 5)
    assert sheet.open == (False, True)
    assert ScoreSheet((), 3).totals == (0, 0, 0)


@pytest.mark.parametrize(
    ("keys", "wanted"),
    [
        ([(3,), (5,), (1,)], (2, 1, 3)),
        ([(5, 1), (5, 2), (5, 1)], (2, 1, 2)),
        ([(5,), (5,), (3,)], (1, 1, 3)),
        ([], ()),
    ],
)
def test_shared_places_are_equal(keys: list[tuple[int, ...]], wanted: tuple[int, ...]) -> None:
    assert places(keys) == wanted


def test_a_setup_knows_its_names() -> None:
    assert Setup(game="probe", players=players("Anna", "Ben")).names == ("Anna", "Ben")
