"""Reworld tables for tests, laid out as a test needs them. Slots, rows, rounds count from 1, seats from 0."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
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
from companion.games.reworld import game
from companion.games.reworld.actions import DropOut, Prepare
from companion.games.reworld.state import City, ReworldState, Side

NAMES = ("Anna", "Ben", "Cem", "Dora")
JUDGE = Judge(game, NAMES)
BOOK, WORDS = JUDGE.book, JUDGE.words
told, explained, broken, after = JUDGE.told, JUDGE.explained, JUDGE.broken, JUDGE.after
totals, choose, option = JUDGE.totals, JUDGE.choose, JUDGE.option
HANDS = {2: 13, 3: 9, 4: 7}

Rows = Mapping[int, Sequence[str]]
Move = tuple[ReworldState, Action]


def setup(
    players: int = 3,
    depth: str = "full",
    options: dict[str, Answer] | None = None,
    facts: dict[str, Any] | None = None,
) -> Setup:
    """A game of Anna, Ben, Cem and Dora."""
    return Setup(
        game="reworld",
        players=named(*NAMES[:players]),
        depth=depth,
        options=options or {},
        facts=facts or {},
    )


def table(players: int = 3, **more: Any) -> Table[ReworldState]:
    """A table at the very beginning."""
    return Table(game, setup(players, **more))


def bag() -> list[str]:
    """A hundred modules as the box could hold them, satellites first."""
    satellites = [f"k{sign}" for sign in "ABCDE12345fxstdc"]
    shuttles = ["s0"] * 6 + ["s1"] * 8 + ["s2"] * 6
    terrabots = [f"t{letter}" for letter in "ABCDE"] * 5
    crews = [f"x{firm}" for firm in "12345"] + [f"c{firm}" for firm in "12345"] * 6 + ["ag"] * 4
    return [*satellites, *shuttles, *terrabots, *crews]


def draws() -> list[tuple[str, ...]]:
    """The bag emptied in five rounds of 20 mixed modules."""
    return [tuple(bag()[at::5]) for at in range(5)]


def station(
    players: int = 3,
    *,
    arms: Mapping[int, str] | None = None,
    slots: Mapping[int, Sequence[int]] | None = None,
    hands: int | Sequence[int] | None = None,
    rows: Mapping[int, Rows] | None = None,
    out: Iterable[int] = (),
    **more: Any,
) -> ReworldState:
    """Chapter One: crews at all arms but those named (an empty code: no module there); `slots` holds the
    cards, the top one last; `rows` the docked modules by seat and row, the leftmost last."""
    laid = tuple((arms or {}).get(at, "c1") for at in range(1, 21))
    cards = tuple(tuple((slots or {}).get(at, ())) for at in range(1, 21))
    held = HANDS[players] if hands is None else hands
    dealt = (held,) * players if isinstance(held, int) else tuple(held)
    sides = tuple(
        Side(hand=dealt[seat], rows=_rows((rows or {}).get(seat, {})), out=seat in out)
        for seat in range(players)
    )
    return _counted(
        ReworldState(players=players, sides=sides, phase="station", arms=laid, slots=cards, **more)
    )


def settlement(
    players: int = 3,
    *,
    rows: Mapping[int, Rows] | None = None,
    cities: Mapping[int, Mapping[str, Sequence[str]]] | None = None,
    defence: Mapping[int, Sequence[str]] | None = None,
    shuttles: Mapping[int, Sequence[str]] | None = None,
    satellites: Mapping[int, Sequence[str]] | None = None,
    points: Mapping[int, int] | None = None,
    phase: str = "settlement",
    **more: Any,
) -> ReworldState:
    """Chapter Two: everything by seat. `rows` by row, the leftmost module last; `cities` by letter, each
    with the sign of the seat's own number; `points` are already on the score track."""
    sides = []
    for seat in range(players):
        towns = (cities or {}).get(seat, {})
        sides.append(
            Side(
                earned=(0, 0, 0, 0, 0, (points or {}).get(seat, 0)),
                rows=_rows((rows or {}).get(seat, {})),
                cities=tuple(City(letter, seat + 1, tuple(tiles)) for letter, tiles in towns.items()),
                defence=tuple((defence or {}).get(seat, ())),
                shuttles=tuple((shuttles or {}).get(seat, ())),
                satellites=tuple((satellites or {}).get(seat, ())),
            )
        )
    state = ReworldState(players=players, sides=tuple(sides), phase=phase, **{"round": 5, **more})
    return _counted(state)


def _rows(rows: Rows) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(rows.get(row, ())) for row in range(1, 6))


def _counted(state: ReworldState) -> ReworldState:
    """All that lies on the table was drawn."""
    lying = Counter([*filter(None, state.arms), *state.gone])
    for side in state.sides:
        lying.update(code for row in side.rows for code in row)
        lying.update((*side.settled, *side.defence, *side.shuttles, *side.satellites))
    return state if state.drawn else but(state, drawn=dict(lying))


def all_out(state: ReworldState) -> list[Action]:
    """Everybody who is still in the round drops out in turn."""
    order = [(state.turn + ahead) % state.players for ahead in range(state.players)]
    return [DropOut(seat=seat) for seat in order if not state.sides[seat].out]


def full_box() -> dict[str, Any]:
    """An answer for everything that the rulebook does not print; the counts are those of `bag`."""
    counts = Counter(bag())
    box: dict[str, Any] = {}
    for key, spec in game.facts.items():
        group, *rest = key.split(".")
        if group == "count":
            box[key] = counts[rest[0]]
        elif group == "final":
            box[key] = 24 - 6 * int(rest[2])
        elif group == "ship":
            box[key] = 3 + int(rest[0])
        else:
            box[key] = spec.choices[0] if spec.choices else f"{rest[0]}ville {rest[1]}"
    return box


def some_action(state: ReworldState, rng: Random, offers: bool = False) -> Action:
    """A random legal action that answers a demand, or perhaps an offer."""
    if state.phase == "prepare":
        return Prepare(modules=draws()[state.round - 1])
    prompt = game.prompt(state)
    while True:
        draft = rng.choice((*prompt.demands, *(prompt.offers if offers else ()))).draft
        while isinstance(step := play.step(game, state, draft), Step):
            told(step.ask, *(one.label for one in step.options))
            for one in step.options:
                explained(one.ruling)
            if step.entry == "pick":
                value = rng.choice(step.legal).value
            else:
                value = rng.randint(step.low, min(step.high, 12))
            draft = draft.then(step.field, value)
        if not broken(state, step):
            return step


def played(state: ReworldState, seed: int, offers: bool = False) -> tuple[list[Move], ReworldState]:
    """A whole random game: the table before each action with the action, and the table at the end."""
    rng, moves = Random(seed), []
    while game.outcome(state) is None:
        action = some_action(state, rng, offers)
        moves.append((state, action))
        state = after(state, action)
    return moves, state
