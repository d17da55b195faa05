"""What the table may set by hand, and what follows from it."""

from __future__ import annotations

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
AREAS = {"defence": (SHUTTLE, SATELLITE), "shuttles": (SHUTTLE,), "satellites": (SATELLITE,)}


def adjustables(state: ReworldState) -> tuple[Adjustable, ...]:
    """Points, cards, ships, the marker and every tile that lies open."""
    seats = range(state.players)
    found = [_number(seat, "points", points(state, seat).low, -99, 999) for seat in seats]
    found.append(_choice("marker", text("adjust.marker"), state.marker, _seats(state)))
    if state.phase == STATION and state.depth == "full":
        hand = value("RW-042")[str(state.players)]
        found += [_number(seat, "hand", state.sides[seat].hand, 0, hand) for seat in seats]
        for at, code in enumerate(state.arms, 1):
            found.append(_choice(f"arm.{at}", text("adjust.arm", arm=at), code or TAKE_AWAY, _tiles()))
    if state.phase in (STATION, SETTLEMENT) and state.depth == "full":
        found.append(_choice("turn", text("adjust.turn"), state.turn, _seats(state)))
    owners = (Option(value=NOBODY, label=text("adjust.board")), *_seats(state))
    found += [
        _choice(f"ship.{ship}", ship_name(ship), state.ships.get(ship, NOBODY), owners) for ship in SHIPS
    ]
    if state.depth == "full":
        for seat in seats:
            found += _tiles_of(state.sides[seat], seat)
    return tuple(found)


def _tiles_of(side: Side, seat: int) -> list[Adjustable]:
    found = []
    for row, modules in enumerate(side.rows):
        last = modules[-1] if modules else TAKE_AWAY
        found.append(
            _choice(f"row.{seat}.{row + 1}", _of(seat, "adjust.row", row=row + 1), last, _tiles(), seat)
        )
    for area, fits in AREAS.items():
        tiles = getattr(side, area)
        last = tiles[-1] if tiles else TAKE_AWAY
        found.append(_choice(f"{area}.{seat}", _of(seat, f"adjust.{area}"), last, _tiles(*fits), seat))
    for letter in LETTERS:
        city = side.city(letter)
        last = city.tiles[-1] if city else TAKE_AWAY
        label = _of(seat, "adjust.city", letter=letter)
        strange = [f"t{other}" for other in LETTERS if other != letter]
        tiles = tuple(tile for tile in _tiles(TERRABOT, CREW) if tile.value not in strange)
        found.append(_choice(f"city.{seat}.{letter}", label, last, tiles, seat))
    return found


def _of(seat: int, key: str, **more: int | str) -> Text:
    return text(key, who=seat_name(seat), **more)


def _choice(
    what: str, label: Text, now: FactValue, options: tuple[Option, ...], seat: int | None = None
) -> Adjustable:
    return Adjustable(what=what, label=label, value=now, options=options, seat=seat)


def _number(seat: int, what: str, now: int, low: int, high: int) -> Adjustable:
    label = _of(seat, f"adjust.{what}")
    return Adjustable(what=f"{what}.{seat}", label=label, value=now, low=low, high=high, seat=seat)


def _seats(state: ReworldState) -> tuple[Option, ...]:
    return tuple(Option(value=seat, label=seat_name(seat)) for seat in range(state.players))


@cache
def _tiles(*fits: str) -> tuple[Option, ...]:
    """The modules that may lie somewhere; the first answer takes the last one away."""
    away = Option(value=TAKE_AWAY, label=text("adjust.away"))
    codes = [code for code, module in MODULES.items() if not fits or module.kind in fits]
    return (away, *(Option(value=code, label=name(code)) for code in codes))


def adjust(state: ReworldState, what: str, new: FactValue) -> ReworldState:
    """The table after something was set by hand; Impossible unless it is one of the adjustables."""
    if not any(one.what == what and _takes(one, new) for one in adjustables(state)):
        raise Impossible(what)
    area, *place = what.split(".")
    if area == "ship":
        return handed_over(state, place[0], None if new == NOBODY else int(new))
    if area == "marker":
        return but(state, marker=int(new))
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
