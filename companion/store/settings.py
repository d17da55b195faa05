"""Settings of the box: language, sound, size and the like, by key."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from typing import Any

import msgspec

from .file import File, Row


class Settings(MutableMapping[str, Any]):
    """A mapping that stays; values are whatever JSON can hold."""

    def __init__(self, file: File) -> None:
        self._file = file

    def __getitem__(self, key: str) -> Any:
        sql = "SELECT value FROM settings WHERE key = ? ORDER BY tick DESC LIMIT 1"
        found = self._file.query(sql, key)
        if not found or found[0][0] is None:
            raise KeyError(key)
        return msgspec.json.decode(found[0][0])

    def __setitem__(self, key: str, value: Any) -> None:
        content = msgspec.json.encode(value)
        if key not in self or self[key] != msgspec.json.decode(content):
            self._file.add(Row("settings", (key, content)))

    def __delitem__(self, key: str) -> None:
        if key not in self:
            raise KeyError(key)
        self._file.add(Row("settings", (key, None)))

    def __iter__(self) -> Iterator[str]:
        found = self._file.query("SELECT DISTINCT key FROM settings ORDER BY key")
        return (key for (key,) in found if key in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)
