"""A camera that hangs, fails or gives spoilt frames: what was read stays, and it is told once."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from drawn_dice import PlainReader, tray

from companion.observe import BLIND, Eyes, Look, Sees, Sight, TrayWatch, Views, camera_for
from companion.observe.settling import Unsettled
from companion.observe.views import NOTHING, FoundCamera
from hardware.camera import (
    CameraFault,
    CameraMissing,
    DrawnCamera,
    Fixed,
    Frame,
    NoCamera,
    VideoCamera,
    WebCamera,
)
from hardware.frames import Spoilt
from hardware.picam import PiCamera
from hardware.supervisor import HANGS, PATIENCE, News, State
from vision.reading import Picture, Reading
from vision.tray import Calibration
from vision.upright import Standpoint

WAIT = 30


class Played(Fixed):
    """A camera that plays a list: a picture, nothing, or a fault; the last stays."""

    def __init__(self, *script: Any, step: float = 0.2) -> None:
        self.script, self.step = list(script), step
        self.now = 0.0
        self.held: list[bool] = []
        self.closed = 0

    def frame(self, timeout: float = 1.0) -> Frame | None:
        self.now += self.step
        found = self.script.pop(0) if len(self.script) > 1 else self.script[0]
        if isinstance(found, Exception):
            raise found
        return None if found is None else Frame(self.now, found)

    def hold(self, held: bool) -> None:
        self.held.append(held)

    def close(self) -> None:
        self.closed += 1


def half(*faces: int) -> Any:
    picture = tray(*faces)
    picture[360:] = 128
    return picture


def read(*script: Any) -> tuple[TrayWatch, Sight]:
    """A watch that has read 3 and 5, before what follows."""
    watch = TrayWatch(Played(tray(3, 5), *script), PlainReader())
    watch.again()
    return watch, watch.look()


@pytest.mark.parametrize(
    ("spoilt", "why"), [(np.zeros_like(tray()), Spoilt.BLACK), (half(3, 5), Spoilt.HALF)]
)
def test_a_single_spoilt_frame_is_passed_over_and_many_are_a_fault(spoilt: Any, why: Spoilt) -> None:
    watch, before = read(spoilt, tray(3, 5), *[spoilt] * 30)
    assert watch.look() is before
    assert not watch.whole
    after = watch.look()
    assert (after.reading, after.fault) == (before.reading, "")
    for _ in range(10):
        assert watch.look().reading is before.reading
    with pytest.raises(CameraFault, match=why):
        watch.look()


def test_a_frame_of_another_size_is_half_a_frame_unless_it_is_a_file() -> None:
    watch, _ = read(tray(3, 5)[:400], tray(3, 5))
    watch.look()
    assert not watch.whole
    watch.look()
    assert watch.whole
    small, large = Frame(1.0, tray(3)[:400], "a.jpg"), Frame(2.0, np.zeros_like(tray()), "b.jpg")
    files = iter([small, large])
    camera = NoCamera()
    camera.frame = lambda timeout=1.0: next(files)  # type: ignore[method-assign]
    watch = TrayWatch(camera, PlainReader())
    for _ in range(2):
        assert watch.look().frame is not None


def test_what_was_read_stays_while_there_is_no_picture_and_the_next_watch_takes_it_up() -> None:
    watch, before = read(None)
    assert watch.look().fault == BLIND
    other = TrayWatch(Played(tray(3, 5)), PlainReader())
    watch.forget()
    other.take_up(watch)
    assert (other.blind("x").number, other.blind("x").reading) == (before.number, before.reading)
    assert other.look().reading is None


def test_focus_and_exposure_stay_from_the_first_motion_until_the_dice_are_read() -> None:
    still, thrown = [tray()] * 6, [tray(3, shift=20), tray(3, 5, shift=-30), tray(3, 5, shift=8)]
    camera = Played(*still, *thrown, *[tray(3, 5)] * 8)
    watch = TrayWatch(camera, PlainReader())
    for _ in range(6):
        watch.look()
    assert camera.held == []
    sights = [watch.look() for _ in range(10)]
    assert camera.held == [True, False]
    assert [sight.reading.faces for sight in sights if sight.reading][-1] == ("3", "5")


def test_motion_is_looked_for_in_the_small_picture_and_dice_are_read_in_the_full_one() -> None:
    small, made = np.ascontiguousarray(tray(3, 5)), []

    def finer() -> Any:
        made.append(1)
        return cv2.resize(tray(6, 2), None, fx=2, fy=2)

    camera = NoCamera()
    camera.frame = lambda timeout=1.0: Frame(1.0, small, finer=finer)  # type: ignore[method-assign]
    watch = TrayWatch(camera, PlainReader())
    watch.look()
    assert made == []
    watch.again()
    sight = watch.look()
    assert sight.reading is not None
    assert sight.reading.faces == ("6", "2")
    assert (sight.canvas is small, made) == (True, [1])
    assert sight.read_from is not None
    assert sight.read_from.shape == small.shape


class Hanging:
    """Cameras of which the first hangs until it is let go."""

    def __init__(self) -> None:
        self.made: list[Any] = []
        self.inside, self.gate = threading.Event(), threading.Event()

    def make(self, source: str) -> Any:
        camera = Played(tray(3, 5))
        if not self.made:
            camera.frame = self.hang  # type: ignore[assignment]
        self.made.append(camera)
        return camera

    def hang(self, timeout: float = 1.0) -> Frame | None:
        self.inside.set()
        self.gate.wait(WAIT)
        return None


@pytest.fixture
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.supervisor.PAUSES", (0.0,))


def sights(eyes: Eyes, heard: threading.Event, wanted: Any) -> Sight:
    """Drain until something is seen that fits."""
    for _ in range(2000):
        sight = eyes.drain()
        if sight is not None and wanted(sight):
            return sight
        heard.wait(0.01)
    raise AssertionError("it was never seen")


@pytest.mark.usefixtures("no_pauses")
def test_a_camera_that_hangs_is_replaced_and_both_is_told() -> None:
    now, heard, cameras = [0.0], threading.Event(), Hanging()
    news: list[News] = []
    views = Views({"tray": Look(source="x")}, cameras.make)
    eyes = Eyes(views, {"dice": PlainReader}, tell=news.append, clock=lambda: now[0])
    eyes.watch(Sees("dice", 2))
    assert cameras.inside.wait(WAIT)
    now[0] += PATIENCE
    assert sights(eyes, heard, lambda sight: sight.fault).fault == HANGS
    assert sights(eyes, heard, lambda sight: sight.frame is not None).fault == ""
    assert [one.state for one in news] == [State.FAULTY, State.WELL]
    assert len(cameras.made) == 2
    cameras.gate.set()
    eyes.close()
    assert cameras.made[1].closed == 1


def test_stopping_does_not_wait_for_a_camera_that_hangs_and_the_next_look_waits_for_it() -> None:
    cameras, heard = Hanging(), threading.Event()
    eyes = Eyes(Views({"tray": Look(source="x")}, cameras.make), {"dice": PlainReader})
    eyes.watch(Sees("dice", 2))
    assert cameras.inside.wait(WAIT)
    eyes.stop()
    cameras.made[0].frame = Played(tray(3, 5)).frame
    eyes.aim()
    cameras.gate.set()
    assert sights(eyes, heard, lambda sight: sight.frame is not None).fault == ""
    assert len(cameras.made) == 1
    eyes.close()


@pytest.mark.usefixtures("no_pauses")
def test_a_camera_that_is_not_there_is_told_once_however_often_it_is_wanted() -> None:
    news: list[News] = []
    heard = threading.Event()

    class Gone(NoCamera):
        def open(self) -> None:
            raise CameraMissing("webcam 3?")

    eyes = Eyes(Views({"tray": Look(source="x")}, lambda _: Gone()), {"dice": PlainReader}, tell=news.append)
    for _ in range(3):
        eyes.watch(Sees("dice", 2))
        assert sights(eyes, heard, lambda sight: sight.fault).fault == "webcam 3?"
    eyes.close()
    assert news == [News("camera", State.OFF, "webcam 3?")]


def test_every_kind_of_source_has_its_camera(tmp_path: Path) -> None:
    wanted = {
        "auto": FoundCamera, "pi:1": PiCamera, "webcam:2": WebCamera, f"video:{tmp_path}": VideoCamera,
        "scenes:2": DrawnCamera, "": NoCamera, "nonsense": NoCamera,
    }  # fmt: skip
    assert {source: type(camera_for(source)) for source in wanted} == wanted
    assert camera_for("pi:1").number == 1  # type: ignore[attr-defined]


def test_drawn_scenes_are_a_camera() -> None:
    frame = camera_for("scenes:3").frame()
    assert frame is not None
    assert frame.picture.shape == (720, 960, 3)


def test_what_is_plugged_in_is_found(tmp_path: Path) -> None:
    asked: list[str] = []

    def make(source: str) -> Any:
        asked.append(source)
        return Played(tray())

    with pytest.raises(CameraMissing, match=NOTHING):
        FoundCamera(lambda: 0, tmp_path, make).open()
    (tmp_path / "video2").touch()
    (tmp_path / "video10").touch()
    camera = FoundCamera(lambda: 0, tmp_path, make)
    camera.open()
    camera.hold(True)
    assert camera.frame() is not None
    camera.close()
    assert camera.frame() is None
    FoundCamera(lambda: 1, tmp_path, make).open()
    assert asked == ["webcam:2", "pi:0"]


class PlacedReader:
    """Keeps where it was told that the camera stands."""

    def __init__(self) -> None:
        self.eyes: list[Standpoint | None] = []

    def place(self, eye: Standpoint | None) -> None:
        self.eyes.append(eye)

    def read(self, picture: Picture, expect: int | None = None) -> Reading:
        return Reading()


def test_the_reader_is_told_once_where_the_camera_stands() -> None:
    frame = np.full((480, 640, 3), 120, np.uint8)
    corners = ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9))
    reader = PlacedReader()
    calibration = Calibration(corners=corners, source="markers")
    watch = TrayWatch(DrawnCamera(lambda: frame), reader, Unsettled(), calibration)
    watch.look()
    watch.look()
    (eye,) = reader.eyes
    assert eye is not None
    assert eye.below == pytest.approx((480, 360), abs=30)
