"""The app tells systemd when its screen is there, and stops telling when the screen stops."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from ui.moved import Moved

from companion.engine import Setup
from companion.engine.notation import players
from companion.store import Store

HEAVY = (
    "cv2",
    "numpy",
    "gpiozero",
    "picamera2",
    "segno",
    "vision",
    "hardware.camera",
    "hardware.buttons",
    "companion.observe",
)
"""Libraries and packages that no first frame may wait for."""

PROBE = Setup(game="probe", players=players("Anna", "Ben"))


@pytest.fixture
def heard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A manager that watches this process; gives what it heard since the last time."""
    manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK)
    manager.bind(str(tmp_path / "notify"))
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    monkeypatch.setenv("WATCHDOG_USEC", "20000000")
    monkeypatch.delenv("WATCHDOG_PID", raising=False)

    def since() -> list[str]:
        found = []
        while True:
            try:
                found.append(manager.recv(4096).decode())
            except BlockingIOError:
                return found

    yield since
    manager.close()


@pytest.mark.screen
def test_ready_comes_with_the_first_frame_of_the_resumed_game(start: Any, heard: Any) -> None:
    screen = start(PROBE)
    assert screen.house.screen == "play"
    assert heard() == ["READY=1\nWATCHDOG=1"]
    screen.close()
    assert heard() == ["STOPPING=1"]
    start()


@pytest.mark.screen
def test_signs_of_life_follow_the_clock_of_the_screen(
    start: Any, heard: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = start(PROBE)
    heard()
    clock = Moved(monkeypatch)
    for _ in range(3):
        clock.now += 5.5
        screen.frames(3)
        assert heard() == ["WATCHDOG=1"]
    screen.frames(50)
    assert heard() == [], "frames alone are no sign of life while the clock stands still"


@pytest.mark.screen
def test_a_frozen_clock_or_a_screen_that_draws_no_more_stops_them(
    start: Any, heard: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kivy.core.window import Window

    screen = start(PROBE)
    heard()
    clock = Moved(monkeypatch)
    clock.now += 100
    assert heard() == [], "time passes, but the clock of the screen does not tick"
    monkeypatch.setattr(screen.app.pulse, "_ask", lambda: None)
    for _ in range(5):
        clock.now += 5.5
        # Only the clock goes on, as where the display no longer takes frames.
        clock.clock.tick()
    assert heard() == []
    Window.canvas.ask_update()
    screen.frames(2)
    assert heard() == ["WATCHDOG=1"]


@pytest.mark.screen
def test_an_error_in_a_screen_is_no_freeze(start: Any, heard: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = start(PROBE)
    heard()
    clock = Moved(monkeypatch)
    screen.house.go("no_such_screen")
    clock.now += 5.5
    screen.frames(3)
    assert heard() == ["WATCHDOG=1"]


FIRST_FRAME = """
import sys
from companion import app, notify
heavy = sys.argv[1:]

class Told(notify.Notifier):
    def send(self, *lines):
        if "READY=1" in lines:
            print("ready", *[name for name in heavy if name in sys.modules], flush=True)
        return super().send(*lines)

app.Notifier = Told
code = app.main()
print("closed", code, flush=True)
"""


@pytest.mark.screen
@pytest.mark.parametrize("game", ["probe", "reworld", ""])
def test_nothing_heavy_is_loaded_before_the_first_frame_and_the_end_is_clean(
    tmp_path: Path, heard: Any, game: str
) -> None:
    store = Store(tmp_path / "games")
    # With a camera, too: its libraries come after the first frame.
    store.settings["camera"] = f"folder:{tmp_path}"
    if game:
        store.new_game(Setup(game=game, players=players("Anna", "Ben")))
    store.close()
    process = subprocess.Popen(
        [sys.executable, "-c", FIRST_FRAME, *HEAVY],
        env={**os.environ, "STERNWARTE_DATA": str(tmp_path / "games")},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        assert process.stdout.readline().split() == ["ready"]
        process.send_signal(signal.SIGTERM)
        assert process.stdout.readline().split() == ["closed", "0"]
        assert process.wait(60) == 0
    finally:
        process.kill()
        process.wait()
    assert heard()[0] == "READY=1\nWATCHDOG=1"
    Store(tmp_path / "games").close()


@pytest.mark.screen
@pytest.mark.parametrize("loaded", [True, False])
def test_the_eyes_open_after_the_first_frame_and_are_loaded_beside_it(
    tmp_path: Path, start: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, loaded: bool
) -> None:
    import threading

    import companion.observe
    from companion import app

    order: list[str] = []
    opening = app.open_eyes
    monkeypatch.setattr(app, "open_eyes", lambda house: (order.append("eyes"), opening(house)))
    monkeypatch.setattr(app.Pulse, "drawn", lambda _: order.append("drawn"))
    if not loaded:
        (tmp_path / "slow_eyes.py").write_text("")
        monkeypatch.syspath_prepend(tmp_path)
        monkeypatch.setattr(app, "EYES", "slow_eyes")
    screen = start(PROBE, camera=f"folder:{tmp_path}")
    for thread in threading.enumerate():
        if thread.name == "loading":
            thread.join(60)
    screen.frames()
    assert ("slow_eyes" in sys.modules) == (not loaded)
    sys.modules.pop("slow_eyes", None)
    assert order[0] == "drawn"
    assert order.count("eyes") == 1
    assert isinstance(screen.house.eyes, companion.observe.Eyes)
