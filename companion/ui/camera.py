"""Settings of the camera: the pictures of each view, its place in them, the dice that are taught."""

from __future__ import annotations

import os
from functools import partial
from typing import Any

from companion.observe import View

from . import seeing, sources
from .base import Panel
from .settings import SettingRow
from .widgets import Press


class CameraScreen(Panel):
    """All about the camera on one page."""

    kv = "camera"

    def draw(self) -> None:
        """Show every setting with its value."""
        self.ids.rows.clear_widgets()
        for view in seeing.VIEWS:
            self._draw_view(view)
        say = self.say
        auto = bool(self.house.setting("auto_confirm"))
        switch = [(say("settings.on"), auto, True), (say("settings.off"), not auto, False)]
        presses = [
            self._press(words, partial(self._auto, value), chosen=chosen) for words, chosen, value in switch
        ]
        self._row(say("camera.auto"), say("camera.auto.note"), presses)
        if sets := seeing.dice_sets(self.house):
            self._draw_teaching(list(sets))

    def _draw_view(self, view: View) -> None:
        say, word = self.say, seeing.source(self.house, view)
        fixed = view == "tray" and bool(os.environ.get(seeing.CAMERA))
        found = sources.named(self.house, word)
        source = self._press(found.label, partial(self._choose, view), icon=found.icon)
        source.grey, source.tell = fixed, lambda: self.house.notify("camera.source.env", where=word)
        frame = self._press(say("camera.calibrate"), partial(self.house.go, "calibrate", view=view))
        frame.icon = "square" if self._framed(view) else ""
        frame.grey, frame.tell = not word, lambda: self.house.notify("camera.first")
        note = "camera.off" if not word else "camera.set" if self._framed(view) else "camera.unset"
        self._row(say(f"camera.view.{view}"), say(note), [source, frame])

    def _draw_teaching(self, names: list[str]) -> None:
        faces = sum(len(seeing.dice_sets(self.house)[name].pairs) for name in names)
        missing = sum(seeing.untaught(self.house, name) for name in names)
        note = self.say("teach.row.known", known=faces - missing, all=faces)
        go = self._press(self.say("teach.row.go"), partial(self.house.go, "teach"), icon="eye")
        self._row(self.say("teach.row"), note, [go])

    def _framed(self, view: View) -> bool:
        eyes = self.house.eyes
        return eyes is not None and eyes.views.look(view).calibration is not None

    def _press(self, words: str, act: Any, *, icon: str = "", chosen: bool = False) -> Press:
        press = Press(text=words, tone="chosen" if chosen else "plain", strong=chosen)
        press.icon = "check" if chosen else icon
        press.bind(on_tap=lambda _: act())
        return press

    def _row(self, words: str, note: str, presses: list[Press]) -> None:
        row = SettingRow(words=words, note=note)
        for press in presses:
            row.ids.choices.add_widget(press)
        self.ids.rows.add_widget(row)

    def _choose(self, view: View) -> None:
        sources.choose(self.house, view, self.refresh)

    def _auto(self, value: bool) -> None:
        self.house.set("auto_confirm", value)
        self.refresh()


SCREEN = CameraScreen
