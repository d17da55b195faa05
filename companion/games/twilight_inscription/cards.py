"""The cards and technologies by id. What is None is not known and is asked of the owner."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Literal, TypeAlias, TypeVar

from msgspec import Struct, convert, field

from companion.engine import Text, text

from .book import CARDS, value

Sheet: TypeAlias = Literal["navigation", "expansion", "industry", "warfare"]
Resource: TypeAlias = Literal["M", "I", "R"]


class Card(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is printed with a name of its own."""

    group: ClassVar[str]

    id: str
    de: str
    en: str
    own: bool = False
    sure: dict[str, Literal["likely"]] = {}
    rule: str = ""


class Event(Card, frozen=True, kw_only=True):
    """An event card: its back, its kind and the resources it supplies."""

    group = "event"

    phase: Literal[1, 2, 3, 4, 5]
    colour: Literal["blue", "black"]
    kind: Literal["strategy", "war", "council", "production", "special"]
    resources: tuple[Resource, ...] = ()


class Effect(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an alternative does to a sheet; `what` is empty where the printed sign is not known."""

    verb: Literal["deploy", "cross", "strike"]
    sheet: Sheet
    what: str = ""
    units: tuple[dict[str, int], ...] = ()
    least: int | None = None
    most: int | None = None


class Alternative(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One side of an agenda."""

    de: str
    en: str
    effect: Effect
    may: bool = False
    decider: bool = False


class Agenda(Card, frozen=True, kw_only=True):
    """An agenda card; its sides are None where only its name is known."""

    group = "agenda"

    phase: Literal[2, 3, 4]
    star: bool
    for_: Alternative | None = field(default=None, name="for")
    against: Alternative | None = None


class Objective(Card, frozen=True, kw_only=True):
    """An objective: points for the first faction and for later ones."""

    group = "objective"

    sheet: Sheet
    first: int | None = None
    later: int | None = None


class Relic(Card, frozen=True, kw_only=True):
    """A relic and when it is played."""

    group = "relic"

    points: int | None = None
    timing: str = ""


class Faction(Card, frozen=True, kw_only=True):
    """A faction; `rules` are its two abilities where they are known."""

    group = "faction"

    rules: tuple[str, ...] = ()


class Technology(Card, frozen=True, kw_only=True):
    """A technology of a sheet."""

    group = "technology"

    sheet: Sheet
    per_activation: bool = False


class Reward(Struct, frozen=True):
    """What a row of the Mecatol Rex board gives."""

    votes: int
    points: int


AnyCard = TypeVar("AnyCard", bound=Card)


def _all(kind: type[AnyCard]) -> dict[str, AnyCard]:
    cards: Iterable[AnyCard] = convert(CARDS[kind.group], list[kind])  # type: ignore[valid-type]
    return {card.id: card for card in cards}


EVENTS = _all(Event)
AGENDAS = _all(Agenda)
OBJECTIVES = _all(Objective)
RELICS = _all(Relic)
FACTIONS = _all(Faction)
TECHNOLOGIES = _all(Technology)

AI_GOALS: tuple[str, ...] = tuple(CARDS["ai"]["goals"])
"""The sheets whose objective the AI may fulfil, and Mecatol Rex."""

MECATOL = {row["row"]: Reward(row["votes"], row["points"]) for row in map(value, ("MEC-05", "MEC-06"))}
"""The rows of the Mecatol Rex board whose reward is known."""


def name(card: Card) -> Text:
    """The card's name."""
    return text(f"{card.group}.{card.id}")


def tells(card: Card) -> Text | None:
    """What the card does, where it is known."""
    return text(f"{card.group}.{card.id}.text") if card.rule else None
