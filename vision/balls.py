"""Reads the balls in a window: finds them, names their colours, and says how sure that is."""

from __future__ import annotations

import time
from functools import cache
from importlib import resources
from itertools import combinations

import msgspec
import numpy as np
from msgspec import Struct

from . import picture_file
from .ball_colours import Colours
from .ball_marks import Marks, marks
from .ball_set import BallSet
from .circles import Circle, find, fitted, near
from .networks import sigmoid
from .reading import Floats, Odd, Outline, Picture, Reading, Seen, reasons

LOOK_AT = 400
"""The longer side of the picture that is looked at."""

CANDIDATES, FITTING, KNOWN = 16, 9, 2
"""Round things that are fitted to a rim; of these looked at; of these looked round for fainter ones."""

BALL, LIKELY, MAYBE, DOUBT = 0.5, 0.2, 0.06, 0.02
"""From these shares on something is a ball; with another one beside it; may be one; may be one too many."""

WANTED, TOO_MANY = 0.004, 0.8
"""Where another ball must lie beside a certain one, less is enough; where there are all, more is needed."""

SURE = 0.9
"""The confidence from which a ball is not asked for."""

ALIKE, FAR = 1.22, 5.2
"""Balls differ by no more than this in size, and lie no farther apart, in radii, from their neighbours."""

SMALL = 7.0
TOO_DARK, DARK, BURNT = 60.0, 26.0, 0.2
STRANGE = 5.5
"""Odd beyond: radius in pixels; light of picture and ball in grey levels; burnt share; unusual colour."""

NEVER = 3.0
"""What speaks against two things that cannot lie together, as log odds."""

HIDDEN = 1.72
"""Middles that are nearer than so many radii belong to balls that hide each other."""

MANY_MS = 1000


class Candidate(Struct, frozen=True):
    """A round thing, the share of such things that are balls, and the colour that it would have."""

    circle: Circle
    marks: Marks
    share: float
    face: str

    @property
    def log(self) -> float:
        """What speaks for a ball, as log odds."""
        clipped = min(max(self.share, 1e-5), 1 - 1e-5)
        return float(np.log(clipped / (1 - clipped)))


class Weights(Struct, frozen=True):
    """Of the small network that tells balls from other round things; `vision.training.balls` fits them."""

    means: list[float]
    spreads: list[float]
    first: list[list[float]]
    first_bias: list[float]
    second: list[float]
    second_bias: float


@cache
def weights() -> Weights:
    """The weights that are shipped."""
    text = resources.files("vision").joinpath("weights", "balls.toml").read_text("utf-8")
    return msgspec.toml.decode(text, type=Weights)


def evidence(circle: Circle, found: Marks, strange: float, longer: float) -> Floats:
    """The numbers that the network takes."""
    return np.append(found.numbers, [min(strange, 8.0), float(np.log(circle.radius / longer))])


def share_of_balls(numbers: Floats, kept: Weights | None = None) -> float:
    """How likely something with these numbers is a ball that is seen whole."""
    kept = kept or weights()
    scaled = np.clip((numbers - np.array(kept.means)) / np.array(kept.spreads), -4, 4)
    hidden = np.tanh(np.array(kept.first) @ scaled + np.array(kept.first_bias))
    return float(sigmoid(np.array(hidden @ np.array(kept.second) + kept.second_bias)))


def brightness(picture: Picture) -> float:
    """The grey level of what is bright in a picture, in whichever channel: no colour is dark by itself."""
    return float(np.percentile(picture.max(2), 98))


def rounded(picture: Picture) -> list[Circle]:
    """The round things of a picture that follow a rim best."""
    found = sorted((fitted(picture, one) for one in find(picture, CANDIDATES)), key=lambda one: -one.rim)
    kept: list[Circle] = []
    for one in found:
        if all(not alike(one, other) for other in kept):
            kept.append(one)
    return kept[:FITTING]


def alike(one: Circle, other: Circle) -> bool:
    """Whether two fitted circles follow the same rim."""
    return bool(_apart(one, other) < 0.12 and abs(np.log(one.radius / other.radius)) < 0.08)


def beside(picture: Picture, known: Circle) -> list[Circle]:
    """Round things near a known one, and as large."""
    return [fitted(picture, one, sized=True) for one in near(picture, known)]


class BallReader:
    """Reads pictures of a window with the balls of a set."""

    def __init__(self, balls: BallSet) -> None:
        self.balls = balls
        self._colours = Colours(balls)

    def read(self, picture: Picture, expect: int | None = None) -> Reading:
        """The balls in a picture; any other number than `expect`, or than the set shows, is odd."""
        began = time.perf_counter()
        wanted = self.balls.shown if expect is None else expect
        small = picture_file.shrunk(picture, LOOK_AT)
        found = self.candidates(small)
        chosen, doubts = _chosen(found, wanted, self.balls)
        shares, faces, strange, agreed = self._named(chosen)
        scale = max(picture.shape[:2]) / max(small.shape[:2])
        seen = tuple(
            self._seen(one, share, face, odd if same else np.inf, chosen, scale, picture)
            for one, share, face, odd, same in zip(chosen, shares, faces, strange, agreed, strict=True)
        )
        whole = self._whole(faces, wanted, doubts, small)
        ordered = tuple(sorted(seen, key=lambda one: one.box[0] + one.box[2] / 2))
        spent = (time.perf_counter() - began) * MANY_MS
        return Reading(seen=ordered, why=reasons(ordered, whole), ms=spent)

    def _named(
        self, chosen: list[Candidate]
    ) -> tuple[list[dict[str, float]], tuple[str, ...], list[float], list[bool]]:
        """The colours by all of the balls or by their darker halves, whichever is clearer; do both agree?"""
        ways = [
            self._colours.shares(looks)
            for looks in ([one.marks.look for one in chosen], [one.marks.shaded for one in chosen])
        ]
        agreed = [one == other for one, other in zip(ways[0][1], ways[1][1], strict=True)]
        clear = [
            min((share[face] for share, face in zip(way[0], way[1], strict=True)), default=1.0)
            for way in ways
        ]
        best = ways[0] if all(agreed) or clear[0] >= clear[1] else ways[1]
        return *best, agreed

    def candidates(self, picture: Picture) -> list[Candidate]:
        """All round things that may be balls, likeliest first."""
        bright = brightness(picture)
        found = [self._judged(picture, one, bright) for one in rounded(picture)]
        found.sort(key=lambda one: -one.share)
        known = [one.circle for one in found if one.share > MAYBE][:KNOWN]
        circles = [one.circle for one in found]
        for one in known:
            for other in beside(picture, one):
                if all(not alike(other, circle) for circle in circles):
                    circles.append(other)
                    found.append(self._judged(picture, other, bright))
        return sorted(found, key=lambda one: -one.share)

    def _judged(self, picture: Picture, circle: Circle, bright: float) -> Candidate:
        told = marks(picture, circle, bright)
        _, (face,), (strange,) = self._colours.shares([told.look])
        numbers = evidence(circle, told, strange, max(picture.shape[:2]))
        return Candidate(circle, told, share_of_balls(numbers), face)

    def _seen(
        self,
        one: Candidate,
        shares: dict[str, float],
        face: str,
        strange: float,
        chosen: list[Candidate],
        scale: float,
        picture: Picture,
    ) -> Seen:
        odd = _odd(one, strange, [other for other in chosen if other is not one], scale)
        sureness = one.share * shares[face]
        likely = sorted(shares.items(), key=lambda pair: -pair[1])[:3]
        return Seen(
            face=face,
            kind="ball",
            confidence=round(sureness, 4),
            outline=_outline(one.circle, scale, picture),
            sure=sureness >= SURE and not odd,
            odd=odd,
            likely=tuple((name, round(share, 4)) for name, share in likely),
        )

    def _whole(self, faces: tuple[str, ...], wanted: int, doubts: int, picture: Picture) -> list[Odd]:
        whole = []
        if len(faces) != wanted:
            whole.append(Odd.COUNT)
        elif not self.balls.is_possible(faces):
            whole.append(Odd.IMPOSSIBLE)
        if doubts:
            whole.append(Odd.UNCLEAR)
        if brightness(picture) < TOO_DARK:
            whole.append(Odd.DARK)
        return whole


def _chosen(found: list[Candidate], wanted: int, balls: BallSet) -> tuple[list[Candidate], int]:
    """The balls, which are alike in size and lie together; and how many more there may be."""
    if not found or found[0].share < MAYBE:
        return [], 0
    best, most = [found[0]], found[0].log - 9
    for one, other in combinations(found[:10], 2):
        score = one.log + other.log - _unlike(one.circle, other.circle)
        if not balls.is_possible([one.face, other.face]):
            score -= NEVER
        if score > most and min(one.share, other.share) > (WANTED if wanted > 1 else BALL):
            best, most = [one, other], score
    if best[0].share < (LIKELY if len(best) > 1 else BALL):
        return [], 1
    doubts = 0
    for one in found:
        if one in best or any(_same(one.circle, other.circle) for other in best):
            continue
        if min(_unlike(one.circle, other.circle) for other in best) > 6:
            continue
        if one.share > (TOO_MANY if len(best) >= wanted else WANTED):
            best.append(one)
        elif one.share > DOUBT:
            doubts += 1
    return best, doubts


def _same(one: Circle, other: Circle) -> bool:
    """Whether two circles are about the same thing."""
    return _apart(one, other) < 0.75 or (
        _apart(one, other) < 1.1 and max(one.radius, other.radius) > 1.25 * min(one.radius, other.radius)
    )


def _apart(one: Circle, other: Circle) -> float:
    """The distance of the middles in radii."""
    return float(np.hypot(one.x - other.x, one.y - other.y)) / min(one.radius, other.radius)


def _unlike(one: Circle, other: Circle) -> float:
    """What speaks against two circles being balls of the same set in the same window."""
    ratio = abs(np.log(one.radius / other.radius)) / np.log(ALIKE)
    apart = _apart(one, other)
    far = max(0.0, apart - 3.0) + max(0.0, apart - FAR) * 8
    return float(2 * ratio**2 + far + (12.0 if apart < 1.0 else max(0.0, 1.9 - apart) * 5))


def _odd(one: Candidate, strange: float, others: list[Candidate], scale: float) -> tuple[Odd, ...]:
    odd = []
    if one.marks.beyond > 0.04:
        odd.append(Odd.CUT_OFF)
    if any(_apart(one.circle, other.circle) < HIDDEN for other in others):
        odd.append(Odd.OVERLAP)
    if one.marks.burnt > BURNT:
        odd.append(Odd.GLARE)
    if one.marks.light < DARK and one.marks.bright < 3 * DARK:
        odd.append(Odd.DARK)
    if one.circle.radius * scale < SMALL:
        odd.append(Odd.SMALL)
    if strange > STRANGE:
        odd.append(Odd.UNCLEAR)
    return tuple(odd)


def _outline(circle: Circle, scale: float, picture: Picture) -> Outline:
    """The ball's rim as a polygon, inside the picture."""
    turns = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    height, width = picture.shape[:2]
    xs = np.clip((circle.x + 0.5 + circle.radius * np.cos(turns)) * scale, 0, width)
    ys = np.clip((circle.y + 0.5 + circle.radius * np.sin(turns)) * scale, 0, height)
    return tuple((float(x), float(y)) for x, y in zip(xs, ys, strict=True))
