"""Marks on the Industry sheet."""

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


def commodity(desk: Desk, sheets: Sheets, sort: str, count: int) -> Desk:
    """So many symbols of a mass product are crossed out on the chart, with what that completes."""
    return desk


def member(desk: Desk, sheets: Sheets) -> Desk:
    """A council member unlocks the next vote of the chart."""
    return desk


def vote_income(desk: Desk, sheets: Sheets) -> int:
    """How many votes a council gives."""
    return 0


def good_income(desk: Desk, sheets: Sheets) -> int:
    """How many trade goods a production gives."""
    return 0


def claim_printed(desk: Desk, sheets: Sheets, kind: str, count: int) -> Desk:
    """So many of the printed votes or trade goods are claimed, at most as many as are left."""
    return desk


def spend_votes(desk: Desk, sheets: Sheets, count: int) -> Desk:
    """So many claimed votes are slashed."""
    return desk
