"""What not to forget now, one line each, a touch away from its rule; and that something is not saved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .widgets import Press

if TYPE_CHECKING:
    from .play import Play

MOST = 2


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
        words = "\n".join(lines[:MOST])
        if len(lines) > MOST:
            words += "  " + play.say("play.reminders.more", count=len(lines) - MOST)
        press = Press(text=words, icon="warning", tone="bad" if unsaved else "quiet", role="small", left=True)
        press.bind(on_tap=lambda _: play.save_now() if unsaved else play.house.go("rules", rules=rules))
        box.add_widget(press)
