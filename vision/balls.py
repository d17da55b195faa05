"""Reads the balls in a window: finds them, names their colours, and says how sure that is."""

from __future__ import annotations

import time
from itertools import combinations

import numpy as np
from msgspec import Struct

from . import picture_file
from .ball_colours import Colours
from .ball_finder import Found, find
from .ball_light import Lit, lit
from .ball_set import BallSet
from .networks import logit, sigmoid
from .reading import Floats, Odd, Outline, Picture, Reading, Seen, reasons

BALL, WANTED, TOO_MANY, DOUBT = 0.35, 0.06, 0.6, 0.1
"""Heat from which something is a ball; where another must lie beside it; where there are all already; and
from which there may be one too many."""

SURE = 0.89
"""The confidence from which a ball is not asked for."""

BALL_WEIGHTS = (-2.579, 0.314, 1.04, -0.093)
COLOUR_WEIGHTS = (1.269, 0.847, 0.0, -1.342, -1.797)
"""What each part of the evidence is worth; `vision.training.calibrate_balls` fits them."""

CLOSE, LEAST, AHEAD = 1e-3, 1e-6, 8.0
"""Chances nearer to never or always, shares below and leads above these are all taken for the same."""

ALIKE, FAR = 1.22, 5.2
"""Balls differ by no more than this in size, and lie no farther apart, in radii, from their neighbours."""

SMALL = 7.0
TOO_DARK, DARK, BURNT = 60.0, 26.0, 0.2
STRANGE = 5.0
"""Odd beyond: radius in pixels; light of picture and ball in grey levels; burnt share; unusual colour."""

WHOLE, OVER = 0.8, 0.06
"""Less likely than this a ball is seen whole; this far it may reach over the picture's edge, in radii."""

HIDDEN = 1.72
"""Middles that are nearer than so many radii belong to balls that hide each other."""

LOOK_AT = 400
"""The longer side of the picture that light is measured in."""

MANY_MS = 1000


class Named(Struct, frozen=True):
    """A ball, its likely colours, the likeliest one, how unusual it is, and the heat of other things."""

    ball: Found
    lit: Lit
    shares: dict[str, float]
    face: str
    strange: float
    alone: dict[str, float]
    """Its likely colours by the finder alone, which has not seen how the balls differ in the same light."""
    rival: float

    def ball_evidence(self) -> Floats:
        """What speaks for this ball being there, seen whole, and for no other one having been missed."""
        chances = (self.ball.heat, self.ball.whole, self.rival)
        return np.array([1.0, *(logit(chance, CLOSE) for chance in chances)])

    def colour_evidence(self) -> Floats:
        """What speaks for its colour: how much likelier than the next, on the whole and to the finder alone,
        the finder's doubt, how unusual."""
        leads = [ahead(shares, self.face) for shares in (self.shares, self.alone)]
        return np.array([1.0, *leads, np.log(self.ball.doubt), self.strange])

    def chance(self) -> float:
        """How likely it is seen whole and read right."""
        return chance(self.ball_evidence(), self.colour_evidence())


def ahead(shares: dict[str, float], face: str) -> float:
    """How much likelier a colour is than the next one, as a logarithm."""
    other = max((share for name, share in shares.items() if name != face), default=0.0)
    lead = np.log(max(shares[face], LEAST)) - np.log(max(other, LEAST))
    return float(np.clip(lead, -AHEAD, AHEAD))


def chance(
    ball: Floats, colour: Floats, weights: tuple[tuple[float, ...], ...] = (BALL_WEIGHTS, COLOUR_WEIGHTS)
) -> float:
    """How likely a ball is seen whole and of its colour, by what speaks for either.

    The two are not one sum: a ball that is seen very well may still have either of two colours. And however
    calm the finder is, a colour is no likelier than it is beside the next one, to either witness: a veil
    makes black differ from red as blue does, and a shade makes blue as dark as black.
    """
    seen, named, together, alone = sigmoid(
        np.array([ball @ np.array(weights[0]), colour @ np.array(weights[1]), colour[1], colour[2]])
    )
    return float(seen * min(named, together, alone))


def brightness(picture: Picture) -> float:
    """The grey level of what is bright in a picture, in whichever channel: no colour is dark by itself."""
    return float(np.percentile(picture.max(2), 98))


class BallReader:
    """Reads pictures of a window with the balls of a set."""

    def __init__(self, balls: BallSet) -> None:
        self.balls = balls
        self._colours = Colours(balls)

    def read(self, picture: Picture, expect: int | None = None) -> Reading:
        """The balls in a picture; any other number than `expect`, or than the set shows, is odd."""
        began = time.perf_counter()
        wanted = self.balls.shown if expect is None else expect
        named, doubts = self.named(picture, wanted)
        small = picture_file.shrunk(picture, LOOK_AT)
        bright = brightness(small)
        seen = tuple(self._seen(one, named, picture, bright) for one in named)
        whole = self._whole([one.face for one in named], wanted, doubts, bright)
        ordered = tuple(sorted(seen, key=lambda one: one.box[0] + one.box[2] / 2))
        spent = (time.perf_counter() - began) * MANY_MS
        return Reading(seen=ordered, why=reasons(ordered, whole), ms=spent)

    def named(self, picture: Picture, wanted: int) -> tuple[list[Named], int]:
        """The balls that are believed in, with their colours; and how many more there may be."""
        found = find(picture)
        chosen, others = _chosen(found, wanted)
        rival = max((one.heat for one in others), default=0.0)
        light = [lit(one, picture) for one in chosen]
        shares, faces, strange = self._colours.shares(chosen, [one.look for one in light])
        alone, *_ = self._colours.shares(chosen)
        named = [
            Named(ball, light[at], shares[at], faces[at], strange[at], alone[at], rival)
            for at, ball in enumerate(chosen)
        ]
        return named, sum(one.heat > DOUBT for one in others)

    def _seen(self, one: Named, named: list[Named], picture: Picture, bright: float) -> Seen:
        others = [other.ball for other in named if other is not one]
        odd = _odd(one, others, picture, bright)
        sureness = one.chance()
        likely = sorted(one.shares.items(), key=lambda pair: -pair[1])[:3]
        return Seen(
            face=one.face,
            kind="ball",
            confidence=round(sureness, 4),
            outline=_outline(one.ball, picture),
            sure=sureness >= SURE and not odd,
            odd=odd,
            likely=tuple((name, round(share, 4)) for name, share in likely),
        )

    def _whole(self, faces: list[str], wanted: int, doubts: int, bright: float) -> list[Odd]:
        whole = []
        if len(faces) != wanted:
            whole.append(Odd.COUNT)
        elif not self.balls.is_possible(faces):
            whole.append(Odd.IMPOSSIBLE)
        if doubts:
            whole.append(Odd.UNCLEAR)
        if bright < TOO_DARK:
            whole.append(Odd.DARK)
        return whole


def _chosen(found: list[Found], wanted: int) -> tuple[list[Found], list[Found]]:
    """The balls, which are alike in size and lie together; and what else may be one of them."""
    best, most = found[:1], logit(found[0].heat, 1e-4) + logit(WANTED, 1e-4) if found else 0.0
    if wanted > 1:
        for one, other in combinations(found[:8], 2):
            score = logit(one.heat, 1e-4) + logit(other.heat, 1e-4) - _unlike(one, other)
            if score > most:
                best, most = [one, other], score
    if not best or best[0].heat < BALL:
        return [], found[:1]
    rest = []
    for one in found:
        if one in best or min(_unlike(one, other) for other in best) > 6:
            continue
        if one.heat > (TOO_MANY if len(best) >= wanted else WANTED):
            best.append(one)
        else:
            rest.append(one)
    return best, rest


def _unlike(one: Found, other: Found) -> float:
    """What speaks against two circles being balls of the same set in the same window."""
    ratio = abs(np.log(one.radius / other.radius)) / np.log(ALIKE)
    apart = one.gap(other)
    far = max(0.0, apart - 3.0) + max(0.0, apart - FAR) * 8
    return float(2 * ratio**2 + far + max(0.0, 1.0 - apart) * 12)


def _odd(one: Named, others: list[Found], picture: Picture, bright: float) -> tuple[Odd, ...]:
    ball = one.ball
    odd = []
    if _beyond(ball, picture) > OVER:
        odd.append(Odd.CUT_OFF)
    if any(ball.gap(other) < HIDDEN for other in others) or (ball.whole < WHOLE and not odd):
        odd.append(Odd.OVERLAP)
    if one.lit.burnt > BURNT:
        odd.append(Odd.GLARE)
    if one.lit.bright < DARK and bright < 3 * DARK:
        odd.append(Odd.DARK)
    if ball.radius < SMALL:
        odd.append(Odd.SMALL)
    if one.strange > STRANGE:
        odd.append(Odd.UNCLEAR)
    return tuple(odd)


def _beyond(ball: Found, picture: Picture) -> float:
    """How far a ball reaches out of the picture, in radii."""
    height, width = picture.shape[:2]
    x, y = ball.middle
    return 1 - min(x, y, width - x, height - y) / ball.radius


def _outline(ball: Found, picture: Picture) -> Outline:
    """The ball's rim as a polygon, inside the picture."""
    turns = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    height, width = picture.shape[:2]
    xs = np.clip(ball.middle[0] + ball.radius * np.cos(turns), 0, width)
    ys = np.clip(ball.middle[1] + ball.radius * np.sin(turns), 0, height)
    return tuple((float(x), float(y)) for x, y in zip(xs, ys, strict=True))
