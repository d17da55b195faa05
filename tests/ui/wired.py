"""The app with mock pins: fingers on contacts that chatter, lamps to look at, and time that a test moves."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.hands import Hands
from hardware.pins import Pins
from hardware.presses import HELD, LONG, Button
from hardware.supervisor import Care, Make, News, State

WIRED = Pins()


class Stepped:
    """Keeps devices alive without threads: a test lets them take their turns."""

    def __init__(self, tell: Callable[[News], None]) -> None:
        self._tell = tell
        self.cares: dict[str, Care] = {}
        self.pauses: dict[str, float | None] = {}

    def run(self, name: str, make: Make, patience: float = 0.0) -> None:
        self.end(name)
        self.cares[name] = Care(name, make, self._tell)
        self.turn(name)

    def turn(self, name: str) -> None:
        """One turn of one device; one that is off has none."""
        if self.pauses.get(name, 0.0) is not None:
            self.pauses[name] = self.cares[name].turn()

    def state(self, name: str) -> State:
        return self.cares[name].state if name in self.cares else State.OFF

    def check(self) -> None:
        pass

    def end(self, name: str, wait: float = 0.0) -> None:
        self.pauses.pop(name, None)
        care = self.cares.pop(name, None)
        if care is not None:
            care.close()

    def close(self) -> None:
        for name in list(self.cares):
            self.end(name)


class Board:
    """Mock pins, and the hands of an app that are wired to them."""

    def __init__(self) -> None:
        self.factory = MockFactory(pin_class=MockPWMPin)
        self.now = 50.0
        self.rng = Random(3)
        self.presses = 0
        self.gone = False
        self.hands: Any = None
        self.house: Any = None
        self.frames: Callable[[int], None] = lambda count: None

    def take_hands(self, house: Any) -> Hands:
        """What the app calls when its first frame is drawn."""
        self.house = house
        self.hands = Hands(house, self._pins, lambda: self.now, Stepped)
        return self.hands

    def _pins(self) -> Any:
        if self.gone:
            raise OSError("no gpiochip")
        return self.factory

    def turn(self) -> None:
        """Every device has its turn, and the screen sees what came of it."""
        self._at_once("buttons")
        self.frames(2)
        self._at_once("lights")

    def _at_once(self, name: str) -> None:
        care = self.hands.supervisor.cares.get(name)
        device = getattr(care, "_device", None)
        if device is not None:
            device._look = 0
        self.hands.supervisor.turn(name)

    def drive(self, button: Button, down: bool) -> None:
        """A contact closes or opens, and chatters for up to 30 ms."""
        pin = self.factory.pin(WIRED.button(button))
        levels = [down, *[not down, down] * self.rng.randrange(0, 4)]
        for level in levels:
            (pin.drive_low if level else pin.drive_high)()
            self._at_once("buttons")
            self.now += self.rng.uniform(0, 0.004)

    def hold(self, seconds: float, *buttons: Button) -> None:
        """Hold buttons for a while and let go."""
        self.presses += 1
        for down in (True, False):
            for button in buttons:
                self.drive(button, down)
            self.now += seconds if down else 0.2
            self.turn()

    def press(self, button: Button | str) -> None:
        """A short press."""
        self.hold(0.12, Button(button))

    def long(self, button: Button | str) -> None:
        """A long press."""
        self.hold(LONG + 0.1, Button(button))

    def chord(self) -> None:
        """Green and red for three seconds."""
        self.hold(HELD + 0.1, Button.GREEN, Button.RED)

    @property
    def lit(self) -> set[str]:
        """The lamps that shine, by their pins."""
        self.turn()
        return {button.value for button in Button if self.factory.pin(WIRED.lamp(button)).state}
