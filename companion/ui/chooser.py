"""The step that a draft waits at: its question, what was answered so far, and its choices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.engine import Answer, Option, Player, Step, Verdict, literal

from . import theme
from .base import House
from .fit import lines, width
from .numpad import NumPad
from .tiles import Tile, Tiles, plan
from .walk import Walk, drawn
from .widgets import READABLE, Words

LATEST = 5
"""So many of the last answers are shown where one field is asked many times."""

ONE_TAP = 12
"""Up to so many numbers are buttons; more are typed."""


def is_typed(step: Step | None) -> bool:
    """Whether a step wants a number from the keypad."""
    return step is not None and step.entry == "number" and step.high - step.low >= ONE_TAP


def shortened(said: list[str], wide: float) -> str:
    """Answers in a row; the first ones are left out where all of them could not be read."""
    for at in range(len(said)):
        words = " › ".join([*(["…"] if at else []), *said[at:]])
        if at == len(said) - 1 or width(words, int(theme.mm(READABLE * 1.1))) <= wide:
            return words
    return ""


def ask_height(ask: str, wide: float) -> float:
    """The height of a question: one line, or two where it is long."""
    size = int(theme.pt("text"))
    return 0.0 if not ask else size * 1.3 * (1 if lines(ask, size, wide, True) == 1 else 2)


class Chooser(BoxLayout):
    """Shows a walk's step: `answer` gets a value, `why` a forbidden option, `write` asks for words."""

    def __init__(self, **props: Any) -> None:
        super().__init__(orientation="vertical", spacing=theme.mm(1.2), **props)
        self.answer: Callable[[Answer], Any] = lambda value: None
        self.why: Callable[[Option], Any] = lambda option: None
        self.write: Callable[[], Any] = lambda: None
        self.trail = Words(role="small", ink="muted", halign="left", size_hint_y=None, most=1)
        self.ask = Words(bold=True, halign="left", size_hint_y=None, height=0, most=2)
        self.tiles = Tiles()
        self.pad = NumPad()
        self.hint = Words(ink="muted")
        self.known = ""
        self._players: tuple[Player, ...] = ()
        self.covered: frozenset[Answer] = frozenset()
        self.marked: Answer | None = None
        self._body: Widget | None = None
        self._said: list[str] = []
        self.bind(width=self._fit_head)

    def show_tiles(self, house: House, tiles: list[Tile], ask: str = "") -> None:
        """Show plain choices without a step."""
        self._head([], ask)
        self._use(self.tiles)
        self.tiles.more = house.say("play.more")
        self.tiles.show(tiles)

    def show(self, house: House, walk: Walk, players: tuple[Player, ...] = ()) -> None:
        """Show the step that a walk waits at; options that are players look like them."""
        self._players = players
        step = walk.step
        if step is None:
            self.show_tiles(house, [])
            return
        self._head(*self._heads(house, walk, step))
        if is_typed(step):
            self._use(self.pad)
            if (self.pad.low, self.pad.high) != (step.low, step.high) or not self.pad.typed:
                self.pad.start(step.low, step.high)
            return
        self._use(self.tiles)
        tiles = self._tiles(house, step)
        if not tiles:
            self.hint.text = house.say("play.touch")
            self._use(self.hint)
            return
        self.tiles.more = house.say("play.more")
        self.tiles.show(tiles, dense=step.keys or step.entry == "number")

    def needs(self, house: House, walk: Walk, wide: float, high: float) -> bool:
        """Whether the step has more choices than fit into a place of this size."""
        step = walk.step
        if step is None or step.entry != "pick":
            return False
        trail, ask = self._heads(house, walk, step)
        above = theme.pt("small") * 1.25 * bool(trail) + ask_height(ask, wide)
        above += theme.mm(1.2) * (bool(trail) + bool(ask))
        count = sum(option.value not in self.covered for option in step.options)
        return count > plan(max(count, 1), wide, high - above, step.keys).room

    def _heads(self, house: House, walk: Walk, step: Step) -> tuple[list[str], str]:
        """What was answered so far, and the question where it does not stand elsewhere already."""
        ask = house.say(step.ask)
        so_far = self._so_far(house, walk, step)
        return so_far, "" if ask in (self.known, *so_far) else ask

    def _so_far(self, house: House, walk: Walk, step: Step) -> list[str]:
        if step.of > 1:
            said = [house.say(label) for label in walk.said()]
            shown = " · ".join([*(["…"] if len(said) > LATEST else []), *said[-LATEST:]])
            return [f"{house.say('play.progress', done=step.done, of=step.of)}    {shown}"]
        return [house.say(label) for label in walk.so_far()]

    def _tiles(self, house: House, step: Step) -> list[Tile]:
        if step.entry == "text":
            return [Tile(house.say("play.type"), self.write, icon="pencil", tone="primary")]
        if step.entry == "chance":
            return [Tile(house.say(step.ask), lambda: self.answer(drawn(step)), icon="bag", tone="primary")]
        options = {option.value: option for option in step.options if option.value not in self.covered}
        if step.entry == "number":
            for number in range(step.low, step.high + 1):
                options.setdefault(number, Option(value=number, label=literal(str(number))))
            options = {number: options[number] for number in range(step.low, step.high + 1)}
        return [self._tile(house, option) for option in options.values()]

    def _tile(self, house: House, option: Option) -> Tile:
        def act() -> None:
            if option.ruling.allowed:
                self.answer(option.value)
            else:
                self.why(option)

        note = "" if option.note is None else house.say(option.note)
        if option.ruling.verdict is Verdict.UNDECIDABLE:
            note = note or house.say("play.undecided")
        tile = Tile(house.say(option.label), act, note, option.icon, grey=not option.ruling.allowed)
        if option.tone and option.ruling.allowed:
            tile = tile._replace(tone=option.tone)
        seat = option.label.args.get("seat") if option.label.key == "@seat" else None
        if isinstance(seat, int) and seat < len(self._players):
            player = self._players[seat]
            tile = tile._replace(icon=player.shape, tone=player.colour)
        return tile._replace(tone="primary") if option.value == self.marked else tile

    def _head(self, said: list[str], ask: str) -> None:
        self._said, self.ask.text = said, ask
        self.trail.height = theme.pt("small") * 1.25
        self._fit_head()
        for line in (self.trail, self.ask):
            if line.parent is not None:
                self.remove_widget(line)
        body = len(self.children)
        for line in (self.trail, self.ask):
            if line.text:
                self.add_widget(line, index=body)

    def _fit_head(self, *_: Any) -> None:
        self.trail.text = shortened(self._said, self.width)
        self.ask.height = ask_height(self.ask.text, self.width)

    def _use(self, body: Widget) -> None:
        if self._body is not body:
            if self._body is not None:
                self.remove_widget(self._body)
            self.add_widget(body)
            self._body = body
            if body is self.pad:
                self.pad.start(int(self.pad.low), int(self.pad.high))
