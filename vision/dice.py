"""Reads pip dice: finds their tops, reads each face, and says how sure that is."""

from __future__ import annotations

import time
from itertools import combinations
from typing import Any

import numpy as np

from vision.reading import Floats

from .cutting import cut
from .finder import Found, find
from .networks import network, softmax
from .reading import Odd, Outline, Picture, Reading, Seen, reasons

FACES = ("1", "2", "3", "4", "5", "6")
_ODD, _NONE = 6, 7

VIEWS = ((0.0, 1.0), (0.6, 1.08), (1.2, 0.93))
"""Each top is cut out several times: turned by an angle, with a size that is a little off."""

LIES = 0.3
"""From this heat on something is a die; below it, one may have been overlooked."""

OVERLOOKED = 0.04
"""What may be a die, by heat and by what the face reader makes of it, keeps the whole from being sure."""

LEANS = 0.1
"""The share of "odd" from which a die counts as cocked or covered."""

SURE = 0.9
"""The confidence from which a die is not asked for."""

WEIGHTS = (-1.0, 0.7, 0.4, 0.35)
"""Of the confidence: constant, mean and worst score of the face, heat of the finder.

Set by hand so far: `vision.training.calibrate` fits them on drawn scenes.
"""

MANY_MS = 1000


class DiceReader:
    """Reads pictures of pip dice, however many."""

    def read(self, picture: Picture, expect: int | None = None) -> Reading:
        """What lies in a picture. With `expect` any other number of dice is odd."""
        began = time.perf_counter()
        found = [one for one in find(picture) if one.size >= 5]
        faces = read_faces(picture, found)
        dice, doubts = [], 0
        for one, shares in zip(found, faces, strict=True):
            nothing = float(shares[:, _NONE].mean())
            if one.heat * (1 - nothing) >= LIES * 0.6 and nothing < 0.5 and one.heat >= LIES:
                dice.append((one, shares))
            elif one.heat * (1 - nothing) > OVERLOOKED:
                doubts += 1
        seen = tuple(
            _seen(picture, one, shares, [o for o, _ in dice if o is not one]) for one, shares in dice
        )
        whole = _whole(seen, expect, doubts)
        spent = (time.perf_counter() - began) * MANY_MS
        return Reading(seen=_in_reading_order(seen), why=reasons(seen, whole), ms=spent)


def read_faces(picture: Picture, found: list[Found], net: Any = None) -> Floats:
    """For each top and each view of it the shares of the classes."""
    if not found:
        return np.zeros((0, len(VIEWS), 8), np.float32)
    cuts = [cut(picture, one.middle, one.size * wide, turn) for one in found for turn, wide in VIEWS]
    chosen = network("faces") if net is None else net
    blob = np.stack(cuts).transpose(0, 3, 1, 2).astype(np.float32) / np.float32(255)
    chosen.setInput(np.ascontiguousarray(blob))
    return softmax(chosen.forward()).reshape(len(found), len(VIEWS), -1)


def evidence(one: Found, shares: Floats) -> Floats:
    """What speaks for the face that is read: the numbers that the confidence is made of."""
    kept = shares[:, : _NONE + 1]
    face = int(kept.mean(0)[:6].argmax())
    scores = _logit(kept[:, face])
    return np.array(
        [1.0, float(scores.mean()), float(scores.min()), float(_logit(np.float32(one.heat)))], np.float32
    )


def confidence(one: Found, shares: Floats) -> float:
    """How far the face can be trusted, 0 to 1; not yet calibrated."""
    return float(1 / (1 + np.exp(-float(evidence(one, shares) @ np.array(WEIGHTS, np.float32)))))


def _logit(share: Floats | np.float32) -> Floats:
    clipped = np.clip(share, 1e-4, 1 - 1e-4)
    return np.asarray(np.log(clipped / (1 - clipped)), np.float32)


def _seen(picture: Picture, one: Found, shares: Floats, others: list[Found]) -> Seen:
    mean = shares.mean(0)
    order = np.argsort(-mean[:6])
    likely = tuple((FACES[index], round(float(mean[index]), 4)) for index in order[:3])
    odd = _odd(picture, one, mean, others)
    sureness = confidence(one, shares)
    return Seen(
        face=likely[0][0],
        confidence=round(sureness, 4),
        outline=_outline(one, picture),
        sure=sureness >= SURE and not odd,
        odd=odd,
        likely=likely,
    )


def _outline(one: Found, picture: Picture) -> Outline:
    left, top, right, bottom = one.box
    height, width = picture.shape[:2]
    left, right = (min(max(x, 0.0), float(width)) for x in (left, right))
    top, bottom = (min(max(y, 0.0), float(height)) for y in (top, bottom))
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def _odd(picture: Picture, one: Found, mean: Floats, others: list[Found]) -> tuple[Odd, ...]:
    odd = []
    height, width = picture.shape[:2]
    left, top, right, bottom = one.box
    slack = 0.08 * one.size
    if left < -slack or top < -slack or right > width + slack or bottom > height + slack:
        odd.append(Odd.CUT_OFF)
    if any(_covers(one, other) > 0.5 for other in others):
        odd.append(Odd.STACKED)
    elif float(mean[_ODD]) > LEANS:
        odd.append(Odd.COCKED)
    if one.size < 9:
        odd.append(Odd.SMALL)
    return tuple(odd)


def _covers(one: Found, other: Found) -> float:
    """The share of the smaller box that both have."""
    wide = min(one.box[2], other.box[2]) - max(one.box[0], other.box[0])
    high = min(one.box[3], other.box[3]) - max(one.box[1], other.box[1])
    if wide <= 0 or high <= 0:
        return 0.0
    areas = [(found.box[2] - found.box[0]) * (found.box[3] - found.box[1]) for found in (one, other)]
    return wide * high / max(1.0, min(areas))


def _whole(seen: tuple[Seen, ...], expect: int | None, doubts: int) -> list[Odd]:
    whole = []
    if expect is not None and len(seen) != expect:
        whole.append(Odd.COUNT)
    if doubts:
        whole.append(Odd.UNCLEAR)
    sizes = [np.sqrt(max(1, one.box[2] * one.box[3])) for one in seen]
    if any(max(pair) > 3.2 * min(pair) for pair in combinations(sizes, 2)):
        whole.append(Odd.IMPOSSIBLE)
    return whole


def _in_reading_order(seen: tuple[Seen, ...]) -> tuple[Seen, ...]:
    """Row by row, as one reads; dice of about the same height are one row."""
    rows: list[list[Seen]] = []
    for one in sorted(seen, key=lambda one: one.box[1] + one.box[3] / 2):
        middle = one.box[1] + one.box[3] / 2
        if rows and middle - (rows[-1][0].box[1] + rows[-1][0].box[3] / 2) < 0.6 * one.box[3]:
            rows[-1].append(one)
        else:
            rows.append([one])
    return tuple(one for row in rows for one in sorted(row, key=lambda one: one.box[0]))
