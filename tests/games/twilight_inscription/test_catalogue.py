"""The rule catalogue and the cards: complete, in both languages, and at one with each other."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from msgspec import ValidationError, convert
from msgspec.structs import fields

from companion.engine import LANGUAGES, Words
from companion.games.twilight_inscription import book
from companion.games.twilight_inscription.book import CARDS, RULES, TEXTS, value
from companion.games.twilight_inscription.cards import (
    AGENDAS,
    AI_GOALS,
    EVENTS,
    FACTIONS,
    MECATOL,
    OBJECTIVES,
    RELICS,
    TECHNOLOGIES,
    Card,
    Event,
    name,
    tells,
)

rule = pytest.mark.rule

HOLES = {
    "seat", "who", "have", "need", "limit", "count", "cost", "sheet", "what", "where",
    "resource", "system", "planet", "unit", "round", "phase",
}  # fmt: skip
"""As the head of rules.toml lists them."""

ALL: list[Card] = [
    card for kind in (EVENTS, AGENDAS, OBJECTIVES, RELICS, FACTIONS, TECHNOLOGIES) for card in kind.values()
]
SHEETS = value("CMP-01")["types"]


def holes(words: str) -> set[str]:
    return set(re.findall(r"\{(\w+)[|}]", words))


def test_every_rule_is_said_in_both_languages():
    for one in RULES.rules.values():
        assert all((one.de, one.en, one.page)), one.id
        for german, english in ((one.no_de, one.no_en), (one.open_de, one.open_en)):
            assert bool(german) == bool(english), one.id
            assert holes(german) == holes(english) <= HOLES, one.id
        assert not holes(one.de + one.en), one.id
        assert one.de != one.en, one.id


def test_the_head_of_the_catalogue_lists_every_hole():
    path = Path(book.__file__).with_name("rules.toml")
    head = path.read_text("utf-8").split("\n\n")[0]
    assert holes(head) == HOLES


def test_what_is_only_likely_says_how_it_is_read():
    likely = [one for one in RULES.rules.values() if isinstance(one.value, dict) and "sure" in one.value]
    assert {one.value["sure"] for one in likely} == {"likely"}
    assert [one.id for one in likely if not one.open_de] == []


def refusals() -> Iterator[tuple[str, str, set[str]]]:
    """Where the game's code says that a rule is broken: the place, the rule, and the values that it gives."""
    for path in sorted(Path(book.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            told = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
            given = {word.arg for word in node.keywords}
            if node.func.id == "unpaid":
                given = {"resource", "have", "need"}
            elif node.func.id != "violated":
                continue
            for found in told:
                if re.fullmatch(r"[A-Z]{3}-\d\d", str(found)) and None not in given:
                    yield f"{path.name}:{node.lineno}", found, {str(word) for word in given}


def test_the_code_gives_every_value_that_a_refusal_speaks_of():
    missing = [
        f"{place}: {found} wants {sorted(holes(RULES[found].no_de) - given)}"
        for place, found, given in refusals()
        if holes(RULES[found].no_de) - given
    ]
    assert missing == []


def test_every_broken_rule_has_a_refusal():
    assert list(refusals())
    assert [f"{place}: {found}" for place, found, _ in refusals() if not RULES[found].no_de] == []


def test_every_card_has_a_name_and_a_rule_of_the_catalogue():
    for card in ALL:
        assert card.rule == "" or card.rule in RULES, card.id
        for lang in LANGUAGES:
            said = Words(TEXTS, lang).say(name(card))
            assert said == (card.de if lang == "de" else card.en)
        told = tells(card)
        if told is not None:
            assert Words(TEXTS, "de").say(told) == RULES[card.rule].de
    assert {ability for faction in FACTIONS.values() for ability in faction.rules} <= set(RULES.rules)


def test_names_are_unique():
    for lang in LANGUAGES:
        twice = Counter((card.group, getattr(card, lang)) for card in ALL)
        assert [found for found, count in twice.items() if count > 1] == []


def test_every_sentence_of_the_game_is_in_both_languages():
    lacking = [key for key, row in TEXTS.entries.items() if set(row) != set(LANGUAGES)]
    assert lacking == []


@rule("CMP-08")
@rule("OBJ-01")
def test_objectives():
    assert len(OBJECTIVES) == value("CMP-08")["cards"]
    assert len({one.sheet for one in OBJECTIVES.values()}) == value("OBJ-01")["sheets"]
    assert set(Counter(one.sheet for one in OBJECTIVES.values()).values()) == {3}
    known = {one.id: (one.first, one.later) for one in OBJECTIVES.values() if one.first is not None}
    assert known == {
        "prospector": (5, 3),
        "mercantilist": (7, 4),
        "core_cracker": (9, 5),
        "diversified_production": (5, 3),
        "armada": (7, 4),
    }
    assert {one.id for one in OBJECTIVES.values() if one.rule} == set(known)


@rule("CMP-09")
def test_relics_with_the_points_that_are_known():
    assert len(RELICS) == value("CMP-09")["cards"]
    known = {one.id: one.points for one in RELICS.values() if one.points is not None}
    assert known == {"nano_forge": 4, "shard_of_the_throne": 6}


@rule("CMP-10")
def test_agendas_are_two_with_and_two_without_a_star_in_each_phase():
    want = value("CMP-10")
    assert len(AGENDAS) == want["cards"]
    for phase in want["phases"]:
        stars = Counter(one.star for one in AGENDAS.values() if one.phase == phase)
        assert stars == {True: want["star"], False: want["per_phase"] - want["star"]}


@rule("CRD-10")
@rule("CRD-11")
@rule("CRD-12")
@rule("CRD-13")
def test_the_known_agendas_act_with_the_numbers_of_the_catalogue():
    known = {one.rule: one for one in AGENDAS.values() if one.for_ is not None and one.against is not None}
    assert set(known) == {"CRD-10", "CRD-11", "CRD-12", "CRD-13"}
    effects = {
        (found, side): alternative.effect
        for found, agenda in known.items()
        for side, alternative in (("for", agenda.for_), ("against", agenda.against))
        if alternative is not None
    }
    relief, births, embargo = value("CRD-10"), value("CRD-11"), value("CRD-12")
    choices = ({"infantry": relief["infantry"]}, {"pds": relief["pds"]})
    assert effects["CRD-10", "for"].units == choices
    assert effects["CRD-10", "against"].most == relief["symbols"]
    assert effects["CRD-11", "for"].most == births["points"]
    assert effects["CRD-11", "against"].most == births["wars"]
    assert effects["CRD-12", "for"].most == embargo["technologies"]
    named = effects["CRD-12", "against"]
    assert (named.least, named.most, named.what) == (embargo["least"], embargo["most"], "")
    assert effects["CRD-13", "against"].least == value("CRD-13")["systems"]
    assert effects["CRD-13", "for"].most is None
    assert known["CRD-10"].star


@rule("CMP-11")
@rule("SET-09")
def test_events_by_phase_and_colour():
    assert len(EVENTS) == value("CMP-11")["cards"]
    backs = Counter((one.phase, one.colour) for one in EVENTS.values())
    assert len(backs) == value("SET-09")["stacks"]
    assert {colour for _, colour in backs} == set(value("CMP-11")["colours"])


@rule("SET-13")
def test_the_deck_takes_every_card_in_its_order_of_colours():
    colours = value("SET-13")["colours"]
    for phase in range(1, value("CMP-11")["phases"] + 1):
        order = colours[str(phase)]
        assert Counter(order) == Counter(one.colour for one in EVENTS.values() if one.phase == phase)
        assert order[-1] == value("SET-10")["bottom"]
        assert all(upper != lower for upper, lower in pairwise(order))


@rule("SET-13")
def test_the_errata_leave_23_rounds():
    errata = value("SET-13")["errata"]
    colours = {**value("SET-13")["colours"], **errata["colours"]}
    assert sum(map(len, colours.values())) == 23
    assert EVENTS[errata["without"]].phase == 5
    assert EVENTS[errata["without"]].kind not in value("RND-05")


@rule("WAR-01")
@rule("PRD-01")
@rule("CNC-01")
def test_events_by_kind():
    for kind, printed in (("war", "WAR-01"), ("production", "PRD-01"), ("council", "CNC-01")):
        want = value(printed)
        phases = sorted(one.phase for one in EVENTS.values() if one.kind == kind)
        assert (phases, len(phases)) == (want["phases"], want["total"])
    kinds = Counter(one.kind for one in EVENTS.values())
    assert kinds["strategy"] > len(EVENTS) / 2
    assert set(kinds) == {*value("RND-05"), "special"}


def test_only_strategy_events_supply_resources():
    for one in EVENTS.values():
        assert bool(one.resources) == (one.kind == "strategy"), one.id
        assert set(one.resources) <= set(value("GEN-07"))


@rule("RND-04")
def test_the_last_event_is_a_war_of_the_last_phase():
    last = EVENTS[value("RND-04")["event"]]
    assert (last.phase, last.kind) == (value("RND-04")["phase"], "war")


@rule("LRN-03")
def test_the_learning_deck_follows_the_backs_of_the_usual_one():
    deck = [EVENTS[one] for one in value("LRN-03")]
    assert [(one.phase, one.colour) for one in deck] == [(1, "blue"), (1, "black"), (1, "blue"), (2, "black")]
    assert [one.de for one in deck] == [
        "Ein neues Imperium",
        "Echo der Vergangenheit",
        "Erste Schritte",
        "Aufbruch in eine neue Heimat",
    ]


@rule("CMP-12")
def test_factions():
    assert len(FACTIONS) == value("CMP-12")["cards"]
    assert [one.id for one in FACTIONS.values() if one.rules] == ["emirates_of_hacan"]


@rule("TEC-01")
def test_technologies_are_two_a_sheet_and_some_work_once_per_activation():
    for sheet in SHEETS:
        of_sheet = [one for one in TECHNOLOGIES.values() if one.sheet == sheet]
        assert len(of_sheet) == value("TEC-01")["per_sheet"]
    for one in TECHNOLOGIES.values():
        assert one.per_activation == ("pro Aktivierung" in RULES[one.rule].de), one.id


@rule("MEC-05")
@rule("MEC-06")
def test_two_rows_of_the_mecatol_rex_board_are_known():
    assert {row: (one.votes, one.points) for row, one in MECATOL.items()} == {2: (4, 5), 3: (3, 3)}


def test_the_ai_has_a_goal_for_each_sheet_and_mecatol_rex():
    assert set(AI_GOALS) == {*SHEETS, "mecatol_rex"}


@pytest.mark.parametrize(
    ("table", "first"),
    [
        pytest.param("SOL-31", 40, marks=rule("SOL-31")),
        pytest.param("SOL-32", 60, marks=rule("SOL-32")),
        pytest.param("SOL-33", 80, marks=rule("SOL-33")),
    ],
)
def test_solo_ranks_rise_by_twenty_points(table, first):
    assert [row["from"] for row in value(table)] == [first, first + 20, first + 40]
    for row in value(table):
        assert f"rank.{row['rank']}" in TEXTS.entries
    assert f"rank.{value('SOL-34')}" in TEXTS.entries


def test_a_wrong_card_is_named():
    row = {**CARDS["event"][0], "colour": "green"}
    with pytest.raises(ValidationError, match=r"colour"):
        convert(row, Event)


def test_what_is_uncertain_is_a_field_of_the_card():
    for card in ALL:
        assert set(card.sure) <= {field.encode_name for field in fields(card)}, card.id
