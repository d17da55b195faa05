"""From touches to actions, without a screen."""

from __future__ import annotations

import pytest

from companion.engine import Draft, Kind, Refused, Setup, Step, Table
from companion.engine.notation import players
from companion.registry import load
from companion.ui.walk import Walk, primary


def table(count: int = 3, **options) -> Table:
    names = ("Anna", "Ben", "Cem", "Dora")[:count]
    return Table(load("probe"), Setup(game="probe", players=players(*names), **options))


def docked(walk: Walk) -> None:
    for berth, demand in enumerate(walk.prompt.demands, 1):
        walk.open(demand.draft.then("berth", berth))
        walk.submit()


def rolled(walk: Walk) -> None:
    docked(walk)
    walk.answer(6)
    walk.answer(6)
    walk.submit()


def test_with_several_demands_nothing_is_open_until_a_touch():
    walk = Walk(table())
    walk.sync()
    assert walk.draft is None
    walk.open(walk.prompt.demands[1].draft)
    assert walk.draft.seat == 1
    assert isinstance(walk.step, Step)
    assert walk.leavable
    assert walk.back()
    assert walk.draft is None


def test_a_single_demand_is_open_by_itself_but_nothing_is_taken():
    walk = Walk(table())
    docked(walk)
    assert walk.draft == Draft("roll")
    assert not walk.touched
    assert not walk.back()


def test_answers_lead_to_the_action_and_back():
    walk = Walk(table())
    docked(walk)
    walk.answer(3)
    assert walk.step.done == 1
    assert [label.args["words"] for label in walk.said()] == ["3"]
    walk.back()
    assert walk.draft.answers == ()
    walk.answer(2)
    walk.answer(5)
    assert walk.ready.faces == (2, 5)
    walk.submit()
    assert walk.prompt.heading.key == "phase.turns"


def test_a_spot_may_answer_several_fields_at_once():
    walk = Walk(table())
    rolled(walk)
    seat = walk.prompt.turn
    walk.open(Draft("turn", seat).then("do", "buy").then("ship", "C"))
    assert walk.ready.ship == "C"


def test_a_step_with_one_legal_option_is_no_choice():
    walk = Walk(table(2))
    rolled(walk)
    walk.answer("raid")
    assert walk.ready is not None
    assert walk.ready.victim != walk.prompt.turn


def test_a_forbidden_action_needs_a_reason():
    walk = Walk(table())
    walk.open(Draft("dock", 0).then("berth", 2))
    walk.submit()
    walk.open(Draft("dock", 1).then("berth", 2))
    with pytest.raises(Refused):
        walk.submit()
    assert walk.ready is not None
    walk.submit("house rule")
    assert walk.table.line[-1].reason == "house rule"


def test_a_draft_waits_while_something_else_is_entered():
    walk = Walk(table())
    rolled(walk)
    walk.open(Draft("turn", walk.prompt.turn).then("do", "buy").then("ship", "A"))
    walk.submit()
    walk.answer("buy")
    fact = next(offer for offer in walk.prompt.offers if offer.kind is Kind.FACT)
    walk.open(fact.draft)
    assert walk.aside
    walk.answer(4)
    walk.submit()
    assert walk.draft.answers == (("do", "buy"),)
    assert walk.step.field == "ship"


def test_long_drafts_are_kept_and_taken_up_again():
    kept = []
    walk = Walk(table(), kept.append)
    docked(walk)
    walk.answer(4)
    assert kept[-1].all("faces") == (4,)
    later = Walk(walk.table)
    later.sync()
    assert later.restore(kept[-1])
    assert later.step.done == 1
    assert later.back()
    assert later.draft.answers == ()


def test_a_draft_that_no_longer_fits_is_not_taken_up():
    walk = Walk(table())
    walk.sync()
    assert not walk.restore(Draft("roll").then("faces", 4))


def test_the_big_button_does_what_is_likely():
    walk = Walk(table())
    walk.sync()
    label, draft = primary(walk)
    assert draft == walk.prompt.demands[0].draft
    assert label.args["what"].key == "dock.ask"
    docked(walk)
    assert primary(walk) is None


def test_answers_given_by_one_touch_all_have_their_names():
    walk = Walk(table())
    rolled(walk)
    seat = walk.prompt.turn
    walk.draft = Draft("turn", seat).then("do", "buy").then("ship", "A")
    walk.labels.clear()
    assert "buy" not in [str(label.args.get("words", "")) for label in walk.so_far()]
