"""The eyes of the running app: which view is watched now, with whose help it is read, and what is seen."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import partial

import cv2
import numpy as np

from hardware.camera import Camera
from hardware.supervisor import Clock, News, State, Tell
from vision.reading import Picture, Reading, Seen
from vision.tray import Calibration, View

from . import views as looking
from .proposal import Sees
from .readers import READERS, VIEWS, Readers, reader_of
from .settling import Once, Settle, Settling, Stilling, Unsettled
from .views import Views
from .watching import PAUSE, Reader, Runner, Sight, TrayWatch

CLOSING = 2.0
"""Seconds for the camera to let go; one that hangs is left behind."""

CROP = 112
MARGIN = 0.22
"""The side of a kept crop in pixels, and how much of the die's side it shows around it."""


class _Blind:
    """Reads nothing: while the camera is only aimed."""

    def read(self, picture: Picture, expect: int | None = None) -> Reading:
        """Never anything."""
        return Reading()


class Eyes:
    """Watches one view at a time. With `threaded` false somebody calls `step`, as tests do."""

    def __init__(
        self,
        views: Views | None = None,
        readers: Readers = READERS,
        threaded: bool = True,
        tell: Tell = lambda news: None,
        clock: Clock = time.monotonic,
        pause: float = PAUSE,
    ) -> None:
        self.views = views or Views()
        self._readers = readers
        self._threaded = threaded
        self._tell, self._clock, self._pause = tell, clock, pause
        self._told: dict[str, State] = {}
        self._runner: Runner | None = None
        self._before: threading.Thread | None = None
        self._stepped: Sight | None = None

    @property
    def ready(self) -> bool:
        """Whether a camera looks at anything."""
        return any(self.views.has(view) for view in looking.NAMES)

    @property
    def watching(self) -> bool:
        """Whether anything is looked at now."""
        return self._runner is not None

    def can(self, sees: Sees | None) -> bool:
        """Whether what a demand wants to see can be read here, and a camera looks where it lies."""
        if sees is None or reader_of(self._readers, sees) is None:
            return False
        return self.views.has(VIEWS[sees.what])

    def watch(self, sees: Sees) -> None:
        """Begin to watch for what a demand wants to see; what lies there now is not taken for it."""
        view, make = VIEWS[sees.what], reader_of(self._readers, sees)
        if make is None:
            raise LookupError(f"nobody reads {sees.what} {sees.set}".rstrip())
        look, reader = self.views.look(view), make()

        def begin(camera: Camera) -> TrayWatch:
            return TrayWatch(camera, reader, self._settle(view), look.calibration, sees.count or None)

        self._begin(view, begin)

    def _settle(self, view: View) -> Settle:
        if self.views.is_photo(view):
            return Once()
        return Settling() if view == "tray" else Stilling()

    def aim(self, view: View = "tray") -> None:
        """Only show the camera's picture."""
        self._begin(view, lambda camera: TrayWatch(camera, _Blind(), settle=Unsettled()))

    def hold(self, reader: Reader) -> None:
        """Show the tray, and read it with `reader` whenever `again` is called."""
        calibration = self.views.look("tray").calibration
        self._begin("tray", lambda camera: TrayWatch(camera, reader, Unsettled(), calibration))

    def _begin(self, view: View, watch: Callable[[Camera], TrayWatch]) -> None:
        self.stop()

        def make(anew: bool) -> TrayWatch:
            return watch(self.views.another(view) if anew else self.views.camera(view))

        told = partial(self._hear, self.views.look(view).source)
        self._runner = Runner(make, self._pause, told, self._before, self._clock)
        self._stepped = None
        self._before = None
        if self._threaded:
            self._runner.start()

    def _hear(self, source: str, news: News) -> None:
        """Tell on what is new for a camera, although every watch begins by itself."""
        before = self._told.get(source, State.WELL)
        if news.state is not before:
            self._told[source] = news.state
            self._tell(news)

    def stop(self, wait: float = 0.0) -> None:
        """Close the eyes; they may need a moment for it, which nobody has to wait for."""
        if self._runner is not None:
            self._before = self._runner.stop(wait)
            self._runner = None

    def close(self) -> None:
        """Close the eyes and let the cameras go."""
        self.stop(CLOSING)
        if self._before is not None:
            self._before.join(CLOSING)
        if self._before is None or not self._before.is_alive():
            self.views.close()

    def step(self) -> None:
        """Look once, where no thread does it."""
        if self._runner is not None:
            self._stepped = self._runner.watch.look()

    def drain(self) -> Sight | None:
        """The newest that was seen since the last call."""
        if self._runner is None:
            return None
        found, self._stepped = self._stepped, None
        return found or self._runner.drain()

    def again(self) -> None:
        """Read what lies there now."""
        if self._runner is not None:
            self._runner.watch.again()

    def forget(self) -> None:
        """Wait for the next roll."""
        if self._runner is not None:
            self._runner.watch.forget()

    def markers(self, frame: Picture, view: View = "tray") -> Calibration | None:
        """Where a view lies by its printed markers."""
        return looking.found_by_markers(frame, view)

    def dragged(
        self, frame: Picture, corners: tuple[tuple[float, float], ...], view: View = "tray"
    ) -> Calibration | None:
        """Where a view lies by four corners from 0 to 1; None if they span no area."""
        return looking.dragged(frame, corners, view)


def crop(canvas: Picture, seen: Seen, side: int = CROP) -> Picture:
    """A square cut-out of one die with a little around it."""
    left, top, wide, high = seen.box
    reach = max(wide, high) * (0.5 + MARGIN)
    x, y = left + wide / 2, top + high / 2
    move = np.array([[1, 0, reach - x], [0, 1, reach - y]], np.float32) * np.float32(side / (2 * reach))
    found = cv2.warpAffine(
        canvas, move, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.ascontiguousarray(found, np.uint8)


def strip(canvas: Picture, reading: Reading) -> bytes:
    """All dice of a reading side by side, as a JPEG to keep; empty if it cannot be made."""
    if not reading.seen:
        return b""
    row = np.concatenate([crop(canvas, one) for one in reading.seen], axis=1)
    good, data = cv2.imencode(".jpg", row, [cv2.IMWRITE_JPEG_QUALITY, 85])
    return bytes(data.tobytes()) if good else b""
