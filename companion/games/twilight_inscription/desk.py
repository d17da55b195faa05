"""What lies before one player: four sheets, the marks on them, what is to be spent, what is to be decided.

A mark is one of those that the rulebook knows, and every place that can be marked has a name: the first
letter of its sheet, a colon, and what the sheet calls it (`n:s5`, `e:ang.2.1`, `i:h12`, `w:left.2`).
All that a player has follows from the marks.
"""

from __future__ import annotations

from msgspec import Struct

from companion.engine import Impossible, but

SHEETS = ("navigation", "expansion", "industry", "warfare")
NAVIGATION, EXPANSION, INDUSTRY, WARFARE = SHEETS

RESOURCES = ("M", "I", "R")
"""Material, Influence, Research, as the rulebook always lists them."""

CIRCLE = "o"
"""Claimed (MRK-01, MRK-05, MRK-07)."""
SLASH = "/"
"""Claimed and spent (MRK-02)."""
CROSS = "x"
"""Paid, unlocked, scrapped, or void (MRK-03, MRK-06, MRK-07, MRK-16)."""
LINE = "-"
"""Explored; or a deployment line (MRK-04, MRK-10)."""
UNDER = "_"
"""Unlocked (MRK-08)."""
FILL = "#"
"""Occupied by a unit (MRK-09)."""


class Task(Struct, frozen=True, kw_only=True):
    """What a mark has set off and what must be decided before its player goes on."""

    key: str
    about: str = ""
    count: int = 1


class Desk(Struct, frozen=True, kw_only=True):
    """One player's sheets. `sheets` names the layout of each; `fired` are places just claimed whose advantage
    has not taken effect yet; `todo` is a stack, last on top."""

    sheets: dict[str, str] = {}
    marks: dict[str, str] = {}
    boxes: dict[str, int] = {}
    """Numbers that were written: strength and extra strength (MRK-11, MRK-13)."""
    pool: tuple[int, int, int] = (0, 0, 0)
    """Resources still to be spent in this step, in the order of RESOURCES."""
    abilities: tuple[str, ...] = ()
    """The rules of the player's faction that change how sheets are marked."""
    used: tuple[str, ...] = ()
    """What was used in this round and can be used only once in it (TEC-06)."""
    todo: tuple[Task, ...] = ()
    fired: tuple[str, ...] = ()

    def mark(self, place: str) -> str:
        """The mark of a place; empty if it has none."""
        return self.marks.get(place, "")

    def has(self, place: str, *marks: str) -> bool:
        """Whether a place bears one of these marks."""
        return self.marks.get(place, "") in marks

    def claimed(self, place: str) -> bool:
        """Whether an advantage was claimed, be it spent or not."""
        return self.has(place, CIRCLE, SLASH)

    @property
    def task(self) -> Task | None:
        """What must be decided first."""
        return self.todo[-1] if self.todo else None


def put(desk: Desk, place: str, mark: str) -> Desk:
    """The desk with a mark; an empty one rubs out."""
    marks = dict(desk.marks)
    if mark:
        marks[place] = mark
    else:
        marks.pop(place, None)
    return but(desk, marks=marks)


def circle(desk: Desk, place: str) -> Desk:
    """A place is claimed: its advantage will take effect with the next `settle`."""
    if desk.mark(place):
        raise Impossible(place)
    return but(put(desk, place, CIRCLE), fired=(*desk.fired, place))  # GEN-02, MRK-01


def cross(desk: Desk, place: str) -> Desk:
    """A place is crossed out."""
    return put(desk, place, CROSS)


def slash(desk: Desk, place: str) -> Desk:
    """A claimed advantage is spent."""
    if not desk.has(place, CIRCLE):
        raise Impossible(place)
    return put(desk, place, SLASH)  # GEN-05, ADV-05, MRK-02


def write(desk: Desk, box: str, number: int) -> Desk:
    """A number is written into a box."""
    return but(desk, boxes={**desk.boxes, box: number})


def add(desk: Desk, box: str, number: int) -> Desk:
    """A number in a box is raised."""
    return write(desk, box, desk.boxes.get(box, 0) + number)


def have(desk: Desk, resource: str) -> int:
    """How much of a resource is still to be spent; nothing of what is no resource."""
    return desk.pool[RESOURCES.index(resource)] if resource in RESOURCES else 0


def gain(desk: Desk, resource: str, count: int = 1) -> Desk:
    """Resources to spend; negative where they are spent."""
    if resource not in RESOURCES:
        raise Impossible(resource)
    at = RESOURCES.index(resource)
    left = desk.pool[at] + count
    if left < 0:
        raise Impossible(resource)
    return but(desk, pool=(*desk.pool[:at], left, *desk.pool[at + 1 :]))


def pay(desk: Desk, resource: str) -> Desk:
    """One resource is spent."""
    return gain(desk, resource, -1)


def push(desk: Desk, task: Task) -> Desk:
    """Something must be decided before the player goes on."""
    return but(desk, todo=(*desk.todo, task))


def done(desk: Desk, count: int = 1) -> Desk:
    """The topmost task is done, or one of its parts."""
    task = desk.todo[-1]
    rest = desk.todo[:-1]
    return but(desk, todo=rest if task.count <= count else (*rest, but(task, count=task.count - count)))


def use(desk: Desk, what: str) -> Desk:
    """Something is used for the one time that it can be used in this round."""
    return but(desk, used=(*desk.used, what))
