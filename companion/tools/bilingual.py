"""German and English for commands that run before anything is installed, with Python's own library alone."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path

LANGUAGES = ("de", "en")


def machine_language(env: Mapping[str, str] = os.environ) -> str:
    """The language of the machine, as the script ./sternwarte takes it."""
    told = env.get("LC_ALL") or env.get("LC_MESSAGES") or env.get("LANG") or ""
    return "de" if told.startswith("de") else "en"


class Sayings:
    """The sentences of one TOML file in one language."""

    def __init__(self, file: str, lang: str | None = None) -> None:
        self.lang = lang or machine_language()
        source = Path(__file__).with_name(file).read_text("utf-8")
        self.texts: dict[str, dict[str, str]] = tomllib.loads(source)

    def say(self, key: str, **args: object) -> str:
        """A sentence with its values; a missing one is a fault of ours and stops."""
        return self.texts[key][self.lang].format(**args)

    def has(self, key: str) -> bool:
        """Whether there is such a sentence."""
        return key in self.texts
