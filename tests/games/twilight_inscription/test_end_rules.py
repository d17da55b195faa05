"""The end: what the sheets are worth, who wins, ties, and the final sheet of what lies on the table."""

from __future__ import annotations

import pytest
from twilight_table import (
    DICE_FACTS,
    OBJECTIVES,
    after,
    begun,
    broken,
    choose,
    keys,
    marked,
    possible,
    told,
    totals,
    with_rival,
    with_sides,
)

from companion.engine import Draft, Step, but
from companion.games.twilight_inscription import final, game
from companion.games.twilight_inscription.actions import CountUp, Finish, Recall
from companion.games.twilight_inscription.state import AI, COUNT, OVER, RECALL, Award, Name, Tally

rule = pytest.mark.rule

SHEETS = ("navigation", "expansion", "industry", "warfare")


def counting(*rows: tuple[int, int, int, int, int], players: int = 3, **more):
    """A table whose sheets are counted: points of the four sheets, trade goods."""
    state = but(begun(players, "light"), step=COUNT, **more)
    for seat, row in enumerate(rows):
        state = after(state, counted(seat, *row))
    return state


def counted(seat: int, *row: int) -> CountUp:
    return CountUp(seat=seat, **dict(zip((*SHEETS, "goods"), row, strict=True)))


def lines(state) -> dict[str, list[int]]:
    """The points of each line by its rule; the sheets as one."""
    found: dict[str, list[int]] = {}
    for line in game.score(state).lines:
        row = found.setdefault(line.rule, [0] * state.players)
        for seat, cell in enumerate(line.cells):
            row[seat] += cell.points
    return found


@rule("END-02", "ADV-07")
def test_a_sheet_is_worth_its_claimed_points():
    state = marked(begun(), circled=("n:s4", "n:s18", "e:track.1", "i:h6", "w:left.1.win"))
    state = marked(state, crossed=("n:s24",))
    assert [line.cells[0].points for line in game.score(state).lines[:4]] == [3, 1, 3, 2]
    assert totals(state) == (9, 0, 0)


@rule("END-11")
def test_struck_out_points_are_worth_nothing_and_lost_wars_cost():
    state = marked(begun(), circled=("w:left.1.lose", "w:left.4.lose"), crossed=("w:right.4.win", "n:s4"))
    assert totals(state) == (-4, 0, 0)


@rule("END-03")
def test_ex_26_the_objective_is_added_to_the_sheet():
    award = Award(sheet="navigation", seat=0, tick=1, first=True)
    state = but(begun(facts={**DICE_FACTS, "objective.collector.first": 9}), awards=(award,))
    state = but(state, objectives={**OBJECTIVES, "navigation": "collector"})
    state = with_sides(state, {0: {"tally": Tally(navigation=19)}})
    assert (lines(state)["END-02"][0], lines(state)["END-03"][0], totals(state)[0]) == (19, 9, 28)


@rule("END-04")
def test_ex_38_two_unspent_trade_goods_are_a_point():
    state = marked(begun(), circled=[f"i:good.{number}" for number in range(1, 6)])
    assert lines(state)["END-04"] == [2, 0, 0]
    assert [final.goods_worth(goods) for goods in range(7)] == [0, 0, 1, 1, 2, 2, 3]
    spent = marked(state, crossed=())
    assert lines(spent)["END-04"] == [2, 0, 0]


@rule("END-05")
def test_the_final_score_is_the_sum_of_the_sheets():
    award = Award(sheet="warfare", seat=1, tick=1, first=False)
    state = counting((10, 11, 12, -3, 4), (1, 1, 1, 1, 1), (0, 0, 0, 0, 0), awards=(award,))
    assert (state.step, totals(state)) == (OVER, (32, 8, 0))


@rule("END-07")
def test_who_is_not_on_the_board_gets_nothing_for_it():
    names = (Name(seat=1, tick=1, row=2), Name(seat=0, tick=2, row=3))
    assert lines(but(begun(), mecatol=names))["MEC-11"] == [3, 5, 0]


@rule("GEN-06", "END-08")
def test_the_most_points_win():
    state = counting((10, 0, 0, 0, 0), (0, 12, 0, 0, 0), (0, 0, 11, 0, 0))
    outcome = game.outcome(state)
    assert (outcome.places, outcome.winners, outcome.rule) == ((3, 1, 2), (1,), "END-08")


@rule("END-09")
def test_ex_39_at_a_tie_more_claimed_votes_win():
    state = counting((10, 0, 0, 0, 0), (0, 10, 0, 0, 0), (0, 0, 1, 0, 0))
    assert (state.step, keys(state)) == (RECALL, [("votes", 0), ("votes", 1)])
    assert game.outcome(state) is None
    state = after(state, Recall(seat=0, votes=5), Recall(seat=1, votes=6))
    outcome = game.outcome(state)
    assert (outcome.winners, outcome.places) == ((1,), (2, 1, 3))
    assert told(outcome.tie_break) == ["A tie: 6 claimed votes decide."]


@rule("END-09")
def test_spent_votes_break_a_tie_too():
    votes = [f"i:vote.{number}" for number in range(1, 4)]
    state = marked(begun(), 0, circled=votes[:1])
    state = marked(state, 1, circled=votes[:2])
    desk = state.sides[1].desk
    state = with_sides(state, {1: {"desk": but(desk, marks={**desk.marks, votes[0]: "/", votes[1]: "/"})}})
    state = after(but(state, step=COUNT), Finish())
    assert game.outcome(state).winners == (1,)


@rule("END-10")
def test_with_equal_votes_they_win_together():
    state = counting((10, 0, 0, 0, 0), (0, 10, 0, 0, 0), (0, 0, 1, 0, 0))
    state = after(state, Recall(seat=0, votes=5), Recall(seat=1, votes=5))
    outcome = game.outcome(state)
    assert (outcome.winners, outcome.places, outcome.rule) == ((0, 1), (1, 1, 3), "END-10")
    assert told(outcome.tie_break) == ["As many votes each: a coalition wins."]


@rule("END-02", "END-09")
def test_what_cannot_have_been_counted():
    state = counting()
    assert broken(state, counted(0, -1, 0, 0, 0, 0)) == ("END-02",)
    assert broken(state, counted(0, 0, 0, 0, -5, 0)) == ()
    tied = counting((1, 0, 0, 0, 0), (1, 0, 0, 0, 0), (0, 0, 0, 0, 0))
    assert broken(tied, Recall(seat=0, votes=-1)) == ("END-09",)
    assert not possible(tied, Recall(votes=3))


def test_the_sheets_are_counted_number_by_number():
    draft, state = Draft("count", 0), counting()
    for field, low in (*zip(SHEETS, (0, 0, 0, -199), strict=True), ("goods", 0)):
        step = choose(state, draft)
        assert isinstance(step, Step)
        assert (step.field, step.low) == (field, low)
        draft = draft.then(field, 7)
    assert choose(state, draft) == counted(0, 7, 7, 7, 7, 7)


@rule("SOL-30")
@pytest.mark.parametrize("players", [1, 2])
def test_against_the_ai_only_a_rank_above_lost_wins(players):
    for points, winners in ((39, ()), (40, (0,))):
        rows = [(points, 0, 0, 0, 0), (10, 0, 0, 0, 0)][:players]
        state = counting(*rows, players=players)
        assert game.outcome(state).winners == winners
        assert told(game.outcome(state).tie_break)
    easy = counting(*[(59, 0, 0, 0, 0), (10, 0, 0, 0, 0)][:players], players=players)
    medium = but(easy, rival=with_rival(easy, "medium").rival)
    assert (game.outcome(easy).winners, game.outcome(medium).winners) == ((0,), ())


def test_the_ai_has_no_column_on_the_sheet():
    state = but(begun(1), awards=(Award(sheet="industry", seat=AI, tick=1, first=True),))
    assert (totals(state), len(game.score(state).totals)) == ((0,), 1)


def holdings(*rows: dict) -> list[final.Holdings]:
    plain = dict.fromkeys(SHEETS, 0)
    return [final.Holdings(**{**plain, **row}) for row in rows]


@rule("END-08")
def test_what_lies_on_the_table_gives_the_same_sheet():
    sheet, outcome = game.tally(
        holdings(
            {"navigation": 20, "goods": 3, "mecatol": 2, "relics": ("nano_forge",)},
            {"warfare": -2, "expansion": 30, "objectives": {"armada": "first"}},
            {"industry": 5, "objectives": {"armada": "later"}},
        ),
        {},
    )
    assert sheet.totals == (20 + 1 + 5 + 4, -2 + 30 + 7, 5 + 4)
    assert outcome.winners == (1,)


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ({"mecatol": 9}, "MEC-07: players.0..mecatol: there is no row 9"),
        ({"relics": ("teapot",)}, "CMP-09: players.0..relics: no relic 'teapot'"),
        ({"objectives": {"peace": "first"}}, "CMP-08: players.0..objectives: no 'peace'"),
        ({"objectives": {"armada": "best"}}, "OBJ-03: players.0..objectives.armada: 'best'"),
        ({"objectives": {"armada": "later"}}, "OBJ-03: nobody was first to fulfil armada"),
        ({"goods": -1}, "END-02: players.0..goods: -1 cannot be"),
        ({"level": "cruel"}, "SOL-07: players.0..level: 'cruel'"),
    ],
)
def test_impossible_holdings_are_named_with_their_place(row, why):
    with pytest.raises(ValueError, match=why):
        game.tally(holdings(row, {}), {})


def test_nobody_has_a_relic_twice_and_nine_do_not_play():
    with pytest.raises(ValueError, match=r"REL-01: relic the_codex is with players\[0\] and players\[1\]"):
        game.tally(holdings({"relics": ("the_codex",)}, {"relics": ("the_codex",)}), {})
    with pytest.raises(ValueError, match="CMP-14: 1 to 8 players, not 9"):
        game.tally(holdings(*[{}] * 9), {})
