"""Dice with symbols that nobody has seen before, to train with: stars, rings, bars, letters and more."""

from __future__ import annotations

import cv2
import numpy as np

from vision.reading import Floats, Picture

from . import pips
from .dice import Look
from .grounds import Rng
from .render import FACES

SIZE = 96
_FINE = 384
_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ?!&%$+*#@2345679"


def any_symbol(rng: Rng) -> Floats:
    """The mask of a symbol, 0 to 1."""
    canvas = np.zeros((_FINE, _FINE), np.uint8)
    copies = int(rng.choice([1, 1, 1, 1, 2, 2, 3]))
    draw = _SYMBOLS[int(rng.integers(0, len(_SYMBOLS)))]
    reach = _FINE * (rng.uniform(0.22, 0.36) if copies == 1 else rng.uniform(0.12, 0.2))
    piece = np.zeros_like(canvas)
    draw(rng, piece, reach)
    if rng.random() < 0.15:
        _SYMBOLS[int(rng.integers(0, len(_SYMBOLS)))](rng, piece, reach * 0.5)
    way = rng.uniform(0, 2 * np.pi)
    for number in range(copies):
        angle = way + 2 * np.pi * number / copies
        gap = 0.0 if copies == 1 else _FINE * rng.uniform(0.17, 0.21)
        shift = np.array([[1, 0, np.cos(angle) * gap], [0, 1, np.sin(angle) * gap]], np.float32)
        canvas = np.maximum(canvas, cv2.warpAffine(piece, shift, (_FINE, _FINE)))
    soft = cv2.resize(canvas, (SIZE, SIZE), interpolation=cv2.INTER_AREA)
    return np.asarray(soft / np.float32(255), np.float32)


def any_look(rng: Rng) -> Look:
    """A die of any colour with symbols of any kind."""
    body, ink, _ = pips.pair(rng)
    kind = rng.random()
    if kind < 0.55:
        # Dark or strong colours with a light print, as most games have them.
        tone = rng.uniform(0.03, 0.25) if rng.random() < 0.4 else rng.uniform(0.3, 0.75)
        hue = rng.uniform(0.1, 1.0, 3) if tone > 0.3 else 1 + rng.normal(0, 0.1, 3)
        body = np.clip(tone * hue, 0.02, 0.9).astype(np.float32)
        ink = np.clip(rng.uniform(0.8, 1.0) * (1 + rng.normal(0, 0.05, 3)), 0, 1).astype(np.float32)
    known = [any_symbol(rng) for _ in range(int(rng.integers(2, 5)))]
    faces = np.zeros((FACES, SIZE, SIZE, 4), np.float32)
    faces[..., :3] = ink
    for side in range(FACES):
        mask = known[int(rng.integers(0, len(known)))]
        faces[side, ..., 3] = np.rot90(mask, int(rng.integers(0, 4)))
    return Look(
        kind="any",
        names=("any",) * FACES,
        faces=faces,
        body=np.asarray(body, np.float32),
        rounding=float(rng.uniform(0.05, 0.32)),
        ball=float(rng.uniform(1.33, 1.6)) if rng.random() < 0.35 else 9.0,
        gloss=float(rng.uniform(0, 0.8)),
        sharpness=float(rng.uniform(8, 90)),
        engraved=float(rng.uniform(0.2, 0.9)) if rng.random() < 0.4 else 0.0,
        mottle=pips.mottle(rng) if rng.random() < 0.2 else None,
    )


def _middle() -> tuple[int, int]:
    return _FINE // 2, _FINE // 2


def _round_shape(rng: Rng, piece: Picture, reach: float) -> None:
    """A polygon round the middle: a star, a cog, a drop or anything."""
    count = int(rng.integers(3, 13))
    angles = (
        np.sort(rng.uniform(0, 2 * np.pi, count))
        if rng.random() < 0.4
        else np.arange(count) * 2 * np.pi / count
    )
    radii = rng.uniform(0.45, 1.0, count)
    if rng.random() < 0.5:
        radii = np.where(np.arange(count) % 2, rng.uniform(0.3, 0.7), 1.0)
    points = np.stack([np.cos(angles) * radii, np.sin(angles) * radii * rng.uniform(0.6, 1.0)], 1) * reach
    outline = [np.round(points + _FINE / 2).astype(np.int32)]
    if rng.random() < 0.25:
        cv2.polylines(piece, outline, True, 255, int(rng.uniform(0.1, 0.25) * reach) + 1)
    else:
        cv2.fillPoly(piece, outline, 255)


def _ring(rng: Rng, piece: Picture, reach: float) -> None:
    """A ring, whole or open."""
    thick = int(rng.uniform(0.15, 0.35) * reach)
    start = int(rng.uniform(0, 360))
    sweep = 360 if rng.random() < 0.5 else int(rng.uniform(180, 320))
    radius = int(reach - thick / 2)
    cv2.ellipse(piece, _middle(), (radius, radius), start, 0, sweep, 255, thick)
    if rng.random() < 0.5:
        _round_shape(rng, piece, reach * 0.55)


def _crescent(rng: Rng, piece: Picture, reach: float) -> None:
    """A moon."""
    cv2.circle(piece, _middle(), int(reach), 255, -1)
    way = rng.uniform(0, 2 * np.pi)
    away = reach * rng.uniform(0.35, 0.6)
    at = (int(_FINE / 2 + np.cos(way) * away), int(_FINE / 2 + np.sin(way) * away))
    cv2.circle(piece, at, int(reach * rng.uniform(0.65, 0.85)), 0, -1)


def _bars(rng: Rng, piece: Picture, reach: float) -> None:
    """Two to four bars side by side."""
    count = int(rng.integers(2, 5))
    step = 2 * reach / count
    for number in range(count):
        high = reach * rng.uniform(0.4, 1.0)
        left = _FINE / 2 - reach + number * step
        right = left + step * rng.uniform(0.5, 0.8)
        low = _FINE / 2 + reach * (1 if rng.random() < 0.5 else 0.7)
        cv2.rectangle(piece, (int(left), int(low - 1.6 * high)), (int(right), int(low)), 255, -1)


def _letter(rng: Rng, piece: Picture, reach: float) -> None:
    """A letter or a digit."""
    letter = _LETTERS[int(rng.integers(0, len(_LETTERS)))]
    font = int(rng.choice([cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX]))
    thick = int(rng.integers(10, 30))
    (wide, high), _ = cv2.getTextSize(letter, font, reach / 14, thick)
    cv2.putText(
        piece, letter, (int((_FINE - wide) / 2), int((_FINE + high) / 2)), font, reach / 14, 255, thick
    )


def _spokes(rng: Rng, piece: Picture, reach: float) -> None:
    """Lines from the middle, with or without knobs."""
    count, first = int(rng.integers(2, 8)), rng.uniform(0, np.pi)
    thick = int(rng.uniform(0.12, 0.3) * reach) + 1
    knobs = rng.random() < 0.4
    for number in range(count):
        angle = first + 2 * np.pi * number / count
        end = (int(_FINE / 2 + np.cos(angle) * reach), int(_FINE / 2 + np.sin(angle) * reach))
        cv2.line(piece, _middle(), end, 255, thick)
        if knobs:
            cv2.circle(piece, end, thick, 255, -1)


_SYMBOLS = (_round_shape, _round_shape, _ring, _crescent, _bars, _letter, _spokes)

__all__ = ["any_look", "any_symbol"]
