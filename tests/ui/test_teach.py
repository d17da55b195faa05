"""Teaching dice on the screen: face after face, kept at once, taken up again, retaken with a tap."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from drawn_dice import lesson_of, one_die, tray
from ui.drawn_table import THREE, DrawnTable
from ui.layout import problems
from ui.runes import ALL, TEXT, RuneReader, game

from companion.observe import Eyes, readers_for
from companion.observe.teaching import Teacher, packed
from companion.ui.course import FacePress
from vision.dice_set import parse
from vision.scenes import symbols

pytestmark = pytest.mark.screen


class Lessons(DrawnTable):
    """The screen on which dice are taught, with a drawn die under the camera."""

    def look(self, times: int = 3) -> None:
        for _ in range(times):
            self.screen.house.eyes.step()
            self.screen.house.panel.tick()
        self.screen.frames()

    def lay(self, *faces: int, shift: int = 0) -> None:
        """Let a die lie in the tray, or none."""
        self.picture = tray(*faces, shift=shift)
        self.look()

    def teach(self, *faces: int) -> None:
        """Show one face after the other and take each."""
        for face in faces:
            self.lay(face)
            self.screen.tap("Aufnehmen")
            self.look()

    @property
    def course(self) -> Any:
        return self.screen.house.panel.course

    def kept(self) -> list[str]:
        return sorted(self.screen.app.store.box.lessons("runes"))


@pytest.fixture
def sets(tmp_path: Path) -> tuple[Path, ...]:
    file = tmp_path / "dice.toml"
    file.write_text(TEXT)
    return (file,)


@pytest.fixture
def begin(start, sets, monkeypatch):
    def begin(check: Any = lambda known: (), **settings: Any) -> Lessons:
        monkeypatch.setattr("companion.ui.teach.Teacher", partial(Teacher, one_die, lesson_of, check))
        screen = start(**settings)
        screen.house.dice_files = sets
        table = Lessons(screen)
        screen.house.go("teach")
        table.look()
        return table

    return begin


def test_face_after_face_is_asked_for_and_one_touch_takes_it(begin):
    table = begin()
    assert {"Roter Würfel", "Sonne"} <= set(table.screen.texts())
    assert table.screen.find("Aufnehmen").grey
    table.lay(1)
    assert any(words.startswith("Würfel gesehen") for words in table.screen.texts())
    before = table.screen.touches
    table.screen.tap("Aufnehmen")
    table.look()
    assert table.screen.touches - before == 1
    assert "Mond" in table.screen.texts()
    assert table.kept() == ["red/sun/1"]
    assert any(words.startswith("Gemerkt: Roter Würfel: Sonne") for words in table.screen.texts())
    table.lay(2)
    assert any(words.startswith("Würfel gesehen") for words in table.screen.texts())
    table.screen.house.press("green")
    table.look()
    assert {"Blauer Würfel", "Sonne"} <= set(table.screen.texts())
    assert table.kept() == ["red/moon/1", "red/sun/1"]


def test_a_second_press_does_not_teach_the_same_die_as_the_next_face(begin, monkeypatch):
    table, told = begin(), []
    monkeypatch.setattr(table.screen.house, "notify", told.append)
    table.teach(1)
    table.screen.house.press("green")
    table.look()
    assert table.kept() == ["red/sun/1"]
    assert told == ["teach.same"]
    table.lay(5)
    table.screen.tap("Aufnehmen")
    table.look()
    assert table.kept() == ["red/moon/1", "red/sun/1"]


def test_what_was_taught_half_way_is_there_after_a_restart(begin, tmp_path):
    table = begin()
    table.teach(1, 2)
    table.screen.close()
    table = begin(folder=tmp_path)
    assert {"Blauer Würfel", "Sonne"} <= set(table.screen.texts())
    assert table.course.missing == 1


def test_when_all_is_shown_it_says_so_and_a_second_round_is_offered(begin):
    table = begin()
    table.teach(1, 2, 3)
    assert table.course.missing == 0
    assert table.screen.find("Fertig")
    for face in (4, 5, 6):
        table.lay(face)
        table.screen.tap("Noch einmal aufnehmen")
        table.look()
    assert len(table.kept()) == 6
    table.lay()
    assert any(words.startswith("Alle Seiten sind bekannt") for words in table.screen.texts())
    table.screen.tap("Fertig")
    assert table.screen.house.screen == "home"


def test_a_touched_face_is_shown_anew_and_the_old_one_forgotten(begin):
    table = begin()
    table.teach(1, 2, 3)
    old = table.screen.app.store.box.lessons("runes")
    table.screen.tap(table.screen.house.panel.ids.grid.cells["red", "moon"])
    assert "Mond" in table.screen.texts()
    table.lay(6)
    table.screen.tap("Noch einmal aufnehmen")
    table.look()
    new = table.screen.app.store.box.lessons("runes")
    assert sorted(new) == sorted(old)
    assert [key for key in new if new[key] != old[key]] == ["red/moon/1"]


def test_the_yellow_button_goes_on_without_this_face(begin):
    table = begin()
    table.screen.house.press("yellow")
    table.screen.frames()
    assert "Mond" in table.screen.texts()


def test_faces_that_look_too_much_alike_are_marked(begin):
    table = begin(lambda known: ((ALL[0], ALL[1]),) if known.times(ALL[1]) else ())
    table.teach(1)
    assert not any("Warnzeichen" in words for words in table.screen.texts())
    table.teach(2)
    assert any("Warnzeichen" in words for words in table.screen.texts())
    cells = table.screen.house.panel.ids.grid.cells
    assert [pair for pair, cell in cells.items() if cell.doubtful] == ALL[:2]
    assert "Mond" in table.screen.texts()
    old = table.screen.app.store.box.lessons("runes")
    table.lay(6)
    table.screen.tap("Noch einmal aufnehmen")
    table.look()
    new = table.screen.app.store.box.lessons("runes")
    assert [key for key in new if new[key] != old[key]] == ["red/moon/1"]


def test_without_exactly_one_die_nothing_is_learnt(begin):
    table = begin()
    table.lay(1, 2)
    assert table.screen.find("Aufnehmen").grey
    table.screen.house.press("green")
    table.look()
    assert table.kept() == []


def test_without_a_camera_the_way_to_one_is_shown(start, sets):
    screen = start()
    screen.house.dice_files = sets
    screen.house.go("teach")
    screen.frames()
    screen.tap("Kamera einstellen")
    assert screen.house.screen == "camera"
    assert "0 von 3 Seiten bekannt" in screen.texts()
    screen.tap("Anlernen")
    assert screen.house.screen == "teach"


def test_a_roll_of_dice_that_were_not_taught_offers_to_teach_them(start, sets):
    screen = start(THREE, games={"probe": game()})
    screen.house.dice_files = sets
    table = DrawnTable(screen)
    table.dock()
    assert table.panel is None
    screen.tap("Der Kamera diese Würfel zeigen")
    assert screen.house.screen == "teach"
    assert screen.house.panel.course.dice.name == "runes"
    screen.house.store.box.teach("runes", {f"{kind}/{face}/1": b"known" for kind, face in ALL})
    screen.house.back()
    screen.frames()
    assert "Der Kamera diese Würfel zeigen" not in screen.texts()


@pytest.fixture
def roll(start, sets):
    """A roll of rune dice; one that shows a moon is not sure."""

    def roll(*known: tuple[str, str], **settings: Any) -> DrawnTable:
        screen = start(THREE, games={"probe": game()}, **settings)
        screen.house.dice_files = sets
        lessons = {
            f"{kind}/{face}/1": packed(parse(TEXT), lesson_of(tray(3), kind, face)) for kind, face in known
        }
        screen.house.store.box.teach("runes", lessons)
        table = DrawnTable(screen)
        readers = {"symbols": lambda: RuneReader("2"), "symbols:runes": lambda: RuneReader("2")}
        screen.house.eyes = Eyes(table.views, readers, threaded=False)
        table.dock()
        return table

    return roll


def test_an_unsure_symbol_die_is_asked_for_with_the_faces_of_its_kind(roll):
    table = roll(*ALL)
    table.show(3, 2)
    asked = [press.text for press in table.panel.ids.ask.children if isinstance(press, FacePress)]
    assert sorted(asked) == ["red:moon", "red:sun"]
    table.screen.tap(next(press for press in table.panel.ids.ask.children if press.text == "red:sun"))
    table.screen.tap("2 Würfel eintragen")
    assert table.rolls == [(3, 1)]


def test_symbol_dice_fit_beside_the_offer_to_teach_them(roll, size, lang):
    table = roll(ALL[0], lang=lang)
    table.screen.resize(size)
    table.look()
    found = {"waiting": problems(table.screen.root)}
    table.show(3, 2)
    found["asking"] = problems(table.screen.root)
    table.panel.correct(1)
    table.screen.frames()
    found["correcting"] = problems(table.screen.root)
    table.panel.close_sheet()
    table.show(1, 1, shift=40)
    found["sure"] = problems(table.screen.root)
    assert table.screen.house.say("teach.offer") in table.screen.texts()
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


def test_nothing_is_clipped_and_every_face_is_large_enough_for_a_thumb(begin, size, lang):
    table = begin(lambda known: ((ALL[0], ALL[1]),), lang=lang)
    table.screen.resize(size)
    table.look()
    found = {"alike": problems(table.screen.root)}
    table.screen.house.panel.doubts = ()
    table.lay(1)
    found["ready"] = problems(table.screen.root)
    table.screen.house.press("green")
    table.look()
    table.screen.house.panel.doubts = ()
    table.screen.house.panel.draw()
    table.screen.frames()
    found["known"] = problems(table.screen.root)
    table.picture = None
    table.look()
    found["blind"] = problems(table.screen.root)
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


def test_the_sets_that_lie_with_the_games_can_all_be_taught(start, size):
    screen = start()
    screen.resize(size)
    table = Lessons(screen)
    names = list(screen.house.dice_files)
    assert names
    for file in names:
        screen.house.go("teach", dice=file.parent.name)
        screen.frames()
        assert table.course.missing == table.course.total > 0
        assert problems(screen.root) == []
        known = table.course.dice
        for word in {word for pair in known.pairs for word in pair}:
            assert set(known.words[word]) == {"de", "en"}


def test_dice_taught_on_the_screen_are_then_read(start):
    screen = start()
    table = Lessons(screen)
    rng = np.random.default_rng(11)
    finish = symbols.any_finish(rng)
    screen.house.go("teach")
    dice = table.course.dice
    for _ in dice.pairs:
        table.picture = symbols.lesson(rng, dice, finish, *screen.house.panel.wanted)
        table.look(2)
        screen.tap("Aufnehmen")
        table.look(2)
    assert table.course.missing == 0
    assert screen.house.panel.doubts == ()
    readers = readers_for(screen.house.dice_files, (), screen.house.store.box.lessons)
    scene = symbols.scene(rng, dice, finish, size=(960, 720))
    read = readers[f"symbols:{dice.name}"]().read(scene.picture)
    assert sorted((one.kind, one.face) for one in read.seen) == sorted(
        (die.kind, die.face) for die in scene.dice
    )
