"""Plans of Navigation and Expansion sheets: the practice sheets are sound, and what is wrong is named."""

from __future__ import annotations

import pytest
from twilight_desk import EXPANSION, NAVIGATION, SHEETS

from companion.engine import LANGUAGES, Words, read_plan
from companion.engine.play import TEXTS as ENGINE
from companion.games.twilight_inscription.book import TEXTS, value
from companion.games.twilight_inscription.marking import expansion as expansion_marks
from companion.games.twilight_inscription.marking import navigation as navigation_marks
from companion.games.twilight_inscription.marking.mark import Enough
from companion.games.twilight_inscription.sheets import expansion, navigation
from companion.games.twilight_inscription.sheets.printed import ADVANTAGES, PRACTICE
from companion.ui.icons import icons
from companion.ui.theme import ROLES

rule = pytest.mark.rule

SPECS = {"navigation": navigation.SPEC, "expansion": expansion.SPEC}
SMALL = {"navigation": NAVIGATION, "expansion": EXPANSION}


def found(sheet, *changes, soft=False):
    """What is wrong with the small sheet after some changes: the places and the rules."""
    words = SMALL[sheet]
    for old, new in changes:
        assert old in words, old
        words = words.replace(old, new, 1)
    problems = SPECS[sheet].problems(read_plan(words))
    for problem in problems:
        for lang in LANGUAGES:
            said = Words(ENGINE.with_(TEXTS), lang).say(problem.text)
            assert "{" not in said
            assert problem.text.key not in said
    return [(problem.place, problem.rule) for problem in problems if problem.hint is soft]


@pytest.mark.parametrize("sheet", SPECS)
def test_practice_sheets_and_small_sheets_are_sound(sheet):
    spec = SPECS[sheet]
    assert spec.problems(spec.practised(PRACTICE)) == ()
    assert "Übung" in spec.practised(PRACTICE).name
    assert found(sheet) == []


def test_the_practice_navigation_is_a_whole_sheet():
    sheet = navigation.read(navigation.SPEC.practised(PRACTICE))
    kinds = [system.asset.kind for system in sheet.systems if system.asset is not None]
    assert len(sheet.systems) >= 30
    assert len(sheet.lanes) >= 40
    assert kinds.count("mecatol") == 1
    assert kinds.count("relic") == kinds.count("neighbour") == 2
    assert kinds.count("planet") >= value("CRD-03")["systems"]
    assert any(system.asset is None and not system.home for system in sheet.systems)
    assert {system.large for system in sheet.systems} == {True, False}
    assert set(sheet.start_marks.values()) == {"o", "-"}


def test_the_practice_expansion_is_a_whole_sheet():
    sheet = expansion.read(expansion.SPEC.practised(PRACTICE))
    assert len(sheet.docks) == 3
    assert len(sheet.planets) == 6
    assert len(sheet.track.points) == 12
    assert sheet.start_marks == {}
    kinds = [asset.kind for asset in sheet.assets.values()]
    assert kinds.count("population") >= 8


def test_every_advantage_of_a_plan_can_be_picked_and_read():
    for words in ADVANTAGES:
        change = ("asset=planet", f'asset="{words}"')
        assert [place for place, _ in found("navigation", change) if place == "a"] == [], words


@rule("NAV-04")
@pytest.mark.parametrize(
    ("old", "new"),
    [("link lane home b\n", ""), ("link lane b e\n", "link lane b e\nlink lane home c\n")],
)
def test_home_has_two_systems_beside_it(old, new):
    assert ("home", "NAV-04") in found("navigation", (old, new))


@rule("NAV-04")
def test_there_is_one_home():
    assert found("navigation", ("place home home 100 300\n", "place home system 100 300\n"))
    assert found("navigation", ("place a system", "place home2 home 50 50\nplace a system"))


@rule("NAV-08")
def test_systems_that_cannot_be_reached_are_named():
    assert found("navigation", ("link lane n1 n2\n", "")) == [("n2", "NAV-08")]
    gone = [(f"link lane {hole}\n", "") for hole in ("c w1", "d w3")]
    assert [place for place, _ in found("navigation", *gone)] == ["f", "g", "w1", "w3"]


@rule("NAV-11")
def test_wormholes_lead_somewhere():
    assert ("w1", "NAV-11") in found("navigation", ("link lane c w1\n", ""))
    others = [
        (f"place {hole}\n", "")
        for hole in ("w2 wormhole 700 100", "w3 wormhole 400 100", "w4 wormhole 700 200")
    ]
    lanes = [(f"link lane {lane}\n", "") for lane in ("d w3", "f w2", "g w2", "g w4")]
    joined = ("link lane d n1\n", "link lane d n1\nlink lane n2 f\nlink lane f g\n")
    assert found("navigation", *others, *lanes, joined) == [("w1", "NAV-11")]


@rule("NAV-18")
def test_there_is_exactly_one_mecatol_rex():
    assert found("navigation", ("asset=mecatol", "asset=good")) == [("", "NAV-18")]
    assert found("navigation", ("asset=good", "asset=mecatol")) == [("g", "NAV-18")]


@rule("NAV-19", "NAV-20", "NAV-23")
def test_what_every_sheet_has_is_missed():
    assert found("navigation", ("asset=planet", "asset=good")) == [("", "NAV-20")]
    assert found("navigation", ('asset="neighbour left"', "asset=good"), soft=True) == [("", "NAV-23")]
    assert found("navigation", ("asset=relic", "asset=good"), soft=True) == [("", "NAV-19")]


def test_unknown_words_and_missing_technologies_are_named():
    assert [place for place, _ in found("navigation", ("asset=planet", "asset=planets"))] == ["a"]
    assert [place for place, _ in found("expansion", ("asset=population\n", 'asset="vp many"\n'))] == ["g2"]
    assert found("navigation", (" gravity_drive=2", ""))
    assert found("expansion", ("neural_anywhere=I ", ""))
    assert found("expansion", ("neural_kind=population", "neural_kind=people"))


def test_ids_do_not_clash_with_other_places_of_the_sheet():
    for name in ("b.line", "gravity_drive", "focus"):
        change = ("place n2 system 600", f"place {name} system 600")
        assert found("navigation", change, ("link lane n1 n2", f"link lane n1 {name}")) == [(name, "")]
    named = ("place bor planet", "place ang.1 planet")
    assert found("expansion", named, ("of g7 bor", "of g7 ang.1")) == [("ang.1", "")]


@rule("EXP-04")
@pytest.mark.parametrize("rows", ['"MI XM"', '"M I M M M M"', "MMMMMMM"])
def test_rows_of_a_planet_hold_resource_symbols(rows):
    assert found("expansion", ('rows="MI MM"', f"rows={rows}")) == [("ang", "EXP-04")]


@rule("EXP-05")
def test_every_row_and_column_has_a_symbol_and_every_advantage_a_line():
    assert found("expansion", ('rows="MI MM"', 'rows="MI .."')) == [("ang", "EXP-05")]
    assert found("expansion", ('rows="MI MM"', 'rows="M. M."')) == [("ang", "EXP-05")]
    assert found("expansion", ("line=r2 asset=population", "line=r3 asset=population")) == [("g2", "EXP-05")]
    assert found("expansion", ('line=c1 asset="vp 2"', 'line=c3 asset="vp 2"')) == [("g3", "EXP-05")]
    assert found("expansion", ('line=c1 asset="vp 2"', 'line=r1 asset="vp 2"')) == [("g3", "EXP-05")]
    gone = ("place g8 gift 260 490 line=r1 asset=population\n", "")
    assert found("expansion", gone, soft=True) == [("dol", "EXP-05")]


@rule("EXP-05")
def test_an_advantage_belongs_to_the_planet_that_it_is_joined_to_or_to_the_nearest():
    assert SHEETS.expansion.assets["e:bor.c2"].words == "vp 3"
    assert "e:ang.c2" not in SHEETS.expansion.assets
    words = EXPANSION.replace("link of g7 bor\n", "")
    assert expansion.read(read_plan(words)).assets["e:ang.c2"].words == "vp 3"
    twice = ("link of g7 bor\n", "link of g7 bor\nlink of g7 ang\n")
    assert found("expansion", twice) == [("g7", "EXP-05")]


@rule("EXP-07")
def test_there_are_three_docks():
    assert found("expansion", ("place d3 dock 800 450 asset=good cost=MM\n", "")) == [("", "EXP-01")]


@rule("EXP-08", "EXP-10")
def test_docks_have_a_cost_and_an_advantage():
    assert found("expansion", ("cost=MM", "cost=MX")) == [("d3", "EXP-08")]
    assert [place for place, _ in found("expansion", ("asset=good cost=MM", "asset=- cost=MM"))] == ["d3"]


@rule("EXP-12")
def test_the_track_holds_rising_points():
    assert found("expansion", ("1 1 2 3 5 8", "1 1 two 3")) == [("track", "EXP-12")]
    assert found("expansion", ("1 1 2 3 5 8", "1 0 2 3")) == [("track", "EXP-12")]
    assert found("expansion", ("1 1 2 3 5 8", "1 3 2"), soft=True) == [("track", "EXP-12")]


@rule("EXP-16")
def test_planets_of_sheets_that_are_pictured_are_compared():
    named = found("expansion", ('"Small"', '"1A"'), soft=True)
    assert named == [("bor", "EXP-16"), ("dol", "EXP-16")]
    assert [row for _, row in found("expansion", ('"Small"', "B"), soft=True)] == ["EXP-16"] * 3


def test_a_layout_tells_lines_symbols_and_advantages():
    sheet = SHEETS.expansion
    bor = sheet.planet["bor"]
    assert bor.symbols == {"bor.1.1": "I", "bor.1.2": "R", "bor.2.1": "M"}
    lines = {line.place: line.symbols for line in bor.lines}
    assert lines == {
        "e:bor.r1": ("bor.1.1", "bor.1.2"),
        "e:bor.r2": ("bor.2.1",),
        "e:bor.c1": ("bor.1.1", "bor.2.1"),
        "e:bor.c2": ("bor.1.2",),
    }
    assert sheet.assets["e:bor.r2"].words == "commodity a 1"
    assert sheet.assets["e:track.6"].words == "vp 8"
    assert sheet.techs["neural_motivator"].special == "b"


def test_places_are_called_by_what_is_printed_there():
    words = Words(TEXTS, "en")
    names = {one: words.say(text) for one, text in SHEETS.names.items()}
    assert names["b"] == "b (2 victory points)"
    assert "c" not in names
    assert names["ang"] == "Ang"
    assert names["ang.1.2"] == "Ang 1/2 (Influence)"
    assert names["bor.r2"] == "Bor: 1 commodity A"
    assert names["d1"] == "1 (4 victory points)"
    assert names["d1.2"] == "1 (Influence)"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_mark_and_task_has_its_words(lang):
    every = (*navigation_marks.ACTIONS, *expansion_marks.ACTIONS, Enough)
    keys = [f"mark.{action.__struct_config__.tag}" for action in every]
    keys += [f"task.{task}" for task in (*navigation_marks.TASKS, *expansion_marks.TASKS)]
    assert [key for key in keys if not TEXTS.entries.get(key, {}).get(lang)] == []


@pytest.mark.parametrize("sheet", SPECS)
def test_the_form_of_a_sheet_is_drawn_with_known_signs(sheet):
    assert {kind.sign for kind in SPECS[sheet].places} <= set(icons())
    assert {kind.colour for kind in SPECS[sheet].places} <= set(ROLES)
