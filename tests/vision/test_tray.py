"""The tray is found, shown from above, and missed when the camera has moved."""

from __future__ import annotations

import json

import cv2
import numpy as np
import pytest

from vision.quality import faults
from vision.reading import Odd, Picture, Point
from vision.tray import (
    DICTIONARY,
    MARKERS,
    WHOLE,
    Calibration,
    by_hand,
    by_markers,
    find_markers,
    fits,
    on_frame,
    rectify,
    without_markers,
)

CORNERS = ((0.21, 0.16), (0.83, 0.2), (0.92, 0.88), (0.1, 0.81))


def sheet(size: tuple[int, int] = (960, 720), side: int = 96) -> Picture:
    """A tray sheet from above, edge to edge between its markers."""
    width, height = size
    picture = np.full((height, width, 3), 225, np.uint8)
    for number, (x, y) in zip(MARKERS, WHOLE, strict=True):
        left, top = int(x * (width - side)), int(y * (height - side))
        marker = cv2.aruco.generateImageMarker(DICTIONARY, number, side)
        picture[top : top + side, left : left + side] = marker[..., None]
    return picture


def room(seed: int = 1, size: tuple[int, int] = (1280, 960)) -> Picture:
    """A table with things on it."""
    rng = np.random.default_rng(seed)
    picture = cv2.resize(
        rng.integers(60, 150, (24, 32, 3)).astype(np.uint8), size, interpolation=cv2.INTER_CUBIC
    )
    for _ in range(60):
        x, y = (int(rng.integers(0, most)) for most in size)
        tone = rng.integers(0, 255, 3).tolist()
        cv2.rectangle(
            picture, (x, y), (x + int(rng.integers(15, 120)), y + int(rng.integers(15, 120))), tone, -1
        )
    return picture


def photo(
    tray: Picture, corners: tuple[Point, ...] = CORNERS, background: Picture | None = None, seed: int = 1
) -> Picture:
    """The tray as a camera sees it from the side, with some noise."""
    picture = room() if background is None else background.copy()
    height, width = picture.shape[:2]
    size = (tray.shape[1], tray.shape[0])
    # The white rim that every printed sheet has round its markers.
    rim = cv2.copyMakeBorder(tray, 20, 20, 20, 20, cv2.BORDER_CONSTANT, value=(225, 225, 225))
    inside = np.array(WHOLE) * size - 0.5 + 20
    target = np.array(corners) * (width, height) - 0.5
    matrix = cv2.getPerspectiveTransform(inside.astype(np.float32), target.astype(np.float32))
    seen = cv2.warpPerspective(rim, matrix, (width, height))
    mask = cv2.warpPerspective(np.full(rim.shape[:2], 255, np.uint8), matrix, (width, height))
    picture[mask > 127] = seen[mask > 127]
    noise = np.random.default_rng(seed).normal(0, 3, picture.shape)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


def off(calibration: Calibration, corners: tuple[Point, ...] = CORNERS) -> float:
    """How far the corners are from the true ones, in parts of the picture's width."""
    return float(np.abs(np.array(calibration.corners) - corners).max())


def with_dice(tray: Picture, seed: int = 5) -> Picture:
    """Some dice thrown into the middle of the tray."""
    rng, tray = np.random.default_rng(seed), tray.copy()
    for _ in range(6):
        x, y = int(rng.integers(150, 760)), int(rng.integers(150, 520))
        cv2.rectangle(tray, (x, y), (x + 60, y + 60), rng.integers(0, 255, 3).tolist(), -1)
        cv2.circle(tray, (x + 30, y + 30), 6, (10, 10, 10), -1, cv2.LINE_AA)
    return tray


def test_four_markers_give_the_tray_from_above() -> None:
    frame = photo(sheet())
    found = by_markers(frame)
    assert found is not None
    assert found.source == "markers"
    assert off(found) < 0.002
    assert np.abs(rectify(frame, found).astype(int) - sheet()).mean() < 8


@pytest.mark.parametrize("covered", MARKERS)
def test_three_markers_suffice(covered: int) -> None:
    tray = sheet()
    x, y = WHOLE[covered]
    cv2.circle(tray, (int(x * 900 + 30), int(y * 660 + 30)), 60, (40, 90, 200), -1)
    frame = photo(tray)
    assert set(find_markers(frame)) == set(MARKERS) - {covered}
    found = by_markers(frame)
    assert found is not None
    assert off(found) < 0.008


def test_two_markers_are_too_few() -> None:
    tray = sheet()
    tray[:, :110] = 200
    assert by_markers(photo(tray)) is None


def test_markers_are_painted_over() -> None:
    clean = without_markers(sheet())
    assert clean.min() > 200


def test_corners_dragged_in_any_order() -> None:
    frame = photo(sheet())
    for turn in range(4):
        for order in (1, -1):
            dragged = [CORNERS[(turn + order * n) % 4] for n in range(4)]
            assert by_hand(frame, dragged).corners == CORNERS


@pytest.mark.parametrize("corners", [CORNERS[:3], [(0.1, 0.1)] * 4, [(0, 0), (1, 1), (0.5, 0.5), (0.2, 0.2)]])
def test_corners_without_an_area_are_refused(corners: list[Point]) -> None:
    with pytest.raises(ValueError, match="corners"):
        by_hand(room(), corners)


def test_whole_picture_by_default() -> None:
    frame = room()
    assert np.array_equal(rectify(frame, Calibration(), (1280, 960)), frame)
    assert fits(Calibration(), room(2))


def test_survives_a_file() -> None:
    for kept in (
        by_hand(photo(sheet()), CORNERS, "table", (640, 480)),
        by_markers(photo(sheet())),
        Calibration(),
    ):
        assert kept is not None
        assert Calibration.from_dict(json.loads(json.dumps(kept.as_dict()))) == kept


def test_points_of_the_canvas_on_the_frame() -> None:
    frame = room()
    kept = by_hand(frame, CORNERS)
    (x, y), _ = on_frame([(-0.5, -0.5), (959.5, 719.5)], kept, frame)
    assert (x, y) == pytest.approx((0.21 * 1280 - 0.5, 0.16 * 960 - 0.5), abs=0.1)


def kept_by(source: str) -> Calibration:
    """A calibration of the photo, by markers or by hand."""
    frame = photo(sheet())
    kept = by_markers(frame) if source == "markers" else by_hand(frame, CORNERS)
    assert kept is not None
    return kept


@pytest.mark.parametrize("source", ["markers", "hand"])
def test_dice_and_light_change_nothing(source: str) -> None:
    kept = kept_by(source)
    frame = photo(with_dice(sheet()), seed=2)
    slope = np.linspace(0.4, 1.1, 1280)[None, :, None]
    arm = frame.copy()
    cv2.line(arm, (1279, 900), (700, 500), (120, 150, 210), 150)
    for light in (frame, frame * 0.35, frame * slope, 255 * (frame / 255) ** 0.6, arm):
        assert fits(kept, np.clip(light, 0, 255).astype(np.uint8))


@pytest.mark.parametrize("source", ["markers", "hand"])
@pytest.mark.parametrize("shift", [(40, 0), (0, -30), (-25, 25), (300, 100)])
def test_moved_camera_is_noticed(source: str, shift: tuple[int, int]) -> None:
    matrix = np.array([[1, 0, shift[0]], [0, 1, shift[1]]], np.float32)
    frame = cv2.warpAffine(photo(with_dice(sheet())), matrix, (1280, 960), borderMode=cv2.BORDER_REFLECT)
    assert not fits(kept_by(source), frame.astype(np.uint8))


@pytest.mark.parametrize("source", ["markers", "hand"])
def test_turned_camera_is_noticed(source: str) -> None:
    matrix = cv2.getRotationMatrix2D((640, 480), 6, 1.03)
    frame = cv2.warpAffine(photo(sheet()), matrix, (1280, 960), borderMode=cv2.BORDER_REFLECT)
    assert not fits(kept_by(source), frame.astype(np.uint8))


def tray_picture(ground: int = 120, dice: bool = True, seed: int = 3) -> Picture:
    """A lit tray with dice, or without."""
    rng = np.random.default_rng(seed)
    picture = np.full((720, 960, 3), ground, np.uint8)
    if dice:
        picture = with_dice(picture)
    light = np.linspace(1.1, 0.8, 960)[None, :, None]
    return np.clip(picture * light + rng.normal(0, 4, picture.shape), 0, 255).astype(np.uint8)


@pytest.mark.parametrize("ground", [50, 70, 120, 200])
@pytest.mark.parametrize("dice", [True, False])
def test_good_pictures_have_no_fault(ground: int, dice: bool) -> None:
    assert faults(tray_picture(ground, dice)) == ()


def test_white_die_is_no_glare() -> None:
    for ground in (60, 150, 225):
        picture = tray_picture(ground, False)
        cv2.rectangle(picture, (300, 300), (370, 370), (255, 255, 255), -1)
        assert faults(picture) == ()


@pytest.mark.parametrize("ground", [60, 120, 200])
def test_blur_is_noticed(ground: int) -> None:
    soft = cv2.GaussianBlur(tray_picture(ground), (0, 0), 5)
    noise = np.random.default_rng(1).normal(0, 4, soft.shape)
    assert faults(np.clip(soft + noise, 0, 255).astype(np.uint8)) == (Odd.BLUR,)


def test_soft_shadow_in_an_empty_tray_is_no_blur() -> None:
    picture = tray_picture(140, False).astype(np.float32)
    shade = cv2.GaussianBlur(
        np.pad(np.full((720, 480, 1), 0.6, np.float32), ((0, 0), (0, 480), (0, 0)), constant_values=1),
        (0, 0),
        20,
    )
    assert faults((picture * shade[..., None]).astype(np.uint8)) == ()


def test_darkness_is_noticed() -> None:
    assert Odd.DARK in faults((tray_picture(120) * 0.12).astype(np.uint8))


def test_glare_is_noticed() -> None:
    ys, xs = np.mgrid[:720, :960]
    spot = 400 * np.exp(-((xs - 500) ** 2 + (ys - 300) ** 2) / (2 * 60**2))
    assert faults(np.clip(tray_picture() + spot[..., None], 0, 255).astype(np.uint8)) == (Odd.GLARE,)
    assert Odd.GLARE in faults(np.clip(tray_picture(200) * 1.6, 0, 255).astype(np.uint8))
