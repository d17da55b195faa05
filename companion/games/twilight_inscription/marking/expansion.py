"""Marks on the Expansion sheet."""

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


def population(desk: Desk, sheets: Sheets) -> Desk:
    """A population advantage claims the next points of the track."""
    return desk
