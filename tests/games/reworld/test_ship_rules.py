"""Population ships: RW-180 to RW-186, example X2, vector D24."""

from __future__ import annotations

import pytest
from reworld_table import after, broken, settlement, table, totals

from companion.engine import but
from companion.games.reworld import game
from companion.games.reworld.actions import Begin, Dispose, TakeShip, Task
from companion.games.reworld.ships import SHIPS, TWO_SIDED, key_of, side_up

rule = pytest.mark.rule
FULL_ROWS = {1: ("ag",), 2: ("ag",), 3: ("ag",), 4: ("ag",), 5: ("ag",)}


def turn(players: int = 3, rows=None, **more):
    """The table after Anna disposed of a crew in row 1; every other row is full but those named."""
    own = {**FULL_ROWS, 1: ("ag", "ag"), **(rows or {})}
    state = settlement(players, rows={0: own, 1: FULL_ROWS}, **more)
    return after(state, Dispose(seat=0, row=1))


def taken(state, seat: int = 0) -> set[str]:
    return {ship for ship, owner in state.ships.items() if owner == seat}


@rule("RW-180")
def test_only_the_player_on_turn_checks_the_ships():
    both = {0: {"A": ("tA",) * 7}, 1: {"B": ("tB",) * 7}}
    state = settlement(2, rows={0: FULL_ROWS, 1: FULL_ROWS}, cities=both, turn=1)
    state = after(state, Dispose(seat=1, row=2))
    assert (taken(state, 0), taken(state, 1)) == (set(), {"02", "06"})


@rule("RW-180a")
def test_every_fulfilled_ship_is_taken_and_scored_at_once():
    facts = {"ship.01": 5, "ship.06": 7}
    state = turn(rows={1: ("ag",)}, cities={0: {"A": ("tA",) * 7}}, facts=facts)
    assert taken(state) == {"01", "06"}
    assert totals(state)[0] == 12


@rule("RW-180b")
def test_a_ship_belongs_to_the_first_and_never_changes_hands():
    city = {"A": ("tA",) * 9}
    state = turn(cities={0: city}, ships={"06": 1})
    assert state.ships == {"06": 1}
    state = table(2, depth="scoring").state
    state = after(state, TakeShip(seat=0, ship="06"))
    assert broken(state, TakeShip(seat=1, ship="06")) == ("RW-180b",)


@rule("RW-180b")
@pytest.mark.parametrize("ship", ["08", "14"])
def test_shield_and_score_ship_never_change_hands_either(ship):
    state = turn(defence={0: ("s2",) * 4}, points={0: 90}, ships={"08": 2, "14": 2})
    assert state.ships[ship] == 2
    light = after(table(2, depth="scoring").state, TakeShip(seat=0, ship=ship))
    assert broken(light, TakeShip(seat=1, ship=ship)) == ("RW-180b",)


@rule("RW-180c")
def test_ships_that_nobody_fulfils_stay_on_the_board():
    assert turn().ships == {}


@rule("RW-181")
def test_there_are_fourteen_ships():
    assert len(SHIPS) == 14
    state = table(2, depth="scoring").state
    for ship in ("15", "00", "", "x"):
        assert broken(state, TakeShip(seat=0, ship=ship)) == ("RW-181",)


@pytest.mark.parametrize("row", [pytest.param(row, marks=rule(f"RW-181.0{row}")) for row in range(1, 6)])
def test_a_row_without_modules_brings_its_ship(row):
    state = settlement(2, rows={0: {**FULL_ROWS, row: ("ag", "ag")}, 1: FULL_ROWS})
    state = after(state, Dispose(seat=0, row=row), Dispose(seat=1, row=row % 5 + 1))
    assert f"0{row}" not in state.ships
    state = after(state, Dispose(seat=0, row=row))
    assert taken(state) == {f"0{row}"}


SIX = {letter: (f"t{letter}", f"c{firm}") for firm, letter in enumerate("ABCDE", 1)}
CITIES = {letter: (f"t{letter}",) for letter in "ABCDE"}
FOUR = {letter: CITIES[letter] for letter in "ABCD"}
SATELLITES = ("kA", "kB", "kC", "kD", "kE")
CONDITIONS = [
    ("06", 3, {"cities": {0: {"A": ("tA",) * 6}}}, {"cities": {0: {"A": ("tA",) * 7}}}),
    ("06", 4, {"cities": {0: {"A": ("tA",) * 6}}}, {"cities": {0: {"A": ("tA",) * 7}}}),
    (
        "07",
        3,
        {"cities": {0: {"A": ("tA", "ag"), "B": ("tB", "ag")}}},
        {"cities": {0: {"A": ("tA", "ag"), "B": ("tB", "ag", "ag")}}},
    ),
    ("08", 3, {"defence": {0: ("s2", "s2", "s1")}}, {"defence": {0: ("s2", "s2", "s2")}}),
    ("08", 2, {"defence": {0: ("s2", "s2", "s1")}}, {"defence": {0: ("s2", "s2", "s2")}}),
    ("08", 4, {"defence": {0: ("s2", "s2")}}, {"defence": {0: ("s2", "s2", "s1")}}),
    ("09", 3, {"cities": {0: SIX}}, {"cities": {0: {**SIX, "A": ("tA", "c1", "ag")}}}),
    ("09", 4, {"cities": {0: {**SIX, "A": ("tA",)}}}, {"cities": {0: SIX}}),
    ("10", 3, {"shuttles": {0: ("s0",) * 4}}, {"shuttles": {0: ("s0",) * 5}}),
    ("10", 4, {"shuttles": {0: ("s0",) * 3}}, {"shuttles": {0: ("s0",) * 4}}),
    ("11", 3, {"cities": {0: CITIES}}, {"cities": {0: CITIES}, "defence": {0: ("s1",)}}),
    ("11", 4, {"cities": {0: FOUR}}, {"cities": {0: FOUR}, "defence": {0: ("s1",)}}),
    ("13", 3, {"satellites": {0: SATELLITES[:4]}}, {"satellites": {0: SATELLITES[:5]}}),
    ("13", 4, {"satellites": {0: SATELLITES[:3]}}, {"satellites": {0: SATELLITES[:4]}}),
    ("14", 3, {"points": {0: 69}}, {"points": {0: 70}}),
    ("14", 2, {"points": {0: 69}}, {"points": {0: 71}}),
    ("14", 4, {"points": {0: 59}}, {"points": {0: 60}}),
]


@pytest.mark.parametrize(
    ("ship", "players", "short", "enough"),
    [
        pytest.param(*case, id=f"{case[0]}-{case[1]}-players", marks=rule(f"RW-181.{case[0]}"))
        for case in CONDITIONS
    ],
)
def test_what_a_ship_asks_for(ship, players, short, enough):
    assert ship not in turn(players, **short).ships
    assert ship in taken(turn(players, **enough))


@rule("RW-181.12")
def test_an_empty_docking_area_brings_its_ship_together_with_the_row_ship():
    state = settlement(2, rows={0: {3: ("ag", "ag")}, 1: FULL_ROWS}, ships=dict.fromkeys(("01", "02"), 1))
    state = after(state, Dispose(seat=0, row=3), Dispose(seat=1, row=3))
    assert taken(state) == {"04", "05"}
    state = after(state, Dispose(seat=0, row=3))
    assert taken(state) == {"04", "05", "12"}
    assert state.ships["03"] == 1


def test_the_last_module_of_the_last_row_brings_both_ships():
    state = settlement(2, rows={0: {3: ("ag",)}, 1: FULL_ROWS})
    assert {"03", "12"} <= taken(after(state, Dispose(seat=0, row=3)))


@rule("RW-182")
@pytest.mark.parametrize("ships", [pytest.param({"06": 8}, id="D24"), {"06": 5, "07": 3}])
def test_the_score_ship_counts_ships_of_the_same_check(ships):
    facts = {f"ship.{ship}": points for ship, points in ships.items()}
    agri = {"B": ("tB", "ag", "ag", "ag")} if "07" in ships else {}
    cities = {0: {"A": ("tA",) * 7, **agri}}
    state = turn(4, cities=cities, points={0: 52}, facts={**facts, "ship.14.four": 3})
    assert taken(state) == {*ships, "14"}
    assert totals(state)[0] == 63


@rule("RW-183")
def test_a_row_that_never_had_a_module_brings_its_ship_but_only_in_chapter_two():
    assert taken(turn(rows={4: ()})) == {"04"}
    state = after(table(2, depth="light").state, Begin(first=0))
    assert broken(state, TakeShip(seat=0, ship="04")) == ("RW-183",)


@rule("RW-184")
def test_the_first_turn_takes_every_row_ship_of_empty_rows():
    state = settlement(3, rows={0: {2: ("ag", "ag")}, 1: {1: ("ag",)}, 2: {1: ("ag",)}})
    state = after(state, Dispose(seat=0, row=2))
    assert state.ships == dict.fromkeys(("01", "03", "04", "05"), 0)


@rule("RW-185")
def test_a_condition_counts_at_the_end_of_an_own_turn_only():
    state = settlement(2, rows={0: FULL_ROWS, 1: FULL_ROWS}, cities={1: {"A": ("tA",) * 7}}, points={1: 80})
    state = after(state, Dispose(seat=0, row=1))
    assert taken(state, 1) == set()
    state = after(state, Dispose(seat=1, row=1))
    assert taken(state, 1) == {"06", "14"}


@rule("RW-186")
@pytest.mark.parametrize(
    ("players", "chosen", "side"),
    [(2, "auto", "few"), (3, "auto", "few"), (4, "auto", "four"), (4, "few", "few"), (2, "four", "four")],
)
def test_the_side_of_a_ship_follows_the_number_of_players_or_the_table(players, chosen, side):
    assert side_up(players, {"ship_sides": chosen}) == side
    assert side_up(3, {}) == "few"
    assert side_up(4, {}) == "four"


@rule("RW-186")
def test_six_ships_have_two_sides():
    assert set(TWO_SIDED) == {"08", "09", "10", "11", "13", "14"}
    state = settlement(4)
    assert key_of(state, "08") == "ship.08.four"
    assert key_of(state, "06") == "ship.06"


def test_a_satellite_as_last_module_of_a_row_is_used_before_the_ships_are_checked():
    rows = {0: {**FULL_ROWS, 1: ("kt",)}, 1: FULL_ROWS}
    cities = {0: {"A": ("tA",) * 6}}
    state = settlement(2, rows=rows, cities=cities, points={0: 60}, facts={"ship.01": 4})
    state = after(state, Task(seat=0, row=1))
    assert taken(state) == {"01", "14"}
    assert totals(state)[0] == 70


def test_a_ship_that_lacks_one_is_reminded_of():
    state = but(turn(), turn=0)
    assert [one.rule for one in game.reminders(state)] == ["RW-181.01", "RW-181.02"]
