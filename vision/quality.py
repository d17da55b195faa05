"""Whether a picture is good enough to be read: not blurred, not dark, without glare."""

from __future__ import annotations

import cv2
import numpy as np

from .reading import Odd, Picture

LOOK_AT = 960
# The brightest fiftieth of a picture that shows anything reaches this grey level.
DARK_BELOW = 55
BRIGHTEST = 98
# Only where neighbours differ by so much, and by so many times the noise, is there an edge to judge.
EDGE = 40.0
TIMES_NOISE = 14.0
NEIGHBOURHOOD = 31
FEWEST_EDGES = 0.0015
SHARPEST = 80
# How much of an edge's height is climbed within a pixel: 0.4 where sharp, 0.4 / s for a blur of s pixels.
BLURRED_BELOW = 0.12
BURNT = 250
# Shares of the picture: a burnt spot that matters, and a picture that is burnt as a whole.
BURNT_SPOT = 0.003
BURNT_ALL = 0.4
# Light fades softly round a reflection; round a white die or card it ends at once.
SOFT_ABOVE = 190
SOFT_RING = 7
FAR_RING = 27
FADES = 8


def faults(picture: Picture) -> tuple[Odd, ...]:
    """What is wrong with the picture as a whole."""
    scale = min(1.0, LOOK_AT / max(picture.shape[:2]))
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
    checks = ((Odd.BLUR, is_blurred), (Odd.DARK, is_dark), (Odd.GLARE, has_glare))
    return tuple(odd for odd, check in checks if check(grey))


def is_dark(grey: Picture) -> bool:
    """Whether even the brightest parts are nearly black."""
    return float(np.percentile(grey, BRIGHTEST)) < DARK_BELOW


def is_blurred(grey: Picture) -> bool:
    """Whether even the sharper edges are soft; a picture without edges is not called blurred."""
    calm = cv2.GaussianBlur(grey, (0, 0), 0.8).astype(np.float32)
    window = np.ones((NEIGHBOURHOOD, NEIGHBOURHOOD), np.uint8)
    height = cv2.dilate(calm, window) - cv2.erode(calm, window)
    edges = height > max(EDGE, TIMES_NOISE * _noise(grey))
    if edges.mean() < FEWEST_EDGES:
        return False
    slope = np.hypot(cv2.Scharr(calm, cv2.CV_32F, 1, 0), cv2.Scharr(calm, cv2.CV_32F, 0, 1)) / 32
    steepest = cv2.dilate(slope.astype(np.float32), window)
    return float(np.percentile(steepest[edges] / height[edges], SHARPEST)) < BLURRED_BELOW


def has_glare(grey: Picture) -> bool:
    """Whether a reflection, or too much light altogether, hides what lies there."""
    burnt = (grey >= BURNT).astype(np.uint8)
    if burnt.mean() > BURNT_ALL:
        return True
    count, labels, stats, _ = cv2.connectedComponentsWithStats(burnt)
    for number in range(1, count):
        left, top, width, height, area = (int(value) for value in stats[number])
        if area < BURNT_SPOT * grey.size:
            continue
        rows = slice(max(0, top - FAR_RING), top + height + FAR_RING)
        columns = slice(max(0, left - FAR_RING), left + width + FAR_RING)
        spot = (labels[rows, columns] == number).astype(np.uint8)
        near, far = (_ring(grey[rows, columns], spot, reach) for reach in (SOFT_RING, FAR_RING))
        if near > SOFT_ABOVE and near - far > FADES:
            return True
    return False


def _ring(grey: Picture, spot: Picture, reach: int) -> float:
    """How bright it is so many pixels away from a spot."""
    wide, close = (cv2.dilate(spot, np.ones((2 * by + 1, 2 * by + 1), np.uint8)) for by in (reach, reach - 4))
    ring = (wide > 0) & (close == 0)
    return float(np.median(grey[ring])) if ring.any() else 0.0


def _noise(grey: Picture) -> float:
    """The spread of the sensor's noise, from what differs between next neighbours nearly everywhere."""
    kernel = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32)
    return float(np.median(np.abs(cv2.filter2D(grey, cv2.CV_32F, kernel)))) / 6 / 0.6745
