"""Somebody at the drawing board who enters places and links of the probe game's chart."""

from __future__ import annotations

from typing import Any

from companion.engine import Place, Plan, read_plan
from companion.ui.box import FactTile

GROUPS = {"de": "Seekarten", "en": "Charts"}


class ChartRoom:
    """The screen on which a chart is drawn, with the words of its language."""

    def __init__(self, screen: Any, lang: str = "en", slot: int = 0) -> None:
        self.screen, self.lang, self.slot = screen, lang, slot

    def say(self, key: str) -> str:
        """A sentence of the house."""
        return str(self.screen.house.say(key))

    def open_menu(self) -> None:
        """Open the card of the chart in the box."""
        self.screen.house.go("box", game="probe", group=GROUPS[self.lang])
        self.screen.frames()
        tiles = [found for found in self.screen.widgets() if isinstance(found, FactTile)]
        self.screen.tap(sorted(tiles, key=lambda one: str(one.words))[self.slot])

    def open(self) -> None:
        """Begin to draw."""
        self.open_menu()
        self.screen.tap(self.say("draw.begin"))

    @property
    def panel(self) -> Any:
        """The drawing board."""
        return self.screen.house.panel

    @property
    def plan(self) -> Plan:
        """What is drawn."""
        plan: Plan = self.panel.work.plan
        return plan

    @property
    def draft(self) -> Plan:
        """What the store has of it."""
        return read_plan(self.screen.house.store.box.drafts("probe")[f"chart.{'ab'[self.slot]}"])

    def tool(self, words: str) -> None:
        """Choose a tool."""
        self.screen.tap(self.panel.ids.tool)
        self.screen.tap(words)

    def touch(self, x: float, y: float) -> None:
        """Touch a point of the plan."""
        self.screen.touch(*self.panel.ids.view.at(x, y))

    def drag(self, *way: tuple[float, float]) -> None:
        """Drag along points of the plan."""
        self.screen.drag(*(self.panel.ids.view.at(x, y) for x, y in way))

    def choose(self, words: str) -> None:
        """Set a value by its button at the side."""
        self.screen.tap(self.screen.find(words, self.panel.fields))

    def put(self, x: int, y: int) -> Place:
        """One more place."""
        self.touch(x, y)
        place: Place = self.panel.work.chosen
        return place

    def tie(self, one: Place, other: Place) -> None:
        """A link between two places."""
        self.touch(one.x, one.y)
        self.touch(other.x, other.y)
