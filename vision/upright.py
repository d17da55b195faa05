"""How far dice are from showing just those of their sides that flat ones show at their places.

All uprights of a table run towards one point of the picture, so the top of a flat die lies away from the
middle of the whole by an amount that grows evenly from that point on. A die that leans breaks this rule.
"""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from .reading import Floats, Point

MOST = 0.6
_DEPTHS = (0.2, 0.3, 0.42, 0.56, 0.72)
"""How fast it grows over the longer side of the picture, for long to wide lenses."""

_ENOUGH = 0.3


class Standpoint(Struct, frozen=True):
    """Where a camera stands over a picture from above: the point below it, and its height, in pixels."""

    below: Point
    height: float

    def lean(self, middles: Floats, offsets: Floats) -> Floats:
        """How much each die breaks the rule that follows from this place."""
        flat = (np.array(self.below) - middles) / (2 * self.height)
        return np.asarray(np.minimum(np.linalg.norm(offsets - flat, axis=1), MOST), np.float32)


def lean(middles: Floats, offsets: Floats, trusted: Floats, shape: tuple[int, ...]) -> Floats:
    """How much each die breaks the rule that suits the others best; `trusted` ones may decide what it is.

    `offsets` go from the middle of a top to the middle of the whole die, in edges. Of two dice that do not
    agree both may lean.
    """
    found = np.zeros(len(middles), np.float32)
    places = middles / max(shape[:2])
    for one in range(len(places)):
        others = trusted.copy()
        others[one] = False
        if others.any():
            found[one] = _broken(places, offsets, others, one)
    return np.minimum(found, MOST)


def _broken(places: Floats, offsets: Floats, others: Floats, one: int) -> float:
    """How far a die is from the rule that the others follow; the mildest of those that suit them."""
    known = np.flatnonzero(others)
    least, best = np.inf, 0.0
    for depth in _DEPTHS:
        towards = places + offsets / depth
        for start in known:
            off = np.linalg.norm(depth * (towards[start] - places) - offsets, axis=1)
            cost = float(np.minimum(off[known], _ENOUGH).mean())
            if cost < least - 1e-6:
                least, best = cost, float(off[one])
            elif cost <= least + 1e-6:
                best = min(best, float(off[one]))
    return best
