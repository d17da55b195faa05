"""Settings of buttons and lamps: the pin of each, how bright the tray is, and whether they answer."""

from __future__ import annotations

from functools import partial
from typing import Any

from .asking import NumberCard
from .base import Panel
from .buttons import BUTTONS
from .settings import SettingRow
from .widgets import Press

HIGHEST = 27
BRIGHT = (0.0, 0.3, 0.6, 1.0)
"""How bright the tray can be."""


class PinsScreen(Panel):
    """All pins on one page."""

    kv = "pins"

    @property
    def pins(self) -> dict[str, int]:
        """The pins that are set, or usual."""
        pins: dict[str, int] = {} if self.house.hands is None else self.house.hands.pins()
        return pins

    def draw(self) -> None:
        """Show every pin."""
        rows, say = self.ids.rows, self.say
        rows.clear_widgets()
        for button in BUTTONS:
            note = say("pins.yellow.note") if button == "yellow" else ""
            presses = [self._pin("pins.button", button), self._pin("pins.lamp", f"{button}_lamp")]
            self._row(say(f"pins.{button}"), note, presses)
        self._row(say("pins.tray"), "", [self._pin("pins.light", "tray"), self._brightness()])
        self._row(say("settings.panel"), say("settings.panel.note"), self._panel())
        states = {name: say(f"pins.state.{self._state(name)}") for name in ("buttons", "lights")}
        self.ids.chord.text = f"{say('pins.state', **states)}\n{say('pins.chord')}"

    def _state(self, device: str) -> str:
        return "off" if self.house.hands is None else str(self.house.hands.supervisor.state(device))

    def _row(self, words: str, note: str, presses: list[Press]) -> None:
        row = SettingRow(words=words, note=note)
        for press in presses:
            row.ids.choices.add_widget(press)
        self.ids.rows.add_widget(row)

    def _panel(self) -> list[Press]:
        """Whether there are buttons on the screen's edge, too."""
        now, presses = bool(self.house.setting("panel")), []
        for value, words in ((True, "settings.on"), (False, "settings.off")):
            tone, icon = ("chosen", "check") if value == now else ("plain", "")
            press = Press(text=self.say(words), tone=tone, icon=icon, strong=value == now)
            press.bind(on_tap=lambda _, value=value: self.house.set("panel", value))
            presses.append(press)
        return presses

    def _pin(self, words: str, name: str) -> Press:
        number = self.pins.get(name, 0)
        press = Press(text=self.say(words, number=number) if number else self.say("pins.none"))
        press.bind(on_tap=lambda _: self._ask(name, number))
        return press

    def _ask(self, name: str, number: int) -> None:
        done = partial(self._set, name)
        self.house.open(NumberCard(self.house, self.say("pins.ask"), done, (0, HIGHEST), number))

    def _set(self, name: str, number: int) -> None:
        others = {pin for other, pin in self.pins.items() if other != name}
        if number and number in others:
            self.house.notify("pins.taken", "bad", number=number)
            return
        self.house.set("pins", {**self.pins, name: number})
        self.house.hands.wire()
        self.refresh()

    def _brightness(self) -> Press:
        now = float(self.house.hands.brightness) if self.house.hands is not None else 0.0
        percent = round(100 * now)
        press = Press(text=self.say("pins.bright", percent=percent) if percent else self.say("pins.dark"))
        press.bind(on_tap=lambda _: self._brighten(now))
        return press

    def _brighten(self, now: float) -> None:
        brighter: Any = next((level for level in BRIGHT if level > now + 0.01), BRIGHT[0])
        self.house.set("tray_light", brighter)
        self.house.hands.shine()
        self.refresh()


SCREEN = PinsScreen
