"""Marks on the Warfare sheet: units are built and deployed."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine import LEGAL, Action, Impossible, Ruling, literal, text, violated

from ..assets import SPECIALS, Asset
from ..book import value
from ..desk import CROSS, RESOURCES, WARFARE, Desk, Task, circle, cross, done, gain, have, push, use
from ..sheets import Sheets
from ..sheets.battle import ANY, CRUISER, INFANTRY, Fit, Warfare, at, cell
from . import common, deployment
from .deployment import DEPLOY, DIODES, fits
from .mark import Enough, Mark
from .wars import (
    advance,
    bonus_box,
    draw,
    fleet,
    neighbour,
    resolve,
    strength,
    strikable,
    strike_prize,
    units,
)

__all__ = [
    "ACTIONS", "TASKS", "Deploy", "Diodes", "Pay", "StrikePrize", "UnlockUnit", "advance", "bonus_box",
    "built", "check", "deploy", "fits", "fleet", "fulfilled", "mark", "moves", "neighbour", "prize_struck",
    "resolve", "strength", "strike_cruisers", "units",
]  # fmt: skip

PRIZE = "prize"
"""The task of striking out what can be won in wars to come."""
TRANSIT = "transit_diodes"


class Pay(Mark, frozen=True, kw_only=True, tag="pay"):
    """A cost symbol is crossed out; `infantry`, which has no bars, is paid in one."""

    symbol: str
    pay: str


class UnlockUnit(Mark, frozen=True, kw_only=True, tag="unlock_unit"):
    """A type of unit is unlocked with a special advantage."""

    unit: str


class Deploy(Mark, frozen=True, kw_only=True, tag="deploy"):
    """A unit is drawn: its first and its last node in rows from the bottom, and how its pattern is turned."""

    node: str
    to: str
    turn: int = 0


class Diodes(Mark, frozen=True, kw_only=True, tag="diodes"):
    """Transit Diodes deploy infantry."""


class StrikePrize(Mark, frozen=True, kw_only=True, tag="strike_prize"):
    """What can be won in a war to come is struck out; `box` is a strength box such as `left.2`."""

    box: str


ACTIONS: tuple[type[Mark], ...] = (Pay, UnlockUnit, Deploy, Diodes, StrikePrize)
TASKS: tuple[str, ...] = (DEPLOY, DIODES, PRIZE)


def moves(desk: Desk, sheets: Sheets) -> Iterator[Mark]:
    """Every mark that could be meant now; while a task of this sheet is open, those that it allows."""
    sheet = sheets.warfare
    if desk.task is not None and desk.task.key in TASKS:
        if desk.task.key == PRIZE:
            yield from (StrikePrize(box=key) for key in strikable(desk, sheets))
        else:
            yield from (
                Deploy(node=fit.node, to=fit.to, turn=fit.turn)
                for fit in deployment.meant(desk, sheet, desk.task)
            )
        if not _doable(desk, sheets, desk.task):
            yield Enough(task=desk.task.key)
        return
    purse = tuple(one for one in RESOURCES if have(desk, one))
    owned = tuple(sort for sort in SPECIALS if sheets.available(desk, "special", sort))
    for kind, unit in sheet.units.items():
        if kind == INFANTRY:
            yield from (Pay(symbol=kind, pay=one) for one in purse)
        elif unit.lock and not desk.mark(at(kind)):
            if unit.lock in owned:
                yield UnlockUnit(unit=kind)
        else:
            yield from _payments(desk, sheet, kind, (*purse, *owned))
    if common.known(desk, WARFARE, TRANSIT) and next(fits(desk, sheet, INFANTRY, DIODES), None):
        yield Diodes()


def _doable(desk: Desk, sheets: Sheets, task: Task) -> bool:
    """Whether a task of this sheet can be carried out at all."""
    if task.key == PRIZE:
        return bool(strikable(desk, sheets))
    return next(fits(desk, sheets.warfare, task.about, task.key), None) is not None


def _payments(desk: Desk, sheet: Warfare, kind: str, purse: tuple[str, ...]) -> Iterator[Mark]:
    """Payments for the bars that are begun and the first of each cost that is not; in each the first symbol
    of a kind."""
    new: set[tuple[str, ...]] = set()
    for number, bar in enumerate(sheet.units[kind].bars, 1):
        if desk.mark(at(f"{kind}.{number}")):
            continue
        if not any(desk.mark(at(f"{kind}.{number}.{count}")) for count in range(1, len(bar.cost) + 1)):
            if bar.cost in new:
                continue
            new.add(bar.cost)
        seen: set[str] = set()
        for count, sign in enumerate(bar.cost, 1):
            if sign not in seen and not desk.mark(at(f"{kind}.{number}.{count}")):
                seen.add(sign)
                symbol = f"{kind}.{number}.{count}"
                yield from (Pay(symbol=symbol, pay=one) for one in purse if _pays(one, sign))


def _pays(pay: str, sign: str) -> bool:
    """Whether something pays a cost symbol."""
    return pay in RESOURCES if sign == ANY else pay == sign  # GEN-08, MIL-04, MIL-09


def built(desk: Desk, sheet: Warfare, kind: str) -> tuple[int, ...]:
    """The bars of a type that are paid in full."""
    return tuple(
        number
        for number, bar in enumerate(sheet.units[kind].bars, 1)
        if all(desk.has(at(f"{kind}.{number}.{count}"), CROSS) for count in range(1, len(bar.cost) + 1))
    )


def check(desk: Desk, sheets: Sheets, action: Action) -> Ruling:
    """What the rules say of a mark."""
    sheet, task = sheets.warfare, desk.task
    due = task.key if task is not None and task.key in TASKS else ""
    match action:
        case Enough(task=key) if task is not None and key == due and not _doable(desk, sheets, task):
            return LEGAL  # MIL-11, CLR-06
        case Deploy() if task is not None and due in (DEPLOY, DIODES):
            fit = _fit(sheet, task, action)
            if fit is not None:
                return deployment.ruling(desk, sheet, task, fit)
        case Pay() | UnlockUnit() | Diodes() if desk.task is not None and desk.task.key in (DEPLOY, DIODES):
            return violated("MIL-05", unit=text(f"unit.{desk.task.about}"))  # MIL-05
        case Pay(symbol=symbol) if symbol.partition(".")[0] not in sheet.units:
            return violated("MIL-02", unit=literal(symbol))
        case UnlockUnit(unit=kind) if kind not in sheet.units:
            return violated("MIL-02", unit=literal(kind))
        case Pay():
            return _payable(desk, sheets, action)
        case UnlockUnit(unit=kind):
            lock = sheet.units[kind].lock
            if desk.mark(at(kind)) or not lock:
                return violated("MRK-03", what=text(f"unit.{kind}"))
            held = len(sheets.available(desk, "special", lock))
            name = text(f"unit.{kind}")
            return LEGAL if held else violated("MIL-08", unit=name, have=held, need=1)  # MIL-08
        case Diodes():
            ruling = common.usable(desk, WARFARE, TRANSIT)
            if ruling.legal and next(fits(desk, sheet, INFANTRY, DIODES), None) is None:
                return violated(
                    "TEC-15", where=text("sheet.warfare"), count=0, limit=value("TEC-15")["infantry"]
                )
            return ruling
        case StrikePrize(box=key) if due == PRIZE:
            name = literal(key)
            return LEGAL if key in strikable(desk, sheets) else violated("CRD-11", what=name)  # CRD-11
    return violated("TABLE-1", key=action.key)


def _fit(sheet: Warfare, task: Task, action: Deploy) -> Fit | None:
    """Where a unit is drawn; None where no node begins or ends it like this."""
    begin = cell(action.node)
    fit = sheet.fit(task.about, begin, action.turn) if begin is not None else None
    return fit if fit is not None and fit.to == action.to else None  # DEP-05


def _payable(desk: Desk, sheets: Sheets, action: Pay) -> Ruling:
    """Whether a cost symbol can be crossed out with this."""
    sheet = sheets.warfare
    kind, _, rest = action.symbol.partition(".")
    unit, name = sheet.units[kind], text(f"unit.{kind}")
    resource = (
        text(f"resource.{action.pay}") if action.pay in RESOURCES else Asset("special", action.pay).name
    )
    if kind == INFANTRY:
        cost = value("MIL-06")["cost"]
        held = have(desk, action.pay) if action.pay in RESOURCES else 0
        return (
            LEGAL if held >= cost else violated("MIL-06", resource=resource, have=held, need=cost)
        )  # MIL-06
    if unit.lock and not desk.mark(at(kind)):
        return violated("MIL-08", unit=name)  # MIL-08
    sign = _sign(sheet, action.symbol)
    bar = rest.partition(".")[0]
    if not sign or desk.mark(at(action.symbol)) or desk.mark(at(f"{kind}.{bar}")):
        open_bars = [one for one in range(1, len(unit.bars) + 1) if not desk.mark(at(f"{kind}.{one}"))]
        if set(open_bars) <= set(built(desk, sheet, kind)):
            return violated("MIL-07", unit=name, limit=len(open_bars))  # MIL-07, CRD-13
        return violated("MRK-03", what=literal(action.symbol))
    if sign in SPECIALS:
        held = len(sheets.available(desk, "special", sign)) if action.pay == sign else 0
        return LEGAL if held else violated("MIL-09", unit=name, have=held, need=1)  # MIL-09
    wanted = text(f"resource.{sign}") if sign in RESOURCES else resource
    held = have(desk, action.pay) if _pays(action.pay, sign) else 0
    return LEGAL if held else violated("MIL-04", resource=wanted, have=held, need=1)  # MIL-04


def _sign(sheet: Warfare, symbol: str) -> str:
    """What a cost symbol asks for; empty where there is none."""
    kind, _, rest = symbol.partition(".")
    bar, _, count = rest.partition(".")
    if not (bar.isdecimal() and count.isdecimal()):
        return ""
    bars = sheet.units[kind].bars
    cost = bars[int(bar) - 1].cost if 1 <= int(bar) <= len(bars) else ()
    return cost[int(count) - 1] if 1 <= int(count) <= len(cost) else ""


def mark(desk: Desk, sheets: Sheets, action: Action) -> Desk:
    """The desk after a mark, also an overruled one."""
    sheet = sheets.warfare
    match action:
        case Pay(symbol=symbol, pay=pay) if symbol.partition(".")[0] in sheet.units:
            return _build(desk, sheets, symbol, pay)
        case UnlockUnit(unit=kind) if kind in sheet.units:
            lock = sheet.units[kind].lock
            desk = common.spend(desk, sheets, "special", lock)  # MIL-08
            return cross(desk, at(kind))  # MIL-08
        case Diodes():
            return deploy(use(desk, TRANSIT), sheets, INFANTRY, value("TEC-15")["infantry"], DIODES)  # TEC-06
        case Deploy() if desk.task is not None and desk.task.key in (DEPLOY, DIODES):
            fit = _fit(sheet, desk.task, action)
            if fit is not None:
                return _drawn(desk, sheet, desk.task, fit)
        case StrikePrize(box=key) if key in sheet.spoils:
            desk = done(desk) if desk.task is not None and desk.task.key == PRIZE else desk
            return strike_prize(desk, key)
        case Enough() if desk.task is not None and desk.task.key in TASKS:
            return done(desk, desk.task.count)  # MIL-11, CLR-06
    raise Impossible(action.verb)


def _build(desk: Desk, sheets: Sheets, symbol: str, pay: str) -> Desk:
    """A cost symbol is crossed out; with the last one the unit is built."""
    sheet = sheets.warfare
    kind, _, rest = symbol.partition(".")
    if pay in SPECIALS:
        desk = common.spend(desk, sheets, "special", pay)  # MIL-09
    else:
        cost = value("MIL-06")["cost"] if kind == INFANTRY else 1
        desk = gain(desk, pay, -min(cost, have(desk, pay)))  # MIL-06
    if kind == INFANTRY:
        return deploy(desk, sheets, kind)  # MIL-05, MIL-06
    if not _sign(sheet, symbol):
        raise Impossible(symbol)
    desk = cross(desk, at(symbol))  # MIL-04
    bar = int(rest.partition(".")[0])
    if bar not in built(desk, sheet, kind):  # MIL-10, CLR-19
        return desk
    points = at(f"{kind}.{bar}.vp")
    if points in sheet.assets and not desk.mark(points):
        desk = circle(desk, points)  # MIL-05, MIL-11, CLR-22
    return deploy(desk, sheets, kind)  # MIL-05


def deploy(desk: Desk, sheets: Sheets, kind: str, count: int = 1, key: str = DEPLOY) -> Desk:
    """Units must be deployed, be they built or from a card; where none fits nothing is to be done."""
    if next(fits(desk, sheets.warfare, kind, key), None) is None:
        return desk  # MIL-11
    return push(desk, Task(key=key, about=kind, count=count))  # MIL-05, MIL-12, MIL-13, CLR-20


def _drawn(desk: Desk, sheet: Warfare, task: Task, fit: Fit) -> Desk:
    """A unit is drawn, and claims what lies under it."""
    places = tuple(sheet.grid[cell].place for cell in fit.cells if cell in sheet.grid)
    desk = draw(done(desk), task.about, places)
    for place in places:
        if f"{place}.asset" in sheet.assets and not desk.mark(f"{place}.asset"):
            desk = circle(desk, f"{place}.asset")  # DEP-12
    if task.count > 1 and next(fits(desk, sheet, task.about, task.key), None) is None:
        desk = done(desk, task.count)  # MIL-11, CLR-06
    return desk


def prize_struck(desk: Desk, sheets: Sheets) -> Desk:
    """A card has its player strike out what can be won, in as many wars as it says and are to come."""
    count = min(value("CRD-11")["wars"], len(strikable(desk, sheets)))  # CRD-11, CLR-06
    return push(desk, Task(key=PRIZE, count=count)) if count else desk


def strike_cruisers(desk: Desk, sheets: Sheets) -> Desk:
    """A card strikes out all cruisers that are not built."""
    ready = built(desk, sheets.warfare, CRUISER)
    for number in range(1, len(sheets.warfare.units[CRUISER].bars) + 1):
        if number not in ready:
            desk = cross(desk, at(f"{CRUISER}.{number}"))  # CRD-13
    return desk


def fulfilled(desk: Desk, sheets: Sheets, objective: str) -> bool | None:
    """Whether an objective of this sheet is fulfilled; None where its conditions are not known to us."""
    if objective != "armada":
        return None
    kinds = [kind for kind in sheets.warfare.units if kind != INFANTRY]  # CRD-07
    need = int(value("CRD-07")["units"])
    return sum(len(built(desk, sheets.warfare, kind)) for kind in kinds) >= need  # CRD-07
