"""Which of several square faces do not lie flat: all tops on one table are seen at one tilt."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.reading import Floats

LEANS = 0.16
"""From this difference on a face does not lie flat."""

_TILTS = np.radians(np.arange(0, 41, 4))
_WAYS = np.radians(np.arange(0, 360, 20))
_FOCALS = (0.7, 1.1, 2.0)


def squeeze(frames: Floats) -> Floats:
    """How faces are squeezed, in two numbers: along the axes and along the diagonals."""
    parts = frames[:, :, :2] @ frames[:, :, :2].transpose(0, 2, 1)
    # The logarithm of a symmetric matrix without its size.
    values, vectors = np.linalg.eigh(parts)
    half = 0.5 * np.log(np.maximum(values, 1e-6))
    half = half - half.mean(1, keepdims=True)
    logs = np.einsum("nij,nj,nkj->nik", vectors, half, vectors)
    return np.stack([logs[:, 0, 0], logs[:, 0, 1]], 1).astype(np.float32)


def _expected(middles: Floats, shape: tuple[int, ...]) -> Floats:
    """The squeeze of flat faces at these places, for every tilt of a camera that is tried."""
    height, width = shape[:2]
    models = []
    for focal in _FOCALS:
        at = (middles - np.array([width / 2, height / 2])) / (focal * max(width, height))
        for tilt in _TILTS:
            for way in _WAYS if tilt else _WAYS[:1]:
                along = np.array([np.cos(way), np.sin(way)])
                # Table to picture at the point p: (I - sin * p along) with `along` shortened by the cosine.
                turn = np.eye(2) - (1 - np.cos(tilt)) * np.outer(along, along)
                local = turn[None] - np.sin(tilt) * at[:, :, None] * along[None, None, :]
                models.append(squeeze(local.astype(np.float32)))
    return np.stack(models)


def lean(frames: Sequence[Floats], shape: tuple[int, ...]) -> Floats:
    """How far each face is from lying flat beside the others."""
    if not frames:
        return np.zeros(0, np.float32)
    stack = np.stack(frames)
    expected = _expected(stack[:, :, 2], shape)
    away = np.linalg.norm(expected - squeeze(stack)[None], axis=2)
    # Most faces lie flat: the tilt is what suits the better part of them.
    cost = np.minimum(away, LEANS).mean(1)
    return np.asarray(away[int(cost.argmin())], np.float32)
