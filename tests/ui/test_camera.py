"""Where the camera's pictures come from, and where tray, table and window lie in them: all by touch."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import cv2
import numpy as np
import pytest
from drawn_dice import tray
from ui.drawn_table import THREE, DrawnTable
from ui.layout import problems

from companion.observe import NAMES
from companion.ui import theme

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


def test_the_camera_is_chosen_in_the_settings(start, size, lang):
    screen = start(THREE, lang=lang)
    screen.resize(size)
    screen.house.go("settings")
    screen.frames()
    screen.tap({"de": "Kamera", "en": "Camera"}[lang])
    screen.tap({"de": "Ordner", "en": "Folder"}[lang])
    assert screen.house.setting("camera") == f"folder:{screen.app.store.folder / 'pictures'}"
    assert screen.house.eyes.ready
    assert problems(screen.root) == []
    screen.tap({"de": "An", "en": "On"}[lang])
    assert screen.house.setting("auto_confirm") is True
    screen.tap({"de": "Keine", "en": "None"}[lang])
    assert screen.house.eyes is None
