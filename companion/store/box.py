"""The owner's box: printed values read off the owner's own copy of a game, kept for later games."""

from __future__ import annotations

import contextlib
from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping

import msgspec
from msgspec import Struct

from companion.engine import FactValue

from .clock import Clock
from .file import File, Row

DICE = "dice/"
"""Before the name of a set of dice, whose faces are kept beside the values of the games."""

DRAFT = "draft/"
"""Before the name of a game whose plans are being drawn: they lie here until they are finished."""


class Known(Struct, frozen=True, kw_only=True):
    """A printed value with when and how it came: `played`, `typed`, `taught` or `imported`."""

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
        return [name for name in self._names() if not name.startswith((DICE, DRAFT))]

    def _names(self) -> list[str]:
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

    def drafts(self, game: str) -> dict[str, str]:
        """The unfinished plans of a game, by the key of the value that they shall become."""
        # A draft has many rows: only the last one of each is read, and not its elders' texts.
        last = "SELECT max(tick) FROM facts WHERE game = ? GROUP BY key"
        sql = f"SELECT key, value FROM facts WHERE tick IN ({last})"
        rows = self._file.query(sql, f"{DRAFT}{game}")
        return {key: msgspec.json.decode(value, type=str) for key, value in rows if value is not None}

    def save_draft(self, game: str, key: str, words: str) -> None:
        """Keep an unfinished plan as it is now."""
        row = (f"{DRAFT}{game}", key, msgspec.json.encode(words), "drawn", "", self._clock.wall())
        self._file.add(Row("facts", row))

    def drop_draft(self, game: str, key: str) -> None:
        """Forget an unfinished plan."""
        self.drop(f"{DRAFT}{game}", key)

    def lessons(self, dice: str) -> dict[str, bytes]:
        """What the camera was taught of a set of dice, by face; a value is as it was kept."""
        found = {}
        for known in self.known(f"{DICE}{dice}"):
            with contextlib.suppress(ValueError):
                found[known.key] = b64decode(str(known.value), validate=True)
        return found

    def teach(self, dice: str, lessons: Mapping[str, bytes]) -> None:
        """Keep what the camera was taught of a set of dice."""
        told = {key: b64encode(lesson).decode() for key, lesson in lessons.items()}
        self.keep(f"{DICE}{dice}", told, how="taught")

    def unteach(self, dice: str, *keys: str) -> None:
        """Forget some of what the camera was taught."""
        self.drop(f"{DICE}{dice}", *keys)

    def taught(self) -> list[str]:
        """The sets of dice of which something was taught."""
        names = [name.removeprefix(DICE) for name in self._names() if name.startswith(DICE)]
        return [name for name in names if self.lessons(name)]
