"""Home, final score, rules, settings and box under fingers."""

from __future__ import annotations

import json

import pytest
from ui.played import play_on
from ui.screen import Screen

from companion.engine import Setup
from companion.engine.notation import players
from companion.ui.archive import PlayedGame
from companion.ui.box import FactTile
from companion.ui.home import WaitingGame
from companion.ui.rules import RuleRow

pytestmark = pytest.mark.screen

TWO = Setup(game="probe", players=players("Anna", "Ben"))


def kinds(screen: Screen, kind):
    return [widget for widget in screen.widgets() if isinstance(widget, kind)]


def test_home_goes_on_with_the_last_game_and_shows_the_others(start):
    screen = start(Setup(game="probe", players=players("Dora", "Emil")))
    screen.house.store.new_game(TWO)
    screen.house.go("home")
    screen.frames()
    big, small = sorted(kinds(screen, WaitingGame), key=lambda card: not card.big)
    assert big.heading == "Runde 1: anlegen"
    assert small.heading == "Dora, Emil"
    screen.tap(small)
    assert screen.house.table.setup.names == ("Dora", "Emil")


def test_a_game_that_is_not_installed_waits(start):
    screen = start()
    screen.house.store.new_game(Setup(game="elsewhere", players=players("Anna", "Ben")))
    screen.house.go("home")
    screen.frames()
    screen.tap("Weiterspielen")
    assert screen.house.screen == "home"
    assert screen.house.table is None


def test_a_mishap_of_the_file_is_told_until_it_is_seen(start, tmp_path):
    folder = tmp_path / "broken"
    folder.mkdir()
    (folder / "games.sqlite").write_bytes(b"no database at all" * 300)
    screen = start(folder=folder)
    assert any("beschädigt" in words for words in screen.texts())
    screen.tap("Gut")
    assert not any("beschädigt" in words for words in screen.texts())


def test_the_end_is_shown_and_handed_over(start):
    screen = start(Setup(game="probe", players=TWO.players, facts={f"ship.{ship}": 3 for ship in "ABCDEFGH"}))
    play_on(screen.house.table, 500)
    screen.house.go("final")
    screen.frames()
    outcome = screen.house.table.outcome()
    names = [TWO.names[seat] for seat in outcome.winners]
    assert any(names[0] in words and "gewinn" in words for words in screen.texts())
    screen.tap("Wertung")
    totals = screen.house.table.score()
    assert any(str(totals.totals[0]) in words for words in screen.texts())
    screen.tap("Mitnehmen")
    screen.tap("Daten (JSON)")
    folder = screen.house.store.folder / "export"
    written = json.loads(next(folder.glob("*.json")).read_text("utf-8"))
    assert written["totals"] == list(totals.totals)
    screen.tap("Gut")
    screen.tap("Fertig")
    screen.tap("Gespielt")
    screen.tap(kinds(screen, PlayedGame)[0])
    assert screen.house.screen == "final"


def test_the_end_can_be_taken_back(start):
    screen = start(TWO)
    play_on(screen.house.table, 500)
    screen.house.go("final")
    screen.frames()
    screen.tap("arrow_left")
    screen.tap("Zurück")
    screen.tap("Zurück")
    assert screen.house.table.outcome() is None
    assert screen.house.store.unfinished()


def test_rules_begin_with_those_of_the_moment_and_can_be_searched(start):
    screen = start(TWO)
    screen.house.go("rules")
    screen.frames(4)
    assert [row.place for row in kinds(screen, RuleRow)] == ["PR-04  ·  Anlegen, S. 2"]
    screen.tap("Suchen")
    for letter in "Orden":
        screen.tap(letter)
    screen.tap("Eintragen")
    assert kinds(screen, RuleRow)
    assert all("orden" in row.words.casefold() for row in kinds(screen, RuleRow))
    screen.tap("no")
    assert screen.house.panel.search == ""


def test_the_language_changes_at_once_and_stays(start):
    screen = start(TWO)
    screen.house.go("settings")
    screen.frames()
    screen.tap("English")
    assert "Language" in screen.texts()
    assert screen.house.store.settings["lang"] == "en"
    screen.tap("arrow_left")
    assert "Round 1: dock" in screen.texts()


def test_larger_type_and_silence_are_kept(start):
    screen = start()
    screen.house.go("settings")
    screen.frames()
    screen.tap("Groß")
    screen.tap("Aus")
    assert screen.house.store.settings["size"] == "large"
    assert screen.house.store.settings["sound"] is False


def test_cues_are_heard_only_when_the_table_wants_them(start):
    screen = start()
    heard: list[str] = []
    screen.house.sounds.play = heard.append
    screen.house.sound("done")
    screen.house.set("sound", False)
    screen.house.sound("done")
    assert heard == ["done"]


def test_a_value_is_told_corrected_and_forgotten(start):
    screen = start()
    box = screen.house.store.box
    screen.house.go("box", game="probe")
    screen.frames()
    for value in (3, 5):
        screen.tap(kinds(screen, FactTile)[-1])
        pad = screen.house.stage.top.pad
        pad.typed = ""
        screen.tap(screen.find(str(value), pad))
        screen.tap("Übernehmen")
        assert list(box.facts("probe").values()) == [value]
    screen.tap(kinds(screen, FactTile)[-1])
    screen.tap("Vergessen")
    assert box.facts("probe") == {}


def test_a_box_goes_out_and_comes_back_with_a_report(start):
    screen = start()
    box = screen.house.store.box
    box.keep("probe", {"ship.A": 3, "ship.B": 2})
    screen.house.go("box", game="probe")
    screen.frames()
    screen.tap("Ausgeben")
    screen.tap("Gut")
    box.drop("probe", "ship.A")
    screen.tap("Einlesen")
    assert "1 neuer Wert" in screen.texts()
    assert "1 Wert war schon bekannt" in screen.texts()
    assert box.facts("probe") == {"ship.A": 3, "ship.B": 2}


def test_a_file_that_is_no_box_is_refused_with_a_reason(start):
    screen = start()
    folder = screen.house.store.folder / "export"
    folder.mkdir()
    (folder / "x.box.json").write_text("{}")
    screen.house.go("box", game="probe")
    screen.frames()
    screen.tap("Einlesen")
    assert any("Das ist keine Box-Datei" in words for words in screen.texts())


def test_a_screen_that_fails_leaves_the_game_playable(start, monkeypatch):
    screen = start(TWO)
    from companion.ui.history import History

    monkeypatch.setattr(History, "_row", lambda self, entry: 1 / 0)
    play_on(screen.house.table, 1)
    screen.house.go("history")
    screen.frames()
    assert any("ZeroDivisionError" in words for words in screen.texts())
    screen.tap("Zurück zum Spiel")
    assert screen.house.screen == "play"
    play_on(screen.house.table, 1)
    assert len(screen.house.table.line) == 2


def test_a_result_with_missing_values_is_provisional_until_they_are_entered(start):
    screen = start(TWO)
    table = screen.house.table
    play_on(table, 500)
    screen.house.go("final")
    screen.frames()
    missing = sum(offer.key.startswith("fact") for offer in table.prompt().offers)
    assert missing
    assert any("Vorläufig" in words for words in screen.texts())
    screen.tap("Werte eintragen")
    for left in range(missing, 0, -1):
        assert screen.house.screen == "play"
        assert sum(offer.key.startswith("fact") for offer in table.prompt().offers) == left
        screen.tap("3")
    assert screen.house.screen == "final"
    assert not any("Vorläufig" in words for words in screen.texts())


def test_home_ends_the_way_back(start):
    screen = start(TWO)
    house = screen.house
    house.go("rules")
    house.panel.refresh()
    house.sit(None)
    house.go("home")
    house.back()
    assert house.screen == "home"
