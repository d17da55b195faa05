"""The values of what is chosen on a plan, each set with one touch where they are few."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from math import ceil
from typing import Any, TypeAlias

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.engine import Field, FieldValue
from companion.engine import Words as Speaker

from . import theme
from .asking import NumberCard
from .base import House
from .cards import Choice, Sheet
from .furniture import Column
from .keyboard import Typing
from .tiles import Tile, Tiles
from .widgets import Press, Words

FEW = 12
"""So many numbers are shown as buttons of their own; of more one is stepped through or typed."""

LISTED = 60
"""So many numbers are offered on a card, one touch each; of more one is typed."""

FIT = 8
"""So many choices have a button each; of more the last ones used have one, and a card shows them all."""

RECENT = 2
WIDE = 0.96
"""The share of the screen that a card with choices takes."""

SLIM, DEEP = 17.5, 5
"""How wide a choice on the card is at least, in millimetres, and how many stand below each other."""

WIDTHS = ((3, 4), (7, 3), (99, 2))
"""Words of at most so many letters, and how many of them stand side by side."""


Look: TypeAlias = "Callable[[FieldValue | None], tuple[str, bool]]"
"""What stands on a button while a field has this value, and whether it stands out."""


class Fields(Column):
    """Fields below each other. `told` gets a field and its new value; None empties it."""

    def __init__(self, house: House, told: Callable[[Field, FieldValue | None], Any], **props: Any) -> None:
        super().__init__(**props)
        self.house = house
        self.told = told
        self._fields: tuple[Field, ...] | None = None
        self._values: Mapping[str, FieldValue] = {}
        self._looks: list[tuple[Press, Field, Look]] = []
        self._recent: dict[str, list[FieldValue]] = {}
        self._cards: dict[str, GridLayout] = {}
        # Kept, because so many buttons take their time to be made.
        self._numbers = Tiles(size_hint_y=None, height=theme.mm(51))
        self._numbers.more = house.say("play.more")

    def show(self, fields: tuple[Field, ...], values: Mapping[str, FieldValue], speaker: Speaker) -> None:
        """Show these fields with their values; the buttons stay as long as the fields do."""
        self._values = values
        if fields != self._fields:
            self._fields = fields
            self._build(fields, speaker)
        for press, field, look in self._looks:
            text, chosen = look(values.get(field.key))
            press.text, press.tone, press.strong = text, "chosen" if chosen else "plain", chosen

    def _build(self, fields: tuple[Field, ...], speaker: Speaker) -> None:
        self.content.clear_widgets()
        self.content.spacing = theme.mm(0.8)
        self._looks, self._cards = [], {}
        for field in fields:
            label = speaker.say(field.label)
            words = Words(text=label, role="small", ink="muted", halign="left", most=1)
            words.size_hint_y, words.height = None, theme.mm(3.8)
            self.content.add_widget(words)
            self.content.add_widget(self._choices(field, speaker, label))

    def _choices(self, field: Field, speaker: Speaker, label: str) -> Widget:
        if field.choices:
            known = [(choice, speaker.say(said)) for choice, said in field.choices]
        elif field.text:
            return self._row([self._press(field, self._written, partial(self._write, field, label))])
        elif field.high - field.low < FEW:
            known = [(number, str(number)) for number in range(field.low, field.high + 1)]
        else:
            return self._stepper(field, label)
        if field.choices and len(known) > FIT:
            return self._many(field, known, label)
        longest = max(len(words) for _, words in known)
        presses = [self._choice(field, choice, words) for choice, words in known]
        return self._row(presses, next((columns for most, columns in WIDTHS if longest <= most), 2))

    def _choice(self, field: Field, choice: FieldValue, words: str) -> Press:
        def tell() -> None:
            # A second touch empties what may stay empty.
            again = self._values.get(field.key) == choice and not field.required
            self.told(field, None if again else choice)

        return self._press(field, lambda value: (words, value == choice), tell)

    def _many(self, field: Field, known: list[tuple[FieldValue, str]], label: str) -> BoxLayout:
        """The choice now, which opens a card with all of them, and below it those used last."""
        said = dict(known)
        recent = self._recent.setdefault(field.key, [])

        def now(value: FieldValue | None) -> tuple[str, bool]:
            words = "?" if value is None else said.get(value, str(value))
            return words, value is not None

        def other(at: int, value: FieldValue | None) -> tuple[str, bool]:
            others = [one for one in recent if one != value]
            return (said[others[at]] if at < len(others) else "…"), False

        def again(at: int) -> None:
            others = [one for one in recent if one != self._values.get(field.key)]
            if at < len(others):
                self.told(field, others[at])
            else:
                show()

        def show() -> None:
            self._all(field, known, label)

        rows = [self._row([self._press(field, now, show)])]
        pairs = [self._press(field, partial(other, at), partial(again, at)) for at in range(RECENT)]
        rows.append(self._row(pairs, RECENT))
        block = BoxLayout(orientation="vertical", spacing=theme.mm(0.8), size_hint_y=None)
        block.height = sum(row.height for row in rows) + theme.mm(0.8)
        for row in rows:
            block.add_widget(row)
        return block

    def _all(self, field: Field, known: list[tuple[FieldValue, str]], label: str) -> None:
        """A card with all choices of a field, which is made once."""
        house = self.house
        grid = self._cards.get(field.key)
        if grid is None:
            most = int((house.stage.width * WIDE / theme.mm(1) - 6) / SLIM)
            grid = self._row([], min(max(ceil(len(known) / DEEP), 2), most))
            for choice, words in known:
                press = Press(text=words, role="small")
                press.bind(on_tap=lambda _, choice=choice: self._pick(field, choice))
                grid.add_widget(press)
            rows = ceil(len(known) / grid.cols)
            grid.height = rows * theme.mm(theme.TOUCH) + (rows - 1) * theme.mm(0.8)
            self._cards[field.key] = grid
        if grid.parent is not None:
            grid.parent.remove_widget(grid)
        value = self._values.get(field.key)
        for press, (choice, _) in zip(reversed(grid.children), known, strict=True):
            press.tone = "chosen" if choice == value else "plain"
        empty: Choice = (house.say("draw.empty"), "plain", partial(self._tell, field, None))
        more = (empty,) if value is not None and not field.required else ()
        cancel: Choice = (house.say("screen.cancel"), "quiet", house.close)
        house.open(Sheet(house, label, (cancel, *more), (grid,), wide=WIDE))

    def _pick(self, field: Field, choice: FieldValue) -> None:
        recent = self._recent.setdefault(field.key, [])
        if choice in recent:
            recent.remove(choice)
        recent.insert(0, choice)
        del recent[RECENT + 1 :]
        self._tell(field, choice)

    def _stepper(self, field: Field, label: str) -> GridLayout:
        def step(by: int) -> None:
            now = self._number(field)
            self.told(field, field.low if now is None else min(max(now + by, field.low), field.high))

        def look(value: FieldValue | None) -> tuple[str, bool]:
            return "?" if value is None else str(value), value is not None

        return self._row(
            [
                self._press(field, lambda _: ("−", False), partial(step, -1)),
                self._press(field, look, partial(self._ask, field, label)),
                self._press(field, lambda _: ("+", False), partial(step, 1)),
            ],
            3,
        )

    def _number(self, field: Field) -> int | None:
        value = self._values.get(field.key)
        return value if isinstance(value, int) else None

    def _ask(self, field: Field, label: str) -> None:
        """Ask for a number: on a card with all of them, where they are not too many."""
        house, number = self.house, self._number(field)
        empty: Choice = (house.say("draw.empty"), "plain", partial(self._tell, field, None))
        more = (empty,) if number is not None and not field.required else ()
        if field.high - field.low >= LISTED:
            house.open(
                NumberCard(house, label, partial(self.told, field), (field.low, field.high), number, more)
            )
            return
        rows = [
            Tile(str(one), partial(self._tell, field, one), tone="chosen" if one == number else "plain")
            for one in range(field.low, field.high + 1)
        ]
        block = self._numbers
        if block.parent is not None:
            block.parent.remove_widget(block)
        block.show(rows, dense=True)
        cancel = (house.say("screen.cancel"), "quiet", house.close)
        house.open(Sheet(house, label, (cancel, *more), (block,), wide=WIDE))

    def _tell(self, field: Field, value: FieldValue | None) -> None:
        self.house.close()
        self.told(field, value)

    def _written(self, value: FieldValue | None) -> tuple[str, bool]:
        return (self.house.say("draw.write"), False) if value is None else (str(value), True)

    def _write(self, field: Field, label: str) -> None:
        house, value = self.house, self._values.get(field.key)

        def change() -> None:
            house.open(Typing(house, label, partial(self.told, field), "" if value is None else str(value)))

        def again() -> None:
            house.close()
            change()

        if value is None or field.required:
            change()
            return
        empty: Choice = (house.say("draw.empty"), "plain", partial(self._tell, field, None))
        cancel: Choice = (house.say("screen.cancel"), "quiet", house.close)
        house.open(
            Sheet(house, f"{label}: {value}", (cancel, empty, (house.say("draw.write"), "primary", again)))
        )

    def _row(self, presses: list[Press], columns: int = 1) -> GridLayout:
        grid = GridLayout(cols=columns, spacing=theme.mm(0.8), size_hint_y=None)
        rows, high = ceil(len(presses) / columns), theme.mm(theme.TOUCH)
        grid.row_force_default, grid.row_default_height = True, high
        grid.height = rows * high + (rows - 1) * theme.mm(0.8)
        for press in presses:
            grid.add_widget(press)
        return grid

    def _press(self, field: Field, look: Look, act: Callable[[], Any]) -> Press:
        press = Press()
        press.bind(on_tap=lambda _: act())
        self._looks.append((press, field, look))
        return press
