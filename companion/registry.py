"""Games by name, found by entry point and imported only when they are wanted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from companion.engine import Game

GROUP = "sternwarte.games"


class UnknownGame(LookupError):
    """No game of that name is installed."""

    def __init__(self, name: str) -> None:
        super().__init__(f"no game called {name}: {', '.join(names()) or 'none is installed'}")
        self.name = name


@cache
def _points() -> dict[str, EntryPoint]:
    return {point.name: point for point in sorted(entry_points(group=GROUP), key=lambda point: point.name)}


def names() -> tuple[str, ...]:
    """The names of all installed games; none of them is imported for it."""
    return tuple(_points())


@cache
def load(name: str) -> Game[Any]:
    """The game of that name."""
    if name not in _points():
        raise UnknownGame(name)
    game: Game[Any] = _points()[name].load()
    return game


class Games(Mapping[str, Game[Any]]):
    """All installed games; each is imported when it is first asked for."""

    def __getitem__(self, name: str) -> Game[Any]:
        return load(name)

    def __iter__(self) -> Iterator[str]:
        return iter(names())

    def __len__(self) -> int:
        return len(names())

    def __contains__(self, name: object) -> bool:
        return name in names()


def games() -> Mapping[str, Game[Any]]:
    """All installed games by name."""
    return Games()
