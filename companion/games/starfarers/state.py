"""What lies on the table in the Starfarers."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, structs

from companion.engine import Amount, State, exactly

from .book import EDITIONS, PEOPLES, SORTS, value
from .cards import CARDS

BEGIN, SETUP, ROLL, SEVEN, ROB, DRAW, BUILD, BALLS, MEET, MOVE, SCORE, OVER = (
    "begin", "setup", "roll", "seven", "rob", "draw", "build", "balls", "meet", "move", "score", "over",
)  # fmt: skip
"""The phases of a turn in order, between set-up and end; scoring depth stays in SCORE."""

COLONY, TRADE = SHIPS = ("colony", "trade")
NEST, ICE = TROPHIES = ("nest", "ice")
NOBODY = -1

SHARED, RELIEF = "share", "relief"
"""Decisions that a roll may leave open."""

NOTHING: tuple[int, ...] = (0,) * len(SORTS)
MOST_AT_START = 2
"""More fame rings or drives nobody begins with."""

START = value("SF-060")


class Hand(Struct, frozen=True):
    """The resource cards of a player: of each sort at least `sure`, and `hidden` ones nobody has seen."""

    sure: tuple[int, ...] = NOTHING
    hidden: int = 0

    @property
    def total(self) -> int:
        """How many cards they are; that is always known."""
        return sum(self.sure) + self.hidden

    def gain(self, sort: str, count: int = 1) -> Hand:
        """With seen cards more."""
        return Hand(
            tuple(n + count * (one == sort) for one, n in zip(SORTS, self.sure, strict=True)), self.hidden
        )

    def draw(self, count: int = 1) -> Hand:
        """With unseen cards more."""
        return Hand(self.sure, self.hidden + count)

    def pay(self, cost: Mapping[str, int]) -> Hand:
        """Without what was paid; the hidden cards stand in where the seen ones do not reach."""
        sure = tuple(max(0, n - cost.get(sort, 0)) for sort, n in zip(SORTS, self.sure, strict=True))
        return Hand(sure, max(0, self.total - sum(cost.values()) - sum(sure)))

    def robbed(self) -> Hand:
        """Without a card that nobody has seen: it may have been of any sort."""
        sure = tuple(max(0, n - 1) for n in self.sure)
        return Hand(sure, max(0, self.total - 1) - sum(sure))


class Colony(Struct, frozen=True):
    """A colony, with a ring if it is a spaceport, and the planets it touches as far as they are noted."""

    port: bool = False
    planets: tuple[str, ...] = ()


class Side(Struct, frozen=True, kw_only=True):
    """What one player has. `extra` are drives and cannons of cards that only this copy prints. While it is
    unknown with how much everybody begins, `fame` and `drives` do not hold it and may be below 0, `sunk` is
    the lowest that `fame` ever was, and `told` names those set by hand, which so hold everything."""

    colonies: tuple[Colony, ...] = ()
    ships: tuple[str, ...] = ()
    drives: int = 0
    cannons: int = 0
    rings: int = 0
    fame: int = 0
    sunk: int = 0
    told: tuple[str, ...] = ()
    nest: int = 0
    ice: int = 0
    cards: tuple[str, ...] = ()
    extra: tuple[int, int] = (0, 0)
    hand: Hand = Hand()

    @property
    def ports(self) -> int:
        """How many spaceports there are."""
        return sum(colony.port for colony in self.colonies)

    def card_sum(self, what: str) -> int:
        """Drives or cannons on friendship cards."""
        own = sum(getattr(CARDS[card], what) for card in self.cards if card in CARDS)
        return int(own) + self.extra[0 if what == "drives" else 1]

    @property
    def combat(self) -> int:
        """The combat strength without balls."""
        return self.cannons + self.card_sum("cannons")  # SF-149

    @property
    def daily(self) -> tuple[str, ...]:
        """The cards that can be used once a turn."""
        return tuple(card for card in self.cards if card in ("diplomats.fame", "diplomats.hand"))


class Stars(State, frozen=True, kw_only=True):
    """The whole table. `bases` holds the owners of the stations of each people in order, `discs` the holders;
    `gains` what the last roll brought; `used` the cards used in this turn; `stray` cards that came from
    nowhere when the table overruled a price; `given` the fame and drives that everybody began with."""

    sides: tuple[Side, ...]
    phase: str = BEGIN
    options: dict[str, int | str] = {}
    turn: int = 0
    first: int = 0
    turns: int = 0
    dice: tuple[int, ...] = ()
    gains: tuple[tuple[int, ...], ...] = ()
    owing: tuple[int, ...] = ()
    drawn: int = 0
    skipped: bool = False
    fresh: int = 0
    balls: tuple[str, ...] = ()
    stopped: int = 0
    grounded: bool = False
    used: tuple[str, ...] = ()
    bases: tuple[tuple[int, ...], ...] = ((),) * len(PEOPLES)
    discs: tuple[int, ...] = (NOBODY,) * len(PEOPLES)
    stock: tuple[int, ...] = NOTHING
    pile: int = 0
    beaten: tuple[str, ...] = ()
    deck: int = value("SF-092")
    stray: int = 0
    given: tuple[int, int] = (0, 0)
    won: int = NOBODY

    @property
    def edition(self) -> str:
        """Which edition lies on the table."""
        return str(self.options.get("edition", EDITIONS[0]))

    @property
    def counted(self) -> bool:
        """Whether resource cards are tracked."""
        return self.depth != "scoring" and self.options.get("cards", "free") == "counted"

    @property
    def noted(self) -> bool:
        """Whether the planets of any colony are noted."""
        return any(colony.planets for side in self.sides for colony in side.colonies)

    @property
    def mine(self) -> Side:
        """The side of the player in turn."""
        return self.sides[self.turn]

    @property
    def number(self) -> int:
        """The number that was rolled; 0 before."""
        return sum(self.dice)


def with_side(state: Stars, seat: int, **changes: object) -> Stars:
    """The table with something changed on one side."""
    side = structs.replace(state.sides[seat], **changes)
    return structs.replace(state, sides=(*state.sides[:seat], side, *state.sides[seat + 1 :]))


def fame_of(state: Stars, seat: int) -> Amount:
    """The fame rings of a player; at least so many while the start is unknown."""
    side = state.sides[seat]
    if holds_start(state, seat, "fame"):
        return exactly(side.fame)
    return Amount(*(max(side.fame + start, side.fame - side.sunk) for start in (0, MOST_AT_START)))


def holds_start(state: Stars, seat: int, what: str) -> bool:
    """Whether the fame or the drives of a player include what everybody begins with."""
    return state.edition != EDITIONS[0] or f"start.{what}" in state.facts or what in state.sides[seat].told
