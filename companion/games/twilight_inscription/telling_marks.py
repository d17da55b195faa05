"""What marks are called: on the choices, and in the history."""

from __future__ import annotations

from companion.engine import Action, Seat, Text, literal, text

from . import choose
from .actions import Down
from .assets import SPECIALS
from .desk import RESOURCES
from .layouts import sheets_of
from .state import TwilightState

SIGNS = {
    "down": "pencil", "trade": "good", "focus": "focus", "use_focus": "focus", "research": "research",
    "unlock": "special", "enough": "check", "explore": "navigation", "claim": "navigation",
    "settle": "planet", "unlock_planet": "planet", "build_dock": "dock", "pay_dock": "dock",
    "scrap": "industry", "claim_hex": "industry", "deploy": "warfare",
}  # fmt: skip
"""The icons of what is done, by its verb."""


def left(pool: tuple[int, int, int]) -> Text:
    """What is still to be spent, as a question."""
    counts = tuple(
        text("resource.count", count=count, resource=text(f"resource.{resource}"))
        for resource, count in zip(RESOURCES, pool, strict=True)
        if count
    )
    return text("mark.left", what=counts) if counts else text("mark.ask")


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
    if field == "count":
        return text("trade.times", count=words)
    if field == "pay" and words in SPECIALS:
        return text("asset.special", sort=text(f"sort.{words}"))
    if field in ("pay", "resource"):
        return text(f"resource.{words}") if words in RESOURCES else text(f"pay.{words}")
    if isinstance(value, tuple):
        return literal(" ".join(map(str, value)))
    return literal(words)
