"""Relics: what the known ones do to tracked sheets, and how secret ones come to light."""

from __future__ import annotations

import pytest
from twilight_table import (
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
    option,
    overruled,
    totals,
    with_sides,
)

from companion.engine import Draft, Step, but
from companion.games.twilight_inscription import game
from companion.games.twilight_inscription.actions import (
    CountUp,
    Draw,
    Finish,
    Play,
)
from companion.games.twilight_inscription.marking.expansion import Settle
from companion.games.twilight_inscription.marking.navigation import ClaimSystem
from companion.games.twilight_inscription.state import COUNT, DICE, HIDDEN, OVER, Held

rule = pytest.mark.rule

FORGE, SHARD = "nano_forge", "shard_of_the_throne"


@rule("CRD-08", "REL-03")
def test_the_shard_of_the_throne_works_as_soon_as_it_is_drawn():
    state = active("navigation", pool="I")
    state = marked(state, lined=(lane(state, "s21", "s24"),))
    state = after(state, ClaimSystem(seat=0, system="s21", pay="I"), Draw(seat=0, who=0, relic=SHARD))
    assert state.sides[0].relics == (Held(relic=SHARD, played=True),)
    assert [desk(state).mark(f"i:member.{number}") for number in range(1, 6)] == ["_", "_", "_", "_", ""]
    assert desk(state).mark("i:member.vp1") == "o"
    assert (desk(state).task.key, desk(state).task.about, desk(state).task.count) == ("deploy", "pds", 1)


def forging(sheet: str = "expansion", step: str = "card"):
    state = active(sheet, step=step)
    state = marked(state, crossed=("e:ondara", "e:veshti"))
    return with_sides(state, {0: {"relics": (Held(relic=FORGE),)}})


@rule("CRD-09")
def test_the_nano_forge_crosses_out_two_symbols_of_a_kind_on_every_unlocked_planet():
    state = forging()
    assert keys(state, offers=True) == [("play", None)]
    step = choose(state, Draft("play"), who=0, relic=FORGE)
    assert isinstance(step, Step)
    assert [one.value for one in step.options] == ["M", "I", "R"]
    state = after(state, choose(state, Draft("play"), who=0, relic=FORGE, resource="M"))
    assert (desk(state).task.key, desk(state).task.count) == ("forge", 4)
    assert broken(state, Settle(seat=0, symbol="ondara.1.2", pay="free")) == ("CRD-09",)
    for symbol in ("ondara.1.1", "ondara.2.1", "veshti.1.1", "veshti.1.2"):
        state = after(state, Settle(seat=0, symbol=symbol, pay="free"))
    assert (desk(state).task, held(state)) == (None, {"M": 1, "I": 1, "R": 1})


@rule("CLR-07")
def test_what_works_when_a_sheet_becomes_active_comes_before_spending():
    state = forging()
    play = Play(who=0, relic=FORGE, resource="M")
    assert broken(state, play) == ()
    spent = after(state, Settle(seat=0, symbol="ondara.1.1", pay="M"))
    assert broken(spent, play) == ("CLR-07",)
    assert keys(spent, offers=True) == []
    assert broken(forging("warfare"), play) == ("CLR-07",)
    assert broken(forging(step=DICE), play) == ("CLR-07",)
    assert option(choose(spent, Draft("play"), who=0), FORGE) == ("CLR-07",)
    assert overruled(spent, play).sides[0].relics == (Held(relic=FORGE, played=True),)


def test_without_tracked_sheets_relics_are_played_at_any_time():
    state = after(event(depth="light"), Draw(who=0, relic=FORGE))
    assert after(state, choose(state, Draft("play"), who=0, relic=FORGE)).sides[0].relics[0].played


@rule("REL-04")
def test_a_secret_relic_is_named_when_it_is_played():
    state = after(event(depth="light"), Draw(who=0, relic=HIDDEN), Draw(who=1, relic="the_codex"))
    step = choose(state, Draft("play"), who=0)
    assert option(step, "the_codex") is None
    assert option(step, "dominus_orb") == ()
    state = after(state, Play(who=0, relic="dominus_orb"))
    assert state.sides[0].relics == (Held(relic="dominus_orb", played=True),)


@rule("REL-06")
def test_relics_that_were_kept_secret_are_laid_open_at_the_end():
    state = but(begun(depth="light"), step=COUNT)
    for seat in range(3):
        state = with_sides(state, {seat: {"relics": (Held(relic=HIDDEN),) if seat == 1 else ()}})
    for seat in range(3):
        numbers = dict.fromkeys(("navigation", "expansion", "industry", "warfare", "goods"), 1)
        state = after(state, CountUp(seat=seat, **numbers))
    assert (state.step, keys(state)) == (COUNT, [("relic", 1)])
    state = after(state, choose(state, Draft("relic", 1), relic=FORGE))
    assert (state.step, totals(state)) == (OVER, (4, 8, 4))
    assert game.view(state, None).sides[1].relics == (Held(relic=FORGE),)


@rule("REL-06")
def test_with_tracked_sheets_too():
    state = with_sides(but(begun(), step=COUNT), {2: {"relics": (Held(relic=HIDDEN),)}})
    assert keys(state) == [("relic", 2)]
    state = after(state, choose(state, Draft("relic", 2), relic=SHARD))
    assert (keys(state), totals(state)) == ([("finish", None)], (0, 0, 6))
    assert after(state, Finish()).step == OVER
