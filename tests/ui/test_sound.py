"""Cues are real sounds, played when they are wanted; without a loudspeaker nothing breaks."""

from __future__ import annotations

import io
import wave
from pathlib import Path

import pytest

from companion.ui.sound import CUES, RATE, Sounds, cue


class Heard:
    def __init__(self, name: str, log: list[str]) -> None:
        self.name, self.log = name, log

    def play(self) -> None:
        self.log.append(self.name)


@pytest.mark.parametrize("name", CUES)
def test_a_cue_lasts_as_long_as_its_tones_and_is_heard(name: str):
    with wave.open(io.BytesIO(cue(CUES[name]))) as sound:
        frames = sound.readframes(sound.getnframes())
        assert sound.getframerate() == RATE
        assert sound.getnframes() == pytest.approx(RATE * sum(seconds for _, seconds in CUES[name]), abs=3)
    loudest = max(
        abs(int.from_bytes(frames[at : at + 2], "little", signed=True)) for at in range(0, len(frames), 2)
    )
    assert 8_000 < loudest < 32_767


def test_a_cue_is_written_once_and_played_every_time(tmp_path: Path):
    log: list[str] = []
    asked: list[str] = []

    def load(path: str) -> Heard:
        asked.append(path)
        return Heard(Path(path).stem, log)

    sounds = Sounds(tmp_path / "cues", load)
    sounds.play("done")
    sounds.play("done")
    assert log == ["done", "done"]
    assert asked == [str(tmp_path / "cues" / "done.wav")]
    assert (tmp_path / "cues" / "done.wav").read_bytes() == cue(CUES["done"])


def test_without_a_loudspeaker_it_stays_silent(tmp_path: Path):
    def load(path: str) -> None:
        raise OSError("no device")

    sounds = Sounds(tmp_path, load)
    sounds.play("end")
    assert sounds.broken
    sounds.play("end")


def test_a_folder_that_cannot_be_written_harms_nothing(tmp_path: Path):
    (tmp_path / "cues").write_text("in the way")
    sounds = Sounds(tmp_path / "cues", lambda path: None)
    sounds.play("no")
    assert sounds.broken
