"""Whole recorded games: the points stand in each file, and a second scorer finds the same."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from second_twilight import recount, wars_agree

from companion.engine import Learn, MemoryJournal, Table, edit
from companion.engine.notation import parse, write
from companion.games.twilight_inscription import game
from companion.games.twilight_inscription.actions import Roll
from companion.games.twilight_inscription.state import TwilightState
from companion.tools.replay import replay

FOLDER = Path(__file__).parent / "recorded"
GAMES = sorted(FOLDER.glob("*.txt"))
recorded = pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)


def replayed(source: str) -> Table[TwilightState]:
    table, stopped = replay(game, parse(source))
    assert stopped is None
    return table


@cache
def played(path: Path) -> Table[TwilightState]:
    """The table after a game, for those who only look at it."""
    return replayed(path.read_text("utf-8"))


def expected(source: str) -> tuple[dict[str, int], set[str]]:
    found = re.search(r"^# expect (.+); wins (.+)$", source, re.MULTILINE)
    assert found is not None
    points = dict(one.rsplit(" ", 1) for one in found[1].split(", "))
    return {name: int(total) for name, total in points.items()}, set(found[2].split(", ")) - {"nobody"}


def test_there_are_games_alone_by_three_and_by_six():
    assert sorted(len(parse(path.read_text("utf-8")).setup.players) for path in GAMES) == [1, 3, 6]


@recorded
def test_a_recorded_game_ends_with_its_points(path: Path):
    table = played(path)
    outcome = table.outcome()
    assert outcome is not None
    totals = dict(zip(table.setup.names, table.score().totals, strict=True))
    winners = {table.setup.names[seat] for seat in outcome.winners}
    assert (totals, winners) == expected(path.read_text("utf-8"))
    assert not any(table.score().open)


@recorded
def test_the_second_scorer_finds_the_same(path: Path):
    state = played(path).state
    assert recount(state) == game.score(state).totals
    assert all(wars_agree(state))
    assert len(state.wars) == 4 * 2 * state.players
    assert game.audit(state, []) == []


@recorded
def test_written_down_again_it_is_the_same_game(path: Path):
    table = played(path)
    assert replayed(write(table.setup, table.line)).state == table.state


@recorded
def test_printed_values_were_learnt_on_the_way(path: Path):
    table = played(path)
    assert table.setup.facts == {}
    assert sum(isinstance(move.action, Learn) for move in table.line) > 5


def test_an_overruled_mark_and_one_that_was_taken_back():
    source = (FOLDER / "three_players.txt").read_text("utf-8")
    table = played(FOLDER / "three_players.txt")
    [overruled] = [move for move in table.line if move.reason]
    assert (overruled.action.verb, overruled.reason) == ("explore", "we play it that way")
    assert len(re.findall(r"^undo \w+$", source, re.MULTILINE)) == 1
    assert len(table.line) == len(parse(source).lines) - 2


def test_an_early_roll_that_is_amended_changes_all_that_follows():
    table = replayed((FOLDER / "three_players.txt").read_text("utf-8"))
    line, state = table.line, table.state
    at = next(at for at, move in enumerate(line) if isinstance(move.action, Roll))
    faces = line[at].action.faces
    other = Roll(faces=tuple("black:research" if face.startswith("black") else face for face in faces))
    amendment = table.amend(edit("replace", at, other))
    assert amendment.troubles
    while amendment.troubles:
        amendment = amendment.drop()
    amendment.commit()
    assert table.line[at].action == other
    assert table.states[at + 1].sides[0].desk.pool == (0, 0, 3)
    assert table.score().totals != game.score(state).totals
    assert game.audit(table.state, []) == []
    assert Table(game, table.setup, MemoryJournal(table.journal.records())).state == table.state
    table.undo()
    assert (table.line, table.state) == (line, state)


def test_a_roll_replaced_by_itself_changes_nothing():
    table = replayed((FOLDER / "three_players.txt").read_text("utf-8"))
    line, states = table.line, list(table.states)
    at = next(at for at, move in enumerate(line) if isinstance(move.action, Roll))
    amendment = table.amend(edit("replace", at, line[at].action))
    assert amendment.troubles == ()
    amendment.commit()
    assert (table.line, list(table.states)) == (line, states)
