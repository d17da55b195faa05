"""Views with their sources and calibrations, and the thread that looks at one of them."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest
from drawn_dice import PlainReader, tray

from companion.observe import Eyes, Look, Runner, TrayWatch, Views, source_of
from companion.observe.eyes import crop, strip
from companion.observe.proposal import Sees
from companion.observe.views import dragged
from hardware.camera import CameraFault, DrawnCamera, Fixed, Frame
from vision import picture_file
from vision.reading import Odd

CORNERS = ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9))


class Device(Fixed):
    """A camera that counts how often it was made, opened and closed."""

    made = 0

    def __init__(self, source: str) -> None:
        Device.made += 1
        self.source, self.closed = source, False

    def open(self) -> None:
        self.closed = False

    def close(self) -> None:
        self.closed = True

    def frame(self, timeout: float = 1.0) -> Frame | None:
        return Frame(1.0, tray(), self.source)


def test_views_with_one_source_share_a_swung_camera_and_keep_their_own_calibration() -> None:
    swung = Views({"tray": Look(source="webcam:0"), "table": Look(source="webcam:0")}, Device)
    assert swung.camera("tray") is swung.camera("table")
    swung.calibrate("tray", dragged(tray(3), CORNERS))
    assert swung.look("table").calibration is None
    apart = Views({"tray": Look(source="webcam:0"), "table": Look(source="webcam:1")}, Device)
    assert apart.camera("tray") is not apart.camera("table")
    assert not apart.has("window")


def test_another_source_forgets_the_calibration_and_lets_the_camera_go() -> None:
    views = Views({"tray": Look(source="a", calibration=dragged(tray(3), CORNERS))}, Device)
    old: Any = views.camera("tray")
    views.connect("tray", "a")
    assert views.look("tray").calibration is not None
    views.connect("tray", "b")
    assert views.look("tray").calibration is None
    assert old.closed


def test_views_are_kept_as_plain_values_and_nonsense_is_passed_over() -> None:
    views = Views({"tray": Look(source="folder:x", calibration=dragged(tray(3), CORNERS))})
    again = Views.from_dict(views.as_dict())
    assert again.look("tray") == views.look("tray")
    for nonsense in (None, 3, {"tray": 4}, {"tray": {"source": []}}):
        assert not Views.from_dict(nonsense).has("tray")


def test_what_somebody_writes_is_a_source() -> None:
    assert [source_of(word) for word in ("", "none", "2", "folder:a", "/pictures")] == [
        "", "", "webcam:2", "folder:a", "folder:/pictures",
    ]  # fmt: skip


def test_four_corners_in_a_line_frame_nothing() -> None:
    assert dragged(tray(), ((0.1, 0.1), (0.2, 0.2), (0.3, 0.3), (0.4, 0.4))) is None


def test_a_reading_by_a_moved_camera_is_never_sure() -> None:
    other = np.random.default_rng(1).integers(0, 255, (720, 960, 3), np.uint8)
    watch = TrayWatch(
        DrawnCamera(lambda: tray(3, 5)), PlainReader(), calibration=dragged(other, ((0.3, 0.3), *CORNERS[1:]))
    )
    watch.again()
    sight = watch.look()
    assert sight.moved
    assert sight.reading is not None
    assert Odd.MOVED in sight.reading.why


def test_the_thread_goes_on_after_a_fault_and_keeps_what_was_read(monkeypatch: pytest.MonkeyPatch) -> None:
    seen, many = threading.Event(), iter(range(10_000))

    def draw() -> Any:
        number = next(many)
        if number == 1:
            raise CameraFault("unplugged")
        if number > 2:
            seen.set()
        return tray(3, 5)

    watch = TrayWatch(DrawnCamera(draw), PlainReader())
    watch.again()
    watch.look()
    assert watch.blind("x").number == 1
    monkeypatch.setattr("hardware.supervisor.PAUSES", (0.0,))
    runner = Runner(lambda anew: watch, pause=0.001)
    runner.start()
    assert seen.wait(30)
    runner.stop()
    sight = runner.drain()
    assert sight is not None
    assert sight.number == 1
    assert runner.drain() is None


def test_eyes_watch_only_what_somebody_can_read() -> None:
    eyes = Eyes(Views({"tray": Look(source="x")}, Device), {"dice": PlainReader}, threaded=False)
    assert eyes.ready
    assert eyes.can(Sees("dice", 2))
    assert not eyes.can(Sees("balls", 2))
    assert not eyes.can(None)
    eyes.watch(Sees("dice", 2))
    eyes.step()
    found = eyes.drain()
    assert found is not None
    assert found.frame is not None
    eyes.close()
    assert eyes.drain() is None


def test_the_kept_picture_shows_all_dice_side_by_side() -> None:
    canvas = tray(3, 5)
    reading = PlainReader().read(canvas)
    kept = picture_file.decode(np.frombuffer(strip(canvas, reading), np.uint8))
    assert kept.shape == (112, 224, 3)
    assert PlainReader().read(crop(canvas, reading.seen[1])).faces == ("5",)
