"""The commands for symbol dice: teach, read, print; and what they say of bad input."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from drawn_symbols import SET, own_set, shown, tray

from companion import cli


@pytest.fixture
def dice_file(tmp_path: Path) -> Path:
    """The set in a folder of its own, so that what is taught lies beside it."""
    path = tmp_path / "dice.toml"
    path.write_text(SET.read_text("utf-8"), "utf-8")
    return path


@pytest.fixture
def lessons(tmp_path: Path) -> Path:
    folder = tmp_path / "pictures"
    folder.mkdir()
    for kind, face in own_set().pairs:
        cv2.imwrite(str(folder / f"{kind}_{face}_1.png"), shown(kind, face))
    return folder


def said(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    lines = capsys.readouterr().out.splitlines()
    return [json.loads(line) for line in lines if line.startswith("{")]


def test_what_is_taught_is_found_beside_the_set(
    dice_file: Path, lessons: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["vision", "teach", "--set", str(dice_file), str(lessons)]) == 0
    last = said(capsys)[-1]
    assert last == {
        "set": "twilight_inscription", "lessons": 9, "missing": [], "alike": [], "different": [],
    }  # fmt: skip
    assert dice_file.with_suffix(".taught").is_file()
    scene = tray(5)
    roll = lessons / "roll.png"
    cv2.imwrite(str(roll), scene.picture)
    assert cli.main(["vision", "symbols", "--set", str(dice_file), str(roll)]) == 0
    (line,) = said(capsys)
    assert sorted((one["kind"], one["face"]) for one in line["dice"]) == sorted(
        (die.kind, die.face) for die in scene.dice
    )
    assert set(line) == {"file", "dice", "sure", "why", "ms"}
    assert set(line["dice"][0]) == {"kind", "face", "confidence", "box"}


def test_missing_and_bad_pictures_are_told(
    dice_file: Path, lessons: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (lessons / "red_double_1.png").unlink()
    (lessons / "blue_single_2.png").write_bytes(b"")
    (lessons / "blue_triple_1.png").write_bytes((lessons / "blue_single_1.png").read_bytes())
    cv2.imwrite(str(lessons / "green_single_2.png"), np.full((300, 400, 3), 90, np.uint8))
    out = dice_file.parent / "elsewhere.taught"
    assert cli.main(["vision", "teach", "--set", str(dice_file), "--out", str(out), str(lessons)]) == 1
    *lines, last = said(capsys)
    errors = {Path(str(line["file"])).name for line in lines if "error" in line}
    assert errors == {"blue_single_2.png", "blue_triple_1.png", "green_single_2.png"}
    assert last["missing"] == [["red", "double"]]
    assert out.is_file()
    assert not dice_file.with_suffix(".taught").exists()


def test_without_lessons_the_drawings_are_read(dice_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    roll = dice_file.parent / "roll.png"
    cv2.imwrite(str(roll), tray(5).picture)
    broken = dice_file.parent / "broken.jpg"
    broken.write_bytes(b"\xff\xd8\xff")
    assert cli.main(["vision", "symbols", "--set", str(dice_file), str(broken), str(roll)]) == 1
    captured = capsys.readouterr()
    bad, good = (json.loads(line) for line in captured.out.splitlines())
    assert set(bad) == {"file", "error"}
    assert len(good["dice"]) == 6
    assert "Nothing is taught" in captured.err


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["symbols", "--set", "none.toml", "x.jpg"], "none.toml: No such file"),
        (["symbols", "--taught", "none.taught", "x.jpg"], "none.taught: No such file"),
        (["teach", "nowhere"], "nowhere: no such folder"),
        (["paper-dice", "--set", "none.toml", "--out", "x.pdf"], "none.toml: No such file"),
    ],
)
def test_bad_input_is_told_in_a_sentence(
    words: list[str], text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["vision", *words]) == 2
    assert text in capsys.readouterr().err


def test_what_was_taught_for_another_set_is_refused(
    dice_file: Path, lessons: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cli.main(["vision", "teach", "--set", str(dice_file), str(lessons)])
    other = dice_file.with_name("other.toml")
    other.write_text(dice_file.read_text("utf-8").replace('"twilight_inscription"', '"other"'), "utf-8")
    taught = str(dice_file.with_suffix(".taught"))
    assert cli.main(["vision", "symbols", "--set", str(other), "--taught", taught, "x.jpg"]) == 2
    assert "taught for the set twilight_inscription, not for other" in capsys.readouterr().err


def test_paper_dice_are_written(tmp_path: Path) -> None:
    out = tmp_path / "new" / "dice.pdf"
    assert cli.main(["vision", "paper-dice", "--out", str(out)]) == 0
    assert out.read_bytes().startswith(b"%PDF-1.4")
