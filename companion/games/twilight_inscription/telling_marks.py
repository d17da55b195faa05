"""What marks are called: on the choices, and in the history."""

from __future__ import annotations

from companion.engine import Action, Seat, Text, literal, text

from . import choose
from .actions import Down
from .assets import SPECIALS
from .desk import RESOURCES
from .layouts import sheets_of
from .state import TwilightState


def say(state: TwilightState, seat: Seat, action: Action, field: str = choose.WHAT) -> Text:
    """One field of a mark in words; WHAT names the whole deed."""
    if isinstance(action, Down):
        return text("down.ask")
    if field != choose.WHAT:
        return _value(field, getattr(action, field))
    values = {name: _named(state, seat, name, getattr(action, name)) for name in action.__struct_fields__[2:]}
    return text(f"mark.{action.verb}", **values)


def _named(state: TwilightState, seat: Seat, field: str, value: object) -> Text:
    """A place by its printed name, if its layout has one."""
    names = sheets_of(state, seat).names
    words = str(value)
    return names[words] if words in names else _value(field, value)


def _value(field: str, value: object) -> Text:
    words = str(value)
    if field == "tech":
        return text(f"technology.{words}")
    if field == "pay" and words in SPECIALS:
        return text("asset.special", sort=text(f"sort.{words}"))
    if field in ("pay", "resource"):
        return text(f"resource.{words}") if words in RESOURCES else text(f"pay.{words}")
    if isinstance(value, tuple):
        return literal(" ".join(map(str, value)))
    return literal(words)
