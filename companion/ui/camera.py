"""Settings of the camera: its pictures, the tray in them, and whether sure readings count at once."""

from __future__ import annotations

import contextlib
import os
from functools import partial
from typing import Any

from . import seeing
from .base import Panel
from .settings import SettingRow
from .widgets import Press


class CameraScreen(Panel):
    """All about the camera on one page."""

    kv = "camera"

    def draw(self) -> None:
        """Show every setting with its value."""
        self.ids.rows.clear_widgets()
        self._draw_source()
        self._draw_tray()
        say = self.say
        auto = bool(self.house.setting("auto_confirm"))
        switch = [(say("settings.on"), auto, True), (say("settings.off"), not auto, False)]
        presses = [(words, chosen, partial(self._auto, value)) for words, chosen, value in switch]
        self._row(say("camera.auto"), say("camera.auto.note"), presses)

    def _draw_source(self) -> None:
        say, word = self.say, seeing.source(self.house)
        kind = "" if not word else "webcam" if word.startswith("webcam") or word.isdigit() else "folder"
        note = word.removeprefix("folder:") if kind == "folder" else ""
        if os.environ.get(seeing.CAMERA):
            self._row(say("camera.source"), say("camera.source.env", where=word), [])
            return
        self._row(
            say("camera.source"),
            note,
            [
                (say("camera.none"), not kind, partial(self._connect, "")),
                (say("camera.folder"), kind == "folder", self._use_folder),
                (say("camera.webcam"), kind == "webcam", partial(self._connect, "webcam:0")),
            ],
        )

    def _draw_tray(self) -> None:
        eyes = self.house.eyes
        if eyes is not None:
            ready = eyes.views.look("tray").calibration is not None
            note = self.say("camera.tray.set" if ready else "camera.tray.unset")
            act = partial(self.house.go, "calibrate")
            self._row(self.say("camera.tray"), note, [(self.say("camera.calibrate"), False, act)])

    def _row(self, words: str, note: str, choices: list[tuple[str, bool, Any]]) -> None:
        row = SettingRow(words=words, note=note)
        for label, chosen, act in choices:
            press = Press(text=label, tone="chosen" if chosen else "plain", strong=chosen)
            press.icon = "check" if chosen else ""
            press.bind(on_tap=lambda _, act=act: act())
            row.ids.choices.add_widget(press)
        self.ids.rows.add_widget(row)

    def _use_folder(self) -> None:
        """Take the folder for pictures beside the games; another one is named by the environment."""
        folder = self.house.store.folder / "pictures"
        with contextlib.suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
        self._connect(f"folder:{folder}")

    def _connect(self, source: str) -> None:
        self.house.set("camera", source)
        seeing.open_eyes(self.house)
        seeing.keep_views(self.house)
        self.refresh()

    def _auto(self, value: bool) -> None:
        self.house.set("auto_confirm", value)
        self.refresh()

    def press(self, button: str) -> None:
        """Red goes back."""
        if button == "red":
            self.house.back()


SCREEN = CameraScreen
