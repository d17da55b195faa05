"""Changing an earlier entry: walk its steps again, see what follows from it, and only then let it count."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.properties import NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.engine import Answer, Draft, Picture, Ruling, Spot, Step, Table, Trouble, reason, rulebook

from . import theme
from .base import House, Panel
from .buttons import Deeds, Does
from .cards import Paragraph
from .changing import Change
from .chooser import Chooser, is_typed
from .furniture import Column
from .icons import verb_sign
from .keyboard import Typing
from .picture import TableView
from .tiles import Tile, plan
from .why import why_not
from .widgets import Card, Press, Words

TITLES = {"replace": "change.title", "insert": "insert.title", "delete": "delete.title"}


REASONS = 2
"""So many reasons why an entry no longer fits are told."""


class PointsRow(Card):
    """A player's points before and after."""

    name = StringProperty("")
    colour = StringProperty("")
    shape = StringProperty("")
    before = StringProperty("")
    after = StringProperty("")
    change = StringProperty("")
    delta = NumericProperty(0)


class TroubleCard(Card):
    """A later entry that no longer fits, why, and what to do with it."""

    icon = StringProperty("")
    words = StringProperty("")
    why = StringProperty("")


class Amend(Panel):
    """One change of an earlier entry."""

    kv = "amend"
    title = StringProperty("")
    hint = StringProperty("")
    icon = StringProperty("")

    def __init__(self, house: House) -> None:
        self.change: Change | None = None
        super().__init__(house)

    @property
    def table(self) -> Table[Any]:
        """The running game."""
        if self.house.table is None:
            raise LookupError("no game is running")
        return self.house.table

    def enter(self, **args: Any) -> None:
        """Begin to change (`replace`), `insert` before or `delete` the entry at a place."""
        self.change = args.get("change") or Change(self.table, args["op"], args["at"])

    def keep(self) -> dict[str, Any]:
        """The change as far as it is made."""
        return {"change": self.change}

    def draw(self) -> None:
        """Ask the next question, or show the consequences."""
        change = self.change
        if change is None:
            return
        self.title = self.say(TITLES[change.op], number=change.at + 1)
        self.icon = verb_sign(self.table.game, change.verb)
        self.ids.head.ids.extras.clear_widgets()
        self.ids.body.clear_widgets()
        self.ids.foot.clear_widgets()
        if change.amendment is not None:
            self._consequences(change)
        elif change.walk.step is not None:
            self._question(change, change.walk.step)
        else:
            self._demands(change)

    def back(self) -> None:
        """Take back the last answer; from the first one, leave everything as it is."""
        if self.change is not None and self.change.back():
            self.draw()
        else:
            self.house.back()

    def _demands(self, change: Change) -> None:
        self.hint = self.say("change.which")
        chooser = Chooser()
        tiles = []
        for demand in change.walk.demands:
            player = None if demand.seat is None else self.table.setup.players[demand.seat]
            act = partial(self._do, change.open, demand.draft)
            ask = self.say(demand.ask)
            if player is None:
                tiles.append(Tile(ask, act))
            else:
                tiles.append(Tile(player.name, act, ask, player.shape, player.colour))
        chooser.show_tiles(self.house, tiles)
        self.ids.body.add_widget(chooser)

    def _question(self, change: Change, step: Step) -> None:
        if change.op == "replace":
            self.ids.head.add(self.say("change.else"), partial(self._do, change.restart), wide=34)
            self.hint = self.say("change.was", it=self.say(change.was_text))
        else:
            self.hint = self.say("change.which")
        picture, players = change.picture(), self.table.setup.players
        shown = picture is not None and bool(picture.shapes)
        if picture is not None and shown:
            view = TableView()
            view.on_spot = self._spot
            view.show(picture, self.house.words, players)
            self.ids.body.add_widget(view)
        chooser = Chooser()
        self.ids.body.add_widget(chooser)
        chooser.answer = lambda value: self._do(change.answer, value)
        chooser.why = lambda option: self._why_not(option.ruling, partial(change.answer, option.value))
        if picture is not None:
            chooser.covered = _covered(picture, change.walk.draft, step)
        chooser.write = partial(self._write, change, step)
        chooser.show(self.house, change.walk)
        if shown:
            stage = self.house.stage
            wide, high = theme.mm(56), stage.height - theme.mm(40)
            count = sum(option.value not in chooser.covered for option in step.options)
            many = step.keys or count > plan(max(count, 1), wide, high).room
            chooser.size_hint_x, chooser.width = None, stage.width * 0.6 if many else wide
        if is_typed(step):
            enter = Press(text=self.say("play.enter"), tone="primary", strong=True, role="title")
            enter.bind(on_tap=lambda _: self._enter(change, chooser))
            self.ids.foot.add_widget(enter)

    def _enter(self, change: Change, chooser: Chooser) -> None:
        value = chooser.pad.value
        if value is not None:
            self._do(change.answer, value)

    def _write(self, change: Change, step: Step) -> None:
        self.house.open(Typing(self.house, self.say(step.ask), lambda words: self._do(change.answer, words)))

    def _spot(self, spot: Spot) -> None:
        if self.change is None:
            return
        if spot.ruling.allowed:
            self._do(self.change.open, spot.draft)
        else:
            self._why_not(spot.ruling, partial(self.change.open, spot.draft))

    def _why_not(self, ruling: Ruling, act: Callable[[str], Any]) -> None:
        why_not(self.house, ruling, lambda reason: self._do(act, reason))

    def _do(self, act: Callable[..., Any], *args: Any) -> None:
        act(*args)
        self.draw()

    def _consequences(self, change: Change) -> None:
        new = change.text
        if change.op == "delete":
            self.hint = self.say("after.gone", it=self.say(change.was_text))
        elif new is not None:
            self.hint = self.say("after.new", it=self.say(new))
        self.ids.body.add_widget(self._points(change))
        self.ids.body.add_widget(self._later(change))
        leave = Press(text=self.say("after.no"), role="title")
        leave.bind(on_tap=lambda _: self.house.back())
        make = Press(text=self.say("after.yes"), role="title", tone="primary", strong=True, icon="check")
        if change.troubles:
            make.grey, make.text, make.role, make.icon = True, self.say("after.wait"), "text", ""
        make.bind(on_tap=lambda _: self._commit())
        self.ids.foot.add_widget(leave)
        self.ids.foot.add_widget(make)

    def _points(self, change: Change) -> Column:
        column = Column(size_hint_x=0.9)
        amendment = change.amendment
        pairs = amendment.points if amendment is not None else ()
        same = all(before == after for before, after in pairs)
        column.content.add_widget(self._hint(self.say("after.same" if same else "after.points")))
        for seat, (before, after) in enumerate(pairs):
            player, delta = self.table.setup.players[seat], after - before
            row = PointsRow(
                name=player.name,
                colour=player.colour,
                shape=player.shape,
                before=str(before),
                after=str(after),
                change=f"{delta:+d}".replace("-", "−") if delta else "=",
                delta=delta,
            )
            column.content.add_widget(row)
        return column

    def _later(self, change: Change) -> BoxLayout:
        column = Column()
        troubles = change.troubles
        if troubles:
            line = BoxLayout(size_hint_y=None, height=theme.mm(10), spacing=theme.mm(2))
            words = self.say("after.trouble", count=len(troubles))
            line.add_widget(Words(text=words, ink="bad", bold=True, halign="left", most=2))
            if len(troubles) > 1:
                drop = Press(text=self.say("after.dropall"), size_hint_x=0.7)
                drop.bind(on_tap=lambda _: self._do(change.drop_all))
                line.add_widget(drop)
            column.content.add_widget(line)
            for trouble in troubles[:8]:
                column.content.add_widget(self._trouble(change, trouble))
        else:
            for words in self._settled(change):
                column.content.add_widget(Paragraph(text=words, ink="bad"))
            column.content.add_widget(Paragraph(text=self.say("after.fits"), ink="good"))
            heading, *asks = change.due()
            column.content.add_widget(Paragraph(text=self.say("after.due", it=self.say(heading)), bold=True))
            for ask in asks:
                column.content.add_widget(Paragraph(text=self.say(ask), ink="muted"))
        return column

    def _settled(self, change: Change) -> list[str]:
        dropped, kept = change.settled
        told = (("after.dropped", dropped), ("after.kept", kept))
        return [self.say(key, count=count) for key, count in told if count]

    def _trouble(self, change: Change, trouble: Trouble) -> TroubleCard:
        book = rulebook(self.table.game)
        entry = None if change.own(trouble) else self.table.history()[trouble.at]
        what = self.say(entry.text if entry else change.text or change.was_text)
        seat = trouble.move.action.seat
        name = self.table.setup.names[seat] if seat is not None else ""
        what = f"{name} {what.removeprefix(f'{name}: ').removeprefix(f'{name} ')}" if name else what
        why = " ".join(
            f"{reason(self.house.words, book, violation)} ({violation.rule})"
            for violation in trouble.ruling.violations[:REASONS]
        )
        card = TroubleCard(
            icon=verb_sign(self.table.game, trouble.move.action.verb),
            words=f"{trouble.at + 1}. {what}",
            why=why,
        )
        keep = Press(text=self.say("after.keep"))
        keep.bind(on_tap=lambda _: self._do(change.keep, trouble, self.say("after.reason")))
        card.ids.choices.add_widget(keep)
        if entry is not None:
            drop = Press(text=self.say("after.drop"))
            drop.bind(on_tap=lambda _: self._do(change.drop, trouble))
            card.ids.choices.add_widget(drop)
        return card

    def _hint(self, words: str) -> Words:
        return Words(text=words, ink="muted", halign="left", size_hint_y=None, height=theme.mm(6), most=1)

    def _commit(self) -> None:
        if self.change is not None and not self.change.troubles:
            self.change.commit()
            self.house.back()

    def deeds(self) -> Deeds:
        """It counts once nothing is left to decide."""
        decided = self.change is not None and self.change.amendment is not None
        return {Does.LEAVE: self.back, **({Does.ON: self._commit} if decided else {})}


def _covered(picture: Picture, draft: Draft | None, step: Step) -> frozenset[Answer]:
    """The options that can be touched in the picture."""
    spots = [spot.draft for spot in picture.spots if draft is not None and spot.draft.back() == draft]
    return frozenset(value for spot in spots for field, value in spot.answers[-1:] if field == step.field)


SCREEN = Amend
