"""Teaches the camera a set of symbol dice: which face is wanted next, and what is known so far."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TypeAlias

import cv2
import msgspec
import numpy as np
from msgspec import Struct

from vision import dice_set, teach
from vision.confusable import confusable, unlike
from vision.dice_set import BadSet, DiceSet, DieKind, Shape
from vision.reading import Odd, Outline, Picture, Reading, Seen
from vision.teach import Lesson, NotTaught, Taught

Pair: TypeAlias = tuple[str, str]
"""A kind of die and one of its faces."""

TIMES = 2
"""A face is shown once, and better twice."""

Find: TypeAlias = Callable[[Picture], Outline | None]
Learn: TypeAlias = Callable[[Picture, str, str], Lesson]
Doubts: TypeAlias = tuple[tuple[Pair, Pair], ...]
Check: TypeAlias = "Callable[[Course], Doubts]"

CELLS = 28
CHANGED = 40.0
"""So much a small part of a picture changes, beside a change of light, when another face is shown."""

CORNERS = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]], np.float32)


def dice_sets(files: Iterable[Path]) -> dict[str, DiceSet]:
    """The sets that files describe, by name; a file that describes none is passed over."""
    found: dict[str, DiceSet] = {}
    for file in files:
        try:
            dice = dice_set.load(file)
        except BadSet:
            continue
        found.setdefault(dice.name, dice)
    return found


class Course(Struct, frozen=True):
    """What was taught of a set so far: lessons by kind, face and number."""

    dice: DiceSet
    lessons: dict[str, Lesson] = {}

    def times(self, pair: Pair) -> int:
        """How often a face was shown."""
        return sum((one.kind, one.face) == pair for one in self.lessons.values())

    @property
    def wanted(self) -> Pair | None:
        """The next face to show: those never seen come first; None when all were shown twice."""
        for times in range(TIMES):
            for pair in self.dice.pairs:
                if self.times(pair) <= times:
                    return pair
        return None

    @property
    def missing(self) -> int:
        """How many faces were never shown."""
        return sum(not self.times(pair) for pair in self.dice.pairs)

    @property
    def total(self) -> int:
        """How many faces there are."""
        return len(self.dice.pairs)

    @property
    def taught(self) -> Taught:
        """What the reader of these dice is given."""
        return Taught(self.dice.name, tuple(self.lessons[key] for key in sorted(self.lessons)))

    def keys(self, pair: Pair) -> list[str]:
        """Under which names the lessons of a face are kept."""
        return sorted(key for key, one in self.lessons.items() if (one.kind, one.face) == pair)

    def with_(self, lesson: Lesson) -> tuple[Course, str]:
        """The course with one more lesson, and its name; a third of a face takes the place of the first."""
        names = [f"{lesson.kind}/{lesson.face}/{number + 1}" for number in range(TIMES)]
        name = next((name for name in names if name not in self.lessons), names[0])
        return msgspec.structs.replace(self, lessons={**self.lessons, name: lesson}), name

    def without(self, pair: Pair) -> Course:
        """The course with one face forgotten."""
        kept = {key: one for key, one in self.lessons.items() if (one.kind, one.face) != pair}
        return msgspec.structs.replace(self, lessons=kept)


def course(dice: DiceSet, kept: Mapping[str, bytes]) -> Course:
    """What was kept of a set; what cannot be read, or belongs to no face of it, was never taught."""
    lessons = {}
    for key, data in kept.items():
        try:
            (lesson,) = teach.decode(data).lessons
        except (NotTaught, ValueError):
            continue
        if (lesson.kind, lesson.face) in dice.pairs:
            lessons[key] = lesson
    return Course(dice, lessons)


def packed(dice: DiceSet, lesson: Lesson) -> bytes:
    """One lesson, to keep."""
    return Taught(dice.name, (lesson,)).encode()


def doubts(known: Course) -> Doubts:
    """Faces that look too much alike, two by two; one beside itself where its pictures show two things."""
    taught = known.taught
    return (*confusable(taught), *((pair, pair) for pair in unlike(taught)))


def outlined(picture: Picture) -> Outline | None:
    """The four corners of the one die in a picture; None where no single die is seen."""
    try:
        frame = teach.find_die(picture).frame
    except NotTaught:
        return None
    return tuple((float(x), float(y)) for x, y in CORNERS @ frame[:, :2].T + frame[:, 2])


def unchanged(before: Picture, now: Picture) -> bool:
    """Whether two cut-outs of one place show the same die, lying as it lay."""
    cells = [
        cv2.resize(one, (CELLS, CELLS), interpolation=cv2.INTER_AREA).astype(np.float32)
        for one in (before, now)
    ]
    change = cells[0] - cells[1]
    return float(np.abs(change - change.mean(axis=(0, 1))).max()) < CHANGED


class Teacher:
    """Outlines the one die in each picture, at a wish learns from it, and checks what is known.

    It runs where the eyes run, because all this takes longer than a screen may stand still.
    """

    def __init__(self, find: Find = outlined, learn: Learn = teach.lesson, check: Check = doubts) -> None:
        self._find, self._learn, self._check = find, learn, check
        self.wish: Pair | None = None
        self.learnt: Lesson | None = None
        self.failed = False
        self.known: Course | None = None
        self.doubts: Doubts | None = None

    def read(self, picture: Picture, expect: int | None = None) -> Reading:
        """The die, without a face; nothing where no single die is seen."""
        wish, outline = self.wish, self._find(picture)
        if wish is not None:
            try:
                self.learnt = None if outline is None else self._learn(picture, *wish)
            except NotTaught:
                self.learnt = None
            self.failed, self.wish = self.learnt is None, None
        elif self.known is not None:
            known, self.known = self.known, None
            self.doubts = self._check(known)
        if outline is None:
            return Reading(why=(Odd.COUNT,))
        return Reading(seen=(Seen(face="", confidence=1.0, outline=outline, sure=True),))


__all__ = [
    "Course", "DiceSet", "DieKind", "Doubts", "Lesson", "NotTaught", "Pair", "Shape", "Teacher", "course",
    "dice_sets", "doubts", "outlined", "packed", "unchanged",
]  # fmt: skip
