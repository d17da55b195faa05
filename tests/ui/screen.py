"""A real window under test: fingers that touch it, frames that pass, pictures of it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from companion.demo.hands import touching

SIZES = ((800, 480), (1280, 720))


class Screen:
    """The app in its window. Every touch is counted."""

    def __init__(self, app: Any) -> None:
        from kivy.base import EventLoop

        self.app = app
        self.house = app.house
        self.touches = 0
        self._loop = EventLoop
        EventLoop.ensure_window()
        app._run_prepare()
        self.frames(4)

    def frames(self, count: int = 3) -> None:
        """Let some frames pass."""
        for _ in range(count):
            self._caught(self._loop.idle)

    def _caught(self, act: Callable[..., Any], *args: Any) -> None:
        """Do something; what slips through is caught as the running app catches it."""
        from kivy.base import ExceptionManager

        try:
            act(*args)
        except Exception as error:
            if ExceptionManager.handle_exception(error) == ExceptionManager.RAISE:
                raise

    @property
    def root(self) -> Any:
        """The topmost thing that can be touched: the last card, else the screen."""
        stage = self.house.stage
        return stage.top or stage.place

    def widgets(self, root: Any = None) -> Iterator[Any]:
        """All widgets of the topmost card or the screen."""
        return iter(list((root or self.root).walk()))

    def texts(self, root: Any = None) -> list[str]:
        """All words on the topmost card or the screen."""
        from kivy.uix.label import Label

        return [found.text for found in self.widgets(root) if isinstance(found, Label) and found.text]

    def find(self, words: str, root: Any = None) -> Any:
        """The button whose words are or begin with these."""
        from companion.ui.widgets import Press

        buttons = [found for found in self.widgets(root) if isinstance(found, Press)]
        for fits in (
            lambda found: found.text == words,
            lambda found: found.text.startswith(words),
            lambda found: words in (found.icon, found.note),
        ):
            for found in buttons:
                if fits(found):
                    return found
        raise AssertionError(f"no button {words!r} among {[found.text for found in buttons]}")

    def touch(self, x: float, y: float) -> None:
        """Touch a point of the window and let go."""
        self.drag((x, y))

    def drag(self, *way: tuple[float, float]) -> None:
        """Touch the first point of the window, go along the others, and let go at the last."""
        self.touches += 1
        finger = touching(*way[0])
        self._caught(self._loop.post_dispatch_input, "begin", finger)
        for x, y in way[1:]:
            wide, high = self._loop.window.system_size
            finger.move({"x": x / wide, "y": y / high})
            self._caught(self._loop.post_dispatch_input, "update", finger)
        self._caught(self._loop.post_dispatch_input, "end", finger)
        self.frames()

    def tap(self, target: Any) -> None:
        """Touch a widget, or the button with these words, in its middle."""
        widget = self.find(target) if isinstance(target, str) else target
        self.touch(*widget.to_window(*widget.center))

    def tap_spot(self, fits: Callable[[Any], bool]) -> None:
        """Touch the first spot of the shown picture that fits."""
        view = self.house.panel.ids.view
        spot = next(found for found in view.picture.spots if fits(found))
        self.touch(*view.at(spot.x + spot.w / 2, spot.y + spot.h / 2))

    def resize(self, size: tuple[int, int]) -> None:
        """Give the window another size."""
        from kivy.core.window import Window

        if tuple(Window.size) != size:
            Window.size = size
            self.frames(3)
            self.house.rebuild()
        self.frames(3)

    def shot(self, path: Path | str) -> None:
        """Write a picture of the window."""
        from kivy.core.window import Window

        self.frames(3)
        written = Window.screenshot(name=str(path))
        os.replace(written, path)

    def close(self) -> None:
        """Take the app out of the window."""
        from kivy.core.window import Window

        self.app.dispatch("on_stop")
        for child in list(Window.children):
            Window.remove_widget(child)
        self.frames(1)
