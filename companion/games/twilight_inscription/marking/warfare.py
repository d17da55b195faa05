"""Marks on the Warfare sheet."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine import Action, Impossible, Ruling, violated

from ..desk import Desk
from ..sheets import Sheets
from .mark import Mark

ACTIONS: tuple[type[Mark], ...] = ()
TASKS: tuple[str, ...] = ()


def moves(desk: Desk, sheets: Sheets) -> Iterator[Mark]:
    """Every mark that could be meant now; while a task of this sheet is open, those that it allows."""
    yield from ()


def check(desk: Desk, sheets: Sheets, action: Action) -> Ruling:
    """What the rules say of a mark."""
    return violated("TABLE-1", key=action.key)


def mark(desk: Desk, sheets: Sheets, action: Action) -> Desk:
    """The desk after a mark, also an overruled one."""
    raise Impossible(action.verb)


def neighbour(desk: Desk, sheets: Sheets, half: str) -> Desk:
    """A neighbour advantage makes every war to come on that side stronger."""
    return desk


def advance(desk: Desk, sheets: Sheets) -> Desk:
    """The deployment line is moved up by one (step 1 of a war)."""
    return desk


def strength(desk: Desk, sheets: Sheets, half: str, war: int) -> int:
    """The strength in a half in a war from 1 to 4: nodes and all bonuses."""
    return 0


def resolve(desk: Desk, sheets: Sheets, half: str, war: int, strength: int, result: str) -> Desk:
    """A war is over: the strength stands in its box, and its advantages are circled or crossed out."""
    return desk
