"""The Dice panel of the Play screen: what the camera reads, to correct with one tap and to confirm."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty
from kivy.uix.boxlayout import BoxLayout

from companion.engine import Answer, Demand, Text
from companion.observe import (
    Eyes,
    Odd,
    Picture,
    Point,
    Proposal,
    Reading,
    Reason,
    Sees,
    Sight,
    View,
    added,
    choices,
    corrected,
    propose,
    seen_by,
    strip,
    without,
)
from companion.observe.readers import VIEWS

from .base import load_kv
from .cards import Sheet
from .devices import fault_text
from .faces import Faces, worded
from .tiles import Tile
from .tray import Mark
from .why import why_not
from .widgets import Press, Words

if TYPE_CHECKING:
    from .play import Play

TICK = 1 / 12
"""Seconds between two looks into the queue."""

LIKELIEST = 2
"""So many faces are offered for a die that is not sure."""

USUAL = 0.075
"""The side of a die in parts of the picture's width, where none was read."""


class DicePanel(BoxLayout):
    """Shows what is seen; corrections and the confirmation go the same way as any touch."""

    low = BooleanProperty(False)
    """Whether offers below it leave little room."""

    def __init__(self, play: Play) -> None:
        self.play, self.house = play, play.house
        load_kv("dice")
        super().__init__()
        self.sight = Sight()
        self.reading: Reading | None = None
        self.read_from: Picture | None = None
        self._number = 0
        self._for: tuple[Any, ...] | None = None
        self._clock: Any = None
        self.offered: list[tuple[Answer, Text]] = []
        self._waiting = "dice.wait"
        self._sheet: Sheet | None = None
        self.faces = Faces(self)
        self.ids.tray.on_die, self.ids.tray.on_place = self.correct, self.add

    @property
    def eyes(self) -> Eyes:
        """The eyes of the box."""
        eyes: Eyes = self.house.eyes
        return eyes

    @property
    def demand(self) -> Demand | None:
        """The demand that can be answered by looking now; None while something is entered by hand."""
        way = self.play.way
        if way.entered or way.ready is not None or not self.eyes.can(seen_by(way.demand)):
            return None
        return way.demand

    @property
    def sees(self) -> Sees | None:
        """What that demand wants to see."""
        return seen_by(self.demand)

    @property
    def view(self) -> View:
        """Where it is looked."""
        return "tray" if self.sees is None else VIEWS[self.sees.what]

    def say(self, what: Text | str, **args: Any) -> str:
        """A sentence about what is looked for now."""
        said = what if isinstance(what, Text) else Text(what, args)
        return self.play.say(said if self.sees is None else worded(said, self.sees.what))

    @property
    def meaning(self) -> Proposal | Reason | None:
        """What the reading means now."""
        if self.reading is None or self.demand is None:
            return None
        return propose(self.play.table, self.reading, self.demand.draft)

    @property
    def open_die(self) -> int | None:
        """The first die that somebody has to decide."""
        seen = () if self.reading is None else self.reading.seen
        return next((at for at, one in enumerate(seen) if not one.sure), None)

    @property
    def confirmable(self) -> Proposal | None:
        """What the big button would enter."""
        meant = self.meaning
        return meant if isinstance(meant, Proposal) and self.open_die is None else None

    @property
    def _room_for_more(self) -> bool:
        """Whether more dice are wanted than were read."""
        sees, seen = self.sees, () if self.reading is None else self.reading.seen
        return sees is not None and (not sees.count or len(seen) < sees.count)

    def begin(self) -> None:
        """Watch for the demand that is open; dice that lie there from before do not answer it."""
        demand, sees = self.demand, self.sees
        asked = None if demand is None else (demand.key, demand.seat, len(self.play.table.line))
        if demand is None or sees is None or asked == self._for:
            return
        self._for, self.sight, self.reading, self._number = asked, Sight(), None, 0
        self._waiting = "dice.wait"
        self.offered = choices(self.play.table, demand)
        self.faces.begin()
        self.eyes.watch(sees)
        if self._clock is None:
            self._clock = Clock.schedule_interval(lambda _: self.house.guard(self._tick), TICK)

    def end(self) -> None:
        """Stop watching."""
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None
        if self._for is not None and self.house.eyes is not None:
            self.eyes.stop()
        self._for = None

    def _tick(self) -> None:
        sight = None if self.house.eyes is None else self.eyes.drain()
        if sight is not None:
            self.take(sight)

    def take(self, sight: Sight) -> None:
        """Show what is seen; a new reading is proposed, and one that is sure may confirm itself."""
        fresh = sight.number > self._number
        told = (self.sight.moved, self.sight.fault)
        self.sight = sight
        if fresh:
            self._number, self.reading, self.read_from = sight.number, sight.reading, sight.read_from
            self._waiting = "dice.wait"
            self.close_sheet()
        if self.parent is None:
            return
        meant = self.confirmable
        if fresh and sight.rolled and meant is not None and meant.sure and self.house.setting("auto_confirm"):
            said = self._said(meant.reading)
            self.play.guard(self.confirm)
            self.house.notify("dice.taken", faces=said)
            return
        self._show_picture()
        if fresh or told != (sight.moved, sight.fault):
            self.play.refresh()

    def confirm(self) -> None:
        """Enter what was read, with its picture for the history."""
        meant, canvas = self.confirmable, self.read_from
        if meant is None:
            return
        photo = ""
        if canvas is not None and (data := strip(canvas, meant.reading)):
            photo = self.house.store.photos.keep(data)
        self.reading = None
        self.play.open(meant.draft, photo=photo)

    def again(self) -> None:
        """Read what lies there now."""
        self.eyes.again()

    def reroll(self) -> None:
        """The roll does not count: wait for the next one."""
        self._wait_for("dice.rerolled")

    def cocked(self) -> None:
        """A die lies cocked: it alone is rolled once more, and then all are read again."""
        self._wait_for("dice.cocked.again")

    def _wait_for(self, words: str) -> None:
        self.eyes.forget()
        self.reading, self._waiting = None, words
        self.play.refresh()

    def by_hand(self) -> None:
        """Enter the roll by touch."""
        self.play.pages.turn()
        self.play.refresh()

    def name(self, at: int, value: Answer) -> None:
        """Somebody says which face a die shows."""
        sees = self.sees
        if self.reading is not None and sees is not None:
            kind, face = sees.how.shown(value)
            self.reading = corrected(self.reading, at, face, kind)
            self.play.refresh()

    def drop(self, at: int) -> None:
        """Somebody says that this is no die."""
        if self.reading is not None:
            self.reading = without(self.reading, at)
            self.play.refresh()

    def put(self, place: Point, value: Answer) -> None:
        """Somebody says that a die lies there, and which face it shows."""
        sees, reading = self.sees, self.reading
        if sees is None or self.read_from is None:
            return
        kind, face = sees.how.shown(value)
        side = self.read_from.shape[1] * USUAL
        self.reading = added(Reading() if reading is None else reading, place, side, face, kind)
        self.play.refresh()

    def correct(self, at: int) -> None:
        """Offer all faces for one die."""
        no_die = (self.say("dice.no_die"), "plain", partial(self.closing, self.drop, at))
        title = self.say("dice.which", number=at + 1)
        self._open(self.faces.sheet(title, self.faces.about(at), partial(self.name, at), no_die))

    def add(self, place: Point | None = None) -> None:
        """Offer all faces for a die that was overlooked; without a place it is shown where nothing lies."""
        if self.reading is None:
            self.read_from = self.sight.canvas
        if self.read_from is None:
            return
        head = self.faces.about_place(place, USUAL)
        if place is None:
            place = self.ids.tray.free_place()
        self._open(self.faces.sheet(self.say("dice.which.more"), head, partial(self.put, place)))

    def _open(self, sheet: Sheet) -> None:
        self.close_sheet()
        self._sheet = sheet
        self.house.open(sheet)

    def close_sheet(self) -> None:
        """Close what asks for a face: another reading has other dice."""
        if self._sheet is not None:
            self._sheet.close()
            self._sheet = None

    def closing(self, act: Callable[..., Any], *args: Any) -> None:
        """Close what asks for a face, then do something."""
        self.close_sheet()
        act(*args)

    def draw(self) -> None:
        """Show picture, dice, the question that is open, and what to do."""
        self.begin()
        status, ink = self._status()
        self.ids.status.text, self.ids.status.ink = self.say(status), ink
        self.ids.again.text = self.say("dice.read" if self.reading is None else "dice.again")
        for key in ("cocked", "reroll", "by_hand"):
            self.ids[key].text = self.say(f"dice.{key}")
        self.ids.reroll.grey = self.reading is None
        self.ids.cocked.grey = self.reading is None or self.view != "tray"
        seen = () if self.reading is None else self.reading.seen
        tiles, marks = [], self._marks()
        for at, mark in enumerate(marks):
            tone = "good" if seen[at].sure else "asked"
            words = mark.words if mark.draw is None else ""
            tiles.append(Tile(words, partial(self.correct, at), icon=mark.sign, tone=tone))
        if self.reading is not None and self._room_for_more:
            tiles.append(Tile("", self.add, icon="plus"))
        self.ids.dice.draws = [mark.draw for mark in marks]
        self.ids.dice.show(tiles, dense=True)
        self._draw_ask()
        self._show_picture()

    def _show_picture(self) -> None:
        """The live picture; but once the dice do not lie there as they were read, the one that was read."""
        sight, tray = self.sight, self.ids.tray
        gone = self.reading is not None and (sight.moving or sight.reading is None or sight.canvas is None)
        tray.show_picture(self.read_from if gone else sight.canvas)
        tray.show_dice(() if self.reading is None else self.reading.seen, self._marks())

    def _marks(self) -> list[Mark]:
        if self.reading is None:
            return []
        return [
            Mark(
                self._word(at),
                "good" if one.sure else "accent",
                "check" if one.sure else "question",
                at == self.open_die,
                self.faces.drawing(one),
            )
            for at, one in enumerate(self.reading.seen)
        ]

    def _word(self, at: int) -> str:
        """What a die shows, in the words of the game."""
        if self.reading is None or self.sees is None:
            return ""
        one = self.reading.seen[at]
        value = self.sees.how.answer(one)
        label = next((label for offered, label in self.offered if offered == value), None)
        return one.face if label is None else self.say(label)

    def _said(self, reading: Reading) -> str:
        return " + ".join(self._word(at) for at in range(len(reading.seen)))

    def _status(self) -> tuple[Text | str, str]:
        """One sentence on how things stand, and its colour."""
        sight, meant = self.sight, self.meaning
        if sight.fault:
            return fault_text(sight.fault), "bad"
        if sight.moved:
            return "dice.moved", "bad"
        if isinstance(meant, Reason):
            return meant.text, "bad"
        if meant is None or self.reading is None:
            return self._waiting, "ink" if self._waiting == "dice.wait" else "accent"
        if (at := self.open_die) is not None:
            odd = self.reading.seen[at].odd or (Odd.UNCLEAR,)
            return Text("dice.ask", {"number": at + 1, "why": Text(f"odd.{odd[0]}")}), "accent"
        if self.reading.why:
            odd_whole = self.reading.why[0]
            if odd_whole is Odd.UNCLEAR:
                return "dice.overlooked", "accent"
            return Text("dice.check", {"why": Text(f"odd.{odd_whole}")}), "accent"
        return "dice.sure", "good"

    def _draw_ask(self) -> None:
        """The die that is not sure with its likeliest faces; or the way to help the camera."""
        box, at = self.ids.ask, self.open_die
        box.clear_widgets()
        meant = self.meaning
        if self.sight.moved or self.sight.fault:
            key, screen = ("dice.calibrate", "calibrate") if self.sight.moved else ("dice.camera", "camera")
            press = Press(text=self.say(key), icon="eye", tone="asked")
            press.bind(on_tap=lambda _: self.house.go(screen, view=self.view))
            box.add_widget(press)
        elif isinstance(meant, Reason) and meant.ruling is not None:
            ruling = meant.ruling
            press = Press(text=self.say("play.why"), icon="question", tone="asked")
            press.bind(on_tap=lambda _: why_not(self.house, ruling))
            box.add_widget(press)
        elif isinstance(meant, Reason) or self.reading is None:
            key = "dice.hint" if self.reading is None else "dice.ignored"
            box.add_widget(Words(text=self.say(key), ink="muted", halign="left", role="small"))
        elif at is not None:
            self._ask_for(at, self.reading)

    def _ask_for(self, at: int, reading: Reading) -> None:
        box, sees, one = self.ids.ask, self.sees, reading.seen[at]
        box.add_widget(self.faces.crop(at))
        if sees is None:
            return
        likely = [(one.kind, face) for face, _ in one.likely[:LIKELIEST]] or [(one.kind, one.face)]
        for value, label in self.offered:
            if sees.how.shown(value) in likely:
                box.add_widget(self.faces.press(value, label, partial(self.name, at, value), "asked"))
        other = Press(text=self.say("dice.other"), role="small")
        other.bind(on_tap=lambda _: self.correct(at))
        box.add_widget(other)

    def draw_primary(self, press: Press) -> None:
        """What the big button says."""
        meant = self.confirmable
        press.grey = meant is None
        if meant is not None:
            press.icon, seen = "check", meant.reading.seen
            words = self.say("play.enter.value", value=self._said(meant.reading))
            # Words for many dice could not be read on a button; the picture shows them.
            many = any(self.faces.drawing(one) is not None for one in seen)
            press.text = self.say("dice.enter", count=len(seen)) if many else words
        elif self.reading is None:
            press.text = self.say("dice.roll")
        else:
            unfit = isinstance(self.meaning, Reason)
            press.text = self.say("dice.unfit" if unfit else "dice.decide")
