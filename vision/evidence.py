"""What speaks for a die and for its face, as numbers, and how sure these make us."""

from __future__ import annotations

from importlib.resources.abc import Traversable
from typing import TypeAlias

import msgspec
import numpy as np
from msgspec import Struct

from . import upright
from .finder import Found
from .networks import logit, sigmoid
from .reading import Floats
from .upright import Standpoint

Box: TypeAlias = tuple[float, float, float, float]

ODD, NONE = 6, 7
"""The classes of the face reader beside the six faces: a die that cannot be read, and no die at all."""

STRONG = 0.5
CLOSE = 2e-4
"""Shares nearer than this to never or always are taken for that."""


class Weights(Struct, frozen=True, forbid_unknown_fields=True):
    """Factors of the evidence, fitted by `vision.training.calibrate`."""

    die: tuple[float, ...]
    """Constant, heat, "no die" on the whole and at the most, same place as a hotter one, unusual size."""
    face: tuple[float, ...]
    """Constant, score of the face on the whole and at the least, "cannot be read", pixels, unusual lean."""

    def __post_init__(self) -> None:
        if (len(self.die), len(self.face)) != (DIE, FACE):
            raise ValueError("the confidence was fitted to other evidence")


DIE, FACE = 6, 6


def load(file: Traversable) -> Weights:
    """The factors in a file."""
    return msgspec.toml.decode(file.read_bytes(), type=Weights)


def of_dice(found: list[Found], shares: Floats) -> Floats:
    """For each thing found what speaks for a die, a row each; `shares` are of each view of it."""
    rows = np.zeros((len(found), DIE), np.float32)
    if not found:
        return rows
    nothing = shares[:, :, NONE]
    usual = _usual_size(found, nothing.mean(1))
    for index, one in enumerate(found):
        rows[index] = (
            1,
            logit(one.heat, CLOSE),
            -logit(float(nothing[index].mean()), CLOSE),
            -logit(float(nothing[index].max()), CLOSE),
            max((_overlap(one.box, other.box) for other in found if other.heat > one.heat), default=0.0),
            min(abs(np.log(one.size / usual)), 1.5),
        )
    return rows


def leans(
    found: list[Found], shares: Floats, shape: tuple[int, ...], eye: Standpoint | None = None
) -> Floats:
    """How far each die is from lying flat beside the others, or as the place of the camera tells."""
    if not found:
        return np.zeros(0, np.float32)
    trusted = np.zeros(len(found), bool)
    trusted[_strong(found, shares[:, :, NONE].mean(1))] = True
    middles, offsets = np.array([one.middle for one in found]), np.array([offset(one) for one in found])
    return upright.lean(middles, offsets, trusted, shape) if eye is None else eye.lean(middles, offsets)


def of_faces(found: list[Found], shares: Floats, leans: Floats) -> Floats:
    """For each thing found what speaks for its likeliest face, a row each; `leans` as told above."""
    rows = np.zeros((len(found), FACE), np.float32)
    for index, one in enumerate(found):
        views = shares[index]
        of_six = views[:, :6] / np.maximum(views[:, :6].sum(1, keepdims=True), 1e-4)
        scores = of_six[:, int(views[:, :6].mean(0).argmax())]
        rows[index] = (
            1,
            logit(float(scores.mean()), CLOSE),
            logit(float(scores.min()), CLOSE),
            -logit(float(views[:, ODD].mean()), CLOSE),
            min(np.log(one.size / 12), 1.5),
            leans[index],
        )
    return rows


def chances(rows: Floats, weights: tuple[float, ...]) -> Floats:
    """Evidence as probabilities."""
    return sigmoid(rows @ np.array(weights, np.float32))


def _usual_size(found: list[Found], nothing: Floats) -> float:
    strong = [found[index].size for index in _strong(found, nothing)]
    return float(np.median(strong)) if strong else found[int(np.argmax([one.heat for one in found]))].size


def _strong(found: list[Found], nothing: Floats) -> list[int]:
    """Which of them are dice beyond doubt."""
    return [index for index, one in enumerate(found) if one.heat * (1 - nothing[index]) > STRONG]


def _overlap(one: Box, other: Box) -> float:
    """The share of both boxes that they have in common: the side of a die has the box of its top."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    if wide <= 0 or high <= 0:
        return 0.0
    areas = sum((box[2] - box[0]) * (box[3] - box[1]) for box in (one, other))
    return wide * high / max(areas - wide * high, 1.0)


def offset(one: Found) -> tuple[float, float]:
    """From the middle of the top to the middle of the whole die, in sizes of the top."""
    left, top, right, bottom = one.box
    x, y = one.middle
    return ((left + right) / 2 - x) / one.size, ((top + bottom) / 2 - y) / one.size
