"""The adapter of the Pi's camera, against a fake of exactly the calls that it makes."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest

from hardware.camera import CameraFault, CameraMissing
from hardware.picam import LATE, PiCamera, cameras

CALLS = frozenset({
    "global_camera_info", "create_preview_configuration", "configure", "camera_configuration", "start",
    "camera_controls", "set_controls", "capture_request", "wait", "close",
})  # fmt: skip


class Request:
    """A completed request that counts how often it is held."""

    def __init__(self, rig: Rig) -> None:
        self.rig = rig

    def make_buffer(self, name: str) -> Any:
        """A plain buffer with padded rows, as picamera2 copies it."""
        told = self.rig.streams[name]
        rows = told["size"][1] * (3 if told["format"] in ("NV12", "YUV420") else 2) // 2
        return np.full(told["stride"] * rows, self.rig.light, np.uint8)

    def release(self) -> None:
        self.rig.held -= 1


class Job:
    """A request that comes, comes late, or fails."""

    def __init__(self, rig: Rig) -> None:
        self.rig = rig


class Rig:
    """What stands for picamera2: the class, its one camera, and what a test lets it do."""

    def __init__(
        self, found: int = 1, controls: tuple[str, ...] = ("AeEnable", "AwbEnable", "AfMode")
    ) -> None:
        self.found, self.controls = found, dict.fromkeys(controls)
        self.light, self.held, self.most = 90, 0, 0
        self.late = 0
        self.error: Exception | None = None
        self.calls: list[str] = []
        self.set: list[dict[str, Any]] = []
        self.streams: dict[str, Any] = {}
        self.jobs: list[Job] = []

    def kind(self) -> Any:
        rig = self

        class Picamera2:
            def __init__(self, number: int) -> None:
                assert number < rig.found

            @staticmethod
            def global_camera_info() -> list[dict[str, Any]]:
                return [{"Num": number} for number in range(rig.found)]

            def create_preview_configuration(self, main: Any, lores: Any = None) -> Any:
                rig.calls.append("create_preview_configuration")
                return {"main": main, "lores": lores}

            def configure(self, config: Any) -> None:
                if rig.error:
                    raise rig.error
                for name, stream in config.items():
                    if stream is not None:
                        each = {"RGB888": 3}.get(stream["format"], 1)
                        rig.streams[name] = {**stream, "stride": stream["size"][0] * each + 64}

            def camera_configuration(self) -> Any:
                return rig.streams

            def start(self) -> None:
                rig.calls.append("start")

            @property
            def camera_controls(self) -> Any:
                return rig.controls

            def set_controls(self, controls: Any) -> None:
                rig.set.append(controls)

            def capture_request(self, wait: bool) -> Job:
                assert wait is False
                rig.jobs.append(Job(rig))
                return rig.jobs[-1]

            def wait(self, job: Job, timeout: float) -> Request:
                assert timeout > 0
                if rig.late:
                    rig.late -= 1
                    raise TimeoutError
                if rig.error:
                    raise rig.error
                rig.held += 1
                rig.most = max(rig.most, rig.held)
                return Request(rig)

            def close(self) -> None:
                rig.calls.append("close")

        assert {name for name in vars(Picamera2) if not name.startswith("_")} == CALLS
        return Picamera2

    def camera(self, **more: Any) -> PiCamera:
        return PiCamera(module=self.kind, clock=lambda: 5.0, **more)


def test_one_request_gives_the_small_picture_and_the_full_one() -> None:
    rig = Rig()
    camera = rig.camera(full=(64, 48), small=(32, 24))
    camera.open()
    camera.open()
    frame = camera.frame()
    assert frame is not None
    assert (frame.time, frame.picture.shape, frame.full.shape) == (5.0, (24, 32, 3), (48, 64, 3))
    assert (frame.full == 90).all()
    assert (rig.held, len(rig.jobs), rig.calls.count("start")) == (0, 1, 1)


@pytest.mark.parametrize("layout", ["NV12", "YUV420", "RGB888"])
def test_a_camera_with_one_stream_gives_it_in_any_format(layout: str) -> None:
    camera = Rig().camera(full=(64, 48), small=None, layouts=(layout, ""))
    camera.open()
    frame = camera.frame()
    assert frame is not None
    assert frame.picture.shape == (48, 64, 3)
    assert frame.full is frame.picture


def test_a_late_picture_is_waited_for_again_and_holds_no_buffer() -> None:
    rig = Rig()
    camera = rig.camera(full=(64, 48), small=(32, 24))
    camera.open()
    rig.late = LATE - 1
    assert [camera.frame(0.01) for _ in range(LATE - 1)] == [None] * (LATE - 1)
    assert camera.frame(0.01) is not None
    assert (len(rig.jobs), rig.held) == (1, 0)


def test_a_camera_that_gives_nothing_for_long_is_a_fault_and_can_be_opened_again() -> None:
    rig = Rig()
    camera = rig.camera(full=(64, 48), small=(32, 24))
    camera.open()
    rig.late = LATE
    for _ in range(LATE - 1):
        camera.frame(0.01)
    with pytest.raises(CameraFault, match="no picture"):
        camera.frame(0.01)
    camera.close()
    camera.open()
    assert camera.frame() is not None
    assert rig.calls.count("close") == 1


def test_many_frames_hold_one_buffer_at_a_time() -> None:
    rig = Rig()
    camera = rig.camera(full=(64, 48), small=(32, 24))
    camera.open()
    for _ in range(50):
        camera.frame()
    assert (rig.held, rig.most) == (0, 1)


def test_focus_and_exposure_are_held_and_let_go() -> None:
    rig = Rig()
    camera = rig.camera()
    camera.hold(True)
    camera.open()
    camera.hold(True)
    assert rig.set == [
        {"AeEnable": True, "AwbEnable": True, "AfMode": 2},
        {"AeEnable": False, "AwbEnable": False, "AfMode": 0},
    ]


def test_a_camera_without_a_motor_is_not_told_to_focus() -> None:
    rig = Rig(controls=("AeEnable", "AwbEnable"))
    camera = rig.camera()
    camera.open()
    assert rig.set == [{"AeEnable": True, "AwbEnable": True}]


def test_no_camera_is_missing_and_a_broken_one_a_fault() -> None:
    with pytest.raises(CameraMissing):
        Rig(found=0).camera().open()
    rig = Rig()
    rig.error = RuntimeError("Camera __init__ sequence did not complete.")
    with pytest.raises(CameraFault, match="did not complete") as found:
        rig.camera().open()
    assert not isinstance(found.value, CameraMissing)
    assert rig.calls[-1] == "close"


def test_an_error_while_waiting_is_a_fault() -> None:
    rig = Rig()
    camera = rig.camera()
    camera.open()
    rig.error = RuntimeError("Failed to queue request")
    with pytest.raises(CameraFault, match="queue"):
        camera.frame()


def test_half_a_buffer_is_a_fault_and_is_released() -> None:
    rig = Rig()
    camera = rig.camera(full=(64, 48), small=(32, 24))
    camera.open()
    rig.streams = {**rig.streams, "lores": {**rig.streams["lores"], "size": (32, 8)}}
    with pytest.raises(CameraFault, match="bytes"):
        camera.frame()
    assert rig.held == 0


def test_a_camera_that_does_not_close_is_left_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.picam.CLOSING", 0.01)
    rig, gate = Rig(), threading.Event()
    camera = rig.camera()
    camera.open()
    camera._camera.close = gate.wait
    camera.close()
    assert camera.frame() is None
    gate.set()


def test_without_picamera2_there_is_no_camera() -> None:
    with pytest.raises(CameraMissing, match="picamera2"):
        PiCamera().open()
    assert cameras() == 0
