"""Which colours balls have. All that lie together are judged together: the same light falls on them."""

from __future__ import annotations

from itertools import product

import numpy as np

from .ball_set import BallSet
from .described import colour
from .reading import Floats

PALER, DARKER = 0.72, 0.7
"""How much a picture shows of the colour and darkness of a ball's plastic; shine and veils take the rest."""

CONTRAST, LAMP = 0.2, 0.2
"""How these vary from picture to picture: all contrasts, and the brightness that light is compared with."""

CAST = np.array([[0.014, -0.02, 0.0], [-0.02, 0.04, 0.0], [0.0, 0.0, 0.0]])
"""How the light's colour varies, mostly between warm and cold."""

OWN = np.array([0.05, 0.07, 0.28])
"""How one ball differs from the other in the same light."""

VIVID = 0.2
"""How much more the colour of a strongly coloured ball varies."""

TAIL = 6.0
"""The smaller, the more readily something unusual is believed."""

IMPOSSIBLE = 0.02
"""How likely balls that cannot lie together are beside those that can: a set may be described wrongly."""

TOGETHER = 3
"""More balls than these are judged one by one."""


class Colours:
    """What to expect of the balls of a set."""

    def __init__(self, balls: BallSet) -> None:
        self.names = balls.colours
        self._set = balls
        bodies = np.array([colour(one.body) for one in balls.ball]) + 0.01
        red, green, blue = bodies.T
        self._hues = np.stack([np.log(red / green), np.log(blue / green)], 1) * PALER
        self._darks = np.log(bodies.max(1)) * DARKER
        self._means = np.concatenate([self._hues, self._darks[:, None]], 1)

    def shares(self, seen: list[Floats]) -> tuple[list[dict[str, float]], tuple[str, ...], list[float]]:
        """For balls by their looks: how likely each colour is, the likeliest together, how unusual each is.

        How a ball looks: logarithms of red by green, blue by green, and its light by that of the picture.
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
        ways = list(product(range(len(self.names)), repeat=len(seen)))
        logs = np.array([self._log(way, seen) for way in ways])
        weights = np.exp(logs - logs.max())
        weights /= weights.sum()
        shares = [dict.fromkeys(self.names, 0.0) for _ in seen]
        for way, weight in zip(ways, weights, strict=True):
            for at, which in enumerate(way):
                shares[at][self.names[which]] += float(weight)
        best = ways[int(weights.argmax())]
        strange = [self._strange(which, look) for which, look in zip(best, seen, strict=True)]
        return shares, tuple(self.names[which] for which in best), strange

    def _own(self, which: int) -> Floats:
        vivid = np.append(np.abs(self._hues[which]) * VIVID, 0.0)
        return np.diag((OWN + vivid) ** 2)

    def _common(self, one: int, other: int) -> Floats:
        stretch = np.outer(self._means[one], self._means[other]) * CONTRAST**2
        stretch[2, :2] = stretch[:2, 2] = 0.0
        light = np.zeros((3, 3))
        light[2, 2] = LAMP**2
        return CAST + stretch + light

    def _log(self, way: tuple[int, ...], seen: list[Floats]) -> float:
        size = 3 * len(way)
        spread = np.zeros((size, size))
        for i, one in enumerate(way):
            for j, other in enumerate(way):
                block = self._common(one, other)
                if i == j:
                    block = block + self._own(one)
                spread[3 * i : 3 * i + 3, 3 * j : 3 * j + 3] = block
        off = np.concatenate(seen) - np.concatenate([self._means[which] for which in way])
        far = float(off @ np.linalg.solve(spread, off))
        log = -0.5 * float(np.linalg.slogdet(spread)[1]) - (TAIL + size) / 2 * float(np.log1p(far / TAIL))
        fits = self._set.is_possible([self.names[which] for which in way])
        return log if fits else log + float(np.log(IMPOSSIBLE))

    def _strange(self, which: int, look: Floats) -> float:
        """How far a ball is from what its colour should look like, in standard deviations."""
        off = look - self._means[which]
        spread = self._common(which, which) + self._own(which)
        return float(np.sqrt(off @ np.linalg.solve(spread, off)))
