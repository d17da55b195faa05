"""The set-up helper: what to lay out for this game, ticked off row by row."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.widget import Widget

from companion.engine import Setup

from .base import House, Panel
from .buttons import Deeds, Does
from .furniture import Nothing, TouchCard, words_of

ROWS = 4
"""Rows of a page."""

LAYING_OUT = "laying_out"
"""The setting that tells which game is being laid out, so that a power cut comes back to its list."""


class TaskRow(TouchCard):
    """One thing to lay out."""

    words = StringProperty("")
    place = StringProperty("")
    ticked = BooleanProperty(False)


class Checklist(Panel):
    """What to lay out, in pages."""

    kv = "checklist"
    title = StringProperty("")
    count = StringProperty("")

    def __init__(self, house: House) -> None:
        self.setup: Setup | None = None
        self.game_id: Any = None
        self.choice: dict[str, Any] = {}
        self.ticked: set[int] = set()
        self.page = 0
        super().__init__(house)

    def enter(self, **args: Any) -> None:
        """Take the set-up of the game that is about to begin; `game_id` if it is stored already."""
        self.setup, self.game_id = args["setup"], args.get("game_id")
        self.choice = args.get("choice", {})
        self.ticked = args.get("ticked", set())
        self.page = args.get("page", 0)

    def keep(self) -> dict[str, Any]:
        """What is ticked, and the page."""
        return {"ticked": self.ticked, "page": self.page}

    @property
    def tasks(self) -> list[tuple[str, str]]:
        """Words and rule place of everything to lay out."""
        if self.setup is None:
            return []
        game = self.house.games[self.setup.game]
        words = words_of(self.house, game, self.setup.names)
        return [
            (
                words.say(task.text),
                game.rules[task.rule].place(self.house.lang) if task.rule in game.rules else "",
            )
            for task in game.checklist(self.setup)
        ]

    @property
    def last_page(self) -> int:
        """The number of the last page."""
        return max(0, (len(self.tasks) - 1) // ROWS)

    def draw(self) -> None:
        """Show one page of the list."""
        tasks, game = self.tasks, self.setup and self.house.games[self.setup.game]
        self.title = f"{game.title}: {self.say('checklist.title')}" if game else ""
        self.count = self.say("checklist.count", done=len(self.ticked), all=len(tasks)) if tasks else ""
        rows = self.ids.rows
        rows.clear_widgets()
        first = self.page * ROWS
        for at, (words, place) in list(enumerate(tasks))[first : first + ROWS]:
            row = TaskRow(words=words, place=place, ticked=at in self.ticked)
            row.bind(on_release=lambda _, at=at: self._tick(at))
            rows.add_widget(row)
        if not tasks:
            rows.add_widget(Nothing(icon="box", text=self.say("checklist.empty")))
        elif len(tasks) > ROWS:
            for _ in range(first + ROWS - len(tasks)):
                rows.add_widget(Widget())
        last = self.page >= self.last_page
        self.ids.on.text = self.say("checklist.begin" if last else "checklist.next")
        self.ids.all.grey = len(self.ticked) == len(tasks)

    def _tick(self, at: int) -> None:
        self.ticked ^= {at}
        tasks = range(self.page * ROWS, min(len(self.tasks), (self.page + 1) * ROWS))
        if at in self.ticked and self.page < self.last_page and all(task in self.ticked for task in tasks):
            self.page += 1
        self.draw()

    def tick_all(self) -> None:
        """Everything lies on the table already."""
        self.ticked = set(range(len(self.tasks)))
        self.page = self.last_page
        self.draw()

    def back(self) -> None:
        """One page back, or back to the choices as if the game had not been made."""
        if self.page:
            self.page -= 1
            self.draw()
            return
        if self.game_id is not None:
            self.house.store.purge(self.game_id)
        self.house.set(LAYING_OUT, "")
        self.house.back(**self.choice)

    def forward(self) -> None:
        """The next page; after the last one the game begins."""
        if self.page < self.last_page:
            self.page += 1
            self.draw()
        elif self.setup is not None:
            self.house.set(LAYING_OUT, "")
            self.house.open_game(self.game_id or self.house.store.new_game(self.setup).id)
            self.house.go("play")

    def deeds(self) -> Deeds:
        """On to the next task, or back."""
        return {Does.ON: self.forward, Does.LEAVE: self.back}


SCREEN = Checklist
