"""The end of a game: who won and why, the points as bars, sheet and course, and the way to take it along."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.engine import Outcome, ScoreSheet, Table

from . import theme
from .base import House, Panel
from .buttons import Deeds, Does
from .charts import Bar, Course
from .furniture import winner_words
from .play import Play
from .scoresheet import score_table
from .sharing import Sharing
from .walk import missing_facts
from .widgets import Card, Press

ROOM = 4
"""Players whose bars fill the page."""

PAGES = ("result", "sheet", "course", "share")


class Winner(Card):
    """Who won, and what decided it."""

    words = StringProperty("")
    why = StringProperty("")
    over = BooleanProperty(True)


class PlayerBar(Card):
    """A player's place, name, points as a bar and as a number."""

    place = StringProperty("")
    name = StringProperty("")
    colour = StringProperty("blue")
    shape = StringProperty("circle")
    points = StringProperty("")
    won = BooleanProperty(False)


class Final(Panel):
    """The final score, or the score so far, on a few pages."""

    kv = "final"

    def __init__(self, house: House) -> None:
        self.page = PAGES[0]
        super().__init__(house)

    @property
    def table(self) -> Table[Any]:
        """The game that ended."""
        if self.house.table is None:
            raise LookupError("no game is running")
        return self.house.table

    def enter(self, **args: Any) -> None:
        """Begin with the result."""
        self.page = args.get("page", PAGES[0])

    def keep(self) -> dict[str, Any]:
        """The page."""
        return {"page": self.page}

    def turn(self, page: str) -> None:
        """Show another page."""
        self.page = page
        self.draw()

    def draw(self) -> None:
        """Show the page."""
        pages = [(page, self.say(f"final.{page}")) for page in PAGES]
        self.ids.tabs.fill(pages, self.page)
        body = self.ids.body
        body.clear_widgets()
        body.add_widget(getattr(self, f"_{self.page}")())

    def _result(self) -> BoxLayout:
        sheet, outcome = self.table.score(), self.table.outcome()
        box = BoxLayout(orientation="vertical", spacing=theme.mm(2))
        box.add_widget(self._winner(sheet, outcome))
        order = sorted(
            range(sheet.players),
            key=lambda seat: (outcome.places[seat] if outcome else 0, -sheet.totals[seat]),
        )
        for seat in order:
            box.add_widget(self._bar(sheet, outcome, seat))
        if sheet.players < ROOM:
            box.add_widget(Widget(size_hint_y=(ROOM - sheet.players) * 0.6))
        return box

    def _winner(self, sheet: ScoreSheet, outcome: Outcome | None) -> Winner:
        if outcome is None:
            return Winner(words=self.say("final.running"), over=False)
        words = winner_words(self.house, self.table)
        if any(sheet.open):
            return self._provisional(words)
        why = self.say(outcome.tie_break) if outcome.tie_break else ""
        if why and outcome.rule in self.table.game.rules:
            why += f"  ({self.table.game.rules[outcome.rule].place(self.house.lang)}, {outcome.rule})"
        return Winner(words=words, why=why)

    def _provisional(self, words: str) -> Winner:
        """Who leads while printed values are unknown, and the way to enter them."""
        missing = missing_facts(self.table)
        card = Winner(words=words, why=self.say("final.provisional", count=len(missing)), over=False)
        if missing:
            press = Press(text=self.say("final.enter"), icon="pencil", tone="primary", strong=True)
            press.size_hint_x, press.width = None, theme.mm(46)
            press.bind(on_tap=lambda _: self.enter_missing())
            card.add_widget(press)
        return card

    def enter_missing(self) -> None:
        """Go to the table and enter the missing values, one after the other."""
        self.house.go("play")
        play = self.house.panel
        if isinstance(play, Play):
            play.guard(play.ask_missing)

    def _bar(self, sheet: ScoreSheet, outcome: Outcome | None, seat: int) -> PlayerBar:
        player, total = self.table.setup.players[seat], sheet.totals[seat]
        won = outcome is not None and seat in outcome.winners
        row = PlayerBar(
            place=f"{outcome.places[seat]}." if outcome else "",
            name=player.name,
            colour=player.colour,
            shape=player.shape,
            points=f"≥ {total}" if sheet.open[seat] else str(total),
            won=won,
            edge="accent" if won else "",
        )
        row.size_hint_max_y = theme.mm(14)
        row.ids.bar.add_widget(Bar(total / max(1, *sheet.totals), player.colour))
        return row

    def _sheet(self) -> Widget:
        return score_table(self.house, self.table)

    def _course(self) -> Course:
        return Course(self.table.course(), self.table.setup.players)

    def _share(self) -> Sharing:
        return Sharing(self.house, self.table)

    def done(self) -> None:
        """Leave the table and go home."""
        self.house.sit(None)
        self.house.go("home")

    def deeds(self) -> Deeds:
        """Home, back to the game, or the next page."""
        after = PAGES[(PAGES.index(self.page) + 1) % len(PAGES)]
        return {
            Does.ON: self.done,
            Does.LEAVE: lambda: self.house.go("play"),
            Does.TURN: lambda: self.turn(after),
        }


SCREEN = Final
