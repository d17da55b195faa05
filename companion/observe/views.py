"""The views of the table: dice tray, table and window, each with its own source and calibration."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from hardware.camera import Camera, CameraFault, DrawnCamera, FolderCamera, Frame, NoCamera, WebCamera
from vision import picture_file, tray
from vision.reading import Picture, Point
from vision.tray import Calibration, View

NAMES: tuple[View, ...] = ("tray", "table", "window")

LONGEST = 2560
"""A photo is taken in at this size at most."""

Make: TypeAlias = Callable[[str], Camera]
"""Makes the camera for a source."""


def camera_for(source: str) -> Camera:
    """The camera of a source: `folder:PATH`, `photo:PATH`, `webcam:NUMBER`; nothing else is a camera."""
    kind, _, where = source.partition(":")
    if kind == "folder" and where:
        return FolderCamera(Path(where).expanduser(), read=picture_file.load)
    if kind == "photo" and where:
        return DrawnCamera(_photo(Path(where).expanduser()))
    if kind == "webcam":
        return WebCamera(int(where) if where.isdigit() else 0)
    return NoCamera()


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
    if word.partition(":")[0] in ("folder", "photo", "webcam"):
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
