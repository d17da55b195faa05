"""Grounds for drawn scenes: plain, cloth, carpet, wood, stripes, specks, prints and clutter."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import cv2
import numpy as np

from vision.reading import Floats

Rng: TypeAlias = np.random.Generator


def colour(rng: Rng, low: float = 0.02, high: float = 0.95) -> Floats:
    """A colour, BGR, more often pale or grey than gaudy."""
    value = rng.uniform(low, high)
    saturation = rng.beta(1.0, 2.0) if rng.random() < 0.7 else rng.uniform(0.3, 1)
    hue = np.uint8(rng.integers(0, 180))
    pixel = np.array([[[hue, saturation * 255, value * 255]]], np.uint8)
    return np.asarray(cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0] / 255.0, np.float32)


def noise(rng: Rng, height: int, width: int, cell: float, stretch: float = 1.0) -> Floats:
    """Smooth noise about 0 with a grain of so many pixels."""
    rows = max(2, int(height / cell) + 2)
    columns = max(2, int(width / (cell * stretch)) + 2)
    small = rng.standard_normal((rows, columns)).astype(np.float32)
    return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)


def _plain(rng: Rng, height: int, width: int) -> Floats:
    ground = np.broadcast_to(colour(rng), (height, width, 3)).astype(np.float32).copy()
    grain = noise(rng, height, width, rng.uniform(1, 4)) * rng.uniform(0, 0.03)
    return ground * (1 + grain[..., None])


def _carpet(rng: Rng, height: int, width: int) -> Floats:
    ground = np.broadcast_to(colour(rng, 0.1, 0.9), (height, width, 3)).astype(np.float32)
    total = np.zeros((height, width), np.float32)
    cell = rng.uniform(1.5, 10)
    for octave in range(3):
        total += noise(rng, height, width, cell * 2**octave, rng.uniform(0.6, 1.6)) / (1 + octave * 0.7)
    return ground * (1 + total * rng.uniform(0.05, 0.3))[..., None]


def _wood(rng: Rng, height: int, width: int) -> Floats:
    base = np.array([rng.uniform(0.05, 0.6), rng.uniform(0.2, 0.75), rng.uniform(0.4, 0.95)], np.float32)
    base = np.sort(base)
    side = int(np.hypot(height, width)) + 2
    grain = noise(rng, side, side, rng.uniform(2, 8), rng.uniform(15, 60))
    bands = np.sin(noise(rng, side, side, rng.uniform(30, 120), rng.uniform(4, 12)) * rng.uniform(3, 14))
    total = grain * rng.uniform(0.02, 0.12) + bands * rng.uniform(0.0, 0.12)
    return _turned(rng, base * (1 + total)[..., None], height, width)


def _turned(rng: Rng, square: Floats, height: int, width: int) -> Floats:
    side = square.shape[0]
    turn = cv2.getRotationMatrix2D((side / 2, side / 2), rng.uniform(0, 360), 1.0)
    turned = cv2.warpAffine(square, turn, (side, side), borderMode=cv2.BORDER_REFLECT)
    top, left = (side - height) // 2, (side - width) // 2
    return np.ascontiguousarray(turned[top : top + height, left : left + width], np.float32)


def _stripes(rng: Rng, height: int, width: int) -> Floats:
    side = int(np.hypot(height, width)) + 2
    rows = np.arange(side, dtype=np.float32)[:, None] + noise(rng, side, side, 80) * rng.uniform(0, 4)
    period = rng.uniform(6, 60)
    wave: Floats = (np.mod(rows, period) < period * rng.uniform(0.2, 0.8)).astype(np.float32)
    if rng.random() < 0.4:
        columns = np.arange(side, dtype=np.float32)[None, :]
        wave = wave * 0.5 + 0.5 * (np.mod(columns + rows * 0, period) < period * 0.5)
    wave = cv2.GaussianBlur(wave, (0, 0), rng.uniform(0.4, 1.5))[..., None]
    return _turned(rng, colour(rng) * wave + colour(rng) * (1 - wave), height, width)


def _specks(rng: Rng, height: int, width: int) -> Floats:
    """Woven or printed specks of about the size of pips."""
    ground = _carpet(rng, height, width)
    other = colour(rng)
    period = rng.uniform(4, 24)
    if rng.random() < 0.5:
        ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
        xs += noise(rng, height, width, 40) * period * 0.2
        ys += noise(rng, height, width, 40) * period * 0.2
        shift = np.mod(np.floor(ys / period), 2) * period / 2 * rng.integers(0, 2)
        size = period * rng.uniform(0.15, 0.42)
        if rng.random() < 0.5:
            mask = (
                np.hypot(np.mod(xs + shift, period) - period / 2, np.mod(ys, period) - period / 2) < size
            ) * 1.0
        else:
            mask = (
                (np.mod(xs + shift, period) < size * 2)
                * (np.mod(ys, period) < size * rng.uniform(1, 2))
                * 1.0
            )
        keep = (noise(rng, height, width, period) > rng.uniform(-2, 0.4)) * 1.0
        mask = mask * keep
    else:
        mask = (noise(rng, height, width, period / 2, rng.uniform(0.7, 3)) > rng.uniform(0.2, 1.2)) * 1.0
    mask = cv2.GaussianBlur(mask.astype(np.float32), (0, 0), rng.uniform(0.5, 1.5))[..., None]
    return ground * (1 - mask) + other * mask


def _print(rng: Rng, height: int, width: int) -> Floats:
    """Large printed shapes, as on tablecloths."""
    ground = _plain(rng, height, width)
    for _ in range(int(rng.integers(4, 40))):
        _shape(rng, ground, max(height, width) * rng.uniform(0.02, 0.25))
    grain = noise(rng, height, width, 2) * rng.uniform(0, 0.06)
    return ground * (1 + grain[..., None])


def _shape(rng: Rng, ground: Floats, size: float) -> None:
    height, width = ground.shape[:2]
    centre = np.array([rng.uniform(0, width), rng.uniform(0, height)])
    tone = tuple(float(part) for part in colour(rng))
    which = rng.integers(0, 4)
    if which == 0:
        axes = (max(1, int(size * rng.uniform(0.2, 1))), max(1, int(size * rng.uniform(0.2, 1))))
        cv2.ellipse(
            ground, centre.astype(int).tolist(), axes, rng.uniform(0, 180), 0, 360, tone, -1, cv2.LINE_AA
        )
    elif which == 1:
        points = (centre + rng.normal(0, size, (int(rng.integers(3, 8)), 2))).astype(np.int32)
        cv2.fillPoly(ground, [points], tone, cv2.LINE_AA)
    elif which == 2:
        points = (centre + np.cumsum(rng.normal(0, size * 0.4, (8, 2)), 0)).astype(np.int32)
        cv2.polylines(ground, [points], False, tone, int(rng.integers(1, 2 + int(size * 0.1))), cv2.LINE_AA)
    else:
        # OpenCV 5 writes into bytes only.
        mask = np.zeros((height, width), np.uint8)
        words = "".join(rng.choice(list("ABCEGHKRSabdeg0123456789%&"), 6))
        where, font, thick = centre.astype(int).tolist(), int(rng.integers(0, 4)), int(rng.integers(1, 4))
        cv2.putText(mask, words, where, font, max(0.3, size / 60), 255, thick, cv2.LINE_AA)
        share = mask[..., None].astype(np.float32) / 255
        ground += (np.array(tone, np.float32) - ground) * share


def keys(rng: Rng, height: int, width: int) -> Floats:
    """Rows of rounded squares with a sign on each, as on keyboards, game boards and calendars."""
    side = int(np.hypot(height, width)) + 2
    pitch = rng.uniform(0.05, 0.2) * max(height, width)
    drawn = np.broadcast_to(colour(rng), (side, side, 3)).astype(np.float32).copy()
    key, sign = colour(rng), colour(rng)
    gap = pitch * rng.uniform(0.05, 0.15)
    tall = rng.uniform(0.8, 1.2)
    marks = np.zeros((side, side), np.uint8)
    for row in range(int(side / (pitch * tall)) + 1):
        shift = rng.uniform(0, pitch)
        for column in range(int(side / pitch) + 1):
            left, top = column * pitch - shift, row * pitch * tall
            ends = [int(left + gap), int(top + gap)], [int(left + pitch - gap), int(top + pitch * tall - gap)]
            cv2.rectangle(drawn, ends[0], ends[1], tuple(float(part) for part in key), -1)
            at = [int(left + pitch * rng.uniform(0.2, 0.5)), int(top + pitch * tall * rng.uniform(0.4, 0.8))]
            if rng.random() < 0.88:
                word = str(rng.choice(list("AEHKORSXZ0368.,:;")))
                cv2.putText(
                    marks, word, at, 0, max(0.2, pitch / 70), 255, max(1, int(pitch / 30)), cv2.LINE_AA
                )
            else:
                cv2.circle(marks, at, max(1, int(pitch * rng.uniform(0.03, 0.1))), 255, -1, cv2.LINE_AA)
    share = marks[..., None].astype(np.float32) / 255
    drawn += (sign - drawn) * share
    return _turned(rng, cv2.GaussianBlur(drawn, (0, 0), rng.uniform(0.4, 1.2)), height, width)


GROUNDS: tuple[tuple[Callable[[Rng, int, int], Floats], float], ...] = (
    (_plain, 0.3), (_carpet, 0.22), (_wood, 0.2), (_stripes, 0.08), (_specks, 0.1),
    (_print, 0.06), (keys, 0.04),
)  # fmt: skip


def ground(rng: Rng, height: int, width: int) -> Floats:
    """A ground of any kind, 0 to 1."""
    makers, weights = zip(*GROUNDS, strict=True)
    maker = makers[int(rng.choice(len(makers), p=weights))]
    made = maker(rng, height, width)
    if rng.random() < 0.15:
        # Two grounds meet: the edge of a mat, a sheet of paper, the rim of a tray.
        other = makers[int(rng.choice(len(makers), p=weights))](rng, height, width)
        mask = np.zeros((height, width), np.float32)
        angle, middle = rng.uniform(0, np.pi), rng.uniform(-0.35, 0.35) * max(height, width)
        ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
        way = (xs - width / 2) * np.cos(angle) + (ys - height / 2) * np.sin(angle)
        mask = np.clip((way - middle) / 2, 0, 1)[..., None].astype(np.float32)
        made = made * (1 - mask) + other * mask
    return np.clip(made, 0, 1.2).astype(np.float32)


def clutter(rng: Rng, picture: Floats, pieces: int, size: float) -> None:
    """Pens, cables, coins, cubes and cards lying about, each with a soft shadow."""
    height, width = picture.shape[:2]
    for _ in range(pieces):
        mask = np.zeros((height, width), np.uint8)
        centre = np.array([rng.uniform(0, width), rng.uniform(0, height)])
        way = np.array([np.cos(angle := rng.uniform(0, 2 * np.pi)), np.sin(angle)])
        which = rng.integers(0, 4)
        if which == 0:
            ends = [(centre + way * size * k).astype(int).tolist() for k in (-4, 4)]
            cv2.line(mask, ends[0], ends[1], 255, max(2, int(size * rng.uniform(0.1, 0.4))), cv2.LINE_AA)
        elif which == 1:
            points = (centre + np.cumsum(rng.normal(0, size * 0.9, (10, 2)), 0)).astype(np.int32)
            cv2.polylines(
                mask, [points], False, 255, max(2, int(size * rng.uniform(0.08, 0.25))), cv2.LINE_AA
            )
        elif which == 2:
            cv2.circle(
                mask,
                centre.astype(int).tolist(),
                max(2, int(size * rng.uniform(0.2, 0.8))),
                255,
                -1,
                cv2.LINE_AA,
            )
        else:
            box = cv2.boxPoints(
                (centre.tolist(), (size * rng.uniform(0.5, 4), size * rng.uniform(0.5, 4)), angle * 57)
            )
            cv2.fillPoly(mask, [box.astype(np.int32)], 255, cv2.LINE_AA)
        shadow = cv2.GaussianBlur(
            np.roll(mask, (int(size * 0.1), int(size * 0.1)), (0, 1)), (0, 0), size * 0.08 + 0.5
        )
        picture *= 1 - (shadow.astype(np.float32) / 255 * rng.uniform(0.2, 0.6))[..., None]
        alpha = (mask.astype(np.float32) / 255)[..., None]
        tone = colour(rng) * (1 + noise(rng, height, width, size)[..., None] * 0.1)
        if rng.random() < 0.3:
            tone = ground(rng, height, width)
        picture += (tone - picture) * alpha
