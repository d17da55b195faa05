"""What a network of the finders' make sees in a picture: the places where its heat is highest."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol, TypeVar

import cv2
import numpy as np
from msgspec import Struct

from .networks import sigmoid
from .reading import Floats, Picture, Point

STRIDE = 4
"""Pixels of the picture that the network sees, for each of its cells."""

_BLOCK = 32
_MOST = 400
_AROUND = np.ones((3, 3), np.uint8)


class Peak(Struct, frozen=True):
    """A place in the picture, in its own pixels, and all that the network says of it."""

    middle: Point
    heat: float
    cell: Floats
    scale: float
    """How many pixels the network sees for one of the picture's."""


class Hot(Protocol):
    """Something that was found."""

    @property
    def heat(self) -> float:
        """How likely it is there."""

    @property
    def middle(self) -> Any:
        """Where it is, in pixels."""


Thing = TypeVar("Thing", bound=Hot)


def peaks(picture: Picture, longest: int, net: Any, faint: float, twice: bool = False) -> list[Peak]:
    """All places with more heat than that, when the picture's longer side is seen with so many pixels.

    Looked at `twice`, once mirrored, the network is wrong less often: the mean of both is taken.
    """
    scale = longest / max(picture.shape[:2])
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    shown = picture if scale == 1 else cv2.resize(picture, None, fx=scale, fy=scale, interpolation=how)
    height, width = shown.shape[:2]
    padded = cv2.copyMakeBorder(shown, 0, -height % _BLOCK, 0, -width % _BLOCK, cv2.BORDER_REPLICATE)
    looks = [padded, padded[:, ::-1]] if twice else [padded]
    blob = np.stack([look.transpose(2, 0, 1) for look in looks])
    net.setInput(np.ascontiguousarray(blob, np.float32) / np.float32(255))
    fields: Floats = np.asarray(net.forward(), np.float32)
    if twice:
        back = fields[1, :, :, ::-1].copy()
        back[1] *= -1
        fields = (fields[:1] + back) / 2
    return hottest(fields[0], scale, (width, height), faint)


def hottest(fields: Floats, scale: float, shown: tuple[int, int], faint: float) -> list[Peak]:
    """The peaks of fields that a network made of a picture of this scale, width and height."""
    heat = sigmoid(fields[0])
    found = []
    for line, column in np.argwhere((cv2.dilate(heat, _AROUND) == heat) & (heat > faint))[:_MOST]:
        cell = fields[:, line, column]
        x, y = (column + float(cell[1]) + 0.5) * STRIDE, (line + float(cell[2]) + 0.5) * STRIDE
        if 0 <= x <= shown[0] and 0 <= y <= shown[1]:
            found.append(Peak((x / scale, y / scale), float(heat[line, column]), cell, scale))
    return found


def each_once(found: Iterable[Thing], size: Callable[[Thing], float]) -> list[Thing]:
    """Each thing once, surest first: the surest of those whose middles lie within half a size."""
    kept: list[Thing] = []
    for one in sorted(found, key=lambda one: -one.heat):
        if all(
            float(np.hypot(one.middle[0] - other.middle[0], one.middle[1] - other.middle[1]))
            > 0.5 * max(size(one), size(other))
            for other in kept
        ):
            kept.append(one)
    return kept
