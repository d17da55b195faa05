"""The page about sheets of Twilight Inscription names everything that can stand in one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.engine.plan_text import read_plan
from companion.games.twilight_inscription.assets import SORTS
from companion.games.twilight_inscription.layouts import SPECS

PAGE = (Path(__file__).parents[2] / "docs" / "twilight_sheets.md").read_text("utf-8")
NAMED = set(re.findall(r"`([a-z_0-9]+)[`\s]", PAGE))


@pytest.mark.parametrize("sheet", SPECS)
def test_every_kind_and_field_is_explained(sheet):
    spec = SPECS[sheet]
    kinds = {kind.key for kind in (*spec.places, *spec.links)}
    fields = {field.key for kind in (*spec.places, *spec.links) for field in kind.fields}
    wanted = kinds | fields | {field.key for field in spec.fields}
    numbered = {f"rows{number}" for number in (2, 3)}
    assert wanted - numbered <= NAMED


def test_every_asset_is_named():
    assert set(SORTS) <= NAMED


def test_the_example_can_be_read_and_lacks_only_what_a_small_sheet_lacks():
    example = re.search(r"```\n(.*?)```", PAGE, re.DOTALL)
    assert example is not None
    found = SPECS["navigation"].problems(read_plan(example.group(1)))
    assert [one for one in found if not one.hint] == []
