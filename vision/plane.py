"""Which of several square faces do not lie flat: all tops on one table are seen at one tilt."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .reading import Floats

LEANS = 0.16
"""From this difference on a face does not lie flat."""

_TILTS = np.radians(np.arange(0, 41, 4))
_WAYS = np.radians(np.arange(0, 360, 20))
_FOCALS = (0.7, 1.1, 2.0)
_FEW, _LITTLE = 3, np.radians(22)


def squeeze(turns: Floats) -> Floats:
    """How faces are squeezed by 2x2 maps, in two numbers: along the axes and along the diagonals."""
    parts = turns @ np.swapaxes(turns, -1, -2)
    along = parts[..., 0, 0] - parts[..., 1, 1]
    across = 2 * parts[..., 0, 1]
    total = parts[..., 0, 0] + parts[..., 1, 1]
    spread = np.hypot(along, across)
    # A quarter of the logarithm of how much longer one axis is, squared, in the direction of that axis.
    much = 0.25 * np.log(np.maximum(total + spread, 1e-6) / np.maximum(total - spread, 1e-6))
    much = much / np.maximum(spread, 1e-9)
    return np.stack([along * much, across * much], -1).astype(np.float32)


def _models() -> tuple[Floats, Floats, Floats, Floats]:
    """For every camera that is tried: focal length, direction of the tilt, its cosine and its sine."""
    rows = [
        (focal, np.cos(way), np.sin(way), np.cos(tilt), np.sin(tilt))
        for focal in _FOCALS
        for tilt in _TILTS
        for way in (_WAYS if tilt else _WAYS[:1])
    ]
    table = np.array(rows, np.float32)
    return table[:, 0], table[:, 1:3], table[:, 3], table[:, 4]


_FOCAL, _WAY, _COSINE, _SINE = _models()


def _expected(middles: Floats, shape: tuple[int, ...]) -> Floats:
    """The squeeze of flat faces at these places, for every tilt of a camera that is tried."""
    height, width = shape[:2]
    at = (middles - np.array([width / 2, height / 2])) / max(width, height)
    at = at[None] / _FOCAL[:, None, None]
    # Table to picture at the point p: (I - sin * p way) with `way` shortened by the cosine.
    turn = np.eye(2) - (1 - _COSINE)[:, None, None] * _WAY[:, :, None] * _WAY[:, None, :]
    local = turn[:, None] - _SINE[:, None, None, None] * at[..., :, None] * _WAY[:, None, None, :]
    return squeeze(local)


def lean(frames: Sequence[Floats], shape: tuple[int, ...]) -> Floats:
    """How far each face is from lying flat beside the others."""
    if not frames:
        return np.zeros(0, np.float32)
    stack = np.stack(frames)
    expected = _expected(stack[:, :, 2], shape)
    away = np.linalg.norm(expected - squeeze(stack[:, :, :2])[None], axis=2)
    # Most faces lie flat: the tilt is what suits the better part of them.
    cost = np.minimum(away, LEANS).mean(1)
    if len(stack) < _FEW:
        # One or two that lean would pass for a camera that does.
        cost = cost + (np.cos(_LITTLE) > _COSINE)
    return np.asarray(away[int(cost.argmin())], np.float32)
