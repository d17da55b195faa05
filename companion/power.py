"""Switching off: the box is powered down, an app on somebody's computer is only closed."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Mapping, Sequence

BOX = "STERNWARTE_BOX"
"""Set by the service: this machine is the box, and switching Sternwarte off switches it off."""

COMMAND = ("systemctl", "poweroff", "--no-ask-password")
"""A rule that the installer writes lets the service's user do this, and nothing else."""

PATIENCE = 10.0
"""Seconds in which the system must have taken the wish."""


def is_box(env: Mapping[str, str] = os.environ) -> bool:
    """Whether switching off means the whole machine."""
    return env.get(BOX) == "1"


def _run(command: Sequence[str]) -> str:
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=PATIENCE, stdin=subprocess.DEVNULL, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    return "" if done.returncode == 0 else done.stderr.strip() or f"{command[0]}: {done.returncode}"


class Switch:
    """What the question on the screen, the menu and the chord of the buttons switch off with."""

    def __init__(
        self,
        close: Callable[[], object],
        box: bool | None = None,
        run: Callable[[Sequence[str]], str] = _run,
    ) -> None:
        self.box = is_box() if box is None else box
        self._close, self._run = close, run

    def off(self) -> str:
        """Switch off; what went wrong, or nothing. The system itself then ends the app."""
        if self.box:
            return self._run(COMMAND)
        self._close()
        return ""
