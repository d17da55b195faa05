"""What lies on the table at the end, as JSON: read, checked, and scored.

    {"players": [{"name": "Anna", ...}, {"name": "Ben", ...}], "facts": {"ship.06": 8}}

Lines that begin with `//` are comments, so that what `--example` prints can be filled in and read again.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct

from companion.engine import FactValue, Game, Setup, notation

from .checks import Checker
from .errors import Complaint
from .replay import facts_problem
from .sheet import dump, sheet_row, words
from .sim import NAMES, Plan, Player, count_problem


class Table(Struct, frozen=True, forbid_unknown_fields=True):
    """What a file says: the players with what they have, and printed values."""

    players: list[dict[str, Any]]
    facts: dict[str, FactValue] = {}


def read(game: Game[Any], source: str) -> tuple[Setup, list[Any]]:
    """Who plays, the printed values, and what each player has; Complaint names the place that is wrong."""
    try:
        table = msgspec.json.decode(_blank_comments(source).encode(), type=Table)
    except msgspec.ValidationError as error:
        raise Complaint(str(error)) from error
    except msgspec.DecodeError as error:
        raise Complaint(f"not JSON: {_located(str(error), source)}") from error
    problem = count_problem(game, len(table.players))
    if problem:
        raise Complaint(f"$.players: {problem}")
    names, holdings = [], []
    for seat, row in enumerate(table.players):
        name, held = _player(game.holdings_type, row, seat)
        names.append(name)
        holdings.append(held)
    if len(set(names)) < len(names):
        raise Complaint(f"$.players: every player needs a name of their own, not {', '.join(names)}")
    setup = Setup(game=game.name, players=notation.players(*names), facts=dict(table.facts))
    problem = facts_problem(game, setup)
    if problem:
        raise Complaint(f"$.facts: {problem}")
    return setup, holdings


def _player(kind: type[Struct], row: dict[str, Any], seat: int) -> tuple[str, Any]:
    path = f"$.players[{seat}]"
    name = row.get("name", NAMES[seat % len(NAMES)])
    if not isinstance(name, str) or not name:
        raise Complaint(f"{path}.name: a name is expected, not {name!r}")
    if "name" not in kind.__struct_fields__:
        row = {key: value for key, value in row.items() if key != "name"}
    try:
        held = msgspec.convert(row, kind)
    except msgspec.ValidationError as error:
        place = re.sub(r"`\$", f"`{path}", str(error))
        raise Complaint(place if "`$" in place else f"{place} - at `{path}`") from error
    for problem in unknown_fields(row, held, path):
        raise Complaint(problem)
    return name, held


def unknown_fields(row: Any, read: Any, path: str) -> Iterable[str]:
    """The fields that were written down but mean nothing, each with what may have been meant."""
    if isinstance(row, dict) and isinstance(read, Struct):
        config = read.__struct_config__
        fields = dict(zip(read.__struct_encode_fields__, read.__struct_fields__, strict=True))
        for key, value in row.items():
            if key in fields:
                yield from unknown_fields(value, getattr(read, fields[key]), f"{path}.{key}")
            elif config.tag is None or key != config.tag_field:
                near = difflib.get_close_matches(key, fields, 1)
                hint = f"did you mean '{near[0]}'?" if near else f"there are {', '.join(fields)}"
                yield f"{path}: there is no field '{key}'; {hint}"
    elif isinstance(row, dict) and isinstance(read, dict):
        for key, value in row.items():
            yield from unknown_fields(value, read.get(key), f"{path}.{key}")
    elif isinstance(row, list) and isinstance(read, list | tuple):
        for at, (one, other) in enumerate(zip(row, read, strict=True)):
            yield from unknown_fields(one, other, f"{path}[{at}]")


def _blank_comments(source: str) -> str:
    return "\n".join("" if line.lstrip().startswith("//") else line for line in source.split("\n"))


def _located(message: str, source: str) -> str:
    """msgspec counts bytes; people count lines and columns."""
    found = re.search(r" \(byte (\d+)\)", message)
    if not found:
        line = source.rstrip().count("\n") + 1
        return f"{message} (it ends at line {line})"
    before = _blank_comments(source).encode()[: int(found[1])].decode(errors="ignore")
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    return message.replace(found[0], f" (line {line}, column {column})")


def example(game: Game[Any]) -> str:
    """A file that can be read as it is, every field explained above its first use."""
    held = _example(game)
    lines = ["{", '  "players": [']
    for seat, holdings in enumerate(held):
        row = {"name": NAMES[seat], **msgspec.to_builtins(holdings)}
        row |= {key: value for key, value in _defaults(holdings).items() if key not in row}
        lines.append("    {")
        for at, (key, value) in enumerate(row.items()):
            if seat == 0 and key != "name":
                lines.append(f"      // {key}: {_meaning(game.holdings_type, key)}")
            comma = "," if at < len(row) - 1 else ""
            lines.append(f'      "{key}": {_compact(value)}{comma}')
        lines.append("    }," if seat < len(held) - 1 else "    }")
    lines += ["  ],", "  // Printed values as far as you know them; without one its points stay open."]
    lines.append('  "facts": {')
    said = words(game, "en", NAMES)
    for key in game.tally_facts(len(held)):
        lines.append(f'    // "{key}": …   {said.say(game.facts[key].ask)}')
    return "\n".join([*lines, "  }", "}"])


def _example(game: Game[Any]) -> tuple[Struct, ...]:
    # What a game played at random leaves on the table is possible by construction.
    plan = Plan(players=game.seats.start, check="none", depth=game.depths[-1], facts="full")
    table = Player(game, plan, 0, Checker(game, thorough=False)).play()
    if table is None or table.outcome() is None:
        raise Complaint(f"{game.name} gives no example")
    return game.holdings(table.state)


def _defaults(holdings: Struct) -> dict[str, Any]:
    """Fields that are left out where they have their usual value."""
    kind = type(holdings)
    names = zip(kind.__struct_encode_fields__, kind.__struct_fields__, strict=True)
    return {shown: msgspec.to_builtins(getattr(holdings, name)) for shown, name in names}


def _meaning(kind: type[Struct], key: str) -> str:
    field = next(field for field in msgspec.structs.fields(kind) if field.encode_name == key)
    schema = msgspec.json.schema(field.type)
    told = schema.get("description")
    shape = _shape(schema, schema.get("$defs", {}))
    need = "" if field.required else ", may be left out"
    return f"{told} ({shape}{need})" if told else f"{shape}{need}"


def _shape(schema: dict[str, Any], defs: dict[str, Any]) -> str:
    if "$ref" in schema:
        return _shape(defs[schema["$ref"].rsplit("/", 1)[-1]], defs)
    if "enum" in schema:
        return "one of " + ", ".join(map(str, schema["enum"]))
    if "anyOf" in schema:
        return " or ".join(_shape(part, defs) for part in schema["anyOf"])
    match schema.get("type"):
        case "array" if "prefixItems" in schema:
            return "list of " + ", ".join(_shape(part, defs) for part in schema["prefixItems"])
        case "array":
            return f"list of {_shape(schema['items'], defs)}" if schema.get("items") else "list"
        case "object" if "properties" in schema:
            fields = (f"{key}: {_shape(part, defs)}" for key, part in schema["properties"].items())
            return "{" + ", ".join(fields) + "}"
        case "object":
            return f"object of {_shape(schema.get('additionalProperties') or {}, defs)}"
        case "integer":
            return "whole number"
        case "string":
            return "text"
        case "boolean":
            return "true or false"
        case "null":
            return "null"
    return "anything"


def _compact(value: Any) -> str:
    return msgspec.json.format(msgspec.json.encode(value), indent=0).decode()


def schema(game: Game[Any]) -> dict[str, Any]:
    """The JSON schema of a file."""
    kind = game.holdings_type
    (player,), parts = msgspec.json.schema_components((kind,), ref_template="#/$defs/{name}")
    own = parts[player["$ref"].rsplit("/", 1)[-1]]
    own["properties"] = {"name": {"type": "string", "minLength": 1}, **own["properties"]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": game.title,
        "type": "object",
        "properties": {
            "players": {
                "type": "array",
                "items": player,
                "minItems": game.seats.start,
                "maxItems": game.seats.stop - 1,
            },
            "facts": {"type": "object", "additionalProperties": {"type": ["integer", "string"]}},
        },
        "required": ["players"],
        "additionalProperties": False,
        "$defs": parts,
    }


def run(game: Game[Any], source: str, path: str, lang: str) -> int:
    """The command: prints sheet and outcome."""
    try:
        setup, held = read(game, source)
        sheet, outcome = game.tally(held, setup.facts)
    except (Complaint, ValueError) as error:
        raise Complaint(f"{path}: {error}") from error
    print(dump({"game": game.name} | sheet_row(words(game, lang, setup.names), sheet, outcome)))
    return 0
