"""A new game: which one, who plays, how. What was chosen last time is chosen already."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.engine import Answer, Game, Setup

from . import theme
from .base import House, Panel
from .buttons import Deeds, Does
from .checklist import LAYING_OUT
from .furniture import Column, Nothing, TouchCard, last_setup, playable, words_of
from .lineup import Lineup
from .seating import Seating
from .widgets import Press, Words

PAGES = ("game", "players", "options")
DEPTH_SIGNS = {"full": "eye", "light": "pencil", "scoring": "crown"}
GAME_SIGNS = ("satellite", "shuttle", "ship", "city", "robot", "star")


class GameCard(TouchCard):
    """A game that can be played."""

    title = StringProperty("")
    seats = StringProperty("")
    icon = StringProperty("")
    chosen = BooleanProperty(False)


class NewGame(Panel):
    """What a new game begins with."""

    kv = "new_game"
    title = StringProperty("")

    def __init__(self, house: House) -> None:
        self.page = "game"
        self.game: Game[Any] | None = None
        self.lineup = Lineup()
        self.depth = "full"
        self.options: dict[str, Answer] = {}
        super().__init__(house)

    def enter(self, **args: Any) -> None:
        """Begin with the last group; `keep` brings back a half-made choice."""
        if "lineup" in args:
            self.game, self.lineup, self.depth = args["game"], args["lineup"], args["depth"]
            self.options, self.page = args["options"], args["page"]
            return
        names = list(playable(self.house))
        last = last_setup(self.house.store)
        wished = args.get("game") or (last.game if last else "")
        self.lineup = Lineup(last.players if last else ())
        self._choose(wished if wished in names else names[0] if len(names) == 1 else "")
        self.page = "players" if len(names) == 1 or args.get("game") else "game"

    def keep(self) -> dict[str, Any]:
        """Everything chosen so far."""
        return {
            "game": self.game,
            "lineup": self.lineup,
            "depth": self.depth,
            "options": self.options,
            "page": self.page,
        }

    def _choose(self, name: str) -> None:
        self.game = self.house.games[name] if name else None
        if self.game is None:
            return
        self.lineup = Lineup(self.lineup.players[: max(self.game.seats)], self.game.seats)
        last = last_setup(self.house.store, name)
        depth = last.depth if last else "full"
        self.depth = depth if depth in self.game.depths else self.game.depths[0]
        before = last.options if last else {}
        self.options = {
            rule.key: before.get(rule.key, rule.default)
            if before.get(rule.key) in [value for value, _ in rule.values]
            else rule.default
            for rule in self.game.house_rules
        }

    def turn(self, page: str) -> None:
        """Show another page."""
        if self.game is not None or page == "game":
            self.page = page
            self.draw()

    def back(self) -> None:
        """One page back, or off the screen."""
        at = PAGES.index(self.page)
        if at > (1 if len(playable(self.house)) == 1 else 0):
            self.turn(PAGES[at - 1])
        else:
            self.house.back()

    def draw(self) -> None:
        """Show the page."""
        self.title = self.say("new.title") + (f": {self.game.title}" if self.game else "")
        pages = [(page, self.say(f"new.{page}")) for page in PAGES]
        self.ids.tabs.fill(pages, self.page)
        body = self.ids.body
        body.clear_widgets()
        body.add_widget(getattr(self, f"_{self.page}")())
        on, short = self.ids.on, self.lineup.short
        last = self.page == "options"
        on.text = self.say("new.begin" if last else "new.next")
        if self.game is None:
            on.grey = True
        elif short and self.page != "game":
            on.grey = True
            on.text = self.say("new.few" if short > 0 else "new.many", count=abs(short))
        else:
            on.grey = False
        on.icon = "" if on.grey else "arrow_right"
        on.role = "text" if on.grey else "title"

    def _game(self) -> BoxLayout | GridLayout:
        games = playable(self.house)
        if not games:
            return Nothing(icon="box", text=self.say("new.none"))
        grid = GridLayout(cols=2 if len(games) <= 4 else 3, spacing=theme.mm(2.4))
        for at, name in enumerate(games):
            game = games[name]
            chosen = self.game is not None and self.game.name == name
            low, high = min(game.seats), max(game.seats)
            card = GameCard(
                title=game.title,
                seats=self.say("new.seats" if low < high else "new.seats.one", low=low, high=high),
                icon=GAME_SIGNS[at % len(GAME_SIGNS)],
                chosen=chosen,
                edge="accent" if chosen else "line",
            )
            card.bind(on_release=lambda _, name=name: self._picked(name))
            grid.add_widget(card)
        return grid

    def _picked(self, name: str) -> None:
        self._choose(name)
        self.turn("players")

    def _players(self) -> Seating:
        return Seating(self.house, self.lineup, self.house.store.names(), self.draw)

    def _options(self) -> Column:
        column = Column()
        game = self.game
        if game is None:
            return column
        column.content.add_widget(self._hint(self.say("new.depth")))
        row = BoxLayout(spacing=theme.mm(2), size_hint_y=None, height=theme.mm(24))
        for depth in game.depths:
            row.add_widget(self._depth(depth))
        column.content.add_widget(row)
        words = words_of(self.house, game)
        for rule in game.house_rules:
            line = BoxLayout(spacing=theme.mm(1.6), size_hint_y=None, height=theme.mm(11))
            line.add_widget(Words(text=words.say(rule.ask), halign="left", size_hint_x=0.9))
            for value, label in rule.values:
                chosen = self.options.get(rule.key) == value
                press = Press(
                    text=words.say(label),
                    tone="chosen" if chosen else "plain",
                    strong=chosen,
                    size_hint_x=1.2 / len(rule.values),
                )
                press.bind(on_tap=lambda _, key=rule.key, value=value: self._set(key, value))
                line.add_widget(press)
            column.content.add_widget(line)
        return column

    def _depth(self, depth: str) -> TouchCard:
        chosen = depth == self.depth
        card = TouchCard(
            edge="accent" if chosen else "line", tone="pressed" if chosen else "paper", spacing=theme.mm(0.6)
        )
        card.add_widget(
            Words(
                text=self.say(f"depth.{depth}"), bold=True, size_hint_y=0.5, ink="accent" if chosen else "ink"
            )
        )
        card.add_widget(Words(text=self.say(f"depth.{depth}.note"), role="small", ink="muted"))
        card.bind(on_release=lambda _: self._set("", depth))
        return card

    def _set(self, key: str, value: Answer) -> None:
        if key:
            self.options[key] = value
        else:
            self.depth = str(value)
        self.draw()

    def _hint(self, words: str) -> Words:
        return Words(
            text=words, role="small", ink="muted", halign="left", size_hint_y=None, height=theme.mm(5)
        )

    def forward(self) -> None:
        """The next page; after the last one the game is made."""
        at = PAGES.index(self.page)
        if self.page != "options":
            self.turn(PAGES[at + 1])
        elif self.game is not None and not self.lineup.short:
            self._begin(self.game)

    def _begin(self, game: Game[Any]) -> None:
        setup = Setup(
            game=game.name,
            players=tuple(self.lineup.players),
            depth=self.depth,
            options=dict(self.options),
            facts=self.house.store.box.facts(game.name),
        )
        game_id = self.house.store.new_game(setup).id
        self.house.set(LAYING_OUT, game_id)
        self.house.go("checklist", setup=setup, game_id=game_id, choice=self.keep())

    def deeds(self) -> Deeds:
        """On, once enough is chosen, or back."""
        return {Does.LEAVE: self.back, **({} if self.ids.on.grey else {Does.ON: self.forward})}


SCREEN = NewGame
