"""Teaching a set of dice: which face is next, what is kept, and what a wish does."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from drawn_dice import PLACES, SIZE, lesson_of, one_die, tray

from companion.observe import around, crop
from companion.observe.teaching import Course, Teacher, course, dice_sets, doubts, packed, unchanged
from vision.dice_set import DiceSet, parse

TEXT = """
name = "runes"
title = "Runes"
[[die]]
kind = "red"
faces = { sun = 4, moon = 2 }
[[die]]
kind = "blue"
faces = { sun = 6 }
[words]
red = { de = "Roter Würfel" }
"""


@pytest.fixture
def dice() -> DiceSet:
    return parse(TEXT)


def shown(known: Course, *faces: tuple[str, str]) -> Course:
    for kind, face in faces:
        known, _ = known.with_(lesson_of(tray(3), kind, face))
    return known


def test_every_face_is_wanted_once_and_then_a_second_time(dice: DiceSet) -> None:
    known, asked = Course(dice), []
    while known.wanted is not None:
        asked.append(known.wanted)
        known = shown(known, known.wanted)
    once = [("red", "sun"), ("red", "moon"), ("blue", "sun")]
    assert asked == once * 2
    assert known.missing == 0


def test_what_was_taught_is_kept_face_by_face_and_taken_up_again(dice: DiceSet) -> None:
    known, kept = Course(dice), {}
    for _ in range(2):
        lesson = lesson_of(tray(4), *(known.wanted or ("", "")))
        known, key = known.with_(lesson)
        kept[key] = packed(dice, lesson)
    again = course(dice, kept)
    assert again.wanted == ("blue", "sun")
    assert again.missing == 1
    assert np.array_equal(again.lessons["red/moon/1"].shown, known.lessons["red/moon/1"].shown)
    assert {(one.kind, one.face) for one in again.taught.lessons} == {("red", "sun"), ("red", "moon")}


def test_what_cannot_be_read_was_never_taught(dice: DiceSet) -> None:
    strange = packed(dice, lesson_of(tray(1), "green", "sun"))
    whole = packed(dice, lesson_of(tray(1), "red", "sun"))
    kept = {"red/sun/1": whole, "red/moon/1": b"nonsense", "green/sun/1": strange, "blue/sun/1": whole[:-90]}
    assert list(course(dice, kept).lessons) == ["red/sun/1"]


def test_a_face_can_be_forgotten_and_a_third_lesson_takes_the_place_of_the_first(dice: DiceSet) -> None:
    known = shown(Course(dice), ("red", "sun"), ("red", "sun"), ("red", "moon"))
    third, key = known.with_(lesson_of(tray(6), "red", "sun"))
    assert (key, third.times(("red", "sun"))) == ("red/sun/1", 2)
    assert known.keys(("red", "sun")) == ["red/sun/1", "red/sun/2"]
    assert known.without(("red", "sun")).wanted == ("red", "sun")


def test_the_teacher_outlines_one_die_and_learns_only_at_a_wish() -> None:
    teacher = Teacher(one_die, lesson_of)
    (die,) = teacher.read(tray(3)).seen
    assert max(die.box[2:]) == SIZE + 1
    assert teacher.learnt is None
    teacher.wish = ("red", "sun")
    teacher.read(tray(3))
    assert teacher.learnt is not None
    assert (teacher.learnt.kind, teacher.learnt.face, teacher.wish) == ("red", "sun", None)


def test_the_same_face_shown_for_two_is_doubted_and_so_are_two_faces_shown_for_one(dice: DiceSet) -> None:
    same = [lesson_of(tray(3), "red", face) for face in ("sun", "moon")]
    other = lesson_of(tray(4), "red", "sun")
    assert doubts(Course(dice, {"a": same[0]})) == ()
    assert doubts(Course(dice, {"a": same[0], "b": same[1]})) == ((("red", "sun"), ("red", "moon")),)
    assert doubts(Course(dice, {"a": same[0], "b": other})) == ((("red", "sun"), ("red", "sun")),)


def test_the_teacher_checks_what_is_known_when_nothing_is_to_be_learnt(dice: DiceSet) -> None:
    found = ((("red", "sun"), ("red", "moon")),)
    teacher = Teacher(one_die, lesson_of, lambda known: found)
    teacher.known, teacher.wish = Course(dice), ("red", "sun")
    teacher.read(tray(3))
    assert teacher.doubts is None
    teacher.read(tray(3))
    assert (teacher.doubts, teacher.known) == (found, None)


def test_noise_and_another_light_change_nothing_but_another_face_does() -> None:
    place = around(PLACES[0], SIZE)
    before = crop(tray(2), place)
    noise = np.random.default_rng(2).normal(12, 6, before.shape)
    assert unchanged(before, np.clip(before + noise, 0, 255).astype(np.uint8))
    assert not unchanged(before, crop(tray(3), place))
    assert not unchanged(before, crop(tray(2, shift=8), place))


@pytest.mark.parametrize("faces", [(), (3, 5)])
def test_without_exactly_one_die_a_wish_fails(faces: tuple[int, ...]) -> None:
    teacher = Teacher(one_die, lesson_of)
    teacher.wish = ("red", "sun")
    reading = teacher.read(tray(*faces))
    assert reading.seen == ()
    assert not reading.sure
    assert teacher.failed
    assert teacher.learnt is None


def test_sets_are_found_by_name_and_broken_files_passed_over(tmp_path: Path) -> None:
    good, bad = tmp_path / "dice.toml", tmp_path / "bad.toml"
    good.write_text(TEXT)
    bad.write_text("name = 3")
    found = dice_sets((bad, tmp_path / "nowhere.toml", good))
    assert list(found) == ["runes"]
    assert found["runes"].called("red", "de") == "Roter Würfel"
    assert found["runes"].called("red", "en") == "red"
