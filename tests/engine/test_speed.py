"""Long games stay quick. The limits are wide: they are meant to catch a wrong order of growth."""

from __future__ import annotations

from time import perf_counter

from probe_table import docked, opened, reopened

from companion.engine import Adjust, Table, edit

LONG = 1000


def long_table() -> Table[object]:
    table = docked(opened())
    for count in range(LONG):
        table.adjust("ore.0", count % 9)
    return table


def seconds(deed: object, times: int = 5) -> float:
    """The best of several runs, because the machine has other things to do too."""
    best = 9.9
    for _ in range(times):
        began = perf_counter()
        deed()  # type: ignore[operator]
        best = min(best, perf_counter() - began)
    return best


def test_a_move_at_the_end_of_a_long_game() -> None:
    table = long_table()
    action = Adjust(key="adjust", what="ore.0", value=1)
    before = table.state
    whole = seconds(lambda: table.submit(action), 30)
    alone = seconds(lambda: (table.ruling(action), table.game.adjust(before, "ore.0", 1)), 30)
    assert whole - alone < 0.001


def test_amending_the_third_of_a_thousand_moves() -> None:
    table = long_table()

    def change() -> None:
        found = table.amend(edit("replace", 2, table.line[2].action), edit("insert", 3, table.line[5].action))
        assert found.troubles == ()
        found.commit()
        table.undo()

    assert seconds(change) < 0.2


def test_undo_redo_and_reopening_a_long_game() -> None:
    table = long_table()
    assert seconds(lambda: (table.undo(), table.redo())) < 0.02
    assert seconds(lambda: reopened(table)) < 0.2
