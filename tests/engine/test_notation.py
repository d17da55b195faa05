"""Recorded games as text: what is written can be read, and what cannot be read is told by its line."""

from __future__ import annotations

from enum import Enum
from random import Random
from typing import Any, ClassVar, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from probe_table import NAMES, docked, opened, play, setup, vote
from sternwarte_probe import game
from sternwarte_probe.state import Count, Dock, Reply, Roll

from companion.engine import Action, Adjust, Learn, Lower, Move, Setup, notation
from companion.engine.journal import Redone, Undone

HEAD = "game probe\nplayers Anna, Ben\n"


class Sign(Enum):
    SUN = "sun"
    MOON = "moon"


class Odd(Action, frozen=True, kw_only=True, tag="odd"):
    """An action with every sort of field."""

    key: str = "odd"
    word: str = ""
    either: int | str = 0
    maybe: int | str | None = 0
    some: tuple[str, ...] | None = ()
    numbers: tuple[int, ...] = ()
    pairs: tuple[tuple[str, int], ...] = ()
    table: dict[str, int] = {}
    sign: Sign = Sign.SUN
    one_of: Literal["a", "b"] = "a"
    ratio: float = 0.5
    flag: bool = False


class OddGame(type(game)):  # type: ignore[misc]
    actions: ClassVar[tuple[type[Action], ...]] = (*game.actions, Odd)


ODD = OddGame()
flat = st.text(st.characters(exclude_characters="\r\n", exclude_categories=("Cs",)), max_size=8)
odd = st.builds(
    Odd,
    seat=st.none() | st.integers(0, 1),
    key=st.just("odd") | flat,
    word=flat,
    either=st.integers() | flat | st.integers().map(str),
    maybe=st.none() | st.integers() | flat | st.just("null"),
    some=st.none() | st.lists(flat).map(tuple),
    numbers=st.lists(st.integers()).map(tuple),
    pairs=st.lists(st.tuples(flat, st.integers())).map(tuple),
    table=st.dictionaries(flat, st.integers(), max_size=2),
    sign=st.sampled_from(Sign),
    one_of=st.sampled_from(["a", "b"]),
    ratio=st.floats(allow_nan=False),
    flag=st.booleans(),
)
names = st.lists(
    flat.map(str.strip).filter(bool)
    | st.sampled_from(
        ["-", "!", "undo", "redo", "game", "fact", "@1", "@2", "#1", "Anna B", "D'Arcy", 'A "x"', "a,b"]
    ),
    min_size=2,
    max_size=2,
)


def read(text: str, of: Any = game) -> tuple[Setup, tuple[Move, ...]]:
    found = notation.parse(text)
    moves = (notation.read_line(of, found.setup, number, line) for number, line in found.lines)
    return found.setup, tuple(move for move in moves if isinstance(move, Move))


@given(names, st.lists(st.builds(Move, odd, flat.map(lambda reason: reason.strip(" "))), max_size=4))
def test_what_is_written_can_be_read(called: list[str], moves: list[Move]) -> None:
    begun = Setup(game="probe", players=notation.players(*called))
    assert read(notation.write(begun, tuple(moves)), ODD) == (begun, tuple(moves))


@given(st.dictionaries(st.sampled_from(["rounds", "own"]), st.integers() | flat.map(str.strip).filter(bool)))
def test_options_and_facts_can_be_read(values: dict[str, Any]) -> None:
    begun = Setup(
        game="probe", players=notation.players("A", "B"), depth="light", options=values, facts=values
    )
    assert read(notation.write(begun, ()))[0] == begun


@pytest.mark.parametrize("seed", range(6))
def test_whole_games_can_be_read(seed: int) -> None:
    table = play(opened(2 + seed % 5, depth=game.depths[seed % 3]), Random(seed))
    assert read(notation.write(table.setup, table.line)) == (table.setup, table.line)


def test_a_recording_by_hand() -> None:
    begun, moves = read(
        """
        # an evening
        game probe
        players Anna, Ben B
        depth full
        option rounds 2
        fact ship.A 5

        Anna dock berth=2      # the first
        'Ben B' dock berth=2 ! "they share" the berth
        - roll faces=3,4
        @2 vote @vote:1 choice=0
        Anna reply @shield play=true
        - learn @fact:ship.B fact=ship.B value=3
        - adjust @adjust what=ore.0 value=5
        - lower @lower depth=light
        Anna count ore=3 medals=1 ships=A,B fleet=1
        """
    )
    assert begun == setup(2, options={"rounds": 2}, facts={"ship.A": 5}).__class__(
        game="probe", players=notation.players("Anna", "Ben B"), options={"rounds": 2}, facts={"ship.A": 5}
    )
    assert moves == (
        Move(Dock(seat=0, berth=2)),
        Move(Dock(seat=1, berth=2), "they share the berth"),
        Move(Roll(faces=(3, 4))),
        Move(vote(1, 0)),
        Move(Reply(key="shield", seat=0, play=True)),
        Move(Learn(key="fact:ship.B", fact="ship.B", value=3)),
        Move(Adjust(key="adjust", what="ore.0", value=5)),
        Move(Lower(key="lower", depth="light")),
        Move(Count(seat=0, ore=3, medals=1, ships=("A", "B"), fleet=True)),
    )


def test_lines_that_take_back() -> None:
    def line(words: str) -> Any:
        return notation.read_line(game, setup(2), 7, words)

    assert line("undo") == Undone()
    assert line("undo Ben # wrong berth") == Undone(1)
    assert line("undo @1") == Undone(0)
    assert line("redo") == Redone()


def test_a_player_called_undo_is_still_a_player() -> None:
    begun = Setup(game="probe", players=notation.players("undo", "Ben"))
    assert notation.read_line(game, begun, 1, "undo dock berth=1") == Move(Dock(seat=0, berth=1))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("players Anna, Ben", "line 1: the head has no 'game'"),
        ("game probe\n", "line 1: the head has no 'players'"),
        ("game probe\nplayers Anna, Anna", "line 1: every player needs a name of their own"),
        ("game probe\nplayers Anna,", "line 1: every player needs a name"),
        ("game probe\nplayer\nplayer B", "line 1: every player needs a name"),
        (HEAD + "fact ship.A", "line 3: 'fact' takes a name and a value"),
        (HEAD + "\n\nCem dock berth=1", "line 5: nobody here is called Cem: Anna, Ben"),
        (HEAD + "@3 dock berth=1", "line 3: nobody here is called @3: Anna, Ben"),
        (HEAD + "Anna", "line 3: a line needs who and what"),
        (HEAD + "Anna ! why", "line 3: a line needs who and what"),
        (HEAD + "Anna fly to=1", "line 3: 'fly' is not an action of probe: learn, adjust, lower, dock"),
        (HEAD + "Anna dock place=1", "line 3: 'place=1': dock takes berth"),
        (HEAD + "Anna dock berth", "line 3: 'berth': dock takes berth"),
        (HEAD + "Anna dock seat=1", "line 3: 'seat=1': dock takes berth"),
        (HEAD + "Anna rest seat=1", "line 3: 'seat=1': rest takes no fields"),
        (HEAD + "Anna dock berth=two", "line 3: .*int.*berth"),
        (HEAD + "Anna dock", "line 3: .*berth"),
        (HEAD + "Anna vote choice=1", "line 3: .*key"),
        (HEAD + "Anna dock 'berth=1", "line 3: No closing quotation"),
        (HEAD + "undo Cem", "line 3: nobody here is called Cem"),
        (HEAD + "undo Anna Ben", "line 3: .*after undo comes nothing or one of Anna, Ben"),
        (HEAD + "redo Anna", "line 3: .*after undo"),
        ("game probe\nplayer A\nplayer A\nA dock berth=1", "line 4: several are called A: write @1"),
        (HEAD + "Anna odd pairs=[[1", "line 3: '..1': Input data was truncated"),
        (HEAD + "'' dock berth=1", "line 3: nobody here is called"),
    ],
)
def test_errors_are_told_with_their_line(text: str, why: str) -> None:
    of = ODD if " odd " in text else game
    with pytest.raises(notation.BadLine, match=why) as error:
        read(text, of)
    assert str(error.value) == f"line {error.value.number}: {error.value.why}"


def test_line_breaks_in_a_reason_become_spaces() -> None:
    written = notation.write_move(setup(2), Move(Dock(seat=0, berth=1), "because\nof\r\nthis"))
    assert written == "Anna dock berth=1 ! 'because of  this'"


def test_more_players_than_colours() -> None:
    many = notation.players(*(f"P{n}" for n in range(10)))
    assert many[8].colour == many[0].colour
    assert len({(player.colour, player.shape) for player in many[:8]}) == 8
    assert notation.write(docked(opened(2)).setup, ()).startswith(
        f"game probe\nplayers {', '.join(NAMES[:2])}\n"
    )
