"""Switching off is asked for, said, and refused politely where entries would be lost."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from ui.layout import problems
from ui.moved import Moved

from companion import power
from companion.engine import Setup
from companion.engine.notation import players
from companion.ui.turning_off import OffCard, ask_off, switch_off

PROBE = Setup(game="probe", players=players("Anna", "Ben"))


class Calls(list[Any]):
    """A switch's system, which answers what it is told to."""

    answer = ""

    def __call__(self, words: Any) -> str:
        self.append(tuple(words))
        return self.answer


@pytest.fixture
def box(start: Any, request: pytest.FixtureRequest) -> tuple[Any, Calls]:
    """The app on the box, and what its system was told."""
    screen, calls = start(PROBE, lang="en"), Calls()
    screen.house.power = power.Switch(lambda: calls.append("closed"), box=True, run=calls)
    return screen, calls


def wait(screen: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the last words be seen."""
    Moved(monkeypatch).now += 1
    screen.frames()


@pytest.mark.screen
def test_from_the_menu_with_one_confirmation(box: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    screen, calls = box
    screen.house.panel.open_menu()
    screen.frames()
    screen.tap("Switch off")
    assert isinstance(screen.house.stage.top, OffCard)
    assert calls == []
    screen.tap("Switch off")
    assert any("Pull the plug" in words for words in screen.texts())
    assert calls == []
    wait(screen, monkeypatch)
    assert calls == [power.COMMAND]
    screen.touch(2, 2)
    assert isinstance(screen.house.stage.top, OffCard), "the last words stay until the screen is dark"


@pytest.mark.screen
def test_green_confirms_and_red_goes_back(box: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    screen, calls = box
    ask_off(screen.house)
    ask_off(screen.house)
    screen.house.press("red")
    assert screen.house.stage.top is None
    ask_off(screen.house)
    screen.house.press("green")
    wait(screen, monkeypatch)
    assert calls == [power.COMMAND]


@pytest.mark.screen
def test_two_buttons_held_for_long_need_no_question(box: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    screen, calls = box
    screen.house.shut_down()
    switch_off(screen.house)
    screen.frames()
    assert any("Pull the plug" in words for words in screen.texts())
    wait(screen, monkeypatch)
    assert calls == [power.COMMAND]


@pytest.mark.screen
def test_held_while_the_question_is_asked_they_answer_it(box: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    screen, calls = box
    ask_off(screen.house)
    switch_off(screen.house)
    wait(screen, monkeypatch)
    assert calls == [power.COMMAND]


@pytest.mark.screen
def test_a_system_that_refuses_is_named_and_the_game_goes_on(
    box: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen, calls = box
    calls.answer = "Access denied"
    ask_off(screen.house)
    screen.house.press("green")
    wait(screen, monkeypatch)
    assert any("Access denied" in words for words in screen.texts())
    screen.house.press("green")
    assert screen.house.stage.top is None
    assert screen.house.screen == "play"


@pytest.mark.screen
def test_what_is_not_saved_is_named_and_green_does_not_lose_it(box: Any) -> None:
    screen, calls = box
    tried: list[str] = []

    class Full:
        unsaved, folder = 3, Path()

        def retry(self) -> bool:
            tried.append("again")
            return False

    real = screen.house.store
    screen.house.store = Full()
    ask_off(screen.house)
    screen.frames()
    screen.house.store = real
    assert tried == ["again"]
    assert any("3 entries are not saved" in words for words in screen.texts())
    screen.house.press("green")
    assert screen.house.stage.top is None
    assert calls == []


@pytest.mark.screen
def test_on_a_computer_the_app_is_closed(start: Any) -> None:
    screen, calls = start(lang="en"), Calls()
    screen.house.power = power.Switch(lambda: calls.append("closed"), box=False, run=calls)
    screen.tap("Quit")
    assert not any("plug" in words for words in screen.texts())
    screen.tap("Quit")
    assert calls == ["closed"]


@pytest.mark.screen
def test_the_question_fits(start: Any, size: tuple[int, int], lang: str) -> None:
    screen = start(lang=lang)
    screen.resize(size)
    assert problems(screen.root) == []
    for box, lost in ((True, 0), (True, 2), (False, 0)):
        screen.house.power = power.Switch(lambda: None, box=box, run=lambda _: "")
        real = screen.house.store
        screen.house.store = type("Kept", (), {"unsaved": lost, "retry": lambda _: False, "folder": Path()})()
        ask_off(screen.house)
        screen.house.store = real
        screen.frames()
        assert problems(screen.root) == []
        screen.house.close()
