"""The games that were played to the end; a touch opens one at its final score."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from kivy.properties import StringProperty

from .base import Panel
from .furniture import Column, Nothing, TouchCard, Who
from .home import ago

SHOWN = 60
"""The newest games that are listed."""


class PlayedGame(TouchCard):
    """A finished game: what, when, who with how many points."""

    title = StringProperty("")
    when = StringProperty("")


class Archive(Panel):
    """The finished games, newest first."""

    kv = "archive"

    def draw(self) -> None:
        """List them."""
        body = self.ids.body
        body.clear_widgets()
        games = list(self.house.store.finished())[:SHOWN]
        if not games:
            body.add_widget(Nothing(icon="clock", text=self.say("archive.empty")))
            return
        column = Column()
        for game in games:
            column.content.add_widget(self._row(game))
        body.add_widget(column)

    def _row(self, game: Any) -> PlayedGame:
        setup = game.setup
        title = self.house.games[setup.game].title if setup.game in self.house.games else setup.game
        then = ago(game.result.when, datetime.now(UTC))
        row = PlayedGame(title=title, when=self.say(then) if then else "")
        for seat, player in enumerate(setup.players):
            won = seat in game.result.outcome.winners
            sheet = game.result.sheet
            name = f"{player.name}  {'≥ ' if sheet.open[seat] else ''}{sheet.totals[seat]}"
            row.ids.players.add_widget(
                Who(name=name, colour=player.colour, shape="crown" if won else player.shape, role="small")
            )
        row.bind(on_release=lambda _: self._open(game))
        return row

    def _open(self, game: Any) -> None:
        if game.setup.game not in self.house.games:
            self.house.notify("home.missing", "bad", game=game.setup.game)
            return
        self.house.open_game(game.id)
        self.house.go("final")


SCREEN = Archive
