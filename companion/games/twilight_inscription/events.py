"""Who carries out an event that is no Strategy event."""

from __future__ import annotations

from types import ModuleType

from . import council, production, war
from .cards import EVENTS
from .setting import STEPS
from .state import COUNT, OVER, RECALL, REVEAL, SCORING, TwilightState

PARTS: dict[str, ModuleType] = {
    "war": war,
    "council": council,
    "production": production,
    "special": production,
}
"""The part of the rules for each kind of event."""

_NO_EVENT = (*STEPS, REVEAL, SCORING, COUNT, RECALL, OVER)


def part_of(state: TwilightState) -> ModuleType | None:
    """The part that is busy now; None while there is no such event."""
    if state.step in _NO_EVENT or not state.event:
        return None
    return PARTS.get(EVENTS[state.event].kind)
