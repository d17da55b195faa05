"""Laying out a round: the twenty arms as they fill, and every kind of module as a key to touch."""

from __future__ import annotations

from companion.engine import Draft, Picture, Step
from companion.engine.canvas import EDGE, LARGE, PANEL, RAISED, SMALL, Canvas

from ..bag import left_in_bag, prepare_step
from ..modules import CLASS_ICONS, CLASSES, MODULES, SATELLITE
from ..state import ARMS, ReworldState
from .tiles import flat_tile, tile

WIDTH, HEIGHT = 1000, 500
COLUMNS = ARMS // 2
CELL = WIDTH / COLUMNS
ARM, KEY = 48, 101
"""Heights of an arm and of a key: a key is about as large as a fingertip on the smallest screen."""


def _keys() -> dict[str, tuple[float, float]]:
    """Where each kind of module is: terrabots, shuttles and agricultural crews; other crews; satellites."""
    firms = [code for code in MODULES if code[0] in "cx"]
    tasks = [code for code, module in MODULES.items() if module.kind == SATELLITE]
    first = [code for code in MODULES if code not in (*firms, *tasks)]
    rows = (first, firms, tasks[:COLUMNS], tasks[COLUMNS:])
    top = 2 * ARM
    return {
        code: (at * CELL, top + row * KEY) for row, codes in enumerate(rows) for at, code in enumerate(codes)
    }


KEYS = _keys()


def draw(state: ReworldState, draft: Draft | None) -> Picture:
    """The arms above, the keys below, and what is left in the bag."""
    canvas = Canvas(WIDTH, HEIGHT)
    entry = draft if draft is not None and draft.key == "prepare" else Draft("prepare")
    laid = tuple(str(code) for code in entry.all("modules"))
    for arm in range(ARMS):
        _arm(canvas, laid, arm)
    step = prepare_step(state, entry)
    for code, (x, y) in KEYS.items():
        tile(canvas, code, x + 5, y + 5, CELL - 10, KEY - 10)
    for option in step.options if isinstance(step, Step) else ():
        x, y = KEYS[str(option.value)]
        canvas.option(x + 1, y + 1, CELL - 2, KEY - 2, entry, "modules", option)
    _bag(canvas, left_in_bag(state, laid))
    return canvas.picture()


def _arm(canvas: Canvas, laid: tuple[str, ...], arm: int) -> None:
    """A module that was entered, or the number of the arm that waits for one."""
    x, y = CELL * (arm % COLUMNS) + 2, ARM * (arm // COLUMNS) + 1
    w, h = CELL - 4, ARM - 4
    if arm < len(laid):
        flat_tile(canvas, laid[arm], x, y, w, h)
        return
    here = arm == len(laid)
    canvas.box(x, y, w, h, RAISED if here else PANEL, "accent" if here else "line", 5 if here else 2)
    canvas.words(arm + 1, x, y, w, h, LARGE if here else SMALL, "accent" if here else EDGE, bold=here)


def _bag(canvas: Canvas, rest: dict[str, int]) -> None:
    """How many modules of each class are left in the bag, beside the last keys."""
    y = max(y for _, y in KEYS.values())
    x = CELL + max(left for left, top in KEYS.values() if top == y)
    canvas.icon("bag", x + 34, y + KEY / 2, 54, "muted")
    each = (WIDTH - x - 68) / len(CLASSES)
    for at, kind in enumerate(CLASSES):
        at_x = x + 68 + at * each
        canvas.icon(CLASS_ICONS[kind], at_x + each / 2, y + 28, 38, "muted")
        colour = "bad" if rest[kind] < 0 else "ink"
        canvas.words(rest[kind], at_x, y + 48, each, 48, LARGE, colour, bold=True)
