"""What may be answered at any time beside what is due: a row of small cards."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.uix.boxlayout import BoxLayout

from companion.engine import Demand, Kind, seat_name, text

from . import theme
from .cards import Sheet
from .chooser import is_typed
from .tiles import Tile, Tiles
from .widgets import Press

if TYPE_CHECKING:
    from .play import Play

MOST = 3
HIGH = 9.5


class Offers:
    """Fills the row of offers. A printed value can be put off until it is asked for anew; what may be
    announced at any time stays."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self._later: set[tuple[str, Any]] = set()
        self._shown: tuple[Any, ...] = ()

    def draw(self) -> None:
        """Show the offers that were not put off."""
        row, house = self.play.ids.offers, self.play.house
        offers = self.play.way.prompt.offers
        self._later &= {(offer.key, offer.seat) for offer in offers}
        draft = self.play.way.draft
        open_now = None if draft is None else (draft.key, draft.seat)
        shown = [offer for offer in offers if (offer.key, offer.seat) not in self._later]
        shown = [offer for offer in shown if (offer.key, offer.seat) != open_now]
        if is_typed(self.play.way.step):
            shown = []
        untaught = self.play.tray.untaught
        row.height = theme.mm(HIGH) if shown or untaught else 0
        wanted = (house.lang, untaught, *shown)
        if wanted == self._shown:
            return
        self._shown = wanted
        row.clear_widgets()
        cut = MOST if len(shown) <= MOST else MOST - 1
        for offer in shown[:cut]:
            row.add_widget(self._card(offer))
        if len(shown) > cut:
            more = Press(
                text=house.say("play.offers.more", count=len(shown) - cut), tone="quiet", size_hint_x=0.5
            )
            more.bind(on_tap=lambda _: self._all(shown))
            row.add_widget(more)
        if untaught:
            row.add_widget(self._teach(untaught))

    def _teach(self, dice: str) -> Press:
        """The way to show the camera the dice that are wanted."""
        house = self.play.house
        press = Press(text=house.say("teach.offer"), icon="eye", role="small", left=True)
        press.bind(on_tap=lambda _: house.go("teach", dice=dice))
        return press

    def _card(self, offer: Demand) -> BoxLayout:
        play = self.play
        box = BoxLayout(spacing=theme.mm(0.6))
        fact = offer.kind is Kind.FACT
        press = Press(text=self._words(offer), tone="asked" if fact else "plain", role="small", left=True)
        press.icon = (
            "question" if fact else play.players[offer.seat].shape if offer.seat is not None else "star"
        )
        press.bind(on_tap=lambda _: self._open(offer))
        box.add_widget(press)
        if fact:
            later = Press(icon="clock", tone="quiet", size_hint_x=None, width=theme.mm(theme.TOUCH))
            later.bind(on_tap=lambda _: self._put_off(offer))
            box.add_widget(later)
        return box

    def _words(self, offer: Demand) -> str:
        play = self.play
        ask = play.say(offer.ask)
        if offer.seat is not None:
            return play.say(text("play.for", who=seat_name(offer.seat), what=offer.ask))
        return ask

    def _open(self, offer: Demand) -> None:
        self.play.guard(partial(self.play.open, offer.draft))

    def _put_off(self, offer: Demand) -> None:
        self._later.add((offer.key, offer.seat))
        self.play.house.notify("play.later")
        self.play.refresh()

    def _all(self, offers: list[Demand]) -> None:
        house = self.play.house

        def take(offer: Demand) -> None:
            house.close()
            self._open(offer)

        tiles = Tiles(size_hint_y=None, height=theme.mm(46))
        tiles.more = house.say("play.more")
        tiles.show([Tile(self._words(offer), partial(take, offer)) for offer in offers])
        house.open(Sheet(house, house.say("play.offers"), (), (tiles,), icon="question", edge="accent"))
