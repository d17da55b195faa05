"""Speech: in the right voice, never in the way, and harmless where the program is missing, hangs or fails."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import pytest

from hardware.faults import Fault, Missing
from hardware.speech import WAITING, Speech, run


class Mouth:
    """Notes what would be said."""

    def __init__(self) -> None:
        self.said: list[tuple[str, str]] = []

    def __call__(self, command: Sequence[str], words: str) -> None:
        self.said.append((command[command.index("-v") + 1], words))


def speech(mouth: Mouth, there: bool = True) -> Speech:
    return Speech(mouth, lambda: there, look=0)


def test_sentences_are_said_in_the_voice_of_their_language() -> None:
    mouth = Mouth()
    voice = speech(mouth)
    voice.open()
    voice.say("Drei und fünf", "de")
    voice.say("-v three", "en")
    assert mouth.said == []
    voice.step()
    assert mouth.said == [("de", "Drei und fünf")]
    voice.step()
    assert mouth.said == [("de", "Drei und fünf"), ("en-gb", "-v three")]


def test_only_the_latest_sentences_wait() -> None:
    mouth = Mouth()
    voice = speech(mouth)
    for number in range(9):
        voice.say(str(number), "de")
    for _ in range(9):
        voice.step()
    assert [words for _, words in mouth.said] == ["7", "8"]
    assert len(mouth.said) == WAITING


def test_nothing_is_said_after_the_end() -> None:
    mouth = Mouth()
    voice = speech(mouth)
    voice.say("x", "de")
    voice.close()
    voice.step()
    assert mouth.said == []


def test_without_the_program_speech_is_missing() -> None:
    with pytest.raises(Missing, match="espeak-ng"):
        speech(Mouth(), there=False).open()
    with pytest.raises(Missing):
        run(["no-such-program-anywhere"], "x")


def test_a_program_that_hangs_is_killed_and_one_that_fails_is_told() -> None:
    with pytest.raises(Fault, match="timed out"):
        run([sys.executable, "-c", "import threading; threading.Event().wait(60)"], "x", longest=0.2)
    with pytest.raises(Fault, match="no sound card"):
        run([sys.executable, "-c", "raise SystemExit('no sound card')"], "x")


def test_the_words_are_given_on_the_input() -> None:
    run([sys.executable, "-c", "import sys; sys.exit(sys.stdin.read() != 'Grüße')"], "Grüße")
