"""A player that looks at the Play screen and touches something legal, knowing no game."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.engine import Action, Draft, Step, Table, play
from companion.ui.cards import Sheet
from companion.ui.chooser import Chooser, is_typed
from companion.ui.keyboard import Typing
from companion.ui.numpad import NumPad
from companion.ui.picture import TableView
from companion.ui.secret import Secret
from companion.ui.widgets import Press

from .hands import Hands

PATIENCE = 12
"""Touches without any effect after which the action is entered without the screen."""

CURIOUS = 0.3
"""How often a question for a printed value is answered when it stands there."""


class Player:
    """Plays by touch."""

    def __init__(self, hands: Hands, dice: Random) -> None:
        self.hands = hands
        self.dice = dice
        self.stuck = 0
        self.forced = 0
        self._seen: Any = None

    @property
    def table(self) -> Table[Any]:
        """The running game."""
        table: Table[Any] = self.hands.house.table
        return table

    def turn(self) -> None:
        """One touch, or the few that a number or a word takes."""
        top = self.hands.house.stage.top
        if isinstance(top, Typing):
            self.type("Neu")
        elif isinstance(top, Secret):
            self._secret(top)
        elif isinstance(top, Sheet):
            self.hands.tap(next(iter(self._presses(top)), top))
        else:
            self._play()
        self._watch()

    def type(self, words: str) -> None:
        """Type words on the keyboard that is shown."""
        for letter in words:
            keys = (self.hands.button(shown) for shown in (letter, letter.lower(), letter.upper()))
            self.hands.tap(next(key for key in keys if key is not None), frames=1)
        self.hands.tap("play.enter")

    def number(self, pad: NumPad, low: int, high: int) -> None:
        """Type a small number on the keypad."""
        value = small(self.dice, low, high)
        for digit in str(value):
            self.hands.tap(self.hands.button(digit, pad), frames=1)

    def _play(self) -> None:
        panel = self.hands.house.panel
        walk, ids = panel.way, panel.ids
        offers = [press for press in self._presses(ids.offers) if press.tone == "asked"]
        if offers and not walk.entered and (walk.ready is not None or self.dice.random() < CURIOUS):
            self.hands.tap(offers[0])
        elif walk.step is None and walk.ready is not None:
            self.hands.tap(ids.primary)
        elif is_typed(walk.step):
            self.number(ids.chooser.pad, walk.step.low, walk.step.high)
            self.hands.tap(ids.primary)
        elif not self.choose(panel, walk.draft, ids.view):
            self.hands.tap(ids.primary)

    def _secret(self, card: Secret) -> None:
        views = list(self.hands.see(TableView, card))
        if card._main is not None and not card._main.grey:
            self.hands.tap(card._main)
        else:
            self.choose(card, card.way.draft, views[0] if views else None)

    def choose(self, root: Any, draft: Draft | None, view: TableView | None) -> bool:
        """Touch one of the legal choices that are shown, in the picture or beside it."""
        chooser = next(iter(self.hands.see(Chooser, root)), None)
        choices: list[Any] = [] if chooser is None else self._presses(chooser)
        if view is not None and view.picture is not None and view.opacity > 0:
            choices += [spot for spot in view.picture.spots if _goes_on(spot, draft)]
        if not choices:
            return False
        choice = self.dice.choice(choices)
        if isinstance(choice, Press):
            self.hands.tap(choice)
        else:
            self.hands.tap_spot(view, choice)
        return True

    def _presses(self, root: Any) -> list[Press]:
        return [press for press in self.hands.see(Press, root) if not press.grey and press.width > 1]

    def _watch(self) -> None:
        """Help out where touches lead nowhere."""
        panel, house = self.hands.house.panel, self.hands.house
        draft = getattr(getattr(panel, "way", None), "draft", None)
        now = (house.screen, len(self.table.line), draft, id(house.stage.top))
        self.stuck = self.stuck + 1 if now == self._seen else 0
        self._seen = now
        if self.stuck > PATIENCE and self.table.outcome() is None:
            self.stuck = 0
            self.forced += 1
            house.stage.close_all()
            self.table.submit(random_action(self.table, self.dice))
            self.hands.frames(3)


def _goes_on(spot: Any, draft: Draft | None) -> bool:
    """Whether a spot is legal and leads forward from what is chosen."""
    if not spot.ruling.allowed:
        return False
    return draft is None or (spot.draft != draft and len(spot.draft.answers) >= len(draft.answers))


def small(dice: Random, low: int, high: int) -> int:
    """One of the smallest numbers that can be entered; below nothing only where nothing is too much."""
    least = min(max(low, 0), high)
    return dice.randint(least, min(high, least + 5))


def random_action(table: Table[Any], dice: Random) -> Action:
    """A legal action, chosen without looking at the screen."""
    demand = dice.choice(table.prompt().demands)
    draft = demand.draft
    while True:
        found = play.step(table.game, table.state, draft)
        if not isinstance(found, Step):
            return found
        if found.entry == "number":
            draft = draft.then(found.field, small(dice, found.low, found.high))
        elif found.entry == "chance":
            draft = draft.then(found.field, dice.randint(found.low, found.high))
        elif found.entry == "text":
            draft = draft.then(found.field, "Neu")
        else:
            draft = draft.then(found.field, dice.choice(found.legal).value)
