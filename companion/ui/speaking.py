"""What is said aloud: rolls, reminders that are new, and the result. Only what everybody may see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine import Kind, Table

from .base import House
from .furniture import winner_words


class Narrator:
    """Compares the table with how it was, and says what a player wants to hear without looking."""

    def __init__(self, house: House, say: Callable[[str], Any]) -> None:
        self.house, self._say = house, say
        self._table: Table[Any] | None = None
        self._rolls: frozenset[str] = frozenset()
        self._moves = 0
        self._reminded: frozenset[str] = frozenset()
        self._over = False

    def changed(self) -> None:
        """The table has changed."""
        table = self.house.table
        if table is None:
            return
        if table is not self._table:
            self._table, self._moves = table, len(table.line) - 1
            self._rolls = frozenset()
        for words in self._news(table):
            self._say(words)
        prompt = table.prompt()
        self._rolls = frozenset(demand.key for demand in prompt.demands if demand.kind is Kind.ROLL)
        self._moves, self._over = len(table.line), table.outcome() is not None

    def _news(self, table: Table[Any]) -> list[str]:
        told, say = [], self.house.say
        if len(table.line) == self._moves + 1 and table.line[-1].action.key in self._rolls:
            told.append(say(table.history()[-1].text))
        reminders = frozenset(say(found.text) for found in table.reminders())
        told += sorted(reminders - self._reminded)
        self._reminded = reminders
        if table.outcome() is not None and not self._over:
            told.append(winner_words(self.house, table))
        return told
