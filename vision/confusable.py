"""Checks what was taught: which faces look too much alike, and which were shown as if they were two."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from .alignment import Templates, brightness
from .reading import Floats
from .teach import Taught
from .tones import difference, prints, ratio, straight_colours

TOO_ALIKE = 0.9
"""Faces that are more alike than this cannot be told apart by their print."""

TOO_CLOSE = 0.2
"""Bodies whose colours differ less than this cannot be told apart by their colours."""

TOO_DIFFERENT = 0.7
"""Two pictures of one face that are less alike than this do not show the same face."""

Pair = tuple[str, str]


def confusable(taught: Taught) -> tuple[tuple[Pair, Pair], ...]:
    """The faces that cannot be told apart surely, two by two."""
    if len(taught.pairs()) < 2:
        return ()
    alike, close = _compared(taught)
    named = [(one.kind, one.face) for one in taught.lessons]
    found = []
    for one, other in combinations(dict.fromkeys(named), 2):
        rows = [index for index, pair in enumerate(named) if pair == one]
        columns = [index for index, pair in enumerate(named) if pair == other]
        print_ = max(float(alike[np.ix_(rows, columns)].max()), float(alike[np.ix_(columns, rows)].max()))
        colours = float(close[np.ix_(rows, columns)].min())
        if print_ > TOO_ALIKE and (one[0] == other[0] or colours < TOO_CLOSE):
            found.append((one, other))
    return tuple(found)


def unlike(taught: Taught) -> tuple[Pair, ...]:
    """The faces whose pictures do not show the same, so that one of them is something else."""
    if not taught.lessons:
        return ()
    alike, _ = _compared(taught)
    named = [(one.kind, one.face) for one in taught.lessons]
    found = []
    for pair in dict.fromkeys(named):
        rows = [index for index, other in enumerate(named) if other == pair]
        if any(
            max(alike[one, other], alike[other, one]) < TOO_DIFFERENT for one, other in combinations(rows, 2)
        ):
            found.append(pair)
    return tuple(found)


def _compared(taught: Taught) -> tuple[Floats, Floats]:
    """For every two lessons how alike their prints are and how far apart their colours."""
    cuts = np.stack([one.shown for one in taught.lessons])
    templates = Templates(cuts)
    alike, _ = templates.fit(brightness(cuts))
    inks = prints(templates.values)
    ratios = [ratio(*row) for row in zip(straight_colours(cuts), inks, strict=True)]
    close = np.array([[difference(one, other) for other in ratios] for one in ratios], np.float32)
    return alike, np.minimum(close, close.T)
