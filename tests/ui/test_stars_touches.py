"""How many touches a turn of the Starfarers takes when the camera reads dice and balls."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest
from drawn_dice import PlainReader
from ui.drawn_table import DrawnTable
from ui.layout import problems

from companion.engine import Draft, Setup
from companion.engine.notation import players
from companion.observe import Eyes
from vision.reading import Picture, Reading, Seen, reasons

pytestmark = pytest.mark.screen

COLOURS = {"yellow": (30, 200, 230), "red": (40, 30, 200), "blue": (180, 80, 30), "black": (10, 10, 10)}
BOX = {"start.fame": 1, "start.drives": 1, "cost.same": "yes", "shortage": "nobody"}


def window(*balls: str) -> Picture:
    """Balls as squares of their colour on a light ground."""
    picture = np.full((720, 960, 3), 210, np.uint8)
    for at, ball in enumerate(balls):
        cv2.rectangle(picture, (200 + at * 300, 250), (400 + at * 300, 450), COLOURS[ball], -1)
    return picture


class PlainBalls:
    """Reads these drawings."""

    def read(self, picture: Picture, expect: int | None = None) -> Reading:
        """The balls from left to right."""
        found = []
        for at in range(2):
            colour = picture[350, 300 + at * 300].astype(int)
            for ball, drawn in COLOURS.items():
                if abs(colour - drawn).max() < 12:
                    left = 200.0 + at * 300
                    outline = ((left, 250.0), (left + 200, 250.0), (left + 200, 450.0), (left, 450.0))
                    found.append(
                        Seen(
                            face=ball,
                            confidence=0.99,
                            outline=outline,
                            kind="ball",
                            sure=True,
                            likely=((ball, 0.99),),
                        )
                    )
        return Reading(seen=tuple(found), why=reasons(tuple(found), ()))


class StarsTable(DrawnTable):
    """The app with a drawn tray and a drawn window."""

    def __init__(self, screen: Any) -> None:
        super().__init__(screen)
        readers = {"dice": lambda: PlainReader(), "balls": PlainBalls}
        screen.house.eyes = Eyes(self.views, readers, threaded=False)

    def shake(self, *balls: str) -> None:
        """Let balls lie in the window."""
        self.picture = window(*balls)
        self.look()

    def on(self) -> None:
        """Press the big button."""
        self.screen.tap(self.screen.house.panel.ids.primary)


@pytest.fixture
def table(start, size, lang):
    setup = Setup(
        game="starfarers", players=players("Anna", "Ben", "Cem"), depth="light", facts=BOX,
        options={"cards": "counted"},
    )  # fmt: skip
    found = StarsTable(start(setup, lang=lang))
    found.screen.resize(size)
    found.screen.house.panel.open(Draft("begin").then("first", 0))
    found.screen.house.panel.open(Draft("ready"))
    found.screen.frames()
    found.look()
    return found


def test_a_turn_without_an_encounter_takes_five_touches(table):
    house = table.screen.house
    before = table.screen.touches
    assert problems(table.screen.root) == []
    table.show(2, 4)
    table.on()
    assert house.table.line[-1].action.verb == "roll"
    table.on()
    assert house.table.line[-1].action.verb == "draw"
    assert problems(table.screen.root) == []
    table.on()
    assert house.table.line[-1].action.verb == "fly"
    table.picture = window()
    table.look()
    table.shake("yellow", "red")
    table.on()
    assert house.table.line[-1].action.balls == ("yellow", "red")
    assert problems(table.screen.root) == []
    table.on()
    assert house.table.state.turn == 1
    assert table.screen.touches - before == 5


def test_a_turn_by_touch_alone_takes_no_more_than_two_more_for_dice_and_balls(start):
    setup = Setup(game="starfarers", players=players("Anna", "Ben", "Cem"), depth="light", facts=BOX)
    screen = start(setup)
    house = screen.house
    house.panel.open(Draft("begin").then("first", 0))
    house.panel.open(Draft("ready"))
    screen.frames()
    before = screen.touches
    for words in (
        "2",
        "4",
        "1 Karte ziehen",
        "Weiter zum Flug",
        "Gelb (2)",
        "Rot (3)",
        "Zu Ende: Ben ist dran",
    ):
        screen.tap(words)
    assert house.table.state.turn == 1
    assert screen.touches - before == 7


def test_the_fifteenth_point_ends_the_game_on_the_screen(start):
    setup = Setup(game="starfarers", players=players("Anna", "Ben", "Cem"), depth="scoring", facts=BOX)
    screen = start(setup)
    panel = screen.house.panel
    panel.open(Draft("begin").then("first", 0))
    screen.frames()
    for entry in (
        "disc.green:1",
        "disc.merchants:1",
        "disc.scientists:1",
        "disc.diplomats:1",
        "nest:1",
        "nest:1",
    ):
        panel.open(Draft("award", 0).then("what", entry))
        screen.frames()
    assert screen.house.table.outcome() is None
    panel.open(Draft("award", 0).then("what", "ice:1"))
    screen.frames()
    assert screen.house.table.outcome().winners == (0,)
    assert type(screen.house.panel).__name__ == "Final"
