"""Buttons and lights on gpiozero's mock pins."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from gpiozero import LED, GPIOPinInUse
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware import pins
from hardware.buttons import GpioButtons, Presser
from hardware.faults import Fault, Missing
from hardware.lights import Glow, GpioLights, SimulatedLights
from hardware.pins import Pins, pins_from
from hardware.presses import HELD, LONG, Button, Pressed, What
from hardware.supervisor import Care, News, State

GREEN, RED, YELLOW = Button
WIRED = Pins()


class Board:
    """A board of mock pins with a clock that a test moves, and the buttons on it."""

    def __init__(self, wired: Pins = WIRED) -> None:
        self.factory = MockFactory(pin_class=MockPWMPin)
        self.now = 100.0
        self.done: list[Pressed] = []
        self.buttons = GpioButtons(
            wired, self.done.append, lambda: self.factory, clock=lambda: self.now, look=0
        )

    def drive(self, button: Button, down: bool, after: float = 0.0) -> None:
        self.now += after
        pin = self.factory.pin(WIRED.button(button))
        (pin.drive_low if down else pin.drive_high)()
        self.buttons.step()

    @property
    def told(self) -> list[tuple[What, Button | None]]:
        return [(one.what, one.button) for one in self.done]


@pytest.fixture
def board() -> Any:
    board = Board()
    board.buttons.open()
    yield board
    board.buttons.close()
    board.factory.reset()


def test_a_contact_to_ground_that_chatters_is_one_press(board: Board) -> None:
    for level, after in (
        (True, 0),
        (False, 0.002),
        (True, 0.004),
        (False, 0.3),
        (True, 0.01),
        (False, 0.005),
    ):
        board.drive(GREEN, level, after)
    board.now += 1
    board.buttons.step()
    assert board.told == [(What.PRESS, GREEN)]


def test_long_press_and_chord_come_while_the_buttons_are_still_down(board: Board) -> None:
    board.drive(YELLOW, True)
    board.now += LONG
    board.buttons.step()
    assert board.told == [(What.LONG, YELLOW)]
    board.drive(YELLOW, False, 0.1)
    board.drive(GREEN, True, 1)
    board.drive(RED, True, 0.2)
    board.now += HELD
    board.buttons.step()
    board.drive(RED, False, 0.2)
    board.drive(GREEN, False, 0.2)
    assert board.told[1:] == [(What.CHORD, None)]


def test_an_edge_that_nobody_told_is_seen_by_reading_the_pin(board: Board) -> None:
    pin = board.factory.pin(WIRED.green)
    pin._change_state(False)
    board.buttons.step()
    board.now += 0.2
    pin._change_state(True)
    board.buttons.step()
    assert board.told == [(What.PRESS, GREEN)]


def test_pins_that_vanish_are_a_fault_and_work_again_when_they_are_back(board: Board) -> None:
    board.buttons.close()
    news: list[News] = []
    gone = False

    def factory() -> Any:
        if gone:
            raise OSError("no gpiochip")
        return board.factory

    def make() -> GpioButtons:
        board.buttons = GpioButtons(WIRED, board.done.append, factory, clock=lambda: board.now, look=0)
        return board.buttons

    care = Care("buttons", make, news.append)
    assert care.turn() == 0.0
    pin, gone = board.factory.pin(WIRED.red), True
    kind = type(pin)
    try:
        type(pin).state = property(lambda self: (_ for _ in ()).throw(OSError("gone")))  # type: ignore[assignment]
        assert care.turn() == 2.0
    finally:
        del kind.state
    assert care.turn() == 4.0
    gone = False
    assert care.turn() == 0.0
    assert [one.state for one in news] == [State.WELL, State.FAULTY, State.WELL]
    board.drive(RED, True)
    board.drive(RED, False, 0.2)
    assert board.told == [(What.PRESS, RED)]


@pytest.mark.parametrize("number", [99, 55])
def test_a_pin_that_does_not_exist_is_missing_for_good(number: int) -> None:
    with pytest.raises(Missing, match=str(number)):
        Board(Pins(green=number)).buttons.open()


def test_a_pin_that_somebody_else_uses_may_become_free() -> None:
    board = Board()
    other = LED(WIRED.green, pin_factory=board.factory)
    with pytest.raises(Fault) as found:
        board.buttons.open()
    assert not isinstance(found.value, Missing)
    assert isinstance(found.value.__cause__, GPIOPinInUse)
    board.buttons.close()
    other.close()
    board.buttons.open()
    board.buttons.close()


def test_a_button_that_is_not_wired_is_left_out() -> None:
    board = Board(Pins(yellow=0))
    board.buttons.open()
    board.buttons.step()
    assert len(board.buttons._devices) == 2
    board.buttons.close()


def test_keys_and_touches_make_presses_the_same_way() -> None:
    now, done = [5.0], []
    presser = Presser(done.append, lambda: now[0])
    presser.level(YELLOW, True)
    assert presser.due == 5.0 + LONG
    now[0] = 6.0
    presser.tick()
    presser.level(YELLOW, False)
    assert [one.what for one in done] == [What.LONG]


def test_lamps_and_tray_shine_as_wished_and_go_out_at_the_end() -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    lights = GpioLights(WIRED, lambda: factory, look=0)
    lights.open()
    lights.show(Glow(frozenset({RED}), 0.9))
    lights.show(Glow(frozenset({GREEN}), 0.4))
    lights.step()
    lit = {button: factory.pin(WIRED.lamp(button)).state for button in Button}
    assert lit == {GREEN: 1.0, RED: 0.0, YELLOW: 0.0}
    assert factory.pin(WIRED.tray).state == pytest.approx(0.4)
    lights.close()
    assert not factory.pin(WIRED.green_lamp).state


def test_lights_that_were_started_again_show_the_last_wish() -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    lights = GpioLights(WIRED, lambda: factory, Glow(frozenset({YELLOW})))
    lights.open()
    assert factory.pin(WIRED.yellow_lamp).state == 1.0
    lights.close()


def test_a_lamp_on_a_pin_that_does_not_exist_is_missing() -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    with pytest.raises(Missing, match="GPIO 88"):
        GpioLights(Pins(red_lamp=88), lambda: factory).open()


def test_pretended_lights_remember() -> None:
    lights = SimulatedLights()
    lights.show(Glow(frozenset({GREEN})))
    assert lights.glow.lamps == {GREEN}


def test_on_a_machine_without_pins_mock_pins_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    pins.factory.cache_clear()
    assert isinstance(pins.factory(real=False), MockFactory)
    assert pins.factory(real=False) is pins.factory(real=False)
    pins.factory.cache_clear()


def test_a_machine_says_whether_it_is_a_raspberry_pi(tmp_path: Path) -> None:
    model = tmp_path / "model"
    assert not pins.has_pins(model)
    model.write_bytes(b"Raspberry Pi 5 Model B Rev 1.0\0")
    assert pins.has_pins(model)


def test_a_factory_that_is_named_and_not_there_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "nonsense")
    pins.factory.cache_clear()
    with pytest.raises(Missing, match="nonsense"):
        pins.factory()
    pins.factory.cache_clear()


def test_pins_come_from_the_settings_and_nonsense_is_passed_over() -> None:
    assert pins_from({"green": 5}) == Pins(green=5)
    assert pins_from(None) == pins_from({"green": "x"}) == pins_from(3) == Pins()
