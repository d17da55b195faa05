"""Whole recorded games: they replay exactly, and the points stand in each file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.engine import Table
from companion.engine.notation import parse, read_move, write
from companion.games.starfarers import game
from companion.games.starfarers.audit import audit

GAMES = sorted((Path(__file__).parent / "recorded").glob("*.txt"))


def replayed(source: str) -> Table:
    """The table after all lines of a recording."""
    recording = parse(source)
    table = Table(game, recording.setup)
    for number, line in recording.lines:
        move = read_move(game, recording.setup, number, line)
        table.submit(move.action, move.reason)
    return table


def test_there_are_games_of_both_editions_and_depths():
    heads = [parse(path.read_text("utf-8")).setup for path in GAMES]
    assert len(heads) >= 3
    assert {head.options.get("edition", 1999) for head in heads} == {1999, 2019}
    assert {head.depth for head in heads} == {"light", "scoring"}
    assert {len(head.players) for head in heads} == {3, 4}


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_recorded_game_replays_to_its_points(path):
    source = path.read_text("utf-8")
    table = replayed(source)
    found = re.search(r"^# expect (.+); wins (.+)$", source, re.MULTILINE)
    assert found is not None
    totals = ", ".join(
        f"{name} {total}" for name, total in zip(table.setup.names, table.score().totals, strict=True)
    )
    outcome = table.outcome()
    assert outcome is not None
    assert (totals, table.setup.names[outcome.winners[0]]) == (found[1], found[2])
    assert audit(table.state, [move.action for move in table.line]) == []
    assert parse(write(table.setup, table.line)).setup == table.setup


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_every_move_can_be_taken_back(path):
    table = replayed(path.read_text("utf-8"))
    for state in reversed(table.states[:-1]):
        table.undo()
        assert table.state == state
