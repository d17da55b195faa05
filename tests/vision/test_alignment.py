"""Taught faces laid over cut-outs, kinds told by colours, and dice that lie flat beside each other."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from vision import dice_set, plane, teach
from vision.alignment import EDGE, SIDE, Templates, brightness, cut
from vision.assigning import assigned
from vision.tones import difference, prints, ratio, straight_colours
from vision.tops import frame_of, written

OWN = Path(dice_set.__file__).parent.parent / "companion" / "games" / "twilight_inscription" / "dice.toml"


def cuts() -> tuple[list[tuple[str, str]], np.ndarray]:
    lessons = teach.drawn(dice_set.load(OWN)).lessons
    return [(one.kind, one.face) for one in lessons], np.stack([one.shown for one in lessons])


def moved(turn: float, size: float, shift: tuple[float, float]) -> np.ndarray:
    """A frame that cuts a cut-out out of itself, turned and shifted."""
    cos, sin = np.cos(turn) * size * EDGE, np.sin(turn) * size * EDGE
    middle = (SIDE - 1) / 2 + np.array(shift) * EDGE
    return np.array([[cos, -sin, middle[0]], [sin, cos, middle[1]]], np.float32)


@pytest.mark.parametrize("quarter", range(4))
def test_a_face_is_known_again_however_it_is_turned_and_a_little_beside(quarter: int) -> None:
    pairs, shown = cuts()
    frame = moved(quarter * np.pi / 2 + 0.1, 1.06, (0.04, -0.03))
    again = np.stack([cut(one, frame) for one in shown])
    alike, _ = Templates(shown).fit(brightness(again))
    for row, pair in zip(alike, pairs, strict=True):
        assert pairs[int(row.argmax())][1] == pair[1]
        assert row.max() > 0.97
        assert max(value for value, other in zip(row, pairs, strict=True) if other[1] != pair[1]) < 0.93


@pytest.mark.parametrize("light", [(1.0, 1.0, 1.0), (0.6, 0.9, 1.2), (1.2, 1.0, 0.5), (0.4, 0.4, 0.4)])
def test_kinds_are_told_by_colour_in_any_light(light: tuple[float, float, float]) -> None:
    pairs, shown = cuts()
    inks = prints(Templates(shown).values)
    known = [ratio(*row) for row in zip(straight_colours(shown), inks, strict=True)]
    lit = np.clip(shown * np.array(light), 0, 255).astype(np.uint8)
    for row, ink, (kind, _) in zip(straight_colours(lit), inks, pairs, strict=True):
        found = ratio(row, ink)
        away = {
            other: min(difference(found, k) for k, (o, _) in zip(known, pairs, strict=True) if o == other)
            for other, _ in pairs
        }
        assert min(away, key=lambda other: away[other]) == kind


def test_a_frame_is_what_its_numbers_say() -> None:
    rng = np.random.default_rng(1)
    for _ in range(50):
        edges = rng.normal(0, 30, (2, 2))
        if np.linalg.cond(edges) > 2.5:
            continue
        corners = np.array([(0, 0), edges[:, 0], edges.sum(1), edges[:, 1]])
        frame = frame_of((3.0, 4.0), written(corners))
        assert tuple(frame[:, 2]) == (3.0, 4.0)
        got = {tuple(np.round(frame[:, :2] @ (x, y), 1) + 0.0) for x, y in ((1, 0), (0, 1), (-1, 0), (0, -1))}
        wanted = {tuple(np.round(s * edges[:, at], 1) + 0.0) for s in (1, -1) for at in (0, 1)}
        assert max(min(np.hypot(*np.subtract(a, b)) for b in wanted) for a in got) < 0.3


def test_a_leaning_top_stands_out_among_flat_ones() -> None:
    flat = [
        np.array([[40, 0, x], [0, 37, y]], np.float32)
        for x, y in ((100, 100), (300, 120), (200, 300), (420, 310))
    ]
    leaning = np.array([[40, 0, 320], [0, 24, 400]], np.float32)
    away = plane.lean([*flat, leaning], (480, 640, 3))
    assert away[-1] > plane.LEANS
    assert away[:-1].max() < plane.LEANS / 2
    assert plane.lean([], (480, 640, 3)).size == 0


def test_kinds_are_given_so_that_all_dice_fit() -> None:
    # Both look like the first kind, the second die less so.
    assert assigned([[1.0, 0.2], [0.9, 0.8]], [1, 1]) == [0, 1]
    assert assigned([[1.0, 0.2], [0.9, 0.8]], [2, 1]) == [0, 0]
    assert assigned([], [1]) == []
    with pytest.raises(ValueError, match="more rows"):
        assigned([[1.0], [1.0]], [1])
