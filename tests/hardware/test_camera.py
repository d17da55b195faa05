"""Cameras without a device: a folder, drawings, none."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.camera import CameraFault, DrawnCamera, FolderCamera, NoCamera


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
