"""A store in a folder of its own, a clock that the test turns, and games that play themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.metadata import entry_points
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.engine import Action, Draft, Game, Refused, Setup, Table, notation
from companion.store import Store


class HandClock:
    """A clock that stands still unless it is turned; both hands turn apart."""

    def __init__(self) -> None:
        self.now = "2024-05-01 18:00:00"
        self.ms = 1_000

    def wall(self) -> str:
        return self.now

    def mono(self) -> int:
        return self.ms

    def minutes(self, count: int) -> None:
        self.ms += count * 60_000


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def opened(folder: Path, clock: HandClock) -> Iterator[Callable[[], Store]]:
    """Opens the store of the folder, as often as the test likes; the one before is let go."""
    stores: list[Store] = []

    def open_store() -> Store:
        if stores:
            stores[-1].close()
        stores.append(Store(folder, clock))
        return stores[-1]

    yield open_store
    if stores:
        stores[-1].close()


@pytest.fixture
def store(opened: Callable[[], Store]) -> Store:
    return opened()


@pytest.fixture(scope="session")
def probe() -> Game[Any]:
    (point,) = entry_points(group="sternwarte.games", name="probe")
    game: Game[Any] = point.load()
    return game


@pytest.fixture
def setup() -> Setup:
    return Setup(game="probe", players=notation.players("Anna", "Ben", "Cem"))


def record(number: int, seat: int | None = None) -> bytes:
    """A record as the table writes it."""
    who = "" if seat is None else f',"seat":{seat}'
    return f'{{"type":"play","action":{{"do":"roll","faces":[{number}]{who}}}}}'.encode()


@pytest.fixture(name="record")
def record_fixture() -> Callable[..., bytes]:
    return record


@pytest.fixture
def filled(store: Store, setup: Setup) -> str:
    """The id of a game with twelve records."""
    journal = store.new_game(setup)
    for number in range(12):
        journal.append(record(number))
    return journal.id


def answer(table: Table[Any], rng: Random) -> None:
    """Submit some legal action."""
    prompt = table.prompt()
    demands = [*prompt.demands, *prompt.offers] if rng.random() < 0.3 else list(prompt.demands)
    rng.shuffle(demands)
    for demand in demands or prompt.offers:
        action = _walk(table, demand.draft, rng)
        if action is not None:
            try:
                table.submit(action)
            except Refused:
                continue
            return
    raise AssertionError("nothing can be done")


def _walk(table: Table[Any], draft: Draft, rng: Random) -> Action | None:
    while not isinstance(found := table.step(draft), Action):
        if found.entry == "number":
            value: int | str = rng.randint(found.low, min(found.high, found.low + 5))
        elif found.legal:
            value = rng.choice(found.legal).value
        else:
            return None
        draft = draft.then(found.field, value)
    return found


@pytest.fixture
def play_on() -> Callable[[Table[Any], int, int], None]:
    """Plays a number of random moves, or to the end."""

    def go(table: Table[Any], moves: int = 10_000, seed: int = 1) -> None:
        rng = Random(seed)
        while moves and table.outcome() is None:
            answer(table, rng)
            moves -= 1

    return go
