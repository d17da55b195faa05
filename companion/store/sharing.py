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

Sorted, so that two boxes can be compared line by line. Beside `facts` a game may hold `dice`, the faces that
the camera was taught (by kind, face and number, in base64), and later other parts; a reader leaves out the
parts that it does not know.
"""

from __future__ import annotations

import contextlib
import json
import re
from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from msgspec import Struct

from companion.engine import FactValue, Game, Text, text

from .box import Box

KIND = "sternwarte-box"
VERSION = 1

LESSON = re.compile(r"[\w-]+/[\w-]+/\d")
"""How a taught face is named: kind, face, number."""

LONGEST = 400_000
"""Letters that a taught face takes at most."""


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
    lessons: dict[str, dict[str, bytes]] = {}
    """Taught faces by set of dice, those that are new or different."""


def pack(box: Box, games: Iterable[str] | None = None) -> str:
    """The box, or the part of some games, as text."""
    names = sorted({*box.games(), *box.taught()} if games is None else games)
    parts = {name: part for name in names if (part := _packed(box, name))}
    content = {"kind": KIND, "version": VERSION, "games": parts}
    return json.dumps(content, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def _packed(box: Box, name: str) -> dict[str, Any]:
    dice = {key: b64encode(lesson).decode() for key, lesson in box.lessons(name).items()}
    return {what: part for what, part in (("facts", box.facts(name)), ("dice", dice)) if part}


def unpack(box: Box, source: str | bytes, games: Mapping[str, Game[Any]]) -> Import:
    """What a file would change; nothing is changed yet. Raises BadBox if it is no box at all."""
    found: dict[str, list[Line]] = {"new": [], "changed": [], "unchanged": [], "refused": []}
    lessons: dict[str, dict[str, bytes]] = {}
    for name, (facts, dice) in _parts(source).items():
        known = box.facts(name)
        if fresh := _fresh(box.lessons(name), dice):
            lessons[name] = fresh
        for key, value in facts.items():
            problem = _problem(games, name, key, value)
            line = Line(game=name, key=key, value=value, before=known.get(key), problem=problem)
            if problem is not None:
                found["refused"].append(line)
            elif key not in known:
                found["new"].append(line)
            else:
                found["unchanged" if known[key] == value else "changed"].append(line)
    return Import(**{kind: tuple(lines) for kind, lines in found.items()}, lessons=lessons)


def _fresh(known: Mapping[str, bytes], dice: Mapping[str, Any]) -> dict[str, bytes]:
    """The lessons that are new or different; what is none is left out."""
    found = {}
    for key, value in dice.items():
        if LESSON.fullmatch(key) and isinstance(value, str) and len(value) <= LONGEST:
            with contextlib.suppress(ValueError):
                found[key] = b64decode(value, validate=True)
    return {key: lesson for key, lesson in found.items() if known.get(key) != lesson}


def take(box: Box, lines: Iterable[Line], source: str = "") -> None:
    """Take lines of an import into the box: the new ones, and those changed ones that shall win."""
    by_game: dict[str, dict[str, FactValue]] = {}
    for line in lines:
        if line.problem is None:
            by_game.setdefault(line.game, {})[line.key] = line.value
    for game, facts in by_game.items():
        box.keep(game, facts, how="imported", source=source)


def take_lessons(box: Box, found: Import) -> int:
    """Take the taught faces of an import into the box; how many there were."""
    for name, lessons in found.lessons.items():
        box.teach(name, lessons)
    return sum(map(len, found.lessons.values()))


def _parts(source: str | bytes) -> dict[str, tuple[dict[str, Any], dict[str, Any]]]:
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
        dice = part.get("dice", {})
        parts[name] = (facts, dice if isinstance(dice, dict) else {})
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
