"""How far dice are from showing just those of their sides that flat ones show at their places.

All uprights of a table run towards one point of the picture, so the top of a flat die lies away from the
middle of the whole by an amount that grows evenly from that point on. A die that leans breaks this rule.
"""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from .reading import Floats, Point

MOST = 0.6
_DEPTHS = np.array([0.2, 0.3, 0.42, 0.56, 0.72])[:, None, None]
"""How fast it grows over the longer side of the picture, for long to wide lenses."""

_ENOUGH = 0.3

_SEEN, _HIDDEN = 0.75, 0.035
"""How much of what a flat die shows of its sides is seen as such, and how much its larger top hides of them.

Edges are rounded, and the top is nearer to the camera. Fitted on flat drawn dice under known cameras.
"""


class Standpoint(Struct, frozen=True):
    """Where a camera stands over a picture from above: the point below it, and its height, in pixels."""

    below: Point
    height: float

    def lean(self, middles: Floats, offsets: Floats) -> Floats:
        """How much each die breaks the rule that follows from this place."""
        flat = (np.array(self.below) - middles) / (2 * self.height)
        much = np.linalg.norm(flat, axis=1, keepdims=True)
        flat = flat * np.maximum(_SEEN - _HIDDEN / np.maximum(much, 1e-6), 0)
        return np.asarray(np.minimum(np.linalg.norm(offsets - flat, axis=1), MOST), np.float32)


def lean(middles: Floats, offsets: Floats, trusted: Floats, shape: tuple[int, ...]) -> Floats:
    """How much each die breaks the rule that suits the others best; `trusted` ones may decide what it is.

    `offsets` go from the middle of a top to the middle of the whole die, in edges. Of two dice that do not
    agree both may lean.
    """
    places = middles / max(shape[:2])
    # For every lens and every die that the rule is taken from: how far each die is from it.
    towards = places + offsets / _DEPTHS
    flat = _DEPTHS[..., None] * (towards[:, :, None] - places)
    off = np.linalg.norm(flat - offsets, axis=3)
    found = np.zeros(len(middles), np.float32)
    for one in range(len(places)):
        known = np.flatnonzero(trusted & (np.arange(len(places)) != one))
        if len(known):
            cost = np.minimum(off[:, known][:, :, known], _ENOUGH).mean(2)
            # The mildest of the rules that suit the others.
            found[one] = off[:, known, one][cost <= cost.min() + 1e-6].min()
    return np.minimum(found, MOST)
