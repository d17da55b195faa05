"""Score sheets and rulings as JSON, in the words of one language."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.engine import Game, Outcome, Ruling, ScoreSheet, Words, play, reason

from .bilingual import machine_language


def language(wanted: str | None) -> str:
    """The language asked for, else that of the machine, as far as we speak it."""
    return wanted or machine_language()


def words(game: Game[Any], lang: str, names: tuple[str, ...]) -> Words:
    """What speaks of a game in a language."""
    return Words(play.texts(game), lang, names)


def sheet_row(said: Words, sheet: ScoreSheet, outcome: Outcome | None) -> dict[str, Any]:
    """A sheet with its outcome; every list is in seat order."""
    return {
        "players": list(said.names),
        "lines": [
            {
                "rule": line.rule,
                "what": said.say(line.what),
                "points": [cell.points for cell in line.cells],
                "count": [cell.count for cell in line.cells],
                "open": [cell.open for cell in line.cells],
            }
            for line in sheet.lines
        ],
        "totals": sheet.totals,
        "open": sheet.open,
        "outcome": None if outcome is None else outcome_row(said, outcome),
    }


def outcome_row(said: Words, outcome: Outcome) -> dict[str, Any]:
    """Places in seat order, and the names of those who won."""
    return {
        "places": outcome.places,
        "winners": [said.names[seat] for seat in outcome.winners],
        "tie_break": None if outcome.tie_break is None else said.say(outcome.tie_break),
        "rule": outcome.rule,
    }


def violation_rows(game: Game[Any], said: Words, ruling: Ruling) -> list[dict[str, Any]]:
    """The broken rules: where they stand, what they say, why they are broken."""
    book = play.rulebook(game)
    return [
        {
            "rule": broken.rule,
            "place": book[broken.rule].place(said.lang) if broken.rule in book else "",
            "sentence": book[broken.rule].sentence(said.lang) if broken.rule in book else "",
            "why": reason(said, book, broken),
            "values": {key: plain(said, value) for key, value in broken.values.items()},
        }
        for broken in ruling.violations
    ]


def plain(said: Words, value: Any) -> Any:
    """A clashing value as JSON: numbers stay numbers, texts are said."""
    return value if isinstance(value, int | str) else said.word(value)


def dump(row: dict[str, Any]) -> str:
    """A row as readable JSON."""
    return msgspec.json.format(msgspec.json.encode(row), indent=2).decode()
