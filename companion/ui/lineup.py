"""Who sits down to play: seats in order, no two with the same name, colour or shape."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine import Player, but
from companion.engine.notation import COLOURS, SHAPES


class Lineup:
    """The players of a game that is about to begin, in seat order."""

    def __init__(self, players: Iterable[Player] = (), seats: range = range(1, 9)) -> None:
        self.players: list[Player] = []
        self.seats = seats
        for player in players:
            self._sit(player)

    def add(self, name: str, colour: str = "", shape: str = "") -> Player:
        """Let somebody sit down, with the wished colour and shape if they are free."""
        return self._sit(Player(name.strip(), colour, shape))

    def remove(self, seat: int) -> None:
        """Let somebody leave."""
        del self.players[seat]

    def move(self, seat: int, to: int) -> None:
        """Put somebody at another place."""
        if 0 <= to < len(self.players):
            self.players.insert(to, self.players.pop(seat))

    def dress(self, seat: int, colour: str = "", shape: str = "") -> None:
        """Give somebody another colour or shape; who had it takes the one that becomes free."""
        here = self.players[seat]
        for other, player in enumerate(self.players):
            if other != seat and colour and player.colour == colour:
                self.players[other] = but(player, colour=here.colour)
            if other != seat and shape and player.shape == shape:
                self.players[other] = but(self.players[other], shape=here.shape)
        self.players[seat] = but(here, colour=colour or here.colour, shape=shape or here.shape)

    def has(self, name: str) -> bool:
        """Whether somebody of that name already sits here."""
        return any(player.name.casefold() == name.strip().casefold() for player in self.players)

    @property
    def full(self) -> bool:
        """Whether every seat is taken."""
        return len(self.players) >= max(self.seats)

    @property
    def short(self) -> int:
        """How many are missing; negative when there are too many."""
        count = len(self.players)
        if count < min(self.seats):
            return min(self.seats) - count
        return min(0, max(self.seats) - count)

    def _sit(self, player: Player) -> Player:
        colours = [colour for colour in COLOURS if colour not in {p.colour for p in self.players}]
        shapes = [shape for shape in SHAPES if shape not in {p.shape for p in self.players}]
        colour = player.colour if player.colour in colours else colours[0]
        partner = SHAPES[COLOURS.index(colour)]
        shape = next(shape for shape in (player.shape, partner, *shapes) if shape in shapes)
        seated = Player(player.name, colour, shape)
        self.players.append(seated)
        return seated
