"""How soon a press is where it belongs: from the deciding edge to the screen's queue, and to the screen."""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

os.environ.setdefault("KIVY_NO_ARGS", "1")

GOAL = 20.0
"""Milliseconds in which a press must be on the queue."""

RATES = (60, 30)
"""Frames a second at which the screen runs."""


def board() -> Any:
    """Mock pins."""
    from gpiozero.pins.mock import MockFactory, MockPWMPin

    return MockFactory(pin_class=MockPWMPin)


class Finger:
    """Presses a contact in a thread of its own, as gpiozero's edges come, and notes when each was let go."""

    def __init__(self, factory: Any, presses: int) -> None:
        from hardware.pins import Pins

        self.pin, self.presses = factory.pin(Pins().green), presses
        self.edges: list[float] = []
        self.queued: list[float] = []
        self.handled: list[float] = []
        self.arrived = threading.Event()
        self.done = threading.Event()

    def run(self) -> None:
        """Press again and again, at odd moments between two frames."""
        for number in range(self.presses):
            self.pin.drive_low()
            time.sleep(0.06 + (number * 7 % 17) / 1000)
            self.arrived.clear()
            self.edges.append(time.perf_counter())
            self.pin.drive_high()
            self.arrived.wait(2.0)
            time.sleep(0.04)
        self.done.set()


def measure(presses: int, rate: int) -> tuple[list[float], list[float]]:
    """Milliseconds from the edge to the queue, and from the edge to the house that acts on it."""
    from kivy.base import EventLoop
    from kivy.clock import Clock
    from kivy.config import Config

    from companion.app import SternwarteApp
    from companion.demo.hands import Hands as Fingers
    from companion.hands import Hands
    from companion.store import Store

    Config.set("graphics", "maxfps", str(rate))
    Clock._max_fps = float(rate)
    factory = board()
    finger = Finger(factory, presses)
    with tempfile.TemporaryDirectory() as folder:
        app = SternwarteApp(store=Store(Path(folder)), take_hands=lambda house: Hands(house, lambda: factory))
        house = app.house
        post = house.post

        def queued(act: Any) -> None:
            post(act)
            if len(finger.queued) < len(finger.edges):
                finger.queued.append(time.perf_counter())

        def handled(button: str, long: bool = False) -> bool:
            finger.handled.append(time.perf_counter())
            finger.arrived.set()
            return True

        house.post, house.press = queued, handled
        Fingers(app)
        for _ in range(rate):
            EventLoop.idle()
        thread = threading.Thread(target=finger.run, daemon=True)
        thread.start()
        while not finger.done.is_set():
            EventLoop.idle()
        app.dispatch("on_stop")
        for child in list(EventLoop.window.children):
            EventLoop.window.remove_widget(child)
    took = [
        [1000 * (at - edge) for at, edge in zip(times, finger.edges, strict=True)]
        for times in (finger.queued, finger.handled)
    ]
    return took[0], took[1]


def main() -> int:
    """Print the table; 1 if a press was late on the queue."""
    parser = argparse.ArgumentParser(prog="sternwarte bench buttons", description=__doc__)
    parser.add_argument("--presses", type=int, default=200)
    args = parser.parse_args()
    from companion.demo.hands import open_window

    open_window((800, 480))
    print(f"{args.presses} presses of a mock pin, milliseconds from the edge that decides")
    print(f"{'screen':<10} {'to':<8} {'median':>8} {'99 %':>8} {'worst':>8}")
    late = False
    for rate in RATES:
        for where, took in zip(("queue", "screen"), measure(args.presses, rate), strict=True):
            high = statistics.quantiles(took, n=100)[98]
            print(
                f"{rate:>3} fps    {where:<8} {statistics.median(took):>8.2f} {high:>8.2f} {max(took):>8.2f}"
            )
            late |= where == "queue" and high > GOAL
    print(f"goal: on the queue within {GOAL:.0f} ms (99 % of presses): {'missed' if late else 'met'}")
    return 1 if late else 0


if __name__ == "__main__":
    sys.exit(main())
