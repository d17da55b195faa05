"""The owner's box: printed values read off the owner's own copy of a game, kept for later games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec
from msgspec import Struct

from companion.engine import FactValue

from .clock import Clock
from .file import File, Row


class Known(Struct, frozen=True, kw_only=True):
    """A printed value with when and how it came: `played` in a game, `typed` in, or `imported`."""

    key: str
    value: FactValue
    how: str
    when: str
    source: str = ""


class Box:
    """Known printed values by game. Games take a copy of them, so a change never changes an old game."""

    def __init__(self, file: File, clock: Clock) -> None:
        self._file = file
        self._clock = clock

    def facts(self, game: str) -> dict[str, FactValue]:
        """All known values of a game, to begin one with."""
        return {known.key: known.value for known in self.known(game)}

    def known(self, game: str) -> list[Known]:
        """All known values of a game with where they came from, by key."""
        latest: dict[str, Known | None] = {}
        sql = "SELECT key, value, how, source, wall FROM facts WHERE game = ? ORDER BY tick"
        for key, value, how, source, wall in self._file.query(sql, game):
            latest[key] = None
            if value is not None:
                told: FactValue = msgspec.json.decode(value)
                latest[key] = Known(key=key, value=told, how=how, when=wall, source=source)
        return [known for _, known in sorted(latest.items()) if known is not None]

    def games(self) -> list[str]:
        """The games of which something is known."""
        return [str(row[0]) for row in self._file.query("SELECT DISTINCT game FROM facts ORDER BY game")]

    def keep(
        self, game: str, facts: Mapping[str, FactValue], how: str = "typed", source: str = ""
    ) -> list[str]:
        """Keep values; the keys that were new or different."""
        before = self.facts(game)
        changed = [key for key, value in facts.items() if before.get(key) != value]
        wall = self._clock.wall()
        rows = [(game, key, msgspec.json.encode(facts[key]), how, source, wall) for key in changed]
        if rows:
            self._file.add(*(Row("facts", row) for row in rows))
        return changed

    def told_by(self, game: str, source: str) -> dict[str, FactValue]:
        """The last value that one played game told of each key."""
        sql = "SELECT key, value FROM facts WHERE game = ? AND source = ? AND how = 'played' ORDER BY tick"
        return {key: msgspec.json.decode(value) for key, value in self._file.query(sql, game, source)}

    def take_back(self, game: str, source: str, keys: Iterable[str]) -> None:
        """Undo what one played game told: the value before it counts again."""
        current = {known.key: known for known in self.known(game)}
        wall = self._clock.wall()
        rows = []
        for key in keys:
            if key not in current or current[key].source != source:
                continue
            sql = "SELECT value, how, source, wall FROM facts WHERE game = ? AND key = ? ORDER BY tick DESC"
            older = [row for row in self._file.query(sql, game, key) if row[2] != source]
            before = older[0] if older else (None, "taken back", source, wall)
            rows.append(Row("facts", (game, key, *before)))
        if rows:
            self._file.add(*rows)

    def drop(self, game: str, *keys: str) -> None:
        """Forget values."""
        known = self.facts(game)
        gone = [key for key in keys if key in known]
        if gone:
            wall = self._clock.wall()
            self._file.add(*(Row("facts", (game, key, None, "dropped", "", wall)) for key in gone))
