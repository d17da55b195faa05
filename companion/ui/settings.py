"""Settings: language, size of text, sound, screen; and what this is and where it keeps its data."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import Any

from kivy.properties import StringProperty

from .base import Panel, load_kv
from .buttons import Deeds, Does
from .widgets import Card, Press

DIAGONALS = (7, 8, 10)
"""Screens by their diagonal in inches."""


class SettingRow(Card):
    """One setting with its values side by side."""

    words = StringProperty("")
    note = StringProperty("")


def release() -> str:
    """The version of this app."""
    try:
        return version("sternwarte")
    except PackageNotFoundError:
        return ""


class SettingsScreen(Panel):
    """All settings on one page."""

    kv = "settings"

    def draw(self) -> None:
        """Show every setting with its value."""
        say = self.say
        sizes = [(size, say(f"settings.size.{size}")) for size in ("small", "normal", "large")]
        switch = [(True, say("settings.on")), (False, say("settings.off"))]
        inches = [(size, say("settings.screen.inches", count=size)) for size in DIAGONALS]
        rows = self.ids.rows
        rows.clear_widgets()
        self.ids.head.ids.extras.clear_widgets()
        if self.house.hands is not None:
            self.ids.head.add(say("pins.title"), lambda: self.house.go("pins"), icon="hand", wide=34)
        self.ids.head.add(say("camera.title"), lambda: self.house.go("camera"), icon="eye", wide=34)
        self._row("lang", say("settings.language"), "", [("de", "Deutsch"), ("en", "English")], "de")
        self._row("size", say("settings.size"), "", sizes, "normal")
        self._row("sound", say("settings.sound"), "", switch, True)
        self._row("speech", say("settings.speech"), say("settings.speech.note"), switch, False)
        self._row("diagonal", say("settings.screen"), say("settings.screen.note"), inches, 7)
        about = say("settings.about", version=release())
        data = say("settings.data", path=str(self.house.store.folder))
        self.ids.about.text = f"{about}   ·   {data}"

    def _row(self, key: str, words: str, note: str, values: list[tuple[Any, str]], default: Any) -> None:
        now = self.house.setting(key)
        now = default if now is None else now
        row = SettingRow(words=words, note=note)
        for value, label in values:
            chosen = value == now
            press = Press(text=label, tone="chosen" if chosen else "plain", strong=chosen)
            press.icon = "check" if chosen else ""
            press.bind(on_tap=lambda _, value=value: self._set(key, value))
            row.ids.choices.add_widget(press)
        self.ids.rows.add_widget(row)

    def _set(self, key: str, value: Any) -> None:
        self.house.set(key, value)
        if key == "speech" and self.house.hands is not None:
            self.house.hands.speak()
        self.refresh()

    def deeds(self) -> Deeds:
        """Back; the next view is the same in the other language."""
        other = "en" if self.house.lang == "de" else "de"
        return {Does.LEAVE: self.house.back, Does.TURN: lambda: self._set("lang", other)}


# Another screen has such rows, too, and may be the first to be shown.
load_kv("settings")

SCREEN = SettingsScreen
