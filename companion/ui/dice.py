"""The Dice panel of the Play screen: what the camera reads, to correct with one tap and to confirm."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.engine import Answer, Demand, Text
from companion.observe import (
    BLIND,
    Eyes,
    Odd,
    Picture,
    Proposal,
    Reading,
    Reason,
    Sees,
    Sight,
    choices,
    corrected,
    crop,
    propose,
    seen_by,
    strip,
    without,
)

from . import theme
from .base import load_kv
from .cards import Paragraph, Sheet
from .tiles import Tile, Tiles
from .tray import Mark, Shown
from .why import why_not
from .widgets import Press, Words

if TYPE_CHECKING:
    from .play import Play

TICK = 1 / 12
"""Seconds between two looks into the queue."""

LIKELIEST = 2
"""So many faces are offered for a die that is not sure."""


class DieTiles(Tiles):
    """The dice in reading order: what each shows, large, and whether that is sure."""

    def _dress(self, press: Press, tile: Tile) -> None:
        super()._dress(press, tile)
        press.stacked, press.role, press.strong = False, "title", True


class DicePanel(BoxLayout):
    """Shows what is seen; corrections and the confirmation go the same way as any touch."""

    def __init__(self, play: Play) -> None:
        self.play, self.house = play, play.house
        load_kv("dice")
        super().__init__()
        self.sight = Sight()
        self.reading: Reading | None = None
        self._read_from: Picture | None = None
        self._number = 0
        self._for: tuple[Any, ...] | None = None
        self._clock: Any = None
        self._faces: list[tuple[Answer, Text]] = []
        self.ids.tray.on_die = self.correct
        self.ids.reroll.text, self.ids.by_hand.text = play.say("dice.reroll"), play.say("dice.by_hand")

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

    def begin(self) -> None:
        """Watch for the demand that is open; dice that lie there from before do not answer it."""
        demand, sees = self.demand, self.sees
        asked = None if demand is None else (demand.key, demand.seat, len(self.play.table.line))
        if demand is None or sees is None or asked == self._for:
            return
        self._for, self.sight, self.reading, self._number = asked, Sight(), None, 0
        self._faces = choices(self.play.table, demand)
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
        sight = self.eyes.drain()
        if sight is not None:
            self.take(sight)

    def take(self, sight: Sight) -> None:
        """Show what is seen; a new reading is proposed, and one that is sure may confirm itself."""
        fresh = sight.number > self._number
        told = (self.sight.moved, self.sight.fault)
        self.sight = sight
        if fresh:
            self._number, self.reading, self._read_from = sight.number, sight.reading, sight.read_from
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
        meant, canvas = self.confirmable, self._read_from
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
        self.eyes.forget()
        self.reading = None
        self.house.notify("dice.rerolled")
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

    def correct(self, at: int) -> None:
        """Offer all faces for one die."""
        house, say = self.house, self.play.say
        columns = min(len(self._faces) or 1, 6)
        grid = GridLayout(cols=columns, spacing=theme.mm(2), size_hint_y=None)
        grid.height = theme.mm(14) * -(-len(self._faces) // columns)
        for value, label in self._faces:
            act = partial(self._closing, self.name, at, value)
            grid.add_widget(self._face_press(value, label, act))
        no_die = (say("dice.no_die"), "plain", lambda: self._closing(self.drop, at))
        close = (say("screen.close"), "quiet", house.close)
        title = say("dice.which", number=at + 1)
        house.open(Sheet(house, title, (no_die, close), (self._crop_row(at), grid), icon="pencil", wide=0.8))

    def _closing(self, act: Callable[..., Any], *args: Any) -> None:
        self.house.close()
        act(*args)

    def _face_press(self, value: Answer, label: Text, act: Callable[[], Any], tone: str = "plain") -> Press:
        words = self.play.say(label)
        icon = f"die{value}" if self.sees is not None and self.sees.what == "dice" else ""
        press = Press(text=words, icon=icon, tone=tone, role="title", strong=True)
        press.bind(on_tap=lambda _: act())
        return press

    def _crop_row(self, at: int) -> BoxLayout:
        row = BoxLayout(size_hint_y=None, height=theme.mm(16), spacing=theme.mm(2))
        row.add_widget(self._crop(at))
        odd = self.reading.seen[at].odd if self.reading is not None else ()
        words = self.play.say(f"odd.{odd[0]}") if odd else ""
        row.add_widget(Paragraph(text=words, ink="muted", pos_hint={"center_y": 0.5}))
        return row

    def _crop(self, at: int) -> Shown:
        shown = Shown(size_hint_x=None, width=theme.mm(14.6))
        if self.reading is not None and self._read_from is not None:
            shown.show_picture(crop(self._read_from, self.reading.seen[at]))
        return shown

    def draw(self) -> None:
        """Show picture, dice, the question that is open, and what to do."""
        self.begin()
        status, ink = self._status()
        self.ids.status.text, self.ids.status.ink = self.play.say(status), ink
        self.ids.again.text = self.play.say("dice.read" if self.reading is None else "dice.again")
        seen = () if self.reading is None else self.reading.seen
        tiles = []
        for at, mark in enumerate(self._marks()):
            tone = "good" if seen[at].sure else "asked"
            tiles.append(Tile(mark.words, partial(self.correct, at), icon=mark.sign, tone=tone))
        self.ids.dice.show(tiles, dense=True)
        self._draw_ask()
        self._show_picture()

    def _show_picture(self) -> None:
        """The live picture; but once the dice do not lie there as they were read, the one that was read."""
        sight, tray = self.sight, self.ids.tray
        gone = self.reading is not None and (sight.moving or sight.reading is None or sight.canvas is None)
        tray.show_picture(self._read_from if gone else sight.canvas)
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
            )
            for at, one in enumerate(self.reading.seen)
        ]

    def _word(self, at: int) -> str:
        """What a die shows, in the words of the game."""
        if self.reading is None or self.sees is None:
            return ""
        one = self.reading.seen[at]
        value = self.sees.how.answer(one)
        label = next((label for offered, label in self._faces if offered == value), None)
        return one.face if label is None else self.play.say(label)

    def _said(self, reading: Reading) -> str:
        return " + ".join(self._word(at) for at in range(len(reading.seen)))

    def _status(self) -> tuple[Text | str, str]:
        """One sentence on how things stand, and its colour."""
        sight, meant = self.sight, self.meaning
        if sight.fault:
            return ("dice.blind" if sight.fault == BLIND else Text("dice.fault", {"why": sight.fault})), "bad"
        if sight.moved:
            return "dice.moved", "bad"
        if isinstance(meant, Reason):
            return meant.text, "bad"
        if meant is None or self.reading is None:
            return "dice.wait", "ink"
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
            press = Press(text=self.play.say(key), icon="eye", tone="asked")
            press.bind(on_tap=lambda _: self.house.go(screen))
            box.add_widget(press)
        elif isinstance(meant, Reason) and meant.ruling is not None:
            ruling = meant.ruling
            press = Press(text=self.play.say("play.why"), icon="question", tone="asked")
            press.bind(on_tap=lambda _: why_not(self.house, ruling))
            box.add_widget(press)
        elif isinstance(meant, Reason) or self.reading is None:
            key = "dice.hint" if self.reading is None else "dice.ignored"
            box.add_widget(Words(text=self.play.say(key), ink="muted", halign="left", role="small"))
        elif at is not None:
            self._ask_for(at, self.reading)

    def _ask_for(self, at: int, reading: Reading) -> None:
        box, sees = self.ids.ask, self.sees
        box.add_widget(self._crop(at))
        if sees is None:
            return
        likely = [face for face, _ in reading.seen[at].likely[:LIKELIEST]] or [reading.seen[at].face]
        for value, label in self._faces:
            if sees.how.shown(value)[1] in likely:
                box.add_widget(self._face_press(value, label, partial(self.name, at, value), "asked"))
        other = Press(text=self.play.say("dice.other"), role="small")
        other.bind(on_tap=lambda _: self.correct(at))
        box.add_widget(other)

    def draw_primary(self, press: Press) -> None:
        """What the big button says."""
        meant = self.confirmable
        press.grey = meant is None
        if meant is not None:
            press.text, press.icon = (
                self.play.say("play.enter.value", value=self._said(meant.reading)),
                "check",
            )
        elif self.reading is None:
            press.text = self.play.say("dice.roll")
        else:
            unfit = isinstance(self.meaning, Reason)
            press.text = self.play.say("dice.unfit" if unfit else "dice.decide")
