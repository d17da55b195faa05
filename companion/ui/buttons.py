"""What the three buttons mean: one table for every game, every card and every screen.

A row is what the table is asked for (the kind of the demand) or where it is; a screen only says which deeds
are possible now. What is not in the table, or not possible, does nothing, and its lamp is off.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Any, NamedTuple, Protocol, TypeAlias

from companion.engine import Kind

GREEN, RED, YELLOW = "green", "red", "yellow"
BUTTONS = (GREEN, RED, YELLOW)


class Does(StrEnum):
    """What a button does."""

    ON = "what the big button says"
    BACK = "takes the last answer back, or shows what would be taken back and at the second press does it"
    TURN = "shows the next view"
    MARK = "begins to choose with the buttons: the first choice is marked"
    NEXT = "marks the next choice"
    UNMARK = "marks nothing any more"
    LEAVE = "goes back to where one came from"


class Row(NamedTuple):
    """What each button does: a press, and a long press of the yellow one."""

    green: Does | None = None
    red: Does | None = None
    yellow: Does | None = None
    yellow_long: Does | None = None


ON, BACK, TURN, MARK = Does.ON, Does.BACK, Does.TURN, Does.MARK
NEXT, UNMARK, LEAVE = Does.NEXT, Does.UNMARK, Does.LEAVE

TABLE: dict[str, Row] = {
    # What is asked             green  red     yellow  yellow, long
    Kind.CONFIRM.value: Row(    ON,    BACK,   TURN),
    Kind.CHOOSE.value: Row(     ON,    BACK,   TURN,   MARK),
    Kind.ENTER.value: Row(      ON,    BACK,   TURN,   MARK),
    Kind.ROLL.value: Row(       ON,    BACK,   TURN,   MARK),
    Kind.SECRET.value: Row(     ON,    BACK,   TURN),
    Kind.FACT.value: Row(       ON,    BACK,   TURN,   MARK),
    Kind.OVER.value: Row(       ON,    BACK,   TURN),
    # While a choice is marked
    "marking": Row(             ON,    UNMARK, NEXT,   NEXT),
    # Over the screen
    "card": Row(                ON,    LEAVE),
    "cover": Row(               ON,    LEAVE),
    "sealing": Row(             ON,    BACK,   None,   MARK),
    "typing": Row(              ON,    BACK),
    "error": Row(               ON),
    # Other screens
    "home": Row(                ON),
    "new_game": Row(            ON,    LEAVE),
    "checklist": Row(           ON,    LEAVE),
    "final": Row(               ON,    LEAVE,  TURN),
    "history": Row(             LEAVE, LEAVE),
    "amend": Row(               ON,    LEAVE),
    "rules": Row(               LEAVE, LEAVE),
    "archive": Row(             None,  LEAVE),
    "box": Row(                 None,  LEAVE),
    "settings": Row(            None,  LEAVE,  TURN),
    "camera": Row(              None,  LEAVE),
    "pins": Row(                None,  LEAVE),
    "calibrate": Row(           ON,    LEAVE,  TURN),
    "plan_editor": Row(         ON,    BACK,   TURN),
    "plan_photo": Row(          ON,    LEAVE),
    "teach": Row(               ON,    LEAVE,  TURN),
}  # fmt: skip

Deeds: TypeAlias = "dict[Does, Callable[[], Any]]"
"""What is possible now, and how it is done."""


class Handled(Protocol):
    """A screen or card that buttons can be pressed for."""

    @property
    def situation(self) -> str:
        """Its row of the table now."""

    def deeds(self) -> Deeds:
        """What is possible now."""


def deed(at: Handled, button: str, long: bool = False) -> Callable[[], Any] | None:
    """What a press does now; None if nothing."""
    row = TABLE.get(at.situation, Row())
    does = getattr(row, f"{button}_long" if long else button, None)
    return None if does is None else at.deeds().get(does)


def lit(at: Handled) -> frozenset[str]:
    """The buttons that mean something now."""
    row, possible = TABLE.get(at.situation, Row()), at.deeds()
    meant = {GREEN: {row.green}, RED: {row.red}, YELLOW: {row.yellow, row.yellow_long}}
    return frozenset(button for button, does in meant.items() if any(one in possible for one in does))
