"""Every screen beside Play, in both sizes and languages: nothing clipped, nothing too small to touch."""

from __future__ import annotations

import re

import pytest
from ui.layout import problems
from ui.played import play_on, setup

from companion.ui import theme
from companion.ui.widgets import Words

pytestmark = pytest.mark.screen


KEY = re.compile(r"(?<![\w/.])[a-z]+(\.[a-z_]+)+(?![\w.])")
"""What a sentence without words looks like."""

SMALLEST = 2.0
"""Millimetres below which type cannot be read across a table."""


def tiny(screen) -> list[str]:
    """Words that had to shrink too far to fit."""
    return [
        f"tiny: {words.text!r} at {words.font_size / theme.mm(1):.1f} mm"
        for words in screen.widgets()
        if isinstance(words, Words) and words.text and words.font_size < theme.mm(SMALLEST)
    ]


def unsaid(screen) -> list[str]:
    """Keys that have no sentence."""
    return [f"no sentence: {words}" for words in screen.texts() if KEY.search(words)]


def look(screen, found: dict[str, list[str]], name: str) -> None:
    screen.frames(4)
    wrong = problems(screen.root) + tiny(screen) + unsaid(screen)
    if wrong:
        found[name] = wrong


def begin(start, size, lang, game="probe", count=3):
    screen = start(lang=lang)
    screen.resize(size)
    journal = screen.house.store.new_game(setup(game, count))
    screen.house.open_game(journal.id)
    return screen


def test_the_way_into_a_game_fits(start, size, lang):
    screen, found = start(lang=lang), {}
    screen.resize(size)
    house, store = screen.house, screen.house.store
    look(screen, found, "home, empty")
    house.go("archive")
    look(screen, found, "archive, empty")
    for count in (2, 4, 3, 4):
        store.new_game(setup("probe", count))
    house.go("home")
    look(screen, found, "home, four games")
    screen.tap(house.say("home.more", count=2))
    look(screen, found, "all waiting games")
    house.go("new_game")
    look(screen, found, "games")
    house.go("new_game", game="reworld")
    look(screen, found, "players")
    house.panel.turn("options")
    look(screen, found, "options")
    house.panel.forward()
    look(screen, found, "checklist")
    house.go("settings")
    look(screen, found, "settings")
    for game in ("probe", "reworld"):
        house.go("box", game=game)
        look(screen, found, f"box of {game}")
    house.panel._ask(next(iter(house.panel.game.facts.values())))
    look(screen, found, "a printed value")
    assert found == {}


@pytest.mark.parametrize("game", ["probe", "reworld"])
def test_looking_back_fits(start, size, lang, game):
    screen, found = begin(start, size, lang, game), {}
    house = screen.house
    play_on(house.table, 14)
    house.go("history")
    look(screen, found, "history")
    house.panel.open(3)
    look(screen, found, "entry")
    house.panel._ask_undo(2)
    look(screen, found, "take back")
    for op in ("replace", "insert", "delete"):
        house.go("amend", op=op, at=2)
        look(screen, found, op)
    house.go("rules")
    look(screen, found, "rules now")
    house.panel._find("e")
    look(screen, found, "rules found")
    house.panel._find("xyzzy")
    look(screen, found, "no rule found")
    assert found == {}


@pytest.mark.parametrize(("game", "count"), [("probe", 2), ("probe", 6), ("reworld", 4)])
def test_the_end_fits(start, size, lang, game, count):
    screen, found = begin(start, size, lang, game, count), {}
    house = screen.house
    play_on(house.table, 2000)
    assert house.table.outcome() is not None
    house.go("final")
    for page in ("result", "sheet", "course", "share"):
        house.panel.turn(page)
        look(screen, found, page)
    house.panel.done()
    house.go("archive")
    look(screen, found, "archive")
    assert found == {}
