"""Pictures of readings, beside the one file: each whole or not there, named by what is in it."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path

from .targets import ExportError, save

NAME = re.compile(r"[0-9a-f]{32}\.jpg")


class Photos:
    """A folder of pictures. The journal only knows their names, so a missing one harms nothing."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def keep(self, picture: bytes) -> str:
        """Keep a JPEG and tell its name; empty if that is impossible now, which is no reason to stop play."""
        name = f"{sha256(picture).hexdigest()[:32]}.jpg"
        if not (self.folder / name).exists():
            try:
                save(self.folder, {name: picture})
            except ExportError:
                return ""
        return name

    def find(self, name: str) -> Path | None:
        """Where a picture lies; None if it is gone."""
        path = self.folder / name
        return path if NAME.fullmatch(name) and path.is_file() else None
