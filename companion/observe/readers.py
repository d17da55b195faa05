"""Who reads what a demand wants to see, by what is described and what the owner's box was taught."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import TypeAlias, TypeVar

from vision import ball_set, dice_set, teach
from vision.ball_set import BallSet
from vision.described import BadSet
from vision.dice_set import DiceSet
from vision.tray import View

from .proposal import Sees
from .teaching import course
from .watching import Reader

Described = TypeVar("Described")

Readers: TypeAlias = Mapping[str, Callable[[], Reader]]
"""Who reads what: by the first word of `Demand.sees`, or by that and the name of a set."""

Lessons: TypeAlias = Callable[[str], Mapping[str, bytes]]
"""What was taught of a set of dice, by the set's name."""

VIEWS: dict[str, View] = {"dice": "tray", "symbols": "tray", "balls": "window", "modules": "table"}
"""Where things lie that are seen."""


def _pips() -> Reader:
    from vision.dice import DiceReader

    return DiceReader(watching=True)


READERS: Readers = {"dice": _pips}
"""What can be read without any description."""


class _Symbols:
    """Makes the reader of a set, anew only when something was taught since."""

    def __init__(self, dice: DiceSet, lessons: Lessons) -> None:
        self._dice, self._lessons = dice, lessons
        self._kept: Mapping[str, bytes] | None = None
        self._made: Reader | None = None

    def __call__(self) -> Reader:
        from vision.symbols import SymbolReader

        kept = dict(self._lessons(self._dice.name))
        if self._made is None or kept != self._kept:
            # Nothing taught: the set's own drawings are read, as they are on paper dice.
            taught = course(self._dice, kept).taught if kept else teach.drawn(self._dice)
            self._made, self._kept = SymbolReader(self._dice, taught), kept
        return self._made


def _balls(balls: BallSet) -> Reader:
    from vision.balls import BallReader

    return BallReader(balls)


def _nothing(_: str) -> Mapping[str, bytes]:
    return {}


def readers_for(
    dice_files: Iterable[Path] = (), ball_files: Iterable[Path] = (), lessons: Lessons = _nothing
) -> Readers:
    """All that can be read with these descriptions; a file that describes nothing usable is passed over.

    Where there is a single set of a kind, a demand need not name it.
    """
    made: dict[str, dict[str, Callable[[], Reader]]] = {
        "symbols": {one.name: _Symbols(one, lessons) for one in _loaded(dice_files, dice_set.load)},
        "balls": {one.name: partial(_balls, one) for one in _loaded(ball_files, ball_set.load)},
    }
    found = dict(READERS)
    for what, makers in made.items():
        found |= {f"{what}:{name}": make for name, make in makers.items()}
        if len(makers) == 1:
            found[what] = next(iter(makers.values()))
    return found


def _loaded(files: Iterable[Path], load: Callable[[Path], Described]) -> list[Described]:
    found = []
    for file in files:
        try:
            found.append(load(file))
        except BadSet:
            continue
    return found


def reader_of(readers: Readers, sees: Sees) -> Callable[[], Reader] | None:
    """Who makes the reader for what a demand wants to see; None if nobody can read that."""
    return readers.get(f"{sees.what}:{sees.set}" if sees.set else sees.what)
