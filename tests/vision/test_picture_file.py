"""Bad picture files get a clear word; odd but good ones are read."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from vision.picture_file import BadPicture, checked, load


def test_an_empty_file(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").touch()
    with pytest.raises(BadPicture, match="empty"):
        load(tmp_path / "a.jpg")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadPicture, match="No such file"):
        load(tmp_path / "a.jpg")


def test_a_file_that_is_no_picture(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_text("Once upon a time", "utf-8")
    with pytest.raises(BadPicture, match="not a picture"):
        load(tmp_path / "a.jpg")


def test_a_picture_of_one_pixel(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((1, 1, 3), np.uint8))
    with pytest.raises(BadPicture, match="too small: 1x1"):
        load(tmp_path / "a.png")


def test_a_truncated_jpeg(tmp_path: Path) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (200, 200, 3)).astype(np.uint8)
    data = cv2.imencode(".jpg", noise)[1].tobytes()
    (tmp_path / "a.jpg").write_bytes(data[: len(data) // 2])
    with pytest.raises(BadPicture, match="cut short"):
        load(tmp_path / "a.jpg")


@pytest.mark.parametrize("shape", [(40, 60), (40, 60, 1), (40, 60, 3), (40, 60, 4)])
def test_grey_and_see_through_pictures_become_colour(shape: tuple[int, ...], tmp_path: Path) -> None:
    assert checked(np.full(shape, 7, np.uint8)).shape == (40, 60, 3)
    cv2.imwrite(str(tmp_path / "a.png"), np.full(shape, 7, np.uint8))
    assert load(tmp_path / "a.png").shape == (40, 60, 3)


def test_a_very_large_photo_is_reduced(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.jpg"), np.zeros((5400, 7400, 3), np.uint8))
    assert load(tmp_path / "a.jpg", longest=1600).shape == (1168, 1600, 3)


def test_the_command_reads_the_others_and_ends_with_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bad.jpg").touch()
    cv2.imwrite(str(tmp_path / "good.png"), np.full((200, 300, 3), 90, np.uint8))
    assert main(["vision", "dice", str(tmp_path / "bad.jpg"), str(tmp_path / "good.png")]) == 1
    bad, good = capsys.readouterr().out.splitlines()
    assert '"error": "the file is empty"' in bad
    assert '"dice": []' in good
    assert main(["vision", "dice", str(tmp_path / "good.png")]) == 0
