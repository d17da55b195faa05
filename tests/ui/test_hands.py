"""From pin to action: games that are played with mock pins, the lamps, and what stands for the buttons."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from drawn_dice import tray
from ui.drawn_table import THREE, DrawnTable
from ui.layout import problems
from ui.played import play_on, setup
from ui.wired import Board

from companion.demo.hands import Hands as Fingers
from companion.demo.hands import touching
from companion.demo.player import Player
from companion.engine import Draft, Kind, Setup
from companion.engine.notation import players
from companion.ui.buttons import BUTTONS, TABLE, Does, deed, lit
from companion.ui.devices import WHY
from companion.ui.secret import Secret
from companion.ui.widgets import Press
from hardware.presses import LONG, Button

pytestmark = pytest.mark.screen

GREEN, RED, YELLOW = Button
MOST = 900


@pytest.fixture
def wired(start):
    """Starts the app with mock pins."""

    def begin(setup: Setup | None = THREE, **settings: Any) -> tuple[Any, Board]:
        board = Board()
        screen = start(setup, take_hands=board.take_hands, **settings)
        board.frames = screen.frames
        screen.frames(3)
        return screen, board

    return begin


def marked(board: Board, rng: Random, front: Any) -> None:
    """Choose something with the buttons: hold yellow, go on to any choice, take it."""
    board.long(YELLOW)
    assert front.situation == "marking"
    for _ in range(rng.randrange(0, 4)):
        board.press(YELLOW)
    board.press(GREEN)


def test_the_probe_game_is_played_with_pins_and_camera_alone(wired):
    screen, board = wired()
    table, rng = DrawnTable(screen), Random(11)
    shown, rolled = 0, 0
    for _ in range(MOST):
        if screen.house.screen == "final":
            break
        front = screen.house.stage.front
        if table.panel is not None:
            shown += 1
            table.picture = tray()
            table.look(4)
            table.show(rng.randint(1, 6), rng.randint(1, 6), shift=shown % 5)
            rolled = len(table.rolls)
            board.press(GREEN)
            assert len(table.rolls) == rolled + 1
        elif Does.ON in front.deeds():
            board.press(GREEN)
        else:
            marked(board, rng, front)
    assert screen.house.screen == "final"
    assert screen.touches == 0
    assert len(table.rolls) == shown >= 3
    verbs = {move.action.verb for move in screen.house.table.line}
    assert {"dock", "roll", "vote"} <= verbs
    assert verbs & {"buy", "raid"}
    assert screen.house.table.outcome() is not None


class PinFingers(Fingers):
    """Fingers that touch choices, but confirm with the green button."""

    def __init__(self, screen: Any, board: Board) -> None:
        self.app, self.house, self.board = screen.app, screen.house, board
        self._loop, self.quick = screen._loop, False
        self.touches = self.confirmed = 0
        board.frames = self.frames

    def tap(self, target: Any, frames: int = 2) -> None:
        """A confirmation goes through the pin, all else is a touch."""
        confirms = [getattr(self.house.stage.front, "_main", None)]
        if self.house.screen == "play":
            confirms.append(self.house.panel.ids.primary.__self__)
        pressed = getattr(target, "__self__", target)
        if isinstance(pressed, Press) and not pressed.grey and any(pressed is one for one in confirms):
            self.confirmed += 1
            self.board.press(GREEN)
        else:
            super().tap(target, frames)


def test_reworld_is_played_with_touched_choices_and_every_confirm_undo_and_view_through_pins(wired):
    screen, board = wired(Setup(game="reworld", players=players("Anna", "Ben")))
    hands, dice = PinFingers(screen, board), Random(5)
    player, house, table = Player(hands, dice), screen.house, screen.house.table
    undone = views = 0
    for turn in range(3000):
        if table.outcome() is not None:
            break
        if turn % 12 == 7 and house.stage.top is None and not house.panel.way.entered and len(table.line) > 1:
            before, said = len(table.line), house.panel.ids.ask.text
            while house.panel.way.leavable:
                board.press(RED)
            board.press(RED)
            assert len(table.line) == before
            assert house.panel.ids.back.tone == "bad"
            assert house.panel.ids.ask.text != said or not said
            board.press(RED)
            assert len(table.line) < before
            undone += 1
        if turn % 12 == 3 and house.stage.top is None and "yellow" in house.lamps:
            page = house.panel.pages.shown
            board.press(YELLOW)
            assert house.panel.pages.shown != page
            views += 1
        player.turn()
    assert table.outcome() is not None
    assert player.forced == 0
    assert min(undone, views, hands.confirmed) >= 10, (undone, views, hands.confirmed)
    assert house.screen == "final"
    board.press(GREEN)
    assert house.screen == "home"


def test_red_shows_what_would_be_taken_back_and_a_second_press_takes_it_back(wired):
    screen, board = wired()
    screen.house.panel.open(Draft("dock", 0).then("berth", 2))
    screen.frames()
    board.press(RED)
    assert len(screen.house.table.line) == 1
    assert screen.house.panel.ids.heading.text == screen.house.say("play.undo.what")
    assert screen.house.panel.ids.ask.text == screen.house.say(screen.house.table.undoing().gone[0])
    board.press(RED)
    assert len(screen.house.table.line) == 0


def test_lamps_show_which_buttons_mean_something_and_the_others_do_nothing(wired):
    screen, board = wired()
    assert board.lit == {"green", "yellow"}
    before = (screen.house.screen, len(screen.house.table.line))
    board.press(RED)
    assert (screen.house.screen, len(screen.house.table.line)) == before
    screen.house.go("archive")
    assert board.lit == {"red"}
    board.press(GREEN)
    board.press(YELLOW)
    assert screen.house.screen == "archive"
    board.press(RED)
    assert screen.house.screen == "play"


def test_a_choice_is_marked_with_the_yellow_button_and_shown(wired):
    screen, board = wired()
    board.press(GREEN)
    assert screen.house.panel.way.draft == Draft("dock", 0)
    board.long(YELLOW)
    primary = screen.house.panel.ids.primary
    assert primary.text == "Platz 1"
    assert screen.house.panel.ids.turn_page.text == "Nächste Wahl"
    board.press(YELLOW)
    assert primary.text == "Platz 2"
    board.press(RED)
    assert screen.house.panel.ids.turn_page.text != "Nächste Wahl"
    board.long(YELLOW)
    board.press(GREEN)
    assert screen.house.table.state.berths[0] == 1


def test_a_secret_is_chosen_and_sealed_with_the_buttons(wired):
    screen, board = wired()
    play = screen.house.panel
    for seat in range(3):
        play.open(Draft("dock", seat).then("berth", seat + 1))
    play.open(Draft("roll").then("faces", 3).then("faces", 4))
    for seat in range(3):
        play.open(Draft("turn", seat).then("do", "rest"))
    screen.frames()
    board.press(GREEN)
    card = screen.house.stage.top
    assert isinstance(card, Secret)
    assert board.lit == {"green", "red"}
    board.press(GREEN)
    assert card.situation == "sealing"
    board.long(YELLOW)
    board.press(GREEN)
    assert screen.house.table.line[-1].action.verb != "vote"
    board.press(GREEN)
    assert screen.house.table.line[-1].action.verb == "vote"
    assert card.situation == "cover"
    board.press(RED)
    assert screen.house.stage.top is None


def test_a_number_is_counted_up_with_the_yellow_button(wired):
    screen, board = wired()
    play = screen.house.panel
    play.open(next(wish.draft for wish in play.wishes() if wish.key == "adjust").then("what", "ore.1"))
    screen.frames()
    board.long(YELLOW)
    for _ in range(2):
        board.press(YELLOW)
    board.press(GREEN)
    assert screen.house.table.state.ore[1] == 2


def test_green_and_red_held_for_three_seconds_shut_down_and_nothing_else(wired):
    screen, board = wired()
    gone: list[int] = []
    screen.house.shut_down = lambda: gone.append(1)
    before = screen.house.panel.way.draft
    board.chord()
    assert gone == [1]
    assert (screen.house.panel.way.draft, screen.house.screen) == (before, "play")


def test_the_function_keys_are_the_buttons(wired):
    from kivy.core.window import Window

    screen, board = wired()

    def key(code: int, seconds: float = 0.1) -> None:
        Window.dispatch("on_key_down", code, 0, None, [])
        Window.dispatch("on_key_down", code, 0, None, [])
        board.now += seconds
        board.hands.presser.tick()
        Window.dispatch("on_key_up", code, 0)
        board.now += 0.1
        screen.frames()

    key(282)
    assert screen.house.panel.way.draft == Draft("dock", 0)
    key(284, LONG)
    assert screen.house.panel.situation == "marking"
    key(283)
    key(283)
    assert screen.house.panel.way.draft is None


def test_the_buttons_on_the_screen_are_the_buttons(wired, size):
    screen, board = wired(panel=True)
    screen.resize(size)
    caps = screen.house.stage._caps.caps
    assert {name for name, cap in caps.items() if cap.lit} == {"green", "yellow"}
    assert min(min(cap.size) for cap in caps.values()) > 0

    def touch(name: str, seconds: float) -> None:
        finger = touching(*caps[name].center)
        screen._loop.post_dispatch_input("begin", finger)
        board.now += seconds
        board.hands.presser.tick()
        screen._loop.post_dispatch_input("end", finger)
        board.now += 0.1
        screen.frames()

    touch("green", 0.1)
    assert screen.house.panel.way.draft == Draft("dock", 0)
    touch("yellow", LONG)
    assert screen.house.panel.situation == "marking"
    assert caps["red"].lit
    assert screen.house.panel.right <= caps["green"].x + 0.01


def test_without_hands_a_touch_on_the_screens_buttons_is_a_press(start):
    screen = start(THREE, panel=True)
    screen.tap(screen.house.stage._caps.caps["green"])
    assert screen.house.panel.way.draft == Draft("dock", 0)


def test_every_kind_of_demand_has_its_row_and_green_confirms_it():
    assert {kind.value for kind in Kind} <= set(TABLE)
    assert all(TABLE[kind.value].green is Does.ON for kind in Kind)
    assert all(TABLE[kind.value].red is Does.BACK for kind in Kind)


def test_every_screen_and_card_has_its_row(start, monkeypatch):
    from importlib import import_module
    from pathlib import Path

    import companion.ui
    from companion.ui.base import Panel

    folder = Path(companion.ui.__path__[0])
    names = [path.stem for path in folder.glob("*.py") if "\nSCREEN = " in path.read_text("utf-8")]
    kinds = [import_module(f"companion.ui.{name}").SCREEN for name in names]
    assert len(kinds) > 10
    assert all(issubclass(kind, Panel) and (kind.kv == "play" or kind.kv in TABLE) for kind in kinds)


class Place:
    """A place where not everything is possible."""

    situation = "card"

    def deeds(self) -> Any:
        return {Does.ON: lambda: "on", Does.TURN: lambda: "turned"}


def test_only_what_is_in_the_table_and_possible_is_done():
    found = {button: deed(Place(), button) for button in BUTTONS}
    assert found["green"]() == "on"
    assert (found["red"], found["yellow"]) == (None, None)
    assert deed(Place(), "green", long=True) is None
    assert lit(Place()) == {"green"}


def test_faults_have_words_in_both_languages_and_are_those_that_devices_tell():
    from companion.observe import BLIND
    from companion.observe.views import NOTHING
    from companion.ui.locale import catalogue
    from hardware.frames import Spoilt
    from hardware.supervisor import HANGS

    assert set(WHY) == {BLIND, NOTHING, HANGS, *Spoilt}
    words = catalogue().entries
    keys = [f"device.{name}.{state}" for name in ("camera", "buttons", "lights", "speech")
            for state in ("faulty", "off", "well")]  # fmt: skip
    for key in (*WHY.values(), *keys):
        assert words[key]["de"] != words[key]["en"]


@pytest.mark.parametrize("game", ["probe", "reworld"])
def test_beside_the_buttons_on_the_screen_nothing_is_clipped(start, size, lang, game):
    screen = start(setup(game, 3), lang=lang, panel=True)
    screen.resize(size)
    play_on(screen.house.table, 9)
    wrong = {}
    for name in ("play", "history", "rules", "settings", "camera", "box", "final", "home"):
        screen.house.go(name)
        screen.frames(2)
        wrong[name] = problems(screen.root)
    assert {name: found for name, found in wrong.items() if found} == {}
