"""Balls behind drawn windows: what is read is right, and what is odd is never called sure."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from vision.ball_colours import Colours
from vision.ball_finder import Found, dye_as_numbers
from vision.ball_light import Lit
from vision.ball_set import BallSet, parse
from vision.balls import STRANGE, SURE, BallReader, Named
from vision.reading import Odd, Reading
from vision.scenes.balls import Case, Ranges, Scene, draw, window_scene

CALM = Ranges(
    size=(0.1, 0.14), dim=(0.85, 1.0), blur=(0, 0.7), noise=(0, 0.008), cast=0.0, shadows=0.0, glare=0.0,
    warmth=0.15, dye=0.4, veil=(0, 0.02), streaks=0.0, clutter=0.0, turned=0.0, jpeg=(85, 98),
)  # fmt: skip
PAIRS = [
    ("yellow", "yellow"), ("yellow", "red"), ("yellow", "blue"), ("yellow", "black"), ("red", "blue"),
    ("red", "black"), ("blue", "black"),
]  # fmt: skip


@pytest.fixture(scope="module")
def balls() -> BallSet:
    return parse(resources.files("companion.games").joinpath("starfarers", "balls.toml").read_text("utf-8"))


@pytest.fixture(scope="module")
def reader(balls: BallSet) -> BallReader:
    return BallReader(balls)


def calm(balls: BallSet, *faces: str, seed: int = 5, case: Case = "plain") -> Scene:
    return draw(np.random.default_rng(seed), balls, faces, CALM, case, (480, 360))


def never_wrong(reading: Reading, scene: Scene) -> bool:
    return not reading.sure or tuple(sorted(reading.faces)) == scene.faces


@pytest.mark.parametrize("pair", PAIRS)
def test_every_pair_is_read_in_good_light(reader: BallReader, balls: BallSet, pair: tuple[str, str]) -> None:
    scenes = [calm(balls, *pair, seed=seed) for seed in (5, 8)]
    readings = [reader.read(scene.picture) for scene in scenes]
    assert [tuple(sorted(reading.faces)) for reading in readings] == [tuple(sorted(pair))] * 2
    assert any(reading.sure for reading in readings)


def test_balls_are_outlined_where_they_lie_and_come_from_left_to_right(
    reader: BallReader, balls: BallSet
) -> None:
    scene = calm(balls, "red", "yellow")
    reading = reader.read(scene.picture)
    for one, truth in zip(reading.seen, sorted(scene.balls, key=lambda ball: ball.middle), strict=True):
        left, top, wide, high = one.box
        middle = (left + wide / 2, top + high / 2)
        assert np.hypot(middle[0] - truth.middle[0], middle[1] - truth.middle[1]) < 0.15 * truth.radius
        assert one.face == truth.face
        assert one.kind == "ball"
        assert one.likely[0][0] == one.face


@pytest.mark.parametrize("warm", [-0.9, 0.9])
def test_a_warm_lamp_and_a_blue_sky_change_no_colour(reader: BallReader, balls: BallSet, warm: float) -> None:
    light = np.array([1 - 0.42 * warm, 1.0, 1 + 0.27 * warm])
    for pair in (("yellow", "red"), ("blue", "black")):
        scene = calm(balls, *pair)
        shown = np.clip(scene.picture * light, 0, 255).astype(np.uint8)
        assert tuple(sorted(reader.read(shown).faces)) == scene.faces


def test_two_balls_that_cannot_lie_together_are_refused(reader: BallReader, balls: BallSet) -> None:
    for pair in (("red", "red"), ("blue", "blue")):
        reading = reader.read(calm(balls, *pair).picture)
        assert reading.faces == pair
        assert Odd.IMPOSSIBLE in reading.why
        assert not reading.sure


@pytest.mark.parametrize(
    ("faces", "case"), [((), "none"), (("red",), "one"), (("red", "blue", "yellow"), "three")]
)
def test_another_number_of_balls_is_never_sure(
    reader: BallReader, balls: BallSet, faces: tuple[str, ...], case: Case
) -> None:
    reading = reader.read(calm(balls, *faces, case=case).picture)
    assert tuple(sorted(reading.faces)) == tuple(sorted(faces))
    assert Odd.COUNT in reading.why


def test_another_number_can_be_expected(reader: BallReader, balls: BallSet) -> None:
    picture = calm(balls, "red", case="one").picture
    assert Odd.COUNT not in reader.read(picture, expect=1).why
    assert Odd.COUNT in reader.read(picture, expect=3).why


@pytest.mark.parametrize("case", ["covered", "overlap", "cut", "narrow", "burnt"])
def test_hidden_balls_are_never_wrong_though_sure(reader: BallReader, balls: BallSet, case: Case) -> None:
    scenes = [window_scene(seed, balls, case=case, size=(480, 360)) for seed in range(800, 806)]
    assert all(never_wrong(reader.read(scene.picture), scene) for scene in scenes)
    assert any(not reader.read(scene.picture).sure for scene in scenes)


def test_a_ball_at_the_edge_of_the_picture_is_cut_off(reader: BallReader, balls: BallSet) -> None:
    scene = calm(balls, "yellow", "blue")
    left = min(ball.middle[0] for ball in scene.balls)
    reading = reader.read(np.ascontiguousarray(scene.picture[:, int(left) :]))
    assert not reading.sure


def test_darkness_is_never_sure(reader: BallReader, balls: BallSet) -> None:
    dark = (calm(balls, "yellow", "blue").picture * 0.12).astype(np.uint8)
    assert not reader.read(dark).sure


def test_plain_pictures_and_noise_have_no_balls(reader: BallReader) -> None:
    noise = np.random.default_rng(3).integers(0, 255, (240, 320, 3)).astype(np.uint8)
    for picture in (np.zeros((90, 120, 3), np.uint8), np.full((240, 320, 3), 200, np.uint8), noise):
        reading = reader.read(picture)
        assert not reading.sure
        assert Odd.COUNT in reading.why


def test_windows_of_all_kinds_are_nearly_all_right_and_none_is_wrong_though_sure(
    reader: BallReader, balls: BallSet
) -> None:
    scenes = [window_scene(seed, balls, size=(480, 360)) for seed in range(700, 720)]
    readings = [reader.read(scene.picture) for scene in scenes]
    assert all(never_wrong(*pair) for pair in zip(readings, scenes, strict=True))
    clear = [
        tuple(sorted(reading.faces)) == scene.faces
        for reading, scene in zip(readings, scenes, strict=True)
        if scene.clear
    ]
    assert len(clear) >= 15
    assert sum(clear) >= len(clear) - 1


def test_other_sets_are_read_by_their_own_colours() -> None:
    other = parse(
        'name = "marbles"\n[[ball]]\ncolour = "green"\nbody = "#1f9a3c"\n[[ball]]\ncolour = "white"\n'
        'body = "#f2f2ee"\n[[ball]]\ncolour = "red"\nbody = "#c4202a"\n'
    )
    reader = BallReader(other)
    for pair in (("green", "red"), ("red", "white")):
        assert tuple(sorted(reader.read(calm(other, *pair).picture).faces)) == pair


def dyed(*dye: float, doubt: float = 0.1) -> Found:
    """A ball whose colour in white light was found to be this; red, green, blue."""
    return Found((50, 50), 20, 0.9, 0.9, dye_as_numbers(np.array(dye[::-1])), doubt)


def test_a_colour_between_two_is_not_sure(balls: BallSet) -> None:
    colours = Colours(balls)
    blue, black = (0.12, 0.32, 0.7), (0.1, 0.1, 0.1)
    for dye, face in ((blue, "blue"), (black, "black")):
        (shares,), (likeliest,), _ = colours.shares([dyed(*dye)])
        assert likeliest == face
        assert shares[face] > 0.99
    between = np.exp((np.log(blue) + np.log(black)) / 2)
    (shares,), _, _ = colours.shares([dyed(*between)])
    assert max(shares.values()) < 0.97


def chance(
    share: float = 0.9999,
    alone: float = 0.9999,
    *,
    whole: float = 0.998,
    rival: float = 0.01,
    doubt: float = 0.1,
    strange: float = 0.5,
) -> float:
    """How likely a blue ball is right that is seen like this, and as blue as that rather than black."""
    ball = Found((50, 50), 20, 0.98, whole, np.zeros(3, np.float32), doubt)
    shares, by_itself = ({"blue": part, "black": 1 - part} for part in (share, alone))
    return Named(ball, Lit(np.zeros(3), 120, 0), shares, "blue", strange, by_itself, rival).chance()


def test_only_a_ball_that_is_seen_whole_and_of_a_clear_colour_is_sure() -> None:
    assert chance() > SURE
    assert chance(whole=0.8) < SURE
    assert chance(0.7) < SURE
    assert chance(alone=0.7) < SURE
    assert chance(alone=0.02) < 0.05


def test_whatever_speaks_against_a_ball_makes_it_less_sure() -> None:
    for worse in (
        chance(0.99), chance(alone=0.9), chance(whole=0.98), chance(rival=0.5), chance(doubt=0.6),
        chance(strange=4),
    ):  # fmt: skip
        assert worse < chance()


def test_the_more_the_finder_doubts_a_dye_the_less_its_name_is_believed(balls: BallSet) -> None:
    colours = Colours(balls)
    likely = [colours.shares([dyed(0.12, 0.3, 0.6, doubt=doubt)])[0][0]["blue"] for doubt in (0.05, 0.5, 1.5)]
    assert likely[0] > likely[1] > likely[2]


def test_a_colour_that_is_not_in_the_set_is_strange(balls: BallSet) -> None:
    _, _, (known,) = Colours(balls).shares([dyed(0.75, 0.14, 0.17)])
    _, _, (green,) = Colours(balls).shares([dyed(0.1, 0.7, 0.2)])
    assert known < STRANGE < green


def test_balls_together_are_named_so_that_they_can_lie_together(balls: BallSet) -> None:
    # A red ball that looks nearly yellow: beside a red one there is no second red one.
    orange = dyed(0.8, 0.29, 0.16, doubt=0.3)
    assert Colours(balls).shares([orange])[1] == ("red",)
    assert Colours(balls).shares([orange, dyed(0.77, 0.125, 0.165)])[1] == ("yellow", "red")


def test_the_command_prints_a_line_for_each_file(
    tmp_path: Path, balls: BallSet, capsys: pytest.CaptureFixture[str]
) -> None:
    scene = calm(balls, "yellow", "blue")
    cv2.imwrite(str(tmp_path / "window.png"), scene.picture)
    (tmp_path / "bad.jpg").touch()
    assert main(["vision", "balls", str(tmp_path / "bad.jpg"), str(tmp_path / "window.png")]) == 1
    bad, good = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert bad["error"] == "the file is empty"
    assert sorted(ball["face"] for ball in good["balls"]) == ["blue", "yellow"]
    assert {ball["kind"] for ball in good["balls"]} == {"ball"}
    assert set(good) == {"file", "balls", "sure", "why", "ms"}
    assert main(["vision", "balls", "--expect", "3", str(tmp_path / "window.png")]) == 0
    assert "count" in json.loads(capsys.readouterr().out)["why"]


def test_the_command_takes_another_set_and_complains_of_a_bad_one(
    tmp_path: Path, balls: BallSet, capsys: pytest.CaptureFixture[str]
) -> None:
    cv2.imwrite(str(tmp_path / "window.png"), calm(balls, "yellow", "yellow").picture)
    own = tmp_path / "own.toml"
    own.write_text('name = "a"\n[[ball]]\ncolour = "gold"\nbody = "#e9c41f"\ncount = 2\n', "utf-8")
    assert main(["vision", "balls", "--set", str(own), str(tmp_path / "window.png")]) == 0
    line = json.loads(capsys.readouterr().out)
    assert [ball["face"] for ball in line["balls"]] == ["gold", "gold"]
    own.write_text("name = 3", "utf-8")
    assert main(["vision", "balls", "--set", str(own), str(tmp_path / "window.png")]) != 0
    assert str(own) in capsys.readouterr().err
