"""Plans of Industry and Warfare sheets: the practice sheets are sound, and what is wrong is named."""

from __future__ import annotations

import re

import pytest

from companion.engine import LANGUAGES, Words, read_plan, write_plan
from companion.engine.play import TEXTS as ENGINE
from companion.games.twilight_inscription.book import TEXTS, value
from companion.games.twilight_inscription.desk import CROSS
from companion.games.twilight_inscription.marking import industry as rules
from companion.games.twilight_inscription.sheets import industry, warfare
from companion.games.twilight_inscription.sheets.printed import PRACTICE

rule = pytest.mark.rule

SPECS = {"industry": industry.SPEC, "warfare": warfare.SPEC}
WORDS = {sheet: spec.practice[PRACTICE] for sheet, spec in SPECS.items()}


def line(sheet: str, start: str) -> str:
    """A line of the practice sheet."""
    return next(one for one in WORDS[sheet].splitlines() if one.startswith(start))


def found(sheet: str, *changes: tuple[str, str], hints: bool = False) -> list[tuple[str, str]]:
    """What is wrong with the practice sheet after some changes: the places and the rules."""
    words = WORDS[sheet]
    for old, new in changes:
        assert old in words, old
        words = words.replace(old, new, 1)
    problems = SPECS[sheet].problems(read_plan(words))
    for problem in problems:
        for lang in LANGUAGES:
            said = Words(ENGINE.with_(TEXTS), lang).say(problem.text)
            assert "{" not in said
            assert problem.text.key not in said
    return [(problem.place, problem.rule) for problem in problems if problem.hint is hints]


def without(sheet: str, start: str) -> tuple[str, str]:
    return (line(sheet, start) + "\n", "")


def marked(*cases):
    """Cases that prove the rule of the problem that they expect."""
    return [pytest.param(*one, marks=[rule(one[1][1])] if one[1][1] else []) for one in cases]


@pytest.mark.parametrize("sheet", SPECS)
def test_practice_sheets_are_sound_and_called_so(sheet):
    spec = SPECS[sheet]
    plan = spec.practised(PRACTICE)
    assert spec.problems(plan) == ()
    assert "Übung" in plan.name
    assert read_plan(write_plan(plan)) == plan


def test_the_practice_industry_is_a_whole_sheet():
    sheet = industry.read(industry.SPEC.practised(PRACTICE))
    assert len(sheet.hexes) >= 40
    assert len([hex for hex in sheet.hexes if hex.badge]) == 3
    assert [hex.id for hex in sheet.hexes if sheet.start_marks.get(hex.place) == CROSS] == ["start"]
    assert {len(row.signs) for row in sheet.commodities.values()} == {sheet.trades}
    assert (sheet.votes, sheet.goods) == (12, 14)
    assert [line.most for line in sheet.menu] == value("IND-09")
    kinds = [asset.kind for asset in sheet.assets.values()]
    assert {"commodity", "member", "special", "focus", "population", "planet", "faction"} <= set(kinds)


def test_segments_are_cut_off_but_for_x_hexes():
    sheet = industry.read(industry.SPEC.practised(PRACTICE))
    reached = todo = {next(hex.place for hex in sheet.hexes if hex.scrapped)}
    while todo:
        near = {place for one in todo for place in sheet.around[one.removeprefix("i:")]}
        todo = {place for place in near if not sheet.of[place.removeprefix("i:")].badge} - reached
        reached |= todo
    cut = [hex.id for hex in sheet.hexes if hex.place not in reached and not hex.badge]
    assert 6 <= len(cut) <= 10


def test_the_practice_warfare_is_a_whole_sheet():
    sheet = warfare.read(warfare.SPEC.practised(PRACTICE))
    assert list(sheet.units) == value("MIL-02")
    assert [kind for kind, unit in sheet.units.items() if unit.lock] == value("MIL-08")
    assert sheet.units["infantry"].bars == ()
    cruiser, printed = sheet.units["cruiser"].bars[0], value("MIL-14")
    assert (cruiser.cost, cruiser.points) == ((printed["resource"],) * printed["cost"], printed["points"])
    assert all("c" in bar.cost for bar in sheet.units["war_sun"].bars)
    assert {len(places) for places in sheet.sectors.values()} == {12}
    assert {sheet.spoils[key].lose for key in ("left.1", "right.1")} == {-1}
    assert sum(node.anomaly for node in sheet.nodes) >= 8
    assert all(sheet.fits.values())


def test_choices_are_called_by_what_is_printed():
    plan = warfare.SPEC.practised(PRACTICE)
    names, words = warfare.read(plan).names, Words(TEXTS, "en")
    assert words.say(names["pds.2.1"]) == "PDS 2: Influence"
    assert words.say(names["pds.2.2"]) == "PDS 2: any resource"
    assert words.say(names["war_sun.1.5"]) == "War Sun 1: Special C"
    assert words.say(names["left.2"]) == "war 2, left"


def test_patterns_are_written_as_they_look():
    assert warfare.read(warfare.SPEC.practised(PRACTICE)).units["dreadnought"].pattern == (
        (0, 2), (0, 1), (0, 0), (1, 0),
    )  # fmt: skip


def test_symbols_stand_above_the_plus_one_that_is_nearest_or_that_they_name():
    askew = line("industry", "place b1 sign")
    words = WORDS["industry"].replace(askew, re.sub(r"sign \d+", "sign 60", askew) + " column=4")
    assert industry.read(read_plan(words)).commodities["b"].signs[0] == 4


@pytest.mark.parametrize(
    ("changes", "problem"),
    marked(
        ([without("industry", "place x1 "), without("industry", "place x2 ")], ("h7", "IND-17")),
        ([("place h5 hex 306 90 asset=\"focus R\"", "place h5 hex 946 645 asset=good")], ("h5", "IND-17")),
        ([("place h1 ", "place h.1 ")], ("h.1", "")),
        ([("three_special=b", "three_special=a")], ("", "IND-09")),
        ([("grid hex 50 90 64\n", "")], ("", "IND-17")),
        ([(line("industry", f"place member{n} ") + "\n", "") for n in range(1, 9)], ("", "CHT-02")),
        ([(line("industry", f"place c{n} sign") + "\n", "") for n in range(1, 10)], ("", "CHT-04")),
        ([("place a_vp1 ", "place a0 points 20 510 row=a points=1\nplace a_vp1 ")], ("a0", "CHT-06")),
        ([(line("industry", "place trade9 "), "place trade9 plus_good 560 630")], ("trade9", "CHT-07")),
        ([("row=a\nplace a_vp1", "row=a column=15\nplace a_vp1")], ("a9", "CHT-07")),
    ),
)  # fmt: skip
def test_what_is_wrong_with_an_industry_sheet_is_named(changes, problem):
    assert problem in found("industry", *changes)


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (('asset="vp 1"', 'asset="vp 99"'), "h1"),
        (('place h1 hex 50 90 asset="vp 1"', "place h1 hex 50 90"), "h1"),
        (("badge=b", "badge=q"), "x1"),
        (without("industry", "place start "), ""),
        (("votes=12 ", ""), ""),
    ],
)
def test_what_does_not_fit_the_form_of_an_industry_sheet_is_named(change, place):
    assert place in [where for where, _ in found("industry", change)]


@rule("CHT-01")
def test_the_chart_records_council_members_and_commodities():
    every = [(line("industry", f"place {row}{n} sign") + "\n", "") for row, n in (("member", 1), ("b", 1))]
    assert found("industry", *every) == []
    gone = [(line("industry", f"place b{n} sign") + "\n", "") for n in range(1, 10)]
    assert ("", "CHT-04") in found("industry", *gone)


@rule("TEC-12")
def test_an_unlikely_advantage_of_psychoarchaeology_is_asked():
    assert found("industry", (" dig=commodity", ""), hints=True) == [("", "TEC-12")]
    assert found("industry", ("dig=commodity", "dig=mecatol"), hints=True) == [("", "TEC-12")]


@rule("CHT-07")
def test_a_column_without_all_three_types_is_asked():
    missing = without("industry", "place c9 sign")
    assert found("industry", missing, hints=True) == [("trade9", "CHT-07")]


def test_while_its_advantage_is_unknown_psychoarchaeology_offers_nothing():
    sheet = industry.read(read_plan(WORDS["industry"].replace(" dig=commodity", "")))
    assert sheet.dig == ""
    assert rules.DIG in sheet.techs


@pytest.mark.parametrize(
    ("changes", "problem"),
    marked(
        ([("rows4=3", "rows4=2")], ("n1", "DEP-03")),
        ([("left=4", "left=9")], ("", "DEP-01")),
        ([("pattern=xxx", "pattern=xxxxxxxxxxxxx")], ("cruiser", "DEP-13")),
        ([("pattern=xxx", "pattern=xox")], ("cruiser", "MIL-03")),
        ([("unit=pds pattern", "unit=cruiser pattern")], ("", "MIL-02")),
        ([(" lock=a", "")], ("dreadnought", "MIL-08")),
        ([("unit=pds cost", "unit=infantry cost")], ("bar1", "MIL-06")),
        ([(line("warfare", f"place bar{n} ") + "\n", "") for n in (5, 6, 7, 8)], ("cruiser", "MIL-07")),
        ([("cost=MMM ", "cost=MMQ ")], ("bar5", "MIL-04")),
        ([("half=left war=1", "half=left war=2")], ("", "WAR-04")),
        ([("half=right war=1", "half=right war=2")], ("", "WAR-05")),
        ([("half=right war=1", "half=right war=2")], ("right2", "WAR-04")),
    ),
)
def test_what_is_wrong_with_a_warfare_sheet_is_named(changes, problem):
    assert problem in found("warfare", *changes)


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (without("warfare", "place left1 "), ""),
        (without("warfare", "place pds "), ""),
        (('win="vp 2"', 'win="vp two"'), "left1"),
        ((" lose=-1", ""), "left1"),
    ],
)
def test_what_does_not_fit_the_form_of_a_warfare_sheet_is_named(change, place):
    assert place in [where for where, _ in found("warfare", change)]


def test_a_battle_grid_and_its_units_are_there():
    assert ("", "DEP-05") in found("warfare", (line("warfare", "grid ") + "\n", ""))
    assert ("cruiser", "MIL-03") in found("warfare", ("pattern=xxx", "pattern=..."))


@rule("MIL-14")
def test_an_unusual_cruiser_is_asked():
    assert found("warfare", ("cost=MMM points=1", "cost=MMR points=1"), hints=True) == [("bar5", "MIL-14")]


@rule("MIL-08")
def test_a_lock_that_no_rule_knows_is_asked():
    assert found("warfare", ("pattern=xxx", "pattern=xxx lock=a"), hints=True) == [("cruiser", "MIL-08")]


@rule("DEP-09")
def test_a_shut_first_row_is_asked():
    row = [one for one in WORDS["warfare"].splitlines() if " node " in one and " 576" in one]
    assert len(row) == 8
    shut = [(one + "\n", re.sub(r" asset=.*", "", one).replace("node", "anomaly") + "\n") for one in row]
    assert found("warfare", *shut, hints=True) == [("", "DEP-09")]
