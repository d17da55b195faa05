"""What systemd is told, seen from the other end of a real socket."""

from __future__ import annotations

import os
import secrets
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.notify import Notifier, Pulse


class Manager:
    """The end of the socket that systemd holds."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK)
        self.socket.bind("\0" + address[1:] if address.startswith("@") else address)

    def heard(self) -> list[str]:
        """Every datagram since the last time."""
        found = []
        while True:
            try:
                found.append(self.socket.recv(4096).decode())
            except BlockingIOError:
                return found

    def env(self, **more: str) -> dict[str, str]:
        """What systemd gives to the process."""
        return {"NOTIFY_SOCKET": self.address, **more}


@pytest.fixture(params=["path", "abstract"])
def manager(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Manager]:
    """A manager whose socket is a file or an abstract name."""
    name = f"@sternwarte/{secrets.token_hex(6)}" if request.param == "abstract" else str(tmp_path / "notify")
    found = Manager(name)
    yield found
    found.socket.close()


def test_lines_arrive_as_one_datagram(manager: Manager) -> None:
    assert Notifier(manager.env()).send("READY=1", "STATUS=Partie läuft")
    assert manager.heard() == ["READY=1\nSTATUS=Partie läuft"]


@pytest.mark.parametrize("address", ["", "nonsense", "vsock:2:1234", "/nowhere/at/all", "@nobody-listens"])
def test_without_a_manager_nothing_happens(address: str) -> None:
    assert not Notifier({"NOTIFY_SOCKET": address}).send("READY=1")
    assert not Notifier({}).send("READY=1")


def test_a_manager_that_does_not_read_stops_nothing(manager: Manager) -> None:
    notifier = Notifier(manager.env())
    sent = [notifier.send("WATCHDOG=1")]
    while sent[-1]:
        sent.append(notifier.send("WATCHDOG=1"))
    assert len(manager.heard()) == len(sent) - 1


@pytest.mark.parametrize(
    ("env", "seconds"),
    [
        ({"WATCHDOG_USEC": "20000000"}, 20.0),
        ({"WATCHDOG_USEC": "20000000", "WATCHDOG_PID": str(os.getpid())}, 20.0),
        ({"WATCHDOG_USEC": "20000000", "WATCHDOG_PID": "1"}, 0.0),
        ({"WATCHDOG_USEC": "soon"}, 0.0),
        ({}, 0.0),
    ],
)
def test_how_long_systemd_waits(env: dict[str, str], seconds: float) -> None:
    assert Notifier(env).patience == seconds
    assert Pulse(Notifier(env), lambda: None).pause == seconds / 4


def test_ready_comes_with_the_first_frame_and_life_with_those_asked_for(manager: Manager) -> None:
    asked: list[str] = []
    pulse = Pulse(Notifier(manager.env(WATCHDOG_USEC="20000000")), lambda: asked.append("frame"))
    pulse.beat()
    assert asked == ["frame"]
    assert manager.heard() == []
    pulse.drawn()
    assert manager.heard() == ["READY=1\nWATCHDOG=1"]
    pulse.drawn()
    assert manager.heard() == [], "a frame that nobody asked for proves nothing about the clock"
    pulse.beat()
    pulse.beat()
    assert manager.heard() == [], "a clock that goes on while no frame is drawn proves nothing either"
    pulse.drawn()
    assert manager.heard() == ["WATCHDOG=1"]
    pulse.stop()
    assert manager.heard() == ["STOPPING=1"]
