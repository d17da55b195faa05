"""The three buttons: contacts on pins, or anything else that says when a button is down."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Any, TypeAlias

from . import pins as wiring
from .faults import Fault
from .pins import Pins
from .presses import HOLDABLE, Button, Hands, Pressed, advance, begin, feed
from .supervisor import Clock

Post: TypeAlias = Callable[[Pressed], None]
"""Gets what a hand did; called in the thread of the device."""

LOOK = 0.25
"""Seconds after which the pins are read although no edge came: an edge may be lost, a board pulled off."""


class Presser:
    """Makes presses of levels; for keys and touches, which have a clock of their own to call `tick`."""

    def __init__(self, post: Post, clock: Clock = time.monotonic) -> None:
        self._post, self.clock = post, clock
        self._hands: Hands = begin()

    @property
    def due(self) -> float:
        """When `tick` has something to do at the latest."""
        return self._hands.due

    def restart(self, down: frozenset[Button] = frozenset(), holdable: frozenset[Button] = HOLDABLE) -> None:
        """Forget what was half pressed; these buttons are down already."""
        self._hands = begin(down, holdable)

    def level(self, button: Button, down: bool, at: float | None = None) -> None:
        """A button went down or up."""
        self._hands, done = feed(self._hands, self.clock() if at is None else at, button, down)
        self._tell(done)

    def tick(self) -> None:
        """Let time pass."""
        self._hands, done = advance(self._hands, self.clock())
        self._tell(done)

    def _tell(self, done: list[Pressed]) -> None:
        for one in done:
            self._post(one)


class GpioButtons:
    """Contacts between a pin and ground, through gpiozero; a device for the supervisor."""

    pause = 0.0

    def __init__(
        self,
        pins: Pins,
        post: Post,
        factory: Callable[[], Any] = wiring.factory,
        clock: Clock = time.monotonic,
        look: float = LOOK,
    ) -> None:
        self._pins, self._factory, self._clock, self._look = pins, factory, clock, look
        self._presser = Presser(post, clock)
        self._edges: SimpleQueue[tuple[float, Button, bool]] = SimpleQueue()
        self._devices: dict[Button, Any] = {}
        self._told: dict[Button, bool] = {}

    def open(self) -> None:
        """Take hold of the pins."""
        from gpiozero import DigitalInputDevice

        factory = self._factory()
        for button in Button:
            number = self._pins.button(button)
            if not number:
                continue
            try:
                # Without gpiozero's own debouncing, which the mock has not, and not each backend alike.
                device = DigitalInputDevice(number, pull_up=True, bounce_time=None, pin_factory=factory)
            except Exception as error:
                raise wiring.explained(error, number) from error
            self._devices[button] = device
            self._told[button] = bool(device.value)
            device.when_activated = self._edge(button, True)
            device.when_deactivated = self._edge(button, False)
        self._presser.restart(frozenset(button for button, down in self._told.items() if down))

    def _edge(self, button: Button, down: bool) -> Callable[[], None]:
        """What gpiozero calls in its own thread: it only notes the edge and its time."""

        def note() -> None:
            self._edges.put((self._clock(), button, down))

        return note

    def step(self) -> bool:
        """Wait for an edge, or for the moment at which a press becomes a long one, and tell what was done."""
        wait = min(self._look, self._presser.due - self._clock())
        with contextlib.suppress(Empty):
            self._take(*(self._edges.get(timeout=wait) if wait > 0 else self._edges.get_nowait()))
            while True:
                self._take(*self._edges.get_nowait())
        self._read()
        self._presser.tick()
        return True

    def _take(self, at: float, button: Button, down: bool) -> None:
        self._told[button] = down
        self._presser.level(button, down, at)

    def _read(self) -> None:
        """See that the pins are still there, and say what no edge told."""
        for button, device in self._devices.items():
            try:
                down = bool(device.value)
            except Exception as error:
                raise Fault(f"GPIO {self._pins.button(button)}: {error}") from error
            if down != self._told[button] and self._edges.empty():
                self._take(self._clock(), button, down)

    def close(self) -> None:
        """Let go of the pins."""
        devices, self._devices = self._devices, {}
        for device in devices.values():
            with contextlib.suppress(Exception):
                device.close()
