"""A tiny game of its own, installed by entry point into a folder: rules with tests of every quality."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
Run = Callable[..., "subprocess.CompletedProcess[str]"]

RULES = """
["T-1"]
section = "Play"
de = "Hoechstens drei."
en = "At most three."
no_de = "{have} ist mehr als {limit}."
no_en = "{have} is more than {limit}."
value = 3

["T-2"]
section = "Play"
de = "Jeder Stein zaehlt zwei."
en = "Every stone counts two."

["T-3"]
section = "Play"
de = "Drei Zuege."
en = "Three turns."

["T-4"]
section = "Box"
de = "Ein Beutel."
en = "One bag."
unproven = "component"

["T-5"]
section = "End"
de = "Mehr gewinnt."
en = "More wins."
"""

GAME = """
from importlib import resources
from typing import ClassVar

from msgspec import Struct

from companion.engine import *
from companion.engine.rule import Violation

RULES = Rulebook.parse(resources.files(__package__).joinpath("rules.toml").read_text("utf-8"))
LIMIT = RULES.value("T-1")
LAST = 3  # T-3


class Bag(State, frozen=True, kw_only=True):
    stones: tuple[int, ...]
    turns: int = 0


class Take(Action, frozen=True, kw_only=True, tag="take"):
    key: str = "take"
    count: int


class Held(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    stones: int = 0


class Tiny(Game[Bag]):
    name = "tiny"
    title = "Tiny"
    seats = range(2, 4)
    state_type = Bag
    actions: ClassVar = (Take,)
    holdings_type = Held
    rules = RULES
    texts = Catalogue({
        key: {"de": words, "en": words}
        for key, words in (("take", "Take"), ("stones", "Stones"), ("took", "{count} taken"))
    })
    facts: ClassVar = {}

    def setup(self, setup):
        return Bag(players=len(setup.players), depth=setup.depth, stones=(0,) * len(setup.players))

    def prompt(self, state):
        if state.turns == LAST:
            return Prompt(heading=text("take"))
        seat = state.turns % state.players
        return Prompt(heading=text("take"), demands=(Demand(key="take", seat=seat, ask=text("take")),))

    def step(self, state, draft):
        count = draft.number("count")
        if count is not None:
            return Take(seat=draft.seat, count=count)
        options = tuple(
            Option(value=n, label=literal(str(n)), ruling=self.check(state, Take(count=n))) for n in range(6)
        )
        return Step(field="count", ask=text("take"), options=options)

    def check(self, state, action):
        if action.count > LIMIT:
            return violated("T-1", have=action.count, limit=LIMIT)
        return LEGAL

    def apply(self, state, action):
        seat = action.seat or 0
        if action.count < 0:
            raise Impossible("less than nothing")
        stones = list(state.stones)
        stones[seat] += action.count
        return but(state, stones=tuple(stones), turns=state.turns + 1)

    def describe(self, state, action):
        return text("took", count=action.count)

    def pages(self, state):
        return ()

    def picture(self, state, page, draft):
        return Picture(width=1, height=1)

    def score(self, state):
        return sheet(state.stones)

    def outcome(self, state):
        return winner(state.stones) if state.turns == LAST else None

    def holdings(self, state):
        return tuple(Held(stones=count) for count in state.stones)

    def tally(self, holdings, facts):
        stones = tuple(held.stones for held in holdings)
        if min(stones) < 0:
            raise ValueError("nobody has less than nothing")
        return sheet(stones), winner(stones)


def points(count):
    return count * 2  # T-2


def sheet(stones):
    cells = tuple(Cell(points(count), count) for count in stones)
    return ScoreSheet((ScoreLine(text("stones"), cells, "T-2"),), len(stones))


def winner(stones):
    most = max(stones)  # T-5
    winners = tuple(seat for seat, count in enumerate(stones) if count == most)
    return Outcome(tuple(1 if seat in winners else 2 for seat in range(len(stones))), winners, None, "T-5")


game = Tiny()
"""


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    """The folder where the tiny game is installed; its tests go into `tests`."""
    package = tmp_path / "site" / "tinygame"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(GAME, "utf-8")
    (package / "rules.toml").write_text(RULES, "utf-8")
    info = tmp_path / "site" / "tinygame-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: tinygame\nVersion: 1\n", "utf-8")
    (info / "entry_points.txt").write_text("[sternwarte.games]\ntiny = tinygame:game\n", "utf-8")
    (tmp_path / "tests").mkdir()
    return tmp_path


@pytest.fixture
def run(tiny: Path) -> Run:
    """Runs a command where the tiny game is installed."""

    def run(*words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        path = os.pathsep.join((str(tiny / "site"), str(ROOT)))
        return subprocess.run(
            [sys.executable, "-m", "companion.cli", *words],
            cwd=tiny,
            env={**os.environ, "PYTHONPATH": path, "LC_ALL": "C.UTF-8"},
            input=stdin,
            capture_output=True,
            text=True,
            timeout=120,
        )

    return run
