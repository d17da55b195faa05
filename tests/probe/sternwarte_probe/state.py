"""What lies on the table, and what can be done: values only."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Literal

from companion.engine import Action, Amount, Catalogue, Rulebook, Seat, State, amount, exactly, number
from companion.engine.facts import Facts

HERE = resources.files(__package__)
RULES = Rulebook.parse(HERE.joinpath("rules.toml").read_text("utf-8"))
TEXTS = Catalogue.merged([tomllib.loads(HERE.joinpath("texts.toml").read_text("utf-8"))])
SHIPS: tuple[str, ...] = tuple(RULES.value("PR-03")["ships"])

Phase = Literal["dock", "roll", "turns", "vote", "count", "over"]
NOBODY = -1
HIDDEN = -2


class Dock(Action, frozen=True, kw_only=True, tag="dock"):
    """A player takes a berth."""

    key: str = "dock"
    berth: int


class Roll(Action, frozen=True, kw_only=True, tag="roll"):
    """The dice have fallen."""

    key: str = "roll"
    faces: tuple[int, ...]


class Buy(Action, frozen=True, kw_only=True, tag="buy"):
    """A player buys a ship."""

    key: str = "turn"
    ship: str


class Raid(Action, frozen=True, kw_only=True, tag="raid"):
    """A player takes ore from another one, unless that is prevented."""

    key: str = "turn"
    victim: Seat


class Rest(Action, frozen=True, kw_only=True, tag="rest"):
    """A player rests."""

    key: str = "turn"


class Reply(Action, frozen=True, kw_only=True, tag="reply"):
    """A player uses a shield, or jams it, or does not; the key says which."""

    play: bool


class Vote(Action, frozen=True, kw_only=True, tag="vote"):
    """A player votes; the key names the round, so that a vote stays with its round."""

    choice: Seat


class Announce(Action, frozen=True, kw_only=True, tag="announce"):
    """A player announces a fleet."""

    key: str = "announce"


class Count(Action, frozen=True, kw_only=True, tag="count"):
    """A player counts what lies there at the end."""

    key: str = "count"
    ore: int
    medals: int
    ships: tuple[str, ...] = ()
    fleet: bool = False


ACTIONS = (Dock, Roll, Buy, Raid, Rest, Reply, Vote, Announce, Count)


class Harbour(State, frozen=True, kw_only=True):
    """The whole table; every tuple is by seat."""

    phase: Phase = "dock"
    round: int = 1
    rounds: int
    own_vote: bool
    captain: Seat = 0
    turn: Seat = 0
    dice: tuple[int, ...] = ()
    berths: tuple[int, ...]
    ore: tuple[int, ...]
    shields: tuple[int, ...]
    ships: tuple[tuple[str, ...], ...]
    fleets: tuple[bool, ...]
    medals: tuple[int, ...]
    votes: tuple[Seat, ...]
    counted: tuple[bool, ...]

    @property
    def seats(self) -> range:
        """All players."""
        return range(self.players)

    def owner(self, ship: str) -> Seat | None:
        """Who has a ship."""
        return next((seat for seat in self.seats if ship in self.ships[seat]), None)


def worth(ships: tuple[str, ...], facts: Facts) -> Amount:
    """What ships are worth together, as far as their printed values are known."""
    book = RULES.value("PR-16")
    total = exactly(0)
    for ship in ships:
        total += amount(number(facts, f"ship.{ship}"), book["low"], book["high"])
    return total
