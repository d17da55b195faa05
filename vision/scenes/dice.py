"""Drawn tray pictures with dice, and what is true of each die."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import cv2
import numpy as np
from msgspec import Struct

from vision.reading import Floats, Outline, Picture

from . import pips, render
from .exposure import Exposure, exposed, room
from .grounds import Rng, clutter, colour, ground, noise
from .render import Camera, Die, Light

Case = Literal["flat", "cocked", "stacked"]


class Look(Struct, frozen=True):
    """A die before it is thrown: its prints, what they mean, its body."""

    kind: str
    names: tuple[str, ...]
    """What each side shows, in the order of `render.FACES`."""
    faces: Floats
    body: Floats
    rounding: float = 0.12
    ball: float = 9.0
    gloss: float = 0.4
    sharpness: float = 30.0
    engraved: float = 0.0
    mottle: Floats | None = None


class Truth(Struct, frozen=True):
    """What a drawn die shows. `clear` if a person would read it without a doubt."""

    kind: str
    face: str
    outline: Outline
    top: Outline
    case: Case
    seen: float
    """The share of its top that is neither covered nor outside the picture."""
    inside: bool

    @property
    def clear(self) -> bool:
        """Whether it lies flat, free and whole."""
        return self.case == "flat" and self.seen > 0.93 and self.inside


class Scene(Struct, frozen=True):
    """A picture and the dice in it."""

    picture: Picture
    dice: tuple[Truth, ...]


class Ranges(Exposure, frozen=True, kw_only=True):
    """Within which bounds scenes are drawn; angles in degrees."""

    size: tuple[float, float] = (0.03, 0.2)
    """Edge of a die as a share of the longer side."""
    tilt: tuple[float, float] = (0, 50)
    clutter: float = 0.25
    cocked: float = 0.06
    stacked: float = 0.03
    covered: float = 0.08
    near: float = 0.3
    """How often a die lies against another."""


TRAY = Ranges(size=(0.06, 0.13), tilt=(0, 22), clutter=0.0, cocked=0.0, stacked=0.0, covered=0.0, near=0.15)
"""A camera over a tray, all dice flat."""


EASTERN = 0.35
"""How many of the pale dice have a large red one and a red four."""


def any_pip_look(rng: Rng) -> Look:
    """A pip die of any kind."""
    body, ink, first = pips.pair(rng)
    fourth = None
    if rng.random() < EASTERN and float(body.mean()) > 0.6:
        ink, fourth = pips.eastern_inks(rng)
        first = fourth
    return Look(
        kind="pips",
        names=tuple(str(number) for number in pips.ORDER),
        faces=pips.print_pips(rng, ink, first, fourth),
        body=body,
        rounding=float(rng.uniform(0.06, 0.35)),
        ball=float(rng.uniform(1.32, 1.6)) if rng.random() < 0.45 else 9.0,
        gloss=float(rng.uniform(0, 0.8)) if rng.random() < 0.7 else 0.0,
        sharpness=float(rng.uniform(8, 90)),
        engraved=float(rng.uniform(0.2, 1.0)) if rng.random() < 0.7 else 0.0,
        mottle=pips.mottle(rng),
    )


def draw(
    rng: Rng,
    looks: list[Look],
    ranges: Ranges = TRAY,
    size: tuple[int, int] = (640, 480),
    backdrop: Callable[[Rng, int, int], Floats] = ground,
) -> Scene:
    """A picture of the given dice as they were thrown, width and height given."""
    width, height = size
    camera, share = camera_over(rng, ranges, width, height, len(looks))
    light = _light(rng)
    dice, cases = _throw(rng, camera, looks, ranges, share)
    picture = backdrop(rng, height, width).astype(np.float32).copy()
    picture *= (light.strength * light.towards[2] + light.around) / 1.1
    room(rng, picture, ranges)
    if rng.random() < ranges.clutter:
        clutter(rng, picture, int(rng.integers(1, 6)), share * max(size))
    around = np.asarray(picture.mean((0, 1)), np.float32)
    for die in dice:
        _shadow(rng, picture, camera, die, light)
    covers = _draw_all(picture, camera, dice, light, around, share * max(size))
    covered = np.zeros((height, width), np.float32)
    if rng.random() < ranges.covered:
        before = picture.copy()
        clutter(rng, picture, int(rng.integers(1, 3)), share * max(size))
        covered = (np.abs(picture - before).max(2) > 0.08).astype(np.float32)
    truths = tuple(
        _truth(camera, die, look, case, covers, index, covered)
        for index, (die, look, case) in enumerate(zip(dice, looks, cases, strict=True))
    )
    return Scene(exposed(rng, picture, ranges), truths)


def camera_over(rng: Rng, ranges: Ranges, width: int, height: int, dice: int) -> tuple[Camera, float]:
    """A camera that looks at the table, and the edge of a die as a share of its picture's longer side."""
    low, high = ranges.size
    # Many dice must find room.
    high = max(low, min(high, 0.75 / max(np.sqrt(dice), 1.0)))
    share = float(np.exp(rng.uniform(np.log(low), np.log(high))))
    focal = max(width, height) * float(rng.uniform(0.7, 2.2))
    distance = focal / (share * max(width, height))
    tilt = np.radians(rng.uniform(*ranges.tilt) if rng.random() < 0.6 else rng.uniform(*ranges.tilt) * 0.4)
    spin = rng.normal(0, 0.15) if rng.random() < 0.7 else rng.uniform(-np.pi, np.pi)
    return render.aimed(width, height, focal, distance, float(tilt), float(spin)), share


def _light(rng: Rng) -> Light:
    angle, low = rng.uniform(0, 2 * np.pi), rng.uniform(0.35, 1.0)
    flat = np.sqrt(1 - low**2)
    towards = np.array([flat * np.cos(angle), flat * np.sin(angle), low], np.float32)
    strength = float(rng.uniform(0.15, 0.85))
    return Light(towards, strength, float(1.0 - strength * rng.uniform(0.6, 0.95)))


def _throw(
    rng: Rng, camera: Camera, looks: list[Look], ranges: Ranges, share: float
) -> tuple[list[Die], list[Case]]:
    dice: list[Die] = []
    cases: list[Case] = []
    for look in looks:
        edge = float(rng.uniform(0.93, 1.07)) if rng.random() < 0.7 else float(rng.uniform(0.7, 1.3))
        case: Case = "flat"
        turn = _resting(rng)
        spot = _spot(rng, camera, dice, ranges, edge)
        height = edge / 2
        if rng.random() < ranges.cocked:
            case = "cocked"
            lean = np.radians(rng.uniform(18, 45))
            way = rng.uniform(0, 2 * np.pi)
            turn = _about(np.array([np.cos(way), np.sin(way), 0.0]), lean) @ turn
            height = edge / 2 * float(np.abs(turn[2]).sum())
        elif dice and rng.random() < ranges.stacked:
            case = "stacked"
            under = dice[int(rng.integers(0, len(dice)))]
            spot = under.centre[:2] + rng.normal(0, 0.12, 2)
            height += under.centre[2] + under.edge / 2
        dice.append(
            Die(
                np.array([spot[0], spot[1], height], np.float32),
                turn.astype(np.float32),
                look.faces,
                look.body,
                edge,
                look.rounding,
                look.ball,
                look.gloss,
                look.sharpness,
                look.engraved,
                look.mottle,
            )
        )
        cases.append(case)
    return dice, cases


def _resting(rng: Rng) -> Floats:
    """A cube on one of its sides, turned any way."""
    axis, sign = int(rng.integers(0, 3)), float(rng.choice([-1, 1]))
    up = np.zeros(3)
    up[axis] = sign
    right = np.zeros(3)
    right[(axis + 1) % 3] = 1
    basis = np.stack([right, np.cross(up, right), up])
    yaw = rng.uniform(0, 2 * np.pi)
    return (_about(np.array([0.0, 0.0, 1.0]), yaw) @ basis).astype(np.float32)


def _about(axis: Floats, angle: float) -> Floats:
    return np.asarray(cv2.Rodrigues((axis * angle).astype(np.float64))[0], np.float32)


def _spot(rng: Rng, camera: Camera, dice: list[Die], ranges: Ranges, edge: float) -> Floats:
    """Somewhere in the picture where no other die lies, often close to one."""
    best, gap = np.zeros(2), -9.0
    for _ in range(30):
        if dice and rng.random() < ranges.near:
            other = dice[int(rng.integers(0, len(dice)))]
            way = rng.uniform(0, 2 * np.pi)
            spot = other.centre[:2] + np.array([np.cos(way), np.sin(way)]) * rng.uniform(1.0, 1.5) * edge
        else:
            margin = -0.02 if rng.random() < 0.1 else 0.06
            pixel = np.array(
                [
                    [
                        rng.uniform(margin, 1 - margin) * camera.width,
                        rng.uniform(margin, 1 - margin) * camera.height,
                    ]
                ],
                np.float32,
            )
            spot = camera.on_table(pixel)[0, :2]
        free = min(
            (float(np.linalg.norm(other.centre[:2] - spot)) - 0.62 * (other.edge + edge) for other in dice),
            default=9.0,
        )
        if free > 0:
            return np.asarray(spot, np.float32)
        if free > gap:
            best, gap = spot, free
    return np.asarray(best, np.float32)


def _shadow(rng: Rng, picture: Floats, camera: Camera, die: Die, light: Light) -> None:
    cast, under = render.footprint(camera, die, light)
    size = float(np.linalg.norm(np.ptp(under, axis=0))) / 1.5
    lit = light.strength * light.towards[2]
    for outline, depth, soft in (
        (cast, lit / (lit + light.around) * rng.uniform(0.7, 1.0), rng.uniform(0.02, 0.12)),
        (under, rng.uniform(0.2, 0.6), 0.1),
    ):
        pad = int(size * soft * 3) + 3
        left, top = np.maximum(np.floor(outline.min(0)).astype(int) - pad, 0)
        right, bottom = np.ceil(outline.max(0)).astype(int) + pad
        part = picture[top : max(bottom, top), left : max(right, left)]
        if part.size == 0:
            continue
        mask: Floats = np.zeros(part.shape[:2], np.float32)
        cv2.fillConvexPoly(mask, np.round((outline - [left, top]) * 16).astype(np.int32), 1.0, cv2.LINE_AA, 4)
        mask = cv2.GaussianBlur(mask, (0, 0), max(0.6, size * soft))
        part *= 1 - (mask * depth)[..., None]


def _draw_all(
    picture: Floats, camera: Camera, dice: list[Die], light: Light, around: Floats, size: float
) -> list[Floats]:
    far_first = sorted(
        range(len(dice)), key=lambda index: -float(np.linalg.norm(dice[index].centre - camera.eye))
    )
    covers: list[Floats] = [np.zeros(0, np.float32)] * len(dice)
    for index in far_first:
        fine = 3 if size < 40 else 2 if size < 90 else 1
        covers[index] = render.draw_die(picture, camera, dice[index], light, around, fine)
        for earlier in far_first[: far_first.index(index)]:
            covers[earlier] = covers[earlier] * (1 - covers[index])
    return covers


def _truth(
    camera: Camera, die: Die, look: Look, case: Case, covers: list[Floats], index: int, covered: Floats
) -> Truth:
    side = die.top()
    top = camera.project(die.side(side, 1 - 0.3 * die.rounding))
    outline = render.silhouette(camera, die)
    mask = np.zeros(covered.shape, np.uint8)
    cv2.fillConvexPoly(mask, np.round(camera.project(die.side(side, 0.85))).astype(np.int32), 1)
    area = cv2.contourArea(np.round(camera.project(die.side(side, 0.85))).astype(np.float32))
    seen = float((covers[index] * (1 - covered))[mask > 0].sum()) / max(area, 1.0)
    height, width = covered.shape
    inside = bool(outline.min() >= 0 and outline[:, 0].max() <= width and outline[:, 1].max() <= height)
    return Truth(look.kind, look.names[side], _points(outline), _points(top), case, min(1.0, seen), inside)


def _points(points: Floats) -> Outline:
    return tuple((float(x), float(y)) for x, y in points)


def pip_scene(seed: int, count: int, ranges: Ranges = TRAY, size: tuple[int, int] = (640, 480)) -> Scene:
    """A drawn tray with so many pip dice; the same seed draws the same picture."""
    rng = np.random.default_rng(seed)
    if rng.random() < 0.5:
        look = any_pip_look(rng)
        return draw(rng, [look] * count, ranges, size)
    return draw(rng, [any_pip_look(rng) for _ in range(count)], ranges, size)


__all__ = ["TRAY", "Look", "Ranges", "Scene", "Truth", "any_pip_look", "colour", "draw", "noise", "pip_scene"]
