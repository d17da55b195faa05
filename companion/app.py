"""The app: puts the parts together and opens the window where the last game was left."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib import import_module
from threading import Thread
from typing import Any

from companion.ui.base import House, Wall

# isort: split
# Kivy is set up by the package of the screens, which therefore comes first.
from kivy.app import App
from kivy.base import EventLoop, ExceptionManager
from kivy.clock import Clock
from kivy.core.window import Window

from companion import power, registry
from companion.engine import Game
from companion.notify import Notifier, Pulse
from companion.store import Store
from companion.ui import turning
from companion.ui.checklist import LAYING_OUT
from companion.ui.seeing import close_eyes, has_eyes, open_eyes
from companion.ui.stage import Stage
from companion.ui.turning_off import switch_off
from hardware.pins import has_pins

WINDOW = (1280, 720)
"""The size of the window on a desktop."""

KEYS = {13: "green", 271: "green", 27: "red", 8: "red", 9: "yellow"}
"""Keys of a keyboard that do what a press of the three buttons does."""

HELD_KEYS = {282: "green", 283: "red", 284: "yellow"}
"""F1 to F3 stand for the three buttons themselves: they can be held, and held together."""

EYES = "companion.observe"
"""The package that brings the libraries for pictures with it."""


class SternwarteApp(App):
    """The companion beside the table."""

    title = "Sternwarte"

    def __init__(
        self,
        store: Any = None,
        games: Mapping[str, Game[Any]] | None = None,
        take_hands: Callable[[House], Any] | None = None,
        **props: Any,
    ) -> None:
        super().__init__(**props)
        self.store = Store() if store is None else store
        self.house = House(self.store, registry.games() if games is None else games)
        self.house.dice_files, self.house.ball_files = registry.dice_files(), registry.ball_files()
        self.house.power = power.Switch(close=self.stop)
        self.house.shut_down = partial(switch_off, self.house)
        self.wall = Wall(self.house)
        self.pulse = Pulse(Notifier(), lambda: Window.canvas.ask_update())
        self._beat: Any = None
        self._after_frame = Clock.create_trigger(lambda _: self._drawn())
        self._awake = False
        self._take_hands = take_hands

    def build(self) -> Stage:
        """The stage, with the screen where the last game was left."""
        ExceptionManager.add_handler(self.wall)
        Window.bind(on_key_down=self._key, on_key_up=self._key_up, on_flip=self._flip)
        if self.pulse.pause:
            self._beat = Clock.schedule_interval(lambda _: self.pulse.beat(), self.pulse.pause)
        stage = Stage(self.house)
        self.house.guard(self._resume)
        return stage

    def _flip(self, *_: Any) -> None:
        """Called before a frame is handed over; the clock goes on only when it has been."""
        self._after_frame()

    def _drawn(self) -> None:
        self.pulse.drawn()
        if not self._awake:
            self._awake = True
            self.house.guard(self._wake)

    def _wake(self) -> None:
        """Get ready what the first frame did not need; what loads slowly is loaded beside the screen."""
        if self._take_hands is not None:
            self._take_hands(self.house).start()
        if has_eyes(self.house) and EYES not in sys.modules:
            Thread(target=self._load_eyes, name="loading", daemon=True).start()
        else:
            self._open_eyes()

    def _load_eyes(self) -> None:
        import_module(EYES)
        Clock.schedule_once(lambda _: self.house.guard(self._open_eyes))

    def _open_eyes(self) -> None:
        if self.house.stage is not None and self._awake:
            open_eyes(self.house)
            if self.house.eyes is not None and self.house.panel is not None:
                self.house.panel.refresh()

    def _resume(self) -> None:
        """Go on with the game that was played last, with no question asked; else begin at Home."""
        last = self.store.last_unfinished()
        if last is not None and last.setup.game in self.house.games:
            if self.house.setting(LAYING_OUT) == last.id:
                self.house.go("checklist", setup=last.setup, game_id=last.id)
                return
            self.house.open_game(last.id)
            self.house.go("play")
        else:
            self.house.go("home")

    def on_stop(self) -> None:
        """Let go of the file and the window's events."""
        self.pulse.stop()
        if self._beat is not None:
            self._beat.cancel()
        self._after_frame.cancel()
        self._awake = False
        Window.unbind(on_key_down=self._key, on_key_up=self._key_up, on_flip=self._flip)
        if self.house.hands is not None:
            self.house.hands.close()
        self.house.stage.leave()
        close_eyes(self.house)
        ExceptionManager.remove_handler(self.wall)
        self.store.close()

    def _key(self, _: Any, key: int, *__: Any) -> bool:
        if key in HELD_KEYS:
            self.house.level(HELD_KEYS[key], True)
        elif key in KEYS:
            self.house.press(KEYS[key])
        else:
            return False
        return True

    def _key_up(self, _: Any, key: int, *__: Any) -> bool:
        if key not in HELD_KEYS:
            return False
        self.house.level(HELD_KEYS[key], False)
        return True


def take_hands(house: House) -> Any:
    """The buttons, lamps and voice of this machine; imported when the first frame is on the screen."""
    from companion.hands import Hands

    return Hands(house)


def main(words: Sequence[str] = ()) -> int:
    """Run the app until its window is closed."""
    if Window is None:
        print("No window can be opened; the lines above say why (often a missing libGL).", file=sys.stderr)
        return 1
    app = SternwarteApp(take_hands=take_hands)
    # Whoever builds a box wants its camera to be used; nobody wants a laptop's to look without being asked.
    app.house.usual_camera = "auto" if has_pins() else ""
    if os.environ.get("STERNWARTE_FULLSCREEN") or os.environ.get("SDL_VIDEODRIVER") == "kmsdrm":
        Window.fullscreen, Window.show_cursor = "auto", False
    else:
        Window.size = WINDOW
    turned = turning.Turned.from_environment()
    if turned is not None:
        EventLoop.add_postproc_module(turned)
    app.run()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
