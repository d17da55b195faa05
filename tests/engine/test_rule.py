"""Rules by id, and the three things that a ruling can be."""

from __future__ import annotations

import pytest
from sternwarte_probe import game

from companion.engine import LEGAL, Rulebook, Ruling, Verdict, Violation, Words, reason, rulebook, text, texts
from companion.engine import violated as broken
from companion.engine.play import HOUSE
from companion.engine.rule import ruling, values_by_seat_count

BOOK = Rulebook.parse(
    """
["X-1"]
section = "Kaufen"
page = 7
de = "Ein Schiff kostet 2."
en = "A ship costs 2."
no_de = "{have} von {need}"
no_en = "{have} of {need}"
open_de = "so gelesen"
open_en = "read so"
value = {2 = 5, 3 = 4}

["X-2"]
section = "Ende"
de = "Wer mehr hat, gewinnt."
en = "More wins."
unproven = "component"
"""
)
WORDS = Words(texts(game), "en", ("Anna",))


def test_a_rule_says_where_it_stands() -> None:
    assert BOOK["X-1"].place("de") == "Kaufen, S. 7"
    assert BOOK["X-1"].place("en") == "Kaufen, p. 7"
    assert BOOK["X-2"].place("de") == "Ende"


def test_a_rule_speaks_both_languages() -> None:
    rule = BOOK["X-1"]
    assert (rule.sentence("de"), rule.sentence("en")) == ("Ein Schiff kostet 2.", "A ship costs 2.")
    assert (rule.reading("de"), rule.reading("en"), BOOK["X-2"].reading("en")) == (
        "so gelesen",
        "read so",
        "",
    )


def test_numbers_come_from_the_book() -> None:
    assert values_by_seat_count(BOOK.value("X-1"), 3) == 4
    assert BOOK.value("X-2") is None


@pytest.mark.parametrize(
    ("words", "lang", "found"),
    [
        ("schiff KOSTET", "de", ["X-1"]),
        ("x-2", "en", ["X-2"]),
        ("s. 7", "de", ["X-1"]),
        ("more ship", "en", []),
        ("", "en", ["X-1", "X-2"]),
    ],
)
def test_search(words: str, lang: str, found: list[str]) -> None:
    assert [rule.id for rule in BOOK.search(words, lang)] == found


@pytest.mark.parametrize(
    ("toml", "why"),
    [
        ('title = "x"', "title: a rule is a table"),
        ('["A"]\nsection = "s"\nde = "d"', "A: .*`en`"),
        ('["A"]\nsection = "s"\nde = "d"\nen = "e"\nno_fr = "f"', "A: a rule has no no_fr"),
        ('["A"]\nid = "B"\nsection = "s"\nde = "d"\nen = "e"', "A: a rule has no id"),
        ('["A"]\nsection = "s"\nde = "d"\nen = "e"\npage = "7"', "A: .*page"),
        ('["A"]\nsection = "s"\nde = "d"\nen = "e"\nunproven = "later"', "A: unproven = 'later'"),
        ('["A"]\n["A"]', "A"),
        ("[", "Invalid"),
    ],
)
def test_a_bad_catalogue_is_told_by_its_rule(toml: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Rulebook.parse(toml)


def test_two_books_make_one() -> None:
    both = rulebook(game)
    assert "PR-01" in both
    assert "TABLE-1" in both
    assert "X-1" not in both
    assert BOOK.with_(HOUSE).rules.keys() > BOOK.rules.keys()


def test_legal() -> None:
    assert LEGAL.verdict is Verdict.LEGAL
    assert LEGAL.legal
    assert LEGAL.allowed
    assert ruling(()) is LEGAL


def test_violated() -> None:
    found = broken("X-1", have=1, need=2)
    assert found.verdict is Verdict.VIOLATED
    assert not found.allowed
    assert not found.legal
    assert found.rules == ("X-1",)
    assert reason(WORDS, BOOK, found.violations[0]) == "1 of 2"


def test_undecidable_is_allowed_but_not_legal() -> None:
    found = ruling((), ["ship.A"])
    assert found.verdict is Verdict.UNDECIDABLE
    assert found.allowed
    assert not found.legal
    assert found.missing == ("ship.A",)


def test_a_violation_outweighs_a_missing_fact() -> None:
    found = Ruling((Violation("X-1"),), ("ship.A",))
    assert found.verdict is Verdict.VIOLATED


def test_reasons_fall_back_to_the_rule_and_then_to_its_id() -> None:
    assert reason(WORDS, BOOK, Violation("X-2")) == "More wins."
    assert reason(WORDS, BOOK, Violation("X-9")) == "X-9"
    german = Words(texts(game), "de", ("Anna",))
    assert (
        reason(german, BOOK, Violation("X-1", {"have": text("depth.full"), "need": 2})) == "Vollständig von 2"
    )
