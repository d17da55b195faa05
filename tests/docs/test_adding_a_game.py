"""The page on adding a game is true: its files make a game, and its excerpts are in the probe game."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sternwarte_probe
from probe_table import play, same

from companion.engine import (
    Game,
    MemoryJournal,
    Refused,
    Setup,
    Table,
    Words,
    describe,
    notation,
    reason,
    rulebook,
    standing,
    texts,
)
from companion.tools.sim import Plan, simulate

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "adding_a_game.md").read_text("utf-8")
BLOCKS = re.findall(r"^```\w+\n# (file|from): (\S+)\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
FILES = {name: text for sort, name, text in BLOCKS if sort == "file"}
EXCERPTS = [(name, text) for sort, name, text in BLOCKS if sort == "from"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made: Path = tmp_path_factory.mktemp("sterntaler")
    for name, text in FILES.items():
        (made / name).parent.mkdir(exist_ok=True)
        (made / name).write_text(text, "utf-8")
    return made


@pytest.fixture(scope="module")
def game(folder: Path) -> Any:
    sys.path.insert(0, str(folder))
    try:
        entry = tomllib.loads(FILES["pyproject.toml"])["project"]["entry-points"]["sternwarte.games"][
            "sterntaler"
        ]
        module, _, name = entry.partition(":")
        yield getattr(import_module(module), name)
    finally:
        sys.path.remove(str(folder))


def begin(game: Game[Any], players: int = 3) -> Table[Any]:
    return Table(game, Setup(game=game.name, players=notation.players(*"ABCD"[:players])))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_game_of_the_page_plays_to_its_end(game: Game[Any], players: int) -> None:
    table = play(begin(game, players), Random(players))
    outcome = table.outcome()
    assert outcome is not None
    assert sum(table.score().totals) == 7 * players
    assert same(table, Table(game, table.setup, MemoryJournal(table.journal.records())))
    recording = notation.parse(notation.write(table.setup, table.line))
    assert [notation.read_line(game, table.setup, *line) for line in recording.lines] == list(table.line)


def test_it_keeps_what_must_always_hold(game: Game[Any]) -> None:
    assert simulate(game, Plan(players=3), range(5)).breaks == []


def test_it_says_why_not(game: Game[Any]) -> None:
    table = begin(game, 2)
    action = type(play(begin(game), Random(1), 1).line[0].action)(seat=0, count=4)
    with pytest.raises(Refused) as refused:
        table.submit(action)
    words = Words(texts(game), "en", table.setup.names)
    assert (
        reason(words, rulebook(game), refused.value.ruling.violations[0]) == "4 stars: 1 to 3 are possible."
    )
    table.submit(action, "it is your birthday")
    assert table.state.stars == (4, 0)
    assert words.say(describe(game, table.state, action)) == "takes 4 stars"


def test_what_a_game_does_not_say_has_a_default(game: Game[Any]) -> None:
    table = begin(game)
    state = table.state
    assert game.view(state, 1) is state
    assert not game.sealed(state, None)
    assert (game.reminders(state), game.checklist(table.setup), game.wanted(state)) == ((), (), ())
    assert (game.adjustables(state), standing(game, state)) == ((), ())
    assert (game.learnt(state, "x"), game.round_of(state), game.audit(state, ())) == (state, 0, [])
    assert game.lower(state, "light").depth == "light"
    with pytest.raises(Refused, match="TABLE-3"):
        table.adjust("heap", 3)
    with pytest.raises(Refused, match="TABLE-6"):
        table.submit(type(play(begin(game), Random(1), 1).line[0].action)(seat=0, count=99), "so many")
    with pytest.raises(Exception, match="heap"):
        game.adjust(state, "heap", 3)


def test_its_own_tests_pass(folder: Path) -> None:
    ends = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "-W",
            "ignore",
            str(folder / "tests"),
        ],
        env={"PYTHONPATH": f"{folder}:{ROOT}", "PATH": ""},
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert ends.returncode == 0, ends.stdout + ends.stderr
    assert "3 passed" in ends.stdout


@pytest.mark.parametrize(("name", "text"), EXCERPTS)
def test_excerpts_are_in_the_probe_game(name: str, text: str) -> None:
    assert text in (Path(sternwarte_probe.__file__).parent / name).read_text("utf-8")


def test_the_table_of_needs_points_to_files_that_are_there() -> None:
    named = set(re.findall(r"`(\w+\.py)`", PAGE))
    assert named
    assert [name for name in named if not (Path(sternwarte_probe.__file__).parent / name).exists()] == []
    assert len(FILES) == 6
    assert len(EXCERPTS) == 8
