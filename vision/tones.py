"""The colours of a die's body against those of its print, which tell kinds apart in any light."""

from __future__ import annotations

import cv2
import numpy as np

from .alignment import GRID, sample
from .reading import Floats

_RIM = 0.37
# Colours darker than this are noise.
_FLOOR = 6.0


def prints(values: Floats) -> Floats:
    """Which samples of taught faces (one row each) are print (1), body (-1) or between (0)."""
    return np.stack([_print(row) for row in values])


def _print(row: Floats) -> Floats:
    low, high = (float(value) for value in np.percentile(row, (1, 99)))
    share = np.clip((row - low) / max(high - low, 1e-4), 0, 1)
    cut, _ = cv2.threshold((share * 255).astype(np.uint8).reshape(-1, 1), 0, 255, cv2.THRESH_OTSU)
    rim = np.hypot(GRID[:, 0], GRID[:, 1]) > _RIM
    bright = float((share[rim] > cut / 255).mean()) < 0.5
    # The body is what lies at the rim.
    dark, light = (float(np.median(part)) if part.size else cut / 255 for part in _halves(share, cut / 255))
    gap = 0.25 * (light - dark)
    high_part, low_part = share > light - gap, share < dark + gap
    ink, body = (high_part, low_part) if bright else (low_part, high_part)
    return np.where(ink, 1, np.where(body, -1, 0)).astype(np.int8)


def _halves(share: Floats, cut: float) -> tuple[Floats, Floats]:
    return share[share <= cut], share[share > cut]


def colours(cuts: Floats, frames: Floats, which: Floats) -> Floats:
    """The colours at the grid for every frame, laid on the cut-out with the given number."""
    planes = [sample(np.ascontiguousarray(cuts[..., at], np.float32), frames, which) for at in range(3)]
    return np.stack(planes, 2)


def straight_colours(cuts: Floats) -> Floats:
    """The colours at the grid of upright cut-outs."""
    straight = np.repeat(np.eye(2, 3, dtype=np.float32)[None], len(cuts), 0)
    return colours(cuts, straight, np.arange(len(cuts)))


def ratio(shown: Floats, print_: Floats) -> Floats:
    """How much lighter the print is than the body in blue, green and red: no white balance changes that."""
    ink, body = shown[print_ > 0], shown[print_ < 0]
    if not len(ink) or not len(body):
        return np.zeros(3, np.float32)
    return np.asarray(
        np.log((np.median(ink, axis=0) + _FLOOR) / (np.median(body, axis=0) + _FLOOR)), np.float32
    )


def difference(found: Floats, known: Floats) -> float:
    """How different two ratios are, whatever the contrast of the picture."""
    gain = float(np.clip(found @ known / max(float(known @ known), 1e-3), 0.35, 1.6))
    return float(np.linalg.norm(found - gain * known) / max(float(np.linalg.norm(found)), 0.3))
