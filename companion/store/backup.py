"""Copies of the whole file, the last few kept, each complete as soon as it has its name."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

from . import opening

KEPT = 5


def folder(path: Path) -> Path:
    """Where the copies of a file lie."""
    return path.parent / "copies"


def copies(path: Path) -> list[Path]:
    """The copies of a file, the newest first; their numbers tell, not their dates."""
    try:
        found = [entry for entry in folder(path).iterdir() if _number(entry) is not None]
    except OSError:
        return []
    return sorted(found, key=lambda entry: _number(entry) or 0, reverse=True)


def copy(content: sqlite3.Connection, path: Path) -> Path:
    """Write one more copy and let the oldest go."""
    found = copies(path)
    number = 1 + (_number(found[0]) or 0 if found else 0)
    folder(path).mkdir(parents=True, exist_ok=True)
    new = folder(path) / f"{path.stem}-{number:06}.sqlite"
    opening.write(content, new)
    for old in found[KEPT - 1 :]:
        old.unlink(missing_ok=True)
    return new


class Copier:
    """Writes copies away from the caller's thread, one at a time."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.failed = False
        self._thread: threading.Thread | None = None

    @property
    def busy(self) -> bool:
        """Whether a copy is being written."""
        return self._thread is not None and self._thread.is_alive()

    def start(self, content: sqlite3.Connection) -> None:
        """Begin to write a copy of `content`, which now belongs to the copier."""
        self.wait()
        self._thread = threading.Thread(target=self._run, args=(content,), name="copier")
        self._thread.start()

    def wait(self) -> None:
        """Return when no copy is being written."""
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _run(self, content: sqlite3.Connection) -> None:
        try:
            copy(content, self.path)
            self.failed = False
        except (OSError, sqlite3.Error):
            self.failed = True
        finally:
            content.close()


def _number(entry: Path) -> int | None:
    stem, dash, number = entry.stem.rpartition("-")
    return int(number) if dash and stem and entry.suffix == ".sqlite" and number.isdigit() else None
