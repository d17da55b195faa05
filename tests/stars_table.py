"""Tables of the Starfarers for tests, laid out as a test needs them. Seats count from 0."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from judge import Judge

from companion.engine import (
    Action,
    Answer,
    Setup,
    Step,
    Table,
    but,
    play,
)
from companion.engine.notation import players as named
from companion.games.starfarers import game
from companion.games.starfarers.book import SORTS
from companion.games.starfarers.state import Colony, Hand, Stars

NAMES = ("Anna", "Ben", "Cem", "Dora")
JUDGE = Judge(game, NAMES)
BOOK, WORDS = JUDGE.book, JUDGE.words
told, explained, broken, after = JUDGE.told, JUDGE.explained, JUDGE.broken, JUDGE.after
totals, choose, option = JUDGE.totals, JUDGE.choose, JUDGE.option
KNOWN = {"start.fame": 0, "start.drives": 0, "cost.same": "yes", "shortage": "nobody", "seven.roller": "yes"}
"""An owner's box in which everything is known and nothing is given at the start."""

FULL = 12


def setup(
    players: int = 4,
    depth: str = "light",
    facts: Mapping[str, Any] | None = None,
    **options: Answer,
) -> Setup:
    """A game of Anna, Ben, Cem and Dora."""
    return Setup(
        game="starfarers",
        players=named(*NAMES[:players]),
        depth=depth,
        options=options,
        facts=dict(KNOWN if facts is None else facts),
    )


def table(players: int = 4, **more: Any) -> Table[Stars]:
    """A table at the very beginning."""
    return Table(game, setup(players, **more))


def hand(hidden: int = 0, **seen: int) -> Hand:
    """A hand of seen cards by sort, and of hidden ones."""
    return Hand(tuple(seen.get(sort, 0) for sort in SORTS), hidden)


def colonies(*planets: tuple[str, ...], ports: int = 1) -> tuple[Colony, ...]:
    """Colonies between planets; the first ones are spaceports."""
    return tuple(Colony(at < ports, each) for at, each in enumerate(planets))


def stars(
    phase: str = "build",
    sides: Mapping[int, Mapping[str, Any]] | None = None,
    *,
    players: int = 4,
    turn: int = 0,
    edition: str = "1999",
    cards: str = "free",
    facts: Mapping[str, Any] | None = None,
    **more: Any,
) -> Stars:
    """A table in the middle of a game: `sides` holds by seat what is not as at the start."""
    begun = game.setup(setup(players, facts=facts, edition=edition, cards=cards))
    plain = but(begun.sides[0], hand=Hand(), ships=())
    changed = tuple(but(plain, **(sides or {}).get(seat, {})) for seat in range(players))
    more = {"stock": (FULL,) * len(SORTS), "pile": 20, **more}
    return but(begun, phase=phase, turn=turn, sides=changed, **more)


def worth(points: int, **more: Any) -> dict[str, Any]:
    """A side of so many points, without anything to build on."""
    return {"colonies": (), "nest": points, **more}


def forced(state: Stars, action: Action) -> Stars:
    """The table after an action that it overruled."""
    return play.apply(game, state, action)


def some_action(state: Stars, rng: Random) -> Action:
    """A random legal action that answers a demand."""
    prompt = game.prompt(state)
    while True:
        draft = rng.choice(prompt.demands).draft
        while isinstance(step := play.step(game, state, draft), Step):
            told(step.ask, *(one.label for one in step.options))
            draft = draft.then(step.field, rng.choice(step.legal).value)
        if not broken(state, step):
            return step


def played(state: Stars, seed: int) -> tuple[list[tuple[Stars, Action]], Stars]:
    """A whole random game: the table before each action with the action, and the table at the end."""
    rng, moves = Random(seed), []
    while game.outcome(state) is None:
        action = some_action(state, rng)
        moves.append((state, action))
        state = after(state, action)
    return moves, state
