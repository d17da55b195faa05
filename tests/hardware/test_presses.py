"""Levels become presses: whatever a contact chatters, every press counts once and none is lost."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from hardware.presses import HELD, LOCK, LONG, Button, Hands, Pressed, What, advance, begin, feed

TRACES = 10_000
CHATTER = 0.030
SHORTEST = 0.060
GREEN, RED, YELLOW = Button

Edge = tuple[float, Button, bool]


def chatter(rng: Random, at: float, button: Button, level: bool) -> list[Edge]:
    """A contact that changes at a time and chatters for up to 30 ms before it stays there."""
    times = sorted(at + rng.uniform(0, rng.uniform(0, CHATTER)) for _ in range(2 * rng.randrange(0, 9)))
    levels = [level if number % 2 else not level for number in range(len(times))]
    return [(at, button, level), *((time, button, now) for time, now in zip(times, levels, strict=True))]


def held(rng: Random, at: float, seconds: float, button: Button) -> list[Edge]:
    """One press of a contact that chatters when it is pressed and when it is let go."""
    return [*chatter(rng, at, button, True), *chatter(rng, at + seconds, button, False)]


def played(edges: list[Edge], hands: Hands | None = None, until: float = 60.0) -> list[Pressed]:
    """What is made of a trace."""
    hands, found = begin() if hands is None else hands, []
    for time, button, level in sorted(edges, key=lambda edge: edge[0]):
        hands, done = feed(hands, time, button, level)
        found += done
    return found + advance(hands, until)[1]


def told(found: list[Pressed]) -> list[tuple[What, Button | None]]:
    return [(one.what, one.button) for one in found]


def test_every_press_of_ten_thousand_traces_counts_once() -> None:
    rng, wrong = Random(4), []
    for number in range(TRACES):
        button, count, at = rng.choice(list(Button)), rng.randint(1, 4), rng.uniform(0, 1)
        edges = []
        for _ in range(count):
            seconds = rng.uniform(SHORTEST, LONG - 0.01 if button is YELLOW else 2.5)
            edges += held(rng, at, seconds, button)
            at += seconds + rng.uniform(SHORTEST, 0.5)
        if told(played(edges)) != [(What.PRESS, button)] * count:
            wrong.append(number)
    assert wrong == []


def test_every_long_press_of_ten_thousand_traces_counts_once_and_is_no_press() -> None:
    rng, wrong = Random(5), []
    for number in range(TRACES):
        button = rng.choice(list(Button))
        edges = held(rng, rng.uniform(0, 1), rng.uniform(LONG + 0.01, 6), button)
        if told(played(edges, begin(holdable=frozenset(Button)))) != [(What.LONG, button)]:
            wrong.append(number)
    assert wrong == []


def test_every_chord_of_ten_thousand_traces_counts_once_and_neither_of_its_buttons() -> None:
    rng, wrong = Random(6), []
    for number in range(TRACES):
        first, second = rng.sample([GREEN, RED], 2)
        at, late = rng.uniform(0, 1), rng.uniform(0, 2)
        together = rng.uniform(HELD + 0.01, HELD + 4)
        edges = held(rng, at, late + together + rng.uniform(0, 1), first)
        edges += held(rng, at + late, together, second)
        if told(played(edges)) != [(What.CHORD, None)]:
            wrong.append(number)
    assert wrong == []


def test_two_buttons_let_go_too_early_are_nothing_at_all() -> None:
    rng = Random(7)
    for _ in range(500):
        late, together = rng.uniform(0, 0.5), rng.uniform(SHORTEST, HELD - 0.01)
        edges = held(rng, 1.0, late + together + rng.uniform(0, 1), GREEN) + held(
            rng, 1.0 + late, together, RED
        )
        assert played(edges) == []


def test_presses_of_all_buttons_at_once_are_kept_apart() -> None:
    rng, counted = Random(8), Counter()
    for _ in range(500):
        edges, at = [], 0.0
        for button in (GREEN, RED):
            edges += held(rng, at, 0.1, button)
            at += 0.3
        edges += held(rng, rng.uniform(0, 0.4), 0.2, YELLOW)
        counted.update(one.button for one in played(edges))
    assert counted == {GREEN: 500, RED: 500, YELLOW: 500}


def test_a_press_counts_at_the_edge_that_lets_go() -> None:
    hands, done = feed(begin(), 1.0, GREEN, True)
    assert done == []
    hands, done = feed(hands, 1.2, GREEN, False)
    assert done == [Pressed(What.PRESS, 1.2, GREEN)]


def test_a_chord_and_a_long_press_count_as_soon_as_they_were_held_long_enough() -> None:
    hands, _ = feed(begin(), 1.0, YELLOW, True)
    assert hands.due == 1.0 + LONG
    assert advance(hands, 1.0 + LONG)[1] == [Pressed(What.LONG, 1.0 + LONG, YELLOW)]
    hands, _ = feed(begin(), 1.0, GREEN, True)
    hands, _ = feed(hands, 2.0, RED, True)
    assert advance(hands, 9.0)[1] == [Pressed(What.CHORD, 2.0 + HELD)]


def test_a_spike_shorter_than_the_lock_is_one_press_and_not_lost() -> None:
    found = played([(1.0, GREEN, True), (1.004, GREEN, False)])
    assert found == [Pressed(What.PRESS, pytest.approx(1.0 + LOCK), GREEN)]


def test_a_button_that_is_down_at_the_start_means_nothing_until_it_was_let_go() -> None:
    hands, done = feed(begin([RED, YELLOW]), 1.0, RED, False)
    assert done == []
    assert advance(hands, 50.0)[1] == []
    hands, _ = feed(hands, 51.0, RED, True)
    assert told(feed(hands, 51.2, RED, False)[1]) == [(What.PRESS, RED)]


def test_the_same_level_told_twice_changes_nothing() -> None:
    hands, _ = feed(begin(), 1.0, GREEN, True)
    again, done = feed(hands, 1.5, GREEN, True)
    assert (again.lines[GREEN].since, done) == (1.0, [])
