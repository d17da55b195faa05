"""Tables of the probe game for tests: opened, played a little way, or played at random."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from sternwarte_probe import game
from sternwarte_probe.state import Buy, Dock, Harbour, Raid, Rest, Roll, Vote

from companion.engine import Action, Demand, Draft, MemoryJournal, Setup, Table, Words, notation, texts

NAMES = ("Anna", "Ben", "Cem", "Dora", "Emil", "Fay")


def setup(players: int = 3, **more: Any) -> Setup:
    """A set-up of the probe game."""
    return Setup(game="probe", players=notation.players(*NAMES[:players]), **more)


def opened(players: int = 3, **more: Any) -> Table[Harbour]:
    """A new table."""
    return Table(game, setup(players, **more))


def reopened(table: Table[Harbour]) -> Table[Harbour]:
    """The table as it comes back from its journal."""
    return Table(game, table.setup, MemoryJournal(table.journal.records()))


def act(table: Table[Any], *actions: Action) -> Table[Any]:
    """Submit actions one after the other."""
    for action in actions:
        table.submit(action)
    return table


def docked(table: Table[Any]) -> Table[Any]:
    """Everybody takes the berth of their number."""
    return act(table, *(Dock(seat=seat, berth=seat + 1) for seat in range(table.state.players)))


def rolled(table: Table[Any], *faces: int) -> Table[Any]:
    """Docked, and the dice have fallen."""
    return act(docked(table), Roll(faces=faces or (4, 5)))


def voting(players: int = 3, **more: Any) -> Table[Harbour]:
    """A table where all have rested and the vote is open."""
    table = rolled(opened(players, **more))
    return act(table, *(Rest(seat=seat) for seat in range(players)))


def vote(seat: int, choice: int, at: int = 1) -> Vote:
    """A vote in a round."""
    return Vote(key=f"vote:{at}", seat=seat, choice=choice)


def walk(table: Table[Any], draft: Draft, rng: Random) -> Action:
    """An action put together from random legal choices."""
    while True:
        found = table.step(draft)
        if isinstance(found, Action):
            return found
        if found.entry == "number":
            draft = draft.then(found.field, rng.randint(found.low, min(found.high, 9)))
        else:
            draft = draft.then(found.field, rng.choice(found.legal).value)


def demands(table: Table[Any]) -> tuple[Demand, ...]:
    """All that is asked or offered."""
    prompt = table.prompt()
    return (*prompt.demands, *prompt.offers)


def play(table: Table[Any], rng: Random, moves: int = 1000) -> Table[Any]:
    """Random legal moves until the game is over or enough were made."""
    for _ in range(moves):
        if table.outcome() is not None:
            break
        table.submit(walk(table, rng.choice(demands(table)).draft, rng))
    return table


def said(table: Table[Any], lang: str = "en") -> Words:
    """The words of a table."""
    return Words(texts(table.game), lang, table.setup.names)


def told(table: Table[Any], viewer: int | None = None) -> list[str]:
    """The history in English."""
    words = said(table)
    return [words.say(entry.text) for entry in table.history(viewer)]


def verbs(table: Table[Any]) -> list[str]:
    """The verbs of the moves that count."""
    return [move.action.verb for move in table.line]


def stacks(table: Table[Any]) -> tuple[list[Any], list[Any]]:
    """The lines that undos and redos would lead to, one after the other."""
    back, time = [], table._time
    while (before := time.undone()) is not None:
        time = before
        back.append(time.line)
    forth, time = [], table._time
    while time.future is not None:
        time = time.future
        forth.append(time.line)
    return back, forth


def same(one: Table[Any], other: Table[Any]) -> bool:
    """Whether two tables have the same states, moves, and undo and redo stacks."""
    return (one.states, one.line, one.lost, stacks(one)) == (
        other.states,
        other.line,
        other.lost,
        stacks(other),
    )


def ships_for(seat: int, *ships: str) -> Iterable[Action]:
    """Purchases by one player."""
    return (Buy(seat=seat, ship=ship) for ship in ships)


def raid(seat: int, victim: int) -> Raid:
    """A raid."""
    return Raid(seat=seat, victim=victim)
