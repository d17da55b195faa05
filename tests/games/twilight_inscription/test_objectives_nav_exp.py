"""When the known objectives of Navigation and Expansion are fulfilled."""

from __future__ import annotations

import pytest
from twilight_desk import NAVIGATION, SHEETS, desk_of, holding, sheets_of

from companion.games.twilight_inscription.marking.objectives_nav_exp import fulfilled

rule = pytest.mark.rule


@rule("CRD-03")
def test_prospector_counts_planet_systems_spent_or_not():
    more = "".join(f"place p{n} system {100 * n} 600 asset=planet size=small\n" for n in range(1, 5))
    sheets = sheets_of(NAVIGATION.replace("link lane home a\n", more + "link lane home a\n"))
    four = holding(desk_of(n__a="/"), "n:p1", "n:p2", "n:p3", "n:b", "n:d")
    assert fulfilled(four, sheets, "prospector") is False
    assert fulfilled(holding(four, "n:p4"), sheets, "prospector") is True


@rule("CRD-04")
def test_ex_25_mercantilist_wants_mecatol_rex_and_both_neighbours():
    for claimed in (("n:rex", "n:n1"), ("n:n1", "n:n2"), ("n:rex", "n:n2", "n:a")):
        assert fulfilled(holding(desk_of(), *claimed), SHEETS, "mercantilist") is False
    assert fulfilled(holding(desk_of(), "n:rex", "n:n1", "n:n2"), SHEETS, "mercantilist") is True


@rule("CRD-05")
def test_core_cracker_wants_three_planets_without_a_symbol():
    symbols = [f"e:{one}" for planet in SHEETS.expansion.planets for one in planet.symbols]
    all_but_one = desk_of(**{one.replace(":", "__"): "x" for one in symbols[1:]})
    assert fulfilled(all_but_one, SHEETS, "core_cracker") is False
    assert (
        fulfilled(desk_of(**{one.replace(":", "__"): "x" for one in symbols}), SHEETS, "core_cracker") is True
    )


def test_the_others_are_not_known():
    for objective in ("collector", "expansionist", "technocrat", "armada"):
        assert fulfilled(desk_of(), SHEETS, objective) is None
