"""Reworld's rule catalogue and sentences, read from the files beside this one."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from importlib import resources
from typing import Any

from companion.engine import Catalogue, Rulebook

_HERE = resources.files(__package__)

RULES = Rulebook.parse(_HERE.joinpath("rules.toml").read_text("utf-8"))
TEXTS = Catalogue.merged([tomllib.loads(_HERE.joinpath("texts.toml").read_text("utf-8"))])

value: Callable[[str], Any] = {rule.id: rule.value for rule in RULES.rules.values()}.__getitem__
"""The numbers that a rule prints."""
