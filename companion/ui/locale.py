"""What the screens themselves say."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import cast

from companion.engine import Catalogue


@cache
def catalogue() -> Catalogue:
    """The sentences of all files in `companion/locale`."""
    files = sorted(
        (
            file
            for file in resources.files("companion").joinpath("locale").iterdir()
            if file.name.endswith(".toml")
        ),
        key=lambda file: file.name,
    )
    tables = [tomllib.loads(file.read_text("utf-8")) for file in files]
    return Catalogue.merged([cast("dict[str, dict[str, str]]", table) for table in tables])
