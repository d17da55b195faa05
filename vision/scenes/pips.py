"""How pip dice look: layouts, colours, bodies."""

from __future__ import annotations

import cv2
import numpy as np

from vision.reading import Floats

from .grounds import Rng, colour, noise
from .render import FACES

LAYOUTS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
SIZE = 96
"""Pixels along a face's print."""

ORDER = (1, 6, 2, 5, 3, 4)
"""The number on each side: opposite sides make seven."""


def print_pips(rng: Rng, ink: Floats, first: Floats, fourth: Floats | None = None) -> Floats:
    """The six prints of a die, BGRA; `first` and `fourth` are the inks of the one and the four.

    With `fourth` the die is of the eastern kind: a large one, and pips that keep to the middle.
    """
    eastern = fourth is not None
    spread = rng.uniform(0.4, 0.58) * (rng.uniform(0.75, 1.0) if eastern else 1.0)
    radius = rng.uniform(0.12, 0.23)
    ring = rng.random() < 0.06
    wide = rng.uniform(1.0, 1.6) if rng.random() < 0.3 else 1.0
    if eastern:
        wide = rng.uniform(1.2, 2.0)
    # The two rows of a six are often closer to each other than its pips are spread.
    narrow = rng.uniform(0.55, 1.0)
    # The pips of a two or a three may lie close together, and those of a two side by side.
    closer = rng.uniform(0.5, 1.0) if eastern or rng.random() < 0.15 else 1.0
    beside = rng.random() < (0.5 if eastern else 0.06)
    faces = np.zeros((FACES, SIZE, SIZE, 4), np.float32)
    for side, number in enumerate(ORDER):
        mask = np.zeros((SIZE * 2, SIZE * 2), np.float32)
        turned = rng.random() < 0.5
        size = radius * SIZE * (wide if number == 1 else 1.0)
        for x, y in LAYOUTS[number]:
            if number == 6:
                x *= narrow
            elif number == 2:
                x, y = (x * closer, 0.0 if beside else y * closer)
            elif number == 3:
                x, y = x * max(closer, 0.8), y * max(closer, 0.8)
            if turned:
                x, y = -y, x
            # Pips never run into each other.
            reach = max(spread, radius * 1.15 / max(closer, 0.5)) if number == 2 else spread
            where = (np.array([x, y]) * reach + 1) * SIZE
            centre = [int(part * 16) for part in where]
            cv2.circle(mask, centre, int(size * 16), 1.0, -1, cv2.LINE_AA, 4)
            if ring:
                cv2.circle(mask, centre, int(size * 0.55 * 16), 0.35, -1, cv2.LINE_AA, 4)
        tone = first if number == 1 else fourth if number == 4 and fourth is not None else ink
        faces[side, :, :, :3] = tone
        faces[side, :, :, 3] = cv2.resize(mask, (SIZE, SIZE), interpolation=cv2.INTER_AREA)
    return faces


def eastern_inks(rng: Rng) -> tuple[Floats, Floats]:
    """Blue or black pips, and the red of the one and the four."""
    ink = np.full(3, rng.uniform(0.02, 0.15), np.float32)
    if rng.random() < 0.6:
        ink = np.array([rng.uniform(0.4, 0.8), rng.uniform(0.05, 0.35), rng.uniform(0.02, 0.3)], np.float32)
    red = np.array([rng.uniform(0.03, 0.25), rng.uniform(0.03, 0.25), rng.uniform(0.5, 0.95)], np.float32)
    return ink, red


def pair(rng: Rng) -> tuple[Floats, Floats, Floats]:
    """The colours of a body, of its pips, and of the one."""
    which = rng.random()
    if which < 0.5:
        body = np.array(
            [rng.uniform(0.55, 0.95), rng.uniform(0.75, 0.97), rng.uniform(0.82, 1.0)], np.float32
        )
        ink = np.full(3, rng.uniform(0.01, 0.12), np.float32)
        if rng.random() < 0.2:
            ink = colour(rng, 0.2, 0.7)
    elif which < 0.85:
        body = colour(rng, 0.04, 0.9)
        ink = np.full(3, rng.uniform(0.75, 1.0), np.float32)
        if rng.random() < 0.2:
            ink = ink * np.array([rng.uniform(0.1, 0.5), 0.85, 0.95], np.float32)
    else:
        body, ink = colour(rng), colour(rng)
    while _contrast(body, ink) < 0.2:
        ink = colour(rng, 0.0, 1.0)
    first = ink
    if rng.random() < 0.15:
        first = np.array([0.1, 0.1, rng.uniform(0.5, 0.95)], np.float32)
        if _contrast(body, first) < 0.2:
            first = ink
    return body.astype(np.float32), ink.astype(np.float32), first.astype(np.float32)


def _contrast(one: Floats, other: Floats) -> float:
    return float(np.abs(one - other).max() * 0.6 + abs(float(one.mean()) - float(other.mean())) * 0.6)


def mottle(rng: Rng) -> Floats | None:
    """Marbling or specks of a body; None for the plain ones."""
    which = rng.random()
    if which < 0.75:
        return None
    total: Floats = noise(rng, 64, 64, rng.uniform(2, 20)) * rng.uniform(0.05, 0.3)
    if which > 0.92:
        total = (total > 0.1) * rng.uniform(0.1, 0.6)
    return np.clip(1 + total, 0.2, 1.8).astype(np.float32)
