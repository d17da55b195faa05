"""The four peoples: who has founded which station, who holds the disc, and what the next station takes."""

from __future__ import annotations

from companion.engine import Draft, Picture, Step, text
from companion.engine.canvas import EDGE, PANEL, PLAIN, RAISED, SMALL, Canvas

from ..book import PEOPLES
from ..final import holdings, sheet
from ..flight import DOCKS
from ..flight_phase import step
from ..state import MOVE, NOBODY, Stars
from .signs import HEIGHT, STRIP, WIDTH, strip

TOP = STRIP + 2


def draw(state: Stars, draft: Draft | None) -> Picture:
    """A column for each people; while a station is founded it can be touched."""
    canvas = Canvas(WIDTH, HEIGHT)
    strip(canvas, holdings(state), sheet(state).totals, state.turn)
    wide = WIDTH / len(PEOPLES)
    for at, people in enumerate(PEOPLES):
        _people(canvas, state, at, people, at * wide + 3, wide - 6)
    if draft is not None and draft.key == "move" and draft.get("do") == "station" and state.phase == MOVE:
        asked = step(state, draft)
        for option in asked.options if isinstance(asked, Step) and asked.field == "people" else ():
            at = PEOPLES.index(str(option.value))
            canvas.option(at * wide + 3, TOP, wide - 6, HEIGHT - TOP - 2, draft, "people", option)
    return canvas.picture()


def _people(canvas: Canvas, state: Stars, at: int, people: str, x: float, w: float) -> None:
    base, holder = state.bases[at], state.discs[at]
    canvas.box(x, TOP, w, HEIGHT - TOP - 2, PANEL, "line", 2, 12)
    canvas.words(text(f"people.{people}"), x + 8, TOP + 4, w - 16, 42, PLAIN - 1, "ink", bold=True)
    held = holder != NOBODY
    canvas.disc(x + w / 2, TOP + 92, 42, RAISED, f"seat{holder}" if held else "line", 6 if held else 2)
    if held:
        canvas.seat(holder, x + w / 2, TOP + 92, 46)
    else:
        canvas.icon("friendship", x + w / 2, TOP + 92, 48, "line")
    if state.depth == "scoring":
        return
    high = (HEIGHT - TOP - 152) / DOCKS
    for dock in range(1, DOCKS + 1):
        y = TOP + 144 + (dock - 1) * high
        there, due = dock <= len(base), dock == len(base) + 1
        canvas.box(
            x + 10,
            y,
            w - 20,
            high - 6,
            RAISED if there else "",
            "accent" if due else "line",
            4 if due else 2,
            8,
        )
        canvas.words(dock, x + 16, y, 40, high - 6, PLAIN, "ink" if there or due else EDGE, bold=due)
        if there:
            canvas.seat(base[dock - 1], x + w / 2, y + (high - 6) / 2, 32)
        else:
            canvas.icon("rings", x + w - 76, y + (high - 6) / 2, 26, "ink" if due else EDGE)
            canvas.words(f"≥{dock}", x + w - 60, y, 44, high - 6, SMALL, "ink" if due else EDGE)
