"""Cameras without a device: a folder, a video, drawings, none; and a webcam that is pulled out."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.camera import (
    FAILURES,
    CameraFault,
    CameraMissing,
    DrawnCamera,
    FolderCamera,
    Frame,
    NoCamera,
    VideoCamera,
    WebCamera,
)
from hardware.frames import Spoilt, spoilt


class Clock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def save(folder: Path, name: str, grey: int) -> None:
    cv2.imwrite(str(folder / name), np.full((24, 32, 3), grey, np.uint8))


def names(camera: FolderCamera, clock: Clock, *seconds: float) -> list[str]:
    found = []
    for now in seconds:
        clock.now = now
        frame = camera.frame()
        found.append("" if frame is None else frame.name)
    return found


def test_each_picture_is_shown_for_a_while_and_the_last_one_stays(tmp_path: Path) -> None:
    save(tmp_path, "a.png", 10)
    save(tmp_path, "b.png", 20)
    (tmp_path / "notes.txt").write_text("no picture")
    clock = Clock()
    camera = FolderCamera(tmp_path, hold=2.0, clock=clock)
    camera.open()
    assert names(camera, clock, 0, 1, 2, 3, 9, 99) == ["a.png", "a.png", "b.png", "b.png", "b.png", "b.png"]


def test_new_pictures_are_noticed_and_changed_ones_too(tmp_path: Path) -> None:
    clock = Clock()
    camera = FolderCamera(tmp_path, hold=None, clock=clock)
    assert camera.frame() is None
    save(tmp_path, "a.png", 10)
    assert names(camera, clock, 1) == ["a.png"]
    assert not camera.advance()
    save(tmp_path, "b.png", 20)
    assert camera.advance()
    assert names(camera, clock, 2) == ["b.png"]
    cv2.imwrite(str(tmp_path / "b.png"), np.full((48, 64, 3), 99, np.uint8))
    frame = camera.frame()
    assert frame is not None
    assert frame.picture.shape == (48, 64, 3)


def test_a_file_that_is_no_picture_gives_none_and_the_next_one_comes(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"half written")
    save(tmp_path, "b.png", 20)
    clock = Clock()
    camera = FolderCamera(tmp_path, hold=1.0, clock=clock)
    assert names(camera, clock, 0, 1) == ["", "b.png"]


def test_a_folder_that_is_not_there_is_a_fault(tmp_path: Path) -> None:
    camera = FolderCamera(tmp_path / "gone")
    with pytest.raises(CameraFault, match="gone"):
        camera.open()
    with pytest.raises(CameraFault):
        camera.frame()


def test_drawings_and_none() -> None:
    drawn = iter([np.zeros((4, 4, 3), np.uint8), None])
    camera = DrawnCamera(lambda: next(drawn), clock=lambda: 7.0)
    frame = camera.frame()
    assert frame is not None
    assert frame.time == 7.0
    assert camera.frame() is None
    nothing = NoCamera()
    nothing.open()
    assert nothing.frame() is None
    nothing.close()


def film(folder: Path, *greys: int) -> Path:
    path = folder / "film.avi"
    out = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*"MJPG"), 10.0, (64, 48))
    for grey in greys:
        out.write(np.full((48, 64, 3), grey, np.uint8))
    out.release()
    return path


def test_a_video_plays_at_its_own_pace_and_the_last_picture_stays(tmp_path: Path) -> None:
    clock = Clock()
    camera = VideoCamera(film(tmp_path, 40, 90, 140, 190), clock=clock)
    assert camera.frame() is None
    camera.open()
    seen = []
    for now in (0.0, 0.05, 0.1, 0.35, 9.0):
        clock.now = now
        frame = camera.frame()
        assert frame is not None
        seen.append(round(float(frame.picture.mean()), -1))
    assert seen == [40, 40, 90, 190, 190]
    camera.close()
    camera.open()
    clock.now = 9.01
    again = camera.frame()
    assert again is not None
    assert round(float(again.picture.mean()), -1) == 40


def test_what_is_no_video_is_a_fault_and_a_file_that_is_not_there_missing(tmp_path: Path) -> None:
    with pytest.raises(CameraMissing):
        VideoCamera(tmp_path / "gone.mp4").open()
    (tmp_path / "a.mp4").write_bytes(b"no film")
    with pytest.raises(CameraFault, match="not a video"):
        VideoCamera(tmp_path / "a.mp4").open()


class Usb:
    """A webcam as OpenCV shows it, which a test plugs in and pulls out."""

    def __init__(self, there: bool = True) -> None:
        self.there, self.released = there, 0

    def __call__(self, number: int) -> Usb:
        return self

    def isOpened(self) -> bool:
        return self.there

    def read(self) -> tuple[bool, object]:
        return self.there, np.full((4, 4, 3), 9, np.uint8) if self.there else None

    def release(self) -> None:
        self.released += 1


def test_a_webcam_that_is_pulled_out_is_a_fault_after_some_tries_and_can_come_back(tmp_path: Path) -> None:
    usb = Usb()
    camera = WebCamera(0, capture=usb, nodes=tmp_path)
    camera.open()
    assert camera.frame() is not None
    usb.there = False
    assert [camera.frame() for _ in range(FAILURES - 1)] == [None] * (FAILURES - 1)
    with pytest.raises(CameraFault):
        camera.frame()
    camera.close()
    with pytest.raises(CameraMissing):
        camera.open()
    (tmp_path / "video0").touch()
    with pytest.raises(CameraFault, match="webcam 0") as busy:
        camera.open()
    assert not isinstance(busy.value, CameraMissing)
    usb.there = True
    camera.open()
    assert camera.frame() is not None
    assert usb.released == 3


def test_black_and_half_frames_are_told_from_dark_and_plain_ones() -> None:
    rng = np.random.default_rng(1)
    good = rng.integers(8, 40, (48, 64, 3), np.uint8)
    assert spoilt(good) is None
    assert spoilt(np.full((48, 64, 3), 255, np.uint8)) is None
    assert spoilt(np.zeros((48, 64, 3), np.uint8)) is Spoilt.BLACK
    assert spoilt(rng.integers(0, 4, (48, 64, 3), np.uint8)) is Spoilt.BLACK
    for filling in ((0, 0, 0), (128, 128, 128), (0, 135, 0)):
        half = good.copy()
        half[24:] = filling
        assert spoilt(half) is Spoilt.HALF
    assert spoilt(good[:24], good.shape) is Spoilt.HALF
    assert spoilt(good, good.shape) is None
    assert spoilt(good[:0]) is Spoilt.HALF


def test_a_frame_without_a_finer_picture_is_as_fine_as_it_is() -> None:
    drawn = np.zeros((4, 4, 3), np.uint8)
    assert Frame(1.0, drawn).full is drawn
