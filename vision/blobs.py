"""Finds spots that are brighter or darker than what is around them, at their own size, and describes them."""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np
from msgspec import Struct

from .reading import Floats, Picture

SHRINK = 2
SMALLEST = 1.5
STEP = 1.25
LEVELS = 11
# How far a description reaches, in sizes of the spot, and how finely.
REACH = 2.6
RADII = 10
ANGLES = 32
_RINGS = (np.linspace(0.25, REACH, RADII)).astype(np.float32)
_WEIGHTS = np.sqrt(_RINGS / _RINGS.sum()).astype(np.float32)
# Darkness below this grey level is noise.
FLOOR = 10.0


class Blobs(Struct, frozen=True):
    """Spots of a picture, one row each: x, y, size; their strength and their turning description."""

    places: Floats
    strength: Floats
    rings: Floats


def even(picture: Picture) -> Floats:
    """Brightness as ratios, so that a shadow changes it by a constant."""
    grey = picture if picture.ndim == 2 else cv2.transform(picture, np.full((1, 3), 1 / 3, np.float32))
    return np.log(grey.astype(np.float32) + np.float32(FLOOR))


def find(levels: Floats, sign: int, most: int, weakest: float = 0.04) -> Blobs:
    """The strongest spots brighter (1) or darker (-1) than their surroundings; `levels` is from `even`."""
    height, width = levels.shape
    small = cv2.resize(levels, (width // SHRINK, height // SHRINK), interpolation=cv2.INTER_AREA)
    sizes = SMALLEST * STEP ** np.arange(LEVELS + 1)
    softer = [cv2.GaussianBlur(small, (0, 0), float(size)) for size in sizes]
    bands = np.stack([(one - two) * sign for one, two in pairwise(softer)])
    kernel = np.ones((3, 3), np.uint8)
    spread = np.stack([cv2.dilate(band, kernel) for band in bands])
    places, strengths = [], []
    for level in range(1, LEVELS - 1):
        band = bands[level]
        peak = (
            (band >= spread[level])
            & (band > spread[level - 1])
            & (band > spread[level + 1])
            & (band > weakest)
        )
        ys, xs = np.nonzero(peak[1:-1, 1:-1])
        ys, xs = ys + 1, xs + 1
        here = band[ys, xs]
        shift = [
            _vertex(bands[level - 1][ys, xs], here, bands[level + 1][ys, xs]),
            _vertex(band[ys, xs - 1], here, band[ys, xs + 1]),
            _vertex(band[ys - 1, xs], here, band[ys + 1, xs]),
        ]
        size = sizes[level] * STEP ** (shift[0] + 0.5)
        places.append(np.stack([xs + shift[1], ys + shift[2], size], 1))
        strengths.append(here)
    found, strength = np.concatenate(places), np.concatenate(strengths)
    order = np.argsort(-strength)[:most]
    found, strength = found[order].astype(np.float32), strength[order].astype(np.float32)
    rings = describe(small, softer[0], found)
    full = found * SHRINK
    full[:, :2] += (SHRINK - 1) / 2
    return Blobs(full, strength, rings)


def describe(small: Floats, soft: Floats, places: Floats) -> Floats:
    """What lies round each spot: rings by angle, without brightness and contrast."""
    if not len(places):
        return np.zeros((0, RADII, ANGLES), np.float32)
    angles = np.arange(ANGLES, dtype=np.float32) * np.float32(2 * np.pi / ANGLES)
    reach = places[:, 2, None, None] * _RINGS[None, :, None]
    xs = places[:, 0, None, None] + reach * np.cos(angles)
    ys = places[:, 1, None, None] + reach * np.sin(angles)
    shape = (len(places), RADII * ANGLES)
    # A large spot is sampled so thinly that its picture must be soft.
    source = np.where(places[:, 2] > 4, 1, 0)
    rings = np.zeros((len(places), RADII, ANGLES), np.float32)
    for which, picture in ((0, small), (1, soft)):
        rows = source == which
        if rows.any():
            taken = cv2.remap(
                picture,
                xs.reshape(shape)[rows],
                ys.reshape(shape)[rows],
                cv2.INTER_LINEAR,
                borderMode=cv2.BORDER_REPLICATE,
            )
            rings[rows] = taken.reshape(-1, RADII, ANGLES)
    weights = (_WEIGHTS**2)[None, :, None] / ANGLES
    rings -= (rings * weights).sum((1, 2), keepdims=True)
    rings *= _WEIGHTS[None, :, None]
    return rings / np.maximum(np.sqrt((rings**2).sum((1, 2), keepdims=True)), 1e-3)


def compare(found: Floats, known: Floats) -> Floats:
    """How alike rings are, for every pair and every turn of the first against the second."""
    one, other = np.fft.rfft(found, axis=2), np.fft.rfft(known, axis=2)
    product = np.einsum("qrf,trf->qtf", one, other.conj(), optimize=True)
    return np.fft.irfft(product, ANGLES, axis=2).astype(np.float32)


def _vertex(before: Floats, here: Floats, after: Floats) -> Floats:
    """Where between its neighbours a peak really lies, in steps."""
    bend = np.minimum(before - 2 * here + after, -1e-6)
    return np.clip(0.5 * (before - after) / bend, -0.6, 0.6)
