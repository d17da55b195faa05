"""Reads picture files of any kind into what the readers take, and says what is wrong with bad ones."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from .reading import Picture

SMALLEST = 16
LARGEST = 200_000_000


class BadPicture(Exception):
    """A file that is no usable picture; the message says why."""


def load(path: Path, longest: int = 0) -> Picture:
    """The picture in a file, upright and in colour; reduced to `longest` pixels where that is given."""
    try:
        data = np.fromfile(path, np.uint8)
    except OSError as error:
        raise BadPicture(error.strerror or "cannot be read") from error
    return decode(data, longest)


def decode(data: Picture, longest: int = 0) -> Picture:
    """The picture in the bytes of a file."""
    if not data.size:
        raise BadPicture("the file is empty")
    if _cut_short(data):
        raise BadPicture("the file is cut short")
    try:
        picture = cv2.imdecode(data, cv2.IMREAD_COLOR)
    except cv2.error:
        picture = None
    if picture is None:
        raise BadPicture("not a picture, or a damaged one")
    return shrunk(checked(picture), longest)


def checked(picture: Picture) -> Picture:
    """A picture from anywhere as three channels of bytes."""
    if picture.ndim not in (2, 3) or picture.dtype != np.uint8:
        raise BadPicture("not a picture of bytes")
    if picture.ndim == 2 or picture.shape[2] == 1:
        picture = cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR)
    elif picture.shape[2] == 4:
        picture = cv2.cvtColor(picture, cv2.COLOR_BGRA2BGR)
    height, width = picture.shape[:2]
    if min(height, width) < SMALLEST:
        raise BadPicture(f"too small: {width}x{height}, at least {SMALLEST} pixels a side are needed")
    if height * width > LARGEST:
        raise BadPicture(f"too large: {width}x{height}")
    return np.ascontiguousarray(picture, np.uint8)


def shrunk(picture: Picture, longest: int) -> Picture:
    """The picture with its longer side at most so long."""
    scale = longest / max(picture.shape[:2]) if longest else 1.0
    if scale >= 1:
        return picture
    return cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).astype(
        np.uint8, copy=False
    )


def _cut_short(data: Picture) -> bool:
    """A JPEG without its end, which OpenCV would fill with grey and not complain."""
    if data[:2].tobytes() != b"\xff\xd8":
        return False
    return data[-64:].tobytes().rfind(b"\xff\xd9") < 0 and data.tobytes().rfind(b"\xff\xd9") < data.size // 2
