"""Ways to enter something: tiles, numbers, words."""

from __future__ import annotations

import pytest

from companion.engine import Setup
from companion.engine.notation import players
from companion.ui import theme
from companion.ui.fit import fitting, line_height, lines
from companion.ui.keyboard import Typing
from companion.ui.numpad import NumPad
from companion.ui.tiles import Tile, Tiles, plan

pytestmark = pytest.mark.screen


@pytest.fixture(autouse=True)
def _small_screen():
    theme.measure(800, 480)


@pytest.mark.parametrize("count", [1, 3, 8, 20, 36, 60])
@pytest.mark.parametrize("dense", [False, True])
def test_tiles_are_never_smaller_than_a_thumb(count, dense):
    found = plan(count, theme.mm(148), theme.mm(40), dense)
    assert found.width >= theme.mm(9) - 0.01
    assert found.height >= theme.mm(9) - 0.01
    assert found.columns * (found.width + theme.mm(1.2)) <= theme.mm(148 + 1.2) + 0.1


def test_thirty_six_keys_fit_on_the_small_screen_at_once():
    assert plan(36, theme.mm(149), theme.mm(35), dense=True).room >= 36


def test_what_does_not_fit_is_on_further_pages():
    tiles = Tiles(size=(theme.mm(50), theme.mm(22)))
    taken = []
    tiles.show([Tile(str(at), lambda at=at: taken.append(at)) for at in range(10)])
    assert tiles.pages > 1
    seen = set()
    for _ in range(tiles.pages):
        for press in tiles.children:
            if press.text != tiles.more:
                press.dispatch("on_tap")
        seen |= set(taken)
        next(press for press in tiles.children if press.text == tiles.more).dispatch("on_tap")
    assert seen == set(range(10))


def test_words_shrink_until_they_fit():
    room = (120.0, 40.0)
    size = fitting("Startspielermarker nehmen", 30, room)
    assert size < 30
    assert lines("Startspielermarker nehmen", size, room[0]) * line_height(size) <= room[1]
    assert fitting("kurz", 20, (500.0, 100.0)) == 20


def test_a_number_stays_within_its_bounds():
    pad = NumPad()
    pad.start(3, 45)
    assert pad.value is None
    for digit in "123":
        pad.type(digit)
    assert pad.typed == "12"
    pad.by(1)
    assert pad.value == 13
    pad.rub()
    assert pad.value is None
    pad.by(1)
    assert pad.value == 3
    pad.by(-1)
    assert pad.value == 3
    pad.start(0, 45, 45)
    pad.by(1)
    assert pad.value == 45


def test_words_are_typed_on_the_screen_and_on_a_keyboard(start):
    screen = start(Setup(game="probe", players=players("Anna", "Ben")))
    got = []
    typing = Typing(screen.house, "Name?", got.append)
    screen.house.open(typing)
    screen.frames()
    screen.tap("Ö")
    screen.tap("ä")
    screen.tap("backspace")
    typing._typed(None, "x")
    typing._key(None, 13)
    screen.frames()
    assert got == ["Öx"]
    assert screen.house.stage.top is None


def test_nothing_is_handed_over_while_nothing_is_typed(start):
    screen = start(Setup(game="probe", players=players("Anna", "Ben")), lang="en")
    got = []
    screen.house.open(Typing(screen.house, "Name?", got.append))
    screen.frames()
    screen.tap("Enter")
    assert got == []
    screen.house.press("red")
    screen.frames()
    assert screen.house.stage.top is None
