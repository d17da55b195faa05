"""Plays long with camera, buttons and faults, and looks for leaks: soak [--minutes 30] [--fps 30]."""

from __future__ import annotations

import argparse
import gc
import os
import sys
import tempfile
import threading
import time
import weakref
from collections import Counter
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
# The probe game, its drawn dice and the mock pins live with the tests.
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "probe")]
os.environ.setdefault("KIVY_NO_ARGS", "1")
os.environ.setdefault("LIBGL_ALWAYS_SOFTWARE", "1")

MOST_GROWTH = 5.0
"""Per cent that memory may grow after the first tenth of the time, in which everything is loaded."""

SCREEN_FPS = 10
"""Frames that the screen draws in a simulated second; the camera has more."""

MOST_FRAMES = 12
"""Frames that may be held at a time: the newest few, the one that was read, the one that is shown."""

PAGE = os.sysconf("SC_PAGE_SIZE")


def memory() -> float:
    """Megabytes that this process holds, without what could be freed."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE / 2**20


class Lens:
    """A camera that gives a frame whenever the simulated time has come for one, and fails now and then."""

    def __init__(self, show: Show) -> None:
        self.show = show

    def open(self) -> None:
        """Nothing to get ready."""

    def close(self) -> None:
        """Nothing to let go."""

    def hold(self, held: bool) -> None:
        """Nothing to hold."""

    def frame(self, timeout: float = 1.0) -> Any:
        """The next frame; a black, a half or no frame in hard times."""
        from hardware.camera import CameraFault, Frame

        show = self.show
        if not show.due.acquire(timeout=timeout):
            return None
        show.taken.set()
        show.frames += 1
        now, picture = show.frames / show.fps, show.picture
        if show.trouble == "raises":
            raise CameraFault("unplugged")
        if show.trouble == "black":
            return Frame(now, picture * 0)
        # A camera gives a new picture every time, and none is like the one before.
        fresh = picture + show.noise[show.frames % len(show.noise)]
        number = show.frames
        show.alive[number] = weakref.ref(fresh, lambda _: show.alive.pop(number, None))
        return Frame(now, fresh)


class Show:
    """The app at a simulated table: it plays game after game with pins and camera."""

    def __init__(self, folder: Path, fps: int) -> None:
        import numpy as np
        from drawn_dice import PlainReader, tray
        from sternwarte_probe import game
        from ui.screen import Screen
        from ui.wired import Board

        from companion.app import SternwarteApp
        from companion.observe import Eyes, Look, Views
        from companion.store import Store
        from companion.ui.devices import hear

        self.fps, self.tray = fps, tray
        self.due, self.taken = threading.Semaphore(0), threading.Event()
        self.frames = self.games = self.rolls = 0
        self.alive: dict[int, weakref.ref[Any]] = {}
        self.trouble, self.troubles = "", Counter[str]()
        self.picture: Any = tray()
        rng = np.random.default_rng(1)
        self.noise = [rng.integers(0, 3, self.picture.shape, np.uint8) for _ in range(5)]
        self.rng = Random(1)
        self.board = Board()
        self.screen = Screen(
            SternwarteApp(store=Store(folder), games={"probe": game}, take_hands=self.board.take_hands)
        )
        self.house, self.board.frames = self.screen.house, self._think
        self.house.eyes = Eyes(
            Views({"tray": Look(source="x")}, make=lambda _: Lens(self)),  # type: ignore[arg-type]
            {"dice": PlainReader},
            tell=lambda news: self.house.post(partial(hear, self.house, news)),
            pause=0.0,
        )
        self._plan: list[Any] = []
        self._since = 0

    def tick(self) -> None:
        """One frame of the screen, and what the camera gives meanwhile."""
        if self.house.eyes.watching:
            for _ in range(self.fps // SCREEN_FPS):
                self.taken.clear()
                self.due.release()
                # A camera that pauses after a fault takes none of its frames.
                self.taken.wait(0.2)
        self.screen.frames(1)
        self._since += 1

    def _think(self, count: int) -> None:
        """Frames of everything but drawing."""
        from companion.demo.hands import Hands

        for _ in range(count):
            Hands._think(self.screen)  # type: ignore[arg-type]

    def act(self) -> None:
        """What the players do now, if anything."""
        if self.house.screen in ("home", "final"):
            self._new_game()
        elif (panel := self.house.panel.tray.shown) is not None:
            self._roll(panel)
        else:
            self._choose()

    def _new_game(self) -> None:
        from companion.engine import Setup
        from companion.engine.notation import players

        self.games += self.house.screen == "final"
        if self.house.screen == "final":
            self.house.panel.done()
        game_id = self.house.store.new_game(Setup(game="probe", players=players("Anna", "Ben", "Cem"))).id
        self.house.open_game(game_id)
        self.house.go("play")

    def _roll(self, panel: Any) -> None:
        """An empty tray, perhaps a fault, a throw, and the green button when the dice are read."""
        if panel.confirmable is not None:
            self.rolls += 1
            self.board.press("green")
            self.picture, self._since, self.trouble = self.tray(), 0, ""
        elif self._since == 15 and self.rng.random() < 0.2:
            self.trouble = self.rng.choice(("raises", "black"))
            self.troubles[self.trouble] += 1
        elif self._since == 25:
            self.trouble = ""
        elif self._since == 45:
            shift = self.rng.randrange(-9, 9)
            self.picture = self.tray(self.rng.randint(1, 6), self.rng.randint(1, 6), shift=shift)
        elif self._since > 120:
            panel.again()
            self._since = 46

    def _choose(self) -> None:
        from companion.ui.buttons import Does

        if Does.ON in self.house.stage.front.deeds():
            self.board.press("green")
        else:
            self.board.long("yellow")
            for _ in range(self.rng.randrange(4)):
                self.board.press("yellow")
            self.board.press("green")
        self._since = 0

    def close(self) -> None:
        """End everything."""
        self.screen.close()


def main() -> int:
    """Play, print what was found; 1 if anything leaks."""
    parser = argparse.ArgumentParser(prog="sternwarte bench soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=30.0, help="of simulated play (30)")
    parser.add_argument("--fps", type=int, default=30, help="frames of the camera in a second (30)")
    args = parser.parse_args()
    from companion.demo.hands import open_window

    open_window((800, 480))
    from hardware import supervisor

    # Pauses are part of the simulated time, which runs faster than the clock.
    supervisor.PAUSES = (0.05, 0.1, 0.2)
    began, before = time.monotonic(), threading.active_count()
    with tempfile.TemporaryDirectory() as folder:
        show = Show(Path(folder), args.fps)
        ticks = int(args.minutes * 60 * SCREEN_FPS)
        rows = []
        for tick in range(ticks):
            show.tick()
            show.act()
            if tick in {ticks * share // 10 for share in range(1, 10)} or tick == ticks - 1:
                minutes = (tick + 1) / SCREEN_FPS / 60
                rows.append((minutes, show.frames, memory(), len(show.alive), threading.active_count()))
        show.close()
        after = threading.active_count()
    took = time.monotonic() - began
    print(
        f"{args.minutes:g} simulated minutes in {took / 60:.1f} minutes:"
        f" {show.frames} camera frames of 960 x 720, {ticks} screen frames, {show.board.presses} presses,"
        f" {show.rolls} rolls read, {show.games} games, faults {dict(show.troubles)}"
    )
    print(f"{'minute':>7} {'frames':>8} {'memory MB':>10} {'frames held':>12} {'threads':>8}")
    for minute, frames, held, kept, threads in rows:
        print(f"{minute:>7.1f} {frames:>8} {held:>10.1f} {kept:>12} {threads:>8}")
    first, last = rows[0], rows[-1]
    growth = 100 * (last[2] - first[2]) / first[2]
    leaks = [
        *(["no roll was read"] if not show.rolls else []),
        *([f"memory grew by {growth:.1f} %"] if growth >= MOST_GROWTH else []),
        *([f"{after - before} threads are left"] if after > before else []),
        *([f"{last[3]} frames are held"] if last[3] > MOST_FRAMES else []),
    ]
    print(f"growth after the first tenth: {growth:.1f} %; " + ("; ".join(leaks) or "nothing leaks"))
    return 1 if leaks else 0


if __name__ == "__main__":
    sys.exit(main())
