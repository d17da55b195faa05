"""The Play screen: whose turn, what is due, the scores, the table, and the choices. Knows no game."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.clock import Clock

from companion.engine import Answer, Demand, Draft, Kind, Option, Refused, Seat, Spot, Table, play

from . import theme
from .arrangement import Arrangement
from .bar import Bar
from .base import House, Panel
from .buttons import Deeds
from .chooser import Chooser
from .fit import width
from .keyboard import Typing
from .offers import Offers
from .pages import Pages, Tray
from .picture import TableView
from .playcards import menu, mishap_card, seat_card
from .reminders import Reminders
from .secret import Secret
from .walk import Walk, missing_facts
from .why import why_not
from .widgets import Chip

RETRY = 5.0
"""Seconds between attempts to save what is not saved."""

__all__ = ["Chooser", "Play", "TableView"]


class Play(Panel):
    """The running game."""

    kv = "play"

    def __init__(self, house: House) -> None:
        super().__init__(house)
        if house.table is None:
            raise LookupError("no game is running")
        self.table: Table[Any] = house.table
        self.way = Walk(self.table, self._save)
        self._chips: list[Chip] = []
        self._arrangement = Arrangement(self)
        self._offers = Offers(self)
        self._reminders = Reminders(self)
        self.tray = Tray(self)
        self.pages = Pages(self)
        # Kivy's ids hold nothing fast, and while the camera's page is shown nobody else holds this.
        self._main = self.ids.main.__self__
        chooser = self.ids.chooser
        chooser.answer, chooser.why, chooser.write = self.answer, self.why, self.write
        self.bar = Bar(self)
        chooser.pad.on_number = self.bar.draw_primary
        self.ids.view.on_spot = self.touch_spot
        self.way.sync()
        self._restore()
        self._retry: Any = None

    @property
    def sure(self) -> bool:
        """Whether the next press takes back."""
        return self.bar.sure

    @property
    def players(self) -> Any:
        """Who sits at the table."""
        return self.table.setup.players

    @property
    def over(self) -> bool:
        """Whether the game has ended and nothing is being entered."""
        return self.table.outcome() is not None and self.way.draft is None

    def guard(self, act: Callable[[], Any]) -> None:
        """Do what a touch asked for; a refusal becomes the Why-not card."""
        try:
            act()
        except Refused as refused:
            why_not(self.house, refused.ruling, self._overrule if self.way.ready is not None else None)
        self.refresh()

    def enter(self, **args: Any) -> None:
        """Take up the table as it is now; `draft` opens an entry."""
        self.way.sync()
        draft = args.get("draft")
        if draft is not None:
            self.guard(partial(self.open, draft))
        self._tell_mishaps()
        if self._retry is None:
            self._retry = Clock.schedule_interval(lambda _: self.house.guard(self._save_again), RETRY)

    def leave(self) -> None:
        """Forget a half-pressed undo, stop the clock and close the eyes."""
        self.bar.calm()
        self.tray.end()
        if self._retry is not None:
            self._retry.cancel()
            self._retry = None

    def keep(self) -> dict[str, Any]:
        """The open draft goes along when the screen is built anew."""
        draft = self.way.draft
        return {"draft": draft} if draft is not None and draft.answers and not self.way.secret else {}

    def draw(self) -> None:
        """Show the table as it is."""
        if self.way.prompt != self.table.prompt():
            self.way.sync()
            self.pages.reset()
        self._draw_chips()
        self._draw_banner()
        self._offers.draw()
        self.ids.chooser.marked = self.bar.marking.value
        if not self.tray.draw():
            self._arrangement.draw()
        self.pages.draw()
        self.bar.draw()

    def _draw_chips(self) -> None:
        sheet, prompt = self.table.score(), self.way.prompt
        best = max(sheet.totals, default=0)
        due = {demand.seat for demand in prompt.demands if demand.seat is not None}
        together = prompt.turn is None and bool(due)
        while len(self._chips) < len(self.players):
            chip = Chip()
            chip.bind(on_release=lambda chip: self.guard(partial(self.touch_seat, int(chip.seat))))
            self._chips.append(chip)
            self.ids.chips.add_widget(chip)
        for seat, (chip, player) in enumerate(zip(self._chips, self.players, strict=True)):
            chip.seat, chip.name, chip.colour, chip.shape = seat, player.name, player.colour, player.shape
            chip.score = f"≥ {sheet.totals[seat]}" if sheet.open[seat] else str(sheet.totals[seat])
            chip.leads = bool(self.table.line) and sheet.totals[seat] == best and best > min(sheet.totals)
            chip.turn = seat == self._acting()
            chip.due = seat in due
            chip.done = together and seat not in due

    def _acting(self) -> Seat | None:
        draft = self.way.draft
        if draft is not None and (draft.seat is not None or self.way.aside):
            return draft.seat
        return self.way.prompt.turn

    def _draw_banner(self) -> None:
        ids, walk = self.ids, self.way
        seat = self._acting()
        player = None if seat is None else self.players[seat]
        ids.turn_shape.name = player.shape if player else ""
        ids.turn_shape.colour = player.colour if player else "ink"
        ids.turn_name.text = player.name if player else ""
        ids.turn_name.ink = player.colour if player else "ink"
        ids.turn_shape.width = theme.mm(11.5) if player else 0
        need = width(player.name, int(theme.pt("huge")), True) * 1.04 if player else 0
        ids.turn_name.width = min(need, theme.mm(36))
        ids.rest.padding = (theme.mm(4 if player else 1), 0)
        undoing = self.table.undoing() if self.sure else None
        ids.ask.ink = "ink" if undoing is None else "bad"
        if undoing is None:
            ids.heading.text, ids.ask.text = self.say(walk.prompt.heading), self.due()
        else:
            ids.heading.text = self.say("play.undo.what")
            ids.ask.text = ", ".join(self.say(gone) for gone in (*undoing.gone, *undoing.back)[-3:])
        self._reminders.draw()

    def due(self) -> str:
        """What is asked now."""
        demand, demands = self.way.demand, self.way.prompt.demands
        if self.way.entered and self.way.step is not None:
            return self.say(self.way.step.ask)
        if demand is not None:
            return self.say(demand.ask)
        if not demands:
            return self.say("play.nothing" if self.table.outcome() is None else "play.over")
        # What the big button says need not be said twice.
        others = [found for found in demands if found.draft != self.way.prompt.likely] or list(demands)
        asks = list(dict.fromkeys(self.say(found.ask) for found in others))
        return " / ".join(asks[:2])

    def redo(self) -> None:
        """Let what was taken back count again."""
        self.table.redo()
        self.way.sync()

    def put_away(self) -> None:
        """Leave the game for later."""
        if self.house.game_id is not None:
            self.house.store.put_away(self.house.game_id)
        self.house.sit(None)
        self.house.go("home")

    def open_menu(self) -> None:
        """Lay the menu over the screen."""
        self.house.open(menu(self))

    @property
    def situation(self) -> str:
        """What is asked now."""
        return self.bar.situation

    def deeds(self) -> Deeds:
        """What the bar offers."""
        return self.bar.deeds()

    def touch_seat(self, seat: Seat) -> None:
        """Open what a seat has to do; else show its points."""
        mine = [demand for demand in self.way.prompt.demands if demand.seat == seat]
        if mine and (self.way.draft is None or self.way.draft.seat != seat):
            self.open(mine[0].draft)
        else:
            self.house.open(seat_card(self, seat))

    def touch_spot(self, spot: Spot) -> None:
        """Go on with the draft of a spot, or say why not."""
        if spot.ruling.allowed:
            self.guard(partial(self.open, spot.draft))
        else:
            self.guard(
                lambda: why_not(
                    self.house, spot.ruling, lambda why: self.guard(partial(self.open, spot.draft, why))
                )
            )

    def open(self, draft: Draft, reason: str = "", photo: str = "") -> None:
        """Go on with a draft; secrets are entered behind a cover."""
        self.bar.calm()
        demand = self.way.find(draft)
        if demand is not None and demand.kind is Kind.SECRET:
            self.house.open(Secret(self, demand))
            return
        self.way.open(draft, reason)
        self.way.photo = photo
        self._settle()

    def answer(self, value: Answer, reason: str = "") -> None:
        """Answer the step on the screen."""
        self.bar.calm()
        self.guard(partial(self._answer, value, reason))

    def _answer(self, value: Answer, reason: str) -> None:
        self.ids.chooser.pad.typed = ""
        self.way.answer(value, reason)
        self._settle()

    def why(self, option: Option) -> None:
        """Say why an option is grey."""
        why_not(self.house, option.ruling, lambda reason: self.answer(option.value, reason))

    def write(self) -> None:
        """Ask for words."""
        step = self.way.step
        if step is not None:
            self.house.open(Typing(self.house, self.say(step.ask), self.answer))

    def _settle(self) -> None:
        """Submit what is complete; ask for words at once where words are wanted."""
        if self.way.ready is not None:
            demand = self.way.demand
            self.way.submit()
            self.pages.reset()
            self.ended(asking=demand is not None and demand.kind is Kind.FACT)
            return
        if self.pages.looking:
            self.pages.reset()
        if self.way.step is not None and self.way.step.entry == "text":
            self.write()

    def _overrule(self, reason: str) -> None:
        self.guard(partial(self.way.submit, reason))

    def ended(self, asking: bool = False) -> None:
        """Show the final score when the game is over; `asking` goes on with the next missing value."""
        if self.table.outcome() is None:
            return
        if asking and missing_facts(self.table):
            self.ask_missing()
        else:
            self.house.go("final")

    def ask_missing(self) -> None:
        """Ask for the next printed value that is missing."""
        missing = missing_facts(self.table)
        if missing:
            self.open(missing[0].draft)

    def waiting(self, kind: Kind) -> list[Demand]:
        """The demands of a kind that are still open."""
        return [demand for demand in self.way.prompt.demands if demand.kind is kind]

    def wishes(self) -> tuple[Demand, ...]:
        """What the table may do at any time."""
        return play.standing(self.table.game, self.table.state)

    def _save(self, draft: Draft) -> None:
        if self.house.game_id is not None:
            self.house.store.save_draft(self.house.game_id, draft)

    def _restore(self) -> None:
        if self.house.game_id is None:
            return
        kept = self.house.store.draft(self.house.game_id)
        if kept is not None:
            self.way.restore(kept)

    def _save_again(self) -> None:
        if self.parent is not None and self.table.journal.unsaved:
            self.save_now()

    def save_now(self) -> None:
        """Try again to save what is not saved."""
        if self.house.store.retry():
            self.house.notify("play.saved")
        self.refresh()

    def _tell_mishaps(self) -> None:
        """Say once what happened to the file."""
        told = self.house.mishaps()
        if told:
            self.house.open(mishap_card(self.house, told))


SCREEN = Play
