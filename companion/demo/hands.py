"""Hands at the screen: they see buttons and words as a person does, touch them, and take pictures."""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

QUICK = 0.02
"""Seconds that a frame may take to be drawn for every touch."""


def open_window(size: tuple[int, int]) -> None:
    """Settle the window's size before it opens; without a display a virtual one is started."""
    display()
    from kivy.config import Config

    Config.set("graphics", "width", str(size[0]))
    Config.set("graphics", "height", str(size[1]))
    Config.set("graphics", "resizable", "0")
    Config.set("graphics", "maxfps", "0")


def display() -> None:
    """Make sure there is a display; without one a virtual one is started for this process."""
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        return
    if shutil.which("Xvfb") is None:
        raise SystemExit("There is no display and no Xvfb. Install it: sudo apt install xvfb")
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1400x900x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(write)
    atexit.register(server.terminate)
    with os.fdopen(read) as told:
        number = told.readline().strip()
    if not number:
        raise SystemExit("There is no display, and Xvfb did not start.")
    os.environ["DISPLAY"] = f":{number}"


class Hands:
    """The app in its window, and all that hands and eyes can do with it."""

    def __init__(self, app: Any) -> None:
        from kivy.base import EventLoop

        self.app = app
        self.house = app.house
        self.touches = 0
        self._loop = EventLoop
        EventLoop.ensure_window()
        app._run_prepare()
        self.quick = True
        self.frames(4)
        self.quick = self._frame_time() < QUICK

    def _frame_time(self) -> float:
        """Seconds that drawing the whole window takes."""
        began = time.monotonic()
        self._loop.window.canvas.ask_update()
        self.frames(1)
        return time.monotonic() - began

    def frames(self, count: int = 2, drawn: bool = False) -> None:
        """Let some frames pass; where drawing is slow, they are only drawn when somebody must see them."""
        for _ in range(count):
            if drawn or self.quick:
                self._loop.idle()
            else:
                self._think()

    def _think(self) -> None:
        """One frame of everything but drawing."""
        from kivy.clock import Clock
        from kivy.lang import Builder

        Clock.tick()
        self._loop.dispatch_input()
        Builder.sync()
        Clock.tick_draw()
        Builder.sync()

    @property
    def top(self) -> Any:
        """What can be touched: the topmost card, else the screen."""
        stage = self.house.stage
        return stage.top or stage.place

    def see(self, kind: type[Any], root: Any = None) -> Iterator[Any]:
        """All things of a kind that are shown."""
        return (found for found in list((root or self.top).walk(restrict=True)) if isinstance(found, kind))

    def button(self, words: str, root: Any = None) -> Any:
        """The button with these words, or else with this sign; None if there is none."""
        from companion.ui.widgets import Press

        presses = list(self.see(Press, root))
        named = [press for press in presses if press.text == words]
        signed = [press for press in presses if press.icon == words and not press.text]
        return next(iter(named or signed), None)

    def touch(self, x: float, y: float, frames: int = 2) -> None:
        """Touch a point of the window and let go."""
        self.touches += 1
        finger = touching(x, y)
        self._loop.post_dispatch_input("begin", finger)
        self._loop.post_dispatch_input("end", finger)
        self.frames(frames)

    def tap(self, target: Any, frames: int = 2) -> None:
        """Touch the middle of a thing, of the button with these words, or of the one that says a key."""
        if isinstance(target, str):
            said = self.house.say(target)
            found = self.button(said) or self.button(target)
            if found is None:
                raise LookupError(f"no button {said!r} on {self.house.screen}")
            target = found
        x, y = target.to_window(*target.center)
        self.touch(x, y, frames)

    def tap_spot(self, view: Any, spot: Any) -> None:
        """Touch a spot of a picture."""
        x, y = view.at(spot.x + spot.w / 2, spot.y + spot.h / 2)
        self.touch(*view.to_window(x, y))

    def shot(self, path: Path) -> None:
        """Write a picture of the window."""
        from kivy.core.window import Window

        self.frames(3)
        self.frames(2, drawn=True)
        os.replace(Window.screenshot(name=str(path)), path)


def touching(x: float, y: float) -> Any:
    """A finger that touches a point of the window."""
    from kivy.base import EventLoop
    from kivy.input.motionevent import MotionEvent

    class Finger(MotionEvent):  # type: ignore[misc]
        """One touch."""

        def depack(self, args: dict[str, float]) -> None:
            """Take the place from the arguments."""
            self.sx, self.sy = args["x"], args["y"]
            self.profile = ["pos"]
            super().depack(args)

    wide, high = EventLoop.window.system_size
    return Finger("demo", 1, {"x": x / wide, "y": y / high}, is_touch=True, type_id="touch")
