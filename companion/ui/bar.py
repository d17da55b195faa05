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
            back.icon, back.text, back.grey = "undo", play.say("play.undo"), not self.can_go_back
            if self._sure is not None and self.can_go_back:
                back.tone, back.text = "bad", play.say("play.undo.sure")
        self.draw_primary()

    def draw_primary(self) -> None:
        """Say what the big button does."""
        play, press, step = self.play, self.play.ids.primary, self.play.way.step
        press.icon, press.grey = "", not self.can_go_on
        if play.over:
            press.text, press.icon = play.say("play.final"), "crown"
        elif play.pages.looking:
            press.text, press.icon = play.say("play.return"), "arrow_left"
        elif play.tray.shown is not None:
            play.tray.shown.draw_primary(press)
        elif is_typed(step):
            value = play.ids.chooser.pad.value
            press.text = (
                play.say("play.enter") if value is None else play.say("play.enter.value", value=value)
            )
        elif (marked := self.marking.now) is not None:
            press.text, press.icon = play.say(marked.label), marked.icon or "check"
        elif step is not None and step.entry == "text":
            press.text = play.say("play.type")
        else:
            found = primary(play.way)
            press.text = play.say("play.choose") if found is None else play.say(found[0])
        play.house.relight()

    @property
    def can_go_on(self) -> bool:
        """Whether the big button does anything; asked of the table, for the screen may be a frame behind."""
        play, step = self.play, self.play.way.step
        if play.over or play.pages.looking:
            return True
        if play.tray.shown is not None:
            return play.tray.shown.confirmable is not None
        if is_typed(step):
            return play.ids.chooser.pad.value is not None
        if self.marking.on or (step is not None and step.entry == "text"):
            return True
        return primary(play.way) is not None

    @property
    def can_go_back(self) -> bool:
        """Whether there is anything to take back or to close."""
        way = self.play.way
        return self.marking.on or way.entered or way.leavable or self.play.table.undoing() is not None

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
        play, marking = self.play, self.marking
        possible = {
            Does.ON: (self.can_go_on, self.go_on),
            Does.BACK: (self.can_go_back, self.go_back),
            Does.TURN: (len(play.pages.all()) > 1, self.turn),
            Does.MARK: (play.tray.shown is None and len(marking.choices()) > 1, self.mark),
            Does.NEXT: (marking.on, self.turn),
            Does.UNMARK: (marking.on, self.go_back),
        }
        return {does: partial(play.guard, act) for does, (can, act) in possible.items() if can}
