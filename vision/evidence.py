"""What speaks for a die and for its face, as numbers, and how sure these make us."""

from __future__ import annotations

from importlib.resources.abc import Traversable

import msgspec
import numpy as np
from msgspec import Struct

from .finder import Found
from .networks import sigmoid
from .reading import Floats

ODD, NONE = 6, 7
"""The classes of the face reader beside the six faces: a die that cannot be read, and no die at all."""

STRONG = 0.5
_CLOSE = 2e-4


class Weights(Struct, frozen=True, forbid_unknown_fields=True):
    """Factors of the evidence, fitted by `vision.training.calibrate`."""

    die: tuple[float, ...]
    """Constant, heat, "no die" on the whole and at the most, inside another die, size unlike the others'."""
    face: tuple[float, ...]
    """Constant, score of the face on the whole and at the least, "cannot be read", number of pixels."""

    def __post_init__(self) -> None:
        if (len(self.die), len(self.face)) != (DIE, FACE):
            raise ValueError("the confidence was fitted to other evidence")


DIE, FACE = 6, 5


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
            _logit(one.heat),
            -_logit(float(nothing[index].mean())),
            -_logit(float(nothing[index].max())),
            _inside(one, found),
            min(abs(np.log(one.size / usual)), 1.5),
        )
    return rows


def of_faces(found: list[Found], shares: Floats) -> Floats:
    """For each thing found what speaks for its likeliest face, a row each."""
    rows = np.zeros((len(found), FACE), np.float32)
    for index, one in enumerate(found):
        views = shares[index]
        of_six = views[:, :6] / np.maximum(views[:, :6].sum(1, keepdims=True), 1e-4)
        scores = of_six[:, int(views[:, :6].mean(0).argmax())]
        rows[index] = (
            1,
            _logit(float(scores.mean())),
            _logit(float(scores.min())),
            -_logit(float(views[:, ODD].mean())),
            min(np.log(one.size / 12), 1.5),
        )
    return rows


def chances(rows: Floats, weights: tuple[float, ...]) -> Floats:
    """Evidence as probabilities."""
    return sigmoid(rows @ np.array(weights, np.float32))


def _usual_size(found: list[Found], nothing: Floats) -> float:
    strong = [one.size for one, none in zip(found, nothing, strict=True) if one.heat * (1 - none) > STRONG]
    return float(np.median(strong)) if strong else found[int(np.argmax([one.heat for one in found]))].size


def _inside(one: Found, found: list[Found]) -> float:
    """How hot the hottest die is that has this middle inside its box: the side of a die is no die."""
    x, y = one.middle
    return max(
        (
            other.heat
            for other in found
            if other.heat > one.heat and other.box[0] < x < other.box[2] and other.box[1] < y < other.box[3]
        ),
        default=0.0,
    )


def _logit(share: float) -> float:
    clipped = min(max(share, _CLOSE), 1 - _CLOSE)
    return float(np.log(clipped / (1 - clipped)))
