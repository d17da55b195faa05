"""The Play screen in both sizes and languages, and the checker that looks at it."""

from __future__ import annotations

import pytest
from ui.layout import problems
from ui.screen import Screen

from companion.engine import Draft, Setup
from companion.engine.notation import players

NAMES = ("Anna", "Ben", "Cem", "Dora", "Emil", "Franziska")


def docked(screen: Screen) -> None:
    panel = screen.house.panel
    for demand in panel.way.prompt.demands:
        panel.open(demand.draft.then("berth", demand.seat + 1))
    screen.frames()


def rolled(screen: Screen) -> None:
    docked(screen)
    screen.house.panel.answer(6)
    screen.house.panel.answer(5)
    screen.frames()


def bought(screen: Screen) -> None:
    rolled(screen)
    screen.house.panel.open(
        Draft("turn", screen.house.panel.way.prompt.turn).then("do", "buy").then("ship", "A")
    )
    screen.frames()


def looked_at(screen: Screen, *after) -> list[str]:
    for act in after:
        act()
        screen.frames(4)
    return problems(screen.root)


@pytest.mark.screen
def test_nothing_is_clipped_and_everything_can_be_touched(start, size, lang):
    look_everywhere(start, size, lang, 4)


@pytest.mark.screen
@pytest.mark.parametrize("count", [2, 6])
def test_few_and_many_fit_on_the_small_screen(start, count):
    look_everywhere(start, (800, 480), "de", count)


def look_everywhere(start, size, lang, count) -> None:
    screen = start(Setup(game="probe", players=players(*NAMES[:count])), lang=lang)
    screen.resize(size)
    panel = screen.house.panel
    found = {"dock": looked_at(screen)}
    panel.open(Draft("dock", 0).then("berth", 1))
    panel.open(Draft("dock", 1))
    found["berth"] = looked_at(screen)
    option = next(option for option in panel.way.step.options if not option.ruling.allowed)
    found["why"] = looked_at(screen, lambda: panel.why(option))
    found["reason"] = looked_at(screen, lambda: screen.tap(screen.house.say("play.anyway")))
    screen.house.close()
    bought(screen)
    found["offer"] = looked_at(screen)
    found["menu"] = looked_at(screen, panel.open_menu)
    screen.house.close()
    found["adjust"] = looked_at(screen, lambda: panel.open(Draft("adjust")))
    found["number"] = looked_at(screen, lambda: panel.answer("ore.0"))
    found["seat"] = looked_at(screen, panel.way.leave, lambda: panel.touch_seat(0))
    assert found == {key: [] for key in found}


@pytest.mark.screen
def test_the_secret_entry_is_laid_out_well(start, size, lang):
    screen = start(Setup(game="probe", players=players(*NAMES[:4])), lang=lang)
    screen.resize(size)
    panel = screen.house.panel
    rolled(screen)
    while panel.way.prompt.turn is not None:
        panel.answer("rest")
        screen.frames(1)
    found = {"cover": looked_at(screen, lambda: panel.open(panel.way.prompt.demands[0].draft))}
    found["entry"] = looked_at(screen, screen.root.uncover)
    found["chosen"] = looked_at(screen, lambda: screen.root.answer(1))
    assert found == {key: [] for key in found}


@pytest.mark.screen
def test_the_keyboard_is_laid_out_well(start, size, lang):
    from companion.ui.keyboard import Typing

    screen = start(Setup(game="probe", players=players("Anna", "Ben")), lang=lang)
    screen.resize(size)
    assert looked_at(screen, lambda: screen.house.open(Typing(screen.house, "Name?", print))) == []


@pytest.mark.screen
def test_the_checker_finds_what_is_wrong(start):
    from kivy.uix.floatlayout import FloatLayout
    from kivy.uix.label import Label

    from companion.ui.widgets import Press

    screen = start(Setup(game="probe", players=players("Anna", "Ben")))

    def laid(*widgets) -> list[str]:
        box = FloatLayout()
        for widget in widgets:
            box.add_widget(widget)
        screen.house.stage.open(box)
        screen.frames()
        found = problems(box)
        screen.house.close()
        return found

    def label(**props) -> Label:
        return Label(size_hint=(None, None), font_size=20, **props)

    assert laid(label(text="fits", pos=(100, 100), size=(100, 40))) == []
    assert "clipped" in laid(label(text="far too long", pos=(100, 100), size=(40, 40)))[0]
    cut = label(text="one\ntwo\nthree", pos=(100, 100), size=(200, 30), text_size=(200, 30))
    assert "clipped" in laid(cut)[0]
    both = (
        label(text="one", pos=(100, 100), size=(80, 40)),
        label(text="two", pos=(105, 105), size=(80, 40)),
    )
    assert "overlapping" in laid(*both)[0]
    assert "outside" in laid(label(text="edge", pos=(-30, 100), size=(60, 40)))[0]
    assert "small" in laid(Press(size_hint=(None, None), pos=(100, 100), size=(200, 30), text="x"))[0]
