"""Words that the engine says: keys with arguments, rendered into a language only at the edge."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from msgspec import Struct

LANGUAGES = ("de", "en")

Word: TypeAlias = "int | str | Text | tuple[int | str | Text, ...]"
"""A value in a sentence. Closed, so that a text is the same after it was written down and read again."""


class Text(Struct, frozen=True):
    """A sentence by its key, with the values it speaks of."""

    key: str
    args: dict[str, Word] = {}


def text(key: str, **args: Word) -> Text:
    """The sentence `key` with its values."""
    return Text(key, args)


def literal(words: str) -> Text:
    """Words that are the same in every language: a name, a number, something a player typed."""
    return Text("=", {"words": words})


def seat_name(seat: int) -> Text:
    """The name of the player at `seat`, filled in when rendered."""
    return Text("@seat", {"seat": seat})


class Catalogue(Struct, frozen=True):
    """Sentences by key and language."""

    entries: dict[str, dict[str, str]]

    @classmethod
    def merged(cls, tables: Iterable[Mapping[str, Mapping[str, str]]]) -> Catalogue:
        """One catalogue of several TOML tables; later ones win."""
        entries: dict[str, dict[str, str]] = {}
        for table in tables:
            for key, row in table.items():
                entries[key] = {lang: row[lang] for lang in LANGUAGES if lang in row}
        return cls(entries)

    def with_(self, other: Catalogue) -> Catalogue:
        """This catalogue with another one laid over it."""
        return Catalogue({**self.entries, **other.entries})


_HOLE = re.compile(r"\{(\w+)(?:\|([^|{}]*)\|([^{}]*))?\}")


class Words:
    """Renders texts in one language with one table's player names."""

    def __init__(self, catalogue: Catalogue, lang: str, names: tuple[str, ...] = ()) -> None:
        self.catalogue = catalogue
        self.lang = lang
        self.names = names

    def say(self, text: Text) -> str:
        """The sentence in this language; a key without an entry is shown as itself."""
        if text.key == "=":
            return str(text.args["words"])
        if text.key == "@seat":
            seat = int(str(text.args["seat"]))
            return self.names[seat] if 0 <= seat < len(self.names) else f"#{seat + 1}"
        row = self.catalogue.entries.get(text.key)
        return text.key if row is None else self.fill(row.get(self.lang) or text.key, text.args)

    def fill(self, template: str, args: Mapping[str, Any]) -> str:
        """`template` with `{name}` replaced and `{name|one|many}` chosen by number."""

        def put(hole: re.Match[str]) -> str:
            name, one, many = hole.groups()
            if name not in args:
                return hole.group(0)
            value = args[name]
            if one is not None:
                return one if value == 1 else many
            return self.word(value)

        return _HOLE.sub(put, template)

    def word(self, value: Any) -> str:
        """One value as words."""
        if isinstance(value, Text):
            return self.say(value)
        if isinstance(value, tuple | list):
            return ", ".join(self.word(part) for part in value)
        return str(value)
