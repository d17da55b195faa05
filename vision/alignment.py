"""Lays taught faces over cut-out tops: turns, shifts and stretches them until they fit best."""

from __future__ import annotations

import cv2
import numpy as np

from .reading import Floats, Picture

EDGE = 40.0
"""Pixels along the edge of a die in a cut-out."""

SIDE = 56
"""Pixels along a cut-out, which shows a little more than the top."""

# Samples an edge of a die, and how far from the middle of a face they reach, in edges.
_FINE, _COARSE = 24, 12
_REACH = 0.45
_STEPS = 8
_BESIDE = 0.09
_SOFT = 1.3
# How far a face may be moved, in edges, and be stretched, until it is another place.
_AWAY = 0.17
_STRETCH, _SQUEEZE = 0.25, 0.22


def _grid(fine: int) -> Floats:
    at = (np.arange(fine) + 0.5) / fine - 0.5
    ys, xs = np.meshgrid(at, at, indexing="ij")
    inside = np.hypot(xs, ys) <= _REACH
    return np.stack([xs[inside], ys[inside]], 1).astype(np.float32)


GRID = _grid(_FINE)
"""Where faces are compared: x and y in edges from the middle."""

_STRAIGHT = np.eye(2, 3, dtype=np.float32)


def _points(grid: Floats) -> Floats:
    return np.concatenate([grid, np.ones((len(grid), 1), np.float32)], 1)


_POINTS, _FEW = _points(GRID), _points(_grid(_COARSE))


def _starts() -> Floats:
    """Frames to begin with: all directions, a little beside, smaller and larger."""
    frames = []
    for turn in np.radians(np.arange(0, 360, 30)):
        for size in (0.9, 1.08):
            for shift in ((0, 0), (_BESIDE, 0), (-_BESIDE, 0), (0, _BESIDE), (0, -_BESIDE)):
                cos, sin = np.cos(turn) * size, np.sin(turn) * size
                frames.append([[cos, -sin, shift[0]], [sin, cos, shift[1]]])
    return np.array(frames, np.float32)


_STARTS = _starts()
_CENTRAL = np.flatnonzero(np.abs(_STARTS[:, :, 2]).max(1) == 0)


def cut(picture: Picture, frame: Floats) -> Picture:
    """The cut-out that shows the top with this frame (2x3, edges to pixels) upright."""
    half = (SIDE - 1) / 2
    edge = float(np.sqrt(abs(np.linalg.det(frame[:, :2]))))
    reach = 0.5 * SIDE / EDGE * float(np.linalg.norm(frame[:, :2], 2)) * 1.45 + 3
    left, top = (max(0, int(value - reach)) for value in frame[:, 2])
    right, bottom = (int(value + reach) + 1 for value in frame[:, 2])
    part = picture[top : max(bottom, top + 1), left : max(right, left + 1)]
    if part.size == 0:
        return np.zeros((SIDE, SIDE, 3), np.uint8)
    shift = frame[:, 2] - np.array([left, top], np.float32)
    scale = 1.0
    if edge > 1.5 * EDGE:
        # Reduced by areas first: a plain warp would skip pixels.
        scale = 1.2 * EDGE / edge
        part = cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    matrix = np.zeros((2, 3), np.float32)
    matrix[:, :2] = frame[:, :2] * scale / EDGE
    # Pixel middles, not corners, are what a reduced picture keeps in place.
    matrix[:, 2] = (shift + 0.5) * scale - 0.5 - matrix[:, :2] @ np.array([half, half])
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    shown = cv2.warpAffine(part, matrix, (SIDE, SIDE), flags=how, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(shown, np.uint8)


def brightness(cuts: Floats) -> Floats:
    """How bright cut-outs are, softened a little; the root keeps dark ones from being all noise."""
    grey = cuts.astype(np.float32).mean(3)
    return np.stack([np.sqrt(cv2.GaussianBlur(one, (0, 0), 0.9) + 4) for one in grey])


def sample(levels: Floats, frames: Floats, which: Floats, grid: Floats = _POINTS) -> Floats:
    """The brightness at the grid for every frame, laid on the cut-out with the given number."""
    points = frames @ grid.T * np.float32(EDGE) + np.float32((SIDE - 1) / 2)
    xs = np.clip(points[:, 0], 0, SIDE - 1.001).astype(np.float32)
    ys = np.clip(points[:, 1], 0, SIDE - 1.001) + (which * SIDE)[:, None]
    tall = levels.reshape(-1, SIDE)
    taken = cv2.remap(tall, xs, ys.astype(np.float32), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(taken, np.float32).reshape(len(frames), len(grid))


class Templates:
    """Taught faces, ready to be laid over cut-outs."""

    def __init__(self, cuts: Floats) -> None:
        levels = brightness(cuts)
        every = np.arange(len(levels))
        straight = np.repeat(_STRAIGHT[None], len(levels), 0)
        self.values = normal(sample(levels, straight, every))
        self._few = normal(sample(_softer(levels), straight, every, _FEW))
        step = np.float32(0.5 / _FINE)
        slopes = []
        for axis in (0, 1):
            ahead, behind = straight.copy(), straight.copy()
            ahead[:, axis, 2] += step
            behind[:, axis, 2] -= step
            slopes.append((sample(levels, ahead, every) - sample(levels, behind, every)) / (2 * step))
        plain = sample(levels, straight, every)
        spread = np.linalg.norm(plain - plain.mean(1, keepdims=True), axis=1)[:, None, None]
        # The change of brightness for each of the six numbers of a frame.
        slope = np.stack(slopes, 2) / np.maximum(spread, 1e-3)
        ways = np.einsum("tga,gb->tgab", slope, _POINTS).reshape(len(levels), len(GRID), 6)
        # What merely looks like more light or more contrast must not move a frame.
        ways -= ways.mean(1, keepdims=True)
        ways -= self.values[:, :, None] * np.einsum("tg,tgk->tk", self.values, ways)[:, None, :]
        square = np.einsum("tgk,tgl->tkl", ways, ways)
        trace = np.trace(square, axis1=1, axis2=2)[:, None, None]
        square = square + np.eye(6) * 2e-3 * trace / 6
        self.answers = np.linalg.solve(square, ways.transpose(0, 2, 1)).astype(np.float32)

    def glance(self, levels: Floats) -> Floats:
        """For each cut-out how alike the best face is before anything is moved."""
        return self._tried(levels, _STARTS[_CENTRAL]).max((1, 2))

    def _tried(self, levels: Floats, starts: Floats) -> Floats:
        """How alike each cut-out, laid at each start, and each face are."""
        many = len(levels)
        laid = np.tile(starts, (many, 1, 1))
        taken = sample(_softer(levels), laid, np.repeat(np.arange(many), len(starts)), _FEW)
        return np.asarray((normal(taken) @ self._few.T).reshape(many, len(starts), -1), np.float32)

    def fit(self, levels: Floats, most: int | None = None) -> tuple[Floats, Floats]:
        """For each cut-out and each face: how alike they are (1: the same), and the frame that fits best.

        With `most` only so many faces are moved, those that fit best from the start.
        """
        many, faces = len(levels), len(self.values)
        first = self._tried(levels, _STARTS)
        frames, alike = _STARTS[first.argmax(1)], first.max(1)
        # The best beginning may lead astray, so the best of those that lie in the middle is followed, too.
        middle = _STARTS[_CENTRAL][first[:, _CENTRAL].argmax(1)]
        chosen = np.argsort(-alike, axis=1)[:, : most or faces]
        cuts, which = np.repeat(np.arange(many), chosen.shape[1]), chosen.ravel()
        begun = np.concatenate([frames[cuts, which], middle[cuts, which]])
        ended, scores = self._settle(levels, begun, np.tile(cuts, 2), np.tile(which, 2))
        second = scores[len(cuts) :] > scores[: len(cuts)]
        frames[cuts, which] = np.where(second[:, None, None], ended[len(cuts) :], ended[: len(cuts)])
        alike[cuts, which] = np.maximum(scores[len(cuts) :], scores[: len(cuts)])
        return alike, frames

    def _settle(self, levels: Floats, frames: Floats, cuts: Floats, which: Floats) -> tuple[Floats, Floats]:
        best, alike = frames.copy(), np.full(len(frames), -1.0, np.float32)
        known, answers = self.values[which], self.answers[which]
        for step in range(_STEPS):
            taken = normal(sample(levels, frames, cuts))
            score = (taken * known).sum(1)
            better = (score > alike) & _near(frames)
            best[better], alike[better] = frames[better], score[better]
            if step == _STEPS - 1:
                break
            error = taken / np.maximum(score, 0.3)[:, None] - known
            change = (answers @ error[:, :, None]).reshape(-1, 2, 3)
            step_back = np.zeros((len(frames), 3, 3), np.float32)
            step_back[:, :2] = np.clip(change, -0.1, 0.1)
            step_back += np.eye(3, dtype=np.float32)
            whole = np.zeros_like(step_back)
            whole[:, :2], whole[:, 2, 2] = frames, 1
            frames = (whole @ np.linalg.inv(step_back))[:, :2].astype(np.float32)
        return best, alike


def _softer(levels: Floats) -> Floats:
    return np.stack([cv2.GaussianBlur(one, (0, 0), _SOFT) for one in levels])


def _near(frames: Floats) -> Floats:
    """Frames that still lie on the same top."""
    logs = np.log(np.maximum(np.linalg.svd(frames[:, :, :2], compute_uv=False), 1e-3))
    away = np.linalg.norm(frames[:, :, 2], axis=1)
    # A wrong face must not be squeezed until it fits.
    return (np.abs(logs.mean(1)) < _STRETCH) & (logs[:, 0] - logs[:, 1] < _SQUEEZE) & (away < _AWAY)


def normal(values: Floats) -> Floats:
    """Rows without brightness and contrast."""
    values = values - values.mean(1, keepdims=True)
    return (values / np.maximum(np.linalg.norm(values, axis=1, keepdims=True), 1e-3)).astype(np.float32)
