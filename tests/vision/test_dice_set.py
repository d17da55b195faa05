"""A set of dice as a file describes it, and what is wrong with files that describe none."""

from __future__ import annotations

from pathlib import Path

import pytest

from vision import dice_set
from vision.dice_set import BadSet

OWN = Path(dice_set.__file__).parent.parent / "companion" / "games" / "twilight_inscription" / "dice.toml"
PLAIN = 'name = "plain"\n[[die]]\nkind = "red"\nfaces = { sun = 4, moon = 2 }\n'


def test_the_dice_of_twilight_inscription() -> None:
    dice = dice_set.load(OWN)
    assert dice.total == 6
    assert dice.counts() == {"black": 3, "red": 1, "green": 1, "blue": 1}
    black = next(one for one in dice.die if one.kind == "black")
    assert black.faces == {"material": 3, "influence": 2, "research": 1}
    assert all(one.faces == {"single": 4, "double": 2} for one in dice.die if one.kind != "black")
    assert {face for _, face in dice.pairs} == set(dice.drawing)


def test_which_dice_can_lie_together() -> None:
    dice = dice_set.load(OWN)
    assert dice.is_possible(["black", "black", "black", "red"])
    assert not dice.is_possible(["black"] * 4)
    assert not dice.is_possible(["red", "red"])
    assert not dice.is_possible(["yellow"])


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("sun = 4", "sun = 5"), "do not make 6"),
        (("sun = 4", "sun = 0"), "do not make 6"),
        (('kind = "red"', 'kind = "red_one"'), "letters, digits and hyphens"),
        (('kind = "red"', 'kind = "red"\nbody = "red"'), "no colour like"),
        (('kind = "red"', 'kind = "red"\ncount = 0'), "0 times"),
        (('kind = "red"', 'colour = "red"'), "colour"),
        (("[[die]]", "[[dice]]"), "dice"),
        (('name = "plain"', 'name = "plain'), "toml|TOML|quote|line|Illegal"),
        ((PLAIN, 'name = "none"\ndie = []\n'), "no die"),
        ((PLAIN, PLAIN + '[[die]]\nkind = "red"\nfaces = { sun = 6 }\n'), "twice"),
        ((PLAIN, PLAIN + "[[drawing.sun]]\npoints = [[0, 0], [1, 1]]\n"), "fewer than three points"),
    ],
)
def test_what_is_wrong_is_said(change: tuple[str, str], said: str) -> None:
    with pytest.raises(BadSet, match=said):
        dice_set.parse(PLAIN.replace(*change))


def test_a_file_that_is_not_there_or_no_text(tmp_path: Path) -> None:
    with pytest.raises(BadSet, match="No such file"):
        dice_set.load(tmp_path / "none.toml")
    (tmp_path / "picture.toml").write_bytes(b"\xff\xd8\xff\xe0")
    with pytest.raises(BadSet, match="text"):
        dice_set.load(tmp_path / "picture.toml")
