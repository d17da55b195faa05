"""What the table may set by hand, and what follows from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from companion.engine import Adjustable, FactValue, Impossible, Option, Text, but, seat_name, text

from .book import value
from .modules import CREW, LETTERS, MODULES, SATELLITE, SHUTTLE, TERRABOT, name
from .settlement import free_signs, resumed
from .ships import SHIPS, handed_over, points
from .ships import name as ship_name
from .state import (
    BEGIN,
    COUNT,
    FINAL,
    OVER,
    PREPARE,
    ROUNDS,
    SETTLEMENT,
    STATION,
    City,
    ReworldState,
    Side,
)

NOBODY = -1
TAKE_AWAY = "-"
FITTING = {"defence": (SHUTTLE, SATELLITE), "shuttles": (SHUTTLE,), "satellites": (SATELLITE,)}


def adjustables(state: ReworldState) -> tuple[Adjustable, ...]:
    """Points, cards, ships, the marker and every tile that lies open."""
    return tuple(one for area in _AREAS for one in _in_area(state, area))


def adjustable(state: ReworldState, what: str) -> Adjustable | None:
    """One of them by its key."""
    area = what.partition(".")[0]
    found = _in_area(state, area) if area in _AREAS else ()
    return next((one for one in found if one.what == what), None)


def _in_area(state: ReworldState, area: str) -> Iterator[Adjustable]:
    phases, make = _AREAS[area]
    if not phases or (state.depth == "full" and state.phase in phases):
        yield from make(state, area)


def _points(state: ReworldState, area: str) -> Iterator[Adjustable]:
    return (_number(seat, area, points(state, seat).low, -99, 999) for seat in range(state.players))


def _hands(state: ReworldState, area: str) -> Iterator[Adjustable]:
    dealt = value("RW-042")[str(state.players)]
    return (_number(seat, area, side.hand, 0, dealt) for seat, side in enumerate(state.sides))


def _whose(state: ReworldState, area: str) -> Iterator[Adjustable]:
    yield _choice(area, text(f"adjust.{area}"), getattr(state, area), _seats(state.players))


def _round(state: ReworldState, area: str) -> Iterator[Adjustable]:
    """Where rounds are only counted, the table may have counted wrong."""
    if state.depth == "light" and state.phase in (STATION, SETTLEMENT):
        yield Adjustable(what=area, label=text("adjust.round"), value=state.round, low=1, high=ROUNDS)


def _arms(state: ReworldState, area: str) -> Iterator[Adjustable]:
    for at, code in enumerate(state.arms, 1):
        yield _choice(f"{area}.{at}", text("adjust.arm", arm=at), code or TAKE_AWAY, _tiles())


def _ships(state: ReworldState, area: str) -> Iterator[Adjustable]:
    owners = (Option(value=NOBODY, label=text("adjust.board")), *_seats(state.players))
    for ship in SHIPS:
        yield _choice(f"{area}.{ship}", ship_name(ship), state.ships.get(ship, NOBODY), owners)


def _module_rows(state: ReworldState, area: str) -> Iterator[Adjustable]:
    for seat, side in enumerate(state.sides):
        for row, modules in enumerate(side.rows, 1):
            label = _of(seat, "adjust.row", row=row)
            yield _choice(f"{area}.{seat}.{row}", label, _end(modules), _tiles(), seat)


def _settled_rows(state: ReworldState, area: str) -> Iterator[Adjustable]:
    for seat, side in enumerate(state.sides):
        label = _of(seat, f"adjust.{area}")
        yield _choice(f"{area}.{seat}", label, _end(getattr(side, area)), _tiles(*FITTING[area]), seat)


def _cities(state: ReworldState, area: str) -> Iterator[Adjustable]:
    for seat, side in enumerate(state.sides):
        for letter in LETTERS:
            city = side.city(letter)
            label = _of(seat, "adjust.city", letter=letter)
            last = _end(city.tiles if city else ())
            yield _choice(f"{area}.{seat}.{letter}", label, last, _city_tiles(letter), seat)


_ANY = (BEGIN, PREPARE, STATION, SETTLEMENT, FINAL, COUNT, OVER)
_AREAS: dict[str, tuple[tuple[str, ...], Callable[[ReworldState, str], Iterator[Adjustable]]]] = {
    "points": ((), _points),
    "marker": ((), _whose),
    "round": ((), _round),
    "hand": ((STATION,), _hands),
    "arm": ((STATION,), _arms),
    "turn": ((STATION, SETTLEMENT), _whose),
    "ship": ((), _ships),
    "row": (_ANY, _module_rows),
    **dict.fromkeys(FITTING, (_ANY, _settled_rows)),
    "city": (_ANY, _cities),
}
"""What can be set: in which phases of full tracking (none named: always), and how it is listed."""


def _end(tiles: tuple[str, ...]) -> str:
    return tiles[-1] if tiles else TAKE_AWAY


def _of(seat: int, key: str, **more: int | str) -> Text:
    return text(key, who=seat_name(seat), **more)


def _choice(
    what: str, label: Text, now: FactValue, options: tuple[Option, ...], seat: int | None = None
) -> Adjustable:
    return Adjustable(what=what, label=label, value=now, options=options, seat=seat)


def _number(seat: int, what: str, now: int, low: int, high: int) -> Adjustable:
    label = _of(seat, f"adjust.{what}")
    return Adjustable(what=f"{what}.{seat}", label=label, value=now, low=low, high=high, seat=seat)


@cache
def _seats(players: int) -> tuple[Option, ...]:
    return tuple(Option(value=seat, label=seat_name(seat)) for seat in range(players))


@cache
def _city_tiles(letter: str) -> tuple[Option, ...]:
    strange = [f"t{other}" for other in LETTERS if other != letter]
    return tuple(tile for tile in _tiles(TERRABOT, CREW) if tile.value not in strange)


@cache
def _tiles(*fits: str) -> tuple[Option, ...]:
    """The modules that may lie somewhere; the first answer takes the last one away."""
    away = Option(value=TAKE_AWAY, label=text("adjust.away"))
    codes = [code for code, module in MODULES.items() if not fits or module.kind in fits]
    return (away, *(Option(value=code, label=name(code)) for code in codes))


def adjust(state: ReworldState, what: str, new: FactValue) -> ReworldState:
    """The table after something was set by hand; Impossible unless it is one of the adjustables."""
    one = adjustable(state, what)
    if one is None or not _takes(one, new):
        raise Impossible(what)
    area, *place = what.split(".")
    if area == "ship":
        return handed_over(state, place[0], None if new == NOBODY else int(new))
    if area == "marker":
        return but(state, marker=int(new))
    if area == "round":
        return but(state, phase=STATION, round=int(new), marker_bought=-1)
    if area == "arm":
        return _arm(state, int(place[0]) - 1, str(new))
    if area == "turn":
        return _turn(state, int(new))
    seat = int(place[0])
    side = state.sides[seat]
    if area == "points":
        side = side.earning("hand", int(new) - points(state, seat).low)
    elif area == "hand":
        side = but(side, hand=int(new))
    else:
        return _tile(state, seat, area, place[1:], str(new))
    return but(state, sides=(*state.sides[:seat], side, *state.sides[seat + 1 :]))


def _takes(one: Adjustable, new: FactValue) -> bool:
    if one.options:
        return any(option.value == new for option in one.options)
    return isinstance(new, int) and one.low <= new <= one.high


def _turn(state: ReworldState, seat: int) -> ReworldState:
    """Somebody else's turn: who had dropped out is back in, who has no module is skipped."""
    side = but(state.sides[seat], out=False)
    sides = (*state.sides[:seat], side, *state.sides[seat + 1 :])
    return resumed(but(state, turn=seat, sides=sides))


def _arm(state: ReworldState, at: int, new: str) -> ReworldState:
    old, code = state.arms[at], "" if new == TAKE_AWAY else new
    state = _swap(state, old, code)
    return but(state, arms=(*state.arms[:at], code, *state.arms[at + 1 :]))


def _tile(state: ReworldState, seat: int, area: str, place: list[str], new: str) -> ReworldState:
    """A tile more at the end of a row, or the last one taken away."""
    side = state.sides[seat]
    if area == "row":
        row = int(place[0]) - 1
        tiles, old = _last(side.rows[row], new)
        side = but(side, rows=(*side.rows[:row], tiles, *side.rows[row + 1 :]))
    elif area == "city":
        side, old = _city(state, side, place[0], new)
    else:
        tiles, old = _last(getattr(side, area), new)
        side = but(side, **{area: tiles})
    state = _swap(state, old, "" if new == TAKE_AWAY else new)
    return resumed(but(state, sides=(*state.sides[:seat], side, *state.sides[seat + 1 :])))


def _last(tiles: tuple[str, ...], new: str) -> tuple[tuple[str, ...], str]:
    """The tiles after the change, and the one that was taken away."""
    if new != TAKE_AWAY:
        return (*tiles, new), ""
    return tiles[:-1], tiles[-1] if tiles else ""


def _city(state: ReworldState, side: Side, letter: str, new: str) -> tuple[Side, str]:
    city = side.city(letter)
    others = tuple(one for one in side.cities if one.letter != letter)
    tiles, old = _last(city.tiles if city else (), new)
    sign = city.sign if city else next(iter(free_signs(state, letter)), 0)
    return but(side, cities=(*others, City(letter, sign, tiles)) if tiles else others), old


def _swap(state: ReworldState, old: str, new: str) -> ReworldState:
    """A tile taken away goes to the box; one that is laid comes from there, or was never noticed before."""
    gone, drawn = list(state.gone), dict(state.drawn)
    if old:
        gone.append(old)
    if new:
        if new in gone:
            gone.remove(new)
        else:
            drawn[new] = drawn.get(new, 0) + 1
    return but(state, gone=tuple(gone), drawn=drawn)


def lowered(state: ReworldState, depth: str) -> ReworldState:
    """The table when it goes on with less tracking: points and ships stay, the boards are no longer kept."""
    at_station = state.phase in (BEGIN, PREPARE, STATION)
    phase = STATION if at_station and depth == "light" else SETTLEMENT
    if state.phase in (COUNT, OVER) or (state.phase == BEGIN and depth == "light"):
        phase = state.phase
    sides = tuple(but(side, hand=0, out=False) for side in state.sides)
    return but(
        state,
        depth=depth,
        phase=phase,
        taken=(),
        sides=sides,
        round=state.round if phase in (BEGIN, STATION) else ROUNDS,
    )
