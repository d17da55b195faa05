"""The rule catalogue and the cards: complete, in both languages, and at one with each other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from stars_table import WORDS

from companion.engine import LANGUAGES
from companion.games.starfarers import book
from companion.games.starfarers.book import BALLS, COPIES, EDITIONS, PEOPLES, RULES, SORTS, TEXTS, of, value
from companion.games.starfarers.cards import CARDS, copies, name, of_people

rule = pytest.mark.rule
HOLES = {"seat", "who", "what", "have", "need", "limit", "rate"}
"""As the head of rules.toml lists them."""

MAP = {
    "SF-0": [1, 2, 3, 4, 5, *range(10, 22), *range(25, 30), *range(35, 41), 45, 46, 47, *range(50, 58),
             *range(60, 67), *range(70, 74), *range(80, 88), *range(90, 96)],
    "SF-": [*range(100, 111), 115, 116, 117, *range(120, 128), *range(130, 141), *range(145, 153), 160],
}  # fmt: skip
"""The statements of the rules map."""


def holes(words: str) -> set[str]:
    return set(re.findall(r"\{(\w+)[|}]", words))


def test_all_statements_of_the_map_are_there_and_what_the_later_edition_changes():
    wanted = {f"SF-{number:03}" for number in (*MAP["SF-0"], *MAP["SF-"])}
    assert len(wanted) == 106
    assert set(RULES.rules) == wanted | {f"SF-E{number}" for number in range(1, 13)}


def test_every_rule_is_said_in_both_languages():
    for one in RULES.rules.values():
        assert all((one.de, one.en, one.section)), one.id
        for german, english in ((one.no_de, one.no_en), (one.open_de, one.open_en)):
            assert bool(german) == bool(english), one.id
            assert holes(german) == holes(english) <= HOLES, one.id
        assert not holes(one.de + one.en), one.id
        assert one.de != one.en, one.id


def test_the_head_of_the_catalogue_lists_every_hole():
    head = Path(book.__file__).with_name("rules.toml").read_text("utf-8").split("\n\n")[0]
    tail = Path(book.__file__).with_name("rules.toml").read_text("utf-8").split("# Der Zug")[0]
    assert holes(head) | holes(tail) == HOLES


def test_every_sentence_is_in_both_languages_and_speaks_of_the_same():
    for key, row in TEXTS.entries.items():
        assert set(row) == set(LANGUAGES), key
        assert holes(row["de"]) == holes(row["en"]), key


def test_what_differs_by_edition_is_data_for_both():
    by_edition = [
        one.id for one in RULES.rules.values() if isinstance(one.value, dict) and EDITIONS[0] in one.value
    ]
    assert by_edition == ["SF-021", "SF-025", "SF-028", "SF-137", "SF-E3"]
    for found in by_edition:
        assert [of(edition, found) for edition in EDITIONS] != []


@rule("SF-139")
def test_there_are_four_peoples_and_five_sorts():
    assert len(PEOPLES) == len(set(PEOPLES)) == 4
    assert len(SORTS) == 5


@rule("SF-134")
def test_every_people_has_five_cards_with_names_in_both_languages():
    for people in PEOPLES:
        own = of_people(people, EDITIONS[1])
        assert sum(copies(card) for card in own) == value("SF-134")
        assert of_people(people, EDITIONS[0])[:-1] == own
    assert sum(card.copies for card in CARDS.values()) == 20
    for words in WORDS.values():
        said = [words.say(name(card)) for card in (*CARDS, "green.other")]
        assert len(set(said)) == len(said)
        assert all("{" not in one and "." not in one for one in said)


def test_the_values_of_the_balls():
    assert BALLS == {"black": 0, "blue": 1, "yellow": 2, "red": 3}
    assert COPIES["black"] == 1
