"""Cuts the top of a die out of a picture, so that it always has the same size; used to train and to read."""

from __future__ import annotations

import cv2
import numpy as np

from .reading import Picture

CUT = 48
"""Pixels along a cut-out."""

WIDE = 1.6
"""How much of the picture it shows, in sizes of the top."""


def cut(picture: Picture, middle: tuple[float, float], size: float, turn: float = 0.0) -> Picture:
    """The square about a point, `WIDE` times `size` long, turned by an angle (radians)."""
    scale = CUT / (size * WIDE)
    reach = size * WIDE * 0.75
    left, top = int(max(0, middle[0] - reach - 2)), int(max(0, middle[1] - reach - 2))
    right, bottom = int(middle[0] + reach + 3), int(middle[1] + reach + 3)
    part = picture[top : max(bottom, top + 1), left : max(right, left + 1)]
    if part.size == 0:
        return np.zeros((CUT, CUT, 3), np.uint8)
    middle = (middle[0] - left, middle[1] - top)
    if scale < 0.67:
        # Reduced by areas first: a plain warp would skip pixels.
        share = scale * 1.34
        columns, rows = max(1, round(part.shape[1] * share)), max(1, round(part.shape[0] * share))
        middle = (middle[0] * columns / part.shape[1], middle[1] * rows / part.shape[0])
        scale *= part.shape[1] / columns
        part = cv2.resize(part, (columns, rows), interpolation=cv2.INTER_AREA)
    cos, sin = np.cos(turn) * scale, np.sin(turn) * scale
    half = CUT / 2
    matrix = np.array(
        [
            [cos, -sin, half - cos * middle[0] + sin * middle[1]],
            [sin, cos, half - sin * middle[0] - cos * middle[1]],
        ]
    )
    return np.asarray(
        cv2.warpAffine(part, matrix, (CUT, CUT), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE),
        np.uint8,
    )
