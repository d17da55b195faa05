"""Speech with espeak-ng, where it is installed; nobody ever waits for it."""

from __future__ import annotations

import shutil
import subprocess
from collections import deque
from collections.abc import Callable, Sequence
from threading import Event
from typing import TypeAlias

from .faults import Fault, Missing

PROGRAM = "espeak-ng"
VOICES = {"de": "de", "en": "en-gb"}
SPEED = "155"
"""Words a minute: a little slower than usual, for a noisy table."""

LONGEST = 20.0
"""Seconds after which a sentence is cut off: the program hangs, often in the sound device."""

WAITING = 2
"""So many sentences wait at most; older ones are no longer of interest."""

LOOK = 0.5
"""Seconds for which it is waited for a sentence."""

Run: TypeAlias = Callable[[Sequence[str], str], None]
"""Runs a command with words on its input; raises Fault or Missing."""


def installed() -> bool:
    """Whether there is anything to speak with."""
    return shutil.which(PROGRAM) is not None


def run(command: Sequence[str], words: str, longest: float = LONGEST) -> None:
    """Run a command to its end; one that hangs is killed."""
    try:
        done = subprocess.run(
            command, input=words.encode(), capture_output=True, timeout=longest, check=False
        )
    except FileNotFoundError as error:
        raise Missing(command[0]) from error
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Fault(f"{command[0]}: {error}") from error
    if done.returncode:
        told = done.stderr.decode(errors="replace").strip().splitlines()
        raise Fault(f"{command[0]}: {told[-1] if told else done.returncode}")


class Speech:
    """Says sentences one after the other; a device for the supervisor."""

    pause = 0.0

    def __init__(self, run: Run = run, installed: Callable[[], bool] = installed, look: float = LOOK) -> None:
        self._run, self._installed, self._look = run, installed, look
        self._waiting: deque[tuple[str, str]] = deque(maxlen=WAITING)
        self._woken = Event()

    def say(self, words: str, lang: str) -> None:
        """Wish for a sentence; returns at once."""
        self._waiting.append((words, lang))
        self._woken.set()

    def open(self) -> None:
        """See whether there is anything to speak with."""
        if not self._installed():
            raise Missing(PROGRAM)

    def step(self) -> bool:
        """Say the next sentence, if somebody wishes for one."""
        if not self._waiting:
            self._woken.wait(self._look)
        self._woken.clear()
        if self._waiting:
            words, lang = self._waiting.popleft()
            self._run([PROGRAM, "-v", VOICES.get(lang, VOICES["en"]), "-s", SPEED, "--stdin"], words)
        return True

    def close(self) -> None:
        """Forget what was not said yet."""
        self._waiting.clear()
