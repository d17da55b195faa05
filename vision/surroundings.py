"""Notices by what stands round the tray that the camera has moved, whatever the light and the dice do."""

from __future__ import annotations

import zlib
from collections.abc import Iterable

import cv2
import numpy as np

from .reading import Picture, Point

WIDTH, HEIGHT = 128, 96
BLOCK = 16
SEARCH = 8
# A block must lie outside the tray with this share, and stand out from noise by so many grey levels.
OUTSIDE = 0.7
TEXTURE = 4.0
# Below this many telling blocks nothing can be said.
FEWEST = 3
ALIKE = 0.55
BETTER = 0.12
STRAY = 2
# A hand or a cup may hide some of the surroundings, but hardly more than this share of them.
HIDDEN = 0.7
LEVELS = 15
SPREAD = 2.5


def kept_surroundings(frame: Picture, corners: Iterable[Point]) -> bytes:
    """What stands round the tray, evened out and packed; empty where there is too little to go by."""
    grey = _small(frame)
    mask = np.zeros((HEIGHT, WIDTH), np.uint8)
    outline = np.array(list(corners), np.float32) * (WIDTH, HEIGHT)
    cv2.fillPoly(mask, [outline.round().astype(np.int32)], 255)
    kept = np.zeros((HEIGHT, WIDTH), np.uint8)
    even = np.clip((_even(grey) / SPREAD + 1) * (LEVELS - 1) / 2 + 1, 1, LEVELS).round().astype(np.uint8)
    blocks = 0
    for rows, columns in _blocks():
        telling = float(grey[rows, columns].std()) >= TEXTURE
        if telling and (mask[rows, columns] == 0).mean() >= OUTSIDE:
            kept[rows, columns] = even[rows, columns]
            blocks += 1
    return zlib.compress(kept.tobytes(), 9) if blocks >= FEWEST else b""


def moved_against(packed: bytes, frame: Picture) -> bool:
    """Whether the surroundings are no longer where they were; False also where nothing can be said."""
    if not packed:
        return False
    try:
        kept = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(HEIGHT, WIDTH)
    except (zlib.error, ValueError):
        return False
    even = cv2.copyMakeBorder(_even(_small(frame)), SEARCH, SEARCH, SEARCH, SEARCH, cv2.BORDER_REFLECT)
    same = strayed = blocks = 0
    for rows, columns in _blocks():
        block = kept[rows, columns]
        if not block.all():
            continue
        blocks += 1
        area = even[rows.start : rows.stop + 2 * SEARCH, columns.start : columns.stop + 2 * SEARCH]
        match = cv2.matchTemplate(area, block.astype(np.float32), cv2.TM_CCOEFF_NORMED)
        # A shaking table moves everything by less than a pixel.
        here = float(match[SEARCH - 1 : SEARCH + 2, SEARCH - 1 : SEARCH + 2].max())
        best = float(match.max())
        y, x = np.unravel_index(int(match.argmax()), match.shape)
        far = max(abs(int(y) - SEARCH), abs(int(x) - SEARCH))
        if here >= ALIKE and here >= best - BETTER:
            same += 1
        elif best >= ALIKE and far >= STRAY:
            strayed += 1
    return strayed > same or same < (1 - HIDDEN) * blocks


def _small(frame: Picture) -> Picture:
    grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY) if frame.ndim == 3 else frame
    return np.asarray(cv2.resize(grey, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA), np.uint8)


def _even(grey: Picture) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    """Brightness against its neighbourhood, in its own spread: the same in any light."""
    values = np.log1p(grey.astype(np.float32))
    values -= cv2.GaussianBlur(values, (0, 0), 6)
    spread = np.sqrt(cv2.GaussianBlur(values * values, (0, 0), 10)) + 0.01
    return np.asarray(np.clip(values / spread, -SPREAD, SPREAD), np.float32)


def _blocks() -> list[tuple[slice, slice]]:
    return [
        (slice(top, top + BLOCK), slice(left, left + BLOCK))
        for top in range(0, HEIGHT, BLOCK)
        for left in range(0, WIDTH, BLOCK)
    ]
