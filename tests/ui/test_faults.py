"""Devices that fail while a game goes on: the screen says so, nothing stops, and they come back."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
from drawn_dice import PlainReader, tray
from gpiozero.pins.mock import MockPWMPin
from ui.drawn_table import THREE
from ui.layout import problems
from ui.wired import Board

from companion.engine import Draft
from companion.observe import Eyes, Look, Views
from companion.ui.devices import hear
from companion.ui.speaking import Narrator
from hardware.camera import CameraFault, CameraMissing, Fixed, Frame
from hardware.supervisor import PATIENCE, News, State

pytestmark = pytest.mark.screen

PATIENT = 30
"""Seconds after which a test gives up."""


class Flaky(Fixed):
    """A camera that does what its world says."""

    def __init__(self, world: World) -> None:
        self.world = world

    def open(self) -> None:
        if self.world.mode == "gone":
            raise CameraMissing("webcam 0?")

    def frame(self, timeout: float = 1.0) -> Frame | None:
        world, mode = self.world, self.world.mode
        world.now += 0.2
        picture = world.picture
        if mode == "hangs":
            world.inside.set()
            world.gate.wait(60)
        elif mode in ("raises", "gone"):
            raise CameraFault("webcam 0")
        elif mode == "black":
            picture = np.zeros_like(picture)
        elif mode == "half":
            picture = picture.copy()
            picture[300:] = 128
        return Frame(world.now, picture)


class World:
    """The app with a camera that a test breaks, in the thread in which it really runs."""

    def __init__(self, screen: Any) -> None:
        self.screen, self.house = screen, screen.house
        self.mode, self.picture, self.now, self.clock = "well", tray(), 0.0, 0.0
        self.inside, self.gate = threading.Event(), threading.Event()
        views = Views({"tray": Look(source="x")}, make=lambda _: Flaky(self))
        self.house.eyes = Eyes(
            views,
            {"dice": PlainReader},
            tell=lambda news: self.house.post(partial(hear, self.house, news)),
            clock=lambda: self.clock,
        )
        for seat in range(3):
            self.house.panel.open(Draft("dock", seat).then("berth", seat + 1))
        self.until(lambda: self.panel is not None and self.panel.sight.frame is not None)

    @property
    def panel(self) -> Any:
        return self.house.panel.tray.shown

    def until(self, wanted: Callable[[], bool]) -> None:
        """Let frames pass until something is so."""
        end = time.monotonic() + PATIENT
        while time.monotonic() < end:
            self.screen.frames(1)
            if self.panel is not None:
                self.panel._tick()
            if wanted():
                return
        raise AssertionError(f"never: {self.words}")

    @property
    def words(self) -> str:
        """Everything that can be read on the screen."""
        return " | ".join(self.screen.texts(self.house.stage))

    def roll(self, *faces: int) -> None:
        """Let dice come to rest, and enter what was read."""
        before = len(self.house.table.line)
        self.picture, empty = tray(), self.now + 3.0
        self.until(lambda: self.now > empty and not self.panel.sight.fault)
        self.picture = tray(*faces)
        self.until(lambda: self.panel.confirmable is not None)
        self.house.press("green")
        self.screen.frames()
        assert len(self.house.table.line) == before + 1


@pytest.fixture
def world(start, monkeypatch):
    monkeypatch.setattr("hardware.supervisor.PAUSES", (0.01,))
    made: list[World] = []

    def begin(**settings: Any) -> World:
        made.append(World(start(THREE, **settings)))
        return made[-1]

    yield begin
    for one in made:
        one.mode = "well"
        one.gate.set()


SAID = {
    "raises": "Die Kamera setzt aus (webcam 0).",
    "gone": "Die Kamera setzt aus (webcam 0",
    "black": "Die Kamera setzt aus (alles schwarz",
    "half": "Die Kamera setzt aus (nur halbe Bilder",
    "hangs": "Die Kamera setzt aus (keine Antwort).",
}


@pytest.mark.parametrize("mode", SAID)
def test_a_camera_that_fails_is_told_the_game_goes_on_and_it_comes_back(world, mode):
    table = world()
    table.mode = mode
    if mode == "hangs":
        assert table.inside.wait(30)
        table.clock += PATIENCE
    table.until(lambda: SAID[mode] in table.words and table.panel.ids.status.ink == "bad")
    table.screen.tap("Von Hand")
    table.screen.tap("4")
    assert table.house.panel.way.draft.all("faces") == (4,)
    table.house.press("red")
    table.screen.frames()
    table.mode = "well"
    table.house.panel.pages.reset()
    table.house.panel.refresh()
    table.until(lambda: "Die Kamera ist wieder da." in table.words)
    table.roll(3, 5)
    assert table.house.table.line[-1].action.faces == (3, 5)
    table.gate.set()


def test_a_game_is_played_on_by_touch_while_the_camera_fails(world):
    table = world()
    table.mode = "raises"
    table.until(lambda: SAID["raises"] in table.words)
    table.screen.tap("Von Hand")
    table.screen.tap("4")
    table.screen.tap("5")
    assert table.house.table.line[-1].action.faces == (4, 5)
    table.screen.tap("Ruhen")
    assert table.house.table.line[-1].action.verb == "rest"


def test_a_fault_is_calm_and_readable(world, size, lang):
    table = world(lang=lang, panel=True)
    table.screen.resize(size)
    table.house.go("play")
    for name in ("camera", "buttons", "lights", "speech"):
        for state in ("faulty", "off", "well"):
            hear(table.house, News(name, State(state), "GPIO 17: no gpiochip found on this board"))
            table.screen.frames(2)
            assert problems(table.house.stage._notice) == [], (name, state)


@pytest.fixture
def board(start):
    board = Board()
    screen = start(THREE, take_hands=board.take_hands)
    board.frames = screen.frames
    screen.frames(3)
    return board, screen


def told(screen: Any) -> str:
    return " | ".join(screen.texts(screen.house.stage))


def test_pins_that_vanish_are_told_the_game_goes_on_and_they_come_back(board, monkeypatch):
    pins, screen = board
    gone = property(lambda pin: (_ for _ in ()).throw(OSError("gone")), lambda pin, value: None)
    monkeypatch.setattr(MockPWMPin, "state", gone)
    pins.gone = True
    pins.turn()
    assert "Die Tasten setzen aus" in told(screen)
    screen.tap("Anna")
    screen.tap("Platz 3")
    assert screen.house.table.state.berths[0] == 3
    monkeypatch.undo()
    pins.turn()
    assert pins.hands.supervisor.state("buttons") is State.FAULTY
    pins.gone = False
    pins.turn()
    pins.turn()
    assert "wieder da" in told(screen) or "leuchten wieder" in told(screen)
    before = len(screen.house.table.line)
    pins.press("red")
    pins.press("red")
    assert len(screen.house.table.line) == before - 1


def test_a_pin_that_does_not_exist_is_said_once_and_only_it_stays_off(start):
    pins = Board()
    screen = start(THREE, take_hands=pins.take_hands, pins={"green": 99})
    pins.frames = screen.frames
    screen.frames(3)
    assert "Keine Tasten (GPIO 99" in told(screen)
    supervisor = pins.hands.supervisor
    assert (supervisor.state("buttons"), supervisor.pauses["buttons"]) == (State.OFF, None)
    assert supervisor.state("lights") is State.WELL
    screen.house.notify("play.later")
    for _ in range(3):
        pins.turn()
    assert "Keine Tasten" not in told(screen)
    screen.tap("Anna")
    screen.tap("Platz 3")
    assert screen.house.table.state.berths[0] == 3


def test_pins_are_set_on_their_page_and_used_at_once(board, size, lang):
    pins, screen = board
    screen.house.set("lang", lang)
    screen.resize(size)
    screen.house.go("pins")
    screen.frames()
    assert problems(screen.root) == []
    ask = {"de": "Taste: GPIO 17", "en": "Button: GPIO 17"}[lang]
    screen.tap(ask)
    screen.tap("backspace")
    screen.tap("backspace")
    for digit in "13":
        screen.tap(digit)
    screen.tap(screen.house.say("box.save"))
    assert pins.hands.pins()["green"] == 17
    screen.tap(ask)
    screen.tap("backspace")
    screen.tap("6")
    screen.tap(screen.house.say("box.save"))
    assert pins.hands.pins()["green"] == 16
    assert pins.factory.pin(16).function == "input"
    screen.tap("60 %")
    pins.turn()
    assert pins.factory.pin(18).state == pytest.approx(1.0)


def test_no_voice_is_said_once_and_harms_nothing(board):
    pins, screen = board
    screen.house.set("speech", True)
    pins.hands._make_speech = lambda: silent()
    pins.hands.speak()
    screen.frames()
    assert "Keine Stimme: espeak-ng ist nicht installiert." in told(screen)
    screen.tap("Anna")
    screen.tap("Platz 3")
    assert screen.house.table.state.berths[0] == 3


def silent() -> Any:
    from hardware.speech import Speech

    return Speech(installed=lambda: False)


def test_rolls_reminders_and_the_result_are_said_and_nothing_secret(start):
    screen = start(THREE)
    said: list[str] = []
    narrator = Narrator(screen.house, said.append)
    screen.house.listeners.append(narrator.changed)
    play, table = screen.house.panel, screen.house.table
    for seat in range(3):
        play.open(Draft("dock", seat).then("berth", seat + 1))
    assert said == [screen.house.say(found.text) for found in table.reminders()]
    play.open(Draft("roll").then("faces", 3).then("faces", 4))
    assert said[-1] == screen.house.say(table.history()[-1].text)
    for seat in range(3):
        play.open(Draft("turn", seat).then("do", "rest"))
    votes = len(said)
    from random import Random

    from companion.demo.player import random_action

    rng = Random(1)
    for _ in range(2):
        table.submit(random_action(table, rng))
    assert len(said) == votes
    while table.outcome() is None:
        table.submit(random_action(table, rng))
    assert "gewinn" in said[-1] or "führ" in said[-1]
    table.undo()
    before = len(said)
    assert table.outcome() is None
    table.redo()
    assert len(said) == before + 1
