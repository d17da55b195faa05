"""What crossing out a symbol of the Expansion sheet does: it completes lines and docks."""

from __future__ import annotations

from ..desk import CIRCLE, CROSS, SLASH, Desk, circle, cross, put
from ..sheets import Sheets
from ..sheets.expansion import Dock, Planet


def symbol_place(symbol: str) -> str:
    """The place of a planet's or a dock's symbol."""
    return f"e:{symbol}"


def unlocked(desk: Desk, planet: Planet) -> bool:
    """Whether a planet may be settled."""
    return desk.has(planet.place, CROSS)


def open_symbols(desk: Desk, home: Planet | Dock) -> dict[str, str]:
    """The symbols of a planet or of a dock that are not crossed out."""
    return {one: symbol for one, symbol in home.symbols.items() if symbol_place(one) not in desk.marks}


def built(desk: Desk, dock: Dock) -> bool:
    """Whether a dock is built; what a card has struck out is not to be had either."""
    return bool(desk.mark(dock.place))


def settle_symbol(desk: Desk, planet: Planet, symbol: str) -> Desk:
    """A symbol of a planet is crossed out, which may complete its row, its column, or both."""
    desk = cross(desk, symbol_place(symbol))  # EXP-04
    for line in planet.lines_of[symbol]:  # EXP-06
        complete = all(symbol_place(one) in desk.marks for one in line.symbols)
        if complete and line.asset is not None and not desk.mark(line.place):  # MRK-16
            desk = circle(desk, line.place)  # EXP-05
    return desk


def pay_symbol(desk: Desk, dock: Dock, symbol: str) -> Desk:
    """A symbol of a dock is crossed out; the last one builds it."""
    desk = cross(desk, symbol_place(symbol))  # EXP-09
    return (
        desk if open_symbols(desk, dock) or built(desk, dock) else circle(desk, dock.place)
    )  # EXP-08, EXP-10


def build_dock(desk: Desk, dock: Dock) -> Desk:
    """A dock is built by its planet sign, whatever was paid before."""
    return circle(cross(desk, dock.sign), dock.place)  # EXP-08, EXP-10, EXP-11


def build_by_card(desk: Desk, sheets: Sheets, dock: str, *, resources: bool) -> Desk:
    """A card builds a dock: either of its costs is crossed out and nothing is paid."""
    found = sheets.expansion.dock[dock]
    if not resources:
        return build_dock(desk, found)  # EXP-13, CLR-01
    for symbol in open_symbols(desk, found):
        desk = pay_symbol(desk, found, symbol)  # EXP-13, CLR-01
    return desk


def population(desk: Desk, sheets: Sheets) -> Desk:
    """A population advantage claims the next points of the track; struck points are claimed for nothing."""
    for place in sheets.expansion.track.places:
        if not desk.has(place, CIRCLE, SLASH):
            return (
                put(desk, place, SLASH) if desk.has(place, CROSS) else circle(desk, place)
            )  # EXP-12, CRD-11
    return desk  # EXP-12
