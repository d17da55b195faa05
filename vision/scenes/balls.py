"""Drawn windows with balls behind them, and what is true of each ball."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import cv2
import numpy as np
from msgspec import Struct

from vision.ball_set import BallSet
from vision.described import colour as parsed
from vision.reading import Floats, Picture, Point

from .exposure import Exposure, exposed, room
from .grounds import Rng, clutter, colour, ground
from .spheres import Ball, Lamp, draw_ball
from .window import any_glass, any_window, draw_behind, draw_foot, draw_glass

Case = Literal["plain", "none", "one", "three", "covered", "overlap", "cut", "narrow", "burnt"]
ODD_CASES: tuple[Case, ...] = ("none", "one", "three", "covered", "overlap", "cut", "narrow", "burnt")

STANDS_OUT = 0.1
"""Logarithms of light (with some grey levels for the noise) from which two places are told apart."""

EXPOSED = 0.75 * 255
"""About what a camera makes of full light, in grey levels."""


class Truth(Struct, frozen=True):
    """A drawn ball."""

    face: str
    middle: Point
    radius: float
    seen: float
    """The share of its disc that is neither covered, burnt out nor outside."""
    apart: float
    """The share of its rim that is told from what lies beside it: black on black is not."""
    dye: Floats
    """Its colour in white light, BGR, from 0 to 1."""

    @property
    def clear(self) -> bool:
        """Whether a person would see it without a doubt."""
        return self.seen > 0.88 and self.apart > 0.65


class Scene(Struct, frozen=True):
    """A picture and the balls in it."""

    picture: Picture
    balls: tuple[Truth, ...]
    case: Case

    @property
    def clear(self) -> bool:
        """Whether two balls lie there, both to be seen."""
        return len(self.balls) == 2 and all(ball.clear for ball in self.balls)

    @property
    def faces(self) -> tuple[str, ...]:
        """The colours, sorted."""
        return tuple(sorted(ball.face for ball in self.balls))


class Ranges(Exposure, frozen=True, kw_only=True):
    """Within which bounds windows are drawn."""

    dim: tuple[float, float] = (0.4, 1.1)
    blur: tuple[float, float] = (0.0, 1.7)
    noise: tuple[float, float] = (0.0, 0.03)
    cast: float = 0.03
    glare: float = 0.05
    jpeg: tuple[int, int] = (50, 98)
    size: tuple[float, float] = (0.03, 0.21)
    """Radius of a ball as a share of the picture's longer side."""
    apart: tuple[float, float] = (1.0, 1.3)
    """Between the middles of neighbours, in diameters."""
    warmth: float = 0.4
    """Spread of the light between bluish daylight (-1) and a warm lamp (1)."""
    dye: float = 1.0
    """How far the balls' colours stray from what the set says."""
    veil: tuple[float, float] = (0.0, 0.1)
    """How much the pane shines all over."""
    streaks: float = 0.5
    """How often something bright is mirrored in the pane."""
    clutter: float = 0.12
    turned: float = 0.25
    """How often the picture is turned by any angle."""


ANY = Ranges()
"""Windows of any size in nearly any light."""


def draw(
    rng: Rng,
    balls: BallSet,
    faces: Sequence[str],
    ranges: Ranges = ANY,
    case: Case = "plain",
    size: tuple[int, int] = (640, 480),
) -> Scene:
    """A picture of balls of these colours; width and height given."""
    width, height = size
    radius = _radius(rng, ranges, size, len(faces))
    middles, turn = _places(rng, ranges, size, radius, len(faces), case)
    lamp = _lamp(rng)
    dye_of = {face: _dyed(rng, balls, face, ranges.dye) for face in dict.fromkeys(faces)}
    dyes = [dye_of[face] * float(rng.uniform(0.94, 1.06)) for face in faces]
    things = [
        Ball(middle, radius * float(rng.uniform(0.97, 1.03)), dye, gloss, sharp)
        for middle, dye, gloss, sharp in zip(
            middles, dyes, rng.uniform(0.15, 0.9, len(dyes)), rng.uniform(12, 160, len(dyes)), strict=True
        )
    ]
    picture = ground(rng, height, width).astype(np.float32).copy()
    picture *= lamp.strength * 0.6 + lamp.around
    if rng.random() < ranges.clutter:
        clutter(rng, picture, int(rng.integers(1, 4)), radius * 1.5)
    window = any_window(rng, middles, radius, turn, size, narrow=case == "narrow")
    draw_behind(rng, picture, window, things, lamp)
    behind = picture[window.box].copy()
    covers = [draw_ball(picture, ball, things, lamp, window.inside) for ball in things]
    for index, cover in enumerate(covers):
        for later in covers[index + 1 :]:
            cover *= 1 - later
    clear = draw_foot(rng, picture, window, lamp)
    glass = any_glass(rng, window, ranges.veil, ranges.streaks)
    burnt = draw_glass(picture, window, glass)
    veiled = picture.copy()
    veiled[window.box] = glass.over(behind)
    stand_out = _logarithms(picture * EXPOSED) - _logarithms(veiled * EXPOSED)
    free = clear * (1 - burnt)
    if case == "covered" and things:
        free *= 1 - _cover(rng, picture, things[int(rng.integers(0, len(things)))])
    if case == "burnt" and things:
        free *= 1 - _burn(rng, picture, things[int(rng.integers(0, len(things)))])
    room(rng, picture, ranges)
    picture *= _cast(rng, ranges.warmth)
    shot = exposed(rng, picture, ranges)
    truths = tuple(
        Truth(
            face,
            ball.middle,
            ball.radius,
            float((cover * free).sum()) / (np.pi * ball.radius**2),
            told_apart(_logarithms(shot), stand_out, ball.middle, ball.radius),
            ball.body,
        )
        for face, ball, cover in zip(faces, things, covers, strict=True)
    )
    return Scene(shot, truths, case)


def _logarithms(picture: Floats) -> Floats:
    """Light as logarithms, with some grey levels for the noise."""
    return np.asarray(np.log(np.maximum(picture, 0).astype(np.float32) + 14), np.float32)


def told_apart(shot: Floats, stand_out: Floats, middle: Point, radius: float) -> float:
    """The share of a ball's rim that differs by a tenth from what lies beside and from what is behind it."""
    turns = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    calm = cv2.GaussianBlur(shot, (0, 0), 0.08 * radius + 0.3)
    inner, outer, changed = (
        cv2.remap(
            picture,
            (middle[0] + share * radius * np.cos(turns)).astype(np.float32),
            (middle[1] + share * radius * np.sin(turns)).astype(np.float32),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        ).reshape(-1, 3)
        for picture, share in ((calm, 0.86), (calm, 1.14), (stand_out, 0.86))
    )
    differs, covers = (np.sqrt((part**2).mean(1)) > STANDS_OUT for part in (inner - outer, changed))
    return float((differs & covers).mean())


def window_scene(
    seed: int,
    balls: BallSet,
    ranges: Ranges = ANY,
    case: Case = "plain",
    size: tuple[int, int] = (640, 480),
) -> Scene:
    """A drawn window as it may be after shaking; the same seed draws the same picture."""
    rng = np.random.default_rng(seed)
    many = {"none": 0, "one": 1, "three": 3}.get(case, 2)
    bag = [one.colour for one in balls.ball for _ in range(one.count)]
    drawn = rng.permutation(len(bag))[:many]
    return draw(rng, balls, [bag[index] for index in drawn], ranges, case, size)


def _radius(rng: Rng, ranges: Ranges, size: tuple[int, int], many: int) -> float:
    low, high = ranges.size
    high = max(low, min(high, 0.46 / max(many, 1)))
    return float(np.exp(rng.uniform(np.log(low), np.log(high)))) * max(size)


def _places(
    rng: Rng, ranges: Ranges, size: tuple[int, int], radius: float, many: int, case: Case
) -> tuple[list[Point], float]:
    """Where the balls lie, side by side or leaning over each other, and how the window is turned."""
    width, height = size
    turn = float(rng.uniform(0, 2 * np.pi) if rng.random() < ranges.turned else rng.normal(0, 0.12))
    best: list[Point] = []
    least = np.inf
    for _ in range(40):
        lean = turn + float(rng.normal(0, 0.35) if rng.random() < 0.7 else rng.uniform(0, np.pi))
        gap = rng.uniform(*ranges.apart) if case != "overlap" else rng.uniform(0.35, 0.8)
        step = 2 * radius * gap * np.array([np.cos(lean), np.sin(lean)])
        spots = [(index - (many - 1) / 2) * step for index in range(many)]
        if many == 3 and rng.random() < 0.6:
            side = rng.choice([-1, 1]) * np.array([-np.sin(lean), np.cos(lean)])
            spots = [-step / 2, step / 2, side * 2 * radius * gap * 0.87]
        margin = min(1.3 * radius, 0.24 * min(size))
        middle = np.array([rng.uniform(margin, width - margin), rng.uniform(margin, height - margin)])
        if case == "cut":
            edge = [(0.0, middle[1]), (width, middle[1]), (middle[0], 0.0), (middle[0], height)]
            middle = np.array(edge[int(rng.integers(0, 4))]) + rng.normal(0, 0.5 * radius, 2)
        here = [(float(x), float(y)) for x, y in (middle + spot for spot in spots)]
        over = max(
            (max(radius - x, radius - y, x + radius - width, y + radius - height) for x, y in here),
            default=-1.0,
        )
        if over < -0.06 * radius or case == "cut":
            return here, turn
        if over < least:
            best, least = here, over
    return best, turn


def _lamp(rng: Rng) -> Lamp:
    angle, low = rng.normal(-np.pi / 2, 0.9), rng.uniform(0.25, 0.9)
    flat = np.sqrt(1 - low**2)
    towards = np.array([flat * np.cos(angle), flat * np.sin(angle), low], np.float32)
    strength = float(rng.uniform(0.15, 0.8))
    pane = rng.normal(0, 0.45, 2) + np.array([0.0, -0.35])
    wide, high = rng.uniform(0.05, 0.3, 2)
    mirrored = (float(pane[0]), float(pane[1]), float(wide), float(high))
    shine = float(rng.uniform(0.1, 0.9)) if rng.random() < 0.6 else 0.0
    return Lamp(towards, strength, float(1.0 - strength * rng.uniform(0.55, 0.95)), mirrored, shine)


def _dyed(rng: Rng, balls: BallSet, face: str, stray: float) -> Floats:
    """The colour of a ball, BGR: plastic and cameras differ from the file; black is rarely quite black."""
    body = next(one.body for one in balls.ball if one.colour == face)
    pixel = np.array([[parsed(body)[::-1]]], np.float32)
    hue, saturation, value = cv2.cvtColor(pixel, cv2.COLOR_BGR2HSV)[0, 0]
    hue = (hue + stray * np.clip(rng.normal(0, 3.5), -7, 7)) % 360
    saturation = np.clip(saturation * (1 + stray * rng.normal(-0.02, 0.07)), 0, 1)
    value = np.clip(value * np.exp(stray * rng.normal(0, 0.12)) + stray * rng.uniform(0, 0.02), 0.02, 1)
    dyed = cv2.cvtColor(np.array([[[hue, saturation, value]]], np.float32), cv2.COLOR_HSV2BGR)
    return np.asarray(dyed[0, 0], np.float32)


def _cast(rng: Rng, spread: float) -> Floats:
    """The light's colour, BGR, as far as the camera has not evened it out."""
    warm = float(np.clip(rng.normal(0, spread), -1, 1))
    return np.array([1 - 0.42 * warm, 1 + rng.normal(0, 0.03), 1 + 0.27 * warm], np.float32)


def _cover(rng: Rng, picture: Floats, ball: Ball) -> Floats:
    """A finger or something else in front of a ball; the mask of it."""
    height, width = picture.shape[:2]
    mask = np.zeros((height, width), np.uint8)
    way = rng.uniform(0, 2 * np.pi)
    across = np.array([np.cos(way), np.sin(way)])
    thick = ball.radius * rng.uniform(0.9, 2.2)
    tip = np.array(ball.middle) + across * (thick / 2 + ball.radius * rng.uniform(-0.9, 0.35))
    end = tip + across * ball.radius * 30
    cv2.line(mask, tip.astype(int).tolist(), end.astype(int).tolist(), 255, max(2, int(thick)), cv2.LINE_AA)
    skin = np.array([0.35, 0.5, 0.75], np.float32) * rng.uniform(0.4, 1.1)
    tone = skin if rng.random() < 0.6 else colour(rng)
    soft: Floats = cv2.GaussianBlur(mask.astype(np.float32) / 255, (0, 0), 0.7)
    picture += (tone - picture) * soft[..., None]
    return soft


def _burn(rng: Rng, picture: Floats, ball: Ball) -> Floats:
    """A lamp mirrored in front of a ball; the mask of what is gone."""
    height, width = picture.shape[:2]
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    x, y = np.array(ball.middle) + rng.normal(0, 0.4, 2) * ball.radius
    size = ball.radius * rng.uniform(0.5, 1.2)
    shine = np.exp(-(((xs - x) ** 2 + (ys - y) ** 2) / size**2)) * rng.uniform(1.2, 3.0)
    picture += shine[..., None].astype(np.float32)
    return np.asarray(np.clip(shine * 2 - 0.5, 0, 1), np.float32)
