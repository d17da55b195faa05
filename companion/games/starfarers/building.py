"""Building ships, spaceports and upgrades: costs, limits and effects."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine import LEGAL, Impossible, Ruling, Seat, Violation, but, seat_name, text, violated
from companion.engine.rule import ruling

from . import facts, supply
from .actions import Build
from .book import SORTS, UPGRADE_RULES, UPGRADES, value
from .state import BUILD, COLONY, MOST_AT_START, SHIPS, Colony, Stars, with_side

SHIP, PORT = "ship.", "port"
WHATS: tuple[str, ...] = (*(SHIP + ship for ship in SHIPS), PORT, *UPGRADES)
"""What can be built, in the order of the summary."""

TRANSPORTERS: int = value("SF-053")
PIECES: dict[str, int] = value("SF-054")
RINGS: int = value("SF-062")["rings"]
START_POINTS: int = value("SF-061")


def cost(state: Stars, what: str) -> Mapping[str, int] | None:
    """What something costs; None while that must still be read off the tableau."""
    if what.startswith(SHIP):
        return facts.ship_cost(state.facts, state.edition, what.removeprefix(SHIP))  # SF-047
    found: dict[str, int] = value("SF-062" if what == PORT else UPGRADE_RULES[what])["cost"]
    return found


def most(what: str) -> int:
    """How many of an upgrade a mother ship holds."""
    return int(value(UPGRADE_RULES[what])["most"])


def in_use(state: Stars, seat: Seat, ship: str) -> int:
    """How many colonies or trade stations of a player stand on the board or on ships."""
    side = state.sides[seat]
    stations = sum(base.count(seat) for base in state.bases)
    built = len(side.colonies) if ship == COLONY else stations  # SF-064 SF-124
    return built + side.ships.count(ship)  # SF-050 SF-051


def check_ship(state: Stars, seat: Seat, ship: str) -> list[Violation]:
    """What keeps a player from putting a ship on the board, whether it costs something or not."""
    side, who, found = state.sides[seat], seat_name(seat), []
    if len(side.ships) >= TRANSPORTERS:
        found.append(Violation("SF-053", {"seat": who, "limit": TRANSPORTERS}))  # SF-053
    if in_use(state, seat, ship) >= PIECES[ship]:
        what = text(f"pieces.{ship}")
        found.append(Violation("SF-054", {"seat": who, "what": what, "limit": PIECES[ship]}))  # SF-054
    points = side.ports * START_POINTS
    if state.fresh >= points and seat == state.turn:
        found.append(Violation("SF-055", {"seat": who, "limit": points}))  # SF-055
    return found


def check_upgrade(state: Stars, seat: Seat, what: str) -> Ruling:
    """Whether the mother ship of a player holds one more of an upgrade."""
    have, limit = getattr(state.sides[seat], what), most(what)
    if have >= limit:
        return violated(
            "SF-073", seat=seat_name(seat), what=text(f"upgrade.{what}"), have=have, limit=limit
        )  # SF-073
    if what == "drives" and have + MOST_AT_START > limit:
        missing = tuple(
            key for key in facts.unread_starts(state.facts, state.edition) if key == "start.drives"
        )
        return ruling((), missing)
    return LEGAL


def bare(state: Stars, seat: Seat) -> tuple[int, ...]:
    """The colonies of a player without a ring."""
    return tuple(at for at, colony in enumerate(state.sides[seat].colonies) if not colony.port)


def check_price(state: Stars, seat: Seat, price: Mapping[str, int] | None) -> list[Violation]:
    """Which sorts a player certainly lacks to pay a price."""
    if not state.counted or not price:
        return []
    found = []
    for sort, need in price.items():
        have = supply.most(state, seat, sort)
        if need > have:  # SF-045
            said = {"what": text(f"sort.{sort}"), "need": need, "have": have, "seat": seat_name(seat)}
            found.append(Violation("SF-045", said))
    lack = supply.lack(state, seat, price)
    if lack and not found:
        need = sum(price.values())
        said = {"what": text("cards"), "need": need, "have": need - lack, "seat": seat_name(seat)}
        found.append(Violation("SF-045", said))
    return found


def in_turn(state: Stars, seat: Seat | None) -> Ruling:
    """Whether a player may build and trade now."""
    if seat == state.turn and state.phase == BUILD:  # SF-002
        return LEGAL
    return violated("SF-046", who=seat_name(state.turn))  # SF-046


def check(state: Stars, action: Build) -> Ruling:
    """Whether something can be built now: in turn, pieces, then the price."""
    seat = action.seat
    if seat is None or action.what not in WHATS:
        return violated("TABLE-1", key="build")
    if not in_turn(state, seat).allowed:
        return in_turn(state, seat)
    broken: list[Violation] = []
    missing: tuple[str, ...] = ()
    side = state.sides[seat]
    if action.what.startswith(SHIP):
        ship = action.what.removeprefix(SHIP)
        broken += check_ship(state, seat, ship)
        missing = (
            facts.unread(state.facts, ship) if state.counted and cost(state, action.what) is None else ()
        )
    elif action.what == PORT:
        if side.ports >= RINGS:
            broken.append(Violation("SF-062", {"seat": seat_name(seat), "limit": RINGS}))  # SF-062
        elif action.place not in bare(state, seat):
            broken.append(Violation("SF-066", {"seat": seat_name(seat)}))  # SF-066
    else:
        upgrade = check_upgrade(state, seat, action.what)
        broken += upgrade.violations
        missing = upgrade.missing
    broken += check_price(state, seat, price_of(state, action))
    return ruling(broken, missing)


def price_of(state: Stars, action: Build) -> Mapping[str, int]:
    """What is paid for a build: the printed cost, else what the table says it paid."""
    printed = cost(state, action.what)
    return supply.counted(action.paid) if printed is None else printed


def apply(state: Stars, action: Build) -> Stars:
    """The table after a build."""
    seat = action.seat
    if seat is None or action.what not in WHATS or not set(action.paid) <= set(SORTS):
        raise Impossible("build")
    if action.what.startswith(SHIP):
        state = launched(state, seat, action.what.removeprefix(SHIP))
    elif action.what == PORT:
        state = ringed(state, seat, action.place)
    else:
        state = with_side(
            state, seat, **{action.what: getattr(state.sides[seat], action.what) + 1}
        )  # SF-070 SF-071 SF-072
    return supply.paid(state, seat, price_of(state, action))


def launched(state: Stars, seat: Seat, ship: str) -> Stars:
    """The table with a new ship beside a spaceport of its owner."""
    state = but(state, fresh=state.fresh + (seat == state.turn))
    return with_side(state, seat, ships=(*state.sides[seat].ships, ship))  # SF-056


def ringed(state: Stars, seat: Seat, place: int) -> Stars:
    """The table with a ring over a colony."""
    colonies = state.sides[seat].colonies
    if place not in range(len(colonies)):
        raise Impossible("build")
    port = Colony(True, colonies[place].planets)  # SF-063
    return with_side(state, seat, colonies=(*colonies[:place], port, *colonies[place + 1 :]))
