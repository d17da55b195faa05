"""Which colours balls have, by the dyes that were found and by how they differ in the same light."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product

import numpy as np
from msgspec import Struct

from .ball_finder import DARKEST, Found, dye_as_numbers
from .ball_set import BallSet
from .described import colour
from .reading import Floats

IMPOSSIBLE = 0.02
"""How likely balls that cannot lie together are beside those that can: a set may be described wrongly."""

HAZE = 0.03
"""What shine adds to each channel of the darkest ball, as a share of full light."""

TOGETHER = 3
"""More balls than these are judged one by one."""


class Spreads(Struct, frozen=True):
    """How far what is seen is from what the set says; `vision.training.calibrate_balls` fits these."""

    each: float = 0.73
    """Of each channel, in doubts of the finder."""
    bright: float = 0.28
    """Of all channels together: dark and pale are taken for each other sooner than two hues."""
    dark: float = 0.31
    """Of those channels that a vivid colour lacks, more so the fewer of them there is."""
    shared: float = 0.58
    """Of the brightness of all balls in a picture together: the same light falls on them."""
    cast: float = 1.76
    """Of each channel of all balls together, likewise."""
    value: float = 0.066
    """Of brightness, however sure the finder is: plastic strays."""
    purity: float = 0.025
    """Of how pure a colour is, likewise."""
    tail: float = 2.66
    """The smaller, the more readily something unusual is believed."""
    contrast: float = 0.7
    """How much a picture shows of what two balls differ by; shine and veils take the rest."""
    stretch: float = 0.197
    """How that varies from picture to picture."""
    beside: float = 0.047
    """How each channel of two balls differs otherwise."""
    shade: float = 0.143
    """How the light on them differs."""
    pair_tail: float = 1.79


class Colours:
    """What to expect of the balls of a set."""

    def __init__(self, balls: BallSet, spreads: Spreads | None = None) -> None:
        self.names = balls.colours
        self._set = balls
        self._spreads = spreads or Spreads()
        bodies = np.array([colour(one.body)[::-1] for one in balls.ball], np.float64)
        self._means = dye_as_numbers(bodies).astype(np.float64)
        self._plain = np.log(bodies + HAZE)
        self._lacks = np.ptp(bodies, axis=1, keepdims=True) / (bodies + DARKEST)

    def shares(
        self, seen: Sequence[Found], looks: Sequence[Floats] = ()
    ) -> tuple[list[dict[str, float]], tuple[str, ...], list[float]]:
        """For balls: how likely each colour is, the likeliest together, and how unusual each of them is.

        `looks` are logarithms of blue, green and red as the balls are lit.
        """
        if len(seen) > TOGETHER:
            alone = [self.shares([one]) for one in seen]
            return (
                [one[0][0] for one in alone],
                tuple(one[1][0] for one in alone),
                [one[2][0] for one in alone],
            )
        if not seen:
            return [], (), []
        ways, weights = self.ways(seen, looks)
        shares = [
            {name: float(weights[ways[:, at] == which].sum()) for which, name in enumerate(self.names)}
            for at in range(len(seen))
        ]
        best = ways[int(weights.argmax())]
        strange = [self._strange(int(which), one) for which, one in zip(best, seen, strict=True)]
        return shares, tuple(self.names[which] for which in best), strange

    def ways(self, seen: Sequence[Found], looks: Sequence[Floats] = ()) -> tuple[Floats, Floats]:
        """All ways to name so many balls, as numbers of colours, and how likely each of them is."""
        many = len(seen)
        ways = np.array(list(product(range(len(self.names)), repeat=many)))
        possible = np.array([self._set.is_possible([self.names[which] for which in way]) for way in ways])
        doubts = np.array([one.doubt for one in seen])
        spread = np.zeros((len(ways), 3 * many, 3 * many))
        spread += np.kron(np.outer(doubts, doubts), self._light())
        for at, doubt in enumerate(doubts):
            part = slice(3 * at, 3 * at + 3)
            spread[:, part, part] += np.stack([self._own(which, doubt) for which in range(len(self.names))])[
                ways[:, at]
            ]
        off = np.concatenate([one.dye for one in seen]) - self._means[ways].reshape(len(ways), -1)
        logs = _logs(off, spread, self._spreads.tail) + np.where(possible, 0.0, np.log(IMPOSSIBLE))
        for one, other in combinations(range(len(looks)), 2):
            differ = looks[one] - looks[other]
            logs += self._beside(differ, ways[:, one], ways[:, other]) * (2 / many)
        weights = np.exp(logs - logs.max())
        return ways, weights / weights.sum()

    def _beside(self, differ: Floats, one: Floats, other: Floats) -> Floats:
        """How likely two balls differ like that in the same light, for each way to name them."""
        kept = self._spreads
        meant = self._plain[one] - self._plain[other]
        spread = kept.stretch**2 * meant[:, :, None] * meant[:, None, :]
        spread = spread + kept.beside**2 * np.eye(3) + kept.shade**2
        return _logs(differ - kept.contrast * meant, spread, kept.pair_tail)

    def _own(self, which: int, doubt: float) -> Floats:
        """How the dye of one ball of a colour varies by itself."""
        kept, lacks = self._spreads, self._lacks[which]
        together = (kept.bright * doubt) ** 2 + kept.value**2
        each = (kept.each * doubt) ** 2 + (kept.dark * doubt * lacks) ** 2 + (kept.purity * lacks) ** 2
        return np.full((3, 3), together) + np.diag(each)

    def _light(self) -> Floats:
        """How the dyes of all balls in a picture vary together, where the finder's doubt is 1."""
        return np.full((3, 3), self._spreads.shared**2) + np.eye(3) * self._spreads.cast**2

    def _strange(self, which: int, one: Found) -> float:
        """How far a ball is from what its colour should look like, in standard deviations."""
        off = one.dye - self._means[which]
        spread = self._own(which, one.doubt) + self._light() * one.doubt**2
        return float(np.sqrt(off @ np.linalg.solve(spread, off)))


def _logs(off: Floats, spread: Floats, tail: float) -> Floats:
    """For rows of mistakes with their spreads: the log of how likely they are; large ones are not so rare."""
    far = np.einsum("wi,wi->w", off, np.linalg.solve(spread, off[..., None])[..., 0])
    weights = -0.5 * np.linalg.slogdet(spread)[1] - (tail + off.shape[1]) / 2 * np.log1p(far / tail)
    return np.asarray(weights, np.float64)
