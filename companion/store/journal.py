"""The journal of one game in the one file."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from companion.engine import Draft, Seat, Setup
from companion.engine.play import ADJUST, FACT, LOWER

from .clock import Clock
from .file import File, Row
from .rescue import crc


class _Deed(Struct, frozen=True):
    """As much of an action as tells which draft led to it."""

    do: str = ""
    key: str | None = None
    seat: Seat | None = None


class _Line(Struct, frozen=True):
    """As much of a record as tells what it was about."""

    type: str = ""
    action: _Deed = _Deed()


_line = msgspec.json.Decoder(_Line)
_draft = msgspec.json.Decoder(Draft)


class GameJournal:
    """Keeps the records of one game, in order, for good; while the disk fails, in memory."""

    def __init__(self, file: File, clock: Clock, game: str, setup: Setup) -> None:
        self.id = game
        self.setup = setup
        self._file = file
        self._clock = clock
        columns = "seq, sitting, mono, wall, payload, crc"
        found = file.query(f"SELECT {columns} FROM records WHERE game = ? ORDER BY seq", game)
        self._rows = [Row("records", (game, *row)) for row in found]
        self._drafts = self._read_drafts()
        self._sitting = 0
        self._began = 0
        self.sit_down()

    def sit_down(self) -> None:
        """Begin a new sitting: the time until now is not counted as played."""
        self._sitting = 1 + max((int(row.values[2]) for row in self._rows), default=0)
        self._began = self._clock.mono()

    def append(self, record: bytes) -> None:
        """Keep a record; with it go the drafts that led to it."""
        seq, mono = len(self._rows) + 1, self._clock.mono() - self._began
        check = crc(self.id, seq, record)
        row = Row("records", (self.id, seq, self._sitting, mono, self._clock.wall(), record, check))
        done = [place for place, draft in self._drafts.items() if _led_to(draft, record)]
        for place in done:
            del self._drafts[place]
        self._rows.append(row)
        self._file.add(row, *(Row("drafts", (self.id, *place, None)) for place in done))

    def records(self) -> list[bytes]:
        """All records in order."""
        return [row.values[5] for row in self._rows]

    @property
    def unsaved(self) -> int:
        """How many of the last records are not safe yet."""
        return sum(row.table == "records" and row.values[0] == self.id for row in self._file.unsaved)

    @property
    def minutes(self) -> int:
        """How long the table has sat over this game, in all sittings."""
        longest: dict[int, int] = {}
        for row in self._rows:
            sitting, mono = row.values[2], row.values[3]
            longest[sitting] = max(mono, longest.get(sitting, 0))
        return round(sum(longest.values()) / 60_000)

    def rows(self) -> list[Row]:
        """The rows of all records, to mend a file that lost some."""
        return list(self._rows)

    def save_draft(self, draft: Draft) -> None:
        """Keep a half-finished entry; one without answers is dropped."""
        self._drafts.pop((draft.key, draft.seat), None)
        if draft.answers:
            self._drafts[draft.key, draft.seat] = draft
        content = msgspec.json.encode(draft) if draft.answers else None
        self._file.add(Row("drafts", (self.id, draft.key, draft.seat, content)))

    def drafts(self) -> list[Draft]:
        """The half-finished entries that no record has completed, the latest first."""
        return list(reversed(self._drafts.values()))

    def _read_drafts(self) -> dict[tuple[str, Seat | None], Draft]:
        drafts: dict[tuple[str, Seat | None], Draft] = {}
        sql = "SELECT key, seat, draft FROM drafts WHERE game = ? ORDER BY tick"
        for key, seat, content in self._file.query(sql, self.id):
            drafts.pop((key, seat), None)
            if content is not None:
                drafts[key, seat] = _draft.decode(content)
        return drafts


def _led_to(draft: Draft, record: bytes) -> bool:
    """Whether a record completes a draft, or changes what it was about."""
    line = _line.decode(record)
    if line.type != "play":
        return True
    deed = line.action
    if deed.do in ("learn", ADJUST, LOWER):
        return deed.key == draft.key and deed.seat == draft.seat
    aside = draft.key.startswith(FACT) or draft.key in (ADJUST, LOWER)
    return deed.seat == draft.seat and not aside
