"""The window in the foot of a model: what is behind it, the frame round it, and what its pane mirrors."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from msgspec import Struct

from vision.reading import Floats, Point

from .grounds import Rng, colour, noise
from .spheres import Ball, Lamp

WIDEST, HIGHEST = 2.75, 3.0
"""How far the foot reaches, in halves of the window."""


class Window(Struct, frozen=True):
    """An opening with round corners: distance from its rim in pixels for each pixel, and its looks."""

    box: tuple[slice, slice]
    """The part of the picture that window and foot lie in; the arrays are about this part."""
    rim: Floats
    """Negative inside."""
    across: Floats
    """From -1 to 1 between its sides."""
    down: Floats
    radius: float
    inside: Floats
    through: bool
    """Whether the table is seen through it."""


def any_window(
    rng: Rng,
    middles: Sequence[Point],
    radius: float,
    turn: float,
    size: tuple[int, int],
    narrow: bool = False,
) -> Window:
    """A window that shows all the balls, or with `narrow` hides part of them."""
    width, height = size
    points = np.array(middles or [(rng.uniform(0.3, 0.7) * width, rng.uniform(0.3, 0.7) * height)])
    middle = points.mean(0)
    turned = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    local = np.abs((points - middle) @ turned.T).max(0)
    room = (
        rng.uniform(0.12, 1.0, 2)
        if not narrow
        else rng.uniform(-0.9, -0.25, 2) * rng.permutation([1.0, -0.3])
    )
    half = local + radius * (1 + room)
    if not narrow and rng.random() < 0.3:
        half[:] = half.max()
    power = float(rng.uniform(4, 14)) if narrow or rng.random() < 0.65 else float(rng.uniform(2.2, 3.5))
    if not narrow:
        # Round windows cut corners off; the balls must still be whole behind them.
        corners = np.abs((points - middle) @ turned.T) + 0.75 * radius
        need = float((np.sum((corners / half) ** power, 1) ** (1 / power)).max())
        half = half * max(1.0, need)
    reach = half @ np.abs(turned * np.array([[WIDEST], [HIGHEST]])) + 0.6 * radius
    left, top = np.maximum(middle - reach, 0).astype(int)
    right, bottom = np.minimum(middle + reach + 1, [width, height]).astype(int)
    ys, xs = np.mgrid[top:bottom, left:right].astype(np.float32)
    u = ((xs - middle[0]) * turned[0, 0] + (ys - middle[1]) * turned[0, 1]) / half[0]
    v = ((xs - middle[0]) * turned[1, 0] + (ys - middle[1]) * turned[1, 1]) / half[1]
    form = np.maximum(np.abs(u) ** power + np.abs(v) ** power, 1e-9) ** (1 / power)
    return Window(
        box=(slice(top, bottom), slice(left, right)),
        rim=((form - 1) * float(half.min())).astype(np.float32),
        across=u.astype(np.float32),
        down=v.astype(np.float32),
        radius=radius,
        inside=_plastic(rng),
        through=bool(rng.random() < 0.25) and not narrow,
    )


def _plastic(rng: Rng) -> Floats:
    """The colour of a model's part, BGR: greys, white and black, or a player's colour."""
    if rng.random() < 0.5:
        grey = rng.choice([rng.uniform(0.03, 0.2), rng.uniform(0.3, 0.7), rng.uniform(0.75, 0.97)])
        return np.asarray(grey * (1 + rng.normal(0, 0.03, 3)), np.float32).clip(0.01, 1)
    return colour(rng, 0.15, 0.95)


def draw_behind(rng: Rng, picture: Floats, window: Window, balls: Sequence[Ball], lamp: Lamp) -> None:
    """The inside of the window, with the shade that rim and balls throw."""
    part = picture[window.box]
    height, width = part.shape[:2]
    back = np.broadcast_to(window.inside, part.shape).astype(np.float32).copy()
    if window.through:
        back = cv2.GaussianBlur(part, (0, 0), max(0.6, window.radius * rng.uniform(0.02, 0.3))) * 0.8
    bend = 1 - rng.uniform(0, 0.6) * np.clip(window.across, -1, 1) ** 2 + rng.uniform(-0.3, 0.3) * window.down
    back *= (bend * (lamp.around * rng.uniform(0.5, 1.0) + lamp.strength * rng.uniform(0, 0.6)))[..., None]
    back *= (1 + noise(rng, height, width, window.radius * 0.7) * rng.uniform(0, 0.06))[..., None]
    deep = window.radius * rng.uniform(0.1, 0.8)
    shade = np.clip(1 + (window.rim + deep * np.clip(-window.down, -0.2, 1)) / deep, 0, 1)
    back *= (1 - shade * rng.uniform(0.1, 0.6))[..., None]
    ys, xs = np.mgrid[window.box].astype(np.float32)
    for ball in balls:
        away = -lamp.towards[:2] * ball.radius * rng.uniform(0.3, 0.9)
        for (x, y), size, depth in (
            (np.array(ball.middle) + away, 1.05, rng.uniform(0.2, 0.7) * lamp.strength),
            (np.array(ball.middle) + np.array([0, 0.55 * ball.radius]), 0.8, rng.uniform(0.1, 0.5)),
        ):
            far = np.hypot(xs - x, ys - y) / (ball.radius * size)
            back *= (1 - depth * np.clip((1.25 - far) / 0.5, 0, 1))[..., None]
    part += (back - part) * np.clip(0.5 - window.rim, 0, 1)[..., None]


def draw_foot(rng: Rng, picture: Floats, window: Window, lamp: Lamp) -> Floats:
    """The foot round the window and its frame; where the window is clear."""
    part = picture[window.box]
    foot, frame = _plastic(rng), _plastic(rng)
    thick = window.radius * rng.uniform(0.08, 0.5)
    wide, high = rng.uniform(1.15, 2.2), rng.uniform(1.2, 3.0)
    slope = rng.uniform(-0.25, 0.25)
    span = wide * (1 + slope * window.down / high)
    bend = 1 - rng.uniform(0.1, 0.6) * np.clip(window.across / wide, -1, 1) ** 2
    light = lamp.around * 0.8 + lamp.strength * rng.uniform(0.2, 0.8)
    body = foot * (bend * light)[..., None]
    body *= (1 + noise(rng, part.shape[0], part.shape[1], window.radius * 1.5) * rng.uniform(0, 0.05))[
        ..., None
    ]
    scale = window.radius * 2
    within = np.clip((span - np.abs(window.across)) * scale + 0.5, 0, 1)
    within *= np.clip((high - np.abs(window.down)) * scale + 0.5, 0, 1)
    open_ = np.clip(0.5 - window.rim, 0, 1)
    if window.through and rng.random() < 0.4:
        # A free cylinder: there is no foot beside it.
        within *= 0
    part += (body - part) * (within * (1 - open_))[..., None]
    ring = np.clip(window.rim + 0.5, 0, 1) * np.clip(thick - window.rim + 0.5, 0, 1)
    edge = 0.75 + 0.5 * np.clip(window.rim / thick, 0, 1) - rng.uniform(0, 0.4) * np.clip(window.down, -1, 1)
    part += (frame * (edge * light)[..., None] - part) * ring[..., None]
    clear = np.zeros(picture.shape[:2], np.float32)
    clear[window.box] = open_
    return clear


class Glass(Struct, frozen=True):
    """A pane in the window's part of the picture: how bright it is at each place, and in which colour."""

    shine: Floats
    tint: Floats

    def over(self, part: Floats) -> Floats:
        """What is behind the pane, as it is seen through it."""
        shine = self.shine[..., None]
        return np.asarray(part * (1 - 0.5 * shine) + shine * self.tint, np.float32)


def any_glass(rng: Rng, window: Window, veil: tuple[float, float], streaks: float) -> Glass:
    """A pane with a veil and what is mirrored in it."""
    shine = np.full(window.rim.shape, rng.uniform(*veil) * rng.random(), np.float32)
    if rng.random() < streaks:
        for _ in range(int(rng.integers(1, 4))):
            shine += _mirrored(rng, window) * np.float32(rng.uniform(0.04, 0.4) ** 1.3)
    tint = 1 + rng.normal(0, 0.04, 3).astype(np.float32)
    return Glass(shine * np.clip(0.5 - window.rim, 0, 1), tint)


def draw_glass(picture: Floats, window: Window, glass: Glass) -> Floats:
    """Put the pane before the window. Where it is too bright to see anything."""
    picture[window.box] = glass.over(picture[window.box])
    burnt = np.zeros(picture.shape[:2], np.float32)
    burnt[window.box] = np.clip((glass.shine - 0.3) * 4, 0, 1)
    return burnt


def _mirrored(rng: Rng, window: Window) -> Floats:
    """One bright thing in the pane, 0 to 1: a streak along or across it, or a far window."""
    angle = rng.normal(0, 0.2) + rng.choice([0.0, np.pi / 2, np.pi / 4])
    place = rng.uniform(-1, 1, 2)
    u = (window.across - place[0]) * np.cos(angle) + (window.down - place[1]) * np.sin(angle)
    v = (window.down - place[1]) * np.cos(angle) - (window.across - place[0]) * np.sin(angle)
    soft = rng.uniform(0.02, 0.2)
    thin = rng.uniform(0.03, 0.22)
    long = rng.uniform(0.15, 0.5) if rng.random() < 0.4 else 9.0
    found = np.clip((thin - np.abs(u)) / soft + 0.5, 0, 1) * np.clip((long - np.abs(v)) / soft + 0.5, 0, 1)
    return np.asarray(found, np.float32)
