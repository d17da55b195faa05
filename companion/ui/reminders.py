"""What not to forget now, one line each, a touch away from its rule; and that something is not saved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import theme
from .fit import fitting
from .widgets import READABLE, Press

if TYPE_CHECKING:
    from .play import Play

MOST = 2

ROOM = (34.0, 9.8)
"""Millimetres that the words have beside a long name; what does not fit there waits behind a touch."""


class Reminders:
    """Fills the corner with reminders; a touch opens their rules."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self._shown: tuple[str, ...] | None = None

    def draw(self) -> None:
        """Show up to two, and how many more there are; what is not saved comes before them all."""
        box, play = self.play.ids.reminders, self.play
        unsaved = play.table.journal.unsaved
        told = play.table.reminders()
        lines = [play.say(found.text) for found in told]
        if unsaved:
            lines = [play.say("play.unsaved", count=unsaved)]
        if tuple(lines) == self._shown:
            return
        self._shown = tuple(lines)
        box.clear_widgets()
        box.size_hint_x = 0.72 if lines else None
        box.width = 0 if not lines else box.width
        if not lines:
            return
        rules = tuple(found.rule for found in told if found.rule)
        words = self._words(lines, MOST)
        if fitting(words, theme.pt("small"), (theme.mm(ROOM[0]), theme.mm(ROOM[1]))) < theme.mm(READABLE):
            words = self._words(lines, 1)
        press = Press(text=words, icon="warning", tone="bad" if unsaved else "quiet", role="small", left=True)
        press.bind(on_tap=lambda _: play.save_now() if unsaved else play.house.go("rules", rules=rules))
        box.add_widget(press)

    def _words(self, lines: list[str], count: int) -> str:
        words = "\n".join(lines[:count])
        if len(lines) > count:
            words += "  " + self.play.say("play.reminders.more", count=len(lines) - count)
        return words
