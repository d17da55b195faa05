"""What the box keeps: journal, games, the owner's box, history and exports. One SQLite file."""

from __future__ import annotations

import tomllib
from importlib import resources

from companion.engine import Catalogue

from .box import Box, Known
from .clock import Clock, SystemClock
from .journal import GameJournal
from .opening import InUse
from .rescue import Mishap
from .settings import Settings
from .store import Result, Saved, Store, UnknownGame, data_folder

TEXTS = Catalogue.merged(
    [tomllib.loads(resources.files(__package__).joinpath("texts.toml").read_text("utf-8"))]
)
"""The sentences of the store."""

__all__ = [
    "TEXTS", "Box", "Clock", "GameJournal", "InUse", "Known", "Mishap", "Result", "Saved", "Settings",
    "Store", "SystemClock", "UnknownGame", "data_folder",
]  # fmt: skip
