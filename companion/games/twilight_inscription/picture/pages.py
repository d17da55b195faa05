"""The table as pictures: the round, the board in the middle, and everybody's sheets."""

from __future__ import annotations

from companion.engine import Draft, Page, Picture, seat_name, text

from ..cards import EVENTS
from ..setting import STEPS
from ..state import CARD, COUNT, DICE, OVER, RECALL, REVEAL, SCORING, TwilightState
from . import ai, board, council, desk, round, war

SEAT = "seat."
AWARDED = ("fulfil", "mecatol")
"""What is announced with the objectives or the rows of the board beside it."""

QUIET = (*STEPS, REVEAL, SCORING, COUNT, RECALL, OVER)
"""The steps between events: the board in the middle tells how the game stands."""


def pages(state: TwilightState) -> tuple[Page, ...]:
    """The pages of the table, the one that matters now first."""
    middle = [Page("board", text("page.board"))]
    if state.rival is not None:
        middle.append(Page("ai", text("page.ai")))
    seats = [
        Page(f"{SEAT}{seat}", text("page.seat", who=seat_name(seat)))
        for seat, side in enumerate(state.sides)
        if side.desk is not None
    ]
    now = Page("round", text("page.round"))
    if state.step in QUIET or not state.event:
        return (*middle, *seats)
    if (state.step in (CARD, DICE) and seats) or desk.deciding(state):
        return (Page("desk", text("page.desk")), now, *middle, *seats)
    return (now, *middle, *seats)


def draw(state: TwilightState, page: str, draft: Draft | None) -> Picture:
    """One page, with the touch spots that fit the draft."""
    if page.startswith(SEAT):
        return desk.overview(state, int(page.removeprefix(SEAT)))
    if page == "desk":
        return desk.draw(state, draft)
    if page == "board":
        counted = state.step in board.COUNTED and state.depth != "full"
        return board.before(state) if counted or state.step in STEPS else board.draw(state, draft)
    if page == "ai":
        return ai.draw(state)
    if draft is not None and draft.key in AWARDED:
        return board.draw(state, draft)
    kind = EVENTS[state.event].kind if state.event else ""
    drawn: Picture = {"war": war, "council": council}.get(kind, round).draw(state, draft)
    return drawn
