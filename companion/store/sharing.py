"""The owner's box as one plain file, to carry to another table.

    {
      "kind": "sternwarte-box",
      "version": 1,
      "games": {
        "reworld": {
          "facts": {
            "ship.06": 8
          }
        }
      }
    }

Sorted, so that two boxes can be compared line by line. Beside `facts` a game may later hold other parts;
a reader leaves out the parts that it does not know.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from msgspec import Struct

from companion.engine import FactValue, Game, Text, text

from .box import Box

KIND = "sternwarte-box"
VERSION = 1


class BadBox(ValueError):
    """A file that is no box; `why` says what is wrong with it."""

    def __init__(self, why: Text) -> None:
        super().__init__(why.key)
        self.why = why


class Line(Struct, frozen=True, kw_only=True):
    """One value of an imported box: what it says, what is known so far, and why it cannot be taken."""

    game: str
    key: str
    value: Any
    before: FactValue | None = None
    problem: Text | None = None


Lines: TypeAlias = "tuple[Line, ...]"


class Import(Struct, frozen=True, kw_only=True):
    """What a file would bring into the box."""

    new: Lines = ()
    changed: Lines = ()
    unchanged: Lines = ()
    refused: Lines = ()


def pack(box: Box, games: Iterable[str] | None = None) -> str:
    """The box, or the part of some games, as text."""
    names = sorted(box.games() if games is None else games)
    parts = {name: {"facts": box.facts(name)} for name in names if box.facts(name)}
    content = {"kind": KIND, "version": VERSION, "games": parts}
    return json.dumps(content, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def unpack(box: Box, source: str | bytes, games: Mapping[str, Game[Any]]) -> Import:
    """What a file would change; nothing is changed yet. Raises BadBox if it is no box at all."""
    found: dict[str, list[Line]] = {"new": [], "changed": [], "unchanged": [], "refused": []}
    for name, facts in _parts(source).items():
        known = box.facts(name)
        for key, value in facts.items():
            problem = _problem(games, name, key, value)
            line = Line(game=name, key=key, value=value, before=known.get(key), problem=problem)
            if problem is not None:
                found["refused"].append(line)
            elif key not in known:
                found["new"].append(line)
            else:
                found["unchanged" if known[key] == value else "changed"].append(line)
    return Import(**{kind: tuple(lines) for kind, lines in found.items()})


def take(box: Box, lines: Iterable[Line], source: str = "") -> None:
    """Take lines of an import into the box: the new ones, and those changed ones that shall win."""
    by_game: dict[str, dict[str, FactValue]] = {}
    for line in lines:
        if line.problem is None:
            by_game.setdefault(line.game, {})[line.key] = line.value
    for game, facts in by_game.items():
        box.keep(game, facts, how="imported", source=source)


def _parts(source: str | bytes) -> dict[str, dict[str, Any]]:
    try:
        content = json.loads(source)
    except (ValueError, RecursionError) as error:
        where = f"{error.lineno}:{error.colno}" if isinstance(error, json.JSONDecodeError) else "1:1"
        raise BadBox(text("box.bad.json", where=where)) from error
    if not isinstance(content, dict) or content.get("kind") != KIND:
        raise BadBox(text("box.bad.kind", kind=KIND))
    version = content.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise BadBox(text("box.bad.version", version=str(version)))
    if version > VERSION:
        raise BadBox(text("box.bad.newer", version=version))
    games = content.get("games")
    if not isinstance(games, dict):
        raise BadBox(text("box.bad.part", where="games"))
    parts = {}
    for name, part in games.items():
        facts = part.get("facts", {}) if isinstance(part, dict) else None
        if not isinstance(facts, dict):
            raise BadBox(text("box.bad.part", where=f"games.{name}.facts"))
        parts[name] = facts
    return parts


def _problem(games: Mapping[str, Game[Any]], name: str, key: str, value: Any) -> Text | None:
    if name not in games:
        return text("box.no_game", game=name)
    spec = games[name].facts.get(key)
    if spec is None:
        return text("fact.none", fact=key)
    if not isinstance(value, int | str) or isinstance(value, bool):
        return text("box.no_value", fact=key)
    return spec.problem(value)
