"""Marks that are the same on every sheet: technologies, focus dice, trade goods."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine import LEGAL, Action, Impossible, Ruling, text, violated

from ..book import value
from ..desk import CROSS, RESOURCES, UNDER, Desk, cross, gain, have, pay, put, slash, use
from ..sheets import Sheets
from ..sheets.tech import TECHS, Tech, focus_place
from .mark import Mark, unpaid


class Research(Mark, frozen=True, kw_only=True, tag="research"):
    """A Research symbol of a technology is crossed out."""

    tech: str


class Unlock(Mark, frozen=True, kw_only=True, tag="unlock"):
    """A technology is unlocked with a special advantage."""

    tech: str


class Focus(Mark, frozen=True, kw_only=True, tag="focus"):
    """A focus die is unlocked on the active sheet with its focus advantage."""

    resource: str


class Trade(Mark, frozen=True, kw_only=True, tag="trade"):
    """A trade good is spent as a resource of choice, with Hacan's first one in a round perhaps as two."""

    resource: str
    count: int = 1


HACAN, TRADED = "FAC-04", "trade"
"""The ability that lets a trade good count double, and the sign that one was spent in this round."""

ACTIONS: tuple[type[Mark], ...] = (Research, Unlock, Focus, Trade)


def known(desk: Desk, sheet: str, tech: str) -> bool:
    """Whether a technology is unlocked."""
    return desk.has(Tech.place(sheet, tech), UNDER)


def unlocked(desk: Desk, sheet: str) -> tuple[str, ...]:
    """The focus dice that may be used while a sheet is active, by their resource."""
    return tuple(one for one in RESOURCES if desk.has(focus_place(sheet, one), UNDER))  # FOC-04, FOC-05


def researched(desk: Desk, sheets: Sheets, sheet: str, tech: str) -> int:
    """How many Research symbols of a technology are crossed out."""
    cost = sheets.techs[sheet][tech].research
    return sum(desk.has(Tech.symbol(sheet, tech, number), CROSS) for number in range(1, cost + 1))


def strike(desk: Desk, sheet: str, tech: str) -> Desk:
    """A card strikes out a technology: nobody can use or unlock it any more."""
    if tech not in TECHS[sheet]:
        raise Impossible(tech)
    return put(desk, Tech.place(sheet, tech), CROSS)  # CRD-12


def usable(desk: Desk, sheet: str, tech: str) -> Ruling:
    """Whether a technology that works once in each activation can be used now."""
    name = text(f"technology.{tech}")
    if not known(desk, sheet, tech):  # TEC-05, CLR-29
        return violated("TEC-05", what=name, sheet=text(f"sheet.{sheet}"))
    limit = value("TEC-06")["uses"]
    return LEGAL if desk.used.count(tech) < limit else violated("TEC-06", what=name, limit=limit)


def moves(desk: Desk, sheets: Sheets, sheet: str) -> Iterator[Mark]:
    """Every such mark that could be meant while a sheet is active."""
    for tech in TECHS[sheet]:
        if not known(desk, sheet, tech):
            yield Research(tech=tech)
            yield Unlock(tech=tech)
    for resource in RESOURCES:
        if sheets.available(desk, "focus", resource):
            yield Focus(resource=resource)
    if sheets.available(desk, "good"):
        for resource in RESOURCES:
            yield Trade(resource=resource)
            if HACAN in desk.abilities and TRADED not in desk.used:
                yield Trade(resource=resource, count=value(HACAN)["resources"])  # FAC-04


def check(desk: Desk, sheets: Sheets, sheet: str, action: Action) -> Ruling:
    """What the rules say of such a mark."""
    match action:
        case Research(tech=tech) | Unlock(tech=tech) if tech not in TECHS[sheet]:
            return violated("TEC-01", what=text(f"technology.{tech}"), sheet=text(f"sheet.{sheet}"))
        case Research(tech=tech) | Unlock(tech=tech) if known(desk, sheet, tech):
            return violated("TEC-04", what=text(f"technology.{tech}"), sheet=text(f"sheet.{sheet}"))
        case Research(tech=tech) | Unlock(tech=tech) if desk.has(Tech.place(sheet, tech), CROSS):
            return violated("CRD-12", what=text(f"technology.{tech}"))
        case Research():
            return unpaid(desk, "R", "TEC-02")
        case Unlock(tech=tech):
            special = sheets.techs[sheet][tech].special
            if special and sheets.available(desk, "special", special):
                return LEGAL
            return violated("TEC-03", what=text(f"technology.{tech}"), need=1, have=0)
        case Focus(resource=resource):
            if focus_place(sheet, resource) in desk.marks:
                return violated("FOC-05", resource=text(f"resource.{resource}"), sheet=text(f"sheet.{sheet}"))
            return LEGAL if sheets.available(desk, "focus", resource) else violated("FOC-03", need=1, have=0)
        case Trade(count=count):
            if not sheets.available(desk, "good"):
                return violated("ADV-09", need=1, have=0)
            if count != 1 and (HACAN not in desk.abilities or count != value(HACAN)["resources"]):
                return violated("ADV-09", need=1, have=count)
            return violated(HACAN, count=1) if count != 1 and TRADED in desk.used else LEGAL
    raise Impossible(action.verb)


def mark(desk: Desk, sheets: Sheets, sheet: str, action: Action) -> Desk:
    """The desk after such a mark."""
    match action:
        case Research(tech=tech):
            if tech not in TECHS[sheet]:
                raise Impossible(tech)
            done = researched(desk, sheets, sheet, tech)
            desk = cross(pay(desk, "R") if have(desk, "R") else desk, Tech.symbol(sheet, tech, done + 1))
            complete = done + 1 >= sheets.techs[sheet][tech].research  # TEC-02, TEC-17
            return put(desk, Tech.place(sheet, tech), UNDER) if complete else desk  # TEC-02, TEC-07, CLR-30
        case Unlock(tech=tech):
            if tech not in TECHS[sheet]:
                raise Impossible(tech)
            desk = spend(desk, sheets, "special", sheets.techs[sheet][tech].special)  # ADV-13
            return put(desk, Tech.place(sheet, tech), UNDER)  # TEC-03, TEC-04, TEC-07, CLR-30
        case Focus(resource=resource):
            desk = spend(desk, sheets, "focus", resource)
            return put(desk, focus_place(sheet, resource), UNDER)  # FOC-03, ADV-14, MRK-08
        case Trade(resource=resource, count=count):
            desk = spend(desk, sheets, "good")
            desk = desk if TRADED in desk.used else use(desk, TRADED)
            return gain(desk, resource, max(1, count))  # ADV-09, FAC-04, FAC-01
    raise Impossible(action.verb)


def spend(desk: Desk, sheets: Sheets, kind: str, sort: str = "") -> Desk:
    """One advantage of a kind is slashed; the table may overrule that there is none."""
    places = sheets.available(desk, kind, sort)
    return slash(desk, places[0]) if places else desk  # STR-08, STR-09
