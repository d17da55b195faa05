"""Tells systemd that the screen is there and still moves. Its protocol is one datagram of KEY=VALUE lines."""

from __future__ import annotations

import contextlib
import os
import socket
from collections.abc import Callable, Mapping

READY, STOPPING, ALIVE = "READY=1", "STOPPING=1", "WATCHDOG=1"

SHARE = 4
"""How often the screen is looked at within the time after which systemd takes it for frozen."""


class Notifier:
    """Sends lines to the socket that systemd named; without one it is silent."""

    def __init__(self, env: Mapping[str, str] = os.environ) -> None:
        self.address = _address(env.get("NOTIFY_SOCKET", ""))
        self.patience = _patience(env)

    def send(self, *lines: str) -> bool:
        """Send lines in one datagram; whether they were taken. A manager that has gone harms nothing."""
        if not self.address:
            return False
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
            # A manager whose queue stays full must not freeze the screen that it watches.
            out.settimeout(1.0)
            out.sendto("\n".join(lines).encode(), self.address)
            return True
        return False


def _address(told: str) -> str:
    """A path, or an abstract name, which the kernel wants with a leading zero."""
    return "\0" + told[1:] if told.startswith("@") else told if told.startswith("/") else ""


def _patience(env: Mapping[str, str]) -> float:
    """Seconds after which systemd takes this process for frozen; 0 if it does not watch it."""
    if env.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return 0.0
    told = env.get("WATCHDOG_USEC", "")
    return int(told) / 1e6 if told.isdecimal() else 0.0


class Pulse:
    """Ready once the first frame was drawn, alive as long as frames that it asks for are drawn.

    Nothing here has a clock or a thread of its own. `beat` is called by the clock of the screen, `drawn`
    after each frame; if either stops, so do the signs of life, and systemd restarts the app.
    """

    def __init__(self, notifier: Notifier, ask: Callable[[], object]) -> None:
        self.notifier = notifier
        self._ask = ask
        self._ready = False
        self._asked = False

    @property
    def pause(self) -> float:
        """Seconds between two beats; 0 if nobody watches."""
        return self.notifier.patience / SHARE

    def beat(self) -> None:
        """Ask for a frame; only when it has been drawn is there a sign of life."""
        self._asked = True
        self._ask()

    def drawn(self) -> None:
        """A frame is on the screen."""
        if not self._ready:
            self._ready = True
            self.notifier.send(READY, ALIVE)
        elif self._asked:
            self.notifier.send(ALIVE)
        self._asked = False

    def stop(self) -> None:
        """Say that the app is closing by itself."""
        self.notifier.send(STOPPING)
