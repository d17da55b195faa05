"""Choosing with buttons: one choice of the open step is marked, the next press marks another or takes it."""

from __future__ import annotations

from companion.engine import Answer, Draft, Option, literal

from .chooser import is_typed
from .numpad import NumPad
from .walk import Walk


class Marking:
    """Which choice is marked. It goes on from step to step until the action is entered."""

    def __init__(self, walk: Walk, pad: NumPad) -> None:
        self._walk, self._pad = walk, pad
        self._place: tuple[str, int | None] | None = None
        self._draft: Draft | None = None
        self._at = 0

    def choices(self) -> list[Option]:
        """What can be marked in the open step."""
        step = self._walk.step
        if step is None or step.entry in ("text", "chance"):
            return []
        if step.entry == "pick":
            return list(step.legal)
        known = {option.value: option for option in step.options}
        numbers = [
            known.get(number) or Option(value=number, label=literal(str(number)))
            for number in range(step.low, step.high + 1)
        ]
        return [option for option in numbers if option.ruling.allowed]

    @property
    def on(self) -> bool:
        """Whether something is marked; another demand, or one that is complete, ends it."""
        draft = self._walk.draft
        if self._place is None or draft is None or self._place != (draft.key, draft.seat):
            self._place = None
        return self._place is not None and bool(self.choices())

    @property
    def now(self) -> Option | None:
        """The choice that is marked."""
        if not self.on:
            return None
        if self._draft != self._walk.draft:
            self._draft, self._at = self._walk.draft, 0
        choices = self.choices()
        return choices[self._at % len(choices)]

    @property
    def value(self) -> Answer | None:
        """The value of the choice that is marked."""
        return None if self.now is None else self.now.value

    def begin(self) -> None:
        """Mark the first choice."""
        draft = self._walk.draft
        if draft is not None:
            self._place, self._draft, self._at = (draft.key, draft.seat), draft, 0
            self._type()

    def next(self) -> None:
        """Mark the next choice; after the last comes the first."""
        if self.now is not None:
            self._at += 1
            self._type()

    def end(self) -> None:
        """Mark nothing."""
        self._place = None
        self._pad.typed = ""

    def _type(self) -> None:
        """A number that is typed stands in its field."""
        if is_typed(self._walk.step):
            self._pad.typed = str(self.value)
