"""Recorded games as text: a head, then one action a line.

    game reworld
    players Anna, Ben, Cem
    depth full
    option ring one
    fact ship.06 8

    - begin first=0
    Anna acquire slot=7 cards=3,5
    Ben marker
    Cem acquire slot=8 cards=2 ! "we play it that way"

`-` stands for the table. `@key` names the demand where an action does not answer its usual one. What
follows `!` is the reason why the table overruled the rules. `#` begins a comment. The lines `undo`,
`undo Anna` (that player's last move) and `redo` take back and bring back what stands above them.
"""

from __future__ import annotations

import re
import shlex
from typing import Any

import msgspec
from msgspec import Struct

from .action import COMMON, Action
from .game import Game, Player, Setup
from .journal import Move, Redone, Undone

COLOURS = ("blue", "orange", "green", "pink", "yellow", "cyan", "red", "white")
SHAPES = ("circle", "square", "triangle", "diamond", "star", "hexagon", "cross", "drop")
HEAD = ("game", "players", "depth", "option", "fact")


class BadLine(ValueError):
    """A line that cannot be read: its number and what is wrong with it."""

    def __init__(self, number: int, why: str) -> None:
        super().__init__(f"line {number}: {why}")
        self.number = number
        self.why = why


class Recording(Struct, frozen=True):
    """A recorded game: with what it begins, and its lines with their numbers."""

    setup: Setup
    lines: tuple[tuple[int, str], ...]


def players(*names: str) -> tuple[Player, ...]:
    """Players with colours and shapes in seat order."""
    return tuple(Player(name, COLOURS[seat % 8], SHAPES[seat % 8]) for seat, name in enumerate(names))


def parse(source: str) -> Recording:
    """A recording from its text."""
    head: dict[str, str] = {}
    options: dict[str, int | str] = {}
    facts: dict[str, int | str] = {}
    lines: list[tuple[int, str]] = []
    for number, raw in enumerate(source.splitlines(), 1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        word, _, rest = line.partition(" ")
        if lines or word not in HEAD:
            lines.append((number, line))
        elif word in ("option", "fact"):
            name, _, value = rest.strip().partition(" ")
            if not value:
                raise BadLine(number, f"'{word}' takes a name and a value")
            (options if word == "option" else facts)[name] = _value(value.strip())
        else:
            head[word] = rest.strip()
    for word in ("game", "players"):
        if word not in head:
            raise BadLine(1, f"the head has no '{word}'")
    names = [name.strip() for name in head["players"].split(",")]
    if len(set(names)) < len(names) or not all(names):
        raise BadLine(1, "every player needs a name of their own")
    setup = Setup(
        game=head["game"],
        players=players(*names),
        depth=head.get("depth", "full"),
        options=options,
        facts=facts,
    )
    return Recording(setup, tuple(lines))


def read_move(game: Game[Any], setup: Setup, number: int, line: str) -> Move:
    """The move written in a line."""
    try:
        words = shlex.split(line, comments=True)
    except ValueError as error:
        raise BadLine(number, str(error)) from error
    reason = ""
    if "!" in words:
        cut = words.index("!")
        reason, words = " ".join(words[cut + 1 :]), words[:cut]
    if len(words) < 2:
        raise BadLine(number, "a line needs who and what, for example '- begin first=0'")
    who, verb, *fields = words
    if who != "-" and who not in setup.names:
        raise BadLine(number, f"nobody here is called {who}: {', '.join(setup.names)}")
    kinds = {str(kind.__struct_config__.tag): kind for kind in (*COMMON, *game.actions)}
    if verb not in kinds:
        raise BadLine(number, f"'{verb}' is not an action of {game.name}: {', '.join(kinds)}")
    return Move(_action(kinds[verb], None if who == "-" else setup.names.index(who), fields, number), reason)


def read_line(game: Game[Any], setup: Setup, number: int, line: str) -> Move | Undone | Redone:
    """What a line says: a move, or that something is taken back or brought back."""
    word, *who = line.partition("#")[0].split()
    if word not in ("undo", "redo") or word in setup.names:
        return read_move(game, setup, number, line)
    if word == "redo" and not who:
        return Redone()
    if word == "redo" or len(who) > 1 or any(name not in setup.names for name in who):
        raise BadLine(number, f"'{line}': after undo comes nothing or one of {', '.join(setup.names)}")
    return Undone(setup.names.index(who[0]) if who else None)


def write_move(setup: Setup, move: Move) -> str:
    """The line that a move is written as."""
    action = move.action
    who = "-" if action.seat is None else setup.names[action.seat]
    words = [shlex.quote(who), action.verb]
    for field in msgspec.structs.fields(type(action)):
        value = getattr(action, field.name)
        if field.name == "seat" or value == field.default:
            continue
        if field.name == "key":
            words.append(shlex.quote(f"@{value}"))
            continue
        shown = ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
        words.append(f"{field.name}={shlex.quote(shown)}")
    if move.reason:
        words += ["!", shlex.quote(move.reason)]
    return " ".join(words)


def write(setup: Setup, moves: tuple[Move, ...]) -> str:
    """A whole game as text."""
    head = [f"game {setup.game}", f"players {', '.join(setup.names)}", f"depth {setup.depth}"]
    head += [f"option {key} {value}" for key, value in setup.options.items()]
    head += [f"fact {key} {value}" for key, value in setup.facts.items()]
    return "\n".join([*head, "", *(write_move(setup, move) for move in moves), ""])


def _action(kind: type[Action], seat: int | None, fields: list[str], number: int) -> Action:
    known = {field.name: field for field in msgspec.structs.fields(kind)}
    row: dict[str, Any] = {"do": kind.__struct_config__.tag, "seat": seat}
    for word in fields:
        if word.startswith("@"):
            row["key"] = word[1:]
            continue
        name, equals, value = word.partition("=")
        if not equals or name not in known or name in ("key", "seat"):
            takes = ", ".join(name for name in known if name not in ("key", "seat"))
            raise BadLine(number, f"'{word}': {row['do']} takes {takes or 'no fields'}")
        kind_of = known[name].type
        if str(kind_of).startswith("tuple"):
            row[name] = [part for part in value.split(",") if part]
        else:
            row[name] = value if kind_of is str else _value(value)
    try:
        return msgspec.convert(row, kind, strict=False)
    except msgspec.ValidationError as error:
        raise BadLine(number, str(error)) from error


def _value(word: str) -> int | str:
    # "06" is a name, not the number 6.
    return int(word) if re.fullmatch(r"0|-?[1-9][0-9]*", word) else word
