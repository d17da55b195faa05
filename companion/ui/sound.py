"""Short cues: something counts, something is refused, the game is over."""

from __future__ import annotations

import io
import math
import struct
import wave
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from kivy.logger import Logger

RATE = 22_050
LOUDNESS = 0.35
FADE = 0.012
"""Seconds in which a tone swells and dies, so that it does not click."""

CUES: dict[str, tuple[tuple[int, float], ...]] = {
    "done": ((880, 0.05),),
    "no": ((262, 0.09), (208, 0.14)),
    "end": ((523, 0.12), (659, 0.12), (784, 0.30)),
}
"""The tones of each cue: hertz and seconds."""


class Playable(Protocol):
    """A loaded sound."""

    def play(self) -> Any:
        """Let it be heard."""


def cue(tones: tuple[tuple[int, float], ...]) -> bytes:
    """A cue as a WAV file."""
    samples: list[int] = []
    for hertz, seconds in tones:
        length = int(RATE * seconds)
        for at in range(length):
            edge = min(at, length - at) / (RATE * FADE)
            level = LOUDNESS * min(1.0, edge) * math.sin(2 * math.pi * hertz * at / RATE)
            samples.append(int(32_767 * level))
    held = io.BytesIO()
    with wave.open(held, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(RATE)
        out.writeframes(struct.pack(f"<{len(samples)}h", *samples))
    return held.getvalue()


def _load(path: str) -> Playable | None:
    # Imported late: opening the sound device takes time that the first screen does not have.
    from kivy.core.audio import SoundLoader

    found: Playable | None = SoundLoader.load(path)
    return found


class Sounds:
    """Plays cues; a machine without a loudspeaker stays silent and is told so once."""

    def __init__(self, folder: Path, load: Callable[[str], Playable | None] = _load) -> None:
        self.folder = folder
        self.load = load
        self.broken = False
        self._loaded: dict[str, Playable | None] = {}

    def play(self, name: str) -> None:
        """Let a cue be heard."""
        if self.broken:
            return
        try:
            if name not in self._loaded:
                self._loaded[name] = self.load(str(self._file(name)))
            sound = self._loaded[name]
            if sound is not None:
                sound.play()
        except Exception as error:
            self.broken = True
            Logger.warning(f"Sound: no cues: {error}")

    def _file(self, name: str) -> Path:
        path = self.folder / f"{name}.wav"
        if not path.exists():
            self.folder.mkdir(parents=True, exist_ok=True)
            path.write_bytes(cue(CUES[name]))
        return path
