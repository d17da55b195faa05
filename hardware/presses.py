"""From levels to presses: debounce, press, long press and chord as pure functions of (time, level).

The first edge starts a press, and for a while after it the line is not listened to: that hides the chatter of
the contact without delaying anything. A press counts when the button is let go, so that two buttons which are
held together are one chord and not two presses.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from math import inf

import msgspec
from msgspec import Struct

LOCK = 0.035
"""Seconds after an edge in which the line is not listened to; contacts chatter for up to 30 ms."""

LONG = 0.8
"""Seconds after which a press is a long one."""

HELD = 3.0
"""Seconds for which a chord must be held."""


class Button(StrEnum):
    """The three buttons of the box, by the colour of their caps."""

    GREEN = "green"
    RED = "red"
    YELLOW = "yellow"


class What(StrEnum):
    """What a hand did."""

    PRESS = "press"
    LONG = "long"
    CHORD = "chord"


CHORD = frozenset({Button.GREEN, Button.RED})
"""The buttons that mean something else when they are held together."""

HOLDABLE = frozenset({Button.YELLOW})
"""The buttons with a long press; all others count when they are let go, however late that is."""


class Pressed(Struct, frozen=True):
    """Something that a hand did, at the time of the edge or of the moment that decided it."""

    what: What
    time: float
    button: Button | None = None


class Line(Struct, frozen=True):
    """One button: what its contact says now, and what is believed of it."""

    contact: bool = False
    down: bool = False
    since: float = -inf
    locked: float = -inf
    """Until when the line is not listened to."""
    spent: bool = False
    """Whether letting go means nothing: the press was long, or belongs to a chord."""

    @property
    def waits(self) -> float:
        """When the contact is believed, if it says something else than what is believed."""
        return self.locked if self.contact != self.down else inf


class Hands(Struct, frozen=True):
    """All buttons at one moment."""

    lines: dict[Button, Line]
    holdable: frozenset[Button] = HOLDABLE
    together: float = inf
    """Since when all buttons of the chord are down."""

    @property
    def due(self) -> float:
        """When something will happen although no contact changes."""
        waits = [line.waits for line in self.lines.values()]
        longs = [self.lines[button].since + LONG for button in self.holdable if _held(self.lines[button])]
        return min(*waits, self.together + HELD, *longs, inf)


def _held(line: Line) -> bool:
    return line.down and not line.spent


def begin(down: Iterable[Button] = (), holdable: frozenset[Button] = HOLDABLE) -> Hands:
    """The buttons at the start; one that is down already must be let go before it means anything."""
    held = frozenset(down)
    lines = {
        button: Line(contact=button in held, down=button in held, spent=button in held) for button in Button
    }
    return Hands(lines=lines, holdable=holdable)


def feed(hands: Hands, time: float, button: Button, level: bool) -> tuple[Hands, list[Pressed]]:
    """A contact opened or closed (`level`: pressed)."""
    hands, done = advance(hands, time)
    line = hands.lines[button]
    hands = _with(hands, button, msgspec.structs.replace(line, contact=level))
    if time >= line.locked and level != line.down:
        hands, more = _believe(hands, time, button)
        done += more
    return hands, done


def advance(hands: Hands, time: float) -> tuple[Hands, list[Pressed]]:
    """Let time pass up to a moment; what was due until then happens at its own time."""
    done: list[Pressed] = []
    while (now := hands.due) <= time:
        hands, more = _happen(hands, now)
        done += more
    return hands, done


def _happen(hands: Hands, now: float) -> tuple[Hands, list[Pressed]]:
    """The one thing that is due at this moment."""
    if hands.together + HELD <= now:
        return msgspec.structs.replace(hands, together=inf), [Pressed(What.CHORD, now)]
    for button, line in hands.lines.items():
        if line.waits <= now:
            return _believe(hands, now, button)
        if button in hands.holdable and _held(line) and line.since + LONG <= now:
            spent = msgspec.structs.replace(line, spent=True)
            return _with(hands, button, spent), [Pressed(What.LONG, now, button)]
    raise AssertionError("nothing is due")


def _believe(hands: Hands, now: float, button: Button) -> tuple[Hands, list[Pressed]]:
    """What a contact says becomes what is believed."""
    line = hands.lines[button]
    down = line.contact
    presses = [] if down or line.spent else [Pressed(What.PRESS, now, button)]
    hands = _with(hands, button, Line(contact=down, down=down, since=now, locked=now + LOCK))
    if button not in CHORD:
        return hands, presses
    if not all(hands.lines[one].down for one in CHORD):
        return msgspec.structs.replace(hands, together=inf), presses
    for one in CHORD:
        hands = _with(hands, one, msgspec.structs.replace(hands.lines[one], spent=True))
    return msgspec.structs.replace(hands, together=now), presses


def _with(hands: Hands, button: Button, line: Line) -> Hands:
    return msgspec.structs.replace(hands, lines={**hands.lines, button: line})
