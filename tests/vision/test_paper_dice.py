"""Paper dice: nets that fold to cubes, with every face of every die."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from vision import dice_set, paper_dice
from vision.dice_set import BadSet, colour

OWN = Path(dice_set.__file__).parent.parent / "companion" / "games" / "twilight_inscription" / "dice.toml"


def test_each_face_is_drawn_as_often_as_it_stands_on_the_dice() -> None:
    dice = dice_set.load(OWN)
    page = paper_dice.paper_dice(dice).decode("cp1252")
    # Paths of polygons: the fill colour, then as many points as the drawing has.
    fills = re.findall(r"q ([\d. ]+) rg ((?:[\d.]+ [\d.]+ [ml] )+)h f Q", page)
    for die in dice.die:
        ink = " ".join(f"{value:.3f}" for value in colour(die.ink))
        drawn = [path for fill, path in fills if _same(fill, ink)]
        wanted = sum(
            times * sum(not shape.hole for shape in dice.drawing[face]) for face, times in die.faces.items()
        )
        assert len(drawn) == wanted * die.count, die.kind


def _same(one: str, other: str) -> bool:
    return all(abs(float(a) - float(b)) < 2e-3 for a, b in zip(one.split(), other.split(), strict=True))


def test_a_net_has_six_sides_five_folds_and_seven_flaps() -> None:
    assert len(set(paper_dice.SQUARES)) == 6
    flaps = paper_dice._flap_edges()
    assert len(paper_dice._folds()) - len(flaps) == 5
    assert len(flaps) == 7
    # Fourteen free edges meet two by two; one of each two has the flap.
    assert len(paper_dice._outer_edges()) == 7


def test_six_dice_make_one_page_and_seven_two() -> None:
    dice = dice_set.load(OWN)
    assert paper_dice.paper_dice(dice).count(b"/Type /Page ") == 1
    more = OWN.read_text("utf-8").replace("count = 3", "count = 4")
    assert paper_dice.paper_dice(dice_set.parse(more)).count(b"/Type /Page ") == 2


def test_a_face_without_a_drawing_is_told() -> None:
    dice = dice_set.parse('name = "plain"\n[[die]]\nkind = "red"\nfaces = { sun = 6 }\n')
    with pytest.raises(BadSet, match="no drawing of the face sun"):
        paper_dice.paper_dice(dice)
