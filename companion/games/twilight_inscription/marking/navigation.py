"""Marks on the Navigation sheet: systems are explored and claimed."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine import LEGAL, Action, Impossible, Ruling, Text, literal, text, violated

from ..book import value
from ..desk import (
    CIRCLE,
    CROSS,
    LINE,
    NAVIGATION,
    RESOURCES,
    SLASH,
    Desk,
    Task,
    circle,
    cross,
    done,
    gain,
    have,
    push,
    put,
    use,
)
from ..sheets import Navigation, Sheets
from .common import known, usable
from .mark import FREE, Enough, Mark

GRAVITY_DRIVE: str = value("NAV-10")["technology"]
INTEGRATED_ECONOMY = "integrated_economy"
MENU: dict[str, list[str]] = value("NAV-24")
"""What each resource does on this sheet."""

INTEGRATE, DISARM = "integrate", "disarm"
TASKS: tuple[str, ...] = (INTEGRATE, DISARM)
"""Claims by Integrated Economy; systems that a card strikes out."""


class Explore(Mark, frozen=True, kw_only=True, tag="explore"):
    """A line is drawn to a system: from an explored one beside it, or through two wormholes."""

    system: str
    through: tuple[str, ...] = ()
    pay: str


class ClaimSystem(Mark, frozen=True, kw_only=True, tag="claim"):
    """A system is circled."""

    system: str
    pay: str


class Integrate(Mark, frozen=True, kw_only=True, tag="integrate"):
    """Integrated Economy is used: small systems are claimed next."""


class StrikeSystem(Mark, frozen=True, kw_only=True, tag="strike_system"):
    """A card strikes out a system."""

    system: str


ACTIONS: tuple[type[Mark], ...] = (Explore, ClaimSystem, Integrate, StrikeSystem)


def reached(desk: Desk, sheet: Navigation) -> set[str]:
    """The systems that are explored, and the wormholes that were flown through."""
    found = {sheet.home.id}
    for place, ends in sheet.lines:
        if desk.marks.get(place) == LINE:
            found.update(ends)  # NAV-03, NAV-14, NAV-22
    return found


def claimable(desk: Desk, sheets: Sheets) -> list[str]:
    """The systems that are explored, not claimed and not struck out."""
    sheet = sheets.navigation
    explored = reached(desk, sheet)
    return [one.id for one in sheet.systems if one.id in explored and not desk.mark(one.place)]


def integrable(desk: Desk, sheets: Sheets) -> list[str]:
    """The systems that Integrated Economy could claim."""
    system = sheets.navigation.system
    return [one for one in claimable(desk, sheets) if not system[one].large]  # TEC-09


def strikable(desk: Desk, sheets: Sheets) -> list[str]:
    """The unclaimed systems with an advantage that a card could strike out, explored or not."""
    systems = sheets.navigation.systems
    return [one.id for one in systems if one.asset is not None and not desk.mark(one.place)]  # CRD-13


def moves(desk: Desk, sheets: Sheets) -> Iterator[Mark]:
    """Every mark that could be meant now; while a task of this sheet is open, those that it allows."""
    if desk.task is not None:
        yield from _task_moves(desk, sheets, desk.task.key)
        return
    sheet = sheets.navigation
    explored = reached(desk, sheet)
    ways = _ways(sheet, explored, known(desk, NAVIGATION, GRAVITY_DRIVE))
    flying, claiming = ([one for one in MENU[menu] if have(desk, one)] for menu in ("explore", "claim"))
    for system, through in ways:
        for pay in flying or MENU["explore"][:1]:
            yield Explore(system=system, through=through, pay=pay)
    for one in sheet.systems:
        if one.id in explored and not desk.claimed(one.place):
            for pay in claiming or MENU["claim"][:1]:
                yield ClaimSystem(system=one.id, pay=pay)
    if known(desk, NAVIGATION, INTEGRATED_ECONOMY) and integrable(desk, sheets):
        yield Integrate()


def _task_moves(desk: Desk, sheets: Sheets, task: str) -> Iterator[Mark]:
    systems = integrable(desk, sheets) if task == INTEGRATE else strikable(desk, sheets)
    for system in systems:
        yield ClaimSystem(system=system, pay=FREE) if task == INTEGRATE else StrikeSystem(system=system)
    if task == INTEGRATE or not systems:
        yield Enough(task=task)


def _ways(sheet: Navigation, explored: set[str], drive: bool) -> list[tuple[str, tuple[str, ...]]]:
    """Where one could fly: by a lane, else through wormholes, of which one way is enough to say why not."""
    beside: dict[str, None] = {}
    for here in sheet.joined:
        if here in explored and here in sheet.system:  # NAV-07, CLR-25
            beside |= dict.fromkeys(other for other in sheet.joined[here] if other not in explored)
    found: list[tuple[str, tuple[str, ...]]] = [(one, ()) for one in beside if one in sheet.system]
    entries = [one for one in beside if one in sheet.holes]
    seen: set[str] = set()
    for leaving in sheet.wormholes if entries else ():
        targets = [one for one in sheet.joined[leaving.id] if one not in explored and one not in beside]
        for entry in entries:
            for target in targets if entry != leaving.id and leaving.id not in explored else ():
                if drive or target not in seen:
                    seen.add(target)
                    found.append((target, (entry, leaving.id)))
    return found


def check(desk: Desk, sheets: Sheets, action: Action) -> Ruling:
    """What the rules say of a mark."""
    task = desk.task.key if desk.task is not None else ""
    match action:
        case Explore() if not task:
            return _check_explore(desk, sheets.navigation, action)
        case ClaimSystem() if task in ("", INTEGRATE):
            return _check_claim(desk, sheets, action)
        case Integrate() if not task:
            return usable(desk, NAVIGATION, INTEGRATED_ECONOMY)
        case StrikeSystem(system=system) if task == DISARM:
            return LEGAL if system in strikable(desk, sheets) else violated("CRD-13", system=_named(system))
        case Enough(task=key) if key == task in TASKS and (key == INTEGRATE or not strikable(desk, sheets)):
            return LEGAL
    return violated("TABLE-1", key=action.key)


def _check_explore(desk: Desk, sheet: Navigation, action: Explore) -> Ruling:
    system = action.system
    if system not in sheet.system:
        return violated("NAV-01", system=_named(system))
    explored = reached(desk, sheet)
    if system in explored:
        return violated("NAV-09", system=_named(system))
    if action.through:
        refused = _check_flight(desk, sheet, action, explored)
        if refused is not None:
            return refused
    elif not any(one in explored and one in sheet.system for one in sheet.joined[system]):  # NAV-07, CLR-25
        return violated("NAV-08", system=_named(system))
    return _check_pay(desk, action.pay, "NAV-05", _toll(action))


def _check_flight(desk: Desk, sheet: Navigation, action: Explore, explored: set[str]) -> Ruling | None:
    """What is wrong with a flight through two wormholes."""
    system = _named(action.system)
    if not known(desk, NAVIGATION, GRAVITY_DRIVE):  # TEC-08
        return violated("NAV-10", system=system, need=text(f"technology.{GRAVITY_DRIVE}"))
    entry, leaving = (*action.through, "", "")[:2]
    joined = sheet.joined
    sound = len(action.through) == len({entry, leaving} & sheet.holes) == 2
    if not sound or action.system not in joined[leaving]:
        return violated("NAV-11", system=system, where=_named(entry))
    if not any(other in explored and other in sheet.system for other in joined[entry]):
        return violated("NAV-06", system=_named(entry), where=text("system.explored"))
    if entry in explored:  # NAV-13, CLR-27
        return violated("NAV-13", where=_named(entry))
    return violated("NAV-14", where=_named(leaving)) if leaving in explored else None


def _check_claim(desk: Desk, sheets: Sheets, action: ClaimSystem) -> Ruling:
    sheet = sheets.navigation
    system = sheet.system.get(action.system)
    if system is None:
        return violated("NAV-01", system=_named(action.system))
    if desk.has(system.place, CIRCLE, SLASH):
        return violated("NAV-03", system=_named(system.id))
    if desk.has(system.place, CROSS):  # NAV-21, CLR-26
        return violated("NAV-21", system=_named(system.id))
    if system.id not in reached(desk, sheet):
        return violated("NAV-16", system=_named(system.id))
    if desk.task is None:
        return _check_pay(desk, action.pay, "NAV-15", value("NAV-15")["cost"])
    if action.pay != FREE:
        return violated("TABLE-1", key=action.key)
    if system.large:
        return violated("TEC-09", system=_named(system.id), limit=value("TEC-09")["systems"])
    return LEGAL


def _toll(action: Explore) -> int:
    """What an exploration costs, with and without wormholes."""
    return int(value("NAV-12" if action.through else "NAV-05")["cost"])  # NAV-05, NAV-12


def _check_pay(desk: Desk, pay: str, rule: str, need: int) -> Ruling:
    """Whether a resource pays for what `rule` wants it for."""
    wanted: list[str] = value(rule)["resources"]
    named = tuple(text(f"resource.{one}") for one in wanted)
    paid = text(f"resource.{pay}") if pay in RESOURCES else text(f"pay.{pay}")
    if pay not in wanted:
        return violated("NAV-25", resource=paid, need=named)
    left = have(desk, pay)
    return LEGAL if left >= need else violated(rule, resource=paid, need=need, have=left)


def _named(system: str) -> Text:
    return literal(system)


def mark(desk: Desk, sheets: Sheets, action: Action) -> Desk:
    """The desk after a mark, also an overruled one."""
    sheet = sheets.navigation
    match action:
        case Explore(system=system) if system in sheet.system:
            return _fly(_paid(desk, action.pay, _toll(action)), sheet, action)
        case ClaimSystem(system=system) if system in sheet.system:
            if action.pay != FREE:
                desk = _paid(desk, action.pay, value("NAV-15")["cost"])  # NAV-15
            elif desk.task is not None and desk.task.key == INTEGRATE:
                desk = done(desk)  # TEC-09
            place = sheet.system[system].place
            if desk.has(place, CROSS):
                desk = put(desk, place, "")
            return circle(desk, place)  # NAV-17, MRK-05
        case Integrate():
            desk = use(desk, INTEGRATED_ECONOMY)  # TEC-06
            count = min(value("TEC-09")["systems"], len(integrable(desk, sheets)))  # TEC-09
            return push(desk, Task(key=INTEGRATE, count=count)) if count else desk
        case StrikeSystem(system=system) if system in sheet.system:
            disarming = desk.task is not None and desk.task.key == DISARM
            return strike(done(desk) if disarming else desk, sheets, system)
        case Enough() if desk.task is not None and desk.task.key in TASKS:
            return done(desk, desk.task.count)
    raise Impossible(action.verb)


def _fly(desk: Desk, sheet: Navigation, action: Explore) -> Desk:
    """Lines along the way; where there is no way, a line all the same."""
    explored = reached(desk, sheet)
    if len(action.through) == 2:
        entry, leaving = action.through
        starts = [lane for other, lane in sheet.joined.get(entry, {}).items() if other in explored]
        if starts and action.system in sheet.joined.get(leaving, {}):
            desk = put(desk, starts[0], LINE)  # NAV-11
            return put(desk, sheet.joined[leaving][action.system], LINE)  # NAV-11
    lanes = [
        lane
        for other, lane in sheet.joined[action.system].items()
        if other in explored and other in sheet.system
    ]
    lane = lanes[0] if lanes else f"{sheet.system[action.system].place}.line"
    return put(desk, lane, LINE)  # NAV-06, MRK-04


def _paid(desk: Desk, pay: str, cost: int) -> Desk:
    """So much is spent, or what there is of it where the table overruled that it is too little."""
    return gain(desk, pay, -min(cost, have(desk, pay))) if pay in RESOURCES else desk


def strike(desk: Desk, sheets: Sheets, system: str) -> Desk:
    """A card strikes out an unclaimed system: it can be explored but no longer claimed."""
    place = sheets.navigation.system[system].place
    if desk.mark(place):
        raise Impossible(system)
    return cross(desk, place)  # NAV-21, NAV-22


def disarm(desk: Desk, sheets: Sheets) -> Desk:
    """A card has its player strike out systems that hold an advantage, as many as there are."""
    count = min(value("CRD-13")["systems"], len(strikable(desk, sheets)))  # CRD-13, CLR-06
    return push(desk, Task(key=DISARM, count=count)) if count else desk
