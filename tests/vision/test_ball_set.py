"""Files that describe balls: what is in a good one, and what is said of a bad one."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import pytest

from vision.ball_set import BadSet, load, parse

GOOD = """
name = "marbles"
[[ball]]
colour = "green"
body = "#20a040"
count = 2
value = 4
[[ball]]
colour = "black"
body = "#101010"
"""


def test_a_set_knows_its_colours_its_pairs_and_what_they_are_worth() -> None:
    found = parse(GOOD)
    assert found.colours == ("green", "black")
    assert found.shown == 2
    assert found.is_possible(["green", "green"])
    assert found.is_possible(["black", "green"])
    assert not found.is_possible(["black", "black"])
    assert not found.is_possible(["white"])
    assert found.worth(["green", "green"]) == 8
    assert found.worth(["green", "black"]) == 4


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('colour = "black"', 'colour = "green"', "twice"),
        ("#101010", "black", "no colour"),
        ("#101010", "#10101g", "no colour"),
        ("count = 2", "count = 0", "0 times"),
        ("count = 2", "number = 2", "number"),
        ('name = "marbles"', 'name = "marbles"\nshown = 4', "4 of 3"),
        ('name = "marbles"', 'name = "marbles"\nshown = 0', "0 of 3"),
        ('"green"', '"pale green"', "letters"),
        ("[[ball]]", "[[ball", "line|expected|Expected"),
    ],
)
def test_a_bad_set_is_told_why(old: str, new: str, said: str) -> None:
    with pytest.raises(BadSet, match=said):
        parse(GOOD.replace(old, new, 1))


def test_a_set_without_balls_and_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadSet, match="no ball"):
        parse('name = "none"\nball = []')
    with pytest.raises(BadSet, match="No such file"):
        load(tmp_path / "a.toml")
    (tmp_path / "b.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadSet, match="not a text"):
        load(tmp_path / "b.toml")


def test_the_mother_ship_has_one_ball_of_each_colour_but_two_yellow_ones() -> None:
    found = parse(resources.files("companion.games").joinpath("starfarers", "balls.toml").read_text("utf-8"))
    assert set(found.colours) == {"yellow", "red", "blue", "black"}
    assert found.is_possible(["yellow", "yellow"])
    assert not any(found.is_possible([name, name]) for name in ("red", "blue", "black"))
    assert found.worth(["red", "yellow"]) == 5
    assert found.worth(["black", "blue"]) == 1
