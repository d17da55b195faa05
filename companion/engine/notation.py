r"""Recorded games as text: a head, then one action a line.

    game reworld
    players Anna, Ben, Cem
    depth full
    option ring one
    fact ship.06 8

    - begin first=0
    Anna acquire slot=7 cards=3,5
    Ben marker
    Cem acquire slot=8 cards=2 ! "we play it that way"

`-` stands for the table, `@2` for the second player where a name cannot stand for itself. `@key` after
the verb names the demand where an action does not answer its usual one. What follows `!` is the reason
why the table overruled the rules. `#` begins a comment. The lines `undo`, `undo Anna` (that player's
last move) and `redo` take back and bring back what stands above them.

Words with spaces stand in quotes. In a list a comma that belongs to a value is written `\,` and an empty
value `\e`. Where both a number and a text are possible, `\12` is the text, and a text of several lines
stands as a JSON string after a `\`. Names with commas have a line
each: `player Anna, the elder`.
"""

from __future__ import annotations

import contextlib
import re
import shlex
from enum import Enum
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

import msgspec
from msgspec import Struct

from .action import COMMON, Action, Seat, Unread
from .game import Game, Player, Setup
from .journal import Move, Redone, Undone

COLOURS = ("blue", "orange", "green", "pink", "yellow", "cyan", "red", "white")
SHAPES = ("circle", "square", "triangle", "diamond", "star", "hexagon", "cross", "drop")
HEAD = ("game", "players", "player", "depth", "option", "fact")
RESERVED = ("-", "!", "undo", "redo", *HEAD)
PLAIN = (int, float, str, Enum, NoneType)

# "06" is a name, not the number 6.
NUMBER = re.compile(r"0|-?[1-9][0-9]*")
PART = re.compile(r"(?:[^,\\]|\\.)+")


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
    names: list[str] = []
    options: dict[str, int | str] = {}
    facts: dict[str, int | str] = {}
    lines: list[tuple[int, str]] = []
    for number, raw in enumerate(source.split("\n"), 1):
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
        elif word == "player":
            names.append(rest.strip())
        else:
            head[word] = rest.strip()
    if "game" not in head:
        raise BadLine(1, "the head has no 'game'")
    if not names:
        if "players" not in head:
            raise BadLine(1, "the head has no 'players'")
        names = [name.strip() for name in head["players"].split(",")]
        if len(set(names)) < len(names):
            raise BadLine(1, "every player needs a name of their own")
    if not all(names):
        raise BadLine(1, "every player needs a name")
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
    words = _words(number, line)
    reason = ""
    if "!" in words:
        cut = words.index("!")
        reason, words = " ".join(words[cut + 1 :]), words[:cut]
    if len(words) < 2:
        raise BadLine(number, "a line needs who and what, for example '- begin first=0'")
    who, verb, *fields = words
    seat = None if who == "-" else _seat(setup, number, who)
    kinds = {str(kind.__struct_config__.tag): kind for kind in (*COMMON, *game.actions)}
    if verb not in kinds:
        raise BadLine(number, f"'{verb}' is not an action of {game.name}: {', '.join(kinds)}")
    return Move(_action(kinds[verb], seat, fields, number), reason)


def read_line(game: Game[Any], setup: Setup, number: int, line: str) -> Move | Undone | Redone:
    """What a line says: a move, or that something is taken back or brought back."""
    words = _words(number, line)
    if not words or words[0] not in ("undo", "redo") or words[0] in setup.names:
        return read_move(game, setup, number, line)
    word, *who = words
    if word == "redo" and not who:
        return Redone()
    if word == "redo" or len(who) > 1:
        raise BadLine(number, f"'{line}': after undo comes nothing or one of {', '.join(setup.names)}")
    return Undone(_seat(setup, number, who[0]) if who else None)


def write_move(setup: Setup, move: Move) -> str:
    """The line that a move is written as."""
    action = move.action
    words = [_who(setup, action.seat), action.verb]
    for field in msgspec.structs.fields(type(action)):
        value = getattr(action, field.name)
        if field.name == "seat" or value == field.default:
            continue
        if field.name == "key":
            words.append(_quoted(f"@{value}"))
        else:
            words.append(f"{field.name}={_quoted(_written(field.type, value))}")
    if move.reason:
        words += ["!", _quoted(move.reason)]
    return " ".join(words)


def write(setup: Setup, moves: tuple[Move, ...]) -> str:
    """A whole game as text."""
    names = [_flat(name) for name in setup.names]
    head = [f"game {setup.game}"]
    if len(set(names)) < len(names) or any("," in name for name in names):
        head += [f"player {name}" for name in names]
    else:
        head.append(f"players {', '.join(names)}")
    head.append(f"depth {setup.depth}")
    head += [f"option {key} {_flat(_written(int | str, value))}" for key, value in setup.options.items()]
    head += [f"fact {key} {_flat(_written(int | str, value))}" for key, value in setup.facts.items()]
    lines = (
        f"# {_flat(move.action.record)}" if isinstance(move.action, Unread) else write_move(setup, move)
        for move in moves
    )
    return "\n".join([*head, "", *lines, ""])


def _words(number: int, line: str) -> list[str]:
    try:
        return shlex.split(line, comments=True)
    except ValueError as error:
        raise BadLine(number, str(error)) from error


def _flat(words: str) -> str:
    """A line has no line breaks; in a name or a reason they are worth no more than a space."""
    return words.replace("\r", " ").replace("\n", " ")


def _quoted(word: str) -> str:
    return shlex.quote(_flat(word))


def _who(setup: Setup, seat: Seat | None) -> str:
    if seat is None:
        return "-"
    name = setup.names[seat]
    clear = name == _flat(name).strip() and name not in RESERVED and not name.startswith("@")
    return shlex.quote(name) if clear and setup.names.count(name) == 1 else f"@{seat + 1}"


def _seat(setup: Setup, number: int, who: str) -> Seat:
    names = setup.names
    if re.fullmatch("@[0-9]+", who) and 1 <= int(who[1:]) <= len(names):
        return int(who[1:]) - 1
    if who not in names:
        raise BadLine(number, f"nobody here is called {who}: {', '.join(names)}")
    if names.count(who) > 1:
        raise BadLine(
            number, f"several are called {who}: write @{names.index(who) + 1} for the first of them"
        )
    return names.index(who)


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
        row[name] = _read(known[name].type, value, number)
    try:
        return msgspec.convert(row, kind, strict=False)
    except msgspec.ValidationError as error:
        raise BadLine(number, str(error)) from error


def _form(kind: Any) -> str:
    """How values of a type are written: as a list, a word, a word that may be a number, or JSON."""
    members = get_args(kind) if isinstance(kind, UnionType) or get_origin(kind) is Union else (kind,)
    for member in members:
        origin, inner = get_origin(member), get_args(member)
        if origin in (tuple, list, frozenset, set):
            return "list" if all(part is ... or _form(part) == "word" for part in inner) else "json"
        if origin is not Literal and not (isinstance(member, type) and issubclass(member, PLAIN)):
            return "json"
    return "either" if len(members) > 1 else "word"


def _written(kind: Any, value: Any) -> str:
    form = _form(kind)
    if form == "json" or (form == "list" and value is None):
        return msgspec.json.encode(value).decode()
    if form == "list":
        return ",".join(re.sub(r"([\\,])", r"\\\1", _bare(part)) or r"\e" for part in value)
    word = _bare(value)
    if form == "either" and "\n" in word:
        return "\\" + msgspec.json.encode(word).decode()
    odd = isinstance(value, str) and (NUMBER.fullmatch(word) or word == "null" or word.startswith("\\"))
    return f"\\{word}" if form == "either" and odd else word


def _bare(value: Any) -> str:
    return "null" if value is None else str(value.value if isinstance(value, Enum) else value)


def _read(kind: Any, word: str, number: int) -> Any:
    form = _form(kind)
    if form == "either":
        return _value(word)
    if form == "list" and word != "null":
        return [re.sub(r"\\(.)", _unescaped, part) for part in PART.findall(word)]
    if form == "word":
        return word
    try:
        return msgspec.json.decode(word)
    except msgspec.DecodeError as error:
        raise BadLine(number, f"'{word}': {error}") from error


def _unescaped(sign: re.Match[str]) -> str:
    return "" if sign[1] == "e" else sign[1]


def _value(word: str) -> Any:
    if word == "null":
        return None
    if word.startswith('\\"'):
        with contextlib.suppress(msgspec.DecodeError):
            return msgspec.json.decode(word[1:], type=str)
    return int(word) if NUMBER.fullmatch(word) else word.removeprefix("\\")
