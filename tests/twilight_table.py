"""Twilight Inscription at whole tables, for tests. Seats and rows of the deck count from 0, rounds from 1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from judge import Judge

from companion.engine import (
    Action,
    Answer,
    Impossible,
    Setup,
    Table,
    but,
    play,
)
from companion.engine.notation import players as named
from companion.games.twilight_inscription import ai, game
from companion.games.twilight_inscription.actions import (
    Activate,
    Dare,
    Down,
    Lay,
    Reveal,
    Roll,
    Seating,
    Shuffle,
    Skip,
    Speak,
)
from companion.games.twilight_inscription.desk import (
    CIRCLE,
    CROSS,
    FILL,
    LINE,
    RESOURCES,
    SHEETS,
    UNDER,
    Desk,
)
from companion.games.twilight_inscription.layouts import sheets_of
from companion.games.twilight_inscription.state import CARD, DICE, Side, TwilightState
from companion.tools.checks import Checker
from companion.tools.sim import Plan, Player

NAMES = ("Anna", "Ben", "Cem", "Dora", "Eva", "Finn", "Gül", "Hugo")
JUDGE = Judge(game, NAMES)
BOOK, WORDS = JUDGE.book, JUDGE.words
told, explained, broken, after = JUDGE.told, JUDGE.explained, JUDGE.broken, JUDGE.after
totals, choose, option = JUDGE.totals, JUDGE.choose, JUDGE.option

DICE_FACTS = {"focus.red": "M", "focus.green": "I", "focus.blue": "R"}
OBJECTIVES = {
    "navigation": "mercantilist",
    "expansion": "core_cracker",
    "industry": "diversified_production",
    "warfare": "armada",
}
PLAIN = dict.fromkeys(SHEETS, "practice")
ROLLED = ("black:material", "black:influence", "black:research", "red:single", "green:double", "blue:single")
"""One resource of each kind; the focus dice give 1 Material, 2 Influence, 1 Research."""

WARS = ("border_conflict", "when_diplomacy_fails", "divide_and_conquer", "a_throne_for_the_taking")
VENTURES, ECHOES, COUNCIL, PRODUCTION = (
    "first_ventures", "echoes_of_the_past", "convene_the_council", "redefine_trade_routes",
)  # fmt: skip
MARKS = {"circled": CIRCLE, "crossed": CROSS, "filled": FILL, "lined": LINE, "under": UNDER}


def setup(
    players: int = 3,
    depth: str = "full",
    options: dict[str, Answer] | None = None,
    facts: dict[str, Any] | None = None,
) -> Setup:
    """A game of Anna, Ben, Cem ..."""
    return Setup(
        game="twilight_inscription",
        players=named(*NAMES[:players]),
        depth=depth,
        options=options or {},
        facts=DICE_FACTS if facts is None else facts,
    )


def table(players: int = 3, **more: Any) -> Table[TwilightState]:
    """A table at the very beginning."""
    return Table(game, setup(players, **more))


def opening(
    players: int = 3, depth: str = "full", chance: int = 1, deck: str = "app", speaker: int = 0
) -> list[Action]:
    """What is done until the first event: no factions, practice sheets."""
    done: list[Action] = [Speak(speaker=speaker)] if players > 1 else []
    if players == 2 and depth != "scoring":
        done.append(Seating(face="black:material"))
    if players < 3:
        done.append(Dare(level="easy"))
    done += [Skip(), Lay(**OBJECTIVES)]
    if deck == "app" and depth != "scoring":
        done.append(Shuffle(chance=chance))
    return [*done, Skip()] if depth == "full" else done


def begun(players: int = 3, depth: str = "full", speaker: int = 0, **more: Any) -> TwilightState:
    """A table before its first event; the deck lies on the table."""
    options = {"deck": "table", **more.pop("options", {})}
    state = game.setup(setup(players, depth, options=options, **more))
    return after(state, *opening(players, depth, deck="table", speaker=speaker))


def marked(state: TwilightState, seat: int = 0, pool: str | None = None, **more: Any) -> TwilightState:
    """With more marks on a player's sheets: `circled=("n:s3",)`, `under=...`; `pool` as in "MMR"."""
    desk = state.sides[seat].desk
    assert desk is not None
    marks = dict(desk.marks)
    for word, places in more.items():
        marks |= dict.fromkeys(places, MARKS[word])
    held = desk.pool if pool is None else tuple(pool.count(one) for one in RESOURCES)
    side = but(state.sides[seat], desk=but(desk, marks=marks, pool=held))
    return but(state, sides=(*state.sides[:seat], side, *state.sides[seat + 1 :]))


def event(
    key: str = VENTURES, players: int = 3, depth: str = "full", round: int = 0, **more: Any
) -> TwilightState:
    """A round that begins with this card, whatever the order of the deck."""
    state = but(begun(players, depth, **more), round=round, tick=10 * round)
    return game.apply(state, Reveal(event=key))


def active(
    *sheets: str, key: str = ECHOES, pool: str | None = None, step: str = CARD, **more: Any
) -> TwilightState:
    """A Strategy event in which the players have these sheets active; the others have none yet."""
    state = event(key, **more)
    for seat, sheet in enumerate(sheets):
        state = game.apply(state, Activate(seat=seat, sheet=sheet))
    if step == DICE:
        state = game.apply(put_down(state), Roll(faces=ROLLED))
    for seat in range(len(sheets) if pool is not None else 0):
        state = marked(state, seat, pool)
    return state


def desk(state: TwilightState, seat: int = 0) -> Desk:
    """A player's desk."""
    found = state.sides[seat].desk
    assert found is not None
    return found


def held(state: TwilightState, seat: int = 0) -> dict[str, int]:
    """What is left to spend, without what there is none of."""
    return {one: count for one, count in zip(RESOURCES, desk(state, seat).pool, strict=True) if count}


def printed(state: TwilightState, kind: str, seat: int = 0) -> list[str]:
    """The claimed, unspent places of a kind of advantage."""
    return sheets_of(state, seat).available(desk(state, seat), kind)


def overruled(state: TwilightState, action: Action) -> TwilightState:
    """The table after an action that breaks a rule."""
    assert broken(state, action), action
    return play.apply(game, state, action)


def possible(state: TwilightState, action: Action) -> bool:
    """Whether the table could overrule an action."""
    try:
        play.apply(game, state, action)
    except Impossible:
        return False
    return True


def keys(state: TwilightState, offers: bool = False) -> list[tuple[str, int | None]]:
    """The open demands with their seats."""
    prompt = game.prompt(state)
    return [(one.key, one.seat) for one in (prompt.offers if offers else prompt.demands)]


def downs(state: TwilightState) -> list[Action]:
    """All pens that are not down yet are laid down."""
    return [Down(seat=seat) for seat, side in enumerate(state.sides) if not side.down]


def put_down(state: TwilightState) -> TwilightState:
    """All pens are laid down, resources or not."""
    for action in downs(state):
        state = game.apply(state, action)
    return state


def with_sides(state: TwilightState, changes: Mapping[int, Mapping[str, Any]]) -> TwilightState:
    """With something of some players changed."""
    sides: Sequence[Side] = [but(side, **changes.get(seat, {})) for seat, side in enumerate(state.sides)]
    return but(state, sides=tuple(sides))


def with_rival(state: TwilightState, level: str = "easy") -> TwilightState:
    """With an AI faction that has just begun."""
    return but(state, rival=ai.begin(state, level))


def random_game(
    players: int, depth: str = "full", number: int = 0, seed: int = 1, facts: str = "random", **more: Any
) -> Table[TwilightState]:
    """A whole game of random legal moves."""
    plan = Plan(players=players, seed=seed, check="none", depth=depth, facts=facts, **more)
    player = Player(game, plan, number, Checker(game, thorough=False))
    found = player.play()
    assert found is not None
    assert player.breaks == []
    return found


def lane(state: TwilightState, one: str, other: str, seat: int = 0) -> str:
    """The place of the hyperlane between two systems."""
    return sheets_of(state, seat).navigation.joined[one][other]
