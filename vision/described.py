"""What all small files have in common that describe dice or balls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

import msgspec

Set = TypeVar("Set")


class BadSet(Exception):
    """A file that describes no usable set; the message says why."""


def decoded(text: str, kind: type[Set]) -> Set:
    """What a TOML text says, as a set of that kind."""
    try:
        return msgspec.toml.decode(text, type=kind)
    except msgspec.MsgspecError as error:
        raise BadSet(str(error)) from error


def text_of(path: Path) -> str:
    """The text in a file."""
    try:
        return path.read_text("utf-8")
    except OSError as error:
        raise BadSet(error.strerror or "cannot be read") from error
    except UnicodeDecodeError as error:
        raise BadSet("not a text file") from error


def repeated(names: Iterable[str]) -> str:
    """A name that is there more than once; empty if there is none."""
    return next((name for name, times in Counter(names).items() if times > 1), "")


def check_name(word: str) -> None:
    """See that a word can be a part of a file's name, as in red_double_1.jpg."""
    if not word.replace("-", "").isalnum():
        raise BadSet(f"{word!r}: names are letters, digits and hyphens")


def colour(word: str) -> tuple[float, float, float]:
    """Red, green and blue from 0 to 1 of a colour like #b3202a."""
    if len(word) != 7 or word[0] != "#":
        raise BadSet(f"{word} is no colour like #b3202a")
    try:
        red, green, blue = (int(word[at : at + 2], 16) / 255 for at in (1, 3, 5))
    except ValueError as error:
        raise BadSet(f"{word} is no colour like #b3202a") from error
    return red, green, blue
