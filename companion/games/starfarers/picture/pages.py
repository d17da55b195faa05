"""Which pictures there are, and in which order the phase wants them."""

from __future__ import annotations

from companion.engine import Draft, Page, Picture, text

from ..state import BALLS, BUILD, MEET, MOVE, OVER, ROB, SCORE, SEVEN, Stars
from . import mine, peoples, race, ships, yields

ORDER = {
    **dict.fromkeys((BUILD, BALLS, MEET, MOVE), ("mine", "ships", "peoples", "race", "yields")),
    SCORE: ("race", "peoples"),
    OVER: ("race", "ships", "peoples"),
}
"""The pictures of each phase; in all others the yields come first."""


def pages(state: Stars) -> tuple[Page, ...]:
    """The pictures, the one that matters now first."""
    found = ORDER.get(state.phase, ("yields", "ships", "peoples", "race"))
    if state.depth == "scoring":
        found = ("race", "peoples")
    if not state.noted and state.phase not in (SEVEN, ROB):
        first = found[0] if found[0] != "yields" else "race"
        found = (first, *(key for key in found if key not in (first, "yields")))
    return tuple(Page(key, text(f"page.{key}")) for key in found)


def draw(state: Stars, page: str, draft: Draft | None) -> Picture:
    """One picture."""
    if page == "race":
        return race.draw(state)
    if page == "mine":
        return mine.draw(state)
    if page == "peoples":
        return peoples.draw(state, draft)
    return ships.draw(state) if page == "ships" else yields.draw(state)
