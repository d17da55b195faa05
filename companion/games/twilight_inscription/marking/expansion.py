"""Marks on the Expansion sheet: planets are unlocked and settled, space docks are built."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine import LEGAL, Action, Impossible, Ruling, Text, literal, text, violated

from ..book import value
from ..desk import EXPANSION, RESOURCES, Desk, Task, cross, done, have, pay, use
from ..sheets import Sheets
from ..sheets.expansion import Planet
from . import gifts
from .common import known, spend, usable
from .gifts import ASSEMBLE, CONTROL, FORGE, MOTIVATE, RELIEF, TASKS
from .mark import FREE, Enough, Mark, unpaid
from .settling import (
    build_dock,
    built,
    open_symbols,
    pay_symbol,
    population,
    settle_symbol,
    symbol_place,
    unlocked,
)

__all__ = ["ACTIONS", "TASKS", "check", "mark", "moves", "population"]

NEURAL_MOTIVATOR, SELF_ASSEMBLY = "neural_motivator", "self_assembly_routines"


class UnlockPlanet(Mark, frozen=True, kw_only=True, tag="unlock_planet"):
    """A planet is unlocked with a planet advantage."""

    planet: str


class Settle(Mark, frozen=True, kw_only=True, tag="settle"):
    """A resource symbol of a planet is crossed out."""

    symbol: str
    pay: str


class BuildDock(Mark, frozen=True, kw_only=True, tag="build_dock"):
    """A space dock is built with a planet advantage."""

    dock: str


class PayDock(Mark, frozen=True, kw_only=True, tag="pay_dock"):
    """A resource symbol beside a space dock is crossed out."""

    symbol: str
    pay: str


class Motivate(Mark, frozen=True, kw_only=True, tag="motivate"):
    """Neural Motivator is used: symbols of all unlocked planets are crossed out next."""


class Assemble(Mark, frozen=True, kw_only=True, tag="assemble"):
    """Self-Assembly Routines: an unclaimed advantage is crossed out, and symbols of its planet next."""

    line: str


class StrikePoint(Mark, frozen=True, kw_only=True, tag="strike_point"):
    """A card strikes out points of the population track, counted from the lowest."""

    step: int


ACTIONS: tuple[type[Mark], ...] = (UnlockPlanet, Settle, BuildDock, PayDock, Motivate, Assemble, StrikePoint)


def moves(desk: Desk, sheets: Sheets) -> Iterator[Mark]:
    """Every mark that could be meant now; while a task of this sheet is open, those that it allows."""
    if desk.task is not None:
        yield from _task_moves(desk, sheets, desk.task)
        return
    sheet = sheets.expansion
    for planet in sheet.planets:
        if not unlocked(desk, planet):
            yield UnlockPlanet(planet=planet.id)
            continue
        for one, symbol in open_symbols(desk, planet).items():
            yield Settle(symbol=one, pay=symbol)  # EXP-15
    for dock in sheet.docks:
        if not built(desk, dock):
            yield BuildDock(dock=dock.id)
            for one, symbol in open_symbols(desk, dock).items():
                yield PayDock(symbol=one, pay=symbol)
    if known(desk, EXPANSION, NEURAL_MOTIVATOR) and gifts.motivate(desk, sheets).task is not None:
        yield Motivate()
    if known(desk, EXPANSION, SELF_ASSEMBLY):
        for planet in sheet.planets:
            for line in _offerings(desk, planet):
                yield Assemble(line=line)


def _task_moves(desk: Desk, sheets: Sheets, task: Task) -> Iterator[Mark]:
    steps = gifts.steps(desk, sheets) if task.key == CONTROL else []
    symbols = gifts.candidates(desk, sheets, task)
    for step in steps:
        yield StrikePoint(step=step)
    for symbol in symbols:
        yield PayDock(symbol=symbol, pay=FREE) if task.key == RELIEF else Settle(symbol=symbol, pay=FREE)
    if task.key == RELIEF or not (steps or symbols):
        yield Enough(task=task.key)


def _offerings(desk: Desk, planet: Planet) -> list[str]:
    """The advantages of an unlocked planet that are neither claimed nor crossed out."""
    if not unlocked(desk, planet):
        return []
    free = [line for line in planet.lines if line.asset is not None and not desk.mark(line.place)]
    return [line.place[2:] for line in free]  # TEC-11


def check(desk: Desk, sheets: Sheets, action: Action) -> Ruling:
    """What the rules say of a mark."""
    task = desk.task
    if task is not None:
        return _check_task(desk, sheets, task, action)
    sheet = sheets.expansion
    match action:
        case UnlockPlanet(planet=planet) if planet in sheet.planet:
            if unlocked(desk, sheet.planet[planet]):
                return violated("MRK-06", planet=_name(sheet.planet[planet]))
            need, left = value("EXP-02")["cost"], len(sheets.available(desk, "planet"))
            return (
                LEGAL
                if left >= need
                else violated("EXP-02", planet=_name(sheet.planet[planet]), need=need, have=left)
            )
        case Settle(symbol=symbol) if symbol in sheet.home_of:
            return _check_settle(desk, sheet.home_of[symbol], action)
        case BuildDock(dock=dock) if dock in sheet.dock:
            if built(desk, sheet.dock[dock]):
                return violated("EXP-10", what=literal(dock))
            need, left = value("EXP-08")["planet"], len(sheets.available(desk, "planet"))
            return (
                LEGAL
                if left >= need
                else violated("EXP-08", resource=text("asset.planet"), need=need, have=left)
            )
        case PayDock(symbol=symbol) if symbol in sheet.dock_of:
            beside = sheet.dock_of[symbol]
            if built(desk, beside):
                return violated("EXP-10", what=literal(beside.id))
            return _check_symbol(desk, beside.symbols, symbol, action.pay, "EXP-08")
        case Motivate():
            return usable(desk, EXPANSION, NEURAL_MOTIVATOR)
        case Assemble(line=line) if line in sheet.home_of:
            return _check_assemble(desk, sheet.home_of[line], line)
    return violated("TABLE-1", key=action.key)


def _check_settle(desk: Desk, planet: Planet, action: Settle) -> Ruling:
    if not unlocked(desk, planet):
        return violated("EXP-01", planet=_name(planet))
    return _check_symbol(desk, planet.symbols, action.symbol, action.pay, "EXP-04")


def _check_symbol(desk: Desk, symbols: dict[str, str], symbol: str, paid: str, rule: str) -> Ruling:
    """Whether a symbol is open and paid with its own kind."""
    wanted = symbols[symbol]
    if desk.mark(symbol_place(symbol)):
        return violated("MRK-03", what=literal(symbol))
    if paid != wanted:
        named = text(f"resource.{paid}") if paid in RESOURCES else text(f"pay.{paid}")
        return violated("GEN-08", what=literal(symbol), need=text(f"resource.{wanted}"), resource=named)
    return unpaid(desk, paid, rule)


def _check_assemble(desk: Desk, planet: Planet, line: str) -> Ruling:
    if not unlocked(desk, planet):
        return violated("EXP-01", planet=_name(planet))
    if line not in _offerings(desk, planet):
        limit = value("TEC-11")["symbols"]
        return violated("TEC-11", what=literal(line), planet=_name(planet), limit=limit)
    return usable(desk, EXPANSION, SELF_ASSEMBLY)


def _check_task(desk: Desk, sheets: Sheets, task: Task, action: Action) -> Ruling:
    """What an open task allows."""
    free, steps = gifts.candidates(desk, sheets, task), gifts.steps(desk, sheets)
    sheet = sheets.expansion
    match action:
        case StrikePoint(step=step) if task.key == CONTROL:
            return LEGAL if step in steps else violated("CRD-11", what=step)
        case PayDock(symbol=symbol, pay="free") if task.key == RELIEF:
            limit = value("CRD-10")["symbols"]
            return LEGAL if symbol in free else violated("CRD-10", what=literal(symbol), limit=limit)
        case Settle(symbol=symbol, pay="free") if task.key in (MOTIVATE, ASSEMBLE, FORGE):
            if symbol in free:
                return LEGAL
            home = sheet.home_of.get(symbol)
            return _not_given(sheets, task, literal(symbol) if home is None else _name(home), symbol)
        case Enough(task=key) if key == task.key and (
            key == RELIEF or not (steps if key == CONTROL else free)
        ):
            return LEGAL
    return violated("TABLE-1", key=action.key)


def _not_given(sheets: Sheets, task: Task, planet: Text, symbol: str) -> Ruling:
    """Why a symbol is not one of those that are crossed out for nothing."""
    if task.key == MOTIVATE:
        shown = sheets.expansion.neural
        return violated(
            "TEC-10",
            planet=planet,
            limit=value("TEC-10")["per_planet"],
            resource=text(f"resource.{shown.anywhere}"),
            need=text(f"resource.{shown.in_line}"),
        )
    if task.key == FORGE:
        named = text(f"resource.{task.about.split()[0]}")
        return violated("CRD-09", planet=planet, limit=value("CRD-09")["symbols"], resource=named)
    return violated("TEC-11", what=literal(symbol), planet=planet, limit=value("TEC-11")["symbols"])


def _name(planet: Planet) -> Text:
    return literal(planet.name)


def mark(desk: Desk, sheets: Sheets, action: Action) -> Desk:
    """The desk after a mark, also an overruled one."""
    sheet = sheets.expansion
    match action:
        case UnlockPlanet(planet=planet) if planet in sheet.planet:
            for _ in range(value("EXP-02")["cost"]):
                desk = spend(desk, sheets, "planet")  # EXP-02, ADV-08, NAV-20
            return cross(desk, sheet.planet[planet].place)  # EXP-02
        case Settle(symbol=symbol) if symbol in sheet.home_of and not desk.mark(symbol_place(symbol)):
            planet_of = sheet.home_of[symbol]
            desk = settle_symbol(_paid(desk, action.pay), planet_of, symbol)
            return _taken(desk, sheets, action.pay, planet_of.id)
        case BuildDock(dock=dock) if dock in sheet.dock:
            for _ in range(value("EXP-08")["planet"]):
                desk = spend(desk, sheets, "planet")  # EXP-08, ADV-08
            return build_dock(desk, sheet.dock[dock])
        case PayDock(symbol=symbol) if symbol in sheet.dock_of and not desk.mark(symbol_place(symbol)):
            dock_of = sheet.dock_of[symbol]
            return _taken(
                pay_symbol(_paid(desk, action.pay), dock_of, symbol), sheets, action.pay, dock_of.id
            )
        case Motivate():
            return gifts.motivate(use(desk, NEURAL_MOTIVATOR), sheets)  # TEC-06
        case Assemble(line=line) if line in sheet.home_of:
            desk = cross(use(desk, SELF_ASSEMBLY), f"e:{line}")  # TEC-06, TEC-11, ADV-02
            return gifts.assemble(desk, sheets, sheet.home_of[line].id)
        case StrikePoint(step=step):
            return gifts.strike_point(done(desk) if _doing(desk, CONTROL) else desk, sheets, step)
        case Enough() if desk.task is not None and desk.task.key in TASKS:
            return done(desk, desk.task.count)
    raise Impossible(action.verb)


def _paid(desk: Desk, resource: str) -> Desk:
    """One resource is spent if there is one; the table may overrule that there is none."""
    return pay(desk, resource) if resource in RESOURCES and have(desk, resource) else desk  # EXP-04, EXP-08


def _taken(desk: Desk, sheets: Sheets, paid: str, home: str) -> Desk:
    """What a task gave is no longer due."""
    return gifts.taken(desk, sheets, home) if paid == FREE and _doing(desk, *TASKS) else desk


def _doing(desk: Desk, *keys: str) -> bool:
    """Whether one of these tasks is what must be done first."""
    return desk.task is not None and desk.task.key in keys
