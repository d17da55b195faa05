"""Photos to import: which lie in a folder, a glimpse of each to choose by, and a sheet cut out of one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from math import dist
from pathlib import Path

import cv2
import numpy as np

from hardware.camera import ENDINGS
from vision import picture_file, tray
from vision.reading import Picture, Point

DEPTH = 3
"""So many folders deep photos are looked for; cameras put theirs two deep."""

MOST = 2000
"""So many files are looked at, so that a full stick does not keep anybody waiting."""

LARGE = 500_000
"""Bytes from which a file is decoded at a quarter of its size."""

LONGEST = 2560
"""A photo is taken in at this size at most."""

WIDE = 1600
"""The width of a sheet cut out of a photo, in pixels."""


def photos(folder: Path, most: int = 48) -> list[Path]:
    """The newest photos in a folder and those in it, newest first."""
    found: list[tuple[float, Path]] = []
    for seen, path in enumerate(_files(folder, DEPTH)):
        if seen >= MOST:
            break
        with suppress(OSError):
            found.append((path.stat().st_mtime, path))
    return [path for _, path in sorted(found, key=lambda one: (-one[0], one[1].name))[:most]]


def _files(folder: Path, depth: int) -> Iterator[Path]:
    try:
        inside = sorted(folder.iterdir())
    except OSError:
        return
    for path in inside:
        if path.name.startswith("."):
            continue
        if path.suffix.lower() in ENDINGS:
            yield path
        elif depth > 1 and path.is_dir() and not path.is_symlink():
            yield from _files(path, depth - 1)


def glimpse(path: Path, longest: int = 240) -> Picture | None:
    """A small picture of a photo; None if the file is none."""
    try:
        data = np.fromfile(path, np.uint8)
        if data.size > LARGE:
            small = cv2.imdecode(data, cv2.IMREAD_REDUCED_COLOR_4)
            return None if small is None else picture_file.shrunk(np.asarray(small, np.uint8), longest)
        return picture_file.decode(data, longest)
    except (OSError, cv2.error, picture_file.BadPicture):
        return None


def opened(path: Path) -> Picture | None:
    """A photo; None if the file is none."""
    try:
        return picture_file.load(path, LONGEST)
    except (OSError, cv2.error, picture_file.BadPicture):
        return None


def shape(picture: Picture, corners: tuple[Point, ...]) -> float:
    """How high a sheet is for its width, by its four corners (0 to 1) in a photo taken from above."""
    high, wide = picture.shape[:2]
    left_top, right_top, right_low, left_low = [(x * wide, y * high) for x, y in corners]
    across = dist(left_top, right_top) + dist(left_low, right_low)
    return (dist(left_top, left_low) + dist(right_top, right_low)) / max(across, 1.0)


def sheet(picture: Picture, corners: tuple[Point, ...], ratio: float) -> bytes:
    """A sheet cut out of a photo by its corners, seen from above, as a JPEG; empty if they span no area."""
    try:
        found = tray.rectify(picture, tray.by_hand(picture, corners), (WIDE, max(round(WIDE * ratio), 16)))
    except ValueError:
        return b""
    good, data = cv2.imencode(".jpg", found, [cv2.IMWRITE_JPEG_QUALITY, 88])
    return bytes(data.tobytes()) if good else b""
