"""A finished game as files: the sheet as CSV, everything as JSON, the moves as a recording to replay."""

from __future__ import annotations

import csv
import io
import json
import re
from typing import Any

import msgspec
from msgspec import Struct

from companion.engine import (
    Game,
    MemoryJournal,
    Move,
    Outcome,
    ScoreSheet,
    Setup,
    Table,
    Words,
    notation,
    text,
)

from .bgstats import link, png, qr
from .store import Store
from .targets import ExportError, Target, save, targets

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for the beginning of a formula."""


class Play(Struct, frozen=True, kw_only=True):
    """A finished game with everything that an export tells of it."""

    id: str
    title: str
    setup: Setup
    moves: tuple[Move, ...]
    sheet: ScoreSheet
    outcome: Outcome
    began: str
    ended: str
    minutes: int
    bgg: int | None = None

    @property
    def stem(self) -> str:
        """A file name without its ending: game, day, id."""
        day = self.ended[:10]
        return re.sub(r"[^A-Za-z0-9-]+", "-", f"{self.setup.game}-{day}-{self.id}")


class Unfinished(ValueError):
    """Only a finished game can be exported: before the end it may hold secrets."""


def play(store: Store, game: Game[Any], game_id: str) -> Play:
    """A finished game of the store."""
    saved = next((saved for saved in store.finished() if saved.id == game_id), None)
    if saved is None or saved.result is None:
        raise Unfinished(game_id)
    table = Table(game, saved.setup, MemoryJournal(store.records(game_id)))
    result = saved.result
    return Play(
        id=game_id,
        title=game.title,
        setup=saved.setup,
        moves=table.line,
        sheet=result.sheet,
        outcome=result.outcome,
        began=saved.began,
        ended=result.when,
        minutes=result.minutes,
        bgg=game.bgg,
    )


def sheet_csv(played: Play, words: Words) -> str:
    """The sheet for a spreadsheet, with the separator that the language's spreadsheets expect."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";" if words.lang == "de" else ",", lineterminator="\r\n")
    names = played.setup.names
    writer.writerow(
        [_cell(words.say(text("export.line"))), *map(_cell, names), words.say(text("export.rule"))]
    )
    for line in played.sheet.lines:
        points = [_points(cell.points, cell.open) for cell in line.cells]
        writer.writerow([_cell(words.say(line.what)), *points, line.rule])
    totals = map(_points, played.sheet.totals, played.sheet.open)
    writer.writerow([words.say(text("export.total")), *totals, ""])
    writer.writerow([words.say(text("export.place")), *played.outcome.places, played.outcome.rule])
    return out.getvalue()


def game_json(played: Play) -> str:
    """The whole game: set-up, moves in the notation of recordings, sheet and outcome."""
    content = {
        "kind": "sternwarte-game",
        "version": 1,
        "id": played.id,
        "game": played.setup.game,
        "title": played.title,
        "began": played.began,
        "ended": played.ended,
        "minutes": played.minutes,
        "setup": msgspec.to_builtins(played.setup),
        "moves": [notation.write_move(played.setup, move) for move in played.moves],
        "sheet": msgspec.to_builtins(played.sheet),
        "totals": played.sheet.totals,
        "outcome": msgspec.to_builtins(played.outcome),
    }
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


def recording(played: Play) -> str:
    """The moves as text that `sternwarte replay` reads."""
    return notation.write(played.setup, played.moves)


def files(played: Play, words: Words) -> dict[str, bytes]:
    """All files of an export by name. Spreadsheets take the CSV for UTF-8 because of its first bytes."""
    return {
        f"{played.stem}.csv": sheet_csv(played, words).encode("utf-8-sig"),
        f"{played.stem}.json": game_json(played).encode(),
        f"{played.stem}.txt": recording(played).encode(),
    }


def _cell(words: str) -> str:
    return f"'{words}" if words.startswith(FORMULA) else words


def _points(points: int, lower_bound: bool) -> int | str:
    return f"≥{points}" if lower_bound else points


__all__ = [
    "ExportError", "Play", "Target", "Unfinished", "files", "game_json", "link", "play", "png", "qr",
    "recording", "save", "sheet_csv", "targets",
]  # fmt: skip
