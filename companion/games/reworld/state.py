"""What lies on the table in Reworld."""

from __future__ import annotations

from msgspec import Struct, structs

from companion.engine import State

from .book import value
from .modules import AGRI, MODULES, TERRABOT

ARMS: int = value("RW-040")["arms"]
ROWS: int = value("RW-031")["rows"]
ROUNDS: int = value("RW-030")["rounds"]

BEGIN, PREPARE, STATION, SETTLEMENT, FINAL, COUNT, OVER = (
    "begin", "prepare", "station", "settlement", "final", "count", "over",
)  # fmt: skip
"""The phases in order; light tracking stays in STATION for a whole round, scoring only in SETTLEMENT."""

EARNED = ("terrabots", "marker", "cards", "crews", "tasks", "hand")
"""For what points are awarded during play; `hand` is what the table set or entered by hand."""

SIGN: int = value("RW-144")["sign"]
"""A city sign counts as so many tiles."""

NEW_CITY: int = value("RW-144")["new_city"]
"""A city has at least so many tiles."""

BOX = "-"
"""Where a crew goes that finds no city."""


class City(Struct, frozen=True):
    """A city: its letter, which of the four signs it has, and its tiles without the sign."""

    letter: str
    sign: int
    tiles: tuple[str, ...]

    @property
    def size(self) -> int:
        """How many tiles the city has; its sign is one of them."""
        return len(self.tiles) + SIGN

    @property
    def crews(self) -> tuple[str, ...]:
        """The crew tiles of the city."""
        return tuple(tile for tile in self.tiles if MODULES[tile].kind != TERRABOT)  # RW-175

    @property
    def firm(self) -> str:
        """The construction firm that builds here; empty if none does."""
        firms = (MODULES[tile].firm for tile in self.tiles)
        return next((firm for firm in firms if firm not in ("", AGRI)), "")  # RW-168


class Count(Struct, frozen=True, kw_only=True):
    """What one player has at the end, counted by the table; 0 where there is no tile."""

    shields: int = 0
    a: int = 0
    b: int = 0
    c: int = 0
    d: int = 0
    e: int = 0

    @property
    def cities(self) -> tuple[int, ...]:
        """The sizes of the five cities in the order of their letters."""
        return (self.a, self.b, self.c, self.d, self.e)


class Side(Struct, frozen=True, kw_only=True):
    """What one player has. `late` are the shields of satellites that a task was scored with, by
    fact, and as how many each was counted: they may be read off, or corrected, later."""

    earned: tuple[int, ...] = (0,) * len(EARNED)
    hand: int = 0
    out: bool = False
    rows: tuple[tuple[str, ...], ...] = ((),) * ROWS
    cities: tuple[City, ...] = ()
    defence: tuple[str, ...] = ()
    shuttles: tuple[str, ...] = ()
    satellites: tuple[str, ...] = ()
    late: tuple[tuple[str, int], ...] = ()
    count: Count | None = None

    @property
    def docked(self) -> int:
        """How many modules are still docked."""
        return sum(map(len, self.rows))

    def earning(self, why: str, points: int) -> Side:
        """This side with points for a reason."""
        at = EARNED.index(why)
        earned = (*self.earned[:at], self.earned[at] + points, *self.earned[at + 1 :])
        return structs.replace(self, earned=earned)

    def city(self, letter: str) -> City | None:
        """The city of a letter."""
        return next((city for city in self.cities if city.letter == letter), None)

    @property
    def settled(self) -> tuple[str, ...]:
        """All tiles in the cities, without signs."""
        return tuple(tile for city in self.cities for tile in city.tiles)


class Doubt(Struct, frozen=True):
    """A ship that a player may have earned at the end of a turn: `base` and the printed values of `keys`
    together must reach its number."""

    ship: str
    seat: int
    base: int
    keys: tuple[str, ...]


class ReworldState(State, frozen=True, kw_only=True):
    """The whole table. `arms` holds a module's code or nothing; `slots` the cards, the top one last; `taken`
    are the ships that changed hands just now."""

    sides: tuple[Side, ...]
    phase: str = BEGIN
    round: int = value("RW-027")["space"]
    turn: int = 0
    marker: int = 0
    marker_bought: int = -1
    arms: tuple[str, ...] = ("",) * ARMS
    slots: tuple[tuple[int, ...], ...] = ((),) * ARMS
    drawn: dict[str, int] = {}
    gone: tuple[str, ...] = ()
    ships: dict[str, int] = {}
    doubts: tuple[Doubt, ...] = ()
    taken: tuple[str, ...] = ()
    options: dict[str, int | str] = {}
