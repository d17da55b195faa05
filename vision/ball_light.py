"""What the pixels of a ball say by themselves: its colour as it is lit, how bright, how much is burnt out."""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from .ball_finder import Found
from .reading import Floats, Picture

INNER, MOST = 0.85, 40
"""How much of a ball's radius is looked at, and with how many steps across."""

MATT = (20, 70)
"""Which of its places tell a ball's colour, in percentiles of their light: neither shine nor shade."""

FLOOR = 6.0
"""Added to grey levels before their logarithm, so that noise in the dark makes no colour."""

WHITE = 246


class Lit(Struct, frozen=True):
    """How a ball looks in the light that falls on it."""

    look: Floats
    """Logarithms of blue, green and red where it is matt."""
    bright: float
    """Its brightest channel in grey levels."""
    burnt: float
    """The share of it that is only white."""


def lit(ball: Found, picture: Picture) -> Lit:
    """How a ball looks in a picture."""
    disc = _disc(ball, picture)
    height = disc.max(1)
    low, high = np.percentile(height, MATT)
    matt = np.median(disc[(height >= low) & (height <= high)], axis=0)
    look = np.log(matt.astype(np.float64) + FLOOR)
    return Lit(look, float(np.median(height)), float((disc.min(1) > WHITE).mean()))


def _disc(ball: Found, picture: Picture) -> Picture:
    """The pixels of a ball, in a row; of a large one some."""
    height, width = picture.shape[:2]
    reach = INNER * ball.radius
    steps = np.linspace(-reach, reach, int(min(2 * reach + 2, MOST)))
    across, down = (part.ravel() for part in np.meshgrid(steps, steps))
    inside = np.hypot(across, down) <= reach
    xs = np.clip(ball.middle[0] + across[inside], 0, width - 1).astype(int)
    ys = np.clip(ball.middle[1] + down[inside], 0, height - 1).astype(int)
    return np.asarray(picture[ys, xs])
