"""Where a crew that comes down with a shuttle may go, and what it brings."""

from __future__ import annotations

from companion.engine import Text, Violation, but, text

from .book import value
from .modules import AGRI, MODULES, firm_name
from .state import BOX, City, Side

Placements = dict[str, tuple[Violation, ...]]
LOST: int = value("RW-164")["points"]
"""What a special crew is worth in the box."""


def placements(side: Side, code: str) -> Placements:
    """Every place that a crew could be put: an own city or the box, with what stands against it."""
    firm = MODULES[code].firm
    shown = firm_name(firm)
    if firm == AGRI:  # RW-161
        found: Placements = {city.letter: () for city in side.cities}
        first = city_name(side.cities[0].letter) if side.cities else ""
        found[BOX] = (Violation("RW-165", {"firm": shown, "city": first}),) if side.cities else ()  # RW-166
        return found
    home = next((city for city in side.cities if city.firm == firm), None)
    found = {}
    for city in side.cities:
        found[city.letter] = _here(city, firm, home)
    fits = next((letter for letter, broken in found.items() if not broken), None)
    if fits is None:
        found[BOX] = ()  # RW-162c
    else:
        values = {"firm": shown, "city": city_name(fits)}
        found[BOX] = (Violation("RW-162c", values), Violation("RW-165", values))
    return found


def city_name(target: str) -> Text:
    """What a player calls a place where a crew can go."""
    return text("box") if target == BOX else text("city", letter=target)


def _here(city: City, firm: str, home: City | None) -> tuple[Violation, ...]:
    values = {"firm": firm_name(firm), "city": city_name(city.letter)}
    if home is not None and city is not home:
        split = Violation("RW-162a", {"firm": firm_name(firm), "city": city_name(home.letter)})
        return split, Violation("RW-162d", values)
    if home is None and city.firm:
        return Violation("RW-162b", values), Violation("RW-162d", values)
    return ()


def place(side: Side, code: str, target: str) -> tuple[Side, bool]:
    """The side after a crew went to a city; False where there is no such city and it went to the box."""
    city, special = side.city(target), MODULES[code].special
    if city is None:
        return side.earning("crews", LOST) if special else side, False
    grown = but(city, tiles=(*city.tiles, code))
    cities = tuple(grown if one is city else one for one in side.cities)
    side = but(side, cities=cities)
    if special:
        side = side.earning("crews", grown.size * value("RW-163")["points"])  # RW-163
    return side, True


def results(side: Side, crews: tuple[str, ...]) -> set[tuple[object, ...]]:
    """All settlements that placing crews in this order can lead to."""
    if not crews:
        return {(frozenset((city.letter, tuple(sorted(city.tiles))) for city in side.cities), side.earned)}
    found: set[tuple[object, ...]] = set()
    for target, broken in placements(side, crews[0]).items():
        if not broken:
            found |= results(place(side, crews[0], target)[0], crews[1:])
    return found


def order_matters(side: Side, crews: tuple[str, ...]) -> bool:
    """Whether it makes a difference which of two crews is placed first."""
    if len(crews) < 2 or crews[0] == crews[1]:
        return False
    return results(side, crews) != results(side, crews[::-1])
