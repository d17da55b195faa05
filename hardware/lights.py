"""Lamps in the buttons and the light over the tray, on pins or pretended."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Any, Protocol

from msgspec import Struct

from . import pins as wiring
from .faults import Fault
from .pins import Pins
from .presses import Button

LOOK = 0.5
"""Seconds for which it is waited for another wish."""

FREQUENCY = 500
"""Hertz of the tray light: far above what a camera could see flicker."""


class Glow(Struct, frozen=True):
    """Which lamps are lit, and how bright the tray is (0 to 1)."""

    lamps: frozenset[Button] = frozenset()
    tray: float = 0.0


class Lights(Protocol):
    """Something that can be lit."""

    def show(self, glow: Glow) -> None:
        """Wish for other lights; returns at once."""


class SimulatedLights:
    """Remembers what would be lit."""

    def __init__(self) -> None:
        self.glow = Glow()

    def show(self, glow: Glow) -> None:
        """Remember it."""
        self.glow = glow


class GpioLights:
    """Lamps on pins through gpiozero; a device for the supervisor."""

    pause = 0.0

    def __init__(
        self,
        pins: Pins,
        factory: Callable[[], Any] = wiring.factory,
        glow: Glow | None = None,
        look: float = LOOK,
    ) -> None:
        self._pins, self._factory, self._look = pins, factory, look
        self._wishes: SimpleQueue[Glow] = SimpleQueue()
        self._glow = glow or Glow()
        self._lamps: dict[Button, Any] = {}
        self._tray: Any = None

    def show(self, glow: Glow) -> None:
        """Wish for other lights; returns at once."""
        self._wishes.put(glow)

    def open(self) -> None:
        """Take hold of the pins and light what was wished for last."""
        from gpiozero import LED, PWMLED

        factory = self._factory()
        for button in Button:
            if number := self._pins.lamp(button):
                self._lamps[button] = self._made(number, lambda pin: LED(pin, pin_factory=factory))
        if number := self._pins.tray:
            self._tray = self._made(number, lambda pin: PWMLED(pin, frequency=FREQUENCY, pin_factory=factory))
        self._light()

    def _made(self, number: int, make: Callable[[int], Any]) -> Any:
        try:
            return make(number)
        except Exception as error:
            raise wiring.explained(error, number) from error

    def step(self) -> bool:
        """Wait for another wish and fulfil the newest."""
        with contextlib.suppress(Empty):
            self._glow = self._wishes.get(timeout=self._look) if self._look else self._wishes.get_nowait()
            while True:
                self._glow = self._wishes.get_nowait()
        self._light()
        return True

    def _light(self) -> None:
        try:
            for button, lamp in self._lamps.items():
                lamp.value = int(button in self._glow.lamps)
            if self._tray is not None:
                self._tray.value = min(1.0, max(0.0, self._glow.tray))
        except Exception as error:
            raise Fault(f"GPIO: {error}") from error

    def close(self) -> None:
        """Put the lights out and let go of the pins."""
        lamps, self._lamps = [*self._lamps.values(), self._tray], {}
        self._tray = None
        for lamp in lamps:
            if lamp is not None:
                with contextlib.suppress(Exception):
                    lamp.close()
