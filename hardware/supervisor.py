"""Keeps devices alive: each runs in a thread of its own, is watched, and is started again after a fault."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from enum import StrEnum
from typing import Protocol, TypeAlias

from msgspec import Struct

from .faults import Fault, Missing

log = logging.getLogger("sternwarte")

PAUSES = (2.0, 4.0, 8.0, 14.0, 20.0)
"""Seconds before the next attempt, after the first fault in a row, the second, and so on."""

PATIENCE = 6.0
"""Seconds after which a device that does not answer hangs."""

OPENING = 15.0
"""The same while it is opened: libraries are loaded then, and a lens may have to find its place."""

STUCK = 3
"""So many threads at most may hang in a device; then no more are sent after them."""

HANGS = "no answer"
"""The fault of a device that does not come back from a call."""

Clock: TypeAlias = Callable[[], float]


class State(StrEnum):
    """How a device is."""

    STARTING = "starting"
    WELL = "well"
    FAULTY = "faulty"
    OFF = "off"


class News(Struct, frozen=True):
    """A device that is no longer as it was."""

    device: str
    state: State
    why: str = ""


class Device(Protocol):
    """Something that is opened, does its work step by step, and may fail at any of them."""

    pause: float
    """Seconds between two steps."""

    def open(self) -> None:
        """Get ready. Raises Fault, or Missing if there is no sense in trying again."""

    def step(self) -> bool:
        """Work for a moment; whether the device gave what it is there for. Raises Fault or Missing."""

    def close(self) -> None:
        """Let go of everything; closing twice does no harm."""


Make: TypeAlias = Callable[[], Device]
Tell: TypeAlias = Callable[[News], None]


class Care:
    """The life of one device without a thread: every `turn` does one thing and says when to come again."""

    def __init__(self, name: str, make: Make, tell: Tell, clock: Clock = time.monotonic) -> None:
        self.name = name
        self.state = State.STARTING
        self.failed = 0
        self.busy: float | None = None
        """Since when the device has been at work; None between two turns."""
        self.opening = False
        """Whether it is being opened."""
        self.left = False
        """Whether somebody else cares for the device now, because this one hangs."""
        self._make, self._tell, self._clock = make, tell, clock
        self._device: Device | None = None
        self._proven = False

    def turn(self) -> float | None:
        """Open the device, or let it work; the seconds until the next turn, None if there is none."""
        self.busy = self._clock()
        try:
            if self._device is None:
                self.opening = True
                self._device = self._make()
                self._device.open()
                self.busy, self.opening = self._clock(), False
            gave = self._device.step()
            pause = self._device.pause
        except Exception as error:
            self._drop()
            # What has worked was unplugged and may come back; what never has is not there at all.
            if not isinstance(error, Missing) or self._proven:
                return self.fail(_why(error))
            self._say(State.OFF, str(error))
            return None
        finally:
            self.busy, self.opening = None, False
        if self.left:
            self._drop()
            return None
        if gave:
            self.failed, self._proven = 0, True
            self._say(State.WELL)
        return pause

    def fail(self, why: str) -> float:
        """Count a fault and tell of it; the seconds before the next attempt."""
        pause = PAUSES[min(self.failed, len(PAUSES) - 1)]
        self.failed += 1
        self._say(State.FAULTY, why)
        return pause

    def follow(self, before: Care) -> None:
        """Take over from a care that hangs."""
        self.state, self.failed, self._proven = before.state, before.failed, before._proven

    def close(self) -> None:
        """Let the device go."""
        self._drop()

    def _drop(self) -> None:
        device, self._device = self._device, None
        if device is not None:
            try:
                device.close()
            except Exception:
                log.warning("%s could not be closed", self.name, exc_info=True)

    def _say(self, state: State, why: str = "") -> None:
        """Tell what is new; the same fault is told once, however often it comes back."""
        if self.left or state is self.state:
            return
        self.state = state
        if state is State.WELL:
            log.info("%s works", self.name)
        else:
            log.warning("%s: %s", self.name, why)
        self._tell(News(self.name, state, why))


def _why(error: Exception) -> str:
    return str(error) if isinstance(error, Fault) else f"{type(error).__name__}: {error}"


class Keeper:
    """Runs the care for one device in a thread, and sends another thread when that one hangs."""

    def __init__(
        self,
        name: str,
        make: Make,
        tell: Tell,
        clock: Clock = time.monotonic,
        patience: float = PATIENCE,
    ) -> None:
        self.name, self.patience = name, patience
        self._make, self._tell, self._clock = make, tell, clock
        self._care = Care(name, make, tell, clock)
        self._stop = threading.Event()
        self._let_go = False
        self._thread: threading.Thread | None = None
        self._stuck: list[threading.Thread] = []

    @property
    def state(self) -> State:
        """How the device is."""
        return self._care.state

    @property
    def thread(self) -> threading.Thread | None:
        """The thread that cares for the device now."""
        return self._thread

    def start(self) -> None:
        """Begin."""
        if self._thread is None:
            self._stop.clear()
            self._let_go = False
            self._send(0.0)

    def stop(self, wait: float = 2.0, let_go: bool = True) -> None:
        """End; the device is let go, unless others use it."""
        self._let_go = let_go
        self._stop.set()
        thread, self._thread = self._thread, None
        if thread is not None:
            thread.join(wait)

    def check(self) -> None:
        """See whether the device hangs; to be called now and then by somebody who does not."""
        busy, patience = self._care.busy, OPENING if self._care.opening else self.patience
        if self._thread is None or busy is None or self._clock() - busy < patience:
            return
        self._stuck = [thread for thread in self._stuck if thread.is_alive()]
        if len(self._stuck) >= STUCK:
            return
        self._stuck.append(self._thread)
        pause = self._care.fail(HANGS)
        before, self._care = self._care, Care(self.name, self._make, self._tell, self._clock)
        before.left = True
        self._care.follow(before)
        self._send(pause)

    def _send(self, pause: float) -> None:
        care = self._care
        self._thread = threading.Thread(target=self._run, args=(care, pause), name=self.name, daemon=True)
        self._thread.start()

    def _run(self, care: Care, pause: float) -> None:
        wait: float | None = pause
        while wait is not None and not self._stop.wait(wait) and not care.left:
            wait = care.turn()
        if care.left or self._let_go:
            care.close()


class Supervisor:
    """All devices that run by themselves, by name."""

    def __init__(self, tell: Tell, clock: Clock = time.monotonic) -> None:
        self._tell, self._clock = tell, clock
        self._keepers: dict[str, Keeper] = {}

    def run(self, name: str, make: Make, patience: float = PATIENCE) -> None:
        """Begin to care for a device; one of that name is ended first."""
        self.end(name)
        keeper = self._keepers[name] = Keeper(name, make, self._tell, self._clock, patience)
        keeper.start()

    def state(self, name: str) -> State:
        """How a device is; off if there is none of that name."""
        keeper = self._keepers.get(name)
        return State.OFF if keeper is None else keeper.state

    def check(self) -> None:
        """See whether any device hangs."""
        for keeper in self._keepers.values():
            keeper.check()

    def end(self, name: str, wait: float = 2.0) -> None:
        """End a device; it lets go by itself, also when nobody waits for it."""
        keeper = self._keepers.pop(name, None)
        if keeper is not None:
            keeper.stop(wait)

    def close(self) -> None:
        """End all devices."""
        for name in list(self._keepers):
            self.end(name)
