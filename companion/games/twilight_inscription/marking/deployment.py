"""Where a unit may be deployed."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine import LEGAL, Ruling, literal, text, violated
from companion.engine.plan import Cell

from ..book import value
from ..desk import FILL, Desk, Task
from ..sheets.battle import Fit, Warfare, name, turns
from .wars import lines, units

DEPLOY, DIODES = "deploy", "diodes"
"""The tasks of deploying: a unit that was built or that a card gives, and infantry with Transit Diodes."""


def _occupied(desk: Desk, sheet: Warfare) -> frozenset[Cell]:
    """The cells of all nodes on which units stand."""
    marks = desk.marks
    return frozenset(cell for cell, place in sheet.places.items() if marks.get(place) == FILL)


def _near(desk: Desk, sheet: Warfare, fit: Fit) -> frozenset[Cell]:
    """Those of them that a unit would cover or touch."""
    around = {near for cell in fit.cells for near in (cell, *sheet.beside(cell))}
    return frozenset(cell for cell in around if desk.has(sheet.places.get(cell, ""), FILL))


def _hindrance(sheet: Warfare, taken: frozenset[Cell], line: int, fit: Fit, key: str) -> str:
    """The rule that a unit would break; empty if it fits. `line` is the highest row below the line."""
    if not sheet.grid.keys() >= set(fit.cells):  # CLR-21
        return "DEP-13"
    for cell in fit.cells:
        if sheet.grid[cell].anomaly:
            return "DEP-10"
        if cell in taken:
            return "DEP-11"
    low = fit.cells[0][1]
    if key == DIODES:
        return "" if _beside(sheet, taken, fit) else "TEC-15"
    if low <= line:
        return "DEP-08"
    if low > line + 1 and not _beside(sheet, taken, fit):  # DEP-04
        return "DEP-09"
    return ""


def _beside(sheet: Warfare, taken: frozenset[Cell], fit: Fit) -> bool:
    """Whether a part of a unit lies beside another unit."""
    return any(near in taken for cell in fit.cells for near in sheet.beside(cell))


def fits(desk: Desk, sheet: Warfare, kind: str, key: str = DEPLOY) -> Iterator[Fit]:
    """Every way in which a unit may be deployed."""
    taken, line = _occupied(desk, sheet), sheet.tops[lines(desk)]
    return (fit for fit in sheet.fits[kind] if not _hindrance(sheet, taken, line, fit, key))


def meant(desk: Desk, sheet: Warfare, task: Task) -> Iterator[Fit]:
    """Every way that is legal, and of the free nodes of the coming war one that is not where none is."""
    legal = tuple(fits(desk, sheet, task.about, task.key))
    yield from legal
    at = lines(desk)
    if at + 1 >= len(sheet.tops):
        return
    taken, seen = _occupied(desk, sheet), {fit.node for fit in legal}
    for fit in sheet.fits[task.about]:
        low = fit.cells[0]
        if fit.node not in seen and sheet.tops[at] < low[1] <= sheet.tops[at + 1] and low not in taken:
            seen.add(fit.node)
            yield fit


def ruling(desk: Desk, sheet: Warfare, task: Task, fit: Fit) -> Ruling:
    """What the rules say of a unit that is drawn like this."""
    taken, line = _near(desk, sheet, fit), sheet.tops[lines(desk)]
    unit, where = text(f"unit.{task.about}"), literal(fit.node)
    if fit.turn >= len(turns(sheet.units[task.about].pattern)):
        return violated("DEP-07", unit=unit, where=where)  # DEP-07
    match _hindrance(sheet, taken, line, fit, task.key):
        case "DEP-13":
            outside = sum(cell not in sheet.grid for cell in fit.cells)
            return violated("DEP-13", unit=unit, where=where, count=outside)  # DEP-13, CLR-21
        case "DEP-10":
            found = next(cell for cell in fit.cells if sheet.grid[cell].anomaly)
            return violated("DEP-10", unit=unit, where=literal(name(found)))  # DEP-10
        case "DEP-11":
            found = next(cell for cell in fit.cells if cell in taken)
            place = sheet.grid[found].place
            there = next((kind for kind, places in units(desk, sheet) if place in places), task.about)
            return violated(
                "DEP-11", unit=unit, where=literal(name(found)), what=text(f"unit.{there}")
            )  # DEP-11
        case "DEP-08":
            below = sum(cell[1] <= line for cell in fit.cells)
            return violated("DEP-08", unit=unit, where=where, count=below)  # DEP-08
        case "DEP-09":
            return violated("DEP-09", unit=unit, where=where)  # DEP-09
        case "TEC-15":
            limit = value("TEC-15")["infantry"]
            return violated("TEC-15", where=where, count=task.count, limit=limit)  # TEC-15
    return LEGAL
