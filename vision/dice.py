"""Reads pip dice: finds their tops, reads each face, and says how sure that is."""

from __future__ import annotations

import time
from collections.abc import Sequence
from importlib.resources.abc import Traversable
from itertools import combinations
from typing import Any

import numpy as np

from . import evidence
from .cutting import CUT, WIDE, cut
from .evidence import ODD, Weights
from .finder import Found, find
from .networks import loaded, logit, network, shipped, softmax
from .reading import Floats, Odd, Outline, Picture, Reading, Seen, reasons
from .upright import Standpoint

FACES = ("1", "2", "3", "4", "5", "6")

VIEWS = ((0.0, 1.0), (0.8, 1.06))
"""Each top is cut out several times: turned by an angle, with a size that is a little off."""

LIES = 0.65
"""From this chance on something is a die."""

OVERLOOKED = 0.1
"""What may be a die with this chance keeps the whole from being sure."""

LEANS = 0.3
"""From this chance on a die counts as cocked or covered."""

LEANING = (0.48, 11.6, 1.05)
"""How likely that is: a constant, how far the die is from lying flat, and "cannot be read" as log odds.

Fitted on drawn dice that lie flat or lean, and on flat ones of photos.
"""

PLACED = (-2.43, 38.7, 0.47)
"""The same for a few dice under a camera whose place is known, fitted on drawn ones.

A question costs less than a die that leans unnoticed, so the constant is such that one flat die in seven is
asked for.
"""

USUAL = 0.09
"""How far from lying flat a die counts that lies there alone, so that nobody can tell."""

ASLANT = 0.15
"""How far the top of such a die may lie from the middle of the whole."""

ENOUGH = 4
"""So many dice show by themselves how flat ones look from where the camera stands.

Fewer tell it badly, and of a single die nobody can say whether it leans or the camera does. In a loose photo
they are sure if nothing about them is unusual: that is all a picture can promise. At the table, where a sure
reading may be entered without a question, they are sure only if the camera's place is known.
"""

SURE = 0.85
"""The confidence from which a die is not asked for.

These were chosen by what photos show (`bench dice --confidence`): no die in a sure reading was wrong.
"""

SPECK, BODILESS = 20.0, 10.0
"""Smaller than so many pixels and no darker or lighter than the ground but in its middle: a speck, no die."""

SMALLEST = 5
"""Pixels along a top, below which nothing is a die."""

MANY_MS = 1000

_FAR = np.hypot(*np.mgrid[-CUT / 2 + 0.5 : CUT / 2, -CUT / 2 + 0.5 : CUT / 2]) * 2 / CUT
_BODY, _GROUND = (_FAR > 0.28) & (_FAR < 0.42), (_FAR > 0.8) & (_FAR < 1.0)
"""Rings within a top and outside it, in a cut-out that shows two sizes of it."""


class DiceReader:
    """Reads pictures of pip dice, however many; by the shipped networks, or others to measure them.

    With `watching` it reads for a table, where a few dice need a camera whose place is known.
    """

    def __init__(
        self, networks: Traversable | None = None, weights: Weights | None = None, watching: bool = False
    ) -> None:
        if networks is None:
            self._finder, self._faces = network("finder"), network("faces")
        else:
            self._finder, self._faces = loaded(networks, "finder"), loaded(networks, "faces")
        self._eye: Standpoint | None = None
        self._watching = watching
        self._weights = weights or evidence.load(shipped().joinpath("confidence.toml"))

    def place(self, eye: Standpoint | None) -> None:
        """Where the camera stands over the pictures: then it is seen whether a lone die leans."""
        self._eye = eye

    def read(self, picture: Picture, expect: int | None = None) -> Reading:
        """What lies in a picture. With `expect` any other number of dice is odd."""
        began = time.perf_counter()
        found, shares = self.look(picture)
        lies = evidence.chances(evidence.of_dice(found, shares), self._weights.die)
        dice = [index for index in range(len(found)) if lies[index] >= LIES]
        eye = self._eye if len(dice) < ENOUGH else None
        leans = evidence.leans(found, shares, picture.shape, eye)
        right = evidence.chances(evidence.of_faces(found, shares, leans), self._weights.face)
        doubts = [index for index in range(len(found)) if OVERLOOKED < lies[index] < LIES]
        overlooked = sum(not is_speck(picture, found[index]) for index in doubts)
        told = eye is not None or len(dice) > 1
        weights = LEANING if eye is None else PLACED
        seen = []
        for index in dice:
            leaning = _is_leaning(found[index], shares[index], float(leans[index]) if told else None, weights)
            odd = _odd(picture, found[index], [found[other] for other in dice if other != index], leaning)
            sureness = float(lies[index] * right[index])
            seen.append(_seen(picture, found[index], shares[index], sureness, odd))
        whole = _whole(seen, expect, overlooked)
        if self._watching and self._eye is None and 0 < len(seen) < ENOUGH:
            whole.append(Odd.UNPLACED)
        spent = (time.perf_counter() - began) * MANY_MS
        return Reading(seen=_in_reading_order(seen), why=reasons(seen, whole), ms=spent)

    def look(self, picture: Picture) -> tuple[list[Found], Floats]:
        """Everything that may be a die, and for each view of it the shares of the classes."""
        found = [one for one in find(picture, net=self._finder) if one.size >= SMALLEST]
        return found, read_faces(picture, found, self._faces)


def read_faces(picture: Picture, found: list[Found], net: Any = None) -> Floats:
    """For each top and each view of it the shares of the classes."""
    if not found:
        return np.zeros((0, len(VIEWS), 8), np.float32)
    cuts = [cut(picture, one.middle, one.size * wide, turn) for one in found for turn, wide in VIEWS]
    chosen = network("faces") if net is None else net
    blob = np.stack(cuts).transpose(0, 3, 1, 2).astype(np.float32) / np.float32(255)
    chosen.setInput(np.ascontiguousarray(blob))
    return softmax(chosen.forward()).reshape(len(found), len(VIEWS), -1)


def _seen(picture: Picture, one: Found, shares: Floats, sureness: float, odd: tuple[Odd, ...]) -> Seen:
    mean = shares.mean(0)
    order = np.argsort(-mean[:6])
    likely = tuple((FACES[index], round(float(mean[index]), 4)) for index in order[:3])
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


def _is_leaning(one: Found, shares: Floats, lean: float | None, weights: tuple[float, ...]) -> bool:
    """Whether a die is cocked or covered; `lean` is None where nothing tells how flat dice look."""
    if lean is None and np.hypot(*evidence.offset(one)) > ASLANT:
        return True
    unread = logit(float(shares[:, ODD].mean()), evidence.CLOSE)
    signs = np.array([1.0, USUAL if lean is None else lean, unread], np.float32)
    return bool(evidence.chances(signs, weights) > LEANS)


def is_speck(picture: Picture, one: Found) -> bool:
    """Whether something is a dot without a die round it."""
    if one.size >= SPECK:
        return False
    shown = cut(picture, one.middle, one.size * 2 / WIDE).astype(np.float32)
    body, ground = (np.median(shown[ring], axis=0) for ring in (_BODY, _GROUND))
    return float(np.abs(body - ground).max()) < BODILESS


def _odd(picture: Picture, one: Found, others: list[Found], leaning: bool) -> tuple[Odd, ...]:
    odd = []
    height, width = picture.shape[:2]
    left, top, right, bottom = one.box
    slack = 0.08 * one.size
    if left < -slack or top < -slack or right > width + slack or bottom > height + slack:
        odd.append(Odd.CUT_OFF)
    if any(_covers(one, other) > 0.5 for other in others):
        odd.append(Odd.STACKED)
    elif leaning:
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


def _whole(seen: Sequence[Seen], expect: int | None, doubts: int) -> list[Odd]:
    whole = []
    if expect is not None and len(seen) != expect:
        whole.append(Odd.COUNT)
    if doubts:
        whole.append(Odd.UNCLEAR)
    sizes = [np.sqrt(max(1, one.box[2] * one.box[3])) for one in seen]
    if any(max(pair) > 3.2 * min(pair) for pair in combinations(sizes, 2)):
        whole.append(Odd.IMPOSSIBLE)
    return whole


def _in_reading_order(seen: Sequence[Seen]) -> tuple[Seen, ...]:
    """Row by row, as one reads; dice of about the same height are one row."""
    rows: list[list[Seen]] = []
    for one in sorted(seen, key=lambda one: one.box[1] + one.box[3] / 2):
        middle = one.box[1] + one.box[3] / 2
        if rows and middle - (rows[-1][0].box[1] + rows[-1][0].box[3] / 2) < 0.6 * one.box[3]:
            rows[-1].append(one)
        else:
            rows.append([one])
    return tuple(one for row in rows for one in sorted(row, key=lambda one: one.box[0]))
