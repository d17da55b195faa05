"""The app with a drawn dice tray beside it, for the tests of what the camera sees."""

from __future__ import annotations

from typing import Any

from drawn_dice import PlainReader, tray
from ui.screen import Screen

from companion.engine import Draft, Setup
from companion.engine.notation import players
from companion.observe import Eyes, Look, Views
from hardware.camera import DrawnCamera

THREE = Setup(game="probe", players=players("Anna", "Ben", "Cem"))


class DrawnTable:
    """The app with a drawn tray beside it; `show` lets the tray lie still with other dice in it."""

    def __init__(self, screen: Screen, *doubt: str) -> None:
        self.screen, self.doubt = screen, doubt
        self.now, self.picture = 0.0, tray()
        self.views = Views(
            {view: Look(source="drawn") for view in ("tray", "table", "window")},
            make=lambda _: DrawnCamera(self._draw, self._clock),
        )
        screen.house.eyes = Eyes(self.views, {"dice": lambda: PlainReader(*doubt)}, threaded=False)

    def _draw(self) -> Any:
        return self.picture

    def _clock(self) -> float:
        self.now += 0.2
        return self.now

    def dock(self) -> None:
        """Play until dice are wanted."""
        for seat in range(3):
            self.screen.house.panel.open(Draft("dock", seat).then("berth", seat + 1))
        self.screen.frames()
        self.look()

    def look(self, times: int = 8) -> None:
        """Let the eyes see some frames, and the screen what they saw."""
        for _ in range(times):
            self.screen.house.eyes.step()
            if self.panel is not None:
                self.panel._tick()
        self.screen.frames()

    def show(self, *faces: int, shift: int = 0) -> None:
        """Let other dice lie in the tray."""
        self.picture = tray(*faces, shift=shift)
        self.look()

    def touch_at(self, x: float, y: float) -> None:
        """Touch a point of the tray's picture."""
        self.screen.touch(*self.panel.ids.tray.at(x, y))

    @property
    def panel(self) -> Any:
        """The Dice panel, while it is shown."""
        return self.screen.house.panel.tray.shown

    @property
    def rolls(self) -> list[tuple[int, ...]]:
        """All that was entered."""
        return [move.action.faces for move in self.screen.house.table.line if move.action.verb == "roll"]
