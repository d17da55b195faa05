"""The Dice panel: what the camera read is shown, corrected with one tap, and confirmed by the big button."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from drawn_dice import PLACES, tray
from ui.drawn_table import THREE, DrawnTable
from ui.layout import problems

from companion.engine import Text
from companion.observe import Odd
from companion.observe.proposal import HOW
from companion.ui import theme
from companion.ui.faces import worded
from companion.ui.locale import catalogue
from vision.tray import by_hand

pytestmark = pytest.mark.screen


@pytest.fixture
def begin(start):
    def begin(*doubt: str, **settings: Any) -> DrawnTable:
        table = DrawnTable(start(THREE, **settings), *doubt)
        table.dock()
        return table

    return begin


def test_a_roll_is_read_and_one_touch_enters_it(begin):
    table = begin()
    assert "Würfelt in die Schale." in table.screen.texts()
    table.show(3, 5)
    assert table.rolls == []
    table.screen.tap("3 + 5 eintragen")
    assert table.rolls == [(3, 5)]
    assert table.screen.touches == 1
    assert table.panel is None


def test_the_green_button_confirms(begin):
    table = begin()
    table.show(6, 2)
    table.screen.house.press("green")
    table.screen.frames()
    assert table.rolls == [(6, 2)]


def test_an_unsure_die_is_asked_for_with_its_two_likeliest_faces(begin):
    table = begin("5")
    table.show(3, 5)
    assert any("liegt schief" in words for words in table.screen.texts())
    assert table.screen.house.panel.ids.primary.grey
    table.screen.house.press("green")
    assert table.rolls == []
    table.screen.tap(
        next(press for press in table.panel.ids.ask.children if getattr(press, "text", "") == "6")
    )
    table.screen.tap("3 + 6 eintragen")
    assert table.rolls == [(3, 6)]


def test_one_tap_on_a_die_corrects_it(begin):
    table = begin()
    table.show(3, 5)
    view = table.panel.ids.tray
    left, top, wide, high = table.panel.reading.seen[1].box
    table.screen.touch(*view.at(left + wide / 2, top + high / 2))
    table.screen.tap("4")
    table.screen.tap("3 + 4 eintragen")
    assert table.rolls == [(3, 4)]


def test_a_die_that_was_overlooked_is_put_in_by_a_touch_where_it_lies(begin):
    table = begin()
    table.show(3)
    assert "1 Würfel gesehen, 2 erwartet" in table.screen.texts()
    before = table.screen.touches
    table.touch_at(*PLACES[1])
    table.screen.tap("5")
    table.screen.tap("3 + 5 eintragen")
    assert table.screen.touches - before == 3
    assert table.rolls == [(3, 5)]
    (name,) = [entry.photo for entry in table.screen.house.table.history() if entry.photo]
    high, wide = cv2.imread(str(table.screen.house.store.photos.find(name))).shape[:2]
    assert wide == 2 * high


def test_a_die_is_put_in_by_the_plus_key_and_taken_out_again(begin):
    table = begin()
    table.show(3)
    table.screen.tap("plus")
    table.screen.tap("6")
    assert table.panel.reading.faces == ("3", "6")
    assert "plus" not in [press.icon for press in table.panel.ids.dice.children]
    left, top, wide, high = table.panel.reading.seen[1].box
    table.touch_at(left + wide / 2, top + high / 2)
    table.screen.tap("Kein Würfel")
    assert table.panel.reading.faces == ("3",)


def test_dice_that_no_reader_sees_are_named_in_the_picture(begin):
    table = begin()
    for place, face in zip(PLACES, ("2", "4"), strict=False):
        table.touch_at(*place)
        table.screen.tap(face)
    table.screen.tap("2 + 4 eintragen")
    assert table.rolls == [(2, 4)]


def test_a_card_that_asks_for_a_die_goes_when_other_dice_are_read(begin):
    table = begin()
    table.show(3, 5)
    table.panel.correct(1)
    table.screen.frames()
    table.show(6, shift=150)
    assert table.screen.house.stage.top is None
    assert table.panel.reading.faces == ("6",)


def test_a_cocked_die_is_one_tap_and_then_all_are_read_again(begin):
    table = begin()
    table.show(3, 5)
    table.screen.tap("Schief")
    assert "Nur den schiefen Würfel noch einmal werfen." in table.screen.texts()
    assert table.screen.house.panel.ids.primary.grey
    table.look(3)
    assert table.panel.reading is None
    table.show(3)
    table.show(3, 2)
    table.screen.tap("3 + 2 eintragen")
    assert table.rolls == [(3, 2)]


def test_a_reading_that_does_not_fit_is_shown_with_its_reason_and_ignored(begin):
    table = begin(auto_confirm=True)
    table.show(3, 5, 1)
    assert "3 Würfel gesehen, 2 erwartet" in table.screen.texts()
    assert table.screen.house.panel.ids.primary.grey
    assert table.rolls == []
    table.panel.correct(2)
    table.screen.frames()
    table.screen.tap("Kein Würfel")
    table.screen.tap("3 + 5 eintragen")
    assert table.rolls == [(3, 5)]


def test_dice_that_lay_there_before_are_read_only_when_somebody_wants_it(begin):
    table = begin()
    table.picture = tray(2, 2)
    table.screen.house.panel.tray.end()
    table.screen.house.panel.refresh()
    table.screen.frames()
    table.look(12)
    assert table.panel.reading is None
    table.screen.tap("Lesen")
    table.look(1)
    table.screen.tap("2 + 2 eintragen")
    assert table.rolls == [(2, 2)]


def test_a_roll_that_does_not_count_is_one_tap(begin):
    table = begin()
    table.show(3, 5)
    table.screen.tap("Neu würfeln")
    assert table.panel.reading is None
    table.look(3)
    assert table.panel.reading is None
    table.show(1, 1, shift=150)
    table.screen.tap("1 + 1 eintragen")
    assert table.rolls == [(1, 1)]


def test_by_hand_works_as_without_a_camera(begin):
    table = begin()
    table.screen.tap("Von Hand")
    assert table.panel is None
    table.screen.tap("6")
    table.screen.tap("5")
    assert table.rolls == [(6, 5)]


def test_the_yellow_button_changes_between_camera_and_pictures(begin):
    table = begin()
    for shown in (False, False, True):
        table.screen.house.press("yellow")
        table.screen.frames()
        assert (table.panel is not None) is shown


def test_a_sure_reading_confirms_itself_only_if_that_is_wanted(begin):
    table = begin("4", auto_confirm=True)
    table.show(4, 5)
    assert table.rolls == []
    table.show(3, 5, shift=150)
    assert table.rolls == [(3, 5)]


def test_without_a_camera_nothing_is_different(start):
    screen = start(THREE)
    assert screen.house.eyes is None
    assert screen.house.panel.tray.shown is None


def test_what_was_read_keeps_its_picture_in_the_history(begin, tmp_path: Path):
    table = begin()
    table.show(3, 5)
    table.screen.tap("3 + 5 eintragen")
    (name,) = [entry.photo for entry in table.screen.house.table.history() if entry.photo]
    kept = tmp_path / "photos" / name
    assert kept.is_file()
    table.screen.house.go("history")
    table.screen.frames()
    assert any(row.get("photo") for row in table.screen.house.panel.list.data)
    kept.unlink()
    table.screen.house.panel.refresh()
    table.screen.frames()
    assert not any(row.get("photo") for row in table.screen.house.panel.list.data)


def test_the_picture_of_a_roll_is_large_enough_to_check_it_also_after_a_restart(begin, start, tmp_path, size):
    table = begin()
    table.show(3, 5)
    table.screen.tap("3 + 5 eintragen")
    table.screen.close()
    from kivy.uix.image import Image

    screen = start(folder=tmp_path)
    screen.resize(size)
    screen.house.go("history")
    screen.frames(6)
    (image,) = [found for found in screen.widgets() if isinstance(found, Image) and found.source]
    wide, high = image.norm_image_size
    assert wide == pytest.approx(2 * high, rel=0.05)
    assert high >= theme.mm(8.5)
    assert problems(screen.root) == []
    screen.tap(image)
    (large,) = [found for found in screen.widgets() if isinstance(found, Image) and found.source]
    assert large.norm_image_size[1] >= theme.mm(14)
    assert problems(screen.root) == []
    assert screen.root.content.height <= screen.root.scroll.height


def test_a_camera_without_pictures_says_so_and_touch_goes_on(begin):
    table = begin()
    table.picture = None
    table.look(1)
    assert any("kein Bild" in words for words in table.screen.texts())
    table.screen.tap("Von Hand")
    table.screen.tap("6")
    table.screen.tap("5")
    assert table.rolls == [(6, 5)]


def test_nothing_is_clipped_and_everything_can_be_touched(begin, size, lang):
    table = begin("5", lang=lang)
    table.screen.resize(size)
    table.look()
    found = {"waiting": problems(table.screen.root)}
    table.show(3, 5)
    found["asking"] = problems(table.screen.root)
    table.panel.correct(0)
    table.screen.frames()
    found["correcting"] = problems(table.screen.root)
    table.screen.house.close()
    table.panel.add()
    table.screen.frames()
    found["putting in"] = problems(table.screen.root)
    table.screen.house.close()
    table.screen.tap(table.panel.ids.cocked)
    found["cocked"] = problems(table.screen.root)
    table.show(4, shift=90)
    found["one too few"] = problems(table.screen.root)
    table.show(3, 6, 1, 2, 4, 6, shift=30)
    found["many"] = problems(table.screen.root)
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


def test_a_moved_camera_is_said_and_set_up_again(begin):
    table = begin()
    views = table.screen.house.eyes.views
    table.show(3, 5)
    other = np.random.default_rng(1).integers(0, 255, (720, 960, 3), np.uint8)
    views.calibrate("tray", by_hand(other, ((0.3, 0.3), (0.7, 0.3), (0.7, 0.7), (0.3, 0.7))))
    table.panel.end()
    table.screen.house.panel.refresh()
    table.screen.frames()
    table.look(2)
    assert "Kamera oder Schale wurde verschoben." in table.screen.texts()
    table.screen.tap("Schale neu einrichten")
    assert table.screen.house.screen == "calibrate"


def test_every_odd_thing_has_a_sentence_in_both_languages():
    entries = catalogue().entries
    for odd in Odd:
        assert set(entries[f"odd.{odd}"]) == {"de", "en"}
    for what in HOW:
        assert f"see.none.{what}" in entries
        assert f"see.count.{what}" in entries


def test_balls_have_their_own_words_wherever_dice_are_spoken_of():
    said = Text("dice.check", {"why": Text("odd.count")})
    assert worded(said, "balls") == Text("dice.check", {"why": Text("odd.count.balls")})
    assert worded(said, "dice") == said
    entries = catalogue().entries
    for key in entries:
        if key.startswith(("dice.", "odd.")) and not key.startswith(("dice.cocked", "dice.enter")):
            said = entries[worded(Text(key), "balls").key]
            assert "ürfel" not in said["de"], key
            assert not {"die", "dice"} & set(said["en"].lower().replace(".", "").split()), key
