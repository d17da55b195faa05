"""What a running table yields beside its journal: printed values, results, a copy at every round's end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.engine import FactValue, Table

if TYPE_CHECKING:
    from .store import Store


class Follower:
    """Listens to a table and keeps in the store what it yields."""

    def __init__(self, store: Store, game: str, table: Table[Any]) -> None:
        self.store = store
        self.game = game
        self.table = table
        self._round = self._round_now()
        self._told = self._told_before()
        self._ended = store.is_finished(game)
        self.look()
        table.listen(self.look)

    def look(self) -> None:
        """Keep what the last commit changed."""
        self._keep_facts()
        self._keep_result()
        now = self._round_now()
        if now > self._round:
            self.store.backup(wait=False)
        self._round = now

    def _round_now(self) -> int:
        return self.table.game.round_of(self.table.state)

    def _learnt(self) -> dict[str, FactValue]:
        """The values that were read off components during this game and can be true."""
        specs, given = self.table.game.facts, self.table.setup.facts
        return {
            key: value
            for key, value in self.table.state.facts.items()
            if given.get(key) != value and key in specs and specs[key].problem(value) is None
        }

    def _told_before(self) -> dict[str, FactValue]:
        """What this game has already told the box, so that a later change by hand is not overwritten."""
        told = self.store.box.told_by(self.table.game.name, self.game)
        return {key: value for key, value in self._learnt().items() if told.get(key) == value}

    def _keep_facts(self) -> None:
        box, name = self.store.box, self.table.game.name
        learnt = self._learnt()
        new = {key: value for key, value in learnt.items() if self._told.get(key) != value}
        gone = [key for key in self._told if key not in learnt]
        if new:
            box.keep(name, new, how="played", source=self.game)
        if gone:
            box.take_back(name, self.game, gone)
        self._told = learnt

    def _keep_result(self) -> None:
        outcome = self.table.outcome()
        if outcome is None:
            self._ended = False
            return
        if not self.store.is_finished(self.game):
            self.store.finish(self.game, self.table.score(), outcome)
        if not self._ended:
            self.store.backup(wait=False)
        self._ended = True
