"""An error in one screen never closes the app."""

from __future__ import annotations

import pytest
from kivy.clock import Clock

from companion.engine import Setup
from companion.engine.notation import players

pytestmark = pytest.mark.screen

TWO = Setup(game="probe", players=players("Anna", "Ben"))


def test_a_screen_that_fails_while_drawing_is_replaced_by_a_card(start, monkeypatch):
    screen = start(TWO)
    monkeypatch.setattr(type(screen.house.panel), "_draw_chips", lambda self: 1 / 0)
    screen.house.panel.refresh()
    screen.frames()
    assert any("ZeroDivisionError" in words for words in screen.texts())
    monkeypatch.undo()
    screen.tap("Noch einmal versuchen")
    assert "Runde 1: anlegen" in screen.texts()


def test_a_failing_touch_leaves_the_game_playable(start, monkeypatch):
    screen = start(TWO)
    monkeypatch.setattr(type(screen.house.panel.bar), "turn", lambda self: 1 / 0)
    screen.tap("Schiffe")
    assert any("ZeroDivisionError" in words for words in screen.texts())
    screen.tap("Noch einmal versuchen")
    screen.tap("Anna: Wo legst du an?")
    screen.tap("Platz 1")
    assert len(screen.house.table.line) == 1


def test_a_failing_clock_event_is_caught(start):
    screen = start(TWO)
    Clock.schedule_once(lambda _: 1 / 0)
    screen.frames()
    assert any("ZeroDivisionError" in words for words in screen.texts())


def test_a_screen_that_does_not_exist_leads_back_to_the_game(start):
    screen = start(TWO)
    screen.house.go("nowhere")
    screen.frames()
    assert any("nowhere" in words for words in screen.texts())
    screen.tap("Zurück zum Spiel")
    assert screen.house.screen == "play"
    assert "Runde 1: anlegen" in screen.texts()
