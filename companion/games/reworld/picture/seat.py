"""One player's table: the freighter with its five rows on the left, the settlement on the right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.engine import LEGAL, Draft, Picture, Step, Text, literal, seat_name, text
from companion.engine.canvas import EDGE, LARGE, PANEL, RAISED, SMALL, Canvas

from ..modules import CLASS_ICONS, LETTERS, MODULES, SATELLITE, SHUTTLE, icon_of, name
from ..settlement import carries
from ..ships import owned
from ..state import BEGIN, PREPARE, ROWS, SETTLEMENT, STATION, City, ReworldState, Side
from ..tasks import LEAST, shields
from ..undock import ENOUGH, sign_name, step
from .tiles import dock, ground, letter, ship_sign, stack, task_sign, tile

WIDTH, HEIGHT, HEAD = 1000, 440, 44
HULL, HULL_ALONE = 432, 926
"""Where the freighter's hull begins: beside a settlement, and alone in Chapter One."""

LEFT, RIGHT = 510, 996
"""The settlement area."""

BIG, NORMAL, LEAST_WIDE, GAP = 84.0, 70.0, 46.0, 4.0
"""Widths of tiles in a row: the one at the open end is big, the others become narrow in a long row."""

LINE = (HEIGHT - HEAD) / ROWS
ROW = 60
CITY = (HEIGHT - HEAD - 2 * ROW) / len(LETTERS)

Area = tuple[float, float, float, float]


def draw(state: ReworldState, seat: int, draft: Draft | None) -> Picture:
    """What lies before a player, and what can be touched on the player's turn."""
    canvas = Canvas(WIDTH, HEIGHT)
    side = state.sides[seat]
    alone = state.phase in (BEGIN, PREPARE, STATION)
    asked = _asked(state, seat, draft)
    _head(canvas, state, seat)
    tiles = _freighter(canvas, side, seat, HULL_ALONE if alone else HULL)
    if not alone:
        _settlement(canvas, state, side)
    if asked is not None:
        _mark_taken(canvas, side, asked, tiles)
        _spots(canvas, state, side, asked, tiles)
    return canvas.picture()


def _asked(state: ReworldState, seat: int, draft: Draft | None) -> Draft | None:
    """The draft of the turn that this player is asked for; None if it is not this player's turn."""
    if state.phase != SETTLEMENT or state.depth != "full" or state.turn != seat:
        return None
    fits = draft is not None and (draft.key, draft.seat) == ("turn", seat)
    return draft if fits else Draft("turn", seat)


def _head(canvas: Canvas, state: ReworldState, seat: int) -> None:
    canvas.seat(seat, 26, 22, 36)
    canvas.words(seat_name(seat), 54, 0, 300, 43, LARGE, f"seat{seat}", bold=True, align="left")
    if state.marker == seat:
        canvas.icon("marker", 384, 22, 36, "accent")
    ships = owned(state, seat)
    for at, ship in enumerate(ships):
        x = RIGHT - (len(ships) - at) * 42
        canvas.box(x, 2, 39, 38, RAISED, f"seat{seat}", 2, 8)
        ship_sign(canvas, ship, x + 19.5, 21, 28)
    if ships:
        canvas.icon("ship", RIGHT - len(ships) * 42 - 28, 21, 40, f"seat{seat}")


def _freighter(canvas: Canvas, side: Side, seat: int, hull: float) -> list[list[Area]]:
    """The hull with the docking devices and the rows that grow to the left; where each tile of a row is,
    the one at the open end first."""
    right = hull + 64
    nose = HEAD + 6
    canvas.path(
        (hull, HEIGHT - 4), (hull, nose + 34), (hull + 20, nose), (right - 20, nose), (right, nose + 34),
        (right, HEIGHT - 4), fill=RAISED, line=f"seat{seat}", width=3,
    )  # fmt: skip
    found = []
    for row in range(ROWS):
        y = HEAD + row * LINE
        dock(canvas, row + 1, hull + 12, y + LINE / 2, 46)
        found.append(_row(canvas, side, row, hull - 16, y + 4, LINE - 8))
    return found


def _row(canvas: Canvas, side: Side, row: int, right: float, y: float, h: float) -> list[Area]:
    modules = side.rows[row][::-1]
    wide, hidden = widths(len(modules), 2 if carries(side, row) else 1, right - 6)
    x = right - sum(wide) - GAP * len(wide) - (LEAST_WIDE + GAP if hidden else 0)
    canvas.path((x if modules else right - 40, y + h / 2), (right + 6, y + h / 2), line="line", width=8)
    areas = []
    for code, w in zip(modules, wide, strict=False):
        tile(canvas, code, x, y, w, h)
        areas.append((x, y, w, h))
        x += w + GAP
    if hidden:
        canvas.box(x, y, LEAST_WIDE, h, PANEL, EDGE, 2)
        canvas.words(f"+{hidden}", x, y, LEAST_WIDE, h, SMALL + 4, "ink", bold=True)
    return areas


def widths(count: int, big: int, room: float) -> tuple[list[float], int]:
    """How wide the tiles of a row are, from the open end on, and how many are left out."""
    big = min(big, count)
    rest, left = count - big, room - big * (BIG + GAP)
    if not rest:
        return [BIG] * big, 0
    each = min(NORMAL, left / rest - GAP)
    if each >= LEAST_WIDE:
        return [BIG] * big + [each] * rest, 0
    fit = int((left - LEAST_WIDE - GAP) / (LEAST_WIDE + GAP))
    return [BIG] * big + [LEAST_WIDE] * fit, rest - fit


def _settlement(canvas: Canvas, state: ReworldState, side: Side) -> None:
    for kind, (x, y, w, h) in PLACES.items():
        canvas.box(x, y, w, h, PANEL, "line", 2, 10)
        icon, colour = SIGNS[kind]
        canvas.icon(icon, x + 28, y + h / 2, 40, colour)
    for kind, codes in rows_of(side).items():
        _line(canvas, codes, kind, state)
    known, unknown = shields(side, state.facts)
    low = known + LEAST * len(unknown)
    counts = {
        "shuttles": str(len(side.shuttles)),
        "satellites": str(len(side.satellites)),
        "defence": f"≥{low}" if unknown else str(low),
    }
    for kind, shown in counts.items():
        x, y, w, h = PLACES[kind]
        canvas.words(shown, x + w - 66, y, 60, h, LARGE, "ink", bold=True, align="right")
    for at, name_ in enumerate(LETTERS):
        _city(canvas, state, side.city(name_), name_, city_area(at))


PLACES: dict[str, Area] = {
    "shuttles": (LEFT, HEAD + 2, 210, ROW - 6),
    "satellites": (LEFT + 218, HEAD + 2, RIGHT - LEFT - 218, ROW - 6),
    "defence": (LEFT, HEAD + ROW + 2, RIGHT - LEFT, ROW - 6),
}
SIGNS = {
    "shuttles": (CLASS_ICONS[SHUTTLE], "muted"),
    "satellites": (CLASS_ICONS[SATELLITE], "muted"),
    "defence": ("shield", "accent"),
}
USES = {"transport": "shuttles", "task": "satellites", "defend": "defence"}
"""Where a module goes when it is used in a way."""


def rows_of(side: Side) -> dict[str, tuple[str, ...]]:
    """The rows of a settlement beside its cities; of the shuttles, which differ little, the last ones."""
    return {"shuttles": side.shuttles[-3:], "satellites": side.satellites, "defence": side.defence}


def city_area(at: int) -> Area:
    """The place of a city by the order of its letter."""
    return LEFT, HEAD + 2 * ROW + at * CITY + 1, RIGHT - LEFT, CITY - 5


def _line(canvas: Canvas, codes: Sequence[str], kind: str, state: ReworldState) -> None:
    """The tiles of a row, narrower when there are many."""
    x, y, w, h = PLACES[kind]
    high = h - 12
    each = min(high + 5, (w - 54 - 62) / max(len(codes), 1))
    wide = each - 3
    for at, code in enumerate(codes):
        left, top = x + 54 + at * each, y + 6
        colour = ground(canvas, code, left, top, wide, high)
        module = MODULES[code]
        if kind == "satellites":
            task_sign(canvas, module, left + wide / 2, top + high / 2, min(high * 0.66, wide * 0.8))
        elif kind == "shuttles":
            canvas.icon(icon_of(module), left + wide / 2, top + high / 2, min(high * 0.74, wide), colour)
        else:
            shown = module.shields if module.shields is not None else state.facts.get(f"shields.{code}", "?")
            canvas.words(shown, left, top, wide, high, high * 0.72, colour, bold=True)


def _city(canvas: Canvas, state: ReworldState, city: City | None, name_: str, area: Area) -> None:
    x, y, w, h = area
    if city is None:
        letter(canvas, name_, x, y, 56, h, there=False)
        canvas.path((x + 66, y + h / 2), (x + w, y + h / 2), line="line", width=2)
        return
    canvas.box(x, y, w, h, PANEL, "line", 2)
    letter(canvas, name_, x, y, 56, h)
    canvas.words(_sign(state, city), x + 61, y + 3, 80, h - 6, SMALL, "muted", align="left")
    kinds = Counter(sorted(city.tiles, key=ORDER.index))
    each = min(92, (w - 146 - 58) / len(kinds))
    for at, (code, count) in enumerate(kinds.items()):
        stack(canvas, code, count, x + 146 + at * each, y + 4, each - 6, h - 8)
    canvas.words(city.size, x + w - 54, y, 48, h, LARGE, "ink", bold=True, align="right")


ORDER = tuple(MODULES)


def _sign(state: ReworldState, city: City) -> Text:
    """The name of a city, short while nobody has read it off."""
    known = f"sign.{city.letter}.{city.sign}" in state.facts
    return sign_name(state, city.letter, city.sign) if known else literal(f"{city.letter}{city.sign}")


def taken(side: Side, draft: Draft) -> dict[int, int]:
    """How many modules of which row, from the open end on, the draft has already chosen."""
    row = draft.number("take")
    if row is None or not 1 <= row <= ROWS:
        return {}
    count = {row: 1}
    if draft.get("use") == "transport":
        count[row] += carries(side, row - 1)
    for number in draft.all("dock"):
        if int(number) != ENOUGH:
            count[int(number)] = count.get(int(number), 0) + 1
    return count


def _mark_taken(canvas: Canvas, side: Side, draft: Draft, tiles: list[list[Area]]) -> None:
    for row, count in taken(side, draft).items():
        for area in tiles[row - 1][:count]:
            canvas.frame(*area)


def _spots(canvas: Canvas, state: ReworldState, side: Side, draft: Draft, tiles: list[list[Area]]) -> None:
    """What answers the step that the draft waits at; before that, the modules at the open ends."""
    asked = step(state, draft)
    field = asked.field if isinstance(asked, Step) else ""
    options = {option.value: option for option in asked.options} if isinstance(asked, Step) else {}
    done = taken(side, draft)
    if field == "dock":
        for row, areas in enumerate(tiles, 1):
            at = done.get(row, 0)
            if row in options and at < len(areas):
                canvas.option(*areas[at], draft, field, options[row])
    elif field == "city":
        for at, name_ in enumerate(LETTERS):
            if name_ in options:
                chosen = name_ in draft.all("city")
                canvas.option(*city_area(at), draft, field, options[name_], chosen)
    else:
        _modules(canvas, state, side, draft, tiles)
        lifted = field == "use" and carries(side, int(draft.number("take") or 1) - 1)
        for use, kind in USES.items():
            if field == "use" and use in options and not (lifted and use == "transport"):
                canvas.option(*PLACES[kind], draft, field, options[use])


def _modules(canvas: Canvas, state: ReworldState, side: Side, draft: Draft, tiles: list[list[Area]]) -> None:
    """The module at the open end of each row, and a shuttle right behind a single crew."""
    empty = Draft(draft.key, draft.seat)
    first = step(state, empty)
    for option in first.options if isinstance(first, Step) else ():
        row = int(option.value)
        areas, mine = tiles[row - 1], draft.number("take") == row
        carried = mine and draft.get("use") == "transport" and carries(side, row - 1)
        canvas.option(*areas[0], empty, "take", option, mine and not carried)
        if carries(side, row - 1):
            code = side.rows[row - 1][-2]
            shown = text("undock.row", row=row, module=name(code))
            canvas.spot(
                *areas[1], empty.then("take", row).then("use", "transport"), LEGAL, shown, bool(carried)
            )
