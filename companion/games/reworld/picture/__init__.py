"""The table of Reworld as pictures: the station, each player's side, the ships, the score track."""

from __future__ import annotations

from companion.engine import Draft, Page, Picture, seat_name, text

from ..state import COUNT, FINAL, OVER, PREPARE, SETTLEMENT, ReworldState
from . import laying, seat, ships, station, track

SEAT = "seat."


def pages(state: ReworldState) -> tuple[Page, ...]:
    """The pages of the table, the one that matters now first."""
    about_ships = Page("ships", text("page.ships"))
    if state.depth != "full":
        scores = Page("track", text("page.track"))
        return (about_ships, scores) if state.phase in (SETTLEMENT, COUNT) else (scores, about_ships)
    order = [(state.turn + ahead) % state.players for ahead in range(state.players)]
    seats = tuple(Page(f"{SEAT}{one}", text("page.seat", who=seat_name(one))) for one in order)
    if state.phase == SETTLEMENT:
        return (*seats, about_ships)
    if state.phase in (FINAL, OVER):
        return (about_ships, *seats)
    return (Page("station", text("page.station")), *seats, about_ships)


def draw(state: ReworldState, page: str, draft: Draft | None) -> Picture:
    """One page, with the touch spots that fit the draft."""
    if page.startswith(SEAT):
        return seat.draw(state, int(page.removeprefix(SEAT)), draft)
    if page == "station" and state.phase == PREPARE:
        return laying.draw(state, draft)
    return {"station": station.draw, "ships": ships.draw, "track": track.draw}[page](state, draft)
