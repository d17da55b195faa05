"""Advantages, technologies, wars and councils at whole tables; what marks mean."""

from __future__ import annotations

import pytest
from twilight_table import (
    COUNCIL,
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
    lane,
    marked,
    overruled,
    printed,
    put_down,
)

from companion.engine import Draft, but
from companion.games.twilight_inscription import game
from companion.games.twilight_inscription.actions import (
    Advance,
    Agenda,
    Choose,
    Claim,
    Debate,
    Decide,
    Muster,
    Resolve,
    Vote,
)
from companion.games.twilight_inscription.assets import SORTS, Asset
from companion.games.twilight_inscription.book import value
from companion.games.twilight_inscription.desk import circle
from companion.games.twilight_inscription.layouts import SPECS, sheets_of
from companion.games.twilight_inscription.marking import chain
from companion.games.twilight_inscription.marking.common import Trade
from companion.games.twilight_inscription.marking.expansion import Assemble, Settle
from companion.games.twilight_inscription.marking.navigation import ClaimSystem, Explore
from companion.games.twilight_inscription.marking.warfare import Pay
from companion.games.twilight_inscription.sheets.tech import TECHS
from companion.games.twilight_inscription.state import DECIDER, LINE, RESOLVE, RESULT, STRENGTH, neighbour

rule = pytest.mark.rule

PLACES = {
    "member": "n:s16", "population": "n:s8", "faction": "n:s26", "relic": "n:s21", "neighbour": "n:s11",
    "commodity": "n:s2", "vp": "n:s4", "planet": "n:s1", "special": "n:s7", "focus": "n:s10",
    "vote": "n:s13", "good": "n:s3",
}  # fmt: skip
"""A system with each kind of advantage."""


def sets_off(kind: str) -> bool:
    """Whether claiming such an advantage changes anything but its own circle."""
    state = begun()
    claimed = circle(desk(state), PLACES[kind])
    return chain.settle(claimed, sheets_of(state, 0)) != but(claimed, fired=())


@rule("ADV-22")
def test_the_overview_card_parts_what_works_at_once_from_the_rest():
    assert set(value("ADV-22")["instant"]) == {kind for kind in PLACES if sets_off(kind)}
    assert set(value("ADV-22")["kept"]) == {kind for kind in PLACES if not sets_off(kind)}


@rule("GEN-04", "ADV-01", "ADV-03")
def test_only_dashed_assets_are_kept_to_be_spent():
    assert {kind for kind in SORTS if Asset(kind).dashed} == {"planet", "good", "vote", "special", "focus"}
    for kind in ("planet", "good", "special", "focus", "vote"):
        assert not sets_off(kind)


@rule("ADV-01")
def test_an_instant_asset_stays_circled_and_cannot_be_spent():
    state = marked(active("warfare", pool=""), circled=("n:s2", "n:s8"))
    assert broken(state, Trade(seat=0, resource="M")) == ("ADV-09",)
    assert not Asset("commodity", "a").dashed
    assert not Asset("population").dashed


@rule("ADV-02", "TEC-11")
def test_some_abilities_cross_out_a_dotted_asset_for_an_extra():
    state = marked(active("expansion", pool=""), crossed=("e:ondara",), under=("e:self_assembly_routines",))
    state = after(state, Assemble(seat=0, line="ondara.r2"))
    assert (desk(state).mark("e:ondara.r2"), desk(state).task.count) == ("x", 2)
    state = after(state, Settle(seat=0, symbol="ondara.2.1", pay="free"))
    state = after(state, Settle(seat=0, symbol="ondara.2.2", pay="free"))
    assert (desk(state).mark("e:ondara.r2"), desk(state).mark("e:track.1")) == ("x", "")


@rule("TEC-16")
def test_all_sheets_of_a_kind_have_the_same_two_technologies():
    assert TECHS == {
        "navigation": ("gravity_drive", "integrated_economy"),
        "expansion": ("neural_motivator", "self_assembly_routines"),
        "industry": ("psychoarchaeology", "ai_development_algorithm"),
        "warfare": ("fleet_logistics", "transit_diodes"),
    }
    for sheet, spec in SPECS.items():
        named = {field.key for field in spec.fields}
        assert set(TECHS[sheet]) <= named


@rule("MIL-01")
def test_the_neighbours_sit_left_and_right():
    state = begun(5)
    assert [neighbour(state, seat, "left") for seat in range(5)] == [1, 2, 3, 4, 0]
    assert [neighbour(state, seat, "right") for seat in range(5)] == [4, 0, 1, 2, 3]


def mustered(*pairs: tuple[int, int], key: str = WARS[0]):
    state = after(event(key, players=len(pairs), depth="light"), Advance())
    for seat, (left, right) in enumerate(pairs):
        state = after(state, Muster(key=f"strength:{state.round}", seat=seat, left=left, right=right))
    return state


@rule("CRD-02", "WAR-03")
def test_a_war_begins_with_the_line_and_ends_with_the_wars():
    state = event(WARS[0], depth="light")
    assert (state.step, keys(state)) == (LINE, [("line", None)])
    assert after(state, Advance()).step == STRENGTH
    assert mustered((1, 2), (3, 4), (5, 6)).step == RESULT


@rule("CLR-17", "WAR-15", "WAR-02")
def test_everybody_fights_two_wars_for_each_card():
    state = mustered((3, 4), (6, 2), (2, 3))
    assert [(war.seat, war.half) for war in state.wars] == [
        (seat, half) for seat in range(3) for half in ("left", "right")
    ]
    assert [(war.mine, war.theirs) for war in state.wars] == [(3, 2), (4, 2), (6, 3), (2, 3), (2, 4), (3, 6)]


def voting(agenda: str, votes: int = 3):
    """A council in which all have some votes and the agenda was debated."""
    state = event(COUNCIL)
    for seat in range(3):
        state = marked(state, seat, circled=[f"i:vote.{number}" for number in range(1, votes)])
    return after(state, Claim(), Agenda(agenda=agenda), Debate())


def voted(state, *ballots: tuple[str, int]):
    for seat, (side, votes) in enumerate(ballots):
        state = after(state, Vote(key=f"vote:{state.round}", seat=seat, side=side, votes=votes))
    return state


@rule("ADV-11", "CNC-12")
def test_votes_are_spent_for_the_preferred_side():
    state = voted(voting("technology_embargo"), ("for", 3), ("against", 2), ("", 0))
    assert state.verdict == "for"
    state = after(state, Choose(seat=0, what="gravity_drive"), Resolve())
    assert [len(printed(state, "vote", seat)) for seat in range(3)] == [0, 1, 3]


@rule("CLR-04")
def test_what_a_card_only_allows_can_be_left():
    state = voted(voting("homestead_relief"), ("for", 1), ("", 0), ("", 0))
    assert (state.step, state.owed) == (RESOLVE, (0, 1, 2))
    step = choose(state, Draft("choose", 1))
    assert [one.value for one in step.options] == ["infantry 3", "pds 1", "-"]
    before = desk(state, 1)
    state = after(state, Choose(seat=1, what="-"))
    assert (desk(state, 1), state.owed) == (before, (0, 2))


@rule("CLR-05")
def test_what_a_card_demands_is_done_before_the_round_ends():
    state = voted(voting("technology_embargo"), ("for", 2), ("against", 1), ("", 0))
    assert broken(state, Resolve()) == ("GEN-03",)
    assert broken(state, Choose(seat=0, what="-")) == ("TABLE-1",)
    assert broken(after(state, Choose(seat=0, what="gravity_drive")), Resolve()) == ()


@rule("CLR-10", "CNC-14")
def test_who_has_the_most_votes_decides_and_a_die_among_equals():
    state = voted(voting("technology_embargo"), ("for", 2), ("for", 2), ("against", 1))
    assert (state.step, state.deciders) == (DECIDER, (1, 0))
    assert broken(state, Decide(who=2)) == ("CNC-14",)
    state = after(state, Decide(who=1))
    assert state.owed == (1,)
    alone = voted(voting("technology_embargo"), ("for", 3), ("for", 2), ("against", 1))
    assert (alone.step, alone.owed) == (RESOLVE, (0,))


def test_ex_35_a_card_that_says_any_sheet_is_carried_out_on_one():
    state = active("warfare", pool="")
    for system in ("s3", "s4", "s5"):
        state = overruled(state, Explore(seat=0, system=system, pay="M"))
    for one, other in (("s1", "s3"), ("s1", "s4"), ("s1", "s5")):
        assert desk(state).mark(lane(state, one, other)) == "-"
    assert desk(state) == but(desk(active("warfare", pool="")), marks=desk(state).marks)


@rule("MRK-04", "NAV-06")
def test_a_line_means_explored():
    state = after(active("navigation"), Explore(seat=0, system="s3", pay="M"))
    assert desk(state).mark(lane(state, "s1", "s3")) == "-"
    assert broken(state, Explore(seat=0, system="s3", pay="R")) == ("NAV-09",)


@rule("MRK-05", "NAV-17")
def test_a_circled_system_is_claimed():
    state = after(active("navigation"), ClaimSystem(seat=0, system="s1", pay="I"))
    assert desk(state).mark("n:s1") == "o"
    assert broken(state, ClaimSystem(seat=0, system="s1", pay="I")) == ("NAV-03",)


@rule("MRK-11")
def test_the_strength_of_a_war_is_written_into_its_box():
    state = after(event(WARS[0]), Advance())
    assert state.step == RESULT
    assert {place: number for place, number in desk(state).boxes.items() if number == 0} == {
        "w:left.1": 0,
        "w:right.1": 0,
    }


@rule("MRK-17")
def test_nothing_is_left_to_spend_when_a_round_is_over():
    state = put_down(active("warfare", "warfare", "warfare", step="dice"))
    assert [held(state, seat) for seat in range(3)] == [{}, {}, {}]
    assert broken(active("warfare", pool="MMM"), Pay(seat=0, symbol="cruiser.1.1", pay="M")) == ()
    assert game.prompt(state).demands[0].key == "reveal"
