"""Whole recorded games: the points stand in each file, and a second scorer finds the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from second_reworld import SecondScorer

from companion.engine import Table
from companion.engine.notation import parse, read_move, write
from companion.games.reworld import game

GAMES = sorted((Path(__file__).parent / "recorded").glob("*.txt"))


def replayed(source: str) -> Table:
    recording = parse(source)
    table = Table(game, recording.setup)
    for number, line in recording.lines:
        move = read_move(game, recording.setup, number, line)
        table.submit(move.action, move.reason)
    return table


def expected(source: str) -> tuple[dict[str, int], set[str]]:
    found = re.search(r"^# expect (.+); wins (.+)$", source, re.MULTILINE)
    assert found is not None
    points = dict(one.rsplit(" ", 1) for one in found[1].split(", "))
    return {name: int(total) for name, total in points.items()}, set(found[2].split(", "))


def test_there_are_games_for_every_number_of_players():
    counts = {len(parse(path.read_text()).setup.players) for path in GAMES}
    assert counts == {2, 3, 4}
    assert len(GAMES) >= 5


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_recorded_game_ends_with_its_points(path: Path):
    source = path.read_text()
    table = replayed(source)
    outcome = table.outcome()
    assert outcome is not None
    totals = dict(zip(table.setup.names, table.score().totals, strict=True))
    winners = {table.setup.names[seat] for seat in outcome.winners}
    assert (totals, winners) == expected(source)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_second_scorer_finds_the_same(path: Path):
    source = path.read_text()
    second = SecondScorer(source)
    assert (second.totals(), second.winners()) == expected(source)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_written_down_again_it_is_the_same_game(path: Path):
    table = replayed(path.read_text())
    assert replayed(write(table.setup, table.line)).state == table.state
