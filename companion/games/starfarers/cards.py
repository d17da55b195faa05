"""The friendship cards, read from the file beside this one."""

from __future__ import annotations

import tomllib
from importlib import resources

from msgspec import Struct, convert

from companion.engine import Text, text

from .book import FIRST, PEOPLES

OTHER = "other"
"""A card of a copy that prints other ones than the edition of 2019."""


class Card(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A friendship card: what it adds, and the sort it works for."""

    people: str
    id: str
    sort: str = ""
    copies: int = 1
    drives: int = 0
    cannons: int = 0
    most: int = 0

    @property
    def key(self) -> str:
        """Its name in states and recordings."""
        return f"{self.people}.{self.id}" + (f".{self.sort}" if self.sort else "")


def _read() -> dict[str, Card]:
    rows = tomllib.loads(resources.files(__package__).joinpath("cards.toml").read_text("utf-8"))["card"]
    found = []
    for row in rows:
        sorts = row.pop("sorts", [""])
        found += [convert({**row, "sort": sort}, Card) for sort in sorts]
    return {card.key: card for card in found}


CARDS: dict[str, Card] = _read()


def copies(card: str) -> int:
    """How many of a card there are; of unknown ones as many as a people has cards."""
    return CARDS[card].copies if card in CARDS else 5


def of_people(people: str, edition: str) -> tuple[str, ...]:
    """The cards that a people may have in an edition."""
    found = tuple(key for key, card in CARDS.items() if card.people == people)
    return (*found, f"{people}.{OTHER}") if edition == FIRST else found


def name(card: str) -> Text:
    """What a card is called and does, in a few words."""
    found = CARDS.get(card)
    if found is None:
        return text("card.other")
    sort = {"sort": text(f"sort.{found.sort}")} if found.sort else {}
    return text(f"card.{found.people}.{found.id}{'.goods' if is_daily(card) else ''}", **sort)


def is_daily(card: str) -> bool:
    """Whether it is the Merchants' card for goods, which works once a turn."""
    return card == "merchants.rate.goods"


def people_of(card: str) -> str:
    """Whose card it is."""
    people = card.partition(".")[0]
    return people if people in PEOPLES else ""
