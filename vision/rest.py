"""Waits until the tray moved and then lies still, and says whether that was a roll."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias

import cv2
import numpy as np

from .reading import Picture, Point

Even: TypeAlias = "np.ndarray[tuple[int, ...], np.dtype[np.float32]]"
Read: TypeAlias = Callable[[Picture], Sequence[Point]]
"""Gives the centres of all dice in a picture, from 0 to 1 both ways."""

WIDTH, HEIGHT = 160, 120
STILL_FOR = 0.5
# Something that stays in the tray so long belongs there.
STAYS_FOR = 8.0
# Brightness counts by its logarithm: so many parts of one above or below the surroundings are a change,
# or so many times the noise.
CHANGE = 0.11
ARM_CHANGE = 0.18
TIMES_NOISE = 5.0
LIFT = 15.0
# Far wider than a die, or each would darken what lies round it.
EVENED_OVER = 24.0
# A die's usual width, in parts of the picture's width. In dice: the smallest change that is not noise (area),
# the smallest arm (area), how far an untouched die may seem to have moved, and how far one changes its
# surroundings.
DIE = 0.068
SMALLEST = 0.15
ARM = 2.5
SAME_PLACE = 0.32
REACH = 0.9
# How well an untouched die matches itself: in the same light, and where the light has changed.
LOOKS_ALIKE = 0.85
IN_OTHER_LIGHT = 0.35
TELLING = 0.05
BRIGHTER = 0.06


class Phase(StrEnum):
    """What goes on in the tray."""

    EMPTY = "empty"
    MOVING = "moving"
    AT_REST = "at_rest"


class Kind(StrEnum):
    """What had happened when the tray came to rest."""

    ROLL = "roll"
    NUDGE = "nudge"
    PICKED_UP = "picked_up"
    COUNT = "count"
    HAND = "hand"
    LIGHT = "light"


@dataclass(frozen=True)
class Event:
    """What had happened, when it was noticed, and where the dice lie now."""

    kind: Kind
    seconds: float
    centres: tuple[Point, ...] = ()


@dataclass(frozen=True, eq=False)
class Rest:
    """A tray that was judged: how it looked, how bright it was, and the dice that were there."""

    even: Even
    small: Picture
    centres: tuple[Point, ...]


@dataclass(frozen=True, eq=False)
class Watch:
    """All that is remembered between two frames."""

    phase: Phase = Phase.MOVING
    anchor: Even | None = None
    since: float = 0.0
    looked: int = 0
    arm_seen: bool = False
    last: Rest | None = None
    hidden: Rest | None = None
    """The tray before dice were missing: a hand may only have lain over them."""


def step(
    watch: Watch,
    picture: Picture,
    seconds: float,
    read: Read,
    expected: int | None = None,
    die: float = DIE,
) -> tuple[Watch, Event | None]:
    """The next frame of the tray from above, at a time of a steady clock; `read` is asked only at rest."""
    small = np.asarray(cv2.resize(picture, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA), np.uint8)
    even = evened(small)
    if watch.anchor is None or _largest(change(watch.anchor, even)) >= SMALLEST * (die * WIDTH) ** 2:
        arm = watch.last is not None and has_arm(watch.last, small, (), die)
        seen = watch.arm_seen or arm
        moving = replace(watch, phase=Phase.MOVING, anchor=even, since=seconds, looked=0, arm_seen=seen)
        return moving, None
    # Where somebody reaches in nothing is judged, until it proves to be a thing that stays.
    due = (STILL_FOR, STAYS_FOR, float("inf"))[watch.looked]
    if seconds - watch.since < due:
        return watch, None
    now = Rest(even, small, tuple(read(picture)))
    arm = watch.last is not None and not watch.looked and has_arm(watch.last, small, now.centres, die)
    rested, event = _judge(replace(watch, looked=2), now, seconds, expected, die)
    # An arm may hide dice, but not if all that are expected can be seen.
    if arm and not (expected and event and event.kind == Kind.ROLL):
        return replace(watch, looked=1, arm_seen=True), None
    return rested, event


def _judge(
    watch: Watch, now: Rest, seconds: float, expected: int | None, die: float
) -> tuple[Watch, Event | None]:
    """The tray lies still and nobody reaches into it: what has become of the dice since it last did?"""
    phase = Phase.AT_REST if now.centres else Phase.EMPTY
    rested = replace(watch, phase=phase, arm_seen=False, last=now)
    if watch.last is None:
        return rested, None
    new = [centre for centre in now.centres if not _unchanged(centre, watch.last, now, die)]
    back = [centre for centre in new if watch.hidden and _unchanged(centre, watch.hidden, now, die)]
    new = [centre for centre in new if centre not in back]
    stayed = tuple(centre for centre in now.centres if centre not in new)
    right = len(now.centres) == expected if expected is not None else bool(now.centres)
    kind: Kind | None
    if right and len(new) >= min(2, len(now.centres)):
        kind = Kind.ROLL
    elif right and new:
        kind = Kind.NUDGE
    elif new:
        # More dice may still come, and all of them together are the roll.
        rested = replace(rested, last=replace(now, centres=stayed))
        kind = Kind.COUNT
    elif len(now.centres) < len(watch.last.centres):
        rested = replace(rested, hidden=watch.hidden or watch.last)
        return rested, Event(Kind.PICKED_UP, seconds, now.centres)
    elif back:
        # They were only covered; nothing was rolled, but what was read is to be read again.
        kind = Kind.NUDGE
    elif watch.arm_seen:
        kind = Kind.HAND
    else:
        kind = Kind.LIGHT if _other_light(watch.last, now) else None
    rested = replace(rested, hidden=None)
    return rested, Event(kind, seconds, now.centres) if kind else None


def evened(small: Picture, leave_out: Picture | None = None) -> Even:
    """The picture without its light: each colour's logarithm against that of the surroundings."""
    logs = np.log(small.astype(np.float32) + LIFT)
    if leave_out is None:
        around = _spread(logs)
    else:
        rest = np.where(leave_out > 0, 0, 1).astype(np.float32)
        around = _spread(logs * rest[..., None]) / (_spread(rest)[..., None] + 1e-3)
    return np.asarray(cv2.GaussianBlur(logs - around, (3, 3), 0), np.float32)


def _spread(values: Even) -> Even:
    rough = cv2.resize(values, (WIDTH // 4, HEIGHT // 4), interpolation=cv2.INTER_AREA)
    return np.asarray(
        cv2.resize(cv2.GaussianBlur(rough, (0, 0), EVENED_OVER / 4), (WIDTH, HEIGHT)), np.float32
    )


def change(before: Even, after: Even, least: float = CHANGE) -> Picture:
    """Where two evened pictures differ by more than noise: 255, else 0."""
    apart = np.abs(after - before)
    # Most of the tray stays the same, so the usual difference is the noise.
    limit = max(least, TIMES_NOISE * float(np.median(apart[::3, ::3])))
    most = np.maximum(np.maximum(apart[..., 0], apart[..., 1]), apart[..., 2])
    return np.where(most > limit, 255, 0).astype(np.uint8)


def has_arm(before: Rest, small: Picture, dice: Iterable[Point], die: float) -> bool:
    """Whether something large, and no die, reaches in from the edge that was not there before."""
    covered = np.zeros((HEIGHT, WIDTH), np.uint8)
    for x, y in (*before.centres, *dice):
        cv2.circle(covered, _pixel(x, y), round(REACH * die * WIDTH), 255, -1)
    # Dice that came or went must not change what the ground is compared with.
    changed = change(evened(before.small, covered), evened(small, covered), ARM_CHANGE)
    changed[covered > 0] = 0
    count, _, stats, _ = cv2.connectedComponentsWithStats(changed)
    for number in range(1, count):
        left, top, width, height, area = (int(value) for value in stats[number])
        at_edge = left <= 1 or top <= 1 or left + width >= WIDTH - 1 or top + height >= HEIGHT - 1
        if at_edge and area >= ARM * (die * WIDTH) ** 2:
            return True
    return False


def _largest(changed: Picture) -> int:
    """The area of the largest connected change."""
    count, _, stats, _ = cv2.connectedComponentsWithStats(changed)
    return int(stats[1:, cv2.CC_STAT_AREA].max()) if count > 1 else 0


def _unchanged(centre: Point, before: Rest, now: Rest, die: float) -> bool:
    """Whether a die lay there before and showed the same."""
    if all(_distance(centre, other) > SAME_PLACE * die for other in before.centres):
        return False
    reach = max(3, round(0.6 * die * WIDTH))
    here, there = _cut(now.even, centre, reach), _cut(before.even, centre, reach + 2)
    if here.std() < TELLING or there.std() < TELLING:
        return True
    alike = IN_OTHER_LIGHT if _other_light(before, now) else LOOKS_ALIKE
    return float(cv2.matchTemplate(there, here, cv2.TM_CCOEFF_NORMED).max()) >= alike


def _other_light(before: Rest, now: Rest) -> bool:
    return abs(float(np.log((now.small.mean() + 1) / (before.small.mean() + 1)))) > BRIGHTER


def _cut(even: Even, centre: Point, reach: int) -> Even:
    x, y = _pixel(*centre)
    padded = cv2.copyMakeBorder(even, reach, reach, reach, reach, cv2.BORDER_REPLICATE)
    return np.asarray(padded[y : y + 2 * reach + 1, x : x + 2 * reach + 1], np.float32)


def _pixel(x: float, y: float) -> tuple[int, int]:
    return min(max(int(x * WIDTH), 0), WIDTH - 1), min(max(int(y * HEIGHT), 0), HEIGHT - 1)


def _distance(one: Point, other: Point) -> float:
    return float(np.hypot(one[0] - other[0], (one[1] - other[1]) * HEIGHT / WIDTH))
