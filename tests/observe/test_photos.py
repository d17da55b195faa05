"""Photos to import: the newest first, also those deep in a stick, and nothing that is none."""

from __future__ import annotations

import os
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.observe import camera_for, glimpse, photos
from hardware.camera import CameraFault


def picture(path: Path, when: int, size: tuple[int, int] = (60, 80)) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), np.full((*size, 3), when % 250, np.uint8))
    os.utime(path, (when, when))


def test_the_newest_photos_come_first_from_all_folders(tmp_path: Path) -> None:
    picture(tmp_path / "old.png", 100)
    picture(tmp_path / "DCIM" / "100" / "new.jpg", 300)
    picture(tmp_path / "DCIM" / "mid.jpeg", 200)
    picture(tmp_path / "a" / "b" / "c" / "too_deep.png", 400)
    picture(tmp_path / ".trash" / "gone.png", 500)
    (tmp_path / "notes.txt").write_text("none")
    assert [path.name for path in photos(tmp_path)] == ["new.jpg", "mid.jpeg", "old.png"]
    assert [path.name for path in photos(tmp_path, most=1)] == ["new.jpg"]
    assert photos(tmp_path / "nowhere") == []


def test_a_glimpse_is_small_and_of_a_broken_file_there_is_none(tmp_path: Path) -> None:
    large = tmp_path / "large.png"
    noise = np.random.default_rng(4).integers(0, 255, (900, 1200, 3), np.uint8)
    cv2.imwrite(str(large), noise)
    assert large.stat().st_size > 500_000
    found = glimpse(large)
    assert found is not None
    assert found.shape == (180, 240, 3)
    (tmp_path / "half.jpg").write_bytes(b"no picture")
    assert glimpse(tmp_path / "half.jpg") is None
    assert glimpse(tmp_path / "nowhere.jpg") is None


def test_a_photo_is_read_once_and_a_missing_one_is_a_fault_of_the_camera(tmp_path: Path) -> None:
    picture(tmp_path / "one.png", 100)
    camera = camera_for(f"photo:{tmp_path / 'one.png'}")
    first = camera.frame()
    (tmp_path / "one.png").unlink()
    second = camera.frame()
    assert first is not None
    assert second is not None
    assert first.picture is second.picture
    with pytest.raises(CameraFault, match=r"one\.png"):
        camera_for(f"photo:{tmp_path / 'one.png'}").frame()
