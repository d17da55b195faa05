"""A second scorer of Reworld, written from the rulebook alone: reads a recording, knows nothing of the app.

It trusts that the moves are legal and only adds up; where the two disagree one of them is wrong.
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass, field

HANDS = {2: 13, 3: 9, 4: 7}
BOT_POINTS = [4, 4, 3, 2, 2]
LETTERS = "ABCDE"


@dataclass
class Player:
    name: str
    points: int = 0
    hand: int = 0
    out: bool = False
    rows: dict[int, list[str]] = field(default_factory=lambda: {n: [] for n in range(1, 6)})
    cities: dict[str, list[str]] = field(default_factory=dict)
    defence: list[int] = field(default_factory=list)
    shuttles: int = 0
    satellites: int = 0
    ships: list[str] = field(default_factory=list)

    def crews(self) -> list[str]:
        return [tile for tiles in self.cities.values() for tile in tiles if tile[0] in "cxa"]

    def bots(self) -> list[str]:
        return [tile for tiles in self.cities.values() for tile in tiles if tile[0] == "t"]

    def firms(self) -> set[str]:
        return {"agri" if crew == "ag" else crew[1] for crew in self.crews()}


class SecondScorer:
    """Plays a recording through and adds up."""

    def __init__(self, recording: str) -> None:
        self.facts: dict[str, int] = {}
        self.players: list[Player] = []
        self.round = 0
        self.arms: dict[int, str] = {}
        self.taken: set[str] = set()
        for line in recording.splitlines():
            words = shlex.split(line, comments=True)
            if words:
                self.line(words, line)
        self.final()

    def line(self, words: list[str], line: str) -> None:
        if words[0] == "players":
            self.players = [Player(name.strip()) for name in line.partition(" ")[2].split(",")]
        elif words[0] == "fact":
            if words[2].isdigit():
                self.facts[words[1]] = int(words[2])
        elif words[0] not in ("game", "depth", "option"):
            fields = dict(word.split("=", 1) for word in words[2:] if "=" in word)
            if words[0] == "-":
                self.table(words[1], fields)
            else:
                player = next(one for one in self.players if one.name == words[0])
                self.play(player, words[1], fields)

    def table(self, verb: str, fields: dict[str, str]) -> None:
        if verb == "prepare":
            self.round += 1
            self.arms = dict(enumerate(fields["modules"].split(","), 1))
            for player in self.players:
                player.hand, player.out = HANDS[len(self.players)], False
        elif verb == "learn":
            self.facts[fields["fact"]] = int(fields["value"]) if fields["value"].isdigit() else 0

    def play(self, player: Player, verb: str, fields: dict[str, str]) -> None:
        if verb == "acquire":
            tile = self.arms.pop(int(fields["slot"]))
            below = [card for card in fields.get("below", "").split(",") if card]
            player.hand -= 1 + len(below)
            player.rows[int(fields["top"])].insert(0, tile)
            if tile.startswith("t"):
                player.points += BOT_POINTS[self.round - 1]
        elif verb == "marker":
            player.hand -= 1
            player.points += 1
        elif verb == "drop_out":
            player.points += player.hand
            player.hand, player.out = 0, True
        else:
            self.undock(player, verb, fields)
            self.arrivals(player)

    def undock(self, player: Player, verb: str, fields: dict[str, str]) -> None:
        row = player.rows[int(fields["row"])]
        if verb == "transport":
            self.transport(player, row, fields)
            return
        tile = row.pop(0)
        if verb == "terrabot":
            player.cities.setdefault(tile[1], []).append(tile)
        elif verb == "defend":
            known = int(fields.get("shields", 0)) or self.facts.get(f"shields.{tile}")
            player.defence.append(int(tile[1]) if tile[0] == "s" else known or 0)
        elif verb == "task":
            player.points += self.task(player, tile[1], fields.get("city", ""))
            player.satellites += 1

    def transport(self, player: Player, row: list[str], fields: dict[str, str]) -> None:
        where = next(at for at, tile in enumerate(row) if tile[0] == "s")
        del row[where]
        rows = [int(number) for number in fields.get("dock", "").split(",") if number]
        crews = [player.rows[number].pop(0) for number in rows]
        if fields.get("swapped") == "True":
            crews.reverse()
        for crew, city in zip(crews, fields.get("cities", "").split(","), strict=False):
            if city in player.cities:
                player.cities[city].append(crew)
                if crew[0] == "x":
                    player.points += 1 + len(player.cities[city])
        player.shuttles += 1

    def task(self, player: Player, sign: str, city: str) -> int:
        tiles = player.cities.get(city, [])
        bots = sum(tile[0] == "t" for tile in tiles)
        if sign in LETTERS:
            return 2 * sum(bot[1] == sign for bot in player.bots())
        if sign.isdigit():
            return 3 * sum(crew[0] in "cx" and crew[1] == sign for crew in player.crews())
        return {
            "f": 2 * len(player.firms()),
            "x": bots * (len(tiles) - bots),
            "s": 1 + len(tiles) if tiles else 0,
            "t": len(player.bots()),
            "d": sum(player.defence),
            "c": len(player.crews()),
        }[sign]

    def arrivals(self, player: Player) -> None:
        four = len(self.players) == 4
        docked = sum(map(len, player.rows.values()))
        conditions = [not player.rows[number] for number in range(1, 6)]
        conditions += [
            any(1 + len(tiles) >= 8 for tiles in player.cities.values()),
            player.crews().count("ag") >= 3,
            sum(player.defence) >= (5 if four else 6),
            len(player.firms()) >= (5 if four else 6),
            player.shuttles >= (4 if four else 5),
            len(player.cities) + bool(player.defence) >= (5 if four else 6),
            docked == 0,
            player.satellites >= (4 if four else 5),
        ]
        for number, fulfilled in enumerate(conditions, 1):
            if fulfilled:
                self.give(player, f"{number:02d}")
        if player.points >= (60 if four else 70):
            self.give(player, "14")

    def give(self, player: Player, ship: str) -> None:
        if ship not in self.taken:
            self.taken.add(ship)
            player.ships.append(ship)
            side = "four" if len(self.players) == 4 else "few"
            player.points += self.facts.get(f"ship.{ship}", self.facts.get(f"ship.{ship}.{side}", 0))

    def final(self) -> None:
        defence = {player.name: sum(player.defence) if player.defence else None for player in self.players}
        self.category("defence", defence)
        for letter in LETTERS:
            cities = {player.name: player.cities.get(letter) for player in self.players}
            self.category(letter, {name: 1 + len(tiles) if tiles else None for name, tiles in cities.items()})

    def category(self, name: str, have: dict[str, int | None]) -> None:
        count = len(self.players)
        table = [self.facts.get(f"final.{count}.{name}.{rank}", 0) for rank in range(1, count)]
        table = table[: {2: 1, 3: 2, 4: 3}[count]] + [0] * 4
        rank = 0
        for size in sorted({size for size in have.values() if size is not None}, reverse=True):
            tied = [player for player in self.players if have[player.name] == size]
            share = sum(table[rank : rank + len(tied)]) // len(tied)
            for player in tied:
                player.points += share
            rank += len(tied)
        for player in self.players:
            if have[player.name] is None:
                player.points -= 3

    def totals(self) -> dict[str, int]:
        """The points of every player."""
        return {player.name: player.points for player in self.players}

    def winners(self) -> set[str]:
        """Who wins."""
        best = max((player.points, len(player.ships)) for player in self.players)
        return {player.name for player in self.players if (player.points, len(player.ships)) == best}
