"""One player's sheets: the active one to mark, with all that may be touched; and the four at a glance."""

from __future__ import annotations

from typing import TypeAlias

from companion.engine import LEGAL, Draft, Option, Picture, Seat, Step, seat_name, text
from companion.engine.canvas import EDGE, LARGE, PANEL, PLAIN, RAISED, SMALL, Canvas

from .. import strategy
from ..choose import WHAT
from ..desk import RESOURCES, SHEETS, Desk
from ..layouts import sheets_of
from ..sheets import Sheets
from ..state import TwilightState
from . import expansion, industry, navigation, warfare
from .signs import RESOURCE_COLOURS, RESOURCE_SIGNS

HEAD, WIDE, HIGH = 62, 1000, 700
"""The line above a sheet, and the field that every sheet is drawn in."""

LOW = 284
"""The height of all four sheets side by side."""

ROOM = 40
"""Round the places that may be touched, where only a part of a sheet is shown."""

Area: TypeAlias = tuple[float, float, float, float]

DRAWN = {"navigation": navigation, "expansion": expansion, "industry": industry, "warfare": warfare}


def draw(state: TwilightState, draft: Draft | None) -> Picture:
    """The active sheet of the player who is marking."""
    waiting = (*deciding(state), *strategy.waiting(state))
    seat = draft.seat if draft is not None and draft.seat is not None else waiting[0] if waiting else 0
    side, desk = state.sides[seat], state.sides[seat].desk
    sheet = "" if desk is None else _shown(desk, side.active)
    canvas = Canvas(WIDE, HIGH if sheet else LOW)
    if desk is None or not sheet:
        _head(canvas, state, seat)
    if desk is None:
        return canvas.picture()
    if not sheet:
        _four(canvas, state, seat, desk, chosen_from=True)
        return canvas.picture()
    canvas.lay(DRAWN[sheet].draw(getattr(sheets_of(state, seat), sheet), desk), 0, 0, 1)
    canvas.seat(seat, 600, 30, 36)
    canvas.words(seat_name(seat), 626, 6, 230, 48, PLAIN, f"seat{seat}", bold=True, align="left")
    _spots(canvas, state, seat, sheet, draft)
    return canvas.picture()


def deciding(state: TwilightState) -> list[Seat]:
    """Who has to decide something on a sheet that marks have set off."""
    return [
        seat
        for seat, side in enumerate(state.sides)
        if side.desk is not None and side.desk.task is not None and side.desk.task.key in strategy.TASKS
    ]


def _shown(desk: Desk, active: str) -> str:
    """The sheet that is marked: the active one, or that of a task on another."""
    task = desk.task
    owner = None if task is None else strategy.TASKS.get(task.key)
    return next((sheet for sheet, module in strategy.MODULES.items() if module is owner), active)


def _head(canvas: Canvas, state: TwilightState, seat: Seat) -> None:
    """Whose sheet it is, and what is still to be spent."""
    side = state.sides[seat]
    canvas.seat(seat, 30, 30, 44)
    canvas.words(seat_name(seat), 60, 0, 300, 58, LARGE, f"seat{seat}", bold=True, align="left")
    if side.active:
        canvas.icon(side.active, 400, 30, 44, "ink")
        canvas.words(text(f"sheet.{side.active}"), 430, 0, 220, 58, PLAIN, align="left")
    if side.desk is None:
        return
    x = WIDE - 40.0
    for resource, count in reversed(list(zip(RESOURCES, side.desk.pool, strict=True))):
        for _ in range(count):
            canvas.disc(x, 30, 28, RAISED, RESOURCE_COLOURS[resource], 2)
            canvas.icon(RESOURCE_SIGNS[resource], x, 30, 36, RESOURCE_COLOURS[resource])
            x -= 62


def _four(canvas: Canvas, state: TwilightState, seat: Seat, desk: Desk, chosen_from: bool) -> None:
    """The four sheets side by side; while none is active, to choose from."""
    sheets = sheets_of(state, seat)
    each = WIDE / len(SHEETS)
    for at, sheet in enumerate(SHEETS):
        place = (at * each + 2, HEAD + 2, each - 4, LOW - HEAD - 4)
        _small(canvas, sheets, desk, sheet, *place)
        if chosen_from:
            canvas.spot(*place, Draft("sheet", seat, (("sheet", sheet),)), LEGAL, text(f"sheet.{sheet}"))


def _small(
    canvas: Canvas, sheets: Sheets, desk: Desk, sheet: str, x: float, y: float, wide: float, high: float
) -> None:
    canvas.box(x, y, wide, high, PANEL, EDGE, 2, 12)
    by = min(wide / WIDE, (high - 36) / HIGH)
    canvas.lay(DRAWN[sheet].draw(getattr(sheets, sheet), desk), x + (wide - WIDE * by) / 2, y + 36, by)
    canvas.icon(sheet, x + 24, y + 20, 28)
    canvas.words(text(f"sheet.{sheet}"), x + 46, y + 2, wide - 150, 36, SMALL, bold=True, align="left")
    canvas.words(
        sheets.points(desk, sheet), x + wide - 96, y + 2, 84, 36, PLAIN, "accent", bold=True, align="right"
    )


def overview(state: TwilightState, seat: Seat) -> Picture:
    """All four sheets of a player."""
    canvas = Canvas(WIDE, LOW)
    _head(canvas, state, seat)
    desk = state.sides[seat].desk
    if desk is not None:
        _four(canvas, state, seat, desk, chosen_from=False)
    return canvas.picture()


def _spots(canvas: Canvas, state: TwilightState, seat: Seat, sheet: str, draft: Draft | None) -> None:
    """Every choice of the open step that has a place on the sheet; what is legal glows."""
    mine = draft is not None and (draft.key, draft.seat) == ("mark", seat)
    start = draft if mine and draft is not None else Draft("mark", seat)
    found = strategy.step(state, start)
    if not isinstance(found, Step):
        return
    areas = DRAWN[sheet].places(getattr(sheets_of(state, seat), sheet))
    legal: list[Area] = []
    for option in found.options:
        words = str(option.value) if found.field == WHAT else f"{found.field} {option.value}"
        area = areas.get(words)
        if area is not None:
            _glow(canvas, area, start, found.field, option)
            legal += [area] if option.ruling.allowed else []
    if legal:
        canvas.focus = _around(legal)


def _around(areas: list[Area]) -> Area:
    """The part of a sheet that holds all these places, with some room round it."""
    left, top = min(x for x, *_ in areas), min(area[1] for area in areas)
    right, bottom = max(x + w for x, _, w, _ in areas), max(area[1] + area[3] for area in areas)
    return (left - ROOM, top - ROOM, right - left + 2 * ROOM, bottom - top + 2 * ROOM)


def _glow(canvas: Canvas, area: Area, draft: Draft, field: str, option: Option) -> None:
    x, y, w, h = area
    if option.ruling.allowed:
        canvas.box(x - 3, y - 3, w + 6, h + 6, "", "accent", 4, min(w, h) / 2)
    canvas.option(x, y, w, h, draft, field, option)
