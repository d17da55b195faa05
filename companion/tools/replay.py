"""Recorded games: played again move by move, to the final sheet or to the first rule broken."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from companion.engine import Game, Move, Refused, Ruling, Setup, Table, Words, notation
from companion.engine.journal import Redone, Undone

from .errors import Complaint
from .sheet import dump, sheet_row, violation_rows, words
from .sim import setup_problem


class Stopped(Struct, frozen=True):
    """Where a replay could not go on."""

    number: int
    line: str
    ruling: Ruling


def replay(game: Game[Any], recording: notation.Recording) -> tuple[Table[Any], Stopped | None]:
    """The table after the recording, or after the last line that fits."""
    setup = recording.setup
    problem = setup_problem(game, setup) or facts_problem(game, setup)
    if problem:
        raise Complaint(problem)
    table = Table(game, setup)
    for number, line in recording.lines:
        entry = notation.read_line(game, setup, number, line)
        try:
            submit(table, entry)
        except Refused as refused:
            return table, Stopped(number, line, refused.ruling)
    return table, None


def submit(table: Table[Any], entry: Move | Undone | Redone) -> None:
    """Do what a line says; Refused if the rules are against it."""
    if isinstance(entry, Undone):
        table.undo(entry.seat)
    elif isinstance(entry, Redone):
        table.redo()
    else:
        table.submit(entry.action, entry.reason)


def facts_problem(game: Game[Any], setup: Setup) -> str:
    """What is wrong with the printed values; empty when they can be true."""
    said = words(game, "en", setup.names)
    for key, value in setup.facts.items():
        if key not in game.facts:
            return f"fact {key}: {game.name} has no such value"
        problem = game.facts[key].problem(value)
        if problem is not None:
            return f"fact {key}: {said.say(problem)}"
    return ""


def run(load: Callable[[str], Game[Any]], source: str, path: str, lang: str, as_json: bool) -> int:
    """The command: prints the sheet, or the first violation."""
    try:
        recording = notation.parse(source)
        game = load(recording.setup.game)
        table, stopped = replay(game, recording)
    except notation.BadLine as error:
        raise Complaint(f"{path}, {error}") from error
    except Complaint as error:
        raise Complaint(f"{path}: {error}") from error
    said = words(game, lang, table.setup.names)
    if stopped is None:
        print(dump({"game": game.name, "actions": len(table.line)} | _result(table, said)))
        return 0
    rows = violation_rows(game, said, stopped.ruling)
    if as_json:
        print(dump({"game": game.name, "line": stopped.number, "text": stopped.line, "violations": rows}))
        return 1
    print(f"{path}, line {stopped.number}: {stopped.line}")
    for row in rows:
        print(f"  {row['rule']} ({row['place']}): {row['sentence']}")
        print(f"  {row['why']}")
        clash = ", ".join(f"{key} = {value}" for key, value in row["values"].items())
        if clash:
            print(f"  {clash}")
    return 1


def _result(table: Table[Any], said: Words) -> dict[str, Any]:
    return sheet_row(said, table.score(), table.outcome())
