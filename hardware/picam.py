"""The camera of the Raspberry Pi through picamera2, with as few of its calls as possible.

Two streams of one request: a small picture for motion and for the screen, and the full one of the same moment
for reading. Where the calls are documented (The Picamera2 Library, the manual that comes with picamera2):

- `Picamera2.global_camera_info`, `Picamera2(number)`, `configure`, `camera_configuration`, `start`, `close`:
  chapter 4, "Configuring the camera"; `create_preview_configuration` with `main` and `lores`: section 4.2
- `capture_request(wait=False)` and `wait(job, timeout)`: chapter 6, "Capturing images and requests", its
  sections on requests and on asynchronous capture; `make_buffer` and `release` of a request: there, too
- `set_controls`, `camera_controls`: chapter 5, "Camera controls and properties"; the controls: appendix C

A job whose request comes too late is waited for again, never forgotten: its request would hold a buffer for
ever, and with four of them the camera stands still.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from . import formats
from .camera import CameraFault, CameraMissing, Clock, Frame, Picture

FULL = (2028, 1520)
SMALL = (960, 720)
"""Width and height of the picture that is read, and of the one in which motion is looked for."""

LATE = 3
"""So many waits in a row without a picture are a camera that has failed."""

CLOSING = 3.0
"""Seconds for picamera2 to let the camera go; it has no timeout of its own for that."""

MANUAL, CONTINUOUS = 0, 2
"""Values of AfMode: the lens stays where it is, or follows."""


def _module() -> Any:
    """picamera2's class; it comes with the system, not from PyPI."""
    try:
        from picamera2 import Picamera2
    except Exception as error:
        raise CameraMissing(f"picamera2: {error}") from error
    return Picamera2


class PiCamera:
    """A camera module by its number; `small` None for a camera with one stream."""

    def __init__(
        self,
        number: int = 0,
        full: tuple[int, int] = FULL,
        small: tuple[int, int] | None = SMALL,
        layouts: tuple[str, str] = ("RGB888", "YUV420"),
        clock: Clock = time.monotonic,
        module: Callable[[], Any] = _module,
    ) -> None:
        self.number = number
        self._clock, self._module = clock, module
        self._main: dict[str, Any] = {"size": full, "format": layouts[0]}
        self._lores: dict[str, Any] | None = small and {"size": small, "format": layouts[1]}
        self._camera: Any = None
        self._job: Any = None
        self._late = 0
        self._streams: Mapping[str, Any] = {}

    def open(self) -> None:
        """Take hold of the camera and let it run."""
        if self._camera is not None:
            return
        kind = self._module()
        if self.number >= len(kind.global_camera_info()):
            raise CameraMissing(f"Pi camera {self.number}?")
        try:
            self._camera = kind(self.number)
            self._camera.configure(
                self._camera.create_preview_configuration(main=self._main, lores=self._lores)
            )
            self._streams = self._camera.camera_configuration()
            self._camera.start()
            self.hold(False)
        except Exception as error:
            self.close()
            raise CameraFault(f"Pi camera {self.number}: {error}") from error

    def close(self) -> None:
        """Let the camera go; one that does not want to is left behind."""
        camera, self._camera, self._job, self._late = self._camera, None, None, 0
        if camera is not None:
            closing = threading.Thread(target=camera.close, name="closing", daemon=True)
            closing.start()
            closing.join(CLOSING)

    def hold(self, held: bool) -> None:
        """Freeze exposure, white balance and lens where they are, or let them follow the light again."""
        if self._camera is None:
            return
        wanted = {"AeEnable": not held, "AwbEnable": not held, "AfMode": MANUAL if held else CONTINUOUS}
        known = self._camera.camera_controls
        self._camera.set_controls({name: value for name, value in wanted.items() if name in known})

    def frame(self, timeout: float = 1.0) -> Frame | None:
        """The next picture; None if none came in time, a fault if that happens again and again."""
        if self._camera is None:
            return None
        if self._job is None:
            self._job = self._camera.capture_request(wait=False)
        try:
            request = self._camera.wait(self._job, timeout)
        except TimeoutError as error:
            self._late += 1
            if self._late >= LATE:
                raise CameraFault(f"Pi camera {self.number}: no picture") from error
            return None
        except Exception as error:
            raise CameraFault(f"Pi camera {self.number}: {error}") from error
        self._job, self._late = None, 0
        try:
            main = request.make_buffer("main")
            lores = None if self._lores is None else request.make_buffer("lores")
        finally:
            request.release()
        now, finer = self._clock(), partial(self._picture, "main", main)
        if lores is None:
            return Frame(now, finer())
        return Frame(now, self._picture("lores", lores), finer=finer)

    def _picture(self, stream: str, buffer: Picture) -> Picture:
        told = self._streams[stream]
        try:
            return formats.picture(buffer, told["format"], tuple(told["size"]), told["stride"])
        except formats.BadBuffer as error:
            raise CameraFault(f"Pi camera {self.number}: {error}") from error


def cameras() -> int:
    """How many camera modules are plugged in; 0 where there is no picamera2."""
    try:
        return len(_module().global_camera_info())
    except Exception:
        return 0
