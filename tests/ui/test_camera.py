"""Where the camera's pictures come from, and where tray, table and window lie in them: all by touch."""

from __future__ import annotations

import shutil
from itertools import pairwise
from typing import Any

import cv2
import numpy as np
import pytest
from drawn_dice import tray
from ui.drawn_table import THREE, DrawnTable
from ui.layout import problems

from companion.observe import NAMES, Sees
from companion.store.targets import Target
from companion.ui import seeing, theme

pytestmark = pytest.mark.screen

CORNERS = ((0.02, 0.03), (0.98, 0.03), (0.97, 0.97), (0.05, 0.9))


@pytest.fixture
def aimed(start):
    """The screen on which a view is framed."""

    def begin(view: str = "tray", picture: Any = None, **settings: Any) -> DrawnTable:
        table = DrawnTable(start(THREE, **settings))
        table.picture = tray(3, 5) if picture is None else picture
        table.screen.house.go("calibrate", view=view)
        look(table)
        return table

    return begin


def look(table: DrawnTable) -> None:
    """Let the screen see one frame."""
    table.screen.house.eyes.step()
    table.screen.house.panel.tick()
    table.screen.frames()


def pull(table: DrawnTable, number: int, to: tuple[float, float], beside: float = 0.0) -> None:
    """Drag a corner to a place in the picture, with the thumb so many millimetres beside it."""
    view = table.screen.house.panel.ids.view
    (x, y), (end_x, end_y) = view.place(view.corners[number]), view.place(to)
    off = theme.mm(beside)
    ways = [(x + off + (end_x - x) * part / 5, y + off + (end_y - y) * part / 5) for part in range(6)]
    table.screen.drag(*ways)


def kept(table: DrawnTable, view: str = "tray") -> Any:
    """The corners in the settings."""
    return table.screen.app.store.settings["views"][view]["calibration"]["corners"]


@pytest.mark.parametrize("view", NAMES)
def test_four_corners_are_dragged_and_kept_for_each_view(aimed, size, view):
    table = aimed(view)
    table.screen.resize(size)
    look(table)
    for number, corner in enumerate(CORNERS):
        pull(table, number, corner)
    table.screen.house.press("green")
    table.screen.frames()
    assert table.screen.house.screen == "play"
    for found, wanted in zip(kept(table, view), CORNERS, strict=True):
        assert found == pytest.approx(wanted, abs=0.005)
    other = next(name for name in NAMES if name != view)
    assert table.views.look(other).calibration is None


def test_a_thumb_beside_a_corner_moves_it_as_far_as_itself(aimed, size):
    table = aimed()
    table.screen.resize(size)
    look(table)
    pull(table, 2, (0.7, 0.6), beside=theme.TOUCH / 2)
    assert table.screen.house.panel.ids.view.corners[2] == pytest.approx((0.7, 0.6), abs=0.005)


def test_a_touch_in_the_middle_moves_nothing(aimed):
    table = aimed()
    view = table.screen.house.panel.ids.view
    before = view.corners
    middle = view.place((0.5, 0.5))
    table.screen.drag(middle, (middle[0] + 80, middle[1] + 40))
    assert view.corners == before


def test_a_corner_stays_in_the_picture_and_can_be_taken_up_again(aimed):
    table = aimed()
    view = table.screen.house.panel.ids.view
    pull(table, 0, (-0.4, -0.3))
    assert view.corners[0] == (0.0, 0.0)
    pull(table, 0, (0.2, 0.1), beside=0.0)
    assert view.corners[0] == pytest.approx((0.2, 0.1), abs=0.005)


def test_corners_that_frame_nothing_are_not_kept(aimed):
    table = aimed()
    pull(table, 2, (0.5, 0.12))
    pull(table, 3, (0.3, 0.12))
    table.screen.tap("Übernehmen")
    assert "Die vier Punkte rahmen keine Fläche ein." in table.screen.texts()
    assert "views" not in table.screen.app.store.settings


def test_each_corner_has_its_own_room_for_a_thumb(aimed, size):
    table = aimed()
    table.screen.resize(size)
    look(table)
    view = table.screen.house.panel.ids.view
    for one, other in pairwise(map(view.place, (*view.corners, view.corners[0]))):
        assert max(abs(one[0] - other[0]), abs(one[1] - other[1])) >= 2 * theme.mm(theme.TOUCH)


def test_the_frame_follows_the_picture_while_it_is_dragged(aimed):
    table = aimed()
    pull(table, 1, (0.6, 0.4))
    table.picture = tray(6)
    look(table)
    assert table.screen.house.panel.ids.view.corners[1] == pytest.approx((0.6, 0.4), abs=0.005)


def test_nothing_is_clipped_while_a_view_is_framed(aimed, size, lang):
    table = aimed("window", lang=lang)
    table.screen.resize(size)
    look(table)
    found = {"dragging": problems(table.screen.root)}
    table.screen.house.press("yellow")
    table.screen.frames()
    found["no markers"] = problems(table.screen.root)
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


def test_the_markers_are_found_by_themselves(aimed):
    table = aimed(picture=with_markers())
    assert "Marken gefunden: hier ist es." in table.screen.texts()
    table.screen.tap("Übernehmen")
    assert table.screen.app.store.settings["views"]["tray"]["calibration"]["source"] == "markers"


def with_markers() -> Any:
    picture = np.full((720, 960, 3), 220, np.uint8)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for number, (x, y) in enumerate(((60, 60), (800, 60), (800, 560), (60, 560))):
        marker = cv2.aruco.generateImageMarker(dictionary, number, 100)
        picture[y : y + 100, x : x + 100] = marker[:, :, None]
    return picture


def test_a_folder_of_pictures_is_a_camera(start, tmp_path, monkeypatch):
    folder = tmp_path / "pictures"
    folder.mkdir()
    cv2.imwrite(str(folder / "1.png"), tray(3, 5))
    monkeypatch.setenv("STERNWARTE_CAMERA", str(folder))
    screen = start(THREE, folder=tmp_path / "games")
    assert screen.house.eyes.ready
    frame = screen.house.eyes.views.frame("tray")
    assert frame is not None
    assert frame.name == "1.png"


SOURCE = {"de": "Keine Kamera", "en": "No camera"}


def row(screen: Any, view: str) -> Any:
    """The row of a view on the camera's page."""
    words = screen.house.say(f"camera.view.{view}")
    return next(found for found in screen.widgets() if getattr(found, "words", None) == words)


@pytest.fixture
def settings(start, size, lang):
    """The camera's page, reached by touch."""
    screen = start(THREE, lang=lang)
    screen.resize(size)
    screen.house.go("settings")
    screen.frames()
    screen.tap({"de": "Kamera", "en": "Camera"}[lang])
    return screen


def test_the_camera_is_chosen_in_the_settings(settings, lang):
    settings.tap(settings.find(SOURCE[lang], row(settings, "tray")))
    assert problems(settings.root) == []
    settings.tap({"de": "Ordner mit Bildern", "en": "Folder of pictures"}[lang])
    assert settings.house.setting("camera") == f"folder:{settings.app.store.folder / 'pictures'}"
    assert settings.house.eyes.ready
    assert problems(settings.root) == []
    settings.tap({"de": "An", "en": "On"}[lang])
    assert settings.house.setting("auto_confirm") is True
    settings.tap(settings.find("pictures", row(settings, "tray")))
    settings.tap(SOURCE[lang])
    assert settings.house.eyes is None


def test_each_view_has_its_own_camera_and_keeps_it(start, tmp_path):
    screen = start(THREE)
    screen.house.go("camera")
    screen.frames()
    for view, camera in (("tray", "Kamera 1"), ("table", "Kamera 2"), ("window", "Kamera 1")):
        screen.tap(screen.find("Keine Kamera", row(screen, view)))
        screen.tap(camera)
    sources = {view: screen.house.eyes.views.look(view).source for view in NAMES}
    assert sources == {"tray": "webcam:0", "table": "webcam:1", "window": "webcam:0"}
    screen.tap(screen.find("Kamera 1", row(screen, "tray")))
    screen.tap("Keine Kamera")
    assert not screen.house.eyes.views.has("tray")
    screen.close()
    screen = start(folder=tmp_path)
    kept = {view: screen.house.eyes.views.look(view).source for view in NAMES}
    assert kept == {"tray": "", "table": "webcam:1", "window": "webcam:0"}


def test_a_view_without_a_camera_cannot_be_framed_and_says_why(start, monkeypatch):
    screen, told = start(THREE), []
    monkeypatch.setattr(screen.house, "notify", told.append)
    screen.house.go("camera")
    screen.frames()
    frame = screen.find("Einrichten", row(screen, "window"))
    screen.tap(frame)
    assert screen.house.screen == "camera"
    assert told == ["camera.first"]


def test_a_photo_is_chosen_by_looking_at_it_and_read_at_a_wish(settings, lang):
    folder = settings.app.store.folder / "pictures"
    folder.mkdir()
    for number in range(10):
        cv2.imwrite(str(folder / f"photo {number}.png"), tray(3, 5))
    (folder / "half.jpg").write_bytes(b"nothing")
    settings.tap(settings.find(SOURCE[lang], row(settings, "tray")))
    settings.tap({"de": "Ein Foto wählen", "en": "Choose a photo"}[lang])
    assert problems(settings.root) == []
    assert settings.root.content.height <= settings.root.scroll.height
    settings.tap({"de": "Weitere", "en": "More"}[lang])
    settings.tap(next(card for card in settings.widgets() if getattr(card, "name", "") == "photo 1.png"))
    assert settings.house.setting("camera") == f"photo:{folder / 'photo 1.png'}"
    frame = settings.house.eyes.views.frame("tray")
    assert np.array_equal(frame.picture, tray(3, 5))
    assert problems(settings.root) == []


def test_a_photo_from_a_stick_stays_when_the_stick_is_pulled_out(start, tmp_path, monkeypatch, size):
    stick = tmp_path / "stick"
    (stick / "DCIM" / "100").mkdir(parents=True)
    cv2.imwrite(str(stick / "DCIM" / "100" / "roll.png"), tray(6))
    monkeypatch.setattr("companion.ui.sources.targets", lambda: [Target(stick, "STICK", 1)])
    screen = start(THREE, folder=tmp_path / "games")
    screen.resize(size)
    screen.house.go("camera")
    screen.frames()
    screen.tap(screen.find("Keine Kamera", row(screen, "table")))
    assert "Bilder von STICK" in screen.texts()
    assert screen.root.content.height <= screen.root.scroll.height + 1
    assert problems(screen.root) == []
    screen.tap("Ein Foto wählen")
    screen.tap(next(card for card in screen.widgets() if getattr(card, "name", "") == "roll.png"))
    shutil.rmtree(stick)
    assert np.array_equal(screen.house.eyes.views.frame("table").picture, tray(6))


def test_without_photos_the_screen_says_where_to_put_them(start):
    screen = start(THREE)
    screen.house.go("camera")
    screen.frames()
    screen.tap(screen.find("Keine Kamera", row(screen, "tray")))
    screen.tap("Ein Foto wählen")
    assert str(screen.app.store.folder / "pictures") in screen.texts()


def test_every_described_set_can_be_read_where_a_camera_looks(start, tmp_path):
    folder = f"folder:{tmp_path}"
    screen = start(THREE, camera=folder)
    dice, balls = screen.house.dice_files, screen.house.ball_files
    assert dice
    assert balls
    symbols = [Sees("symbols", 0, file.parent.name) for file in dice]
    assert all(screen.house.eyes.can(sees) for sees in symbols)
    assert not screen.house.eyes.can(Sees("balls", 2))
    seeing.connect(screen.house, "window", folder)
    assert screen.house.eyes.can(Sees("balls", 2))
    assert not screen.house.eyes.can(Sees("symbols", 0, "unheard of"))
