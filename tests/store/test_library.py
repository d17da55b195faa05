"""The games of the box side by side: which wait, which have ended, which were given up."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.engine import (
    Catalogue,
    Cell,
    Outcome,
    Player,
    ScoreLine,
    ScoreSheet,
    Setup,
    Words,
    literal,
    notation,
    text,
)
from companion.store import TEXTS, Store, UnknownGame, data_folder

SHEET = ScoreSheet(
    (
        ScoreLine(text("score.ships", who=text("seat")), (Cell(7, 2), Cell(4, open=True), Cell(-3)), "PR-1"),
        ScoreLine(literal("Medals"), (Cell(1), Cell(0), Cell(9)), "PR-2"),
    ),
    3,
)
OUTCOME = Outcome((1, 3, 2), (0,), text("tie.ore"), "PR-17")


def test_nothing_waits_at_first(store):
    assert store.unfinished() == []
    assert store.finished() == []
    assert store.last_unfinished() is None
    assert store.last_setup() is None
    assert store.mishaps == []


def test_the_game_played_last_comes_first(opened, setup, record):
    store = opened()
    one, two, three = (store.new_game(setup) for _ in range(3))
    two.append(record(1))
    one.append(record(1))
    assert [saved.id for saved in store.unfinished()] == [one.id, two.id, three.id]
    store = opened()
    assert store.last_unfinished().id == one.id
    assert [saved.entries for saved in store.unfinished()] == [1, 1, 0]


def test_opening_a_game_reorders_nothing_but_taking_it_up_does(store, setup, record):
    one, two = store.new_game(setup), store.new_game(setup)
    store.open(one.id)
    assert store.last_unfinished().id == two.id
    store.take_up(one.id)
    assert store.last_unfinished().id == one.id


def test_a_game_put_away_waits_but_does_not_open_itself(opened, setup, record):
    store = opened()
    journal = store.new_game(setup)
    store.put_away(journal.id)
    store = opened()
    assert [(saved.id, saved.away) for saved in store.unfinished()] == [(journal.id, True)]
    assert store.last_unfinished() is None
    _, journal = store.open(journal.id)
    journal.append(record(1))
    assert store.last_unfinished().id == journal.id
    assert not store.last_unfinished().away


def test_a_game_given_up_is_in_no_list_and_can_come_back(opened, setup, record):
    store = opened()
    journal = store.new_game(setup)
    journal.append(record(1))
    store.abandon(journal.id)
    assert opened().unfinished() == []
    assert opened().records(journal.id) == [record(1)]
    store = opened()
    store.restore(journal.id)
    assert [saved.id for saved in store.unfinished()] == [journal.id]


def test_a_finished_game_is_history_with_its_sheet(opened, clock, setup, record):
    store = opened()
    journal = store.new_game(setup)
    clock.minutes(90)
    journal.append(record(1))
    clock.now = "2024-05-01 19:30:00"
    store.finish(journal.id, SHEET, OUTCOME)
    store = opened()
    assert store.unfinished() == []
    (saved,) = store.finished()
    assert saved.setup == setup
    assert saved.result.sheet.totals == SHEET.totals == (8, 4, 6)
    assert saved.result.outcome == OUTCOME
    assert (saved.result.minutes, saved.result.when) == (90, "2024-05-01 19:30:00")


def test_a_stored_sheet_is_said_in_the_same_words(opened, setup):
    store = opened()
    journal = store.new_game(setup)
    store.finish(journal.id, SHEET, OUTCOME)
    words = Words(Catalogue({"score.ships": {"en": "Ships of {who}"}, "seat": {"en": "a seat"}}), "en")
    (saved,) = opened().finished()
    assert [words.say(line.what) for line in saved.result.sheet.lines] == ["Ships of a seat", "Medals"]


def test_an_entry_after_the_end_opens_the_game_again(store, setup, record):
    journal = store.new_game(setup)
    journal.append(record(1))
    store.finish(journal.id, SHEET, OUTCOME)
    assert store.is_finished(journal.id)
    journal.append(b'{"type":"undo"}')
    assert not store.is_finished(journal.id)
    assert [saved.id for saved in store.unfinished()] == [journal.id]
    store.finish(journal.id, SHEET, OUTCOME)
    assert store.unfinished() == []


def test_the_last_game_that_ended_comes_first(store, clock, setup):
    one, two = store.new_game(setup), store.new_game(setup)
    store.finish(two.id, SHEET, OUTCOME)
    clock.now = "1971-01-01 00:00:00"
    store.finish(one.id, SHEET, OUTCOME)
    assert [saved.id for saved in store.finished()] == [one.id, two.id]


def test_a_purge_takes_a_game_and_nothing_else(opened, setup, record):
    store = opened()
    gone, stays = store.new_game(setup), store.new_game(setup)
    for journal in (gone, stays):
        journal.append(record(1))
        store.finish(journal.id, SHEET, OUTCOME)
    store.purge(gone.id)
    store = opened()
    assert [saved.id for saved in store.finished()] == [stays.id]
    assert store.records(stays.id) == [record(1)]
    db = store.file.content()
    left = {
        table: db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in ("games", "records")
    }
    assert left == {"games": 1, "records": 1}


@pytest.mark.parametrize(
    "deed", ["open", "setup", "records", "put_away", "abandon", "purge", "take_up", "draft"]
)
def test_an_unknown_game_is_named(store, deed):
    with pytest.raises(UnknownGame, match="nonsense"):
        getattr(store, deed)("nonsense")


def test_names_are_remembered_with_colour_and_shape(opened, setup):
    store = opened()
    store.new_game(setup)
    store.remember(Player("Dora", "red", "cross"))
    later = Setup(game="probe", players=notation.players("Eva", "Anna"))
    store.new_game(later)
    store.forget("Ben")
    names = opened().names()
    assert [player.name for player in names] == ["Eva", "Anna", "Dora", "Cem"]
    assert names[1] == later.players[1]
    assert names[2] == Player("Dora", "red", "cross")


def test_the_last_set_up_is_known_for_each_game(store, setup):
    other = Setup(game="other", players=notation.players("Eva", "Fritz"), depth="light")
    store.new_game(setup)
    store.new_game(other)
    assert store.last_setup() == other
    assert store.last_setup("probe") == setup
    assert store.last_setup("nonsense") is None


def test_settings_stay(opened):
    settings = opened().settings
    settings["lang"] = "de"
    settings["lang"] = "en"
    settings["size"] = {"scale": [1, 2.5, None], "big": True}
    settings["sound"] = False
    del settings["sound"]
    settings = opened().settings
    assert dict(settings) == {"lang": "en", "size": {"scale": [1, 2.5, None], "big": True}}
    assert settings.get("sound", "loud") == "loud"
    with pytest.raises(KeyError):
        del settings["sound"]


def test_a_setting_that_does_not_change_writes_nothing(store):
    store.settings["lang"] = "de"
    before = store.file.tick
    store.settings["lang"] = "de"
    assert store.file.tick == before


def test_the_folder_is_told_or_the_users_own(monkeypatch, tmp_path):
    monkeypatch.setenv("STERNWARTE_DATA", str(tmp_path / "here"))
    assert data_folder() == tmp_path / "here"
    with Store() as store:
        assert store.path == tmp_path / "here" / "games.sqlite"
        assert store.path.exists()
    monkeypatch.delenv("STERNWARTE_DATA")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "xdg"))
    assert data_folder().name == "sternwarte"
    assert isinstance(data_folder(), Path)


def test_every_sentence_is_there_in_both_languages():
    for key, row in TEXTS.entries.items():
        assert set(row) == {"de", "en"}, key
        holes = [sorted(set(re.findall(r"\{(\w+)", row[lang]))) for lang in ("de", "en")]
        assert holes[0] == holes[1], key
