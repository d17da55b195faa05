"""Sentences: holes, plurals, nested texts, names, and what is missing."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine import Catalogue, Text, Words, literal, seat_name, text
from companion.engine.play import TEXTS

CATALOGUE = Catalogue.merged(
    [
        {
            "pay": {"de": "{who} zahlt {n} {n|Karte|Karten}", "en": "{who} pays {n} {n|card|cards}"},
            "old": {"de": "alt", "en": "old"},
            "half": {"en": "only English"},
            "why": {"de": "Weil: {why}", "en": "Because: {why}", "fr": "Parce que"},
        },
        {"old": {"de": "neu", "en": "new"}},
    ]
)


@pytest.fixture
def en() -> Words:
    return Words(CATALOGUE, "en", ("Anna", "Ben"))


@pytest.mark.parametrize(
    ("lang", "count", "wanted"),
    [
        ("en", 1, "Anna pays 1 card"),
        ("en", 0, "Anna pays 0 cards"),
        ("de", 1, "Anna zahlt 1 Karte"),
        ("de", 2, "Anna zahlt 2 Karten"),
    ],
)
def test_plural_follows_the_number(lang: str, count: int, wanted: str) -> None:
    assert Words(CATALOGUE, lang, ("Anna",)).say(text("pay", who=seat_name(0), n=count)) == wanted


def test_texts_nest(en: Words) -> None:
    inner = text("pay", who=seat_name(1), n=1)
    assert en.say(text("why", why=text("why", why=inner))) == "Because: Because: Ben pays 1 card"


def test_lists_are_joined(en: Words) -> None:
    assert en.say(text("why", why=(seat_name(0), "x", 3))) == "Because: Anna, x, 3"


def test_a_seat_without_a_name_is_a_number(en: Words) -> None:
    assert [en.say(seat_name(seat)) for seat in (0, 1, 2, -1)] == ["Anna", "Ben", "#3", "#0"]


def test_missing_keys_and_values_are_visible(en: Words) -> None:
    assert en.say(text("no.such.key", n=1)) == "no.such.key"
    assert en.say(text("why")) == "Because: {why}"
    assert Words(CATALOGUE, "de").say(text("half")) == "half"


def test_literal_words_are_not_filled(en: Words) -> None:
    assert en.say(literal("{who} = 3")) == "{who} = 3"


def test_values_are_not_filled_again(en: Words) -> None:
    assert en.say(text("why", why="{n|one|many}")) == "Because: {n|one|many}"


def test_later_tables_win(en: Words) -> None:
    assert en.say(text("old")) == "new"
    laid_over = CATALOGUE.with_(Catalogue({"old": {"en": "newest"}}))
    assert Words(laid_over, "en").say(text("old")) == "newest"
    assert Words(laid_over, "en").say(text("half")) == "only English"


def test_every_sentence_of_the_engine_is_in_both_languages() -> None:
    assert [key for key, row in TEXTS.entries.items() if set(row) != {"de", "en"}] == []


leaves = st.one_of(st.integers(), st.text(max_size=5), st.builds(seat_name, st.integers(0, 5)))
values = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.builds(lambda n, why: Text("pay", {"n": n, "why": why}), st.integers(), inner),
        st.lists(leaves, max_size=3).map(tuple),
    ),
    max_leaves=5,
)


@given(st.dictionaries(st.text(max_size=3), values, max_size=3))
def test_texts_survive_json(args: dict[str, object]) -> None:
    said = Text("why", args)
    assert msgspec.json.decode(msgspec.json.encode(said), type=Text) == said
