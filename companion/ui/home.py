"""The first screen: go on with a game, begin one, or look something up."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.engine import MemoryJournal, Text, text

from . import theme
from .base import House, Panel
from .buttons import Deeds, Does
from .cards import Sheet
from .furniture import TouchCard, Who, words_of
from .icons import Sign
from .turning_off import ask_off, off_words
from .widgets import Card, Press, Words


def ago(wall: str, now: datetime) -> Text | None:
    """How long ago the wall clock said so; None where it cannot be trusted."""
    try:
        then = datetime.fromisoformat(wall).replace(tzinfo=UTC)
    except ValueError:
        return None
    seconds = (now - then).total_seconds()
    if seconds < 0:
        return None
    if seconds < 90:
        return text("when.now")
    if seconds < 3600:
        return text("when.minutes", count=int(seconds // 60))
    if seconds < 86400:
        return text("when.hours", count=int(seconds // 3600))
    if seconds < 14 * 86400:
        return text("when.days", count=int(seconds // 86400))
    return text("when.date", day=then.day, month=f"{then.month:02}", year=then.year)


class Welcome(Card):
    """What stands in the place of a waiting game while there is none."""

    title = StringProperty("")
    note = StringProperty("")


class WaitingGame(TouchCard):
    """An unfinished game: what, who, where it stands, since when."""

    title = StringProperty("")
    heading = StringProperty("")
    when = StringProperty("")
    big = BooleanProperty(False)


class Home(Panel):
    """The first screen."""

    kv = "home"

    def __init__(self, house: House) -> None:
        self.told: list[str] = []
        self.off_words = off_words(house)
        super().__init__(house)

    def draw(self) -> None:
        """Show the waiting games."""
        self._draw_mishaps()
        place = self.ids.games
        place.clear_widgets()
        waiting = list(self.house.store.unfinished())
        self.ids.new.tone = "plain" if waiting else "primary"
        if not waiting:
            place.add_widget(Welcome(title=self.say("home.welcome"), note=self.say("home.welcome.note")))
            return
        place.add_widget(self._card(waiting[0], big=True))
        on = Press(
            text=self.say("home.continue"),
            icon="arrow_right",
            tone="primary",
            strong=True,
            role="title",
            size_hint_y=None,
            height=theme.mm(14),
        )
        on.bind(on_tap=lambda _: self._continue(waiting[0]))
        place.add_widget(on)
        if len(waiting) > 1:
            place.add_widget(self._others(waiting[1:]))

    def _others(self, waiting: list[Any]) -> BoxLayout:
        row = BoxLayout(spacing=theme.mm(2.4), size_hint_y=None, height=theme.mm(21))
        shown = waiting if len(waiting) <= 2 else waiting[:1]
        for game in shown:
            row.add_widget(self._card(game))
        if len(waiting) > len(shown):
            more = Press(text=self.say("home.more", count=len(waiting) - len(shown)), icon="menu")
            more.bind(on_tap=lambda _: self._all(waiting))
            row.add_widget(more)
        return row

    def _all(self, waiting: list[Any]) -> None:
        cards = []
        for game in waiting:
            card = self._card(game)
            card.size_hint_y, card.height = None, theme.mm(21)
            cards.append(card)
        close = (self.say("screen.close"), "plain", self.house.close)
        self.house.open(Sheet(self.house, self.say("home.waiting"), (close,), tuple(cards)))

    def _card(self, waiting: Any, big: bool = False) -> WaitingGame:
        setup = waiting.setup
        game = self.house.games.get(setup.game) if setup.game in self.house.games else None
        then = ago(waiting.played, datetime.now(UTC))
        card = WaitingGame(
            big=big,
            title=game.title if game else setup.game,
            heading=self._heading(waiting) if big or game is None else self._names(setup.names),
            when=self.say(then) if then else "",
        )
        players = card.ids.players
        for player in setup.players if big else ():
            players.add_widget(Who(name=player.name, colour=player.colour, shape=player.shape))
        if not big:
            card.remove_widget(players)
        card.bind(on_release=lambda _: self._continue(waiting))
        return card

    def _names(self, names: tuple[str, ...]) -> str:
        return ", ".join(names)

    def _heading(self, waiting: Any) -> str:
        """Where the game stands; the game itself says it."""
        setup = waiting.setup
        if setup.game not in self.house.games:
            return self.say("home.missing", game=setup.game)
        table = self.house.table
        if table is None or self.house.game_id != waiting.id:
            table = self.house.table_of(setup, MemoryJournal(self.house.store.records(waiting.id)))
        words = words_of(self.house, table.game, setup.names)
        return words.say(table.prompt().heading)

    def _continue(self, waiting: Any) -> None:
        if waiting.setup.game not in self.house.games:
            self.house.notify("home.missing", "bad", game=waiting.setup.game)
            return
        if self.house.table is None or self.house.game_id != waiting.id:
            self.house.open_game(waiting.id)
        self.house.go("play")

    def switch_off(self) -> None:
        """Ask whether to switch off."""
        ask_off(self.house)

    def deeds(self) -> Deeds:
        """On with the last game, or a new one."""
        return {Does.ON: self._go_on}

    def _go_on(self) -> None:
        waiting = list(self.house.store.unfinished())
        if waiting:
            self._continue(waiting[0])
        else:
            self.house.go("new_game")

    def _draw_mishaps(self) -> None:
        place = self.ids.mishaps
        place.clear_widgets()
        self.told += self.house.mishaps()
        for words in self.told[:1]:
            card = Card(edge="bad", size_hint_y=None, orientation="horizontal", height=theme.mm(17))
            sign = Sign(name="warning", colour="bad", back="paper", size_hint_x=None, width=theme.mm(9))
            card.add_widget(sign)
            card.add_widget(Words(text=words, halign="left"))
            seen = Press(text=self.say("screen.ok"), size_hint_x=None, width=theme.mm(18))
            seen.bind(on_tap=lambda _: self._seen())
            card.add_widget(seen)
            place.add_widget(card)

    def _seen(self) -> None:
        del self.told[0]
        self.draw()


SCREEN = Home
