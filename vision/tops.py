"""Finds the tops of symbol dice in a picture: where, how large, how turned and squeezed, and whether odd."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from msgspec import Struct

from .networks import network, sigmoid
from .peaks import each_once, peaks
from .reading import Floats, Picture

LONGEST = 512
"""The longer side of the picture that the network sees."""

FIELDS = 9
"""At each cell: heat, offset x and y, log of the size, squeeze along axes and diagonals, four times the turn
(cosine and sine), and whether the die leans, is covered or cut off."""

FAINT = 0.1
_UNIT = 32.0
_LARGER = 2.1


class Top(Struct, frozen=True):
    """Something that looks like the top of a die."""

    frame: Floats
    """2x3: from edges, counted from its middle, to pixels; turned by any right angle."""
    heat: float
    odd: float
    """How likely it leans, is covered or cut off."""

    @property
    def middle(self) -> Floats:
        """Where its middle is, in pixels."""
        return np.asarray(self.frame[:, 2], np.float32)

    def settled(self, fit: Floats) -> Top:
        """The same top with a frame that was moved a little, in its own edges."""
        whole = np.eye(3, dtype=np.float32)
        whole[:2] = fit
        return Top((self.frame @ whole).astype(np.float32), self.heat, self.odd)

    def gap(self, other: Top) -> float:
        """How far apart the middles of two tops are, in edges."""
        return float(2 * np.linalg.norm(self.middle - other.middle) / max(self.edge + other.edge, 1e-3))

    def is_as_large_as(self, other: Top) -> bool:
        """Whether both may be dice of one set, one of them nearer to the camera."""
        return bool(abs(np.log(max(self.edge, 1e-3) / max(other.edge, 1e-3))) < np.log(_LARGER))

    @property
    def edge(self) -> float:
        """Its edge in pixels."""
        return float(np.sqrt(abs(np.linalg.det(self.frame[:, :2]))))


def written(corners: Floats) -> Floats:
    """Four corners of a top as the five numbers of its size, squeeze and turn."""
    edges = np.stack([corners[1] - corners[0], corners[3] - corners[0]], 1).astype(np.float64)
    if np.linalg.det(edges) < 0:
        edges = edges[:, ::-1]
    values, vectors = np.linalg.eigh(edges @ edges.T)
    roots = np.sqrt(np.maximum(values, 1e-6))
    logs = vectors @ np.diag(np.log(roots)) @ vectors.T
    turn = np.linalg.solve(vectors @ np.diag(roots) @ vectors.T, edges)
    angle = 4 * np.arctan2(turn[1, 0], turn[0, 0])
    size = (logs[0, 0] + logs[1, 1]) / 2
    numbers = [size - np.log(_UNIT), logs[0, 0] - size, logs[0, 1], np.cos(angle), np.sin(angle)]
    return np.array(numbers, np.float32)


def frame_of(middle: tuple[float, float], numbers: Floats) -> Floats:
    """The frame that five numbers describe."""
    log_size, along, across, cosine, sine = (float(value) for value in numbers)
    values, vectors = np.linalg.eigh(np.array([[along, across], [across, -along]]))
    size = _UNIT * float(np.exp(np.clip(log_size, -3, 3)))
    squeeze = vectors @ np.diag(np.exp(np.clip(values, -1, 1)) * size) @ vectors.T
    angle = np.arctan2(sine, cosine) / 4
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return np.concatenate([squeeze @ turn, np.array(middle)[:, None]], 1).astype(np.float32)


def find(picture: Picture, longest: int = LONGEST, net: Any = None) -> list[Top]:
    """All tops that are seen when the picture's longer side has so many pixels, surest first."""
    chosen = network("tops") if net is None else net
    found = [
        Top(
            frame_of((one.middle[0] * one.scale, one.middle[1] * one.scale), one.cell[3:8])
            / np.float32(one.scale),
            one.heat,
            float(sigmoid(one.cell[8])),
        )
        for one in peaks(picture, longest, chosen, FAINT)
    ]
    return apart(found)


def apart(found: Iterable[Top]) -> list[Top]:
    """Each top once, surest first."""
    return each_once(found, lambda top: top.edge)
