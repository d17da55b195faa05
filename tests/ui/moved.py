"""Kivy's clock, moved by hand."""

from __future__ import annotations

import pytest


class Moved:
    """From now on time passes for the screen only when a test says so."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        from kivy.clock import Clock

        self.now = Clock.time()
        self.clock = Clock
        monkeypatch.setattr(Clock, "time", lambda: self.now)
