"""What light and camera make of a drawn scene, whatever lies in it."""

from __future__ import annotations

import cv2
import numpy as np
from msgspec import Struct

from vision.reading import Floats, Picture

from .grounds import Rng


class Exposure(Struct, frozen=True, kw_only=True):
    """Within which bounds light and camera vary."""

    dim: tuple[float, float] = (0.35, 1.15)
    blur: tuple[float, float] = (0.0, 1.6)
    noise: tuple[float, float] = (0.0, 0.035)
    cast: float = 0.25
    shadows: float = 0.5
    glare: float = 0.15
    jpeg: tuple[int, int] = (45, 98)


def room(rng: Rng, picture: Floats, ranges: Exposure) -> None:
    """Uneven light: a fall-off, the shadow of an arm, the shine of a lamp."""
    height, width = picture.shape[:2]
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    span = float(max(height, width))
    way = rng.uniform(0, 2 * np.pi)
    slope = ((xs - width / 2) * np.cos(way) + (ys - height / 2) * np.sin(way)) / span
    picture *= (1 + slope * rng.uniform(0, 0.9))[..., None].clip(0.15, 2)
    if rng.random() < ranges.shadows * 0.5:
        points = np.array([width / 2, height / 2]) + rng.normal(0, span * 0.5, (5, 2))
        mask = np.zeros((height, width), np.float32)
        cv2.fillPoly(mask, [points.astype(np.int32)], 1.0)
        mask = cv2.blur(mask, (int(span * rng.uniform(0.01, 0.1)) | 1,) * 2)
        picture *= (1 - mask * rng.uniform(0.2, 0.7))[..., None]
    if rng.random() < ranges.glare:
        x, y, size = rng.uniform(0, width), rng.uniform(0, height), span * rng.uniform(0.05, 0.25)
        shine = np.exp(-(((xs - x) / size) ** 2 + ((ys - y) / (size * rng.uniform(0.5, 2))) ** 2))
        picture += (shine * rng.uniform(0.2, 1.2))[..., None]


def exposed(rng: Rng, picture: Floats, ranges: Exposure) -> Picture:
    """What a camera makes of it: vignette, cast, exposure, blur, noise and compression."""
    height, width = picture.shape[:2]
    cast = 1 + rng.normal(0, ranges.cast, 3) * np.array([1.0, 0.4, 0.8])
    level = rng.uniform(*ranges.dim)
    picture = picture * (np.clip(cast, 0.4, 1.6) * level).astype(np.float32)
    if rng.random() < 0.4:
        ys, xs = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j].astype(np.float32)
        picture *= (1 - (xs**2 + ys**2) * rng.uniform(0, 0.35))[..., None].astype(np.float32)
    picture = np.clip(picture, 0, 1) ** np.float32(rng.uniform(0.6, 1.3))
    blur = rng.uniform(*ranges.blur) ** 1.5
    if blur > 0.3:
        picture = cv2.GaussianBlur(picture, (0, 0), blur)
    if rng.random() < 0.08 and ranges.blur[1] > 1:
        length = int(rng.integers(3, 8))
        kernel = np.zeros((length, length), np.float32)
        cv2.line(kernel, (0, int(rng.integers(0, length))), (length - 1, int(rng.integers(0, length))), 1.0)
        picture = cv2.filter2D(picture, -1, kernel / kernel.sum())
    strength = rng.uniform(*ranges.noise)
    grain = rng.standard_normal((height, width, 1), np.float32)
    tint = cv2.resize(rng.standard_normal((height // 2, width // 2, 3), np.float32), (width, height))
    picture = picture + (grain * 0.8 + tint * 0.5) * np.float32(strength)
    if rng.random() < 0.3:
        soft = cv2.GaussianBlur(picture, (0, 0), 1.5)
        picture = picture + (picture - soft) * np.float32(rng.uniform(0.2, 1.2))
    bytes_ = np.clip(picture * 255, 0, 255).astype(np.uint8)
    quality = int(rng.integers(*ranges.jpeg))
    packed = cv2.imencode(".jpg", bytes_, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
