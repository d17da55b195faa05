"""The house every screen stands in: the running game, words, the way between screens, the error wall."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Mapping
from importlib import import_module, resources
from pathlib import Path
from typing import Any, ClassVar

from kivy.base import ExceptionHandler, ExceptionManager
from kivy.clock import Clock
from kivy.lang import Builder
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion import store
from companion.engine import Catalogue, Game, Setup, Table, Text, Words, play
from companion.engine.journal import Journal

from . import theme
from .buttons import Deeds, Does, deed, lit
from .locale import catalogue
from .sound import Sounds

log = logging.getLogger("sternwarte")

DEFAULTS: dict[str, Any] = {
    "lang": "de",
    "size": "normal",
    "diagonal": theme.DIAGONAL,
    "sound": True,
    "speech": False,
    "panel": False,
    "auto_confirm": False,
}
"""The settings while nobody changed them."""

REDRAW = ("lang", "size", "diagonal", "panel")
"""Settings after which every screen is built anew."""

_loaded: set[str] = set()


def load_kv(name: str) -> None:
    """Load a screen's kv file from the package, once."""
    if name not in _loaded:
        _loaded.add(name)
        source = resources.files("companion.ui").joinpath(f"{name}.kv").read_text("utf-8")
        Builder.load_string(source, filename=f"{name}.kv")


def _house_words() -> Catalogue:
    return play.TEXTS.with_(store.TEXTS).with_(catalogue())


class Panel(FloatLayout):
    """One screen. `enter` takes its arguments, `draw` shows what is; `refresh` asks for a draw soon."""

    kv: ClassVar[str] = ""

    def __init__(self, house: House) -> None:
        self.house = house
        if self.kv:
            load_kv(self.kv)
        self.refresh = Clock.create_trigger(lambda _: house.guard(self._draw_if_shown))
        super().__init__()
        self.bind(size=lambda *_: self.refresh())

    def say(self, what: Text | str, **args: Any) -> str:
        """A sentence in the player's language."""
        return self.house.say(what, **args)

    def enter(self, **args: Any) -> None:
        """Called whenever the screen is shown, with what `go` was given."""

    def leave(self) -> None:
        """Called when another screen is shown."""

    def keep(self) -> dict[str, Any]:
        """What `enter` needs to show the same again after the screen was built anew."""
        return {}

    def draw(self) -> None:
        """Show what is now."""

    @property
    def situation(self) -> str:
        """The row of the buttons' table that counts now."""
        return self.kv

    def deeds(self) -> Deeds:
        """What a button can do here now."""
        return {Does.LEAVE: self.house.back}

    def _draw_if_shown(self) -> None:
        if self.parent is not None:
            self.draw()
            self.house.relight()


class House:
    """What every screen is given: store, games, the running table, words, settings, and the way elsewhere."""

    def __init__(self, store: Any, games: Mapping[str, Game[Any]], settings: Any = None) -> None:
        self.store = store
        self.games = games
        self.settings: Any = store.settings if settings is None else settings
        self.table: Table[Any] | None = None
        self.game_id: Any = None
        self.stage: Any = None
        self.eyes: Any = None
        self.dice_files: tuple[Path, ...] = ()
        self.ball_files: tuple[Path, ...] = ()
        self.words = Words(_house_words(), str(self.setting("lang")))
        self.power: Any = None
        self._told = 0
        self._panels: dict[str, Panel] = {}
        self._name = ""
        self._args: dict[str, Any] = {}
        self._trail: list[tuple[str, dict[str, Any]]] = []
        self.listeners: list[Callable[[], None]] = []
        self.lamps: frozenset[str] = frozenset()
        self.lights: list[Callable[[frozenset[str]], None]] = []
        self.relight = Clock.create_trigger(lambda _: self.guard(self._light))
        self.hands: Any = None
        self.usual_camera = ""
        self.devices: dict[str, Any] = {}
        self.shut_down: Callable[[], Any] = lambda: None
        self._posted: deque[Callable[[], Any]] = deque()
        # Before the next frame, not after it: a press waits for nothing that is drawn.
        self._drain = Clock.create_trigger(lambda _: self.drain(), -1)
        self.sounds = Sounds(store.folder / "cues")

    @property
    def lang(self) -> str:
        """The language now; set it with `set("lang", ...)`."""
        return self.words.lang

    def setting(self, key: str) -> Any:
        """A setting, or what it is while nobody changed it."""
        return self.settings.get(key, DEFAULTS.get(key))

    def set(self, key: str, value: Any) -> None:
        """Change a setting; where it changes the looks, everything is drawn anew."""
        self.settings[key] = value
        if key in REDRAW:
            self.rebuild()

    def say(self, what: Text | str, **args: Any) -> str:
        """A sentence in the player's language, by text or by key."""
        return self.words.say(what if isinstance(what, Text) else Text(what, args))

    def sit(self, table: Table[Any] | None, game_id: Any = None) -> None:
        """Make a table the running one; None leaves it."""
        self.table, self.game_id = table, game_id
        self._speak()
        if table is not None:
            if game_id is not None:
                self.store.follow(game_id, table)
            table.listen(lambda: self.changed(table))
        self._drop("play")

    def open_game(self, game_id: Any) -> None:
        """Open a stored game and sit down at it."""
        setup, journal = self.store.open(game_id)
        self.store.take_up(game_id)
        self.sit(self.table_of(setup, journal), game_id)

    def table_of(self, setup: Setup, journal: Journal) -> Table[Any]:
        """The table that a journal tells of."""
        return Table(self.games[setup.game], setup, journal)

    def changed(self, table: Table[Any]) -> None:
        """Something was committed: whoever shows it draws again."""
        if table is self.table:
            self.sound("done" if table.outcome() is None else "end")
            for listener in self.listeners:
                listener()
            if self.panel is not None:
                self.panel.refresh()

    def mishaps(self) -> list[str]:
        """What happened to the file and was not told yet."""
        news = self.store.mishaps[self._told :]
        self._told += len(news)
        return [self.say(mishap.text) for mishap in news]

    @property
    def panel(self) -> Panel | None:
        """The screen that is shown."""
        return self._panels.get(self._name)

    @property
    def screen(self) -> str:
        """The name of the screen that is shown."""
        return self._name

    def go(self, name: str, **args: Any) -> None:
        """Show a screen; it is imported when it is first shown."""
        if name == "home":
            self._trail = []
        elif self._name and self._name != name:
            self._trail = [*self._trail[-9:], (self._name, self._args)]
        self._show(name, args)

    def back(self, **args: Any) -> None:
        """Show the screen before this one, if need be with other arguments than then."""
        if self._trail:
            name, before = self._trail.pop()
            self._show(name, {**before, **args})
        else:
            self._show("play" if self.table is not None else "home", {})

    def _show(self, name: str, args: dict[str, Any]) -> None:
        before = self.panel
        self._name, self._args = name, args
        self.stage.close_all()

        def show() -> None:
            if before is not None and before is not self._panels.get(name):
                before.leave()
            if name not in self._panels:
                self._panels[name] = import_module(f"companion.ui.{name}").SCREEN(self)
            panel = self._panels[name]
            self.stage.show(panel)
            panel.enter(**args)
            panel.draw()
            self.relight()

        self.guard(show)

    def _drop(self, name: str) -> None:
        panel = self._panels.pop(name, None)
        if panel is not None:
            panel.leave()

    def dismiss(self) -> None:
        """Let all screens go; each is built anew when it is shown again."""
        for name in list(self._panels):
            self._drop(name)

    def rebuild(self) -> None:
        """Build every screen anew: the language or the measures have changed."""
        kept = self.panel.keep() if self.panel is not None else {}
        self.dismiss()
        self._speak()
        if self.stage is not None:
            self.stage.measure()
            if self._name:
                self._show(self._name, {**self._args, **kept})

    def _speak(self) -> None:
        texts = _house_words()
        names: tuple[str, ...] = ()
        if self.table is not None:
            texts, names = texts.with_(play.texts(self.table.game)), self.table.setup.names
        self.words = Words(texts, str(self.setting("lang")), names)

    def open(self, card: Widget) -> None:
        """Lay a card over the screen."""
        self.stage.open(card)

    def close(self) -> None:
        """Take the topmost card away."""
        self.stage.close()

    def sound(self, cue: str) -> None:
        """Let a cue be heard, if the table wants sounds."""
        if self.setting("sound"):
            self.sounds.play(cue)

    def notify(self, what: Text | str, tone: str = "plain", **args: Any) -> None:
        """Say something for a few seconds without asking for a touch."""
        self.stage.notify(self.say(what, **args), tone)

    def post(self, act: Callable[[], Any]) -> None:
        """Let the screen's clock do something as soon as it can; for other threads, which must not."""
        self._posted.append(act)
        self._drain()

    def drain(self) -> None:
        """Do what was posted."""
        while self._posted:
            self.guard(self._posted.popleft())

    def rest(self) -> None:
        """Do nothing more by itself: the window closes."""
        self.relight.cancel()
        self._drain.cancel()

    def level(self, button: str, down: bool) -> None:
        """What stands for a button went down or up."""
        if self.hands is not None:
            self.hands.level(button, down)
        elif not down:
            self.press(button)

    def press(self, button: str, long: bool = False) -> bool:
        """A button of the box (or what stands for it) was pressed; whether that meant anything."""
        act = None if self.stage.front is None else deed(self.stage.front, button, long)
        if act is not None:
            self.guard(act)
        self.relight()
        return act is not None

    def _light(self) -> None:
        found = frozenset() if self.stage is None or self.stage.front is None else lit(self.stage.front)
        if found != self.lamps:
            self.lamps = found
            for shows in self.lights:
                shows(found)

    def guard(self, what: Callable[[], Any]) -> None:
        """Do something; if it fails an error card stands in for the screen, and the game goes on."""
        try:
            what()
        except Exception as error:
            self.wall(error)

    def wall(self, error: Exception) -> None:
        """Put an error card in the place of the screen that failed."""
        log.error("screen %s failed", self._name, exc_info=error)
        self._panels.pop(self._name, None)
        self.stage.close_all()
        self.stage.fail(self._name, error)

    def again(self) -> None:
        """Show the screen that failed once more."""
        self._show(self._name, self._args)


class Wall(ExceptionHandler):
    """Catches what slipped through in callbacks and clock events."""

    def __init__(self, house: House) -> None:
        super().__init__()
        self.house = house

    def handle_exception(self, inst: BaseException) -> Any:
        """Show an error card instead of closing the app."""
        if not isinstance(inst, Exception) or self.house.stage is None:
            return ExceptionManager.RAISE
        self.house.wall(inst)
        return ExceptionManager.PASS
