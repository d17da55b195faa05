"""Pip dice in drawn trays: what is read is right, and what is wrong is never called sure."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import cv2
import numpy as np
import pytest
from msgspec.structs import replace

from vision.dice import DiceReader, is_speck
from vision.finder import Found
from vision.reading import Odd
from vision.scenes.dice import TRAY, Ranges, Scene, any_pip_look, camera_over, draw, pip_scene
from vision.upright import Standpoint

SEEDS = range(7_000_000, 7_000_040)


@pytest.fixture(scope="module")
def reader() -> DiceReader:
    return DiceReader()


def faces(scene: Scene) -> Counter[str]:
    return Counter(die.face for die in scene.dice)


def white_dice(seed: int, count: int, ranges: Ranges = TRAY) -> Scene:
    """Ivory dice with black pips on a green cloth: as easy as a tray can be."""
    rng = np.random.default_rng(seed)
    look = any_pip_look(np.random.default_rng(24))

    def cloth(rng: np.random.Generator, height: int, width: int) -> np.ndarray:
        return np.full((height, width, 3), (0.15, 0.35, 0.1), np.float32)

    kind = ranges.__class__(
        size=ranges.size, tilt=(0, 15), dim=(0.8, 1.0), blur=(0, 0.8), noise=(0, 0.01), cast=0.05, glare=0.0,
        shadows=0.0, clutter=0.0, cocked=ranges.cocked, stacked=ranges.stacked, covered=0.0, near=0.0,
    )  # fmt: skip
    return draw(rng, [look] * count, kind, (640, 480), cloth)


def test_nearly_all_dice_of_any_kind_are_read_and_none_is_wrong_though_sure(reader: DiceReader) -> None:
    right = total = 0
    for seed in SEEDS:
        scene = pip_scene(seed, 4)
        if not all(die.clear for die in scene.dice):
            continue
        reading = reader.read(scene.picture)
        both = (faces(scene) & Counter(reading.faces)).total()
        right, total = right + both, total + len(scene.dice)
        assert not reading.sure or Counter(reading.faces) == faces(scene), seed
    assert total >= 24
    assert right >= 0.9 * total


def test_each_die_is_outlined_where_it_lies(reader: DiceReader) -> None:
    scene = white_dice(1, 3)
    reading = reader.read(scene.picture, expect=3)
    assert len(reading.seen) == 3
    for one in reading.seen:
        x, y, width, height = one.box
        middle = np.array([x + width / 2, y + height / 2])
        nearest = min(
            scene.dice, key=lambda die: float(np.linalg.norm(np.mean(die.outline, axis=0) - middle))
        )
        assert np.linalg.norm(np.mean(nearest.outline, axis=0) - middle) < 0.3 * width
        assert one.face == nearest.face


def test_another_number_of_dice_than_expected_is_never_sure(reader: DiceReader) -> None:
    reading = reader.read(white_dice(1, 3).picture, expect=2)
    assert not reading.sure
    assert Odd.COUNT in reading.why


def test_an_empty_tray_has_no_dice(reader: DiceReader) -> None:
    for seed in range(12):
        assert reader.read(white_dice(seed, 0).picture).seen == ()
    assert Odd.COUNT in reader.read(white_dice(0, 0).picture, expect=2).why


def test_a_die_that_the_rim_cuts_off_is_never_sure(reader: DiceReader) -> None:
    scene = white_dice(3, 1)
    left = min(x for x, _ in scene.dice[0].outline)
    right = max(x for x, _ in scene.dice[0].outline)
    cut_off = np.ascontiguousarray(scene.picture[:, int(left + 0.4 * (right - left)) :])
    reading = reader.read(cut_off)
    assert not reading.seen or not reading.sure


def test_nearly_all_cocked_dice_are_asked_for(reader: DiceReader) -> None:
    ranges = Ranges(size=TRAY.size, cocked=1.0)
    readings = [reader.read(white_dice(seed, 1, ranges).picture) for seed in range(12)]
    assert sum(one.sure for reading in readings for one in reading.seen) <= 2


def test_at_the_table_few_dice_are_sure_only_where_the_place_of_the_camera_is_known() -> None:
    ranges = replace(TRAY, tilt=(0, 0))
    photo, watching, placed = DiceReader(), DiceReader(watching=True), DiceReader(watching=True)
    sure = 0
    for seed in range(12):
        scene, camera = seen_from(seed, 1 + seed % 3, ranges)
        loose = watching.read(scene.picture)
        assert Odd.UNPLACED in loose.why
        assert loose.faces == photo.read(scene.picture).faces
        placed.place(camera)
        reading = placed.read(scene.picture)
        assert Odd.UNPLACED not in reading.why
        sure += reading.sure
    assert sure >= 6


def test_enough_dice_tell_by_themselves_how_flat_ones_look() -> None:
    reader = DiceReader(watching=True)
    for seed in (25, 26, 27):
        reading = reader.read(white_dice(seed, 4).picture)
        assert len(reading.seen) == 4
        assert reading.sure


def test_under_a_known_camera_nearly_all_lone_cocked_dice_are_asked_for() -> None:
    reader, sure = DiceReader(watching=True), 0
    for seed in range(30):
        scene, eye = seen_from(seed, 1, replace(TRAY, tilt=(0, 0), cocked=1.0))
        reader.place(eye)
        sure += reader.read(scene.picture, expect=1).sure
    assert sure <= 3


def seen_from(seed: int, count: int, ranges: Ranges) -> tuple[Scene, Standpoint]:
    """Dice under a camera that looks straight down, and where it stands."""
    camera, share = camera_over(np.random.default_rng(seed), ranges, 640, 480, count)
    look = any_pip_look(np.random.default_rng(24))
    scene = draw(np.random.default_rng(seed), [look] * count, ranges)
    return scene, Standpoint((320.0, 240.0), float(camera.eye[2]) * share * 640)


def test_faces_come_in_reading_order(reader: DiceReader) -> None:
    seen = reader.read(white_dice(5, 4).picture).seen
    rows = [one.box[1] for one in seen]
    assert all(later - earlier > -0.7 * seen[0].box[3] for earlier, later in pairwise(rows))


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_turning_the_picture_changes_nothing(reader: DiceReader, turns: int) -> None:
    scene = white_dice(2, 3)
    turned = np.ascontiguousarray(np.rot90(scene.picture, turns))
    assert Counter(reader.read(turned).faces) == faces(scene)


def test_the_likeliest_faces_come_first(reader: DiceReader) -> None:
    one = reader.read(white_dice(2, 1).picture).seen[0]
    shares = [share for _, share in one.likely]
    assert one.likely[0][0] == one.face
    assert shares == sorted(shares, reverse=True)
    assert len(shares) == 3


def test_a_grey_picture_is_read_like_a_coloured_one(reader: DiceReader) -> None:
    scene = white_dice(2, 2)
    grey = cv2.cvtColor(cv2.cvtColor(scene.picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    assert Counter(reader.read(grey).faces) == faces(scene)


def test_a_dot_without_a_die_round_it_is_a_speck_and_a_small_die_is_none() -> None:
    table = np.full((120, 120, 3), 200, np.uint8)
    dot, die = table.copy(), table.copy()
    cv2.circle(dot, (60, 60), 2, (40, 40, 40), -1)
    cv2.rectangle(die, (54, 54), (66, 66), (250, 250, 250), -1)
    cv2.circle(die, (60, 60), 2, (40, 40, 40), -1)
    small = Found((60.0, 60.0), 12.0, (54.0, 54.0, 66.0, 66.0), 0.5)
    large = Found((60.0, 60.0), 40.0, (40.0, 40.0, 80.0, 80.0), 0.5)
    assert is_speck(dot, small)
    assert not is_speck(die, small)
    assert not is_speck(dot, large), "a pale die on a pale table may be large"
