"""What the table must know about the file its game is kept in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import theme
from .cards import Paragraph, Sheet
from .widgets import Press

if TYPE_CHECKING:
    from .play import Play


class Warning:
    """A bar while something is not saved, and a card for each mishap with the file."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self._count = 0

    def draw(self) -> None:
        """Show how many entries are not saved."""
        count = self.play.table.journal.unsaved
        if count == self._count:
            return
        self._count = count
        bar = self.play.ids.warning
        bar.clear_widgets()
        bar.height = theme.mm(theme.TOUCH) if count else 0
        if count:
            words = self.play.say("play.unsaved", count=count)
            press = Press(text=words, icon="warning", tone="bad", role="small", left=True)
            press.bind(on_tap=lambda _: self.play.guard(self._retry))
            bar.add_widget(press)

    def _retry(self) -> None:
        if self.play.house.store.retry():
            self.play.house.notify("play.saved")

    def tell_mishaps(self) -> None:
        """Say once what happened to the file."""
        house = self.play.house
        told = house.mishaps()
        if told:
            body = tuple(Paragraph(text=words) for words in told)
            choices = ((house.say("play.understood"), "primary", house.close),)
            house.open(Sheet(house, house.say("play.mishap"), choices, body, edge="bad", icon="warning"))
