"""The demo: a whole game through the real screens, by touch alone."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from companion import demo


def size_of(picture: Path) -> tuple[int, int]:
    return struct.unpack(">II", picture.read_bytes()[16:24])


@pytest.mark.screen
def test_a_whole_game_plays_itself_and_leaves_pictures(tmp_path, capfd):
    words = ["probe", "--out", str(tmp_path), "--lang", "en", "--size", "800x480", "--players", "2"]
    assert demo.main(words) == 0
    told = capfd.readouterr().out
    assert "without the screen" not in told
    pictures = sorted(tmp_path.glob("*.png"))
    assert {size_of(picture) for picture in pictures} == {(800, 480)}
    names = {picture.name[3:].removesuffix("-en-800x480.png") for picture in pictures}
    wanted = {"home", "players", "set-up", "play", "why-not", "history", "consequences", "rules", "settings"}
    wanted |= {"camera", "teach", "box"}
    assert wanted | {"final-score", "final-sheet", "final-course", "final-share"} <= names


@pytest.mark.parametrize(
    "words",
    [
        ["nothing", "--out", "x"],
        ["probe", "--out", "x", "--players", "9"],
        ["probe", "--out", "x", "--depth", "deep"],
    ],
)
def test_what_cannot_be_played_is_refused(words, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as left:
        demo.main(words)
    assert left.value.code == 2
    assert "error" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
