"""Hands of the running app: buttons, lamps and speech are started after the first frame and kept alive.

Threads never touch the screen: what a device has to say is posted to the house, whose clock does it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from math import isfinite
from typing import Any, Protocol

import msgspec

from companion.ui.base import House
from companion.ui.devices import hear
from companion.ui.speaking import Narrator

# isort: split
from kivy.clock import Clock

from hardware import pins as wiring
from hardware.buttons import GpioButtons, Presser
from hardware.lights import Glow, GpioLights
from hardware.presses import Button, Pressed, What
from hardware.speech import LONGEST, Speech
from hardware.supervisor import PATIENCE, Make, News, State, Supervisor

CHECK = 0.5
"""Seconds between two looks whether a device hangs."""

TRAY = 0.6
"""How bright the tray light is while nobody changed it."""


class Keeping(Protocol):
    """Who keeps devices alive."""

    def run(self, name: str, make: Make, patience: float = PATIENCE) -> None:
        """Begin to care for a device, which may be silent for so long."""

    def state(self, name: str) -> State:
        """How a device is."""

    def check(self) -> None:
        """See whether any device hangs."""

    def end(self, name: str, wait: float = 2.0) -> None:
        """End a device."""

    def close(self) -> None:
        """End all devices."""


class Hands:
    """Puts the devices and the house together; every device may be missing."""

    def __init__(
        self,
        house: House,
        factory: Callable[[], Any] = wiring.factory,
        clock: Callable[[], float] = time.monotonic,
        supervisor: Callable[[Callable[[News], None]], Keeping] = Supervisor,
        speech: Callable[[], Speech] = Speech,
    ) -> None:
        self.house = house
        self._factory, self._clock, self._make_speech = factory, clock, speech
        self.supervisor = supervisor(lambda news: house.post(partial(hear, house, news)))
        self.presser = Presser(self.post, clock)
        self._lights: GpioLights | None = None
        self._speech: Speech | None = None
        self._narrator = Narrator(house, self.say)
        self._tick: Any = None
        self._check: Any = None

    def start(self) -> None:
        """Take hold of what is there."""
        self.house.hands = self
        self.house.lights.append(self._show)
        self.house.listeners.append(self._narrator.changed)
        self._check = Clock.schedule_interval(lambda _: self.supervisor.check(), CHECK)
        self.wire()
        self.speak()

    def close(self) -> None:
        """Let everything go."""
        if self.house.hands is not self:
            return
        self.house.hands = None
        self.house.lights.remove(self._show)
        self.house.listeners.remove(self._narrator.changed)
        for event in (self._check, self._tick):
            if event is not None:
                event.cancel()
        self.supervisor.close()

    def pins(self) -> dict[str, int]:
        """The pins that are set, or usual, by name."""
        found: dict[str, int] = msgspec.to_builtins(wiring.pins_from(self.house.setting("pins")))
        return found

    @property
    def brightness(self) -> float:
        """How bright the tray is, from 0 to 1."""
        tray = self.house.setting("tray_light")
        return TRAY if tray is None else float(tray)

    def wire(self) -> None:
        """Use the pins that are set."""
        pins = wiring.pins_from(self.house.setting("pins"))
        self.supervisor.run("buttons", lambda: GpioButtons(pins, self.post, self._factory, self._clock))
        self.supervisor.run("lights", partial(self._make_lights, pins))

    def speak(self) -> None:
        """Speak, or be silent, as it is set."""
        self._speech = None
        if self.house.setting("speech"):
            self.supervisor.run("speech", self._made_speech, patience=LONGEST + 5)
        else:
            self.supervisor.end("speech", wait=0.0)

    def _made_speech(self) -> Speech:
        self._speech = self._make_speech()
        return self._speech

    def say(self, words: str) -> None:
        """Say a sentence, if somebody can."""
        if self._speech is not None:
            self._speech.say(words, self.house.lang)

    def _make_lights(self, pins: wiring.Pins) -> GpioLights:
        self._lights = GpioLights(pins, self._factory, self._glow())
        return self._lights

    def _glow(self) -> Glow:
        return Glow(frozenset(Button(name) for name in self.house.lamps), self.brightness)

    def _show(self, _: frozenset[str] = frozenset()) -> None:
        if self._lights is not None:
            self._lights.show(self._glow())

    def shine(self) -> None:
        """Light what is to be lit; the brightness of the tray was changed."""
        self._show()

    def level(self, button: str, down: bool) -> None:
        """A key or a touch that stands for a button went down or up."""
        self.presser.level(Button(button), down)
        self._later()

    def _later(self) -> None:
        """Come back when a press becomes a long one."""
        if self._tick is not None:
            self._tick.cancel()
            self._tick = None
        if isfinite(due := self.presser.due):
            self._tick = Clock.schedule_once(lambda _: self._pass(), max(0.0, due - self._clock()))

    def _pass(self) -> None:
        self.presser.tick()
        self._later()

    def post(self, done: Pressed) -> None:
        """Something that a hand did; called in any thread."""
        self.house.post(partial(self._do, done))

    def _do(self, done: Pressed) -> None:
        if done.what is What.CHORD:
            self.house.shut_down()
        elif done.button is not None:
            self.house.press(done.button.value, long=done.what is What.LONG)
