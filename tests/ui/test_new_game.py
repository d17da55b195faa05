"""From Home into a game by touches alone."""

from __future__ import annotations

import pytest
from kivy.base import EventLoop
from ui.screen import Screen

from companion.demo.hands import touching
from companion.engine import Setup
from companion.engine.notation import players
from companion.ui.checklist import TaskRow
from companion.ui.new_game import GameCard
from companion.ui.seating import SeatRow

pytestmark = pytest.mark.screen


def kinds(screen: Screen, kind):
    return [widget for widget in screen.widgets() if isinstance(widget, kind)]


def seats(screen: Screen) -> list[str]:
    return [row.name for row in sorted(kinds(screen, SeatRow), key=lambda row: row.seat)]


def row(screen: Screen, seat: int) -> SeatRow:
    return next(row for row in kinds(screen, SeatRow) if row.seat == seat)


def choose(screen: Screen, title: str = "Sternhafen") -> None:
    screen.tap("Neues Spiel")
    screen.tap(next(card for card in kinds(screen, GameCard) if card.title == title))


def name(screen: Screen, words: str) -> None:
    screen.tap("Neuer Name")
    for at, letter in enumerate(words):
        screen.tap(letter.upper() if at == 0 else letter)
    screen.tap("Eintragen")


def drag(screen: Screen, seat: SeatRow, to: SeatRow) -> None:
    """Take a row at its name and let go over another one."""
    wide, high = EventLoop.window.system_size
    x, y = seat.to_window(seat.x + seat.width * 0.3, seat.center_y)
    finger = touching(x, y)
    EventLoop.post_dispatch_input("begin", finger)
    finger.move({"x": x / wide, "y": to.to_window(*to.center)[1] / high})
    EventLoop.post_dispatch_input("update", finger)
    EventLoop.post_dispatch_input("end", finger)
    screen.frames()


def test_a_game_begins_with_typed_names(start):
    screen = start()
    assert screen.house.screen == "home"
    choose(screen)
    assert screen.house.panel.ids.on.grey
    name(screen, "anna")
    assert "Noch 1 Person dazu" in screen.texts()
    name(screen, "ben")
    assert seats(screen) == ["Anna", "Ben"]
    screen.tap("Weiter")
    screen.tap("2 Runden")
    screen.tap("Aufbauen")
    screen.tap("Los geht’s")
    assert screen.house.screen == "play"
    setup = screen.house.table.setup
    assert setup.names == ("Anna", "Ben")
    assert setup.options["rounds"] == 2
    assert [saved.setup for saved in screen.house.store.unfinished()] == [setup]


def test_the_last_group_is_there_already(start):
    screen = start(Setup(game="probe", players=players("Anna", "Ben", "Cem"), depth="light"))
    screen.house.panel.put_away()
    screen.frames()
    screen.touches = 0
    choose(screen)
    assert seats(screen) == ["Anna", "Ben", "Cem"]
    for words in ("Weiter", "Aufbauen", "Los geht’s"):
        screen.tap(words)
    assert screen.touches == 5
    assert screen.house.table.setup.depth == "light"


def test_seats_change_by_arrow_by_drag_and_by_leaving(start):
    screen = start(Setup(game="probe", players=players("Anna", "Ben", "Cem")))
    screen.house.go("new_game", game="probe")
    screen.frames()
    screen.tap(next(press for press in row(screen, 0).children if getattr(press, "icon", "") == "arrow_down"))
    assert seats(screen) == ["Ben", "Anna", "Cem"]
    drag(screen, row(screen, 2), row(screen, 0))
    assert seats(screen) == ["Cem", "Ben", "Anna"]
    screen.tap(next(press for press in row(screen, 1).children if getattr(press, "icon", "") == "no"))
    assert seats(screen) == ["Cem", "Anna"]
    screen.tap("Ben")
    assert seats(screen) == ["Cem", "Anna", "Ben"]


def test_a_colour_taken_from_another_is_swapped(start):
    screen = start(Setup(game="probe", players=players("Anna", "Ben")))
    screen.house.go("new_game", game="probe")
    screen.frames()
    screen.tap(next(press for press in row(screen, 0).children if getattr(press, "tone", "") == "blue"))
    orange = next(press for press in screen.widgets() if getattr(press, "tone", "") == "orange")
    screen.tap(orange)
    assert [player.colour for player in screen.house.panel.lineup.players] == ["orange", "blue"]


def test_the_checklist_is_ticked_row_by_row(start):
    screen = start()
    setup = Setup(game="probe", players=players("Anna", "Ben"))
    screen.house.go("checklist", setup=setup)
    screen.frames()
    screen.tap(kinds(screen, TaskRow)[0])
    assert len(screen.house.panel.ticked) == 1
    screen.tap(kinds(screen, TaskRow)[0])
    assert screen.house.panel.ticked == set()
    assert screen.house.store.unfinished() == []


def test_facts_of_the_box_go_into_the_game(start):
    screen = start(Setup(game="probe", players=players("Anna", "Ben")))
    screen.house.store.box.keep("probe", {"ship.A": 3})
    screen.house.go("new_game", game="probe")
    for words in ("Weiter", "Aufbauen", "Los geht’s"):
        screen.frames()
        screen.tap(words)
    assert screen.house.table.setup.facts == {"ship.A": 3}


def test_the_set_up_list_survives_a_power_cut(start, tmp_path):
    screen = start()
    choose(screen)
    name(screen, "anna")
    name(screen, "ben")
    screen.tap("Weiter")
    screen.tap("Aufbauen")
    screen.close()
    again = start(folder=tmp_path)
    assert again.house.screen == "checklist"
    again.tap("Los geht’s")
    assert again.house.screen == "play"
    assert again.house.table.setup.names == ("Anna", "Ben")
    assert len(again.house.store.unfinished()) == 1


def test_back_from_the_set_up_list_brings_the_choices_back(start):
    screen = start()
    choose(screen)
    name(screen, "anna")
    name(screen, "ben")
    screen.tap("Weiter")
    screen.tap("2 Runden")
    screen.tap("Aufbauen")
    screen.tap("arrow_left")
    assert screen.house.screen == "new_game"
    assert screen.house.panel.options["rounds"] == 2
    assert [player.name for player in screen.house.panel.lineup.players] == ["Anna", "Ben"]
    assert screen.house.store.unfinished() == []
