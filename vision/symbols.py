"""Reads symbol dice: finds tops, compares them with taught faces, names each die, and doubts aloud."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from . import plane
from .alignment import SIDE, Templates, brightness, cut
from .assigning import assigned
from .dice_set import DiceSet
from .networks import logit
from .reading import Floats, Odd, Outline, Picture, Reading, Seen, reasons
from .teach import Taught
from .tones import colours, difference, prints, ratio, straight_colours
from .tops import LONGEST, Top, find

_CLOSE = 1e-3
LIES = 0.5
"""What is likelier than this to be the top of a die is taken for one."""

OVERLOOKED = 0.08
"""What is likelier than this may be an overlooked die."""

MORE = 3
"""So many places are looked at beside as many as there are dice."""

GLANCED_AT, GLANCE = 40, 6.0
"""Of so many places the likeliest are compared closely; how much a look like a taught face counts there."""

MOST_FACES = 6
"""So many taught faces are fitted closely to each place."""

ALIKE = 0.9
"""A face that is less alike than this is never sure."""

UNKNOWN = 0.7
"""A face that is less alike than this is none of the taught ones."""

PILED = 0.6
"""A place next to a die's top with so much heat is the top of another one."""

BESIDE = 0.8
"""Tops of two dice on a table are farther apart than this, in edges."""

LEANS = 0.1
"""What is likelier than this to lean, or to be covered, is told."""

SMALLEST = 15.0
"""Pixels along the edge of a die in the picture that the network sees."""

SURE = 0.93
TOP_WEIGHTS = (-3.79, 2.57, 4.94, -8.19)
"""How likely a place is the top of a die: see `Named.place`."""

ODD_WEIGHTS = (-1.79, 20.2, 1.01)
"""How likely a die leans or is covered: see `Named.oddness`."""

WEIGHTS = (-9.21, 5.89, 4.38, 13.7, 0.61, -5.1)
"""The calibrated confidence: see `Named.evidence`."""


class Named(Struct, frozen=True):
    """A top with how alike every kind and face is, and how far its colours are from each kind's."""

    top: Top
    alike: dict[tuple[str, str], float]
    tones: dict[str, float]
    leans: float = 0.0
    piled: bool = False
    """Whether another die is seen so close that one must lie on the other."""

    def place(self) -> Floats:
        """What speaks for a die's top at this place."""
        return np.array([1.0, logit(self.top.heat, _CLOSE), max(self.alike.values()), self.leans], np.float32)

    def oddness(self) -> Floats:
        """What speaks for a die that leans or is covered."""
        return np.array([1.0, min(self.leans, 0.3), logit(self.top.odd, _CLOSE)], np.float32)

    def worth(self, kind: str) -> float:
        """How much speaks for a kind."""
        shape = max((value for (of, _), value in self.alike.items() if of == kind), default=-1.0)
        return 2.0 * shape - self.tones.get(kind, 1.0)

    def best_kind(self) -> str:
        """The likeliest kind."""
        return max(self.tones, key=self.worth)

    def faces(self, kind: str) -> list[tuple[float, str]]:
        """The faces of a kind with their likeness, likeliest first."""
        return sorted(((value, face) for (of, face), value in self.alike.items() if of == kind), reverse=True)

    def evidence(self, kind: str) -> Floats:
        """What speaks for the likeliest face of a kind: the numbers that the confidence is made of."""
        (alike, face), *others = self.faces(kind)
        # Another kind's other face that fits better speaks against both.
        rival = max([value for (_, name), value in self.alike.items() if name != face], default=0.3)
        next_own = others[0][0] if others else 0.3
        apart = self.worth(kind) - max(
            (self.worth(other) for other in self.tones if other != kind), default=self.worth(kind) - 0.5
        )
        return np.array(
            [
                1.0,
                alike,
                float(np.clip(alike - max(rival, next_own), -0.3, 0.35)),
                float(np.clip(apart, -0.5, 0.5)),
                logit(self.top.heat, _CLOSE),
                min(self.leans, 0.3),
            ],
            np.float32,
        )


class SymbolReader:
    """Reads pictures of the dice of one taught set."""

    def __init__(self, dice: DiceSet, taught: Taught) -> None:
        self.dice = dice
        self.pairs = [(one.kind, one.face) for one in taught.lessons]
        self._partly = {kind for kind, _ in set(dice.pairs) - taught.pairs()}
        cuts = np.stack([one.shown for one in taught.lessons]) if self.pairs else np.zeros((0, SIDE, SIDE, 3))
        self._templates = Templates(cuts) if self.pairs else None
        if self._templates:
            self._prints = prints(self._templates.values)
            self._ratios = [ratio(*row) for row in zip(straight_colours(cuts), self._prints, strict=True)]

    def read(self, picture: Picture, expect: int | None = None) -> Reading:
        """What lies in a picture. All dice of the set are expected, or so many as are said."""
        began = time.perf_counter()
        expect = self.dice.total if expect is None else expect
        named, doubts = self.look(picture, expect)
        kinds = [one.best_kind() for one in named]
        fits = self.dice.is_possible(kinds)
        if not fits and len(named) <= self.dice.total:
            # The dice that there are decide between colours that the light has made alike; it stays unsure.
            table = [[one.worth(die.kind) for die in self.dice.die] for one in named]
            counts = [die.count for die in self.dice.die]
            kinds = [self.dice.die[number].kind for number in assigned(table, counts)]
        seen = tuple(self._seen(one, kind, picture) for one, kind in zip(named, kinds, strict=True))
        whole = self._whole(seen, fits, expect, doubts)
        spent = (time.perf_counter() - began) * 1000
        return Reading(seen=seen, why=reasons(seen, whole), ms=spent)

    def look(self, picture: Picture, expect: int) -> tuple[list[Named], int]:
        """All dice with what speaks for their kinds and faces, and how many places are doubtful."""
        chances = [(chance(one.place(), TOP_WEIGHTS), one) for one in self.places(picture)]
        dice: list[Named] = []
        doubts = 0
        for likely, one in sorted(chances, key=lambda pair: -pair[0]):
            near = [number for number, other in enumerate(dice) if one.top.gap(other.top) < BESIDE]
            if near and likely >= LIES and one.top.heat >= PILED:
                dice = [replace(d, piled=True) if number in near else d for number, d in enumerate(dice)]
            # What else is so near a die's top is one of its sides.
            elif not near and likely > OVERLOOKED and (not dice or one.top.is_as_large_as(dice[0].top)):
                too_many = len(dice) >= expect and max(one.alike.values()) < ALIKE
                doubts += likely < LIES or too_many
                if not too_many and (likely >= LIES or len(dice) < expect):
                    dice.append(one)
        return dice, doubts

    def places(self, picture: Picture) -> list[Named]:
        """Every place that might be a die's top, compared with all that was taught."""
        tops = find(picture)[:GLANCED_AT]
        if self._templates is None or not tops:
            return []
        cuts = np.stack([cut(picture, one.frame) for one in tops])
        levels, closely = brightness(cuts), self.dice.total + MORE
        if len(tops) > closely:
            heats = np.array([logit(one.heat, _CLOSE) for one in tops])
            kept = np.argsort(-(heats + GLANCE * self._templates.glance(levels)))[:closely]
            tops, cuts, levels = [tops[at] for at in kept], cuts[kept], levels[kept]
        alike, frames = self._templates.fit(levels, MOST_FACES)
        settled = [
            one.settled(fits[int(row.argmax())]) for one, row, fits in zip(tops, alike, frames, strict=True)
        ]
        leans = plane.lean([one.frame for one in settled], picture.shape)
        return [
            self._name(*row, number, cuts)
            for number, row in enumerate(zip(settled, alike, frames, leans, strict=True))
        ]

    def _name(
        self, top: Top, alike: Floats, frames: Floats, leans: float, number: int, cuts: Floats
    ) -> Named:
        table: dict[tuple[str, str], float] = {}
        for pair, value in zip(self.pairs, alike, strict=True):
            table[pair] = max(table.get(pair, -1.0), float(value))
        best = int(alike.argmax())
        shown = colours(cuts, frames[best : best + 1], np.array([number]))[0]
        found = ratio(shown, self._prints[best])
        tones: dict[str, float] = {}
        for (kind, _), known in zip(self.pairs, self._ratios, strict=True):
            tones[kind] = min(tones.get(kind, 9.0), difference(found, known))
        return Named(top, table, tones, float(leans))

    def _seen(self, one: Named, kind: str, picture: Picture) -> Seen:
        evidence = one.evidence(kind)
        sureness = chance(evidence, WEIGHTS)
        faces = one.faces(kind)
        odd = self._odd(one, kind, faces[0][0], picture)
        weights = np.exp(np.array([value for value, _ in faces]) * 25)
        shares = weights / weights.sum() * max(sureness, 1 / len(faces))
        return Seen(
            kind=kind,
            face=faces[0][1],
            confidence=round(sureness, 4),
            outline=_outline(one.top, picture),
            sure=sureness >= SURE and faces[0][0] >= ALIKE and not odd,
            odd=odd,
            likely=tuple(
                (face, round(float(share), 4)) for (_, face), share in zip(faces, shares, strict=True)
            )[:3],
        )

    def _odd(self, one: Named, kind: str, alike: float, picture: Picture) -> tuple[Odd, ...]:
        odd = []
        height, width = picture.shape[:2]
        half = np.abs(one.top.frame[:, :2]).sum(1) / 2
        x, y = one.top.middle
        if x < half[0] or y < half[1] or x > width - half[0] or y > height - half[1]:
            odd.append(Odd.CUT_OFF)
        if one.piled:
            odd.append(Odd.STACKED)
        elif chance(one.oddness(), ODD_WEIGHTS) > LEANS:
            odd.append(Odd.COCKED if one.leans > plane.LEANS / 2 else Odd.OVERLAP)
        if one.top.edge * LONGEST / max(height, width) < SMALLEST:
            odd.append(Odd.SMALL)
        # What is nearly like a taught face may be one of those that were not shown.
        if alike < UNKNOWN or kind in self._partly:
            odd.append(Odd.UNTAUGHT)
        return tuple(odd)

    def _whole(self, seen: Sequence[Seen], fits: bool, expect: int, doubts: int) -> list[Odd]:
        whole = []
        if len(seen) != expect:
            whole.append(Odd.COUNT)
        full = expect == self.dice.total == len(seen)
        if not fits or (full and Counter(one.kind for one in seen) != self.dice.counts()):
            whole.append(Odd.IMPOSSIBLE)
        if doubts:
            whole.append(Odd.UNCLEAR)
        if self._partly:
            whole.append(Odd.UNTAUGHT)
        return whole


def chance(evidence: Floats, weights: Sequence[float]) -> float:
    """The probability that evidence amounts to."""
    return float(1 / (1 + np.exp(-float(evidence @ np.array(weights, np.float32)))))


def _outline(top: Top, picture: Picture) -> Outline:
    corners = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]], np.float32)
    height, width = picture.shape[:2]
    points = corners @ top.frame[:, :2].T + top.frame[:, 2]
    return tuple(
        (float(min(max(x, 0.0), width)), float(min(max(y, 0.0), height))) for x, y in points.tolist()
    )
