"""The event deck: built by the app from a number that was drawn by chance, or followed card by card."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import TypeVar

from .book import value
from .cards import EVENTS, OBJECTIVES

T = TypeVar("T", bound=str)

APP, TABLE = "app", "table"
"""Who has the deck, by the house rule `deck`."""

RULEBOOK, ERRATA = "rulebook", "errata"
"""How phase V is built, by the house rule `phase5`."""

SKIPS = "empire_ascendant"
THRONE: str = value("RND-04")["event"]
MOST = 2**31 - 1
"""The largest number that chance gives."""


def shuffled(cards: Iterable[T], chance: int, salt: str = "") -> list[T]:
    """Cards in an order that depends on nothing but the number."""
    return sorted(cards, key=lambda card: sha256(f"{chance}/{salt}/{card}".encode()).digest())


def colours(phase: int, phase5: str) -> tuple[str, ...]:
    """The backs of a phase from the top."""
    stack = sum(event.phase == phase for event in EVENTS.values())
    if phase == EVENTS[THRONE].phase and phase5 == ERRATA:
        stack -= 2  # SET-13
    bottom = value("SET-10")["bottom"]
    other = next(event.colour for event in EVENTS.values() if event.colour != bottom)
    turns = range(stack % 2, stack + stack % 2)
    return tuple(bottom if at % 2 else other for at in turns)  # SET-10, SET-11, SET-13


def backs(phase5: str) -> tuple[tuple[int, str], ...]:
    """Phase and back of every card of the deck from the top."""
    phases = sorted({event.phase for event in EVENTS.values()})
    return tuple((phase, colour) for phase in phases for colour in colours(phase, phase5))  # SET-12


def pool(phase5: str) -> tuple[str, ...]:
    """The cards that may be in the deck."""
    return tuple(key for key in EVENTS if key != SKIPS or phase5 != ERRATA)


def build(chance: int, phase5: str) -> tuple[str, ...]:
    """The whole deck, top first."""
    stacks: dict[tuple[int, str], list[str]] = {}
    for key in shuffled(pool(phase5), chance, "events"):  # SET-09
        stacks.setdefault((EVENTS[key].phase, EVENTS[key].colour), []).append(key)
    return tuple(stacks[back].pop() for back in backs(phase5))


def next_back(played: Sequence[str], phase5: str) -> tuple[int, str] | None:
    """Phase and back of the card that is on top now; None when the deck is empty."""
    whole = backs(phase5)
    return whole[len(played)] if len(played) < len(whole) else None


def fits(event: str, played: Sequence[str], phase5: str) -> bool:
    """Whether a card can be the next one."""
    found = EVENTS[event]
    left = event in pool(phase5) and event not in played
    return left and (found.phase, found.colour) == next_back(played, phase5)  # SET-13


def objectives(chance: int) -> dict[str, str]:
    """One objective of each sheet by chance."""
    drawn: dict[str, str] = {}
    for key in shuffled(OBJECTIVES, chance, "objectives"):
        drawn.setdefault(OBJECTIVES[key].sheet, key)  # SET-14
    return drawn
