"""What speaks for a round thing being a ball that is seen whole: its rim, its shading, its even colour."""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from .circles import ANGLES, HALF, RINGS, UNIT, Circle, logarithms, patch, rims
from .reading import Floats, Picture

SECTORS = 8
LIT, SHADED = (35, 75), (10, 45)
"""Which places of a ball tell its colour, in percentiles of their light."""

RIM_SEEN = 0.07
"""From this change of light on, in logarithms, a rim is seen."""

_DOWN, _ACROSS = (part.astype(np.float32) for part in np.mgrid[-HALF:HALF, -HALF:HALF] + 0.5)
_FAR = np.hypot(_ACROSS, _DOWN) / UNIT
_DISC = _FAR < 0.82
_RING = (_FAR > 1.12) & (_FAR < 1.4)
_SECTOR = (np.arctan2(_DOWN, _ACROSS) / (2 * np.pi) * SECTORS + SECTORS).astype(int) % SECTORS
_WEDGES = [_DISC & (_FAR > 0.35) & (one == _SECTOR) for one in range(SECTORS)]
_AT = np.stack([_ACROSS / UNIT, _DOWN / UNIT], -1)
_CURVE = np.stack(
    [
        np.ones(_FAR.shape),
        _AT[..., 0],
        _AT[..., 1],
        _AT[..., 0] ** 2,
        _AT[..., 1] ** 2,
        _AT[..., 0] * _AT[..., 1],
    ],
    -1,
).astype(np.float32)
_RIM_AT = np.abs(RINGS - 1) < 0.07


class Marks(Struct, frozen=True):
    """A round thing: how it looks for the judgement of colours, and numbers that speak for a ball."""

    look: Floats
    shaded: Floats
    """How its darker half looks, which mirrored light changes less."""
    numbers: Floats
    burnt: float
    """The share of its disc that is only white."""
    light: float
    """Its brightest channel in grey levels."""
    bright: float
    """What is bright in the picture, in grey levels."""
    beyond: float
    """How far it reaches out of the picture, in radii."""


def marks(picture: Picture, circle: Circle, bright: float) -> Marks:
    """The marks of a circle; `bright` is the grey level of what is bright in the picture."""
    shown = patch(picture, circle)
    light = logarithms(shown)
    rim = rims(light)[:, _RIM_AT].max(1)
    disc = shown[_DISC].astype(np.float32)
    core, shade = (_core(disc, low, high) for low, high in (LIT, SHADED))
    beyond = _beyond(picture, circle)
    burnt = float((disc.min(1) > 246).mean())
    return Marks(
        _look(core, bright),
        _look(shade, bright),
        _numbers(circle, light, rim, beyond),
        burnt,
        float(core.max()),
        float(bright),
        beyond,
    )


def _core(disc: Floats, low: float, high: float) -> Floats:
    """The colour of those places of a disc whose light is between two percentiles."""
    height = disc.max(1)
    least, most = np.percentile(height, [low, high])
    return np.asarray(np.median(disc[(height >= least) & (height <= most)], axis=0) + 2, np.float64)


def _look(core: Floats, bright: float) -> Floats:
    return np.array(
        [np.log(core[2] / core[1]), np.log(core[0] / core[1]), np.log(core.max() / (bright + 2))], np.float64
    )


def _numbers(circle: Circle, light: Floats, rim: Floats, beyond: float) -> Floats:
    grey = light.mean(2)
    hue = light - grey[..., None]
    inner, colours = grey[_DISC], hue[_DISC]
    matt = inner <= np.percentile(inner, 88)
    middle = np.median(colours[matt], axis=0)
    stray = np.abs(colours[matt] - middle).mean(1)
    form = _CURVE[_DISC][matt]
    curve = np.linalg.solve(form.T @ form, form.T @ inner[matt])
    smooth = grey - _CURVE @ curve
    rough = float(np.std(smooth[_DISC][matt]))
    shine = float(np.percentile(smooth[_DISC], 99))
    wedges = [
        float(np.abs(np.median(hue[one], axis=0) - middle).max() + 0.5 * abs(np.median(smooth[one])))
        for one in _WEDGES
    ]
    outer = light[_RING]
    inside = np.append(middle + np.median(inner), 0)[:3]
    differs = np.sqrt(((outer - inside) ** 2).mean(1))
    sectors = np.minimum(rim, 0.15).reshape(SECTORS, ANGLES // SECTORS).mean(1) / 0.15
    return np.array(
        [
            circle.votes,
            float((rim > RIM_SEEN).mean()),
            float(sectors.min()),
            float(np.sort(sectors)[1]),
            float(np.minimum(rim, 0.4).mean()),
            float(np.median(stray)),
            float(np.percentile(stray, 85)),
            rough,
            min(shine, 1.0),
            max(wedges),
            float(np.sort(wedges)[-3]),
            float(np.median(differs)),
            float(np.percentile(differs, 15)),
            float(-curve[3] - curve[4]),
            float(np.hypot(curve[1], curve[2])),
            min(beyond, 1.0),
        ]
    )


def _beyond(picture: Picture, circle: Circle) -> float:
    """How far the circle reaches out of the picture, in radii."""
    height, width = picture.shape[:2]
    over = max(
        circle.radius - circle.x,
        circle.radius - circle.y,
        circle.x + circle.radius - width,
        circle.y + circle.radius - height,
    )
    return max(0.0, over / circle.radius)
