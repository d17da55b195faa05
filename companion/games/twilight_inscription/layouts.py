"""Which layouts of sheets there are: the owner's from the box, and the practice sheets of our own."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import replace

from companion.engine import FactValue, Seat, Text, text
from companion.engine.plan_spec import PlanSpec, Slot
from companion.engine.plan_text import read_plan

from .book import value
from .desk import EXPANSION, INDUSTRY, NAVIGATION, WARFARE, Desk
from .options import option
from .sheets import Sheets, expansion, industry, navigation, warfare
from .state import TwilightState

PRACTICE = "practice"
NUMBERS = (*(f"{number}A" for number in range(1, value("CMP-01")["per_type"] + 1)), "B")  # CMP-01, CMP-02
"""The sheets of one kind by the number in their corner; the B sides are all alike (CMP-02, SET-02)."""


def key_of(sheet: str, name: str) -> str:
    """The printed value that holds the layout of a sheet."""
    return f"sheet.{sheet}.{name}"


def _slots(sheet: str) -> tuple[Slot, ...]:
    title = text(f"sheet.{sheet}")
    return tuple(
        Slot(key=key_of(sheet, name), title=text("layout.title", sheet=title, name=name)) for name in NUMBERS
    )


SPECS: dict[str, PlanSpec] = {
    sheet: replace(module.SPEC, slots=_slots(sheet))
    for sheet, module in (
        (NAVIGATION, navigation),
        (EXPANSION, expansion),
        (INDUSTRY, industry),
        (WARFARE, warfare),
    )
}
"""The form of each kind of sheet."""


def names(state: TwilightState, sheet: str) -> tuple[str, ...]:
    """The layouts of a kind that can be played with: the sound ones in the box, then the practice sheets."""
    own = tuple(name for name in NUMBERS if _sound(sheet, state.facts.get(key_of(sheet, name), "")))
    return (*own, *SPECS[sheet].practice)


@lru_cache(maxsize=64)
def _sound(sheet: str, words: FactValue) -> bool:
    """Whether a layout can be played with: a box may hold one that this version would not have taken."""
    return bool(words) and SPECS[sheet].problem(words) is None


def unsound(state: TwilightState) -> Iterator[tuple[Text, Text]]:
    """The layouts of the box that cannot be played with, each with what is wrong."""
    for sheet, spec in SPECS.items():
        for slot in spec.slots:
            told = state.facts.get(slot.key)
            if told is not None and not _sound(sheet, told):
                yield slot.title, spec.problem(told) or text("layout.empty")


def title(name: str) -> Text:
    """What a layout is called."""
    return text("layout.own", name=name) if name in NUMBERS else text("layout.practice")


_KEYS = {
    sheet: {name: key_of(sheet, name) for name in (*NUMBERS, *spec.practice)} for sheet, spec in SPECS.items()
}


def words(state: TwilightState, sheet: str, name: str) -> str:
    """A layout as its text."""
    own = state.facts.get(_KEYS[sheet][name])
    return str(own) if own is not None else SPECS[sheet].practice[name]


@lru_cache(maxsize=64)
def _sheets(texts: tuple[str, str, str, str], diagonal: bool) -> Sheets:
    plans = [read_plan(one) for one in texts]
    return Sheets(
        navigation=navigation.read(plans[0]),
        expansion=expansion.read(plans[1]),
        industry=industry.read(plans[2]),
        warfare=replace(warfare.read(plans[3]), diagonal=diagonal),  # DEP-16
    )


def sheets_of(state: TwilightState, seat: Seat) -> Sheets:
    """The layouts of a player's four sheets."""
    desk = state.sides[seat].desk
    if desk is None:
        raise LookupError("these sheets are not tracked")
    texts = tuple([words(state, sheet, desk.sheets[sheet]) for sheet in SPECS])
    return _sheets(texts, option(state, "diagonal") == "yes")


def fresh(state: TwilightState, chosen: dict[str, str]) -> Desk:
    """A desk with four sheets as they come out of the box."""
    texts = tuple(words(state, sheet, chosen[sheet]) for sheet in SPECS)
    return Desk(sheets=chosen, marks=_sheets(texts, False).start_marks)
