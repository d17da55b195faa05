"""From frames to the journal with the real readers, on drawn trays and windows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from importlib import resources
from itertools import pairwise

import cv2
import numpy as np
from probe_table import docked, opened, reopened
from sternwarte_probe.state import Roll

from companion.observe import Eyes, Look, Proposal, Sees, Sight, Views, propose, readers_for
from companion.registry import ball_files, dice_files
from hardware.camera import DrawnCamera
from vision import ball_set
from vision.reading import Odd, Picture
from vision.scenes import balls as windows
from vision.scenes.dice import TRAY, Ranges, Scene, any_pip_look, draw

STEP = 0.25
"""Seconds between two frames."""

CALM = Ranges(
    size=(0.085, 0.09), tilt=TRAY.tilt, dim=(0.85, 0.95), blur=(0, 0.5), noise=(0, 0.005), cast=0.03,
    shadows=0.0, glare=0.0, clutter=0.0, cocked=0.0, stacked=0.0, covered=0.0, near=0.0,
)  # fmt: skip


def cloth(rng: np.random.Generator, height: int, width: int) -> Picture:
    return np.full((height, width, 3), (0.15, 0.35, 0.1), np.float32)


def roll(seed: int) -> Scene:
    """Two cream dice with blue pips on a green cloth."""
    look = any_pip_look(np.random.default_rng(3))
    return draw(np.random.default_rng(seed), [look] * 2, CALM, (960, 720), cloth)


def without_dice(scene: Scene) -> Picture:
    """The same tray in the same light before the roll."""
    mask = np.zeros(scene.picture.shape[:2], np.uint8)
    for die in scene.dice:
        points = np.array(die.outline)
        middle = points.mean(0)
        cv2.fillConvexPoly(mask, (middle + (points - middle) * 2.2).astype(np.int32), 255)
    small, around = (cv2.resize(one, None, fx=0.25, fy=0.25) for one in (scene.picture, mask))
    filled = cv2.inpaint(small, (around > 0).astype(np.uint8), 5, cv2.INPAINT_TELEA)
    large = cv2.resize(filled, (scene.picture.shape[1], scene.picture.shape[0]))
    return np.where(mask[..., None] > 0, large, scene.picture).astype(np.uint8)


def watched(view: str, sees: Sees, *pictures: Picture, frames: int = 5) -> list[Sight]:
    """All that the eyes see of these pictures, each shown for some frames."""
    film = iter([picture for picture in pictures for _ in range(frames)])
    at = [0.0]

    def clock() -> float:
        at[0] += STEP
        return at[0]

    def camera(_: str) -> DrawnCamera:
        return DrawnCamera(lambda: next(film), clock)

    looks: dict[str, Look] = {view: Look(source="drawn")}
    eyes = Eyes(Views(looks, camera), readers_for(dice_files(), ball_files()), threaded=False)  # type: ignore[arg-type]
    eyes.watch(sees)
    seen = []
    for _ in range(frames * len(pictures)):
        eyes.step()
        sight = eyes.drain()
        assert sight is not None
        seen.append(sight)
    return seen


def last_read(seen: list[Sight], where: Callable[[Sight], bool] = lambda sight: sight.rolled) -> Sight:
    (found,) = [after for before, after in pairwise(seen) if after.number > before.number and where(after)]
    return found


def test_two_dice_without_markers_are_proposed_and_not_sure() -> None:
    scene = roll(11)
    sight = last_read(watched("tray", Sees("dice", 2), without_dice(scene), scene.picture))
    assert sight.reading is not None
    assert len(sight.reading.seen) == 2
    assert sight.reading.why == (Odd.UNPLACED,)
    meant = propose(docked(opened()), sight.reading)
    assert isinstance(meant, Proposal)
    assert not meant.sure


def test_a_roll_of_drawn_dice_comes_to_the_journal() -> None:
    scene = roll(15)
    read = last_read(watched("tray", Sees("dice", 2), without_dice(scene), scene.picture))
    assert read.reading is not None
    assert Counter(read.reading.faces) == Counter(die.face for die in scene.dice)
    table = docked(opened())
    meant = propose(table, read.reading)
    assert isinstance(meant, Proposal)
    assert meant.action is not None
    table.submit(meant.action)
    again = reopened(table)
    assert again.line[-1].action == Roll(faces=tuple(int(face) for face in read.reading.faces))


def test_drawn_balls_are_read_in_the_window() -> None:
    text = resources.files("companion.games").joinpath("starfarers", "balls.toml").read_text("utf-8")
    balls = ball_set.parse(text)
    calm = windows.Ranges(
        size=(0.12, 0.13), dim=(0.85, 0.95), blur=(0, 0.5), noise=(0, 0.005), cast=0.0, shadows=0.0,
        glare=0.0, warmth=0.1, dye=0.3, veil=(0, 0.02), streaks=0.0, clutter=0.0, turned=0.0,
    )  # fmt: skip
    one, other = (
        windows.draw(np.random.default_rng(4), balls, faces, calm) for faces in ([], ["yellow", "blue"])
    )
    read = last_read(watched("window", Sees("balls", 2), one.picture, other.picture))
    assert read.reading is not None
    assert sorted(read.reading.faces) == ["blue", "yellow"]
    assert {seen.kind for seen in read.reading.seen} == {"ball"}
