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
        self._values: dict[str, Any] = {}
        for key, value in file.query("SELECT key, value FROM settings ORDER BY tick"):
            if value is None:
                self._values.pop(key, None)
            else:
                self._values[key] = msgspec.json.decode(value)

    def __getitem__(self, key: str) -> Any:
        return self._values[key]

    def __setitem__(self, key: str, value: Any) -> None:
        if key in self._values and self._values[key] == value:
            return
        content = msgspec.json.encode(value)
        self._values[key] = msgspec.json.decode(content)
        self._file.add(Row("settings", (key, content)))

    def __delitem__(self, key: str) -> None:
        del self._values[key]
        self._file.add(Row("settings", (key, None)))

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)
