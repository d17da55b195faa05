"""Which pins buttons and lamps are wired to, and who speaks to them: the Raspberry Pi's, or mock pins."""

from __future__ import annotations

import os
import warnings
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from .faults import Fault, Missing
from .presses import Button

MODEL = Path("/proc/device-tree/model")
"""Where a Raspberry Pi says that it is one."""

HIGHEST = 27
"""GPIO 2 to 27 are on the header; 0 and 1 belong to the boards that are plugged on it."""


class Pins(Struct, frozen=True, kw_only=True):
    """Numbers of GPIO pins (BCM, as on every picture of the header); 0 is not wired.

    Buttons lie between their pin and ground. Lamps are driven high; the tray light is on a pin with hardware
    PWM. None of the defaults is used by I2C, SPI, the serial line or a touch screen.
    """

    green: int = 17
    red: int = 27
    yellow: int = 22
    green_lamp: int = 5
    red_lamp: int = 6
    yellow_lamp: int = 13
    tray: int = 18

    def button(self, button: Button) -> int:
        """The pin of a button."""
        return int(getattr(self, button.value))

    def lamp(self, button: Button) -> int:
        """The pin of a button's lamp."""
        return int(getattr(self, f"{button.value}_lamp"))


def pins_from(plain: Any) -> Pins:
    """Pins from the settings; what cannot be read there is as if nobody had set it."""
    try:
        return msgspec.convert(plain or {}, Pins)
    except msgspec.ValidationError:
        return Pins()


def has_pins(model: Path = MODEL) -> bool:
    """Whether this is a Raspberry Pi."""
    try:
        return model.read_bytes().startswith(b"Raspberry Pi")
    except OSError:
        return False


@cache
def factory(real: bool | None = None) -> Any:
    """gpiozero's pin factory: the one that GPIOZERO_PIN_FACTORY names, the Pi's own, or mock pins on a PC."""
    from gpiozero import BadPinFactory, Device

    named = bool(os.environ.get("GPIOZERO_PIN_FACTORY"))
    if not named and not (has_pins() if real is None else real):
        from gpiozero.pins.mock import MockFactory, MockPWMPin

        return MockFactory(pin_class=MockPWMPin)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return Device._default_pin_factory()
    except BadPinFactory as error:
        raise Missing(f"GPIO: {error}") from error


def explained(error: Exception, number: int) -> Fault:
    """A gpiozero error as a fault: a pin that does not exist never will, anything else may pass."""
    from gpiozero import BadPinFactory, GPIOPinMissing, PinInvalidPin, PinUnsupported

    words = f"GPIO {number}: {error}"
    if isinstance(error, BadPinFactory | GPIOPinMissing | PinInvalidPin | PinUnsupported):
        return Missing(words)
    return Fault(words)
