"""What several screens have in common: a head with the way back, tabs, players' names, empty places."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.properties import NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView

from companion.engine import Game, Setup, Table, Words, play

from . import theme
from .base import House, load_kv, log
from .locale import catalogue
from .widgets import Card, Press


def words_of(house: House, game: Game[Any], names: tuple[str, ...] = ()) -> Words:
    """The words to speak of any game, also one that is not running."""
    return Words(play.texts(game, catalogue()), house.lang, names)


def playable(house: House) -> dict[str, Game[Any]]:
    """The installed games that can be loaded; one that is broken harms no other."""
    found = {}
    for name in house.games:
        try:
            found[name] = house.games[name]
        except Exception:
            log.exception("the game %s cannot be loaded", name)
    return found


def last_setup(store: Any, game: str = "") -> Setup | None:
    """With what the last game (of that name) began, told by the names that were remembered last."""
    setups: list[Setup] = [saved.setup for saved in (*store.unfinished(), *store.finished())]
    fitting = [setup for setup in setups if not game or setup.game == game]
    latest = [player.name for player in store.names()]
    for setup in fitting:
        if list(setup.names) == latest[: len(setup.names)]:
            return setup
    return fitting[0] if fitting else None


def game_in_mind(house: House) -> Game[Any] | None:
    """The game that somebody most likely wants to look something up for."""
    if house.table is not None:
        return house.table.game
    games, last = playable(house), last_setup(house.store)
    if last is not None and last.game in games:
        return games[last.game]
    return next(iter(games.values()), None)


def winner_words(house: House, table: Table[Any]) -> str:
    """Who has won, or leads while printed values are unknown."""
    outcome, names, unknown = table.outcome(), table.setup.names, any(table.score().open)
    if outcome is None:
        return house.say("final.running")
    if not outcome.winners:
        return house.say("final.nobody")
    if len(outcome.winners) == 1:
        return house.say("final.leads" if unknown else "final.wins", name=names[outcome.winners[0]])
    *first, last = (names[seat] for seat in outcome.winners)
    both = house.say("final.together", one=", ".join(first), two=last) if first else last
    return house.say("final.lead" if unknown else "final.shared", names=both)


class Head(BoxLayout):
    """The top of a screen: the way back, its title, and a few buttons."""

    title = StringProperty("")
    icon = StringProperty("arrow_left")
    __events__ = ("on_back",)

    def on_back(self) -> None:
        """The way back was touched."""

    def add(self, words: str, act: Any, *, icon: str = "", tone: str = "plain", wide: float = 13) -> Press:
        """One more button at the right."""
        press = Press(text=words, icon=icon, tone=tone, size_hint_x=None, width=theme.mm(wide))
        press.bind(on_tap=lambda _: act())
        self.ids.extras.add_widget(press)
        return press


class Tabs(BoxLayout):
    """Pages of a screen side by side, one of them shown."""

    chosen = StringProperty("")
    __events__ = ("on_pick",)

    def fill(self, pages: Sequence[tuple[str, str]], chosen: str, icons: Sequence[str] = ()) -> None:
        """Show these pages: (key, words)."""
        self.clear_widgets()
        self.chosen = chosen
        for at, (key, words) in enumerate(pages):
            press = Press(
                text=words,
                tone="chosen" if key == chosen else "quiet",
                strong=key == chosen,
                icon=icons[at] if icons else "",
            )
            press.bind(on_tap=lambda _, key=key: self.dispatch("on_pick", key))
            self.add_widget(press)

    def on_pick(self, key: str) -> None:
        """A page was touched."""


class Who(BoxLayout):
    """A player: shape in colour, and name."""

    name = StringProperty("")
    colour = StringProperty("blue")
    shape = StringProperty("circle")
    role = StringProperty("text")
    back = StringProperty("paper")
    side = NumericProperty(24)

    def __init__(self, **props: Any) -> None:
        props.setdefault("side", theme.mm(4.6))
        super().__init__(**props)


class TouchCard(ButtonBehavior, Card):
    """A card that can be touched as a whole."""


class Nothing(BoxLayout):
    """What a list shows while it is empty."""

    icon = StringProperty("")
    text = StringProperty("")


class Column(ScrollView):
    """Things below each other that scroll where they do not fit."""

    def __init__(self, **props: Any) -> None:
        super().__init__(
            do_scroll_x=False,
            bar_width=theme.mm(0.9),
            bar_color=theme.rgba("muted"),
            bar_inactive_color=theme.rgba("line"),
            scroll_type=["bars", "content"],
            scroll_distance=theme.mm(2),
            **props,
        )
        self.content = BoxLayout(orientation="vertical", size_hint_y=None, spacing=theme.mm(1.6))
        self.content.padding = (0, 0, theme.mm(1.8), 0)
        self.content.bind(minimum_height=self.content.setter("height"))
        self.add_widget(self.content)


load_kv("furniture")
