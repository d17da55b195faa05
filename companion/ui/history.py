"""All entries of the running game, newest first; each can be taken back, changed or deleted."""

from __future__ import annotations

from typing import Any

from kivy.properties import NumericProperty, StringProperty
from kivy.uix.gridlayout import GridLayout
from kivy.uix.image import Image
from kivy.uix.recycleview import RecycleView
from kivy.uix.recycleview.views import RecycleDataViewBehavior

from companion.engine import Entry, Table, edit

from . import theme
from .base import House, Panel
from .cards import Paragraph, Sheet
from .fit import width
from .furniture import Nothing, TouchCard
from .icons import verb_sign
from .widgets import Press

LISTED = 6
"""Entries that a question names before it says how many more there are."""


class EntryRow(RecycleDataViewBehavior, TouchCard):
    """One entry: number, who, a small picture, what, and whether it is marked."""

    at = NumericProperty(0)
    number = StringProperty("")
    who = StringProperty("")
    colour = StringProperty("muted")
    shape = StringProperty("")
    icon = StringProperty("")
    icon_wide = NumericProperty(0)
    who_wide = NumericProperty(0)
    words = StringProperty("")
    photo = StringProperty("")
    mark = StringProperty("")
    mark_icon = StringProperty("")

    def on_release(self) -> None:
        """Open what can be done with it."""
        self.parent.parent.panel.open(int(self.at))


class EntryList(RecycleView):
    """The entries; only those that are seen have widgets."""

    def __init__(self, panel: History) -> None:
        self.panel = panel
        super().__init__()


class History(Panel):
    """The entries of the running game."""

    kv = "history"
    title = StringProperty("")

    def __init__(self, house: House) -> None:
        super().__init__(house)
        self.list = EntryList(self)

    @property
    def table(self) -> Table[Any]:
        """The running game."""
        if self.house.table is None:
            raise LookupError("no game is running")
        return self.house.table

    def draw(self) -> None:
        """List the entries."""
        entries = self.table.history()
        self.title = f"{self.say('history.title')}: {self.say('history.count', count=len(entries))}"
        head = self.ids.head
        head.ids.extras.clear_widgets()
        if self.table.can_redo:
            head.add(self.say("history.redo"), self._redo, wide=34)
        body = self.ids.body
        body.clear_widgets()
        if not entries:
            body.add_widget(Nothing(icon="clock", text=self.say("history.empty")))
            return
        rows = [self._row(entry) for entry in reversed(entries)]
        wide = theme.mm(6) if any(row["icon"] for row in rows) else 0
        names = {row["who"] for row in rows}
        who = min(max(width(name, int(theme.pt("text")), True) for name in names) * 1.06, theme.mm(24))
        self.list.data = [{**row, "icon_wide": wide, "who_wide": who} for row in rows]
        body.add_widget(self.list)

    def _row(self, entry: Entry) -> dict[str, Any]:
        players = self.table.setup.players
        seat = players[entry.seat] if entry.seat is not None else None
        mark, mark_icon = self._mark(entry)
        return {
            "at": entry.at,
            "number": str(entry.at + 1),
            "who": seat.name if seat else self.say("history.table"),
            "colour": seat.colour if seat else "muted",
            "shape": seat.shape if seat else "",
            "icon": verb_sign(self.table.game, entry.verb),
            "words": self._told(entry),
            "photo": self._photo(entry),
            "mark": mark,
            "mark_icon": mark_icon,
        }

    def _photo(self, entry: Entry) -> str:
        """Where the picture of what was read lies; empty if there is none, or none any more."""
        found = self.house.store.photos.find(entry.photo) if entry.photo else None
        return "" if found is None else str(found)

    def _told(self, entry: Entry) -> str:
        """The entry without the name that stands before it anyway."""
        name = self.table.setup.names[entry.seat] if entry.seat is not None else ""
        return self.say(entry.text).removeprefix(f"{name}: ").removeprefix(f"{name} ")

    def _mark(self, entry: Entry) -> tuple[str, str]:
        if entry.reason:
            return self.say("history.overruled"), "warning"
        if entry.sealed:
            return self.say("history.secret"), "lock"
        if entry.verb == "adjust":
            return self.say("history.adjusted"), ""
        return "", ""

    def _redo(self) -> None:
        self.table.redo()

    def open(self, at: int) -> None:
        """What can be done with an entry."""
        entry = self.table.history()[at]
        say, last = self.say, at == len(self.table.line) - 1
        acts = (
            ("history.undo.last" if last else "history.undo", "undo", lambda: self._ask_undo(at)),
            ("history.change", "pencil", lambda: self.house.go("amend", op="replace", at=at)),
            ("history.insert", "plus", lambda: self.house.go("amend", op="insert", at=at)),
            ("history.delete", "no", lambda: self.house.go("amend", op="delete", at=at)),
        )
        grid = GridLayout(cols=2, spacing=theme.mm(2), size_hint_y=None, height=theme.mm(25.6))
        for words, icon, act in acts:
            press = Press(text=say(words), icon=icon, strong=words == "history.change")
            press.bind(on_tap=lambda _, act=act: act())
            grid.add_widget(press)
        body = [Paragraph(text=self._line(entry))]
        if entry.reason:
            body.append(Paragraph(text=say("history.why", reason=entry.reason), role="small", ink="accent"))
        if photo := self._photo(entry):
            body.append(Image(source=photo, fit_mode="contain", size_hint_y=None, height=theme.mm(15)))
        close = (say("screen.close"), "quiet", self.house.close)
        title, icon = say("history.entry", number=at + 1), verb_sign(self.table.game, entry.verb)
        self.house.open(Sheet(self.house, title, (close,), (*body, grid), icon=icon, wide=0.8))

    def _line(self, entry: Entry) -> str:
        return f"{self._row(entry)['who']}: {self._told(entry)}"

    def _ask_undo(self, at: int) -> None:
        """Say what would be taken back, then do it."""
        self.house.close()
        gone = self.table.history()[at:]
        lines = [self._line(entry) for entry in reversed(gone[-LISTED:])]
        if len(gone) > LISTED:
            lines.append(self.say("history.more", count=len(gone) - LISTED))
        body = tuple(Paragraph(text=line, ink="muted") for line in lines)
        choices = (
            (self.say("after.no"), "plain", self.house.close),
            (self.say("history.undo.yes"), "primary", lambda: self._undo(at)),
        )
        title = self.say("history.undo.note", count=len(gone))
        self.house.open(Sheet(self.house, title, choices, body, icon="undo", wide=0.8))

    def _undo(self, at: int) -> None:
        """Take back everything from an entry on, as one commit that can be taken back itself."""
        self.house.close()
        self.table.amend(*(edit("delete", place) for place in range(at, len(self.table.line)))).commit()


SCREEN = History
