"""Rolls are told from everything else that happens in a tray, and each is said once."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pytest

from vision.rest import Event, Kind, Phase, Watch, step
from vision.scenes.motion import KINDS, Sequence, Shot


def watched(
    sequence: Sequence, shots: Iterable[Shot], watch: Watch | None = None, expected: int | None = None
) -> tuple[Watch, list[Event]]:
    """What is said about these frames."""
    watch, events = watch or Watch(), []
    for shot in shots:
        watch, event = step(
            watch,
            shot.picture,
            shot.seconds,
            lambda _, dice=shot.dice: dice,
            sequence.expected if expected is None else expected,
            sequence.width_of_a_die,
        )
        events += [event] if event else []
    return watch, events


def lying(seed: int, count: int = 4) -> Sequence:
    """A tray in which so many dice lie."""
    sequence = Sequence("mixture", seed)
    sequence.count = sequence.expected = count
    sequence.dice = sequence._places(count)
    return sequence


def said(sequence: Sequence, *acts: Iterable[Shot]) -> list[Kind]:
    """What is said when these things happen one after the other, with rests between."""
    watch, _ = watched(sequence, sequence.wait(1))
    kinds = []
    for act in acts:
        for shots in (act, sequence.wait(1)):
            watch, events = watched(sequence, shots, watch)
            kinds += [event.kind for event in events]
    return kinds


@pytest.mark.parametrize(("kind", "seed"), [*((kind, 1) for kind in KINDS), ("roll", 2)])
def test_every_roll_is_said_once_and_nothing_else(kind: str, seed: int) -> None:
    sequence = Sequence(kind, seed)
    _, events = watched(sequence, sequence.shots())
    rolls = [event for event in events if event.kind == Kind.ROLL]
    assert len(rolls) == len(sequence.rolls)
    for event, rest in zip(rolls, sequence.rolls, strict=True):
        assert 0 <= event.seconds - rest < 1.25
        assert len(event.centres) == sequence.count


def test_same_seed_draws_the_same() -> None:
    one, other = (list(Sequence("roll", 4).shots()) for _ in range(2))
    assert [shot.dice for shot in one] == [shot.dice for shot in other]
    assert all(np.array_equal(a.picture, b.picture) for a, b in zip(one, other, strict=True))


def test_nothing_is_said_about_what_lies_there_at_first() -> None:
    sequence = lying(11)
    watch, events = watched(sequence, sequence.wait(2))
    assert (watch.phase, events) == (Phase.AT_REST, [])


def test_empty_moving_at_rest() -> None:
    sequence = lying(12)
    sequence.dice = []
    watch, _ = watched(sequence, sequence.wait(1))
    assert watch.phase == Phase.EMPTY
    phases = []
    for shot in sequence.roll():
        watch, _ = watched(sequence, [shot], watch)
        phases.append(watch.phase)
    assert list(dict.fromkeys(phases))[-2:] == [Phase.MOVING, Phase.AT_REST]


def test_hand_that_touches_nothing() -> None:
    sequence = lying(13)
    assert said(sequence, sequence.reach()) == [Kind.HAND]


def test_one_pushed_die_is_a_nudge() -> None:
    sequence = lying(14)
    assert said(sequence, sequence.nudge()) == [Kind.NUDGE]


def test_pick_up_and_roll_again_at_once() -> None:
    sequence = lying(15)

    def both() -> Iterable[Shot]:
        yield from sequence.pick_up(4)
        yield from sequence.roll()

    assert said(sequence, both())[-1] == Kind.ROLL


def test_kept_dice_do_not_hide_a_roll_of_the_others() -> None:
    sequence = lying(16, 5)
    kinds = said(sequence, sequence.pick_up(2), sequence.roll())
    assert kinds[0] == Kind.PICKED_UP
    assert kinds.count(Kind.ROLL) == 1
    assert kinds[-1] == Kind.ROLL


def test_dice_that_come_one_after_another_are_one_roll() -> None:
    sequence = lying(17, 4)
    ends, sequence.dice = sequence.dice, []
    watch, _ = watched(sequence, sequence.wait(1))
    kinds = []
    for there in (3, 4):
        sequence.dice = ends[:there]
        watch, events = watched(sequence, sequence.wait(1), watch)
        kinds += [event.kind for event in events]
    assert kinds == [Kind.COUNT, Kind.ROLL]


def test_wrong_number_is_no_roll() -> None:
    sequence = lying(18, 3)
    sequence.dice = []
    watch, _ = watched(sequence, sequence.wait(1))
    _, events = watched(sequence, sequence.roll(), watch, expected=5)
    assert [event.kind for event in events] == [Kind.COUNT]


def test_single_die_rolls_too() -> None:
    sequence = lying(19, 1)
    assert said(sequence, sequence.pick_up(1), sequence.roll()) == [Kind.PICKED_UP, Kind.ROLL]


def test_dice_are_read_only_when_they_come_to_rest() -> None:
    sequence, asked = lying(20), []
    watch = Watch()
    for shot in sequence.wait(3):
        watch, _ = step(watch, shot.picture, shot.seconds, lambda _: asked.append(1) or [])
    assert len(asked) == 1


def test_step_leaves_the_state_before_it_alone() -> None:
    sequence = lying(21)
    before, _ = watched(sequence, sequence.wait(1))
    shots = list(sequence.pick_up(4)) + list(sequence.roll())
    first, second = (watched(sequence, shots, before)[1] for _ in range(2))
    assert first == second
    assert first[-1].kind == Kind.ROLL


@pytest.mark.parametrize(("kind", "seed"), [("hand", 300_055), ("hand", 300_289), ("mixture", 200_443)])
def test_hands_that_lie_still_over_dice_and_noise_in_the_dark_make_no_rolls(kind: str, seed: int) -> None:
    sequence = Sequence(kind, seed)
    _, events = watched(sequence, sequence.shots())
    assert len([event for event in events if event.kind == Kind.ROLL]) == len(sequence.rolls)


def test_dice_that_were_only_covered_are_read_again_but_were_not_rolled() -> None:
    sequence = lying(22, 3)
    dice = list(sequence.dice)
    watch, _ = watched(sequence, sequence.wait(1))
    sequence.dice = dice[:1]
    watch, covered = watched(sequence, sequence.wait(1), watch)
    sequence.dice = dice
    _, free = watched(sequence, sequence.wait(1), watch)
    assert [event.kind for event in covered + free] == [Kind.PICKED_UP, Kind.NUDGE]
    assert len(free[0].centres) == 3
