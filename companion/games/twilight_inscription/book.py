"""Twilight Inscription's rule catalogue, sentences and cards, read from the files beside this one."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from importlib import resources
from typing import Any

from companion.engine import Catalogue, Rulebook

_HERE = resources.files(__package__)

RULES = Rulebook.parse(_HERE.joinpath("rules.toml").read_text("utf-8"))
CARDS: dict[str, Any] = tomllib.loads(_HERE.joinpath("cards.toml").read_text("utf-8"))
"""The cards as they are written down; `cards` makes values of them."""


def _card_texts() -> Iterator[tuple[str, dict[str, str]]]:
    for group, rows in CARDS.items():
        for row in rows if isinstance(rows, list) else ():
            key = f"{group}.{row['id']}"
            yield key, row
            for side in ("for", "against"):
                if side in row:
                    yield f"{key}.{side}", row[side]
            if "rule" in row:
                rule = RULES[row["rule"]]
                yield f"{key}.text", {"de": rule.de, "en": rule.en}


def _tables() -> Iterator[dict[str, Any]]:
    folder = _HERE.joinpath("texts")
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        yield tomllib.loads(file.read_text("utf-8"))


TEXTS = Catalogue.merged([dict(_card_texts()), *_tables()])
"""All sentences: `event.<id>` names a card, `.text` is what it does, `.for` and `.against` are its sides."""

value: Callable[[str], Any] = {rule.id: rule.value for rule in RULES.rules.values()}.__getitem__
"""The numbers that a rule prints."""
