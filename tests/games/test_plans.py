"""The boards and sheets of every installed game: that its owner can draw them, and that practice is sound."""

from __future__ import annotations

import re
from importlib.metadata import entry_points

import pytest

from companion.engine import LANGUAGES, Words, plan_picture, read_plan, texts, write_plan
from companion.ui.locale import catalogue

FORMS = [
    pytest.param(game, spec, id=f"{game.name}-{spec.key}")
    for game in (point.load() for point in entry_points(group="sternwarte.games"))
    for spec in game.plans
]

KEY = re.compile(r"^[a-z_]+(\.[\w]+)+$")


def words_of(spec):
    """All that a form says to its owner."""
    yield spec.title
    for slot in spec.all_slots:
        yield slot.title
    for part in (spec, *spec.places, *spec.links):
        yield part.title
        for field in part.fields:
            yield field.label
            yield from (label for _, label in field.choices)


@pytest.mark.parametrize(("game", "spec"), FORMS)
def test_every_slot_is_a_printed_value(game, spec):
    for slot in spec.all_slots:
        assert game.facts[slot.key].plan == spec


@pytest.mark.parametrize(("game", "spec"), FORMS)
def test_everything_has_words_in_both_languages(game, spec):
    for lang in LANGUAGES:
        speak = Words(texts(game, catalogue()), lang)
        said = [speak.say(text) for text in words_of(spec)]
        assert [words for words in said if KEY.match(words)] == []


@pytest.mark.parametrize(("game", "spec"), FORMS)
def test_practice_plans_can_be_used_drawn_and_written(game, spec):
    for name, words in spec.practice.items():
        plan = spec.practised(name)
        assert spec.problems(plan) == ()
        assert read_plan(write_plan(plan)) == plan
        assert spec.problem(words) is None
        assert len(plan_picture(plan, spec).shapes) >= len(plan.places)


def test_there_is_a_form_to_test():
    assert FORMS
