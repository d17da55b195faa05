"""Watches the dice tray: when it moved and lies still it is read. Without a thread, and with one."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Protocol, runtime_checkable

from msgspec import Struct

from hardware.camera import Camera, CameraFault, Frame
from hardware.frames import spoilt
from hardware.supervisor import HANGS, Clock, Keeper, News, State, Tell
from vision import quality, rest, tray
from vision.reading import Odd, Picture, Point, Reading, reasons
from vision.tray import Calibration
from vision.upright import Standpoint

from .settling import Settle, Settling, Unsettled
from .views import flattened

LOOK_AGAIN = 3.0
"""Seconds after which it is looked whether the camera still stands where it stood."""

ROLLED = frozenset({rest.Kind.ROLL, rest.Kind.COUNT, rest.Kind.NUDGE})
"""What makes a new reading; a hand or another light does not."""

BLIND = "no picture"
"""The fault of a camera that is there and gives no picture."""

PAUSE = 0.06
"""Seconds between two looks."""

SPOILT = 2.0
"""Seconds after which frames that are black or half are a fault; a single one is passed over."""

HAND_OVER = 3.0
"""Seconds in which the one who looked before must have let go of the camera."""

_READING = threading.Lock()
"""Readers share networks, which two threads must not run at a time; one may be stopped in mid-reading."""


class Reader(Protocol):
    """Reads what lies in a picture."""

    def read(self, picture: Picture, expect: int | None = None) -> Reading:
        """All dice of a picture; with `expect` any other number is odd."""


@runtime_checkable
class Placed(Protocol):
    """A reader that tells more when it knows where the camera stands over the canvas."""

    def place(self, eye: Standpoint | None) -> None:
        """Read from now on as if seen from there; None where nobody knows."""


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
        self.whole = True
        """Whether the last frame arrived as it should."""
        self._shape: tuple[int, ...] | None = None
        self._spoilt_since: float | None = None
        self._rested = self._held = self._placed = False
        self._fine: Picture | None = None

    def take_up(self, before: TrayWatch) -> None:
        """Go on where a watch with a broken camera left off: what it read still counts."""
        self._sight, self._checked = before._sight, before._checked
        for mine, other in ((self._again, before._again), (self._forget, before._forget)):
            if other.is_set():
                mine.set()

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
        if not self._arrived(frame):
            self._sight = old
            return old
        self._place(frame)
        moved = self._moved(frame, old.moved)
        canvas = flattened(frame.picture, self.calibration)
        self._sight = self._seen(old, frame, canvas, moved)
        self._hold()
        return self._sight

    def _arrived(self, frame: Frame) -> bool:
        """Whether a frame is whole; a file's picture always is. Raises CameraFault if none is for a while."""
        wrong = None if frame.name else spoilt(frame.picture, self._shape)
        self.whole = wrong is None
        if wrong is None:
            self._shape, self._spoilt_since = None if frame.name else frame.picture.shape, None
        elif self._spoilt_since is None:
            self._spoilt_since = frame.time
        elif frame.time - self._spoilt_since >= SPOILT:
            raise CameraFault(wrong)
        return self.whole

    def _hold(self) -> None:
        """From the moment at which a tray that lay still moves until it is read, focus and exposure stay."""
        moving = self._settle.moving
        self._rested = self._rested or not moving
        held = moving and self._rested
        if held != self._held:
            self._held = held
            self.camera.hold(held)

    def blind(self, fault: str) -> Sight:
        """What is known while the camera gives no picture: what was read before."""
        old = self._sight
        return Sight(
            reading=old.reading, read_from=old.read_from, number=old.number, moved=old.moved, fault=fault
        )

    def _place(self, frame: Frame) -> None:
        """Tell the reader once where the camera stands, as far as the calibration knows."""
        if self.calibration is not None and not self._placed and isinstance(self.reader, Placed):
            self.reader.place(tray.standpoint(self.calibration, frame.picture))
        self._placed = True

    def _moved(self, frame: Frame, before: bool) -> bool:
        if self.calibration is None:
            return False
        if frame.time - self._checked < LOOK_AGAIN and not self._again.is_set():
            return before
        self._checked = frame.time
        return not tray.fits(self.calibration, frame.picture)

    def _seen(self, old: Sight, frame: Frame, canvas: Picture, moved: bool) -> Sight:
        self._latest, self._fine = None, None

        def centres(_: Picture) -> list[Point]:
            return self._centres(self._finest(frame, canvas))

        event = self._settle(canvas, frame.time, centres, self.expect)
        wish = self._again.is_set()
        if wish or (event is not None and event.kind in ROLLED):
            self._again.clear()
            fine = self._finest(frame, canvas)
            return Sight(
                frame=frame,
                canvas=canvas,
                reading=self._judged(self._latest or self._read(fine), fine, moved),
                read_from=fine,
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

    def _finest(self, frame: Frame, canvas: Picture) -> Picture:
        """What is read: the view in the camera's full picture, made only when it is wanted."""
        if self._fine is None:
            self._fine = canvas if frame.finer is None else flattened(frame.full, self.calibration)
        return self._fine

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


class Looking:
    """A watch as a device that somebody keeps alive; what it sees is put where the screen finds it."""

    def __init__(
        self, watch: TrayWatch, put: Callable[[Sight], None], pause: float, after: threading.Thread | None
    ) -> None:
        self.watch, self.pause = watch, pause
        self._put, self._after = put, after

    def open(self) -> None:
        """Get the camera ready, once nobody else uses it any more."""
        if self._after is not None:
            self._after.join(HAND_OVER)
            if self._after.is_alive():
                raise CameraFault(HANGS)
        self.watch.camera.open()

    def step(self) -> bool:
        """Look once."""
        sight = self.watch.look()
        if self.watch.whole:
            self._put(sight)
        return self.watch.whole and not sight.fault

    def close(self) -> None:
        """Let the camera go."""
        self.watch.camera.close()


class Runner:
    """Runs watches in a thread of their own. What they see waits in a queue that the screen's clock drains.

    `make` gives a watch: the first time with the camera that is there, after a fault (true) with a new one.
    """

    def __init__(
        self,
        make: Callable[[bool], TrayWatch],
        pause: float = PAUSE,
        tell: Tell = lambda news: None,
        after: threading.Thread | None = None,
        clock: Clock = time.monotonic,
    ) -> None:
        self.watch = make(False)
        self._make, self._pause, self._tell, self._after = make, pause, tell, after
        self._sights: deque[Sight] = deque(maxlen=2)
        self._begun = False
        self._keeper = Keeper("camera", self._device, self._told, clock)

    def start(self) -> None:
        """Begin to look."""
        self._keeper.start()

    def stop(self, wait: float = 0.0) -> threading.Thread | None:
        """Stop looking; the thread that may still be at it. The camera stays open for who looks next."""
        thread = self._keeper.thread
        self._keeper.stop(wait, let_go=False)
        return thread

    def drain(self) -> Sight | None:
        """The newest sight since the last call; the one before it is in it already."""
        self._keeper.check()
        newest = None
        while self._sights:
            newest = self._sights.popleft()
        return newest

    def _device(self) -> Looking:
        if self._begun:
            before, self.watch = self.watch, self._make(True)
            self.watch.take_up(before)
        after, self._after, self._begun = self._after, None, True
        return Looking(self.watch, self._sights.append, self._pause, after)

    def _told(self, news: News) -> None:
        if news.state is not State.WELL:
            self._sights.append(self.watch.blind(news.why))
        self._tell(news)


__all__ = [
    "BLIND", "Reader", "Runner", "Settle", "Settling", "Sight", "TrayWatch", "Unsettled",
]  # fmt: skip
