"""Time as a box without a clock battery knows it: the wall clock may jump, the monotonic one may not."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """Where times come from."""

    def wall(self) -> str:
        """Date and time in UTC as text; for people only, never for order."""

    def mono(self) -> int:
        """Milliseconds that never run backwards while the process lives."""


class SystemClock:
    """The machine's clocks."""

    def wall(self) -> str:
        """Date and time in UTC as text."""
        return datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S")

    def mono(self) -> int:
        """Milliseconds that never run backwards."""
        return time.monotonic_ns() // 1_000_000
