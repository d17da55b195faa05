"""What the table may set by hand."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine import Adjustable, FactValue, Impossible, Option, Text, but, seat_name, text

from . import supply
from .book import PEOPLES, SORTS, UPGRADES, value
from .building import PIECES, RINGS, TRANSPORTERS, most
from .counting import DISC, LIMITS, handed, with_ports
from .final import disc_by
from .state import (
    BEGIN,
    NOBODY,
    OVER,
    SCORE,
    SHIPS,
    TROPHIES,
    Colony,
    Hand,
    Stars,
    fame_of,
    holds_start,
    with_side,
)

AWAY = -2
TABLE = "table"
SHIP, STOCK, PILE = "ship.", "stock.", "pile"


def adjustables(state: Stars) -> tuple[Adjustable, ...]:
    """All counters and pieces that lie open, by player and for the table."""
    return tuple(_all(state))


def _all(state: Stars) -> Iterator[Adjustable]:
    seats = tuple(Option(value=seat, label=seat_name(seat)) for seat in range(state.players))
    nobody = Option(value=NOBODY, label=text("adjust.nobody"))
    yield _table("turn", text("adjust.turn"), state.turn, seats)
    for at, people in enumerate(PEOPLES):
        said = text("adjust.disc", people=text(f"people.{people}"))
        yield _table(DISC + people, said, state.discs[at], (nobody, *seats))
        if state.depth != "scoring":
            base = state.bases[at]
            away = Option(value=AWAY, label=text("adjust.away"))
            last = base[-1] if base else AWAY
            said = text("adjust.station", people=text(f"people.{people}"), count=len(base))
            yield _table(f"station.{people}", said, last, (away, *seats))
    if state.counted:
        cards = value("SF-E3")["cards"]
        yield Adjustable(
            what=PILE, label=text("adjust.pile"), value=state.pile, high=cards * len(SORTS),
            area=TABLE, area_label=text("adjust.table"),
        )  # fmt: skip
        for sort, have in zip(SORTS, state.stock, strict=True):
            label = text("adjust.stock", sort=text(f"sort.{sort}"))
            yield Adjustable(
                what=STOCK + sort, label=label, value=have, high=cards,
                area=TABLE, area_label=text("adjust.table"),
            )  # fmt: skip
    for seat, side in enumerate(state.sides):
        counts = {
            "colonies": (len(side.colonies) - side.ports, PIECES["colony"] - side.ports),
            "ports": (side.ports, RINGS),
            "fame": (fame_of(state, seat).low, LIMITS["fame"]),
            **{kind: (getattr(side, kind), LIMITS[kind]) for kind in TROPHIES},
        }
        if state.depth != "scoring":
            counts |= {what: (max(0, getattr(side, what)), most(what)) for what in UPGRADES}
            counts |= {SHIP + ship: (side.ships.count(ship), TRANSPORTERS) for ship in SHIPS}
            counts |= {"extra.drives": (side.extra[0], 9), "extra.cannons": (side.extra[1], 9)}
        if state.counted:
            hidden = sum(supply.unseen(state, sort) for sort in SORTS)
            counts["hand"] = (side.hand.total, sum(side.hand.sure) + hidden)
        for what, (now, high) in counts.items():
            label = text("adjust.of", who=seat_name(seat), what=_label(state, what))
            yield Adjustable(
                what=f"{what}.{seat}", label=label, value=now, high=max(now, high), seat=seat,
                area=f"seat{seat}", area_label=seat_name(seat),
            )  # fmt: skip


def _label(state: Stars, what: str) -> Text:
    return text(f"fame.{state.edition}") if what == "fame" else text(f"adjust.{what}")


def _table(what: str, label: Text, now: FactValue, options: tuple[Option, ...]) -> Adjustable:
    return Adjustable(
        what=what, label=label, value=now, options=options, area=TABLE, area_label=text("adjust.table")
    )


def adjust(state: Stars, what: str, new: FactValue) -> Stars:
    """The table after something was set by hand; Impossible unless it is one of the adjustables."""
    one = next((found for found in adjustables(state) if found.what == what), None)
    if one is None or not isinstance(new, int):
        raise Impossible(what)
    fits = new in [option.value for option in one.options] if one.options else one.low <= new <= one.high
    if not fits:
        raise Impossible(what)
    if what == "turn":
        return but(state, turn=new)
    if what.startswith(DISC):
        return handed(state, what.removeprefix(DISC), new)
    if what == PILE:
        return but(state, pile=new, stray=state.stray + new - state.pile)
    if what.startswith(STOCK):
        at = SORTS.index(what.removeprefix(STOCK))
        stock = (*state.stock[:at], new, *state.stock[at + 1 :])
        return but(state, stock=stock, stray=state.stray + new - state.stock[at])
    if what.startswith("station."):
        return _station(state, what.partition(".")[2], new)
    counter, _, seat = what.rpartition(".")
    return _counter(state, counter, int(seat), new)


def _station(state: Stars, people: str, new: int) -> Stars:
    """The last station of a people taken away, or one more put there; the disc follows."""
    at = PEOPLES.index(people)
    base = state.bases[at][:-1] if new == AWAY else (*state.bases[at], new)
    if len(base) > value("SF-130"):
        raise Impossible(f"station.{people}")
    state = but(state, bases=(*state.bases[:at], base, *state.bases[at + 1 :]))
    return handed(state, people, disc_by(base, state.edition))  # SF-137 SF-E6


def _counter(state: Stars, what: str, seat: int, new: int) -> Stars:
    side = state.sides[seat]
    if what == "colonies":
        bare = [colony for colony in side.colonies if not colony.port]
        ports = tuple(colony for colony in side.colonies if colony.port)
        kept = (*bare[:new], *(Colony() for _ in range(new - len(bare))))
        return with_side(state, seat, colonies=(*ports, *kept))
    if what == "ports":
        bare = [colony for colony in side.colonies if not colony.port]
        more = (Colony(),) * max(0, new - len(side.colonies)) if len(bare) < new - side.ports else ()
        return with_side(state, seat, colonies=with_ports((*side.colonies, *more), new))
    if what == "hand":
        return _hand(state, seat, new)
    if what.startswith(SHIP):
        ship = what.removeprefix(SHIP)
        others = tuple(one for one in side.ships if one != ship)
        return with_side(state, seat, ships=(*others, *((ship,) * new)))
    if what.startswith("extra."):
        extra = (new, side.extra[1]) if what == "extra.drives" else (side.extra[0], new)
        return with_side(state, seat, extra=extra)
    if not holds_start(state, seat, what) and what in ("fame", "drives"):
        return with_side(state, seat, told=(*side.told, what), **{what: new})
    return with_side(state, seat, **{what: new})


def _hand(state: Stars, seat: int, new: int) -> Stars:
    """A hand that was counted anew: nobody knows any more what it holds."""
    have = state.sides[seat].hand.total
    return but(with_side(state, seat, hand=Hand(hidden=new)), stray=state.stray + new - have)


def lowered(state: Stars, depth: str) -> Stars:
    """The table when only points are counted from now on."""
    phase = state.phase if state.phase in (BEGIN, OVER) else SCORE
    sides = tuple(but(side, ships=()) for side in state.sides)
    return but(state, depth=depth, phase=phase, sides=sides, pending=())
