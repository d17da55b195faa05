"""A secret entry: the box is handed over, opened by the one who may see it, and covered again."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.graphics import Color, Rectangle
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.boxlayout import BoxLayout

from companion.engine import Answer, Demand, Kind, Option, Refused

from . import theme
from .buttons import Deeds, Does
from .chooser import Chooser, is_typed
from .icons import Sign
from .keyboard import Typing
from .marking import Marking
from .picture import TableView
from .walk import Walk
from .why import why_not
from .widgets import Card, Press, Words

if TYPE_CHECKING:
    from .play import Play


class Secret(AnchorLayout):
    """Covers the whole screen: first the hand-over, then the entry, then the hand-over to the next."""

    def __init__(self, screen: Play, demand: Demand) -> None:
        super().__init__(padding=theme.mm(2))
        self.screen = screen
        self.house = screen.house
        self.demand = demand
        self.way = Walk(screen.table)
        with self.canvas.before:
            Color(*theme.rgba("night"))
            self._cover = Rectangle()
        self.bind(size=self._stretch, pos=self._stretch)
        self._main: Press | None = None
        self.marking: Marking | None = None
        self.chooser = Chooser()
        self.cover(demand)

    def _stretch(self, *_: Any) -> None:
        self._cover.pos, self._cover.size = self.pos, self.size

    def _say(self, key: str, **args: Any) -> str:
        return self.house.say(key, **args)

    def cover(self, demand: Demand) -> None:
        """Ask for the box to be handed to the player."""
        self.demand, self.marking = demand, None
        player = self.screen.players[demand.seat or 0]
        card = Card(size_hint=(0.8, 0.86), edge=player.colour, padding=theme.mm(4), spacing=theme.mm(2))
        card.add_widget(Sign(name=player.shape, colour=player.colour, back="paper"))
        card.add_widget(
            Words(text=self._say("secret.hand", who=player.name), role="huge", bold=True, size_hint_y=0.6)
        )
        card.add_widget(Words(text=self._say("secret.look"), ink="muted", size_hint_y=0.4))
        foot = BoxLayout(size_hint_y=None, height=theme.mm(13), spacing=theme.mm(2))
        foot.add_widget(self._press(self._say("secret.later"), self.close, "plain", 0.45))
        self._main = self._press(self._say("secret.open", who=player.name), self.uncover, player.colour)
        foot.add_widget(self._main)
        card.add_widget(foot)
        self._only(card)

    def uncover(self) -> None:
        """Show the entry to the one who holds the box."""
        self.way = Walk(self.screen.table)
        self.way.open(self.demand.draft)
        self.chooser = Chooser()
        self.marking = Marking(self.way, self.chooser.pad)
        self._show()

    def _show(self) -> None:
        house, walk, seat = self.house, self.way, self.demand.seat
        player = self.screen.players[seat or 0]
        card = Card(edge=player.colour, padding=theme.mm(2), spacing=theme.mm(1.6))
        head = BoxLayout(size_hint_y=None, height=theme.mm(9), spacing=theme.mm(2))
        head.add_widget(
            Sign(name=player.shape, colour=player.colour, back="paper", size_hint_x=None, width=theme.mm(8))
        )
        ask = house.say(self.demand.ask)
        head.add_widget(Words(text=ask, role="title", bold=True, halign="left"))
        card.add_widget(head)
        if walk.ready is not None:
            chosen = " › ".join(house.say(label) for label in walk.so_far())
            card.add_widget(Words(text=chosen, role="huge", bold=True))
        else:
            card.add_widget(self._entry(ask))
        foot = BoxLayout(size_hint_y=None, height=theme.mm(13), spacing=theme.mm(2))
        back = self._say("secret.cover") if not walk.entered else self._say("secret.change")
        foot.add_widget(self._press(back, self.back, "plain", 0.45))
        marked = None if self.marking is None else self.marking.now
        words = self._say("secret.seal") if marked is None else house.say(marked.label)
        self._main = self._press(words, self.go_on, "primary")
        self._main.grey = walk.ready is None and not is_typed(walk.step) and marked is None
        foot.add_widget(self._main)
        card.add_widget(foot)
        self._only(card)

    def _entry(self, ask: str) -> BoxLayout:
        table = self.screen.table
        box = BoxLayout(spacing=theme.mm(2))
        pages = table.game.pages(table.view(self.demand.seat))
        if pages:
            view = TableView()
            view.on_spot = self._spot
            picture = table.picture(pages[0].key, self.way.draft, self.demand.seat)
            view.show(picture, self.house.words, self.screen.players)
            box.add_widget(view)
        if self.chooser.parent is not None:
            self.chooser.parent.remove_widget(self.chooser)
        self.chooser.marked = None if self.marking is None else self.marking.value
        self.chooser.answer, self.chooser.why, self.chooser.write = self.answer, self.why, self.write
        self.chooser.known = ask
        self.chooser.show(self.house, self.way, self.screen.players)
        box.add_widget(self.chooser)
        return box

    def _spot(self, spot: Any) -> None:
        if spot.ruling.allowed:
            self.way.open(spot.draft)
            self._show()
        else:
            why_not(self.house, spot.ruling)

    def answer(self, value: Answer, reason: str = "") -> None:
        """Answer the step on the screen."""
        self.way.answer(value, reason)
        self._show()

    def why(self, option: Option) -> None:
        """Say why an option is grey."""
        why_not(self.house, option.ruling, partial(self._anyway, option.value))

    def _anyway(self, value: Answer, reason: str) -> None:
        self.house.open(self)
        self.answer(value, reason)

    def write(self) -> None:
        """Ask for words."""
        step = self.way.step
        if step is not None:
            self.house.open(Typing(self.house, self.house.say(step.ask), self.answer))

    def back(self) -> None:
        """Choose again, or cover without an entry."""
        if self.way.entered:
            self.way.back()
            self._show()
        else:
            self.cover(self.demand)

    def go_on(self) -> None:
        """Seal the entry, and hand the box to the next who has one to make."""
        if is_typed(self.way.step):
            value = self.chooser.pad.value
            if value is not None:
                self.answer(value)
            return
        if self.marking is not None and self.marking.now is not None:
            self.answer(self.marking.now.value)
            return
        try:
            self.way.submit()
        except Refused as refused:
            why_not(self.house, refused.ruling)
            return
        self.house.notify("secret.done")
        self.screen.way.sync()
        waiting = self.screen.waiting(Kind.SECRET)
        if waiting:
            self.cover(waiting[0])
        else:
            self.close()
            self.screen.ended()

    def close(self) -> None:
        """Go back to the table."""
        if self.parent is not None:
            self.parent.remove_widget(self)
        self.screen.refresh()

    @property
    def situation(self) -> str:
        """Whether the box is handed over, or its entry chosen."""
        if self.marking is None:
            return "cover"
        return "marking" if self.marking.on else "sealing"

    def deeds(self) -> Deeds:
        """What the big button says, the way back, and choosing with the buttons."""
        found: Deeds = {Does.LEAVE: self.close, Does.BACK: self.back}
        if self._main is not None and not self._main.grey:
            main = self._main
            found[Does.ON] = lambda: main.dispatch("on_tap")
        marking = self.marking
        if marking is not None and marking.choices():
            found |= {
                Does.MARK: partial(self._mark, marking.begin),
                Does.NEXT: partial(self._mark, marking.next),
                Does.UNMARK: partial(self._mark, marking.end),
            }
        return found

    def _mark(self, act: Callable[[], None]) -> None:
        act()
        self._show()

    def _press(self, words: str, act: Any, tone: str, wide: float = 1.0) -> Press:
        press = Press(text=words, tone=tone, size_hint_x=wide, strong=tone != "plain")
        press.bind(on_tap=lambda _: act())
        return press

    def _only(self, card: Card) -> None:
        self.clear_widgets()
        self.add_widget(card)
        self.house.relight()

    def on_touch_down(self, touch: Any) -> bool:
        """Nothing behind the cover can be touched."""
        super().on_touch_down(touch)
        return True
