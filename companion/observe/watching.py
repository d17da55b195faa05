"""Watches the dice tray: when it moved and lies still it is read. Without a thread, and with one."""

from __future__ import annotations

import logging
import threading
from collections import deque
from typing import Protocol

from msgspec import Struct

from hardware.camera import Camera, CameraFault, Frame
from vision import quality, rest, tray
from vision.reading import Odd, Picture, Point, Reading, reasons
from vision.tray import Calibration

from .settling import Settle, Settling, Unsettled
from .views import flattened

log = logging.getLogger("sternwarte")

LOOK_AGAIN = 3.0
"""Seconds after which it is looked whether the camera still stands where it stood."""

ROLLED = frozenset({rest.Kind.ROLL, rest.Kind.COUNT, rest.Kind.NUDGE})
"""What makes a new reading; a hand or another light does not."""

BLIND = "no picture"
"""The fault of a camera that is there and gives no picture."""

PAUSES = (0.5, 1.0, 2.0, 5.0, 10.0)
"""Seconds between attempts after a fault."""

_READING = threading.Lock()
"""Readers share networks, which two threads must not run at a time; one may be stopped in mid-reading."""


class Reader(Protocol):
    """Reads what lies in a picture."""

    def read(self, picture: Picture, expect: int | None = None) -> Reading:
        """All dice of a picture; with `expect` any other number is odd."""


class Sight(Struct, frozen=True, kw_only=True):
    """What is seen now, and the last reading while its dice lie there; `number` counts readings."""

    frame: Frame | None = None
    canvas: Picture | None = None
    reading: Reading | None = None
    read_from: Picture | None = None
    number: int = 0
    rolled: bool = False
    """Whether the reading followed a roll, not a nudge or somebody's wish."""
    moving: bool = False
    """Whether the dice no longer lie as they were read, or not yet."""
    moved: bool = False
    """Whether the camera no longer shows what it was calibrated for."""
    fault: str = ""


class TrayWatch:
    """The loop without a thread: every `look` takes one frame. Camera, reader and rest are given to it."""

    def __init__(
        self,
        camera: Camera,
        reader: Reader,
        settle: Settle | None = None,
        calibration: Calibration | None = None,
        expect: int | None = None,
    ) -> None:
        self.camera, self.reader = camera, reader
        self.calibration, self.expect = calibration, expect
        self._settle = settle or Settling()
        self._again = threading.Event()
        self._forget = threading.Event()
        self._sight = Sight()
        self._checked = float("-inf")
        self._latest: Reading | None = None

    def again(self) -> None:
        """Read what lies there now, with the next frame."""
        self._again.set()

    def forget(self) -> None:
        """The reading does not count; wait for the next roll."""
        self._forget.set()

    def look(self, timeout: float = 1.0) -> Sight:
        """Take one frame and tell what is seen."""
        old = self._sight
        if self._forget.is_set():
            self._forget.clear()
            old = Sight(frame=old.frame, canvas=old.canvas, number=old.number, moved=old.moved)
        self.camera.open()
        frame = self.camera.frame(timeout)
        if frame is None:
            self._sight = old
            return self.blind(BLIND)
        moved = self._moved(frame, old.moved)
        canvas = flattened(frame.picture, self.calibration)
        self._sight = self._seen(old, frame, canvas, moved)
        return self._sight

    def blind(self, fault: str) -> Sight:
        """What is known while the camera gives no picture: what was read before."""
        old = self._sight
        return Sight(
            reading=old.reading, read_from=old.read_from, number=old.number, moved=old.moved, fault=fault
        )

    def _moved(self, frame: Frame, before: bool) -> bool:
        if self.calibration is None:
            return False
        if frame.time - self._checked < LOOK_AGAIN and not self._again.is_set():
            return before
        self._checked = frame.time
        return not tray.fits(self.calibration, frame.picture)

    def _seen(self, old: Sight, frame: Frame, canvas: Picture, moved: bool) -> Sight:
        self._latest = None
        event = self._settle(canvas, frame.time, self._centres, self.expect)
        wish = self._again.is_set()
        if wish or (event is not None and event.kind in ROLLED):
            self._again.clear()
            return Sight(
                frame=frame,
                canvas=canvas,
                reading=self._judged(self._latest or self._read(canvas), canvas, moved),
                read_from=canvas,
                number=old.number + 1,
                rolled=event is not None and event.kind is rest.Kind.ROLL,
                moved=moved,
            )
        gone = event is not None and event.kind is rest.Kind.PICKED_UP
        return Sight(
            frame=frame,
            canvas=canvas,
            reading=None if gone else old.reading,
            read_from=None if gone else old.read_from,
            number=old.number,
            rolled=old.rolled and not gone,
            moving=self._settle.moving,
            moved=moved,
        )

    def _read(self, canvas: Picture) -> Reading:
        with _READING:
            return self.reader.read(canvas, self.expect)

    def _centres(self, canvas: Picture) -> list[Point]:
        """Where the dice lie, from 0 to 1; the reading is kept, so that nothing is read twice."""
        self._latest = self._read(canvas)
        height, width = canvas.shape[:2]
        found = []
        for one in self._latest.seen:
            left, top, wide, high = one.box
            found.append(((left + wide / 2) / width, (top + high / 2) / height))
        return found

    def _judged(self, reading: Reading, canvas: Picture, moved: bool) -> Reading:
        """A reading of a bad picture, or by a camera that has moved, is never sure."""
        whole = [*quality.faults(canvas), *((Odd.MOVED,) if moved else ())]
        if not whole:
            return reading
        return Reading(seen=reading.seen, why=reasons((), (*reading.why, *whole)), ms=reading.ms)


class Runner:
    """Runs a watch in a thread of its own. What it sees waits in a queue that the screen's clock drains."""

    def __init__(self, watch: TrayWatch, pause: float = 0.06) -> None:
        self.watch = watch
        self._pause = pause
        self._sights: deque[Sight] = deque(maxlen=2)
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin to look."""
        if self._thread is None:
            self._stop.clear()
            self._thread = threading.Thread(target=self._run, name="eyes", daemon=True)
            self._thread.start()

    def stop(self, wait: float = 2.0) -> None:
        """Stop looking."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(wait)
            self._thread = None

    def drain(self) -> Sight | None:
        """The newest sight since the last call; the one before it is in it already."""
        newest = None
        while self._sights:
            newest = self._sights.popleft()
        return newest

    def _run(self) -> None:
        failed = 0
        while not self._stop.is_set():
            try:
                sight = self.watch.look()
                failed = 0
            except CameraFault as error:
                sight = self.watch.blind(str(error))
                failed += 1
            except Exception as error:
                log.exception("the camera's picture could not be read")
                sight = self.watch.blind(f"{type(error).__name__}: {error}")
                failed += 1
            self._sights.append(sight)
            self._stop.wait(PAUSES[min(failed, len(PAUSES)) - 1] if failed else self._pause)


__all__ = [
    "BLIND", "Reader", "Runner", "Settle", "Settling", "Sight", "TrayWatch", "Unsettled",
]  # fmt: skip
