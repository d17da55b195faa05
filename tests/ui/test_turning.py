"""A touch screen mounted otherwise than its picture, and one device that is read once."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.ui.turning import Turned, degrees, turn


@pytest.mark.parametrize(
    ("by", "corner"), [(0, (0.1, 0.2)), (90, (0.8, 0.1)), (180, (0.9, 0.8)), (270, (0.2, 0.9))]
)
def test_a_corner_goes_round(by: int, corner: tuple[float, float]) -> None:
    assert turn(0.1, 0.2, by) == pytest.approx(corner)


@pytest.mark.parametrize(
    ("word", "by"), [("90", 90), (" 180 ", 180), ("45", 0), ("left", 0), ("-90", 0), ("", 0)]
)
def test_only_quarter_turns_count(word: str, by: int) -> None:
    assert degrees("X", {"X": word}) == by
    turned = Turned.from_environment({"STERNWARTE_TOUCH_ROTATION": word})
    assert (turned.by if turned else 0) == by


@pytest.mark.screen
@pytest.mark.parametrize("by", [90, 180, 270])
def test_a_turned_finger_presses_what_the_player_sees(start: Any, by: int) -> None:
    from kivy.base import EventLoop
    from kivy.core.window import Window
    from kivy.core.window.window_sdl2 import SDL2MotionEventProvider

    screen = start(lang="en")
    target = screen.find("Settings")
    x, y = target.to_window(*target.center)
    # What the glass reports: the player's point, turned back.
    raw_x, raw_y = turn(x / Window.width, y / Window.height, 360 - by)
    turned = Turned(by)
    provider = SDL2MotionEventProvider("sdl", "")
    EventLoop.add_postproc_module(turned)
    EventLoop.input_providers.insert(0, provider)
    try:
        for action in ("fingerdown", "fingermotion", "fingerup"):
            provider.q.appendleft((action, 1, raw_x, 1 - raw_y, 1.0))
        screen.frames(2)
    finally:
        EventLoop.remove_postproc_module(turned)
        EventLoop.input_providers.remove(provider)
    assert screen.house.screen == "settings"


INPUTS = """
import companion.ui
from kivy.config import Config
print(Config.get("graphics", "rotation"), *[value for _, value in Config.items("input")])
"""


def test_kivy_does_not_read_the_touch_screen_a_second_time(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", INPUTS],
        env={**os.environ, "KIVY_HOME": str(tmp_path), "STERNWARTE_ROTATION": "180"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["180", "mouse,disable_multitouch"]
