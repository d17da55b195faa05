"""Teaching: what a picture of one die teaches, what is kept of it, and which faces cannot be told apart."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from drawn_symbols import look, own_set, shown, taught, tray

from vision import teach
from vision.confusable import confusable, unlike
from vision.symbols import SymbolReader
from vision.teach import Lesson, NotTaught, Taught


def test_what_was_taught_is_kept_as_it_was() -> None:
    again = teach.decode(taught().encode())
    assert again.name == taught().name
    assert again.pairs() == taught().pairs() == set(own_set().pairs)
    for one, other in zip(again.lessons, taught().lessons, strict=True):
        assert (one.kind, one.face) == (other.kind, other.face)
        assert np.array_equal(one.shown, other.shown)
    assert len(taught().encode()) < 200_000


def test_a_reader_made_of_what_was_kept_reads_the_same() -> None:
    picture = tray(4).picture
    readings = [
        SymbolReader(own_set(), known).read(picture) for known in (taught(), teach.decode(taught().encode()))
    ]
    assert readings[0].seen == readings[1].seen


@pytest.mark.parametrize("damage", [b"", b"nothing", taught.__doc__.encode() if taught.__doc__ else b"x"])
def test_what_is_no_taught_file_is_told(damage: bytes, tmp_path: Path) -> None:
    with pytest.raises(NotTaught):
        teach.decode(damage)
    (tmp_path / "dice.taught").write_bytes(damage)
    with pytest.raises(NotTaught):
        teach.load(tmp_path / "dice.taught")


def test_a_damaged_file_is_told(tmp_path: Path) -> None:
    whole = taught().encode()
    with pytest.raises(NotTaught):
        teach.decode(whole[: len(whole) // 2])
    broken = Taught("x", (Lesson("red", "single", np.zeros((5, 5, 3), np.uint8)),)).encode()
    with pytest.raises(NotTaught, match="damaged"):
        teach.decode(broken)
    with pytest.raises(NotTaught, match="No such file"):
        teach.load(tmp_path / "none.taught")


def test_what_is_still_missing() -> None:
    assert teach.missing(own_set(), taught()) == ()
    less = taught().without("red", "double").without("black", "research")
    assert teach.missing(own_set(), less) == (("black", "research"), ("red", "double"))


def test_a_picture_without_a_die_teaches_nothing() -> None:
    with pytest.raises(NotTaught, match="no die"):
        teach.lesson(tray(1, []).picture, "red", "single")


def test_two_dice_teach_nothing() -> None:
    with pytest.raises(NotTaught, match="more than one"):
        teach.lesson(tray(1, [look("red"), look("blue")]).picture, "red", "single")


def test_a_die_that_is_cut_off_teaches_nothing() -> None:
    picture = shown("red", "single")
    top = teach.find_die(picture)
    left = int(top.middle[0] - 0.1 * top.edge)
    with pytest.raises(NotTaught):
        teach.lesson(np.ascontiguousarray(picture[:, left:]), "red", "single")


def test_a_face_that_no_die_has_is_told() -> None:
    with pytest.raises(NotTaught, match="no die red with the face research"):
        teach.learn(own_set(), [("red", "research", shown("red", "single"))])


def test_the_own_dice_can_be_told_apart() -> None:
    assert confusable(taught()) == ()
    assert confusable(teach.drawn(own_set())) == ()
    assert confusable(Taught("x", ())) == ()


def test_faces_that_look_alike_are_told() -> None:
    single = teach.lesson(shown("red", "single", 2), "red", "single")
    same = Lesson("red", "double", single.shown)
    known = Taught("x", (*taught().without("red", "double").lessons, same))
    assert confusable(known) == ((("red", "single"), ("red", "double")),)


def test_kinds_of_one_colour_are_told() -> None:
    pair = (("red", "single"), ("blue", "single"))
    lessons = tuple(
        Lesson(kind, face, teach.lesson(shown("red", "single", 2), kind, face).shown) for kind, face in pair
    )
    assert confusable(Taught("x", lessons)) == (pair,)


def test_two_pictures_of_different_faces_under_one_name_are_told() -> None:
    wrong = teach.lesson(shown("black", "influence", 2), "black", "research")
    assert unlike(Taught("x", (*taught().lessons, wrong))) == (("black", "research"),)
    right = teach.lesson(shown("black", "research", 2), "black", "research")
    assert unlike(Taught("x", (*taught().lessons, right))) == ()


def test_names_of_pictures_say_kind_and_face() -> None:
    files = [
        Path("red_double_1.jpg"),
        Path("red_double_2.jpg"),
        Path("notes.txt"),
        Path("black_research.png"),
    ]
    assert teach.by_name(files) == [
        ("black", "research", Path("black_research.png")),
        ("red", "double", Path("red_double_1.jpg")),
        ("red", "double", Path("red_double_2.jpg")),
    ]


def test_the_drawings_teach_every_face() -> None:
    drawn = teach.drawn(own_set())
    assert drawn.pairs() == set(own_set().pairs)
    scene = tray(2)
    reading = SymbolReader(own_set(), drawn).read(scene.picture)
    assert sorted((one.kind, one.face) for one in reading.seen) == sorted(
        (die.kind, die.face) for die in scene.dice
    )
