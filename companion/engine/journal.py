"""What is written down about a running game, and where to: records of what the table did."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, Protocol, TypeAlias

import msgspec
from msgspec import Raw, Struct

from .action import Action, Seat


class Move(Struct, frozen=True):
    """An action that counts; with a reason where the table overruled the rules; perhaps with a photo."""

    action: Action
    reason: str = ""
    photo: str = ""


NO_ACTION = Raw(b"null")


class Edit(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One change of an earlier entry: `at` is its place in the line of moves before the change."""

    op: Literal["replace", "insert", "delete", "keep"]
    at: int
    # Raw can be read back only where it stands alone, not in a union with None.
    action: Raw = NO_ACTION
    reason: str = ""


class Played(Struct, frozen=True, tag="play", omit_defaults=True):
    """An action was submitted; `photo` names a picture that is kept elsewhere and may be gone."""

    action: Raw
    reason: str = ""
    photo: str = ""


class Undone(Struct, frozen=True, tag="undo", omit_defaults=True):
    """The last commit, or the last move of one seat, was taken back."""

    seat: Seat | None = None


class Redone(Struct, frozen=True, tag="redo"):
    """What was taken back counts again."""


class Amended(Struct, frozen=True, tag="amend"):
    """Earlier entries were changed."""

    edits: tuple[Edit, ...]


Record: TypeAlias = "Played | Undone | Redone | Amended"

_decoder = msgspec.json.Decoder(Played | Undone | Redone | Amended)


def read(data: bytes) -> Record:
    """A record from its JSON."""
    record: Record = _decoder.decode(data)
    return record


class Journal(Protocol):
    """Where records are kept, in order, for good."""

    def append(self, record: bytes) -> None:
        """Keep a record; returns when it is safe, or when it is known that it cannot be made safe now."""

    def records(self) -> Iterable[bytes]:
        """All records in order."""

    @property
    def unsaved(self) -> int:
        """How many of the last records are not safe yet."""


class MemoryJournal:
    """A journal that forgets everything with the process."""

    def __init__(self, records: Iterable[bytes] = ()) -> None:
        self._records = list(records)
        self.unsaved = 0

    def append(self, record: bytes) -> None:
        """Keep a record."""
        self._records.append(record)

    def records(self) -> list[bytes]:
        """All records in order."""
        return list(self._records)
