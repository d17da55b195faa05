"""Finds the tops of dice in a picture: where, how large, and the box of the whole die."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import cv2
import numpy as np
from msgspec import Struct

from .networks import network, sigmoid
from .reading import Picture

LONGEST = 512
"""The longer side of the picture that the network sees first."""

STRIDE = 4
_BLOCK = 32
_SMALL = 17.0
_FAINT = 0.2


class Found(Struct, frozen=True):
    """Something that looks like the top of a die, in pixels of the picture."""

    middle: tuple[float, float]
    size: float
    box: tuple[float, float, float, float]
    """Left, top, right, bottom."""
    heat: float


def find(picture: Picture, longest: int = LONGEST, net: Any = None) -> list[Found]:
    """All tops, surest first; looks closer where dice are small, and from farther where there are none."""
    found = find_at(picture, longest, net)
    strong = [one.size for one in found if one.heat > 0.3]
    scale = longest / max(picture.shape[:2])
    if strong and np.median(strong) * scale >= _SMALL:
        return found
    if scale < 0.8:
        closer = min(1280, max(picture.shape[:2]))
    elif strong:
        closer = 2 * longest
    else:
        closer = longest // 2
    return apart([*found, *find_at(picture, closer, net)])


def find_at(picture: Picture, longest: int, net: Any = None) -> list[Found]:
    """All tops that are seen when the picture's longer side has so many pixels."""
    scale = longest / max(picture.shape[:2])
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    shown = picture if scale == 1 else cv2.resize(picture, None, fx=scale, fy=scale, interpolation=how)
    height, width = shown.shape[:2]
    padded = cv2.copyMakeBorder(shown, 0, -height % _BLOCK, 0, -width % _BLOCK, cv2.BORDER_REPLICATE)
    blob = np.ascontiguousarray(padded.transpose(2, 0, 1)[None], np.float32) / np.float32(255)
    return _peaks(_run(blob, net), scale, (width, height))


def _run(blob: np.ndarray, net: Any) -> np.ndarray:
    chosen = network("finder") if net is None else net
    chosen.setInput(blob)
    return np.asarray(chosen.forward()[0], np.float32)


def _peaks(fields: np.ndarray, scale: float, shown: tuple[int, int]) -> list[Found]:
    heat = sigmoid(fields[0])
    peak = (cv2.dilate(heat, np.ones((3, 3), np.uint8)) == heat) & (heat > _FAINT)
    found = []
    for row, column in np.argwhere(peak)[:400]:
        _, dx, dy, log_size, left, top, right, bottom = (float(v) for v in fields[:, row, column])
        x, y = (column + dx + 0.5) * STRIDE, (row + dy + 0.5) * STRIDE
        if not (0 <= x <= shown[0] and 0 <= y <= shown[1]):
            continue
        size = float(np.exp(np.clip(log_size, -2, 3))) * 32
        box = (x - left * size, y - top * size, x + right * size, y + bottom * size)
        found.append(
            Found(
                (x / scale, y / scale),
                size / scale,
                (box[0] / scale, box[1] / scale, box[2] / scale, box[3] / scale),
                float(heat[row, column]),
            )
        )
    return apart(found)


def apart(found: Iterable[Found]) -> list[Found]:
    """Each top once: the surest of those whose middles lie within half a die of each other."""
    kept: list[Found] = []
    for one in sorted(found, key=lambda one: -one.heat):
        if all(
            np.hypot(one.middle[0] - other.middle[0], one.middle[1] - other.middle[1])
            > 0.5 * max(one.size, other.size)
            for other in kept
        ):
            kept.append(one)
    return kept
