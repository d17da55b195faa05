"""Where rules meet: what a hand, a card or a neighbour does in the middle of something else."""

from __future__ import annotations

from typing import Any

import pytest
from twilight_table import (
    DICE,
    PLAIN,
    ROLLED,
    WARS,
    active,
    after,
    begun,
    broken,
    choose,
    desk,
    event,
    held,
    keys,
    marked,
    opening,
    option,
    overruled,
    possible,
    printed,
    put_down,
    setup,
    told,
    totals,
    with_rival,
    with_sides,
)

from companion.engine import Adjust, Draft, Lower, Step, but, play
from companion.games.twilight_inscription import ai, awards, final, game
from companion.games.twilight_inscription.actions import (
    Activate,
    Advance,
    Finish,
    Fulfil,
    Invoke,
    Reveal,
    Roll,
    Rule,
    Skip,
    Speak,
    Take,
)
from companion.games.twilight_inscription.book import value
from companion.games.twilight_inscription.desk import CIRCLE, Task, push
from companion.games.twilight_inscription.layouts import sheets_of
from companion.games.twilight_inscription.marking import common, industry, navigation, warfare
from companion.games.twilight_inscription.marking.expansion import StrikePoint
from companion.games.twilight_inscription.marking.industry import ClaimHex, Dig, Scrap
from companion.games.twilight_inscription.marking.mark import FREE, Enough
from companion.games.twilight_inscription.marking.settling import unlocked
from companion.games.twilight_inscription.marking.warfare import Deploy, Pay, StrikePrize
from companion.games.twilight_inscription.sheets.battle import Bar
from companion.games.twilight_inscription.state import AI, OVER, Name, TwilightState
from companion.games.twilight_inscription.strategy import UseFocus

rule = pytest.mark.rule


def with_task(state: TwilightState, key: str, about: str = "", count: int = 1, seat: int = 0):
    """Something is to be decided by a player."""
    return with_sides(
        state, {seat: {"desk": push(desk(state, seat), Task(key=key, about=about, count=count))}}
    )


def adjusted(state: TwilightState, what: str, to: Any) -> TwilightState:
    """Something is set by hand."""
    return after(state, Adjust(key=play.ADJUST, what=what, value=to))


def offered(state: TwilightState, seat: int = 0) -> list[str]:
    """The first words of the marks that are offered and legal."""
    step = choose(state, Draft("mark", seat))
    assert isinstance(step, Step)
    return [str(one.value) for one in step.options if one.ruling.legal]


@rule("FAC-05")
@rule("CLR-06")
def test_guild_ships_claim_what_there_is_and_no_more():
    singles = [
        hex.place
        for hex in sheets_of(begun(), 0).industry.hexes
        if hex.asset is not None and (hex.asset.kind, hex.asset.count) == ("commodity", 1)
    ]
    state = with_sides(
        marked(active("navigation"), crossed=singles[1:]), {0: {"faction": "emirates_of_hacan"}}
    )
    state = after(with_task(state, "faction"), Invoke(seat=0))
    assert desk(state).todo == (Task(key="hacan", count=1),)
    hex = singles[0].removeprefix("i:")
    assert offered(state) == [f"claim_hex {hex}"]
    assert desk(after(state, ClaimHex(seat=0, hex=hex, pay=FREE))).todo == ()


@rule("FAC-05")
def test_guild_ships_must_be_resolved_and_nothing_else_is_done_meanwhile():
    state = with_task(active("industry", pool="MI"), "hacan", count=2)
    assert broken(state, Enough(seat=0, task="hacan")) == ("TABLE-1",)
    assert broken(state, Scrap(seat=0, hex="h18", pay="M")) == ("TABLE-1",)
    assert broken(state, ClaimHex(seat=0, hex="h2", pay="I")) == ("TABLE-1",)
    assert broken(state, ClaimHex(seat=0, hex="h2", pay=FREE)) == ()


@rule("IND-11")
@rule("TEC-12")
def test_a_technology_is_no_payment_and_may_be_used_between_the_resources_of_a_special():
    state = marked(with_task(active("industry"), "burst", "a", 3), under=("i:psychoarchaeology",))
    dig = Dig(seat=0, how="claim", hex="h2")
    assert "dig claim" in offered(state)
    state = after(state, dig)
    assert (desk(state).mark("i:h2"), desk(state).task) == (CIRCLE, Task(key="burst", about="a", count=3))
    assert "dig claim" not in offered(state)


def test_nothing_is_struck_out_or_deployed_that_nothing_calls_for():
    state = active("warfare")
    assert broken(state, StrikePrize(seat=0, box="left.1")) == ("TABLE-1",)
    assert broken(state, Deploy(seat=0, node="c1r1", to="c1r1")) == ("TABLE-1",)
    deploying = with_task(state, "deploy", "infantry")
    assert broken(deploying, StrikePrize(seat=0, box="left.1")) == ("TABLE-1",)
    assert broken(deploying, Enough(seat=0, task="deploy")) == ("TABLE-1",)
    assert broken(with_task(state, "prize"), Deploy(seat=0, node="c1r1", to="c1r1")) == ("TABLE-1",)


@rule("MIL-11")
def test_a_unit_that_fits_nowhere_any_more_is_let_go():
    state = with_task(active("warfare"), "deploy", "infantry")
    grid = tuple(node.place for node in sheets_of(state, 0).warfare.nodes)
    full = marked(state, filled=grid)
    assert broken(full, Enough(seat=0, task="deploy")) == ()
    assert offered(full) == ["enough deploy"]
    assert desk(after(full, Enough(seat=0, task="deploy"))).todo == ()


@rule("MIL-04")
def test_every_kind_of_bar_can_be_begun():
    layout = sheets_of(begun(), 0).warfare
    dear, cheap = Bar(("M", "M")), Bar(("I",))
    unit = but(layout.units["cruiser"], bars=(dear, cheap, cheap))
    sheets = but(sheets_of(begun(), 0), warfare=but(layout, units={**layout.units, "cruiser": unit}))
    found = warfare.moves(desk(marked(active("warfare"), pool="MI")), sheets)
    bars = [one.symbol for one in found if isinstance(one, Pay) and one.symbol.startswith("cruiser")]
    assert bars == ["cruiser.1.1", "cruiser.2.1"]


@rule("GEN-03")
def test_a_focus_die_waits_for_what_a_mark_has_set_off():
    state = marked(active("industry", step=DICE), under=("i:focus.I",))
    assert broken(state, UseFocus(seat=0, resource="I")) == ()
    assert broken(with_task(state, "burst", "a", 3), UseFocus(seat=0, resource="I")) == ("GEN-03",)


@rule("SOL-16")
@rule("MEC-04")
@pytest.mark.parametrize(("agreed", "row"), [("round", 1), ("step", 2)])
def test_mecatol_rex_in_the_same_round_as_the_ai(agreed, row):
    state = with_rival(active("navigation", players=1, options={"ai_round": agreed}))
    state = but(state, mecatol=(Name(seat=AI, tick=state.tick, row=1),), tick=state.tick + 1)
    assert awards.claim_mecatol(state, 0).mecatol[-1].row == row
    assert awards.claim_mecatol(but(state, began=state.tick), 0).mecatol[-1].row == 2


@rule("NAV-18")
@rule("MEC-01")
def test_mecatol_rex_that_is_circled_by_hand_is_written_on_the_board():
    state = adjusted(active("navigation"), "mark.0.n:rex", CIRCLE)
    assert [name.seat for name in state.mecatol] == [0]
    assert desk(state).todo == ()
    assert adjusted(begun(), "mark.0.n:rex", CIRCLE).mecatol[0].seat == 0


@rule("OBJ-02")
def test_an_objective_that_a_hand_fulfils_is_noticed():
    state = marked(active("navigation"), circled=("n:rex", "n:s11"))
    assert [award.sheet for award in adjusted(state, "mark.0.n:s23", CIRCLE).awards] == ["navigation"]


@rule("MEC-02")
def test_a_row_that_is_set_by_hand_brings_its_votes_at_once_and_only_once():
    known = {"mecatol.1.votes": 2, "mecatol.1.points": 6}
    state = adjusted(active("navigation", facts=known), "row.1", 1)
    assert len(printed(state, "vote", 1)) == 2
    assert len(printed(adjusted(state, "row.1", 1), "vote", 1)) == 2
    assert not possible(state, Adjust(key=play.ADJUST, what="row.2", value=AI))
    assert not possible(state, Adjust(key=play.ADJUST, what="row.2", value=7))


@rule("WAR-10")
@pytest.mark.parametrize("mark", ["o", "x"])
def test_a_loss_that_was_marked_by_hand_does_not_stop_the_war(mark):
    state = adjusted(event(WARS[0]), "mark.0.w:left.1.lose", mark)
    state = with_sides(state, {1: {"desk": but(desk(state, 1), boxes={"w:right.1.plus": 3})}})
    state = after(state, Advance())
    assert (state.step, desk(state).mark("w:left.1.lose")) == ("result", mark)


@rule("WAR-01")
def test_there_are_sectors_for_as_many_wars_as_the_deck_has():
    state = begun()
    wars = tuple(war for number in range(1, value("WAR-01")["total"] + 1) for war in _wars(state, number))
    state = but(state, wars=wars, played=WARS[:1])
    assert not possible(state, Reveal(event=WARS[0]))


def _wars(state: TwilightState, number: int):
    from companion.games.twilight_inscription.state import War, neighbour

    for seat in range(state.players):
        for half in ("left", "right"):
            foe = neighbour(state, seat, half)
            yield War(number=number, seat=seat, half=half, foe=foe, mine=0, theirs=0)


@rule("CNC-12")
def test_votes_from_other_sheets_are_cast_and_slashed_too():
    state = marked(begun(), circled=("n:s13", "i:vote.1"))
    sheets = sheets_of(state, 0)
    assert industry.votes_left(desk(state), sheets) == 2
    spent = industry.spend_votes(desk(state), sheets, 1)
    assert (spent.mark("i:vote.1"), spent.mark("n:s13")) == ("/", CIRCLE)
    spent = industry.spend_votes(desk(state), sheets, 2)
    assert industry.votes_left(spent, sheets) == 0


@rule("END-04")
@rule("END-09")
def test_trade_goods_and_votes_of_every_sheet_count_at_the_end():
    state = marked(begun(), circled=("n:s3", "i:h15", "n:s13"))
    assert final.holdings(state)[0].goods == 2
    assert final.holdings(state)[0].votes == 1
    assert totals(state)[0] == 1


@rule("CRD-12")
def test_a_card_that_strikes_on_industry_takes_nothing_from_other_sheets():
    state = marked(begun(), circled=("n:s3", "i:h15", "i:good.1"))
    struck = industry.strike_unspent(desk(state), sheets_of(state, 0), "good", 3)
    assert [struck.mark(place) for place in ("n:s3", "i:h15", "i:good.1")] == [CIRCLE, "/", "/"]


@rule("END-05")
def test_less_tracking_after_the_end_keeps_the_result():
    state = but(marked(begun(), circled=("n:s4", "i:good.1", "i:good.2", "i:vote.1")), step=OVER)
    lowered = after(state, Lower(key=play.LOWER, depth="light"))
    assert totals(lowered) == totals(state) == (2, 0, 0)
    assert game.outcome(lowered) == game.outcome(state)


def test_less_tracking_leaves_nothing_to_choose_on_sheets():
    state = but(event("convene_the_council"), owed=(0, 2), step="resolve", verdict="for")
    state = but(state, agendas={"2": ("homestead_relief",)})
    assert ("choose", 0) in keys(state)
    assert keys(after(state, Lower(key=play.LOWER, depth="light"))) == [("resolve", None)]


def test_what_belongs_to_another_step_cannot_even_be_overruled():
    state = active("navigation")
    for action in (Finish(), Speak(speaker=1), Skip(), Reveal(event=WARS[0]), Roll(faces=())):
        assert broken(state, but(action, key="mark", seat=0)) == ("TABLE-1",)
        assert not possible(state, action)
    assert not possible(state, Fulfil(who=0, sheet="sheet"))
    assert broken(state, Fulfil(who=9, sheet="navigation")) == ("TABLE-1",)
    assert broken(state, Rule(who=-1)) == ("TABLE-1",)


@rule("ADV-09")
def test_what_is_no_resource_no_technology_and_no_point_is_impossible():
    state = marked(active("expansion"), circled=("n:s3",))
    assert not possible(state, common.Trade(seat=0, resource="X"))
    assert not possible(state, common.Research(seat=0, tech="X"))
    assert not possible(with_task(state, "control"), StrikePoint(seat=0, step=99))
    assert not possible(with_task(state, "control"), StrikePoint(seat=0, step=0))
    idle = active()
    assert not possible(with_task(idle, "relic"), common.Focus(seat=0, resource="M"))


def test_overruling_a_free_mark_does_not_lose_a_relic_that_is_due():
    state = with_task(marked(active("expansion"), crossed=("e:ondara",)), "relic", "n:s21")
    from companion.games.twilight_inscription.marking.expansion import Settle

    state = overruled(state, Settle(seat=0, symbol="ondara.1.1", pay=FREE))
    assert desk(state).todo == (Task(key="relic", about="n:s21"),)


def test_goals_of_the_ai_are_announced_where_no_dice_are_entered():
    state = begun(2, "scoring")
    assert [option(choose(state, Draft(key)), AI) for key in ("mecatol", "fulfil")] == [(), ()]
    state = after(state, Rule(who=AI), Fulfil(who=AI, sheet="navigation"))
    assert broken(state, Rule(who=AI)) == ("MEC-01",)
    assert broken(state, Fulfil(who=AI, sheet="navigation")) == ("OBJ-08",)
    told(game.describe(state, Rule(who=AI)), game.describe(state, Fulfil(who=AI, sheet="warfare")))
    state = after(state, Rule(who=0), Fulfil(who=0, sheet="navigation"))
    assert (state.mecatol[-1].row, state.awards[-1].first) == (2, False)
    together = after(state, Rule(who=1, together=True), Fulfil(who=1, sheet="navigation", together=True))
    assert (together.mecatol[-1].row, together.awards[-1].first) == (2, False)
    assert broken(begun(3, "scoring"), Rule(who=AI)) == ("TABLE-1",)
    assert broken(begun(2, "light"), Rule(who=AI)) == ("TABLE-1",)


@rule("SET-01")
@pytest.mark.parametrize("words", ["", "rubbish", 5, 'plan navigation "1A"\n', 'plan ai_board "1A"\n'])
def test_a_layout_that_cannot_be_read_is_no_layout(words):
    facts = {"sheet.navigation.1A": words, "ai_board": words}
    state = game.setup(setup(1, facts=facts))
    state = after(state, *opening(1)[:-1])
    assert option(choose(state, Draft("sheets", 0)), "1A") is None
    taken = Take(seat=0, **{**PLAIN, "navigation": "1A"})
    assert broken(state, taken) == ("SET-01",)
    assert not possible(state, taken)
    assert ai.board(state.facts).name == ai.board({}).name


@rule("STR-01")
@rule("STR-02")
def test_a_sheet_that_is_chosen_anew_does_not_bring_the_card_again():
    state = active("navigation")
    again = overruled(state, Activate(seat=0, sheet="industry"))
    assert (again.sides[0].active, held(again)) == ("industry", held(state))
    late = game.apply(put_down(event()), Roll(faces=ROLLED))
    rolled = held(late)
    assert held(after(late, Activate(seat=0, sheet="industry"))) == rolled


@rule("CLR-03")
@rule("TEC-07")
@rule("CLR-30")
def test_what_a_card_does_that_only_its_owner_knows_is_done_by_hand():
    state = active("navigation")
    sheets = sheets_of(state, 0)
    state = adjusted(state, "mark.0.n:gravity_drive", "_")
    assert common.known(desk(state), "navigation", "gravity_drive")
    unexplored = next(lane for lane in sheets.navigation.lanes if not desk(state).mark(lane.place))
    state = adjusted(state, f"mark.0.{unexplored.place}", "-")
    assert {unexplored.a, unexplored.b} & navigation.reached(desk(state), sheets.navigation)
    state = adjusted(state, "mark.0.e:ondara", "x")
    assert unlocked(desk(state), sheets.expansion.planet["ondara"])
    state = adjusted(adjusted(state, "mark.0.i:member.2", "_"), "mark.0.i:x1", "x")
    assert (industry.vote_income(desk(state), sheets), desk(state).mark("i:x1")) == (2, "x")


@rule("WAR-16")
@rule("CLR-23")
@rule("DEP-14")
def test_extra_strength_and_nodes_are_set_by_hand():
    state = active("warfare")
    anomaly = next(node for node in sheets_of(state, 0).warfare.nodes if node.anomaly)
    war = next(key for key, places in sheets_of(state, 0).warfare.sectors.items() if anomaly.place in places)
    before = warfare.strength(desk(state), sheets_of(state, 0), *war)
    state = adjusted(state, f"mark.0.{anomaly.place}", "#")
    state = adjusted(state, f"plus.0.{war[0]}.{war[1]}", 2)
    assert warfare.strength(desk(state), sheets_of(state, 0), *war) == before + 3
    assert not possible(state, Adjust(key=play.ADJUST, what="plus.0.left.9", value=1))


@rule("CLR-20")
@rule("MIL-12")
def test_a_unit_that_a_card_gives_is_deployed_by_hand_and_not_built():
    state = adjusted(active("industry"), "deploy.0", "war_sun")
    assert desk(state).todo == (Task(key="deploy", about="war_sun"),)
    assert warfare.built(desk(state), sheets_of(state, 0).warfare, "war_sun") == ()
    assert not possible(state, Adjust(key=play.ADJUST, what="deploy.0", value="station"))


@rule("CLR-03")
def test_every_place_has_a_name_and_can_be_set():
    state = begun(1)
    found = game.adjustables(state)
    assert len({one.what for one in found}) == len(found)
    told(*(one.label for one in found))
    for place in desk(state).marks:
        assert game.adjustable(state, f"mark.0.{place}") is not None, place
