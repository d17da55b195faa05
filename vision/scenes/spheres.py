"""Glossy balls as light and their neighbours make them look."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from vision.reading import Floats, Point


class Ball(Struct, frozen=True):
    """A ball in the picture: middle and radius in pixels, its colour, BGR, and how it shines."""

    middle: Point
    radius: float
    body: Floats
    gloss: float
    sharpness: float


class Lamp(Struct, frozen=True):
    """A light: where it stands, how strong it is, how much comes from all around, and a mirrored window."""

    towards: Floats
    strength: float
    around: float
    mirrored: tuple[float, float, float, float]
    """Middle and half size of a bright pane, in the directions that balls mirror."""
    shine: float


def draw_ball(picture: Floats, ball: Ball, balls: Sequence[Ball], lamp: Lamp, env: Floats) -> Floats:
    """Draw one ball among others; `env` is the colour round it. The share of each pixel that it covers."""
    height, width = picture.shape[:2]
    cover = np.zeros((height, width), np.float32)
    x, y = ball.middle
    reach = ball.radius + 2
    left, top = max(0, int(x - reach)), max(0, int(y - reach))
    right, bottom = min(width, int(x + reach) + 1), min(height, int(y + reach) + 1)
    if right <= left or bottom <= top:
        return cover
    ys, xs = np.mgrid[top:bottom, left:right].astype(np.float32)
    across, down = (xs + 0.5 - x) / ball.radius, (ys + 0.5 - y) / ball.radius
    far = np.hypot(across, down)
    alpha = np.clip((1 - far) * ball.radius + 0.5, 0, 1)
    scale = np.minimum(1.0, 0.999 / np.maximum(far, 1e-6))
    across, down = across * scale, down * scale
    normal = np.stack([across, down, np.sqrt(np.maximum(0.0, 1 - across**2 - down**2))], -1)
    shown = _shaded(normal, ball, [other for other in balls if other is not ball], lamp, env)
    part = picture[top:bottom, left:right]
    part += (shown - part) * alpha[..., None]
    cover[top:bottom, left:right] = alpha
    return cover


def _shaded(normal: Floats, ball: Ball, others: list[Ball], lamp: Lamp, env: Floats) -> Floats:
    facing = np.clip((normal @ lamp.towards + 0.08) / 1.08, 0, 1)
    sky = 0.78 - 0.22 * normal[..., 1]
    bounced = np.zeros((*normal.shape[:2], 3), np.float32)
    for other in others:
        away = np.array([*(np.array(other.middle) - np.array(ball.middle)), 0.0], np.float32) / ball.radius
        facing = facing * (1 - _in_shadow(normal, away, other.radius / ball.radius, lamp.towards))
        nearness = 1 / max(1.0, float(np.linalg.norm(away)) / 2) ** 2
        towards = np.clip(normal @ (away / max(float(np.linalg.norm(away)), 1e-6)), 0, 1) ** 1.5
        sky = sky * (1 - 0.45 * nearness * towards)
        bounced += (towards * 0.16 * nearness * (lamp.around + lamp.strength))[..., None] * other.body
    light = lamp.around * sky + lamp.strength * facing
    mirrored = 2 * normal[..., 2:] * normal - np.array([0, 0, 1], np.float32)
    shine = ball.gloss * lamp.strength * 1.6 * np.clip(mirrored @ lamp.towards, 0, 1) ** ball.sharpness
    x, y, wide, high = lamp.mirrored
    soft = 0.03 + 0.3 / ball.sharpness
    pane = np.clip((wide - np.abs(mirrored[..., 0] - x)) / soft, 0, 1)
    pane = pane * np.clip((high - np.abs(mirrored[..., 1] - y)) / soft, 0, 1) * (mirrored[..., 2] > -0.3)
    shine = shine + pane * lamp.shine * (0.25 + 0.75 * ball.gloss)
    fresnel = (0.03 + 0.5 * (1 - normal[..., 2]) ** 4) * (0.3 + 0.7 * ball.gloss)
    body = ball.body * light[..., None] + bounced * ball.body
    around = env * (lamp.around * 0.9) + bounced
    return np.asarray(
        body * (1 - fresnel[..., None]) + around * fresnel[..., None] + shine[..., None], np.float32
    )


def _in_shadow(normal: Floats, away: Floats, size: float, towards: Floats) -> Floats:
    """How far the other ball stands between a point and the lamp."""
    ray = away - normal
    along = ray @ towards
    beside = np.linalg.norm(ray - along[..., None] * towards, axis=-1)
    return np.clip((1.15 * size - beside) / (0.35 * size), 0, 1) * (along > 0) * 0.92
