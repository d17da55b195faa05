"""Marks on the Industry sheet: hexes are scrapped and claimed."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine import LEGAL, Action, Impossible, Ruling, Text, literal, text, violated

from ..assets import SPECIALS, Asset
from ..book import value
from ..desk import CROSS, INDUSTRY, RESOURCES, Desk, Task, circle, cross, done, gain, have, push, put, use
from ..sheets import Sheets
from ..sheets.hexes import CLAIM, SCRAP, Hex, Industry, Menu
from . import common
from .chart import (
    claim_printed,
    commodity,
    fulfilled,
    good_income,
    goods_left,
    member,
    spend_votes,
    strike_unspent,
    vote_income,
    votes_claimed,
    votes_left,
)
from .mark import FREE, Enough, Mark

__all__ = [
    "ACTIONS", "TASKS", "Burst", "ClaimHex", "Dig", "Scrap", "Study", "check", "claim_printed",
    "commodity", "fulfilled", "good_income", "goods_left", "guild_ships", "mark", "meant", "member",
    "moves", "spend_votes", "strike_unspent", "vote_income", "votes_claimed", "votes_left",
]  # fmt: skip

BURST = "burst"
"""The task of spending a special advantage as several resources; it is about the sort of special."""
HACAN = "hacan"
"""The task of claiming hexes with one commodity each."""
DIG, ALGORITHM = "psychoarchaeology", "ai_development_algorithm"


class Scrap(Mark, frozen=True, kw_only=True, tag="scrap"):
    """A hex is crossed out; `pay` is a resource, or the sort of the special advantage for an X-hex."""

    hex: str
    pay: str


class ClaimHex(Mark, frozen=True, kw_only=True, tag="claim_hex"):
    """A hex is circled."""

    hex: str
    pay: str


class Burst(Mark, frozen=True, kw_only=True, tag="burst"):
    """A special advantage, by its sort, is spent as several resources."""

    pay: str


class Study(Mark, frozen=True, kw_only=True, tag="study"):
    """A resource of such a special advantage crosses out a Research symbol."""

    tech: str


class Dig(Mark, frozen=True, kw_only=True, tag="dig"):
    """Psychoarchaeology scraps or claims a hex wherever it lies."""

    how: str
    hex: str


ACTIONS: tuple[type[Mark], ...] = (Scrap, ClaimHex, Burst, Study, Dig, Enough)
TASKS: tuple[str, ...] = (BURST, HACAN)


def moves(desk: Desk, sheets: Sheets) -> Iterator[Mark]:
    """Every mark that could be meant now; while a task of this sheet is open, those that it allows."""
    sheet = sheets.industry
    if _task(desk) == HACAN:
        singles = single_commodities(desk, sheet)
        yield from (ClaimHex(hex=hex.id, pay=FREE) for hex in singles)
        if not singles:
            yield Enough(task=HACAN)
        return
    burst = bursting(desk, sheet)
    if burst is not None:
        yield from meant(desk, sheet)
        if burst.resource == value("TEC-02")["resource"]:
            yield from (Study(tech=tech) for tech in sheet.techs if not common.known(desk, INDUSTRY, tech))
        yield from _digs(desk, sheet)  # IND-11
        yield Enough(task=BURST)
        return
    yield from meant(desk, sheet)
    owned = [sort for sort in SPECIALS if sheets.available(desk, "special", sort)]
    yield from (Burst(pay=line.special) for line in sheet.menu if line.special in owned)
    for hex in sheet.hexes:
        if hex.badge in owned and not desk.mark(hex.place):
            yield Scrap(hex=hex.id, pay=hex.badge)
    yield from _digs(desk, sheet)


def _digs(desk: Desk, sheet: Industry) -> Iterator[Dig]:
    """What Psychoarchaeology could mark; it is no payment and does not interrupt one."""
    if common.known(desk, INDUSTRY, DIG):
        for hex in sheet.hexes:
            if hex.asset is not None and hex.asset.kind == sheet.dig and not desk.mark(hex.place):
                yield from (Dig(how=how, hex=hex.id) for how in (CLAIM, SCRAP))


def meant(desk: Desk, sheet: Industry) -> Iterator[Scrap | ClaimHex]:
    """What can be meant by the resources at hand, on free hexes that touch a marked one."""
    burst = bursting(desk, sheet)
    purse = tuple(one for one in RESOURCES if have(desk, one)) if burst is None else (burst.resource,)
    scrap = [one for one in purse if one in value("IND-05")["resources"]]
    claim = [one for one in purse if one in value("IND-06")["resources"]]
    free = common.known(desk, INDUSTRY, ALGORITHM)
    for hex in sheet.hexes:
        if hex.badge or desk.mark(hex.place) or not _touching(desk, sheet, hex):
            continue
        yield from (Scrap(hex=hex.id, pay=one) for one in scrap)
        if free and _scrapped(desk, sheet, hex) >= value("TEC-13")["scrapped"]:
            yield ClaimHex(hex=hex.id, pay=FREE)  # TEC-18
        yield from (ClaimHex(hex=hex.id, pay=one) for one in claim)


def _task(desk: Desk) -> str:
    return desk.task.key if desk.task is not None else ""


def bursting(desk: Desk, sheet: Industry) -> Menu | None:
    """The line of the menu that is being spent as several resources."""
    return _line(sheet, desk.task.about) if desk.task is not None and desk.task.key == BURST else None


def _line(sheet: Industry, special: str) -> Menu | None:
    return next((line for line in sheet.menu if line.special == special), None)


def _touching(desk: Desk, sheet: Industry, hex: Hex) -> bool:
    """Whether a hex touches a scrapped or claimed one."""
    return any(place in desk.marks for place in sheet.around[hex.id])


def _scrapped(desk: Desk, sheet: Industry, hex: Hex) -> int:
    """How many hexes beside a hex are scrapped."""
    return sum(desk.has(place, CROSS) for place in sheet.around[hex.id])  # IND-15


def single_commodities(desk: Desk, sheet: Industry) -> list[Hex]:
    """The free hexes that hold one commodity."""
    kinds = [Asset("commodity", sort, value("FAC-05")["commodities"]) for sort in sheet.commodities]
    return [hex for hex in sheet.hexes if hex.asset in kinds and not desk.mark(hex.place)]  # FAC-05


def guild_ships(desk: Desk, sheets: Sheets) -> Desk:
    """Hacan's faction advantage: its player claims hexes with one commodity each, as many as there are."""
    count = min(value("FAC-05")["hexes"], len(single_commodities(desk, sheets.industry)))  # FAC-05, CLR-06
    return push(desk, Task(key=HACAN, count=count)) if count else desk


def check(desk: Desk, sheets: Sheets, action: Action) -> Ruling:
    """What the rules say of a mark."""
    sheet = sheets.industry
    match action:
        case Enough(task=key) if key and key == _task(desk):
            return LEGAL if key == BURST or not single_commodities(desk, sheet) else _not_yet(action)
        case Enough():
            return _not_yet(action)
        case ClaimHex(pay=pay) if _task(desk) == HACAN and pay != FREE:
            return _not_yet(action)
        case Burst() | Study() | Dig() | Scrap() if _task(desk) == HACAN:
            return _not_yet(action)
        case Dig(how=how) if how not in (CLAIM, SCRAP):
            return _not_yet(action)
        case Burst(pay=special):
            return _burst(desk, sheets, special)
        case Study(tech=tech):
            return _study(desk, sheets, tech)
        case Dig(hex=id) | Scrap(hex=id) | ClaimHex(hex=id) if id not in sheet.of:  # CLR-15
            return violated("IND-16", what=literal(id))  # IND-16, CLR-15
        case ClaimHex(hex=id) | Dig(hex=id, how="claim") if sheet.of[id].badge:
            return violated("IND-15", what=literal(id))  # IND-15
        case Dig(hex=id) | Scrap(hex=id) | ClaimHex(hex=id) if desk.mark(sheet.of[id].place):
            how = SCRAP if isinstance(action, Scrap) else CLAIM
            return _marked(desk, sheet.of[id], action.how if isinstance(action, Dig) else how)
        case Dig(hex=id):
            found = sheet.of[id].asset
            if found is None or found.kind != sheet.dig:
                return violated("TEC-12", what=literal(id))  # TEC-12
            return common.usable(desk, INDUSTRY, DIG)
        case Scrap(hex=id, pay=pay):
            hex = sheet.of[id]
            if hex.badge:  # IND-14
                return _badge(desk, sheets, hex, pay)
            if not _touching(desk, sheet, hex):
                return violated("IND-17", what=literal(id))  # IND-05, IND-10, IND-17
            return _paid(desk, sheet, pay, "IND-05")  # IND-05
        case ClaimHex(hex=id, pay=pay):
            hex = sheet.of[id]
            if _task(desk) == HACAN:
                fits = hex in single_commodities(desk, sheet)
                return LEGAL if fits else violated("FAC-05", what=literal(id), limit=value("FAC-05")["hexes"])
            beside = _scrapped(desk, sheet, hex)
            if pay == FREE:
                return _free(desk, hex, beside)
            if not beside:
                return violated("IND-07", what=literal(id))  # IND-06, IND-07, IND-10
            return _paid(desk, sheet, pay, "IND-06")  # IND-06
    raise Impossible(action.verb)


def _not_yet(action: Action) -> Ruling:
    """This is not what is due now."""
    return violated("TABLE-1", key=action.key)


def _marked(desk: Desk, hex: Hex, how: str) -> Ruling:
    """Why a hex that bears a mark cannot be marked again."""
    state = SCRAP if desk.has(hex.place, CROSS) else CLAIM
    if state == how:
        return violated("IND-01", what=literal(hex.id), have=text(f"hex.{state}"))  # IND-01
    return violated(
        "IND-02", what=literal(hex.id), have=text(f"hex.{state}"), need=text(f"hex.{how}")
    )  # IND-02


def _badge(desk: Desk, sheets: Sheets, hex: Hex, pay: str) -> Ruling:
    """Whether the special advantage of its badge is spent for an X-hex."""
    if pay not in SPECIALS:
        return violated("IND-12", what=literal(hex.id))  # IND-12
    if bursting(desk, sheets.industry) is not None:
        return _waits(desk, Asset("special", pay).name)  # IND-11
    held = len(sheets.available(desk, "special", hex.badge)) if pay == hex.badge else 0
    return LEGAL if held else violated("IND-13", what=literal(hex.id), have=held, need=1)  # IND-13


def _waits(desk: Desk, what: Text) -> Ruling:
    """Something must not be spent before a special advantage is spent to its end."""
    task = desk.todo[-1]
    return violated("IND-11", what=Asset("special", task.about).name, count=task.count, have=what)


def _paid(desk: Desk, sheet: Industry, pay: str, rule: str) -> Ruling:
    """Whether the menu takes a resource for this, and the player has it."""
    wanted, cost = value(rule)["resources"], value(rule)["cost"]
    resource = text(f"resource.{pay}" if pay in RESOURCES else f"pay.{pay}")
    if pay not in wanted:
        need = tuple(text(f"resource.{one}") for one in wanted)
        return violated("GEN-09", resource=resource, sheet=text(f"sheet.{INDUSTRY}"), need=need)  # GEN-09
    burst = bursting(desk, sheet)
    if burst is not None:
        return LEGAL if pay == burst.resource else _waits(desk, resource)  # IND-11
    held = have(desk, pay)
    return LEGAL if held >= cost else violated(rule, resource=resource, have=held, need=cost)


def _free(desk: Desk, hex: Hex, beside: int) -> Ruling:
    """Whether the AI Development Algorithm claims a hex."""
    if not common.known(desk, INDUSTRY, ALGORITHM):
        return violated("TEC-05", what=text(f"technology.{ALGORITHM}"), sheet=text(f"sheet.{INDUSTRY}"))
    need = value("TEC-13")["scrapped"]
    return (
        LEGAL if beside >= need else violated("TEC-13", what=literal(hex.id), have=beside, need=need)
    )  # TEC-13


def _burst(desk: Desk, sheets: Sheets, special: str) -> Ruling:
    """Whether a special advantage is spent as several resources."""
    name = Asset("special", special).name
    line = _line(sheets.industry, special)
    if line is None:
        need = tuple(Asset("special", line.special).name for line in sheets.industry.menu)
        return violated("GEN-09", resource=name, sheet=text(f"sheet.{INDUSTRY}"), need=need)
    if bursting(desk, sheets.industry) is not None:
        return _waits(desk, name)  # IND-11
    if not sheets.available(desk, "special", special):
        return violated("IND-09", what=name, count=line.most, limit=0)  # IND-09
    return LEGAL


def _study(desk: Desk, sheets: Sheets, tech: str) -> Ruling:
    """Whether a special advantage's resource goes into a technology."""
    resource = value("TEC-02")["resource"]
    burst = bursting(desk, sheets.industry)
    if burst is None or burst.resource != resource:
        return violated("TEC-02", resource=text(f"resource.{resource}"), have=0, need=1)
    return common.check(gain(desk, resource), sheets, INDUSTRY, common.Research(tech=tech))


def mark(desk: Desk, sheets: Sheets, action: Action) -> Desk:
    """The desk after a mark, also an overruled one."""
    sheet = sheets.industry
    match action:
        case Burst(pay=special):
            line = _line(sheet, special)
            if line is None:
                raise Impossible(special)
            desk = common.spend(desk, sheets, "special", special)  # ADV-13
            return push(desk, Task(key=BURST, about=special, count=line.most))  # IND-09, IND-10
        case Enough() if _task(desk) in TASKS and desk.task is not None:
            return done(desk, desk.task.count)  # IND-09
        case Study(tech=tech):
            resource = value("TEC-02")["resource"]
            desk = gain(done(desk) if _task(desk) == BURST else desk, resource)
            return common.mark(desk, sheets, INDUSTRY, common.Research(tech=tech))
        case Dig(hex=id, how=how) if id in sheet.of:
            desk = use(desk, DIG)  # TEC-06
            return (
                _scrap(desk, sheet.of[id]) if how == SCRAP else _claim(desk, sheet.of[id])
            )  # TEC-12, CLR-08
        case Scrap(hex=id, pay=pay) if id in sheet.of:
            if pay in SPECIALS:
                return _scrap(common.spend(desk, sheets, "special", pay), sheet.of[id])  # IND-13
            return _scrap(_pay(desk, pay, "IND-05"), sheet.of[id])  # IND-05
        case ClaimHex(hex=id, pay=pay) if id in sheet.of:
            if _task(desk) == HACAN:
                return _claim(done(desk), sheet.of[id])  # FAC-05
            return _claim(_pay(desk, pay, "IND-06"), sheet.of[id])  # IND-06
    raise Impossible(action.verb)


def _pay(desk: Desk, pay: str, rule: str) -> Desk:
    """A resource is spent, or what there is of it where the table overruled that it is too little."""
    if pay not in RESOURCES:
        return desk
    if _task(desk) == BURST:
        return done(desk)  # IND-10
    return gain(desk, pay, -min(value(rule)["cost"], have(desk, pay)))


def _scrap(desk: Desk, hex: Hex) -> Desk:
    """The hex is crossed out, and its advantage is lost."""
    return cross(desk, hex.place)  # IND-04, MRK-07, MRK-16


def _claim(desk: Desk, hex: Hex) -> Desk:
    """The hex is circled, and its advantage is claimed."""
    return circle(put(desk, hex.place, ""), hex.place)  # IND-08
