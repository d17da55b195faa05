"""Games by name, found by entry point and imported only when they are wanted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from companion.engine import Game

GROUP = "sternwarte.games"
DICE, BALLS = "dice.toml", "balls.toml"


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


def dice_files() -> tuple[Path, ...]:
    """The files that describe dice: each lies with its game, whether that can be played yet or not."""
    return _files(DICE)


def ball_files() -> tuple[Path, ...]:
    """The files that describe balls."""
    return _files(BALLS)


def _files(name: str) -> tuple[Path, ...]:
    own = Path(__file__).resolve().parent / "games"
    folders = sorted(folder for folder in own.iterdir() if folder.is_dir())
    for point in _points().values():
        top, *rest = point.module.split(".")
        spec = find_spec(top)
        folders += [Path(place, *rest) for place in (spec.submodule_search_locations or () if spec else ())]
    files = (folder / name for folder in dict.fromkeys(folders))
    return tuple(file for file in files if file.is_file())


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
