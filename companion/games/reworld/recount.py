"""A second account of a game, from its moves alone: it shares nothing with the first but printed numbers.

Codes of modules tell all it needs: the kind by their first sign, letter, firm or shields by the second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from companion.engine import Action, FactValue, Lower

from .actions import (
    Acquire,
    Award,
    Defend,
    Dispose,
    DropOut,
    Marker,
    Prepare,
    Task,
    Terrabot,
    Transport,
)
from .book import value

WHYS = ("terrabots", "marker", "cards", "crews", "tasks", "hand")
ROWS = range(5)


class Account:
    """What one player has."""

    def __init__(self) -> None:
        self.hand = 0
        self.out = False
        self.rows: list[list[str]] = [[] for _ in ROWS]
        self.cities: dict[str, list[str]] = {}
        self.defence: list[str] = []
        self.shuttles: list[str] = []
        self.satellites: list[str] = []
        self.points = dict.fromkeys(WHYS, 0)

    def tiles(self) -> list[str]:
        """All tiles in the cities."""
        return [tile for city in self.cities.values() for tile in city]


class Recount:
    """The whole table; `missing` are cards that a hand could not have held."""

    def __init__(self, players: int, facts: dict[str, FactValue]) -> None:
        self.accounts = [Account() for _ in range(players)]
        self.facts = facts
        self.round = 1
        self.arms: list[str] = []
        self.gone: list[str] = []
        self.dealt = self.laid = self.face_down = self.discarded = self.missing = 0

    def take(self, moves: Iterable[Action]) -> None:
        """Carry out moves; those that move no piece here are passed over."""
        for move in moves:
            deed = _DEEDS.get(type(move))
            if deed is not None:
                deed(self, move)

    def prepare(self, move: Prepare) -> None:
        """Twenty modules and new hands."""
        self.arms = list(move.modules)
        hand = value("RW-042")[str(len(self.accounts))]
        self.dealt = hand * len(self.accounts)
        self.laid = self.face_down = self.discarded = self.missing = 0
        for account in self.accounts:
            account.hand, account.out = hand, False

    def acquire(self, move: Acquire) -> None:
        """Cards into a slot, a module into a row."""
        account = self._spend(move, 1 + len(move.below))
        self.laid += 1 + len(move.below)
        code = self.arms[move.slot - 1]
        self.arms[move.slot - 1] = ""
        account.rows[move.top - 1].append(code)
        if code[0] == "t":
            account.points["terrabots"] += value("RW-079")[str(self.round)]

    def marker(self, move: Marker) -> None:
        """A card face down, a point."""
        self._spend(move, 1).points["marker"] += 1
        self.face_down += 1

    def _spend(self, move: Action, cards: int) -> Account:
        account = self.accounts[move.seat or 0]
        self.missing += max(0, cards - account.hand)
        account.hand = max(0, account.hand - cards)
        return account

    def drop_out(self, move: DropOut) -> None:
        """Points for cards; the last one ends the round."""
        account = self.accounts[move.seat or 0]
        account.points["cards"] += account.hand
        self.discarded += account.hand
        account.hand, account.out = 0, True
        if all(other.out for other in self.accounts):
            self.gone += filter(None, self.arms)
            self.arms = []
            self.dealt = self.laid = self.face_down = self.discarded = self.missing = 0
            self.round += 1
            for other in self.accounts:
                other.out = False

    def terrabot(self, move: Terrabot) -> None:
        """A city is founded or grows."""
        account, code = self._undock(move.seat, move.row)
        account.cities.setdefault(code[1], []).append(code)

    def defend(self, move: Defend) -> None:
        """The defence row grows."""
        account, code = self._undock(move.seat, move.row)
        account.defence.append(code)

    def dispose(self, move: Dispose) -> None:
        """A crew goes to the box."""
        self.gone.append(self._undock(move.seat, move.row)[1])

    def transport(self, move: Transport) -> None:
        """A shuttle takes crews to cities."""
        account = self.accounts[move.seat or 0]
        row = account.rows[move.row - 1]
        at = max(place for place, code in enumerate(row) if code[0] == "s")
        account.shuttles.append(row.pop(at))
        crews = [account.rows[number - 1].pop() for number in move.dock]
        for crew, letter in zip(crews[::-1] if move.swapped else crews, move.cities, strict=True):
            if letter not in account.cities:
                self.gone.append(crew)
                continue
            account.cities[letter].append(crew)
            if crew[0] == "x":
                account.points["crews"] += 1 + len(account.cities[letter])

    def task(self, move: Task) -> None:
        """A satellite scores."""
        account, code = self._undock(move.seat, move.row)
        account.points["tasks"] += self._worth(account, code[1], move.city)
        account.satellites.append(code)

    def _undock(self, seat: int | None, row: int) -> tuple[Account, str]:
        account = self.accounts[seat or 0]
        return account, account.rows[row - 1].pop()

    def _worth(self, account: Account, task: str, letter: str) -> int:
        tiles, city = account.tiles(), account.cities.get(letter, [])
        bots = [tile for tile in tiles if tile[0] == "t"]
        crews = [tile for tile in tiles if tile[0] != "t"]
        if task in "ABCDE":
            return 2 * bots.count(f"t{task}")
        if task in "12345":
            return 3 * (crews.count(f"c{task}") + crews.count(f"x{task}"))
        if task == "f":
            return 2 * len({crew[1] for crew in crews})
        if task == "x":
            return sum(tile[0] == "t" for tile in city) * sum(tile[0] != "t" for tile in city)
        if task == "s":
            return len(city) + 1 if city else 0
        if task == "d":
            return sum(map(self._shields, account.defence))
        return len(bots) if task == "t" else len(crews)

    def _shields(self, code: str) -> int:
        """What is not read off yet counts as the least; once it is, the rest is added to the task."""
        return int(code[1]) if code[0] == "s" else int(self.facts.get(f"shields.{code}", 1))

    def award(self, move: Award) -> None:
        """Points that the table entered."""
        self.accounts[move.seat or 0].points[move.why] += move.points

    def lower(self, move: Lower) -> None:
        """From here on the table keeps the boards itself."""
        for account in self.accounts:
            account.hand, account.out = 0, False


_DEEDS: dict[type[Action], Callable[[Recount, Any], None]] = {
    Prepare: Recount.prepare,
    Acquire: Recount.acquire,
    Marker: Recount.marker,
    DropOut: Recount.drop_out,
    Terrabot: Recount.terrabot,
    Defend: Recount.defend,
    Dispose: Recount.dispose,
    Transport: Recount.transport,
    Task: Recount.task,
    Award: Recount.award,
    Lower: Recount.lower,
}
