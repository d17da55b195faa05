"""Changing earlier entries: the consequences are known before they count."""

from __future__ import annotations

import pytest
from probe_table import act, docked, opened, raid, reopened, rolled, said, same, told, verbs, vote, voting
from sternwarte_probe import game
from sternwarte_probe.state import Buy, Dock, Harbour, Reply, Rest, Roll

from companion.engine import Action, Draft, Edit, Refused, Step, Table, edit


def committed(table: Table[Harbour], *edits: Edit) -> Table[Harbour]:
    """After an amendment; it is one commit that can be undone, and the game reopens the same."""
    before, records = table.line, len(table.journal.records())
    table.amend(*edits).commit()
    assert len(table.journal.records()) == records + 1
    assert same(table, reopened(table))
    after = table.line
    table.undo()
    assert table.line == before
    table.redo()
    assert table.line == after
    return table


def test_replace() -> None:
    table = committed(rolled(opened(), 1, 1), edit("replace", 3, Roll(faces=(2, 2))))
    assert table.state.ore == (2, 4, 2)
    assert told(table)[-1] == "Roll: 2 + 2"


@pytest.mark.parametrize("at", [0, 1, 2])
def test_insert_anywhere(at: int) -> None:
    table = act(opened(), Dock(seat=0, berth=1), Dock(seat=2, berth=3))
    committed(table, edit("insert", at, Dock(seat=1, berth=2)))
    assert table.line[at].action == Dock(seat=1, berth=2)
    assert table.state.phase == "roll"


def test_several_inserts_at_one_place_keep_their_order() -> None:
    table = act(opened(), Dock(seat=0, berth=1))
    committed(table, edit("insert", 0, Dock(seat=2, berth=3)), edit("insert", 0, Dock(seat=1, berth=2)))
    assert [move.action.seat for move in table.line] == [2, 1, 0]


def test_delete() -> None:
    table = committed(docked(opened()), edit("delete", 1))
    assert table.state.berths == (1, 0, 3)
    assert [demand.seat for demand in table.prompt().demands] == [1]


def test_the_points_are_shown_before_they_count() -> None:
    table = rolled(opened(), 1, 1)
    found = table.amend(edit("replace", 3, Roll(faces=(2, 3))))
    assert found.points == ((4, 2), (2, 3), (2, 3))
    assert table.score().totals == (4, 2, 2)


def test_moves_that_no_longer_fit_are_listed() -> None:
    table = act(rolled(opened(), 4, 5), raid(0, 1), Reply(key="shield", seat=1, play=False), Rest(seat=1))
    found = table.amend(edit("replace", 3, Roll(faces=(1, 2))))
    assert [(trouble.at, trouble.ruling.rules) for trouble in found.troubles] == [
        (4, ("PR-09",)),
        (5, ("PR-01",)),
        (6, ("PR-06",)),
    ]
    words = said(table)
    assert [words.say(trouble.text) for trouble in found.troubles if trouble.text] == [
        "raids Ben",
        "lets it happen",
        "rests",
    ]
    with pytest.raises(Refused, match="PR-09"):
        found.commit()
    assert table.state.dice == (4, 5)


def test_keep_what_no_longer_fits() -> None:
    table = act(rolled(opened(), 4, 5), raid(0, 1), Reply(key="shield", seat=1, play=False), Rest(seat=1))
    kept = table.amend(edit("replace", 3, Roll(faces=(1, 2)))).keep(4, "it had happened")
    assert kept.troubles == ()
    kept.commit()
    assert [entry.reason for entry in table.history()] == ["", "", "", "", "it had happened", "", ""]
    assert table.state.ore == (4, 3, 2)
    assert same(table, reopened(table))


def test_drop_what_no_longer_fits() -> None:
    table = act(rolled(opened(), 4, 5), raid(0, 1), Reply(key="shield", seat=1, play=False), Rest(seat=1))
    found = table.amend(edit("replace", 3, Roll(faces=(1, 2)))).drop(4, 5)
    assert [trouble.at for trouble in found.troubles] == [6]
    found = found.drop()
    assert found.troubles == ()
    assert found.prompt.turn == 0
    found.commit()
    assert verbs(table) == ["dock", "dock", "dock", "roll"]
    assert same(table, reopened(table))


def test_what_a_change_opens_is_asked_and_filled_in() -> None:
    table = act(rolled(opened()), Rest(seat=0))
    found = table.amend(edit("delete", 1))
    assert [trouble.at for trouble in found.troubles] == [3, 4]
    opens = found.opened(3)
    assert [(demand.key, demand.seat) for demand in opens.demands] == [("dock", 1)]
    asked = found.step(Draft("dock", 1), 3)
    assert isinstance(asked, Step)
    assert [option.value for option in asked.legal] == [2, 4, 5, 6]
    action = found.step(Draft("dock", 1).then("berth", 6), 3)
    assert isinstance(action, Action)
    whole = found.with_(edit("insert", 3, action))
    assert whole.troubles == ()
    whole.commit()
    assert table.state.berths == (1, 6, 3)
    assert verbs(table) == ["dock", "dock", "dock", "roll", "rest"]


def test_the_state_at_any_place_of_the_change() -> None:
    table = rolled(opened())
    found = table.amend(edit("delete", 2))
    assert found.before(0) == table.states[0]
    assert found.before(1) == table.states[1]
    assert found.before(2) == found.before(3) == table.states[2]
    assert found.before(4) == found.states[-1]


def test_a_replacement_that_does_not_fit_can_be_kept_itself() -> None:
    table = docked(opened())
    found = table.amend(edit("replace", 1, Dock(seat=1, berth=1)))
    assert [(trouble.at, trouble.ruling.rules) for trouble in found.troubles] == [(1, ("PR-04",))]
    found.keep(1, "they share").commit()
    assert table.state.berths == (1, 1, 3)
    assert table.history()[1].reason == "they share"
    assert same(table, reopened(table))


def test_an_insertion_that_does_not_fit_can_be_kept_or_dropped_without_harm_to_its_neighbour() -> None:
    table = act(opened(), Dock(seat=0, berth=1), Dock(seat=2, berth=3))
    found = table.amend(edit("insert", 1, Dock(seat=1, berth=1)))
    (trouble,) = found.troubles
    assert (trouble.at, trouble.edit) == (1, 0)
    for place in (trouble, 1):
        assert found.drop(place).line == table.line
        assert found.drop().line == table.line
        kept = found.keep(place, "they share")
        assert [move.reason for move in kept.line] == ["", "they share", ""]
    kept.commit()
    assert table.state.berths == (1, 1, 3)
    assert same(table, reopened(table))


def test_the_last_word_on_a_move_counts() -> None:
    table = docked(opened())
    twice = table.amend(edit("delete", 1), edit("replace", 1, Dock(seat=1, berth=5)))
    assert twice.states[-1].berths == (1, 5, 3)
    back = table.amend(
        edit("replace", 1, Dock(seat=1, berth=5)), edit("delete", 1), edit("keep", 1, reason="no")
    )
    assert back.states[-1].berths == (1, 5, 3)
    gone = table.amend(edit("keep", 1, reason="yes"), edit("delete", 1))
    assert gone.states[-1].berths == (1, 0, 3)


def test_an_overruled_move_stays_overruled() -> None:
    table = act(opened(), Dock(seat=0, berth=1))
    table.submit(Dock(seat=1, berth=1), "they share")
    act(table, Dock(seat=2, berth=3))
    committed(table, edit("replace", 2, Dock(seat=2, berth=6)))
    committed(table, edit("delete", 0))
    assert [(entry.seat, entry.reason) for entry in table.history()] == [(1, "they share"), (2, "")]


def test_what_cannot_be_carried_out_can_only_be_dropped() -> None:
    table = act(rolled(opened()), Buy(seat=0, ship="A"), Buy(seat=1, ship="B"))
    found = table.amend(edit("replace", 4, Buy(seat=0, ship="B")))
    assert found.troubles[0].ruling.rules == ("PR-08",)
    kept = found.keep(5, "they share it")
    assert kept.troubles[0].ruling.rules == ("PR-08", "TABLE-6")
    with pytest.raises(Refused):
        kept.commit()
    found.drop(5).commit()
    assert table.state.ships == (("B",), (), ())


@pytest.mark.parametrize(
    ("op", "at"), [("replace", -1), ("replace", 3), ("delete", 3), ("keep", 3), ("insert", 4), ("insert", -1)]
)
def test_a_place_that_is_not_there_is_refused(op: str, at: int) -> None:
    table = docked(opened())
    with pytest.raises(Refused, match="TABLE-1"):
        table.amend(edit(op, at, Rest(seat=0)))


def test_an_amendment_without_an_effect_is_not_written() -> None:
    table = docked(opened())
    records = table.journal.records()
    table.amend().commit()
    table.amend(edit("replace", 1, Dock(seat=1, berth=2))).commit()
    assert table.journal.records() == records


def test_an_amendment_counts_once() -> None:
    table = act(opened(), Dock(seat=0, berth=1))
    found = table.amend(edit("insert", 1, Dock(seat=1, berth=2)))
    found.commit()
    with pytest.raises(Refused):
        found.commit()
    assert len(table.line) == 2


def test_an_amendment_holds_when_somebody_goes_on_meanwhile() -> None:
    table = act(opened(), Dock(seat=0, berth=1))
    found = table.amend(edit("replace", 0, Dock(seat=0, berth=4)))
    act(table, Dock(seat=1, berth=2))
    found.commit()
    assert table.state.berths == (4, 2, 0)
    stale = table.amend(edit("replace", 0, Dock(seat=0, berth=5)))
    act(table, Dock(seat=2, berth=5))
    with pytest.raises(Refused, match="PR-04"):
        stale.commit()


def test_an_amendment_is_refused_when_its_line_is_gone() -> None:
    table = docked(opened())
    found = table.amend(edit("delete", 2))
    table.undo()
    with pytest.raises(Refused, match="TABLE-1"):
        found.commit()


def test_a_bug_in_a_later_replay_is_a_trouble_not_a_crash() -> None:
    class Brittle(type(game)):  # type: ignore[misc]
        def apply(self, state: Harbour, action: Action) -> Harbour:
            if isinstance(action, Rest) and state.dice == (6, 6):
                raise ZeroDivisionError
            return super().apply(state, action)

    table = act(rolled(Table(Brittle(), opened().setup)), Rest(seat=0))
    found = table.amend(edit("replace", 3, Roll(faces=(6, 6))))
    assert [(trouble.at, trouble.ruling.rules) for trouble in found.troubles] == [(4, ("TABLE-6",))]
    assert table.state.dice == (4, 5)
    found.drop().commit()
    assert table.state.dice == (6, 6)


def test_a_move_that_cannot_be_described_any_more_is_named() -> None:
    class Mute(type(game)):  # type: ignore[misc]
        def describe(self, state: Harbour, action: Action) -> object:
            raise KeyError(action.verb)

    table = Table(Mute(), opened().setup)
    table.submit(Dock(seat=0, berth=1))
    assert told(table) == ["dock (can no longer be carried out)"]


def test_a_vote_in_trouble_is_shown_sealed() -> None:
    table = act(voting(), vote(0, 1))
    found = table.amend(edit("delete", 6))
    words = said(table)
    assert [words.say(trouble.text) for trouble in found.troubles if trouble.text] == ["entered, sealed"]
    table = act(voting(), vote(0, 1), vote(1, 2))
    found = table.amend(edit("replace", 7, vote(0, 0)))
    assert [words.say(trouble.text) for trouble in found.troubles if trouble.text] == ["entered, sealed"]
