"""From frames to the journal: a roll of the probe game is seen, read, proposed and entered."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from drawn_dice import PlainReader, tray
from probe_table import docked, opened, reopened, said
from sternwarte_probe.state import Roll

from companion.observe import Proposal, Reason, Sight, TrayWatch, propose, seen_by
from hardware.camera import DrawnCamera
from vision.reading import Picture

STEP = 0.2
"""Seconds between two frames."""


def scene(*pictures: Picture, frames: int = 8) -> Iterable[Picture]:
    """Each picture for some frames."""
    for picture in pictures:
        yield from [picture] * frames


def sights(pictures: Iterable[Picture], *doubt: str, expect: int | None = 2) -> list[Sight]:
    """All that is seen of some frames."""
    film = list(pictures)
    drawn, at = iter(film), [0.0]

    def clock() -> float:
        at[0] += STEP
        return at[0]

    watch = TrayWatch(DrawnCamera(lambda: next(drawn), clock), PlainReader(*doubt), expect=expect)
    return [watch.look() for _ in film]


def readings(seen: list[Sight]) -> list[Sight]:
    """The sights at which something was read."""
    return [after for before, after in pairwise(seen) if after.number > before.number]


def test_a_roll_is_seen_once_and_comes_to_the_journal() -> None:
    table = docked(opened())
    (read,) = readings(sights(scene(tray(), tray(3), tray(3, 5))))[-1:]
    assert read.reading is not None
    assert read.rolled
    meant = propose(table, read.reading)
    assert isinstance(meant, Proposal)
    assert (meant.action, meant.seat, meant.sure) == (Roll(faces=(3, 5)), None, True)
    table.submit(meant.action)
    again = reopened(table)
    assert again.line[-1].action == Roll(faces=(3, 5))
    assert said(again).say(again.history()[-1].text).endswith("3 + 5")


def test_dice_that_lay_there_before_are_no_roll() -> None:
    assert readings(sights(scene(tray(3, 5), frames=20))) == []


def test_dice_that_were_picked_up_are_no_reading_any_more() -> None:
    seen = sights(scene(tray(), tray(3, 5), tray()))
    assert [sight.reading is not None for sight in (seen[0], seen[14], seen[-1])] == [False, True, False]


def test_a_second_roll_is_a_second_reading() -> None:
    read = readings(sights(scene(tray(), tray(3, 5), tray(6, 1, shift=150))))
    assert [sight.reading.faces for sight in read if sight.reading] == [("3", "5"), ("6", "1")]


def test_an_unsure_die_makes_a_proposal_that_asks() -> None:
    table = docked(opened())
    read = readings(sights(scene(tray(), tray(3, 5)), "5"))[-1]
    assert read.reading is not None
    meant = propose(table, read.reading)
    assert isinstance(meant, Proposal)
    assert not meant.sure


def test_three_dice_are_shown_with_the_reason_and_mean_nothing() -> None:
    table = docked(opened())
    read = readings(sights(scene(tray(), tray(3, 5, 1))))[-1]
    assert read.reading is not None
    meant = propose(table, read.reading)
    assert isinstance(meant, Reason)
    assert meant.text.key == "see.count.dice"
    assert meant.text.args == {"seen": 3, "wanted": 2}
    assert len(table.line) == 3


def test_what_is_seen_while_nothing_sees_dice_is_not_kept() -> None:
    table = opened()
    read = readings(sights(scene(tray(), tray(3, 5))))[-1]
    assert read.reading is not None
    meant = propose(table, read.reading)
    assert isinstance(meant, Reason)
    assert meant.text.key == "see.nothing"
    docked(table)
    (demand,) = table.prompt().demands
    sees = seen_by(demand)
    assert sees is not None
    assert (sees.what, sees.count) == ("dice", 2)
    assert table.state.phase == "roll"
