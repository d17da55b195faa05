"""What readings mean: any kind of thing that is seen, under any demand."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from probe_table import docked, opened
from sternwarte_probe.state import Roll

from companion.engine import Action, Demand, Draft, Kind, Option, Prompt, Step, literal, text, violated
from companion.observe import Proposal, Reason, added, corrected, propose, seen_by, without
from companion.observe.proposal import choices
from vision.reading import Odd, Reading, Seen, reasons

SQUARE = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))


def die(face: str, kind: str = "pips", sure: bool = True, *odd: Odd) -> Seen:
    return Seen(face=face, kind=kind, confidence=0.9, outline=SQUARE, sure=sure, odd=odd)


def reading(*seen: Seen, why: tuple[Odd, ...] = ()) -> Reading:
    return Reading(seen=seen, why=reasons(seen, why))


class Took(Action, frozen=True, kw_only=True, tag="took"):
    """What a made-up game makes of the answers."""

    key: str = "take"
    got: tuple[str, ...]


class Shelf:
    """A made-up table that asks for `wanted` things out of `offered`; `banned` breaks a rule."""

    def __init__(
        self, sees: str, offered: tuple[Any, ...], wanted: int, banned: tuple[Any, ...] = ()
    ) -> None:
        self.sees, self.offered, self.wanted, self.banned = sees, offered, wanted, banned
        self.state = None
        self.game = SimpleNamespace(step=lambda _, draft: self.step(draft))

    def prompt(self) -> Prompt:
        ask = Demand(key="take", ask=text("ask"), kind=Kind.ROLL, sees=self.sees, seat=1)
        return Prompt(heading=text("now"), demands=(ask,), turn=1)

    def step(self, draft: Draft) -> Step | Action:
        got = draft.all("got")
        if len(got) == self.wanted:
            return Took(seat=1, got=tuple(str(one) for one in got))
        options = tuple(
            Option(
                value=value,
                label=literal(str(value)),
                ruling=violated("X-1") if value in self.banned else Option(value=0, label=text("x")).ruling,
            )
            for value in self.offered
        )
        return Step(field="got", ask=text("ask"), options=options, done=len(got), of=self.wanted)

    def ruling(self, action: Action) -> Any:
        return SimpleNamespace(allowed=True)


@pytest.mark.parametrize(
    ("sees", "offered", "seen", "got"),
    [
        ("dice:2", (1, 2, 3), (die("3"), die("1")), ("3", "1")),
        ("symbols:relics:2", ("a:sun", "b:moon"), (die("moon", "b"), die("sun", "a")), ("b:moon", "a:sun")),
        ("balls:2", ("red", "blue"), (die("red", "ball"), die("red", "ball")), ("red", "red")),
        ("modules:2", ("tA", "s2"), (die("s2", "module"), die("tA", "module")), ("s2", "tA")),
    ],
)
def test_every_kind_of_thing_answers_the_repeated_field_in_reading_order(
    sees: str, offered: tuple[Any, ...], seen: tuple[Seen, ...], got: tuple[str, ...]
) -> None:
    meant = propose(Shelf(sees, offered, 2), reading(*seen))  # type: ignore[arg-type]
    assert isinstance(meant, Proposal)
    assert meant.action == Took(seat=1, got=got)
    assert meant.seat == 1
    assert meant.sure


def test_what_cannot_be_seen_is_not_asked_of_the_camera() -> None:
    ask = text("ask")
    assert seen_by(Demand(key="a", ask=ask)) is None
    assert seen_by(Demand(key="a", ask=ask, sees="weather:3")) is None
    assert seen_by(Demand(key="a", ask=ask, sees="dice:2", kind=Kind.SECRET)) is None
    found = seen_by(Demand(key="a", ask=ask, sees="symbols:old:relics:4"))
    assert found is not None
    assert (found.what, found.set, found.count) == ("symbols", "old:relics", 4)


def test_a_face_that_the_game_does_not_offer_means_nothing() -> None:
    meant = propose(Shelf("dice:1", (1, 2, 3), 1), reading(die("6")))  # type: ignore[arg-type]
    assert isinstance(meant, Reason)
    assert (meant.text.key, meant.text.args) == ("see.face", {"face": "6"})


def test_a_face_that_a_rule_forbids_is_refused_with_that_rule() -> None:
    meant = propose(Shelf("dice:1", (1, 2), 1, banned=(2,)), reading(die("2")))  # type: ignore[arg-type]
    assert isinstance(meant, Reason)
    assert meant.ruling is not None
    assert meant.ruling.rules == ("X-1",)


def test_a_wrong_number_is_told_also_where_the_demand_leaves_it_open() -> None:
    shelf = Shelf("dice", (1, 2), 2)
    for seen in ((die("1"),) * 3, ()):
        assert isinstance(propose(shelf, reading(*seen)), Reason)  # type: ignore[arg-type]
    few = propose(Shelf("dice:2", (1, 2), 3), reading(die("1"), die("2")))  # type: ignore[arg-type]
    assert isinstance(few, Reason)


def test_a_draft_that_is_open_says_for_whom_it_is() -> None:
    table = docked(opened())
    assert isinstance(propose(table, reading(die("1"), die("2")), Draft("roll")), Proposal)
    assert isinstance(propose(table, reading(die("1"), die("2")), Draft("dock", 0)), Reason)


def test_a_correction_makes_a_die_sure_and_leaves_what_is_odd_about_the_whole() -> None:
    found = reading(die("3", "pips", False, Odd.COCKED), die("4"), why=(Odd.GLARE,))
    assert found.why == (Odd.GLARE, Odd.COCKED)
    after = corrected(found, 0, "2")
    assert after.faces == ("2", "4")
    assert after.why == (Odd.GLARE,)
    clean = corrected(reading(die("3", "pips", False), die("4")), 0, "3")
    assert clean.sure
    meant = propose(docked(opened()), clean)
    assert isinstance(meant, Proposal)
    assert meant.action == Roll(faces=(3, 4))


def test_a_die_that_may_be_overlooked_is_still_spoken_of_after_another_was_named() -> None:
    found = reading(die("3", "pips", False, Odd.COCKED), die("4"), why=(Odd.UNCLEAR,))
    assert corrected(found, 0, "2").why == (Odd.UNCLEAR,)
    assert without(found, 0).why == (Odd.UNCLEAR,)
    assert added(found, (50.0, 40.0), 30.0, "5").why == (Odd.COCKED,)


def test_what_was_impossible_is_judged_by_the_table_once_it_was_changed() -> None:
    found = reading(die("sun", "red", False, Odd.COCKED), die("sun", "red"), why=(Odd.IMPOSSIBLE,))
    assert corrected(found, 0, "sun", "red").why == (Odd.IMPOSSIBLE,)
    assert corrected(found, 0, "sun", "blue").why == ()
    assert without(found, 0).why == ()


def test_what_is_no_die_can_be_taken_out() -> None:
    found = reading(die("3"), die("1"), die("4"), why=(Odd.COUNT,))
    after = without(found, 1)
    assert after.faces == ("3", "4")
    assert after.sure


def test_a_die_that_was_overlooked_can_be_put_in() -> None:
    found = reading(die("3"), why=(Odd.COUNT, Odd.UNCLEAR))
    assert isinstance(propose(docked(opened()), found), Reason)
    after = added(found, (50.0, 40.0), 30.0, "5")
    assert after.faces == ("3", "5")
    assert after.sure
    assert after.seen[1].box == (45, 35, 10, 10)
    meant = propose(docked(opened()), after)
    assert isinstance(meant, Proposal)
    assert meant.action == Roll(faces=(3, 5))
    alone = added(Reading(why=(Odd.GLARE,)), (50.0, 40.0), 30.0, "sun", "red")
    assert (alone.seen[0].kind, alone.seen[0].box, alone.why) == ("red", (35, 25, 30, 30), (Odd.GLARE,))


def test_the_faces_to_choose_from_are_those_of_the_game() -> None:
    table = docked(opened())
    assert [value for value, _ in choices(table, table.prompt().demands[0])] == [1, 2, 3, 4, 5, 6]
