"""The final ship, the winner and the tally: RW-190 to RW-202, examples X3 to X5, vectors D25 to D27."""

from __future__ import annotations

import msgspec
import pytest
from reworld_table import after, broken, settlement, table, totals

from companion.engine import Learn
from companion.games.reworld import game
from companion.games.reworld.actions import Arrive, TakeShip
from companion.games.reworld.final import CATEGORIES, Holdings, ranked, ranks, sizes, winner

rule = pytest.mark.rule


def over(players: int, tables: dict[str, tuple[int, ...]] | None = None, **more):
    """The table after the final ship, with the points of its ranks by category (0 if not named)."""
    facts = {
        f"final.{players}.{category}.{rank}": points
        for category in CATEGORIES
        for rank, points in zip(ranks(players), (tables or {}).get(category, (0, 0, 0)), strict=False)
    }
    return after(settlement(players, phase="final", facts=facts, **more), Arrive())


def cells(state, category: str) -> tuple[int, ...]:
    """What everybody got in a category."""
    line = next(
        one
        for one in game.score(state).lines
        if one.what.args.get("category", "") != "" and one.what.args["category"].key == f"category.{category}"
    )
    return tuple(cell.points for cell in line.cells)


@rule("RW-191")
def test_the_final_ship_scores_defence_and_the_cities_of_five_terrain_types():
    assert CATEGORIES == ("defence", "A", "B", "C", "D", "E")
    state = over(2, dict.fromkeys(CATEGORIES, (10,)), defence={0: ("s1",)}, cities={0: {"C": ("tC",)}})
    assert [cells(state, category)[0] for category in CATEGORIES] == [10, -3, -3, 10, -3, -3]


def test_before_the_final_ship_no_category_counts():
    state = settlement(2, phase="final", points={0: 7})
    assert totals(state) == (7, 0)
    assert game.outcome(state) is None


@rule("RW-192")
def test_shields_rank_the_defence_and_tiles_rank_the_cities():
    state = over(
        2,
        {"defence": (10,), "A": (8,)},
        defence={0: ("s1", "s1", "s1"), 1: ("s2", "s2")},
        cities={0: {"A": ("tA", "tA", "c1")}, 1: {"A": ("tA", "ag")}},
    )
    assert cells(state, "defence") == (0, 10)
    assert cells(state, "A") == (8, 0)
    assert sizes(state.sides[0], {})["A"].low == 4


@rule("RW-193")
@pytest.mark.parametrize(("players", "points"), [(4, (20, 10, 4, 0)), (3, (20, 10, 0)), (2, (20, 0))])
def test_how_many_ranks_are_worth_points(players, points):
    assert list(ranks(players)) == list(range(1, players))
    defence = {seat: ("s1",) * (9 - seat) for seat in range(players)}
    assert cells(over(players, {"defence": (20, 10, 4)}, defence=defence), "defence") == points


TIES = [
    pytest.param((9, 5, 5, None), (20, 10, 4), (20, 7, 7, -3), id="X3", marks=rule("RW-196")),
    pytest.param((6, 6, 4, 4), (18, 10, 4), (14, 14, 2, 2), id="X4", marks=rule("RW-195")),
    pytest.param((6, 6, 6, 2), (16, 8, 4), (9, 9, 9, 0), id="X5", marks=rule("RW-197")),
    pytest.param((5, 5), (11,), (5, 5), id="D25", marks=rule("RW-195")),
    pytest.param((5, 5, 5), (12, 5), (5, 5, 5), id="D26", marks=rule("RW-195")),
    pytest.param((5, 5, 5, 5), (20, 10, 5), (8, 8, 8, 8), id="all-four", marks=rule("RW-195")),
    pytest.param((7, 5, 5, 5), (20, 10, 5), (20, 5, 5, 5), id="three-behind-one", marks=rule("RW-195")),
    pytest.param((7, 5, 3, 3), (20, 10, 5), (20, 10, 2, 2), id="third-rank-shared", marks=rule("RW-195")),
    pytest.param((5, 5, None), (13, 4), (8, 8, -3), id="tie-without-the-third", marks=rule("RW-196")),
]


@rule("RW-194")
@pytest.mark.parametrize(("have", "table", "points"), TIES)
def test_tied_players_share_their_ranks_rounded_down(have, table, points):
    assert ranked(have, table) == points


@pytest.mark.parametrize(
    ("category", "sizes_", "table", "points"),
    [
        pytest.param("defence", (9, 5, 5, 0), (20, 10, 4), (20, 7, 7, -3), id="X3"),
        pytest.param("B", (6, 6, 4, 4), (18, 10, 4), (14, 14, 2, 2), id="X4"),
        pytest.param("D", (6, 6, 6, 2), (16, 8, 4), (9, 9, 9, 0), id="X5"),
    ],
)
def test_the_printed_examples_on_a_whole_table(category, sizes_, table, points):
    if category == "defence":
        lying = {"defence": {seat: ("s1",) * count for seat, count in enumerate(sizes_)}}
    else:
        towns = {seat: {category: (f"t{category}",) * (count - 1)} for seat, count in enumerate(sizes_)}
        lying = {"cities": towns}
    assert cells(over(4, {category: table}, **lying), category) == points


@rule("RW-196")
def test_no_tile_in_a_category_costs_three_points_even_below_zero():
    assert totals(over(3)) == (-18, -18, -18)
    assert ranked((None, None), (9,)) == (-3, -3)


@rule("RW-197")
@pytest.mark.parametrize(("have", "table"), [((4, 2), (9,)), ((9, 8, 7), (9, 5)), ((9, 8, 7, 2), (9, 5, 1))])
def test_who_takes_part_without_a_scoring_rank_gets_nothing(have, table):
    assert ranked(have, table)[-1] == 0


@rule("RW-198")
@pytest.mark.parametrize(
    ("have", "points"), [((None, 4, None, 4), (-3, 15, -3, 15)), ((None, 2, None, 1), (-3, 20, -3, 10))]
)
def test_who_has_no_tile_takes_part_in_no_tie(have, points):
    assert ranked(have, (20, 10, 4)) == points


@rule("RW-199")
def test_nobody_gets_the_final_ship():
    state = over(2, ships={"06": 1})
    assert state.ships == {"06": 1}
    counting = table(2, depth="scoring").state
    assert broken(counting, TakeShip(seat=1, ship="final")) == ("RW-199",)


@rule("RW-200")
def test_most_points_win():
    found = winner((40, 61, 60), (9, 0, 5))
    assert (found.winners, found.places, found.rule) == ((1,), (3, 1, 2), "RW-200")
    assert found.tie_break is None


@rule("RW-201")
@pytest.mark.parametrize(("ships", "winners"), [pytest.param((4, 3), (0,), id="D27"), ((0, 1), (1,))])
def test_equal_points_are_decided_by_ships(ships, winners):
    found = winner((50, 50), ships)
    assert (found.winners, found.rule) == (winners, "RW-201")
    assert found.tie_break is not None


@rule("RW-201")
def test_ships_count_among_the_tied_only():
    found = winner((50, 50, 40), (1, 2, 9))
    assert (found.winners, found.places) == ((1,), (2, 1, 3))


@rule("RW-202")
@pytest.mark.parametrize(
    ("points", "ships", "winners"),
    [pytest.param((50, 50), (4, 4), (0, 1), id="D27"), ((50, 50, 50), (2, 3, 3), (1, 2))],
)
def test_equal_points_and_ships_make_several_winners(points, ships, winners):
    found = winner(points, ships)
    assert (found.winners, found.rule) == (winners, "RW-202")


def test_the_outcome_of_a_table():
    state = over(3, {"A": (9, 4)}, cities={0: {"A": ("tA",)}, 2: {"A": ("tA", "tA")}}, points={1: 20})
    found = game.outcome(state)
    assert totals(state) == (4 - 15, 20 - 18, 9 - 15)
    assert (found.winners, found.places) == ((1,), (3, 1, 2))


def test_an_unknown_table_leaves_open_cells_that_are_asked_for():
    cities = {0: {"A": ("tA",)}, 1: {"A": ("tA", "tA"), "B": ("tB",)}, 2: {"A": ("tA",)}}
    state = after(settlement(3, phase="final", cities=cities), Arrive())
    sheet = game.score(state)
    assert sheet.open == (True, True, True)
    assert sheet.totals == (-15, -12, -15)
    wanted = [key for key in game.wanted(state) if key.startswith("final")]
    assert wanted == ["final.3.A.1", "final.3.A.2", "final.3.B.1"]
    assert game.outcome(state) is not None
    for key, points in zip(wanted, (12, 7, 10), strict=True):
        state = after(state, Learn(key=f"fact:{key}", fact=key, value=points))
    assert game.score(state).totals == (3 - 15, 12 + 10 - 12, 3 - 15)
    assert not any(game.score(state).open)


def test_a_rank_that_nobody_reaches_need_not_be_known():
    assert ranked((9, 8), (10, None)) == (10, None)
    assert ranked((9, None), (10, None)) == (10, -3)


def test_unknown_shields_leave_the_defence_open_until_they_are_read_off():
    facts = {f"final.2.{category}.1": 10 for category in CATEGORIES}
    lying = {"defence": {0: ("kA",), 1: ("s1",)}}
    state = after(settlement(2, phase="final", facts=facts, **lying), Arrive())
    assert cells(state, "defence") == (0, 0)
    assert game.score(state).open == (True, True)
    state = after(state, Learn(key="fact:shields.kA", fact="shields.kA", value=2))
    assert cells(state, "defence") == (10, 0)
    alone = after(settlement(2, phase="final", facts=facts, defence={0: ("kA",)}), Arrive())
    assert cells(alone, "defence") == (10, -3)


def test_holdings_of_a_table_tally_to_its_sheet():
    tables = dict.fromkeys(CATEGORIES, (15, 8))
    state = over(
        3,
        tables,
        defence={0: ("s2",), 2: ("s1", "s1")},
        cities={0: {"A": ("tA", "c1")}, 1: {"A": ("tA",), "E": ("tE",)}},
        points={0: 33, 1: 41, 2: 12},
        ships={"01": 1, "06": 0},
    )
    state = after(state, Learn(key="fact:ship.06", fact="ship.06", value=7))
    state = after(state, Learn(key="fact:ship.01", fact="ship.01", value=3))
    sheet, outcome = game.tally(game.holdings(state), state.facts)
    assert sheet.totals == totals(state)
    assert outcome == game.outcome(state)
    assert game.holdings(state)[0] == Holdings(track=40, ships=("06",), shields=2, a=3)


@pytest.mark.parametrize(
    ("holdings", "complaint"),
    [
        pytest.param([{"track": 1}], "RW-001", id="too-few"),
        pytest.param([{"track": 1}] * 5, "RW-001", id="too-many"),
        pytest.param([{"track": 1, "ships": ["15"]}, {"track": 1}], "no ship '15'", id="no-such-ship"),
        pytest.param([{"track": 1, "ships": ["02"]}, {"track": 1, "ships": ["02"]}], "RW-180b", id="twice"),
        pytest.param([{"track": 1, "ships": ["02", "02"]}, {"track": 1}], "RW-180b", id="twice-with-one"),
        pytest.param([{"track": 1, "b": 1}, {"track": 1}], "RW-144", id="city-of-one"),
        pytest.param([{"track": 1, "b": -2}, {"track": 1}], "RW-144", id="negative-city"),
        pytest.param([{"track": 1, "shields": -1}, {"track": 1}], "shields", id="negative-shields"),
    ],
)
def test_what_cannot_lie_on_the_table_is_named(holdings, complaint):
    players = msgspec.convert(holdings, list[Holdings])
    with pytest.raises(ValueError, match=complaint):
        game.tally(players, {})


@pytest.mark.parametrize("row", [{}, {"track": "x"}, {"track": 1, "cities": 3}])
def test_holdings_are_validated_when_they_are_read(row):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(row, Holdings)
