"""What a player or the table does."""

from __future__ import annotations

from typing import TypeAlias, TypeVar

from msgspec import Struct, structs

from .facts import FactValue

Seat: TypeAlias = int
"""A player by place at the table, from 0 in seat order."""


class Action(Struct, frozen=True, kw_only=True, tag_field="do", omit_defaults=True):
    """One deed with its outcome. It answers the demand `key` for `seat` (None: the table as a whole)."""

    key: str
    seat: Seat | None = None

    @property
    def verb(self) -> str:
        """The rulebook's verb."""
        return str(self.__struct_config__.tag)


class Learn(Action, frozen=True, kw_only=True, tag="learn"):
    """A printed value is read off a component."""

    fact: str
    value: FactValue


class Adjust(Action, frozen=True, kw_only=True, tag="adjust"):
    """The table sets a counter or moves a piece by hand."""

    what: str
    value: FactValue


class Lower(Action, frozen=True, kw_only=True, tag="lower"):
    """The table goes on with less tracking."""

    depth: str


class Unread(Action, frozen=True, kw_only=True, tag="unread"):
    """Stands where the journal holds an action that this version of the game cannot read. Never written."""

    key: str = ""
    record: str


COMMON: tuple[type[Action], ...] = (Learn, Adjust, Lower)
"""The actions that every game understands."""

S = TypeVar("S", bound=Struct)


def but(state: S, **changes: object) -> S:
    """The same value with some fields changed."""
    return structs.replace(state, **changes)


class Pending(Struct, frozen=True, kw_only=True):
    """A decision that must be made before play goes on; states keep them as a stack, last on top."""

    key: str
    seat: Seat | None = None
    about: str = ""


class State(Struct, frozen=True, kw_only=True):
    """What every game's state has: who plays, how deep, what is printed, what is pending."""

    players: int
    depth: str = "full"
    facts: dict[str, FactValue] = {}
    pending: tuple[Pending, ...] = ()
