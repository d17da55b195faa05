"""Whatever is played: undo and redo, reopen, amend and the codecs change nothing that they should not."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from probe_table import demands, opened, play, reopened, same, stacks, walk
from sternwarte_probe import game
from sternwarte_probe.state import Harbour

from companion.engine import Action, Draft, Edit, Kind, Refused, Step, Table, apply, edit, encode, ruling

tables = st.builds(
    lambda players, depth, moves, seed, known: play(
        opened(players, depth=depth, facts={"ship.A": 3, "ship.B": 5} if known else {}), Random(seed), moves
    ),
    st.integers(2, 6),
    st.sampled_from(game.depths),
    st.integers(0, 60),
    st.integers(0, 10**6),
    st.booleans(),
)
seeds = st.integers(0, 10**9)
quick = settings(max_examples=60, deadline=None)


def trail(table: Table[Harbour], draft: Draft, rng: Random) -> list[tuple[Draft, Step]]:
    """The steps of a random walk."""
    steps = []
    while isinstance(found := table.step(draft), Step):
        steps.append((draft, found))
        value = rng.choice(found.legal).value if found.entry == "pick" else found.low
        draft = draft.then(found.field, value)
    return steps


def some_edit(table: Table[Harbour], rng: Random) -> Edit:
    at = rng.randrange(len(table.line))
    op = rng.choice(["replace", "insert", "delete", "keep"])
    before = Table(game, table.setup)
    before.states = table.states[: at + 1]
    if op in ("delete", "keep") or not demands(before):
        return edit("keep" if op == "keep" else "delete", at, reason="so it was")
    return edit(op, at, walk(before, rng.choice(demands(before)).draft, rng))


@quick
@given(tables)
def test_undo_then_redo_is_identity(table: Table[Harbour]) -> None:
    line, states, (back, _) = table.line, table.states[:], stacks(table)
    for _ in line:
        table.undo()
    assert (table.line, len(table.states)) == ((), 1)
    for _ in line:
        table.redo()
    assert (table.line, table.states, stacks(table)) == (line, states, (back, []))


@quick
@given(tables, seeds)
def test_any_mixture_of_deeds_reopens_the_same(table: Table[Harbour], seed: int) -> None:
    rng = Random(seed)
    for _ in range(12):
        deed = rng.choice(["play", "undo", "seat", "redo", "amend", "adjust", "overrule"])
        try:
            if deed == "play":
                play(table, rng, 3)
            elif deed == "undo":
                table.undo()
            elif deed == "seat":
                table.undo(rng.randrange(table.state.players))
            elif deed == "redo":
                table.redo()
            elif deed == "adjust":
                table.adjust("ore.0", rng.randrange(9))
            elif deed == "overrule":
                table.submit(rng.choice(table.line or play(opened(2), Random(1), 9).line).action, "we say so")
            elif table.line:
                found = table.amend(*(some_edit(table, rng) for _ in range(rng.randint(1, 3))))
                while found.troubles:
                    trouble = rng.choice(found.troubles)
                    found = found.keep(trouble, "kept") if rng.random() < 0.3 else found.drop(trouble)
                    found = found if rng.random() < 0.8 else found.drop()
                found.commit()
        except Refused:
            continue
    again = reopened(table)
    assert same(table, again)
    assert again.mishaps == ()
    for found in (table.prompt(), table.score(), table.history()):
        assert found in (again.prompt(), again.score(), again.history())


@quick
@given(tables, seeds)
def test_replacing_a_move_by_itself_changes_nothing(table: Table[Harbour], seed: int) -> None:
    rng = Random(seed)
    if not table.line:
        return
    at = rng.randrange(len(table.line))
    found = table.amend(edit("replace", at, table.line[at].action))
    assert found.troubles == ()
    assert (found.states, found.line) == (table.states, table.line)
    gone = table.amend(edit("delete", at), edit("insert", at, table.line[at].action))
    assert (gone.states, gone.troubles) == (table.states, ())


@quick
@given(tables)
def test_apply_is_pure(table: Table[Harbour]) -> None:
    before = [encode(state) for state in table.states]
    for state, move, after in zip(table.states, table.line, table.states[1:], strict=False):
        assert apply(game, state, move.action) == after
    assert [encode(state) for state in table.states] == before


@quick
@given(tables)
def test_states_and_actions_survive_json(table: Table[Harbour]) -> None:
    for state in table.states:
        assert game.decode_state(encode(state)) == state
    for move in table.line:
        assert game.decode_action(encode(move.action)) == move.action


@quick
@given(tables, seeds)
def test_grey_options_are_refused_and_the_others_lead_on(table: Table[Harbour], seed: int) -> None:
    rng = Random(seed)
    if table.outcome() is not None:
        return
    for demand in demands(table):
        if demand.kind is Kind.FACT:
            continue
        for draft, found in trail(table, demand.draft, rng):
            assert found.entry != "pick" or found.legal
            for option in found.options:
                on = draft.then(found.field, option.value)
                after = table.step(on)
                while isinstance(after, Step) and not option.ruling.allowed:
                    on = on.then(after.field, after.options[0].value)
                    after = table.step(on)
                if not isinstance(after, Action):
                    continue
                assert ruling(game, table.state, after).allowed is option.ruling.allowed
                if not option.ruling.allowed:
                    with pytest.raises(Refused):
                        table.submit(after)


@quick
@given(tables)
def test_what_is_allowed_can_be_carried_out(table: Table[Harbour]) -> None:
    for move in table.line:
        if ruling(game, table.state, move.action).allowed:
            assert apply(game, table.state, move.action) is not None


@quick
@given(tables)
def test_nothing_is_lost_on_the_table(table: Table[Harbour]) -> None:
    assert game.audit(table.state, (move.action for move in table.line)) == []
    sheet, outcome = game.tally(game.holdings(table.state), table.state.facts)
    assert sheet == table.score()
    assert table.outcome() in (None, outcome)
