"""The rules of a game: those of this moment first, all others by section or by search."""

from __future__ import annotations

from typing import Any

from kivy.properties import NumericProperty, StringProperty
from kivy.uix.recycleview import RecycleView
from kivy.uix.recycleview.views import RecycleDataViewBehavior

from companion.engine import Game, Rule, Rulebook, rulebook

from . import theme
from .base import House, Panel
from .fit import LINE, lines
from .furniture import Column, Nothing, game_in_mind, playable
from .keyboard import Typing
from .widgets import Card, Press

NOW = "*now"


class RuleRow(RecycleDataViewBehavior, Card):
    """One rule: the sentence, how an open question is read, id and place."""

    words = StringProperty("")
    reading = StringProperty("")
    place = StringProperty("")
    reading_high = NumericProperty(0)


class RuleList(RecycleView):
    """Rules below each other; only those that are seen have widgets."""


class Rules(Panel):
    """The rule catalogue of one game."""

    kv = "rules"
    title = StringProperty("")

    def __init__(self, house: House) -> None:
        self.game: Game[Any] | None = None
        self.section = ""
        self.search = ""
        super().__init__(house)
        self.list = RuleList()

    def enter(self, **args: Any) -> None:
        """Show a game's rules: `game`'s, else those of the running or the last one."""
        wished = args.get("game")
        self.game = self.house.games[wished] if wished else game_in_mind(self.house)
        self.section = args.get("section", "")
        self.search = args.get("search", "")

    def keep(self) -> dict[str, Any]:
        """Game, section and search."""
        game = {"game": self.game.name} if self.game is not None else {}
        return {**game, "section": self.section, "search": self.search}

    @property
    def book(self) -> Rulebook:
        """The rules of the game with those of the table."""
        return rulebook(self.game) if self.game is not None else Rulebook({})

    def now(self) -> list[Rule]:
        """The rules of what is due."""
        table = self.house.table
        if table is None or self.game is None or table.game.name != self.game.name:
            return []
        prompt = table.prompt()
        ids = [rule for demand in (*prompt.demands, *prompt.offers) for rule in demand.rules]
        ids += [reminder.rule for reminder in table.reminders()]
        return [self.book[rule] for rule in dict.fromkeys(ids) if rule in self.book]

    def draw(self) -> None:
        """Show sections, and the rules of the chosen one or of the search."""
        if self.game is None:
            return
        self.title = f"{self.say('rules.title')}: {self.game.title}"
        self._draw_head()
        now = self.now()
        sections = list(dict.fromkeys(rule.section for rule in self.book.rules.values()))
        if not self.section:
            self.section = NOW if now else sections[0]
        self._draw_sections(sections, bool(now))
        if self.search:
            found = self.book.search(self.search, self.house.lang)
        elif self.section == NOW:
            found = now
        else:
            found = [rule for rule in self.book.rules.values() if rule.section == self.section]
        body = self.ids.body
        body.clear_widgets()
        if not found:
            body.add_widget(Nothing(icon="search", text=self.say("rules.none", words=self.search)))
            return
        wide = self.house.stage.width - theme.mm(2 * 2 + 44 + 2 + 2 + 2 * 2.4)
        self.list.data = [self._row(rule, wide) for rule in found]
        self.list.scroll_y = 1
        body.add_widget(self.list)

    def _draw_head(self) -> None:
        head = self.ids.head
        head.ids.extras.clear_widgets()
        if len(self.house.games) > 1 and self.house.table is None:
            head.add("", self._next_game, icon="book")
        if self.search:
            count = self.say("rules.found", count=len(self.book.search(self.search, self.house.lang)))
            found = self.say("rules.searched", words=self.search, rules=count)
            head.add(found, self._ask, icon="search", tone="chosen", wide=52)
            head.add("", lambda: self._find(""), icon="no")
        else:
            head.add(self.say("rules.search"), self._ask, icon="search", wide=34)

    def _draw_sections(self, sections: list[str], now: bool) -> None:
        place = self.ids.sections
        place.clear_widgets()
        column = Column()
        for section in ([NOW] if now else []) + sections:
            chosen = section == self.section and not self.search
            press = Press(
                text=self.say("rules.now") if section == NOW else section,
                icon="star" if section == NOW else "",
                tone="chosen" if chosen else "quiet",
                strong=chosen,
                left=True,
                size_hint_y=None,
                height=theme.mm(10),
            )
            press.bind(on_tap=lambda _, section=section: self._open(section))
            column.content.add_widget(press)
        place.add_widget(column)

    def _row(self, rule: Rule, wide: float) -> dict[str, Any]:
        words, reading = rule.sentence(self.house.lang), rule.reading(self.house.lang)
        reading = self.say("rules.open", reading=reading) if reading else ""
        small = self._high(reading, "small", wide) if reading else 0.0
        high = self._high(words, "text", wide) + small + theme.mm(4 + 2 * 1.4 + 2 * 0.8)
        return {
            "words": words,
            "reading": reading,
            "reading_high": small,
            "place": f"{rule.id}  ·  {rule.place(self.house.lang)}",
            "space": (None, high),
        }

    def _high(self, words: str, role: str, wide: float) -> float:
        size = theme.pt(role)
        return (lines(words, size, wide) or 3) * size * LINE + 2

    def _open(self, section: str) -> None:
        self.section, self.search = section, ""
        self.draw()

    def _ask(self) -> None:
        self.house.open(Typing(self.house, self.say("rules.search"), self._find))

    def _find(self, words: str) -> None:
        self.search = words
        self.draw()

    def _next_game(self) -> None:
        names = list(playable(self.house))
        at = names.index(self.game.name) if self.game is not None else -1
        self.game = self.house.games[names[(at + 1) % len(names)]]
        self.section = self.search = ""
        self.draw()


SCREEN = Rules
