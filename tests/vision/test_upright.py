"""Flat dice follow one rule of perspective; those that lean break it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision import tray
from vision.reading import Floats
from vision.scenes import render
from vision.tray import Calibration
from vision.upright import Standpoint, lean

SHAPE = (480, 640, 3)
PLACES = np.array([[80.0, 90.0], [520.0, 110.0], [300.0, 260.0], [150.0, 400.0], [560.0, 380.0]])


def flat(towards: tuple[float, float], depth: float) -> Floats:
    """The offsets of flat dice when all uprights run towards a point."""
    return np.asarray(depth * (np.array(towards) - PLACES) / max(SHAPE[:2]))


@pytest.mark.parametrize("depth", [0.25, 0.5, 0.7])
@pytest.mark.parametrize("towards", [(320.0, 240.0), (320.0, 900.0), (-100.0, 240.0)])
def test_flat_dice_agree_wherever_the_camera_stands(towards: tuple[float, float], depth: float) -> None:
    trusted = np.ones(len(PLACES), bool)
    assert lean(PLACES, flat(towards, depth), trusted, SHAPE).max() < 0.06


def test_the_one_that_leans_is_told_from_the_others() -> None:
    offsets = flat((320.0, 240.0), 0.4)
    offsets[2] += (0.2, -0.15)
    found = lean(PLACES, offsets, np.ones(len(PLACES), bool), SHAPE)
    assert found[2] > 0.2
    assert np.delete(found, 2).max() < 0.05


def test_what_is_not_trusted_decides_nothing() -> None:
    offsets = flat((320.0, 240.0), 0.4)
    offsets[:3] += (0.3, 0.3)
    trusted = np.array([False, False, False, True, True])
    found = lean(PLACES, offsets, trusted, SHAPE)
    assert found[:3].min() > 0.3
    assert found[3:].max() < 0.05


def test_of_two_that_disagree_both_may_lean() -> None:
    offsets = flat((320.0, 240.0), 0.4)[:2]
    offsets[0] += (0.0, 0.3)
    assert lean(PLACES[:2], offsets, np.ones(2, bool), SHAPE).min() > 0.15


def test_one_alone_tells_nothing_but_the_place_of_the_camera_does() -> None:
    offsets = flat((320.0, 240.0), 0.4)[:1]
    assert lean(PLACES[:1], offsets + 0.3, np.ones(1, bool), SHAPE).tolist() == [0.0]
    eye = Standpoint((320.0, 240.0), 640 / 0.8)
    assert eye.lean(PLACES[:1], offsets)[0] < 0.1
    assert eye.lean(PLACES[:1], offsets + 0.3)[0] > 0.3


def test_straight_below_the_camera_a_flat_die_shows_none_of_its_sides() -> None:
    eye = Standpoint((320.0, 240.0), 800.0)
    below, near = np.array([[320.0, 240.0]]), np.array([[350.0, 240.0]])
    assert eye.lean(below, np.zeros((1, 2)))[0] == 0
    # Its top hides what little of them would be seen from so near.
    assert eye.lean(near, np.zeros((1, 2)))[0] == 0
    assert eye.lean(near, np.array([[-0.2, 0.0]]))[0] > 0.15


@pytest.mark.parametrize("tilt", [0.0, 0.25, 0.5])
def test_the_markers_tell_where_the_camera_stands(tilt: float) -> None:
    wide, high = 1280, 960
    camera = render.aimed(wide, high, 1.0 * wide, 14.0, tilt, 0.2)
    table = np.array([[-5.0, 3.75, 0], [5.0, 3.75, 0], [5.0, -3.75, 0], [-5.0, -3.75, 0]], np.float32)
    points = camera.project(table)
    if cv2.contourArea(points.astype(np.float32), oriented=True) < 0:
        table = table[[1, 0, 3, 2]]
        points = camera.project(table)
    corners = tuple((float((x + 0.5) / wide), float((y + 0.5) / high)) for x, y in points)
    calibration = Calibration(corners=(corners[0], corners[1], corners[2], corners[3]), source="markers")
    frame = np.zeros((high, wide, 3), np.uint8)
    found = tray.standpoint(calibration, frame)
    assert found is not None
    pixels = tray.CANVAS[0] / 10
    across, down = (table[1] - table[0])[:2] / 10, (table[3] - table[0])[:2] / 7.5
    below = np.array([(camera.eye[:2] - table[0, :2]) @ across, (camera.eye[:2] - table[0, :2]) @ down])
    assert np.linalg.norm(np.array(found.below) / pixels - below) < 0.12 * camera.eye[2]
    assert found.height / pixels == pytest.approx(camera.eye[2], rel=0.15)


def test_corners_set_by_hand_tell_nothing_of_the_camera() -> None:
    assert tray.standpoint(Calibration(source="hand"), np.zeros((480, 640, 3), np.uint8)) is None
