"""The bar at the bottom of the Play screen: back, view, and the big button; the box's buttons do the same."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock

from companion.engine import Kind

from .buttons import Deeds, Does
from .chooser import is_typed
from .marking import Marking
from .walk import primary

if TYPE_CHECKING:
    from .play import Play

SURE = 6.0
"""Seconds in which a second press takes back."""


class Bar:
    """Says what each of its buttons would do now, and does it."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.marking = Marking(play.way, play.ids.chooser.pad)
        self._sure: Any = None

    @property
    def sure(self) -> bool:
        """Whether the next press takes back."""
        return self._sure is not None and not self.play.way.entered

    def draw(self) -> None:
        """Say what each button does."""
        play, walk = self.play, self.play.way
        back, turn = play.ids.back, play.ids.turn_page
        back.tone, back.note, turn.icon = "plain", "", "eye"
        if self.marking.on:
            back.icon, back.text, back.grey = "no", play.say("play.unmark"), False
            turn.icon, turn.text, turn.grey = "arrow_right", play.say("play.next"), False
        elif walk.entered and walk.draft is not None:
            label = walk.label(walk.draft)
            back.icon, back.note = "backspace", play.say(label) if label is not None else ""
            back.text, back.grey = play.say("play.rub"), False
        elif walk.leavable:
            back.icon, back.text, back.grey = "no", play.say("play.close"), False
        else:
            undoing = play.table.undoing()
            back.icon, back.text, back.grey = "undo", play.say("play.undo"), undoing is None
            if self._sure is not None and undoing is not None:
                back.tone, back.text = "bad", play.say("play.undo.sure")
        self.draw_primary()

    def draw_primary(self) -> None:
        """Say what the big button does."""
        play, press, step = self.play, self.play.ids.primary, self.play.way.step
        press.icon = ""
        if play.over:
            press.text, press.grey, press.icon = play.say("play.final"), False, "crown"
        elif play.pages.looking:
            press.text, press.grey, press.icon = play.say("play.return"), False, "arrow_left"
        elif play.tray.shown is not None:
            play.tray.shown.draw_primary(press)
        elif is_typed(step):
            value = play.ids.chooser.pad.value
            press.grey = value is None
            press.text = (
                play.say("play.enter") if value is None else play.say("play.enter.value", value=value)
            )
        elif (marked := self.marking.now) is not None:
            press.text, press.grey, press.icon = play.say(marked.label), False, marked.icon or "point"
        elif step is not None and step.entry == "text":
            press.text, press.grey = play.say("play.type"), False
        else:
            found = primary(play.way)
            press.grey = found is None
            press.text = play.say("play.choose") if found is None else play.say(found[0])
        play.house.relight()

    def go_on(self) -> None:
        """What the big button says."""
        play, step = self.play, self.play.way.step
        if play.over:
            play.house.go("final")
        elif play.pages.looking:
            play.pages.reset()
        elif play.tray.shown is not None:
            play.tray.shown.confirm()
        elif is_typed(step):
            value = play.ids.chooser.pad.value
            if value is not None:
                play.answer(value)
        elif (marked := self.marking.now) is not None:
            play.answer(marked.value)
        elif step is not None and step.entry == "text":
            play.write()
        elif (found := primary(play.way)) is not None:
            play.open(found[1])

    def go_back(self) -> None:
        """Take back the last answer; else show what would be taken back, and at the second press do it."""
        play = self.play
        if self.marking.on:
            self.marking.end()
        elif play.way.back():
            return
        elif play.table.undoing() is None:
            play.house.notify("play.undo.nothing")
        elif self._sure is None:
            self._sure = Clock.schedule_once(lambda _: self.calm(), SURE)
        else:
            self.calm()
            play.table.undo()
            play.way.sync()
            play.pages.reset()

    def calm(self) -> None:
        """Forget a half-pressed undo."""
        if self._sure is not None:
            self._sure.cancel()
            self._sure = None
            self.play.refresh()

    def turn(self) -> None:
        """Show the next picture of the table, or mark the next choice."""
        if self.marking.on:
            self.marking.next()
        else:
            self.play.pages.turn()

    def mark(self) -> None:
        """Begin to choose with the buttons, on the picture that matters now."""
        if self.play.pages.looking:
            self.play.pages.reset()
        self.marking.begin()

    @property
    def situation(self) -> str:
        """What is asked now."""
        if self.marking.on:
            return "marking"
        if self.play.over:
            return Kind.OVER.value
        asked = self.play.way.demand or next(iter(self.play.way.prompt.demands), None)
        return Kind.CONFIRM.value if asked is None else asked.kind.value

    def deeds(self) -> Deeds:
        """What the bar offers, and choosing with the buttons."""
        play, ids, marking = self.play, self.play.ids, self.marking
        possible = {
            Does.ON: (not ids.primary.grey, self.go_on),
            Does.BACK: (not ids.back.grey, self.go_back),
            Does.TURN: (not ids.turn_page.grey, self.turn),
            Does.MARK: (play.tray.shown is None and len(marking.choices()) > 1, self.mark),
            Does.NEXT: (marking.on, self.turn),
            Does.UNMARK: (marking.on, self.go_back),
        }
        return {does: partial(play.guard, act) for does, (can, act) in possible.items() if can}
