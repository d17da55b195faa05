"""Looking back: the list of entries, taking back, and changing an entry with its consequences."""

from __future__ import annotations

import pytest
from sternwarte_probe.state import Buy, Dock, Rest, Roll
from ui.screen import Screen

from companion.engine import Setup
from companion.engine.notation import players
from companion.ui.history import EntryRow
from companion.ui.picture import TableView

pytestmark = pytest.mark.screen

TWO = Setup(game="probe", players=players("Anna", "Ben"))


def begun(start) -> Screen:
    screen = start(TWO)
    table = screen.house.table
    table.submit(Dock(seat=0, berth=1))
    table.submit(Dock(seat=1, berth=2))
    table.submit(Roll(faces=(1, 1)))
    table.submit(Rest(seat=table.prompt().turn))
    screen.house.go("history")
    screen.frames(4)
    return screen


def rows(screen: Screen) -> list[EntryRow]:
    found = [widget for widget in screen.widgets() if isinstance(widget, EntryRow)]
    return sorted(found, key=lambda row: row.at)


def verbs(screen: Screen) -> list[str]:
    return [move.action.verb for move in screen.house.table.line]


def open_entry(screen: Screen, at: int) -> None:
    screen.tap(next(row for row in rows(screen) if row.at == at))


def touch_spot(screen: Screen, answer: tuple[str, int]) -> None:
    view = next(widget for widget in screen.widgets() if isinstance(widget, TableView))
    spot = next(spot for spot in view.picture.spots if answer in spot.draft.answers)
    screen.touch(*view.to_window(*view.at(spot.x + spot.w / 2, spot.y + spot.h / 2)))


def test_entries_tell_who_did_what(start):
    screen = begun(start)
    told = [(row.number, row.who) for row in rows(screen)]
    assert told[:3] == [("1", "Anna"), ("2", "Ben"), ("3", "Tisch")]
    assert rows(screen)[0].shape == "circle"
    assert [row.icon for row in rows(screen)[:3]] == ["ship", "ship", "star"]


def test_taking_back_says_first_what_goes(start):
    screen = begun(start)
    open_entry(screen, 2)
    screen.tap("Bis hierher zurück")
    assert "Das nimmt 2 Einträge zurück:" in screen.texts()
    assert verbs(screen) == ["dock", "dock", "roll", "rest"]
    screen.tap("Zurücknehmen")
    assert verbs(screen) == ["dock", "dock"]
    assert len(rows(screen)) == 2


def test_a_change_shows_the_points_before_it_counts(start):
    screen = begun(start)
    before = screen.house.table.score().totals
    open_entry(screen, 2)
    screen.tap("Ändern")
    screen.tap("6")
    screen.tap("6")
    assert screen.house.table.score().totals == before
    after = screen.house.panel.change.amendment.points
    assert any(was != will for was, will in after)
    screen.tap("So gilt es")
    assert screen.house.screen == "history"
    assert screen.house.table.score().totals == tuple(will for _, will in after)
    assert screen.house.table.line[2].action == Roll(faces=(6, 6))


def test_what_no_longer_fits_is_kept_or_dropped_first(start):
    screen = begun(start)
    turn = screen.house.table.prompt().turn
    screen.house.table.submit(Rest(seat=turn))
    screen.house.go("amend", op="delete", at=2)
    screen.frames(4)
    assert "2 spätere Einträge passen nicht mehr" in screen.texts()
    screen.tap("Erst entscheiden, was nicht mehr passt")
    assert verbs(screen) == ["dock", "dock", "roll", "rest", "rest"]
    screen.tap("Alle weglassen")
    assert "2 spätere Einträge weggelassen." in screen.texts()
    screen.tap("So gilt es")
    assert verbs(screen) == ["dock", "dock"]


def test_an_entry_is_inserted_before_another(start):
    screen = begun(start)
    last = screen.house.table.line[3].action.seat
    screen.house.go("amend", op="insert", at=3)
    screen.frames(4)
    screen.tap("Von Hand setzen")
    screen.tap(f"Erz von {TWO.names[last]}")
    screen.tap("9")
    screen.tap("Eintragen")
    screen.tap("So gilt es")
    assert verbs(screen) == ["dock", "dock", "roll", "adjust", "rest"]


def test_a_forbidden_choice_says_why_and_can_be_overruled(start):
    screen = begun(start)
    screen.house.go("amend", op="replace", at=1)
    screen.frames(4)
    touch_spot(screen, ("berth", 1))
    assert any("PR-04" in words for words in screen.texts())
    screen.tap("Wir spielen es so …")
    screen.tap("Hausregel")
    screen.tap("So gilt es")
    assert screen.house.table.line[1].reason == "Hausregel"
    marks = [row.mark for row in rows(screen) if row.at == 1]
    assert marks == ["vom Tisch zugelassen"]


def test_leaving_it_changes_nothing(start):
    screen = begun(start)
    line = screen.house.table.line
    open_entry(screen, 3)
    screen.tap("Löschen")
    screen.tap("Nichts ändern")
    assert screen.house.table.line == line
    assert screen.house.screen == "history"


def test_a_thousand_entries_have_few_widgets(start):
    screen = start(TWO)
    table = screen.house.table
    for number in range(1000):
        table.adjust("ore.0", number % 50)
    screen.house.go("history")
    screen.frames(4)
    assert screen.house.panel.title == "Verlauf: 1000 Einträge"
    assert 4 <= len(rows(screen)) <= 20
    assert max(row.at for row in rows(screen)) == 999
    screen.house.panel.list.scroll_y = 0
    screen.frames(4)
    assert min(row.at for row in rows(screen)) == 0
    assert len(rows(screen)) <= 20


def test_bought_ships_can_be_changed_in_the_picture(start):
    screen = start(TWO)
    table = screen.house.table
    table.submit(Dock(seat=0, berth=1))
    table.submit(Dock(seat=1, berth=2))
    table.submit(Roll(faces=(6, 6)))
    table.submit(Buy(seat=table.prompt().turn, ship="A"))
    screen.house.go("amend", op="replace", at=0)
    screen.frames(4)
    touch_spot(screen, ("berth", 4))
    assert screen.house.panel.change.action == Dock(seat=0, berth=4)
