"""What may happen now: demands, offers, and the choices that lead to an action."""

from __future__ import annotations

from enum import Enum
from typing import Literal, TypeAlias

from msgspec import Struct

from .action import Seat
from .rule import LEGAL, Ruling
from .text import Text

Answer: TypeAlias = "int | str"


class Kind(Enum):
    """What a demand wants of the table; buttons take their meaning from it."""

    CONFIRM = "confirm"
    CHOOSE = "choose"
    ENTER = "enter"
    ROLL = "roll"
    SECRET = "secret"
    FACT = "fact"
    OVER = "over"


class Draft(Struct, frozen=True):
    """An action half chosen: the demand it answers and the fields so far, in order."""

    key: str
    seat: Seat | None = None
    answers: tuple[tuple[str, Answer], ...] = ()

    def then(self, field: str, value: Answer) -> Draft:
        """The draft with one more answer."""
        return Draft(self.key, self.seat, (*self.answers, (field, value)))

    def back(self) -> Draft:
        """The draft without its last answer."""
        return Draft(self.key, self.seat, self.answers[:-1])

    def get(self, field: str) -> Answer | None:
        """The answer to a field; None while it is open."""
        return next((value for name, value in self.answers if name == field), None)

    def number(self, field: str) -> int | None:
        """The answer to a field that takes a number."""
        value = self.get(field)
        return None if value is None else int(value)

    def all(self, field: str) -> tuple[Answer, ...]:
        """The answers to a field that is asked several times."""
        return tuple(value for name, value in self.answers if name == field)


class Demand(Struct, frozen=True, kw_only=True):
    """Something the game wants, or offers, from a seat or from the table."""

    key: str
    ask: Text
    kind: Kind = Kind.CHOOSE
    seat: Seat | None = None
    rules: tuple[str, ...] = ()
    sees: str = ""

    @property
    def draft(self) -> Draft:
        """The empty answer to it."""
        return Draft(self.key, self.seat)


class Prompt(Struct, frozen=True, kw_only=True):
    """All that may happen now."""

    heading: Text
    demands: tuple[Demand, ...] = ()
    offers: tuple[Demand, ...] = ()
    turn: Seat | None = None
    likely: Draft | None = None

    def find(self, key: str, seat: Seat | None) -> Demand | None:
        """The demand or offer that an action with this key and seat answers."""
        for demand in (*self.demands, *self.offers):
            if demand.key == key and demand.seat == seat:
                return demand
        return None


class Option(Struct, frozen=True, kw_only=True):
    """One possible value of a field, with what the rules say of it."""

    value: Answer
    label: Text
    ruling: Ruling = LEGAL
    icon: str = ""
    note: Text | None = None
    tone: str = ""
    """The colour of the thing itself, light enough for dark words; empty where it has none."""


class Step(Struct, frozen=True, kw_only=True):
    """The next field to choose. `done` of `of` where one field is asked several times.

    `chance` is a number that nobody chooses: whoever asks draws it, and the action keeps it.
    """

    field: str
    ask: Text
    options: tuple[Option, ...] = ()
    entry: Literal["pick", "number", "text", "chance"] = "pick"
    low: int = 0
    high: int = 99
    done: int = 0
    of: int = 1
    keys: bool = False
    rules: tuple[str, ...] = ()

    @property
    def legal(self) -> tuple[Option, ...]:
        """The options that break no rule."""
        return tuple(option for option in self.options if option.ruling.allowed)


class Reminder(Struct, frozen=True):
    """One thing not to forget at this moment."""

    text: Text
    rule: str = ""
