"""Cameras: a webcam, a video, a folder, drawn pictures, or none. Knows nothing of what they show."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, Protocol, TypeAlias

import cv2
import numpy as np

from .faults import Fault, Missing

Picture: TypeAlias = "np.ndarray[tuple[int, ...], np.dtype[np.uint8]]"
"""Rows, columns and three channels: blue, green, red."""

Clock: TypeAlias = Callable[[], float]
"""Seconds that only ever grow."""

FAILURES = 5
"""So many reads in a row that fail are a webcam that was pulled out."""

USUAL_RATE = 25.0
"""Pictures a second of a video that does not tell."""

ENDINGS = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff"})


class Frame(NamedTuple):
    """One picture, the time of a steady clock at which it was taken, and its name where it has one.

    A camera with two streams gives a small picture at once, and the large one of the same moment by `finer`.
    """

    time: float
    picture: Picture
    name: str = ""
    finer: Callable[[], Picture] | None = None

    @property
    def full(self) -> Picture:
        """The picture as fine as the camera has it."""
        return self.picture if self.finer is None else self.finer()


class CameraFault(Fault):
    """A camera that cannot be used; the message names the place or device that was looked for."""


class CameraMissing(CameraFault, Missing):
    """A camera that is not there."""


class Camera(Protocol):
    """Something that gives pictures."""

    def open(self) -> None:
        """Get ready; opening twice does no harm. Raises CameraFault."""

    def close(self) -> None:
        """Let go of the device; closing twice does no harm."""

    def frame(self, timeout: float = 1.0) -> Frame | None:
        """The picture now; None if none came in time. Raises CameraFault."""

    def hold(self, held: bool) -> None:
        """Keep focus, exposure and white balance as they are, or let the camera choose them again."""


class Fixed:
    """A camera with nothing to open, to close or to hold."""

    def open(self) -> None:
        """Nothing to get ready."""

    def close(self) -> None:
        """Nothing to let go."""

    def hold(self, held: bool) -> None:
        """Nothing to hold."""


class NoCamera(Fixed):
    """No camera: there is never a picture."""

    def frame(self, timeout: float = 1.0) -> Frame | None:
        """Never a picture."""
        return None


class DrawnCamera(Fixed):
    """Gives what a function draws; None where it draws nothing."""

    def __init__(self, draw: Callable[[], Picture | None], clock: Clock = time.monotonic) -> None:
        self._draw = draw
        self._clock = clock

    def frame(self, timeout: float = 1.0) -> Frame | None:
        """The next drawing."""
        drawn = self._draw()
        return None if drawn is None else Frame(self._clock(), drawn)


def load(path: Path) -> Picture:
    """The picture in a file; raises OSError or ValueError."""
    found = cv2.imdecode(np.fromfile(path, np.uint8), cv2.IMREAD_COLOR)
    if found is None:
        raise ValueError(f"{path.name} is not a picture")
    return np.asarray(found, np.uint8)


class FolderCamera(Fixed):
    """A folder of pictures as camera: each is shown for a while, in the order of names; new ones are noticed.

    With `hold` None only `advance` goes on. At the end the last picture stays until another one comes.
    """

    def __init__(
        self,
        folder: Path | str,
        hold: float | None = 4.0,
        clock: Clock = time.monotonic,
        read: Callable[[Path], Picture] = load,
    ) -> None:
        self.folder = Path(folder)
        self._hold, self._clock, self._read = hold, clock, read
        self._shown: Path | None = None
        self._stamp: tuple[float, int] = (0.0, 0)
        self._picture: Picture | None = None
        self._since = 0.0

    def open(self) -> None:
        """See that the folder is there."""
        if not self.folder.is_dir():
            raise CameraFault(f"{self.folder}?")

    def close(self) -> None:
        """Forget the picture that is shown."""
        self._shown = self._picture = None

    def advance(self) -> bool:
        """Show the next picture; False if there is none."""
        paths = self._paths()
        later = [path for path in paths if self._shown is None or path.name > self._shown.name]
        if not later:
            return False
        self._show(later[0])
        return True

    def frame(self, timeout: float = 1.0) -> Frame | None:
        """The picture that is shown now; None while the folder is empty."""
        now = self._clock()
        if self._shown is None or (self._hold is not None and now - self._since >= self._hold):
            self.advance()
        if self._shown is not None and _stamp(self._shown) != self._stamp:
            self._show(self._shown)
        if self._shown is None or self._picture is None:
            return None
        return Frame(now, self._picture, self._shown.name)

    def _show(self, path: Path) -> None:
        """A file that is half written or no picture is passed over; it is looked at again when it changes."""
        self._shown, self._since, self._stamp = path, self._clock(), _stamp(path)
        try:
            self._picture = self._read(path)
        except Exception:
            self._picture = None

    def _paths(self) -> list[Path]:
        try:
            found = [path for path in self.folder.iterdir() if path.suffix.lower() in ENDINGS]
        except OSError as error:
            raise CameraFault(f"{self.folder}: {error.strerror}") from error
        return sorted((path for path in found if not path.name.startswith(".")), key=lambda path: path.name)


def _stamp(path: Path) -> tuple[float, int]:
    """What changes when a file is written anew."""
    try:
        told = path.stat()
    except OSError:
        return (0.0, 0)
    return (told.st_mtime, told.st_size)


class WebCamera(Fixed):
    """A USB camera by its number."""

    def __init__(
        self,
        number: int = 0,
        clock: Clock = time.monotonic,
        capture: Callable[[int], cv2.VideoCapture] = cv2.VideoCapture,
        nodes: Path = Path("/dev"),
    ) -> None:
        self.number = number
        self._clock, self._capture, self._nodes = clock, capture, nodes
        self._device: cv2.VideoCapture | None = None
        self._failed = 0

    def open(self) -> None:
        """Take hold of the device."""
        if self._device is None:
            device = self._capture(self.number)
            if not device.isOpened():
                device.release()
                there = (self._nodes / f"video{self.number}").exists()
                raise (CameraFault if there else CameraMissing)(f"webcam {self.number}?")
            self._device, self._failed = device, 0

    def close(self) -> None:
        """Let the device go."""
        if self._device is not None:
            self._device.release()
            self._device = None

    def frame(self, timeout: float = 1.0) -> Frame | None:
        """The newest picture; the driver itself waits for it. One that was pulled out fails and fails."""
        if self._device is None:
            return None
        good, picture = self._device.read()
        if good:
            self._failed = 0
            return Frame(self._clock(), np.asarray(picture, np.uint8))
        self._failed += 1
        if self._failed >= FAILURES:
            raise CameraFault(f"webcam {self.number}")
        return None


class VideoCamera(Fixed):
    """A video file as camera, at its own pace; at its end the last picture stays."""

    def __init__(self, path: Path | str, clock: Clock = time.monotonic) -> None:
        self.path = Path(path)
        self._clock = clock
        self._film: cv2.VideoCapture | None = None
        self._began = self._rate = 0.0
        self._shown = -1
        self._picture: Picture | None = None

    def open(self) -> None:
        """Begin to play."""
        if self._film is not None:
            return
        if not self.path.is_file():
            raise CameraMissing(f"{self.path}?")
        film = cv2.VideoCapture(str(self.path))
        if not film.isOpened():
            film.release()
            raise CameraFault(f"{self.path.name} is not a video")
        self._film, self._began, self._shown = film, self._clock(), -1
        self._rate = film.get(cv2.CAP_PROP_FPS) or USUAL_RATE

    def close(self) -> None:
        """Stop playing; the next time it begins anew."""
        if self._film is not None:
            self._film.release()
        self._film = self._picture = None

    def frame(self, timeout: float = 1.0) -> Frame | None:
        """The picture at this moment of the film."""
        now = self._clock()
        while self._film is not None and self._shown < int((now - self._began) * self._rate):
            good, picture = self._film.read()
            if not good:
                break
            self._shown += 1
            self._picture = np.asarray(picture, np.uint8)
        return None if self._picture is None else Frame(now, self._picture, self.path.name)
