"""The views of the table: dice tray, table and window, each with its own source and calibration."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from hardware.camera import (
    Camera,
    CameraFault,
    CameraMissing,
    Clock,
    DrawnCamera,
    FolderCamera,
    Frame,
    NoCamera,
    VideoCamera,
    WebCamera,
)
from hardware.picam import PiCamera, cameras
from vision import picture_file, tray
from vision.reading import Picture, Point
from vision.tray import Calibration, View

NAMES: tuple[View, ...] = ("tray", "table", "window")

KINDS = ("auto", "pi", "webcam", "video", "folder", "photo", "scenes")
"""What a source begins with: what is found, a camera by number, files by path, so many drawn dice."""

NOTHING = "no camera"
"""The fault where no camera is plugged in."""

THROW = 6.0
"""Seconds for which drawn dice lie."""

SCENE = (960, 720)

LONGEST = 2560
"""A photo is taken in at this size at most."""

Make: TypeAlias = Callable[[str], Camera]
"""Makes the camera for a source."""


def camera_for(source: str) -> Camera:
    """The camera of a source; what is none of `KINDS` is no camera."""
    kind, _, where = source.partition(":")
    if kind == "auto":
        return FoundCamera()
    if kind == "pi":
        return PiCamera(_number(where))
    if kind == "video" and where:
        return VideoCamera(Path(where).expanduser())
    if kind == "scenes":
        return DrawnCamera(_scenes(_number(where) or 2))
    if kind == "folder" and where:
        return FolderCamera(Path(where).expanduser(), read=picture_file.load)
    if kind == "photo" and where:
        return DrawnCamera(_photo(Path(where).expanduser()))
    if kind == "webcam":
        return WebCamera(_number(where))
    return NoCamera()


def _number(word: str) -> int:
    return int(word) if word.isdigit() else 0


class FoundCamera:
    """Whatever is plugged in: a camera module of the Pi, else a webcam; looked for when it is opened."""

    def __init__(
        self, modules: Callable[[], int] = cameras, nodes: Path = Path("/dev"), make: Make = camera_for
    ) -> None:
        self._modules, self._nodes, self._make = modules, nodes, make
        self._camera: Camera | None = None

    def open(self) -> None:
        """Look for a camera and get it ready."""
        if self._camera is None:
            self._camera = self._make(self._found())
        self._camera.open()

    def _found(self) -> str:
        if self._modules():
            return "pi:0"
        numbers = [node.name.removeprefix("video") for node in self._nodes.glob("video[0-9]*")]
        if not numbers:
            raise CameraMissing(NOTHING)
        return f"webcam:{min(int(number) for number in numbers if number.isdigit())}"

    def close(self) -> None:
        """Let it go; the next time it is looked for anew."""
        if self._camera is not None:
            self._camera.close()
            self._camera = None

    def frame(self, timeout: float = 1.0) -> Frame | None:
        """The picture now."""
        return None if self._camera is None else self._camera.frame(timeout)

    def hold(self, held: bool) -> None:
        """Hold focus and exposure."""
        if self._camera is not None:
            self._camera.hold(held)


def _scenes(count: int, clock: Clock = time.monotonic) -> Callable[[], Picture]:
    """Drawn dice that are thrown anew every few seconds: a camera for a table without one."""
    began, drawn = clock(), dict[int, Picture]()

    def show() -> Picture:
        number = int((clock() - began) / THROW)
        if number not in drawn:
            from vision.scenes.dice import pip_scene

            drawn.clear()
            drawn[number] = pip_scene(number, count, size=SCENE).picture
        return drawn[number]

    return show


def _photo(path: Path) -> Callable[[], Picture]:
    """Gives the photo in a file, which is read once: a large one takes longer than a frame may."""
    kept: list[Picture] = []

    def show() -> Picture:
        if not kept:
            try:
                kept.append(picture_file.load(path, LONGEST))
            except picture_file.BadPicture as error:
                raise CameraFault(f"{path.name}: {error}") from error
        return kept[0]

    return show


def source_of(word: str) -> str:
    """A source from what somebody wrote: a source, the number of a webcam, or the path of a folder."""
    if not word or word == "none":
        return ""
    if word.partition(":")[0] in KINDS:
        return word
    return f"webcam:{word}" if word.isdigit() else f"folder:{word}"


class Look(Struct, frozen=True, kw_only=True):
    """Where a view's pictures come from, and where in them it lies."""

    source: str = ""
    calibration: Calibration | None = None


class Views:
    """All views. Those with the same source share one camera, which somebody swings from one to the other."""

    def __init__(self, looks: Mapping[View, Look] | None = None, make: Make = camera_for) -> None:
        self._looks: dict[View, Look] = dict(looks or {})
        self._make = make
        self._cameras: dict[str, Camera] = {}

    def look(self, view: View) -> Look:
        """The source and the calibration of a view."""
        return self._looks.get(view, Look())

    def has(self, view: View) -> bool:
        """Whether a view has a camera."""
        return bool(self.look(view).source)

    def is_photo(self, view: View) -> bool:
        """Whether a view is one imported photo, which never moves."""
        return self.look(view).source.startswith("photo:")

    def connect(self, view: View, source: str) -> None:
        """Give a view another source. Its calibration belongs to the old one and is forgotten."""
        if source != self.look(view).source:
            self._looks[view] = Look(source=source)
            self._drop_unused()

    def calibrate(self, view: View, calibration: Calibration | None) -> None:
        """Keep where a view lies in its pictures."""
        self._looks[view] = Look(source=self.look(view).source, calibration=calibration)

    def camera(self, view: View) -> Camera:
        """The camera of a view, made when it is first wanted."""
        source = self.look(view).source
        if source not in self._cameras:
            self._cameras[source] = self._make(source)
        return self._cameras[source]

    def another(self, view: View) -> Camera:
        """A new camera in place of one that failed; who used that one lets it go."""
        source = self.look(view).source
        self._cameras[source] = self._make(source)
        return self._cameras[source]

    def frame(self, view: View, timeout: float = 1.0) -> Frame | None:
        """The picture that a view's camera gives now."""
        camera = self.camera(view)
        camera.open()
        return camera.frame(timeout)

    def canvas(self, view: View, frame: Picture) -> Picture:
        """What the view shows, seen from above; without a calibration the whole picture."""
        return flattened(frame, self.look(view).calibration)

    def close(self) -> None:
        """Let all cameras go."""
        for camera in self._cameras.values():
            camera.close()
        self._cameras.clear()

    def _drop_unused(self) -> None:
        wanted = {look.source for look in self._looks.values()}
        for source in [source for source in self._cameras if source not in wanted]:
            self._cameras.pop(source).close()

    def as_dict(self) -> dict[str, Any]:
        """As plain values, for the settings."""
        plain: dict[str, Any] = msgspec.to_builtins(self._looks)
        return plain

    @staticmethod
    def from_dict(plain: Any, make: Make = camera_for) -> Views:
        """From the settings; what cannot be read there is as if nobody had set it."""
        looks: dict[View, Look] = {}
        for view in NAMES:
            try:
                looks[view] = msgspec.convert(plain[view], Look, strict=False)
            except (msgspec.ValidationError, LookupError, TypeError):
                continue
        return Views(looks, make)


def flattened(frame: Picture, calibration: Calibration | None) -> Picture:
    """The part of a frame that a calibration shows, without its markers."""
    if calibration is None:
        return picture_file.shrunk(frame, tray.CANVAS[0])
    shown = tray.rectify(frame, calibration)
    return tray.without_markers(shown) if calibration.source == "markers" else shown


def found_by_markers(frame: Picture, view: View = "tray") -> Calibration | None:
    """A calibration from the printed markers, if enough of them are seen."""
    return tray.by_markers(frame, view)


def dragged(frame: Picture, corners: tuple[Point, ...], view: View = "tray") -> Calibration | None:
    """A calibration from four corners (0 to 1) that somebody dragged; None if they span no area."""
    try:
        return tray.by_hand(frame, corners, view)
    except ValueError:
        return None
