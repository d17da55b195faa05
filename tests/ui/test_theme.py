"""Colours can be read, measures follow the screen, every sign can be drawn."""

from __future__ import annotations

import pytest

from companion.engine.notation import COLOURS, SHAPES
from companion.ui import theme
from companion.ui.icons import icons
from companion.ui.locale import catalogue

GAMES_MAY_USE = (
    *SHAPES,
    *(f"die{face}" for face in range(1, 7)),
    *("card", "shield", "satellite", "shuttle", "robot", "crane", "crew", "leaf", "agri", "city", "star"),
    *("ship", "marker", "flag", "check", "cross", "lock", "question", "bag", "arrow_left", "arrow_right"),
    *("crown", "hand", "point"),
)


@pytest.fixture(autouse=True)
def _same_screen_afterwards():
    before = (theme._screen.pixels, theme._screen.type)
    yield
    theme._screen.pixels, theme._screen.type = before


def test_words_can_be_read_on_every_background_they_stand_on():
    assert theme.unreadable() == []
    assert theme.contrast("#000000", "#ffffff") == pytest.approx(21)
    assert theme.contrast("ink", "ink") == pytest.approx(1)


def test_players_have_colours_of_their_own():
    assert set(theme.SEAT_COLOURS) == set(COLOURS)
    assert len({theme.rgba(colour) for colour in COLOURS}) == len(COLOURS) == len(SHAPES)


def test_a_seat_has_the_colour_its_player_chose():
    assert theme.rgba("seat1", players=("red", "cyan")) == theme.rgba("cyan")
    assert theme.rgba("seat2") == theme.rgba(COLOURS[2])
    assert theme.rgba("#ff0000") == (1, 0, 0, 1)


@pytest.mark.parametrize(
    ("size", "diagonal", "pixels"), [((800, 480), 7.0, 47), ((1280, 720), 7.0, 74), ((1280, 720), 10.1, 51)]
)
def test_nine_millimetres_depend_on_the_screen(size, diagonal, pixels):
    theme.measure(*size, diagonal)
    assert theme.mm(theme.TOUCH) == pytest.approx(pixels, abs=1)


def test_the_size_setting_changes_type_but_no_targets():
    theme.measure(800, 480)
    target, text = theme.mm(9), theme.pt("text")
    theme.measure(800, 480, size="large")
    assert theme.mm(9) == target
    assert theme.pt("text") > text


@pytest.mark.parametrize("name", GAMES_MAY_USE)
def test_every_sign_games_may_use_is_drawn(name):
    assert icons()[name]


def test_every_sentence_is_there_in_both_languages():
    missing = [
        key for key, row in catalogue().entries.items() if set(row) != {"de", "en"} or not all(row.values())
    ]
    assert missing == []
