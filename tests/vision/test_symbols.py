"""Symbol dice in drawn trays: kinds and faces are right, and what is odd is never called sure."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from drawn_symbols import CALM, look, own_set, taught, tray
from msgspec.structs import replace

from vision.reading import Odd, Reading
from vision.scenes.dice import Scene
from vision.symbols import SymbolReader


@pytest.fixture(scope="module")
def reader() -> SymbolReader:
    return SymbolReader(own_set(), taught())


def truth(scene: Scene) -> Counter[tuple[str, str]]:
    return Counter((die.kind, die.face) for die in scene.dice)


def found(reading: Reading) -> Counter[tuple[str, str]]:
    return Counter((one.kind, one.face) for one in reading.seen)


def test_the_six_dice_are_read_together(reader: SymbolReader) -> None:
    sure = 0
    for seed in range(8):
        scene = tray(seed)
        reading = reader.read(scene.picture)
        assert found(reading) == truth(scene), seed
        sure += reading.sure
    assert sure >= 6


def test_each_die_is_outlined_where_it_lies(reader: SymbolReader) -> None:
    scene = tray(3)
    for one in reader.read(scene.picture).seen:
        middle = np.mean(one.outline, axis=0)
        nearest = min(scene.dice, key=lambda die: float(np.linalg.norm(np.mean(die.top, axis=0) - middle)))
        assert np.linalg.norm(np.mean(nearest.top, axis=0) - middle) < 0.15 * one.box[2]
        assert (one.kind, one.face) == (nearest.kind, nearest.face)


def test_the_likeliest_faces_come_first(reader: SymbolReader) -> None:
    for one in reader.read(tray(3).picture).seen:
        shares = [share for _, share in one.likely]
        assert one.likely[0][0] == one.face
        assert shares == sorted(shares, reverse=True)
        assert len(shares) == (3 if one.kind == "black" else 2)


def test_another_number_of_dice_than_expected_is_never_sure(reader: SymbolReader) -> None:
    three = tray(1, [look("black"), look("red"), look("blue")])
    assert Odd.COUNT in reader.read(three.picture).why
    assert not reader.read(three.picture).sure
    right = reader.read(three.picture, expect=3)
    assert found(right) == truth(three)
    assert Odd.COUNT not in right.why


def test_kinds_that_cannot_lie_together_are_never_sure(reader: SymbolReader) -> None:
    two_red = [look("black"), look("black"), look("black"), look("red"), look("red"), look("blue")]
    for seed in range(3):
        reading = reader.read(tray(seed, two_red).picture)
        assert Odd.IMPOSSIBLE in reading.why
        assert not reading.sure


def test_a_face_that_was_not_taught_is_never_sure() -> None:
    reader = SymbolReader(own_set(), taught().without("black", "influence"))
    for seed in range(3):
        scene = tray(seed, [look("black", "influence")])
        reading = reader.read(scene.picture, expect=1)
        assert not reading.sure
        assert not any(one.sure for one in reading.seen)
        assert Odd.UNTAUGHT in reading.why


def test_nothing_taught_reads_nothing() -> None:
    reading = SymbolReader(own_set(), replace(taught(), lessons=())).read(tray(0).picture)
    assert reading.seen == ()
    assert Odd.UNTAUGHT in reading.why


def test_many_cocked_dice_are_asked_for(reader: SymbolReader) -> None:
    ranges = replace(CALM, cocked=0.3)
    scenes = [tray(seed, ranges=ranges) for seed in range(8)]
    leaning = [scene for scene in scenes if any(die.case == "cocked" for die in scene.dice)]
    assert len(leaning) >= 5
    assert sum(reader.read(scene.picture).sure for scene in leaning) <= len(leaning) // 5


def test_a_die_that_the_rim_cuts_off_is_never_sure(reader: SymbolReader) -> None:
    for seed in range(4):
        scene = tray(seed, [look("blue")])
        left, right = (cut(x for x, _ in scene.dice[0].top) for cut in (min, max))
        part = np.ascontiguousarray(scene.picture[:, int(left + 0.25 * (right - left)) :])
        assert not reader.read(part, expect=1).sure


def test_dice_that_are_too_small_are_never_sure(reader: SymbolReader) -> None:
    ranges = replace(CALM, size=(0.02, 0.022))
    for seed in range(3):
        assert not reader.read(tray(seed, ranges=ranges).picture).sure


def test_an_empty_tray_has_no_dice(reader: SymbolReader) -> None:
    for seed in range(4):
        reading = reader.read(tray(seed, []).picture)
        assert reading.seen == ()
        assert not reading.sure


@pytest.mark.parametrize("size", [(1, 1), (3, 500), (500, 3)])
def test_no_picture_is_too_odd_to_be_read(reader: SymbolReader, size: tuple[int, int]) -> None:
    assert reader.read(np.zeros((*size, 3), np.uint8)).seen == ()


def test_the_size_of_the_picture_changes_nothing(reader: SymbolReader) -> None:
    scene = tray(2)
    large = np.kron(scene.picture, np.ones((2, 2, 1), np.uint8))
    reading = reader.read(large)
    assert found(reading) == truth(scene)
    assert max(one.box[0] for one in reading.seen) > 640
