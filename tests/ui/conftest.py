"""Starts the app in a real window."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from ui.screen import SIZES, Screen

from companion.demo.hands import display

os.environ.setdefault("KIVY_NO_CONSOLELOG", "1")
os.environ.setdefault("LIBGL_ALWAYS_SOFTWARE", "1")
display()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Screen]]:
    """Starts the app with a store in a folder; settings by name."""
    from companion.ui import Config

    # A processor that plays the graphics card is four times as slow with smooth edges.
    Config.set("graphics", "multisamples", "0")
    Config.set("graphics", "maxfps", "0")
    from kivy.clock import Clock

    # A test file that imported a screen was quicker than the line above.
    Clock._max_fps = 0
    from companion.app import SternwarteApp
    from companion.store import Store

    open_screens: list[Screen] = []

    def begin(
        setup: Any = None,
        folder: Path | None = None,
        games: Any = None,
        take_hands: Any = None,
        **settings: Any,
    ) -> Screen:
        store = Store(folder or tmp_path)
        for key, value in {"lang": "de", **settings}.items():
            store.settings[key] = value
        if setup is not None:
            store.new_game(setup)
        screen = Screen(SternwarteApp(store=store, games=games, take_hands=take_hands))
        open_screens.append(screen)
        return screen

    yield begin
    for screen in open_screens:
        screen.close()


@pytest.fixture(params=SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def size(request: pytest.FixtureRequest) -> tuple[int, int]:
    """Each of the two screen sizes."""
    found: tuple[int, int] = request.param
    return found


@pytest.fixture(params=("de", "en"))
def lang(request: pytest.FixtureRequest) -> str:
    """Each language."""
    return str(request.param)
