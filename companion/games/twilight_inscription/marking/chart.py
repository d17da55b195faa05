"""The industry chart with printed votes and trade goods: what is claimed on them, from whichever sheet."""

from __future__ import annotations

from ..book import value
from ..desk import CIRCLE, CROSS, UNDER, Desk, circle, cross, put, slash
from ..sheets import Sheets
from ..sheets.hexes import MEMBER, TRADE, Industry, at


def commodity(desk: Desk, sheets: Sheets, sort: str, count: int) -> Desk:
    """So many symbols of a mass product are crossed out on the chart, with what that completes."""
    sheet = sheets.industry
    free = [place for place in _signs(sheet, sort) if not desk.mark(place)]
    for place in free[:count]:
        desk = cross(desk, place)  # CHT-05
    for number, column in sheet.columns.items():
        below = at(f"{TRADE}.{number}")
        if not desk.mark(below) and all(desk.has(place, CROSS) for place in column):  # CHT-07
            desk = put(desk, below, UNDER)  # CHT-07, CHT-09
    return _points(desk, sheet, sort, CROSS)  # CHT-06


def member(desk: Desk, sheets: Sheets) -> Desk:
    """A council member unlocks the next vote of the chart."""
    free = [place for place in _signs(sheets.industry, MEMBER) if not desk.mark(place)]
    if free:
        desk = put(desk, free[0], UNDER)  # CHT-02, CHT-09
    return _points(desk, sheets.industry, MEMBER, UNDER)  # CHT-03


def _signs(sheet: Industry, row: str) -> list[str]:
    """The places of the signs of a row, from the left."""
    return [at(f"{row}.{number}") for number in range(1, len(sheet.rows[row].signs) + 1)]


def _points(desk: Desk, sheet: Industry, row: str, mark: str) -> Desk:
    """Points that have nothing open to their left are claimed."""
    signs = _signs(sheet, row)
    for number, (left, _) in enumerate(sheet.rows[row].points, 1):
        place = at(f"{row}.vp{number}")
        if not desk.mark(place) and all(desk.has(sign, mark) for sign in signs[:left]):
            desk = circle(desk, place)  # CHT-03, CHT-06, CHT-10
    return desk


def vote_income(desk: Desk, sheets: Sheets) -> int:
    """How many votes a council gives."""
    found = sum(desk.has(place, UNDER) for place in _signs(sheets.industry, MEMBER))
    return max(found * int(value("CNC-02")["each"]), int(value("CNC-02")["least"]))  # CNC-02


def good_income(desk: Desk, sheets: Sheets) -> int:
    """How many trade goods a production gives."""
    every = (at(f"{TRADE}.{number}") for number in range(1, sheets.industry.trades + 1))
    return sum(desk.has(place, UNDER) for place in every) * int(value("PRD-02")["each"])  # PRD-02, CHT-10


def _printed(sheets: Sheets, kind: str) -> list[str]:
    """The places of all printed votes or trade goods."""
    count = {"vote": sheets.industry.votes, "good": sheets.industry.goods}[kind]
    return [at(f"{kind}.{number}") for number in range(1, count + 1)]


def claim_printed(desk: Desk, sheets: Sheets, kind: str, count: int) -> Desk:
    """So many of the printed votes or trade goods are claimed, at most as many as are left."""
    free = [place for place in _printed(sheets, kind) if not desk.mark(place)]
    for place in free[:count]:  # PRD-04, CNC-15, CLR-32
        desk = put(desk, place, CIRCLE)
    return desk


def spend_votes(desk: Desk, sheets: Sheets, count: int) -> Desk:
    """So many claimed votes are slashed, on whichever sheet; those that a card could strike out first."""
    own, elsewhere = _unspent(desk, sheets, "vote")
    for place in (*own, *elsewhere)[:count]:
        desk = slash(desk, place)  # CNC-12, ADV-11
    return desk


def _unspent(desk: Desk, sheets: Sheets, kind: str) -> tuple[list[str], list[str]]:
    """The places of claimed, unspent votes or trade goods: on Industry, and on the other sheets."""
    every = sheets.available(desk, kind)
    here = [place for place in every if place.startswith(at(""))]
    return here, [place for place in every if place not in here]


def strike_unspent(desk: Desk, sheets: Sheets, kind: str, count: int) -> Desk:
    """So many claimed, unspent votes or trade goods of Industry are struck out, as many as there are."""
    claimed, _ = _unspent(desk, sheets, kind)
    for place in claimed[:count]:  # CRD-12, CLR-06
        desk = slash(desk, place)
    return desk


def votes_left(desk: Desk, sheets: Sheets) -> int:
    """How many claimed votes are not spent."""
    return len(sheets.available(desk, "vote"))


def votes_claimed(desk: Desk, sheets: Sheets) -> int:
    """How many votes were claimed in the whole game, spent ones included."""
    return sum(desk.claimed(place) for place in sheets.places("vote"))  # END-09


def goods_left(desk: Desk, sheets: Sheets) -> int:
    """How many claimed trade goods are not spent."""
    return len(sheets.available(desk, "good"))


def fulfilled(desk: Desk, sheets: Sheets, objective: str) -> bool | None:
    """Whether an objective of this sheet is fulfilled; None where its conditions are not known to us."""
    if objective != "diversified_production":
        return None
    found = dict.fromkeys(sheets.industry.commodities, 0)
    for hex in sheets.industry.hexes:
        if hex.asset is not None and hex.asset.kind == "commodity" and desk.claimed(hex.place):
            found[hex.asset.sort] += hex.asset.count  # CRD-06
    return all(count >= value("CRD-06")["each"] for count in found.values())  # CRD-06
