"""The table of Reworld as a picture."""

from __future__ import annotations

from companion.engine import Draft, Page, Picture, text

from .state import ReworldState


def pages(state: ReworldState) -> tuple[Page, ...]:
    """The station."""
    return (Page("station", text("page.station")),)


def draw(state: ReworldState, page: str, draft: Draft | None) -> Picture:
    """The station."""
    return Picture(width=800, height=400)
