"""Finds round things: where edges all round point at one middle."""

from __future__ import annotations

import cv2
import numpy as np
from msgspec import Struct

from .reading import Floats, Picture

SMALLEST, LARGEST = 0.026, 0.26
"""Radii that are looked for, as shares of the picture's longer side."""

STEP = 1.1
"""From one radius to the next."""

LOOK_AT, LEVELS = 8.0, 8
"""The picture is made so small that the smallest of so many radii measures this many pixels."""

SOFT, FEWEST = 0.1, 0.12
"""How far votes may miss, in radii, and the share of them from which something may be round."""

FLOOR = 14.0
"""Added to grey levels before their logarithm, so that noise in the dark makes no edges."""

FAINT, PLAIN = 0.035, 0.2
"""Edges, in logarithms of light: those that do not count, and those that count in full."""

FAINTEST, FAR = 0.012, 4.2
"""Fainter edges count beside a known circle, as far as this many radii from it."""

HALF, UNIT = 24, 16
"""A patch shows a circle with this radius in a square of twice this half."""

ANGLES = 48
RINGS = np.arange(0.68, 1.36, 0.02)
"""Distances from the middle, in radii, at which rims are looked for."""

FAINT_RIM, STRONG_RIM = 0.12, 0.5
"""A rim that is seen all round counts for more than a strong one on one side, in logarithms of light."""

_TURNS = np.linspace(0, 2 * np.pi, ANGLES, endpoint=False)
_POLAR = tuple(
    (HALF - 0.5 + UNIT * way(_TURNS)[:, None] * RINGS[None, :]).astype(np.float32) for way in (np.cos, np.sin)
)
_MOVES = np.array(
    [
        (grow, across, down)
        for grow in np.arange(-0.12, 0.121, 0.02)
        for across in np.arange(-0.12, 0.121, 0.03)
        for down in np.arange(-0.12, 0.121, 0.03)
    ]
)
_RING_OF = (
    np.rint(
        (1 + _MOVES[:, :1] + _MOVES[:, 1:2] * np.cos(_TURNS) + _MOVES[:, 2:] * np.sin(_TURNS) - RINGS[0])
        / 0.02
    )
    .astype(int)
    .clip(0, len(RINGS) - 1)
)
_NEARLY = np.abs(_MOVES[:, 0]) < 0.05
# Larger moves must be worth it: outside a blurred rim there often is a stronger one.
_STAYS = 1 - 0.8 * np.abs(_MOVES[:, 0]) - 0.5 * np.hypot(_MOVES[:, 1], _MOVES[:, 2])
_TURN = np.arange(ANGLES)
_AROUND = np.ones((5, 5), np.uint8)


class Circle(Struct, frozen=True):
    """A round thing: middle and radius in pixels, and the share of edges that speak for it."""

    x: float
    y: float
    radius: float
    votes: float
    rim: float = 0.0
    """How well it follows a rim, once it is fitted."""


def logarithms(picture: Picture) -> Floats:
    """Light as logarithms: what halves the light then takes away the same everywhere."""
    calm = cv2.GaussianBlur(picture, (0, 0), 0.8).astype(np.float32)
    return np.asarray(np.log(calm + np.float32(FLOOR)), np.float32)


def find(picture: Picture, most: int = 24) -> list[Circle]:
    """The roundest things of a picture, best first. Large ones are looked for in a small picture."""
    longer = max(picture.shape[:2])
    found: list[Circle] = []
    radius = SMALLEST * longer
    while radius < LARGEST * longer:
        scale = min(1.0, LOOK_AT / radius)
        small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        radii = [
            size
            for size in radius * scale * STEP ** np.arange(LEVELS)
            if size <= LARGEST * longer * scale * STEP
        ]
        found += [
            Circle((one.x + 0.5) / scale - 0.5, (one.y + 0.5) / scale - 0.5, one.radius / scale, one.votes)
            for one in _of_sizes(logarithms(small), np.array(radii))
        ]
        radius *= STEP ** (LEVELS - 1)
    return each_once(found, most)


def _of_sizes(light: Floats, radii: Floats, faint: float = FAINT) -> list[Circle]:
    """Round things of these radii."""
    height, width = light.shape[:2]
    xs, ys, ways, weights = _edges(light, faint)
    twice = np.concatenate([weights, weights])
    scores = np.zeros((len(radii), height, width), np.float32)
    for level, radius in enumerate(radii):
        across = np.rint(np.concatenate([xs - radius * ways[0], xs + radius * ways[0]])).astype(np.int32)
        down = np.rint(np.concatenate([ys - radius * ways[1], ys + radius * ways[1]])).astype(np.int32)
        good = (across >= 0) & (across < width) & (down >= 0) & (down < height)
        here = np.bincount((down * width + across)[good], twice[good], height * width)
        soft = SOFT * radius
        # As if all votes of a full circle fell on one spot.
        spread = cv2.GaussianBlur(here.reshape(height, width).astype(np.float32), (0, 0), soft)
        scores[level] = spread * (2 * np.pi * soft**2) / (2 * np.pi * radius)
    return _peaks(scores, radii)


def near(picture: Picture, known: Circle) -> list[Circle]:
    """Fainter round things as large as a known one and not far from it."""
    scale = LOOK_AT / known.radius
    left, top = known.x - FAR * known.radius, known.y - FAR * known.radius
    side = int(2 * FAR * LOOK_AT)
    small = _patch(picture, left, top, scale, side)
    found = []
    for one in _of_sizes(logarithms(small), LOOK_AT * np.array([0.87, 0.93, 1.0, 1.07, 1.15]), FAINTEST):
        x, y = left + (one.x + 0.5) / scale, top + (one.y + 0.5) / scale
        apart = np.hypot(x - known.x, y - known.y) / known.radius
        if 1.2 < apart < FAR - 0.8:
            found.append(Circle(x, y, one.radius / scale, one.votes))
    return each_once(found, 6)


def patch(picture: Picture, circle: Circle) -> Picture:
    """The square round a circle, always of the same size."""
    scale = UNIT / circle.radius
    reach = HALF / scale
    return _patch(picture, circle.x - reach, circle.y - reach, scale, 2 * HALF)


def _patch(picture: Picture, left: float, top: float, scale: float, side: int) -> Picture:
    """A square from this corner, made larger or smaller; beyond the picture its last colour goes on."""
    if scale < 0.7:
        # Pixels that fall together are averaged, which warping alone would not do.
        size = side / scale
        box = np.array([left, top, left + size, top + size])
        low = np.floor(np.maximum(box[:2] - 4, 0)).astype(int)
        high = np.ceil(np.minimum(box[2:] + 4, [picture.shape[1], picture.shape[0]])).astype(int)
        if (high - low).min() < 2:
            return np.zeros((side, side, 3), np.uint8)
        part = picture[low[1] : high[1], low[0] : high[0]]
        wide, tall = (max(1, round(extent * scale)) for extent in (part.shape[1], part.shape[0]))
        picture = cv2.resize(part, (wide, tall), interpolation=cv2.INTER_AREA)
        left, top, scale = (left - low[0]) * wide / part.shape[1], (top - low[1]) * tall / part.shape[0], 1.0
    move = np.array([[scale, 0, -left * scale], [0, scale, -top * scale]], np.float64)
    move[:, 2] += 0.5 * scale - 0.5
    shown = cv2.warpAffine(
        picture, move, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(shown, np.uint8)


def fitted(picture: Picture, circle: Circle, sized: bool = False) -> Circle:
    """The circle moved so that it follows the rim best, and grown or shrunk, less if its size is known."""
    height = rims(logarithms(patch(picture, circle)))
    height = np.minimum(height, FAINT_RIM) + 0.3 * np.minimum(height, STRONG_RIM)
    score = height[_TURN[None, :], _RING_OF].mean(1) * _STAYS
    if sized:
        score[~_NEARLY] = 0
    best = int(score.argmax())
    grow, across, down = (float(part) for part in _MOVES[best])
    return Circle(
        circle.x + across * circle.radius,
        circle.y + down * circle.radius,
        circle.radius * (1 + grow),
        circle.votes,
        float(score[best]),
    )


def rims(light: Floats) -> Floats:
    """How much a patch changes from the middle outwards: for each angle and each ring."""
    polar = cv2.remap(light, _POLAR[0], _POLAR[1], cv2.INTER_LINEAR)
    change = np.zeros(polar.shape[:2], np.float32)
    change[:, 2:-2] = np.sqrt(((polar[:, 4:] - polar[:, :-4]) ** 2).mean(2))
    return change


def _edges(light: Floats, faint: float) -> tuple[Floats, Floats, tuple[Floats, Floats], Floats]:
    """Places, directions and weights of thin edges in whichever channel shows them best."""
    across = cv2.Scharr(light, cv2.CV_32F, 1, 0) / 16
    down = cv2.Scharr(light, cv2.CV_32F, 0, 1) / 16
    size = across**2 + down**2
    best = size.argmax(2)[..., None]
    across, down = (np.take_along_axis(part, best, 2)[..., 0] for part in (across, down))
    slope = np.sqrt(np.take_along_axis(size, best, 2)[..., 0])
    height, width = slope.shape
    ys, xs = np.nonzero(slope > faint)
    inside = (xs > 0) & (ys > 0) & (xs < width - 1) & (ys < height - 1)
    xs, ys = xs[inside], ys[inside]
    here = slope[ys, xs]
    ways = (across[ys, xs] / here, down[ys, xs] / here)
    dx, dy = (np.rint(way).astype(np.int32) for way in ways)
    thin = (here >= slope[ys + dy, xs + dx]) & (here >= slope[ys - dy, xs - dx])
    kept = (ways[0][thin], ways[1][thin])
    return xs[thin], ys[thin], kept, np.minimum(1.0, here[thin] / (PLAIN * faint / FAINT))


def _peaks(scores: Floats, radii: Floats) -> list[Circle]:
    """The highest places; of a few neighbouring radii only the best."""
    found = []
    for first in range(0, len(radii), 3):
        some = scores[first : first + 3]
        best = some.max(0)
        rows, columns = np.nonzero((best >= cv2.dilate(best, _AROUND)) & (best > FEWEST))
        for y, x in zip(rows, columns, strict=True):
            level = int(some[:, y, x].argmax()) + first
            found.append(Circle(float(x), float(y), float(radii[level]), float(best[y, x])))
    return found


def each_once(found: list[Circle], most: int) -> list[Circle]:
    """The circles without those that are about the same as one with more votes."""
    kept: list[Circle] = []
    for one in sorted(found, key=lambda one: -one.votes):
        if all(not _alike(one, other) for other in kept):
            kept.append(one)
        if len(kept) == most:
            break
    return kept


def _alike(one: Circle, other: Circle) -> bool:
    apart = np.hypot(one.x - other.x, one.y - other.y)
    ratio = max(one.radius, other.radius) / min(one.radius, other.radius)
    return bool(ratio < 1.2 and apart < 0.3 * min(one.radius, other.radius))
