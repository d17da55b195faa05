"""From the bytes of a camera's buffer to a picture for OpenCV: formats, strides and colour order.

The names are those of libcamera, whose colour order reads from the last byte to the first: RGB888 lies in
memory as blue, green, red, which is what OpenCV wants (The Picamera2 Library, appendix A).
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from .camera import Picture

PACKED: Final = {"RGB888": 3, "BGR888": 3, "XRGB8888": 4, "XBGR8888": 4}
"""Bytes of a pixel where all channels lie together."""

PLANAR: Final = ("YUV420", "YVU420", "NV12", "NV21")
"""Formats with a plane for light and quarter-size colours."""

# What the full range of 0 to 255 is in the narrow one that OpenCV takes for granted.
_LIGHT = np.clip(16 + np.arange(256) * 219 / 255 + 0.5, 0, 255).astype(np.uint8)
_COLOUR = np.clip(128 + (np.arange(256) - 128) * 224 / 255 + 0.5, 0, 255).astype(np.uint8)


class BadBuffer(ValueError):
    """A buffer that cannot be a whole picture of its format."""


def picture(
    buffer: Picture, layout: str, size: tuple[int, int], stride: int = 0, full_range: bool = True
) -> Picture:
    """A blue-green-red picture from a buffer: width and height, and the bytes from one row to the next.

    A buffer may be longer than the picture, never shorter. `full_range`: whether light goes from 0 to 255,
    as in the colour space that picamera2 gives to previews, and not from 16 to 235 as in a film's.
    """
    raw = np.ravel(buffer).view(np.uint8)
    if layout in PACKED:
        return _packed(raw, layout, size, stride)
    if layout in PLANAR:
        return _planar(raw, layout, size, stride, full_range)
    raise BadBuffer(f"{layout} is not a format of pictures")


def _rows(raw: Picture, start: int, high: int, wide: int, stride: int) -> Picture:
    """So many rows of a plane without what pads them; the last row may lack its padding."""
    if stride < wide:
        raise BadBuffer(f"rows of {wide} bytes do not fit into {stride}")
    end = start + stride * (high - 1) + wide
    if raw.size < end:
        raise BadBuffer(f"{raw.size} bytes, {end} wanted")
    shape, steps = (high, wide), (stride, 1)
    return np.lib.stride_tricks.as_strided(raw[start:], shape, steps, writeable=False)


def _packed(raw: Picture, layout: str, size: tuple[int, int], stride: int) -> Picture:
    (wide, high), each = size, PACKED[layout]
    rows = _rows(raw, 0, high, wide * each, stride or wide * each)
    pixels = np.ascontiguousarray(rows).reshape(high, wide, each)
    found = pixels[:, :, :3] if "RGB" in layout else pixels[:, :, 2::-1]
    return np.ascontiguousarray(found)


def _planar(raw: Picture, layout: str, size: tuple[int, int], stride: int, full_range: bool) -> Picture:
    wide, high = size
    if wide % 2 or high % 2:
        raise BadBuffer(f"{layout} of {wide} x {high}: sides must be even")
    stride = stride or wide
    light = _rows(raw, 0, high, wide, stride)
    start = stride * high
    if layout in ("NV12", "NV21"):
        colours = _rows(raw, start, high // 2, wide, stride).reshape(high // 2, wide // 2, 2)
        first, second = colours[:, :, 0], colours[:, :, 1]
    else:
        half = stride // 2
        first = _rows(raw, start, high // 2, wide // 2, half)
        second = _rows(raw, start + half * (high // 2), high // 2, wide // 2, half)
    if layout in ("NV21", "YVU420"):
        first, second = second, first
    planes = [light, first, second]
    if full_range:
        planes = [_LIGHT[light], _COLOUR[first], _COLOUR[second]]
    joined = np.concatenate([np.ravel(plane) for plane in planes]).reshape(high * 3 // 2, wide)
    return np.asarray(cv2.cvtColor(joined, cv2.COLOR_YUV2BGR_I420), np.uint8)
