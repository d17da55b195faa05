"""Symbols of the Expansion sheet that are crossed out without a resource: by technologies and by cards.

The task's `about` lists what is still due: a planet once for each of its symbols, or the docks; Nano-Forge
names its resource first.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine import Impossible, but

from ..book import value
from ..desk import RESOURCES, Desk, Task, cross, push
from ..sheets import Sheets
from ..sheets.expansion import Planet
from .settling import built, open_symbols, unlocked

MOTIVATE, ASSEMBLE, FORGE, RELIEF, CONTROL = "motivate", "assemble", "forge", "relief", "control"
TASKS = (MOTIVATE, ASSEMBLE, FORGE, RELIEF, CONTROL)
"""Neural Motivator, Self-Assembly Routines, Nano-Forge, Homestead Relief, Population Controls."""


def motivate(desk: Desk, sheets: Sheets) -> Desk:
    """Neural Motivator is used: a symbol of every unlocked planet is due."""
    count = value("TEC-10")["per_planet"]
    return _due(desk, sheets, MOTIVATE, _each(desk, sheets, count))  # TEC-10


def assemble(desk: Desk, sheets: Sheets, planet: str) -> Desk:
    """Self-Assembly Routines: symbols of one planet are due."""
    return _due(desk, sheets, ASSEMBLE, [planet] * value("TEC-11")["symbols"])  # TEC-11


def nano_forge(desk: Desk, sheets: Sheets, resource: str) -> Desk:
    """Nano-Forge is played: symbols of one resource are due on every unlocked planet."""
    count = value("CRD-09")["symbols"]
    return _due(desk, sheets, FORGE, [resource, *_each(desk, sheets, count)])  # CRD-09


def relieve(desk: Desk, sheets: Sheets) -> Desk:
    """A card crosses out a symbol at every dock, for who wants to."""
    count = value("CRD-10")["symbols"]
    docks = [dock.id for dock in sheets.expansion.docks for _ in range(count)]
    return _due(desk, sheets, RELIEF, docks)  # CRD-10


def control(desk: Desk, sheets: Sheets) -> Desk:
    """A card has its player strike out points of the population track, as many as there are."""
    count = min(value("CRD-11")["points"], len(steps(desk, sheets)))  # CRD-11, CLR-06
    return push(desk, Task(key=CONTROL, count=count)) if count else desk


def strike_point(desk: Desk, sheets: Sheets, step: int) -> Desk:
    """Points of the population track, counted from the lowest, are worth nothing any more."""
    if not 1 <= step <= len(sheets.expansion.track.places):
        raise Impossible(str(step))
    return cross(desk, sheets.expansion.track.places[step - 1])  # CRD-11


def steps(desk: Desk, sheets: Sheets) -> list[int]:
    """The points of the track that are neither claimed nor struck out, counted from the lowest."""
    return [at for at, place in enumerate(sheets.expansion.track.places, 1) if not desk.mark(place)]


def candidates(desk: Desk, sheets: Sheets, task: Task) -> list[str]:
    """The symbols that a task lets a player cross out."""
    found: list[str] = []
    for home in dict.fromkeys(task.about.split()):
        if task.key == RELIEF:
            dock = sheets.expansion.dock[home]
            found += () if built(desk, dock) else open_symbols(desk, dock)
        elif home in sheets.expansion.planet:
            found += _symbols(desk, sheets, task, sheets.expansion.planet[home])
    return found


def _symbols(desk: Desk, sheets: Sheets, task: Task, planet: Planet) -> list[str]:
    free = open_symbols(desk, planet)
    if task.key == FORGE:
        named = task.about.split()[0]
        return [one for one, symbol in free.items() if symbol == named]  # CRD-09
    if task.key == MOTIVATE:
        return [one for one in free if _motivated(sheets, planet, one)]
    return list(free)


def _motivated(sheets: Sheets, planet: Planet, symbol: str) -> bool:
    """Whether Neural Motivator crosses out a symbol; the mark on the line's advantage does not matter."""
    shown = sheets.expansion.neural
    if planet.symbols[symbol] == shown.anywhere:
        return True  # TEC-10
    kinds = [line.asset.kind for line in planet.lines_of[symbol] if line.asset is not None]
    return planet.symbols[symbol] == shown.in_line and shown.kind in kinds  # TEC-10, EXP-14, CLR-02


def taken(desk: Desk, sheets: Sheets, home: str) -> Desk:
    """One symbol of a planet or dock that was due is crossed out; what no longer can be is not due either."""
    task = desk.todo[-1]
    words = task.about.split()
    if home in words:
        words.remove(home)
    return _due(but(desk, todo=desk.todo[:-1]), sheets, task.key, words)


def _each(desk: Desk, sheets: Sheets, count: int) -> list[str]:
    planets = [planet.id for planet in sheets.expansion.planets if unlocked(desk, planet)]
    return [planet for planet in planets for _ in range(count)]


def _due(desk: Desk, sheets: Sheets, key: str, words: Iterable[str]) -> Desk:
    """The desk with a task of what of this can be done at all."""
    named = list(words)
    possible = [
        one
        for one in named
        if one in RESOURCES
        or candidates(
            desk, sheets, Task(key=key, about=f"{named[0]} {one}" if named[0] in RESOURCES else one)
        )
    ]
    homes = [one for one in possible if one not in RESOURCES]
    return push(desk, Task(key=key, about=" ".join(possible), count=len(homes))) if homes else desk  # CLR-06
