"""The Play screen under fingers: real touches in a real window."""

from __future__ import annotations

import pytest
from ui.screen import Screen

from companion.engine import Draft, Setup
from companion.engine.notation import players
from companion.ui.widgets import Chip

pytestmark = pytest.mark.screen

THREE = Setup(game="probe", players=players("Anna", "Ben", "Cem"))


def chips(screen: Screen) -> list[Chip]:
    found = [widget for widget in screen.widgets() if isinstance(widget, Chip)]
    return sorted(found, key=lambda chip: chip.seat)


def dock(screen: Screen) -> None:
    for seat in range(3):
        screen.house.panel.open(Draft("dock", seat).then("berth", seat + 1))
    screen.frames()


def roll(screen: Screen) -> None:
    dock(screen)
    screen.tap("6")
    screen.tap("5")


def vote(screen: Screen) -> None:
    roll(screen)
    for _ in range(3):
        screen.tap("Ruhen")


def line(screen: Screen) -> list[str]:
    return [move.action.verb for move in screen.house.table.line]


def test_the_game_left_last_is_on_the_screen_at_once(start):
    screen = start(THREE)
    assert screen.house.screen == "play"
    assert "Runde 1: anlegen" in screen.texts()


def test_a_seat_is_opened_by_its_chip_and_a_spot_enters_the_move(start):
    screen = start(THREE)
    screen.tap(chips(screen)[1])
    screen.tap_spot(lambda spot: spot.draft.answers == (("berth", 4),))
    assert line(screen) == ["dock"]
    assert screen.house.table.line[0].action.berth == 4
    assert screen.touches == 2
    assert [chip.done for chip in chips(screen)] == [False, True, False]


def test_the_big_button_opens_what_is_next(start):
    screen = start(THREE)
    screen.tap("Anna: Wo legst du an?")
    screen.tap("Platz 2")
    assert screen.house.table.line[0].action.seat == 0


def test_a_grey_choice_says_which_rule_and_where_it_stands(start):
    screen = start(THREE)
    screen.house.panel.open(Draft("dock", 0).then("berth", 3))
    screen.frames()
    screen.tap(chips(screen)[1])
    screen.tap("Platz 3")
    assert "An Platz 3 liegt schon Anna." in screen.texts()
    assert any("PR-04" in words and "S. 2" in words for words in screen.texts())
    screen.tap("Verstanden")
    assert line(screen) == ["dock"]
    screen.tap_spot(lambda spot: spot.draft.answers == (("berth", 3),))
    assert "Das geht nicht" in screen.texts()


def test_the_table_may_play_it_anyway(start):
    screen = start(THREE)
    screen.house.panel.open(Draft("dock", 0).then("berth", 3))
    screen.frames()
    screen.tap(chips(screen)[1])
    screen.tap("Platz 3")
    screen.tap("Wir spielen es so")
    screen.tap("Hausregel")
    assert line(screen) == ["dock", "dock"]
    assert screen.house.table.line[1].reason == "Hausregel"


def test_a_reason_can_be_typed(start):
    screen = start(THREE)
    screen.house.panel.open(Draft("dock", 0).then("berth", 3))
    screen.frames()
    screen.tap(chips(screen)[1])
    screen.tap("Platz 3")
    screen.tap("Wir spielen es so")
    screen.tap("Anderer Grund")
    for letter in "ABc":
        screen.tap(letter if letter == "A" else letter.lower())
    screen.tap("Eintragen")
    assert screen.house.table.line[1].reason == "Abc"


def test_undo_shows_first_what_goes_and_then_takes_it_back(start):
    screen = start(THREE)
    dock(screen)
    screen.tap("Zurück")
    assert "legt an Platz 3 an" in screen.texts()
    assert len(line(screen)) == 3
    screen.tap("Zurücknehmen?")
    assert len(line(screen)) == 2


def test_any_other_touch_forgets_the_undo(start):
    screen = start(THREE)
    roll(screen)
    screen.tap("Zurück")
    screen.tap("Ruhen")
    screen.tap("Zurück")
    assert line(screen)[-1] == "rest"


def test_with_an_open_draft_back_takes_its_last_answer(start):
    screen = start(THREE)
    dock(screen)
    screen.tap("4")
    assert "1 von 2    4" in screen.texts()
    screen.tap("Löschen")
    assert screen.house.panel.way.draft.answers == ()
    assert len(line(screen)) == 3


def test_a_half_finished_entry_is_there_again_after_a_restart(start, tmp_path):
    screen = start(THREE)
    dock(screen)
    screen.tap("4")
    screen.close()
    again = start(folder=tmp_path)
    assert again.house.panel.way.draft.all("faces") == (4,)
    again.tap("3")
    assert again.house.table.line[-1].action.faces == (4, 3)


def test_a_wanted_value_is_asked_and_can_wait(start):
    screen = start(THREE)
    roll(screen)
    screen.tap_spot(lambda spot: spot.draft.get("ship") == "A")
    assert chips(screen)[0].score.startswith("≥")
    screen.tap("clock")
    assert not any("Schiff A" in words for words in screen.texts())
    screen.tap("Ruhen")
    assert not any("Aufgedruckter" in words for words in screen.texts())


def test_a_wanted_value_is_one_tap_more(start):
    screen = start(THREE)
    roll(screen)
    screen.tap_spot(lambda spot: spot.draft.get("ship") == "A")
    before = screen.touches
    screen.tap("Aufgedruckter Wert von Schiff A")
    screen.tap("4")
    assert screen.touches - before == 2
    assert screen.house.table.state.facts["ship.A"] == 4
    assert not chips(screen)[0].score.startswith("≥")


def test_a_secret_is_entered_behind_a_cover_and_seen_by_nobody(start):
    screen = start(THREE)
    vote(screen)
    screen.tap(chips(screen)[0])
    assert "Gib das Gerät an Anna" in screen.texts()
    screen.tap("Ich bin Anna")
    screen.tap("Ben")
    assert line(screen)[-1] == "rest"
    screen.tap("Verdeckt eintragen")
    assert line(screen)[-1] == "vote"
    assert "Gib das Gerät an Ben" in screen.texts()
    screen.tap("Später")
    screen.tap("Zurück")
    assert "verdeckt eingetragen" in screen.texts()
    assert not any("stimmt für" in words for words in screen.texts())


def test_a_number_is_typed(start):
    screen = start(THREE)
    roll(screen)
    screen.tap("menu")
    screen.tap("Von Hand setzen")
    screen.tap("Erz von Ben")
    screen.tap("2")
    screen.tap("3")
    screen.tap("23 eintragen")
    assert screen.house.table.state.ore[1] == 23


def test_the_language_changes_while_a_draft_is_open(start):
    screen = start(THREE)
    dock(screen)
    screen.tap("4")
    screen.house.set("lang", "en")
    screen.frames()
    assert "Round 1: roll" in screen.texts()
    assert screen.house.panel.way.draft.all("faces") == (4,)


def test_views_change(start):
    screen = start(THREE)
    screen.tap("Schiffe")
    assert screen.house.panel.ids.turn_page.text == "Hafen"
    screen.tap("Hafen")
    assert screen.house.panel.ids.turn_page.text == "Schiffe"


def test_the_three_buttons_do_what_the_screen_does(start):
    screen = start(THREE)
    screen.house.press("green")
    screen.frames()
    assert screen.house.panel.way.draft == Draft("dock", 0)
    screen.house.press("red")
    screen.frames()
    assert screen.house.panel.way.draft is None
    screen.house.press("yellow")
    screen.frames()
    assert screen.house.panel.ids.turn_page.text == "Hafen"


def test_what_is_not_saved_is_said_and_saved_later(start, monkeypatch):
    screen = start(THREE)
    journal = type(screen.house.table.journal)
    monkeypatch.setattr(journal, "unsaved", 2, raising=False)
    screen.house.panel.refresh()
    screen.frames()
    assert any("2 Einträge sind nicht gespeichert" in words for words in screen.texts())
    monkeypatch.undo()
    screen.tap("2 Einträge sind nicht gespeichert")
    assert not any("nicht gespeichert" in words for words in screen.texts())


def test_a_seat_without_a_task_shows_its_points(start):
    screen = start(THREE)
    roll(screen)
    screen.tap(chips(screen)[2])
    assert "Zusammen" in screen.texts()
    screen.house.press("green")
    screen.frames()
    assert screen.house.stage.top is None


def test_a_game_is_put_away(start):
    screen = start(THREE)
    screen.tap("menu")
    screen.tap("Weglegen")
    assert screen.house.table is None
    assert screen.house.screen == "home"
    assert screen.app.store.unfinished()[0].away


def test_a_picture_that_is_only_looked_at_has_all_the_room(start):
    screen = start(Setup(game="reworld", players=players("Anna", "Ben")))
    screen.tap("Anna")
    panel = screen.house.panel
    room = panel.ids.left.width
    screen.tap(panel.ids.turn_page)
    assert panel.pages.looking
    assert panel.ids.left.width >= room
    assert panel.ids.chooser.width == 0
    screen.tap("Zurück zum Zug")
    assert not panel.pages.looking
