"""The owner's box: printed values of each game, known or not, told with a touch."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.gridlayout import GridLayout

from companion.engine import FactSpec, FactValue, Game, Words

from . import plan_menu, theme
from .asking import NumberCard
from .base import House, Panel
from .cards import Sheet
from .charts import Bar
from .furniture import Column, Nothing, TouchCard, game_in_mind, playable, words_of
from .keyboard import Typing
from .sharing import box_menu
from .tiles import Tile, Tiles
from .widgets import Press


class FactTile(TouchCard):
    """One printed value, or the question for it."""

    words = StringProperty("")
    value = StringProperty("")
    told = BooleanProperty(False)


class BoxScreen(Panel):
    """The facts of one game at a time, by group."""

    kv = "box"
    title = StringProperty("")
    known = StringProperty("")

    def __init__(self, house: House) -> None:
        self.game: Game[Any] | None = None
        self.group = ""
        super().__init__(house)

    def enter(self, **args: Any) -> None:
        """Show the box of `game`, else of the running or the last one."""
        wished = args.get("game")
        self.game = self.house.games[wished] if wished else game_in_mind(self.house)
        self.group = args.get("group", "")

    def keep(self) -> dict[str, Any]:
        """Game and group."""
        return {"game": self.game.name, "group": self.group} if self.game is not None else {}

    @property
    def words(self) -> Words:
        """The words of the game that is shown."""
        if self.game is None:
            return self.house.words
        return words_of(self.house, self.game)

    def groups(self) -> dict[str, list[FactSpec]]:
        """The facts of the game by group, in the game's order."""
        found: dict[str, list[FactSpec]] = {}
        words, other = self.words, self.say("box.other")
        for spec in self.game.facts.values() if self.game is not None else ():
            found.setdefault(words.say(spec.group) if spec.group else other, []).append(spec)
        return found

    def draw(self) -> None:
        """Show the groups, and the facts of the chosen one."""
        game = self.game
        head = self.ids.head
        head.ids.extras.clear_widgets()
        self.title = self.say("box.title") + (f": {game.title}" if game else "")
        if len(self.house.games) > 1:
            head.add("", self._next_game, icon="box")
        head.add(self.say("box.import"), lambda: box_menu(self, "import"), icon="arrow_down", wide=32)
        head.add(self.say("box.export"), lambda: box_menu(self, "export"), icon="arrow_up", wide=32)
        body = self.ids.body
        body.clear_widgets()
        groups = self.groups()
        if not groups or game is None:
            self.ids.groups.clear_widgets()
            self.ids.bar.clear_widgets()
            self.known = ""
            body.add_widget(Nothing(icon="box", text=self.say("box.empty")))
            return
        facts = self.house.store.box.facts(game.name)
        if self.group not in groups:
            self.group = next(iter(groups))
        told = sum(key in facts for key in game.facts)
        self.known = self.say("box.known", known=told, all=len(game.facts))
        self.ids.bar.clear_widgets()
        self.ids.bar.add_widget(Bar(told / len(game.facts), "good"))
        self._draw_groups(groups, facts)
        body.add_widget(self._facts(groups[self.group], facts))

    def _draw_groups(self, groups: dict[str, list[FactSpec]], facts: dict[str, FactValue]) -> None:
        place = self.ids.groups
        place.clear_widgets()
        column = Column()
        for name, specs in groups.items():
            told = sum(spec.key in facts for spec in specs)
            chosen = name == self.group
            press = Press(
                text=name,
                note=f"{told} / {len(specs)}",
                icon="check" if told == len(specs) else "question",
                tone="chosen" if chosen else "quiet",
                strong=chosen,
                left=True,
                size_hint_y=None,
                height=theme.mm(13),
            )
            press.bind(on_tap=lambda _, name=name: self._open(name))
            column.content.add_widget(press)
        place.add_widget(column)

    def _facts(self, specs: list[FactSpec], facts: dict[str, FactValue]) -> Column:
        column, words = Column(), self.words
        grid = GridLayout(cols=2, spacing=theme.mm(1.6), size_hint_y=None)
        grid.row_force_default, grid.row_default_height = True, theme.mm(13)
        grid.bind(minimum_height=grid.setter("height"))
        drafts = self.house.store.box.drafts(self.game.name) if self.game is not None else {}
        for spec in specs:
            value = facts.get(spec.key)
            said = self.say("box.unknown") if value is None else words.word(spec.short(value))
            if spec.key in drafts:
                said = self.say("draw.draft")
            tile = FactTile(words=words.say(spec.ask), value=said, told=value is not None)
            tile.bind(on_release=lambda _, spec=spec: self._ask(spec))
            grid.add_widget(tile)
        column.content.add_widget(grid)
        return column

    def _open(self, group: str) -> None:
        self.group = group
        self.draw()

    def _ask(self, spec: FactSpec) -> None:
        if self.game is None:
            return
        house, ask = self.house, self.words.say(spec.ask)
        if spec.plan is not None:
            plan_menu.open_plan(house, self.game, spec, self.refresh)
            return
        value = house.store.box.facts(self.game.name).get(spec.key)
        forget = ((self.say("box.forget"), "plain", lambda: self._forget(spec)),) if value is not None else ()
        if spec.kind == "number":
            number = value if isinstance(value, int) else None
            bounds = (spec.low, spec.high)
            house.open(NumberCard(house, ask, lambda told: self._tell(spec, told), bounds, number, forget))
        elif spec.kind == "choice":
            tiles = Tiles(size_hint_y=None, height=theme.mm(46))
            tiles.show([self._choice(spec, choice, choice == value) for choice in spec.choices])
            close = (self.say("screen.cancel"), "plain", house.close)
            house.open(Sheet(house, ask, (close, *forget), (tiles,)))
        else:
            start = str(value) if value is not None else ""
            house.open(Typing(house, ask, lambda told: self._tell(spec, told), start))

    def _choice(self, spec: FactSpec, choice: FactValue, chosen: bool) -> Tile:
        def take() -> None:
            self.house.close()
            self._tell(spec, choice)

        return Tile(str(choice), take, tone="chosen" if chosen else "plain")

    def _tell(self, spec: FactSpec, value: FactValue) -> None:
        problem = spec.problem(value)
        if self.game is None:
            return
        if problem is not None:
            self.house.stage.notify(self.words.say(problem), "bad")
            return
        self.house.store.box.keep(self.game.name, {spec.key: value})
        self.draw()

    def _forget(self, spec: FactSpec) -> None:
        self.house.close()
        if self.game is not None:
            self.house.store.box.drop(self.game.name, spec.key)
        self.draw()

    def _next_game(self) -> None:
        names = list(playable(self.house))
        at = names.index(self.game.name) if self.game is not None else -1
        self.game = self.house.games[names[(at + 1) % len(names)]]
        self.group = ""
        self.draw()


SCREEN = BoxScreen
