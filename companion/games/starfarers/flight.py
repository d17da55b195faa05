"""The flight: speed, what an encounter brings, colonies, stations, nests and ice planets."""

from __future__ import annotations

from companion.engine import (
    LEGAL,
    Action,
    Amount,
    Impossible,
    Ruling,
    Seat,
    but,
    exactly,
    seat_name,
    text,
    violated,
)
from companion.engine.rule import ruling

from . import building, supply
from .actions import Beat, Depart, Effect, End, Found, Shake, Station
from .book import BALLS, BLACK, COPIES, FIRST, PEOPLES, SORTS, UPGRADES, value
from .cards import copies, people_of
from .final import disc_holder
from .setting import check_planets
from .state import (
    BUILD,
    COLONY,
    MEET,
    MOST_AT_START,
    MOVE,
    NEST,
    TRADE,
    TROPHIES,
    Colony,
    Stars,
    holds_start,
    with_side,
)
from .turn import next_turn

SHOWN: int = value("SF-081")
AFTER: int = value("SF-085")
DOCKS: int = value("SF-130")
DECK: int = value("SF-092")
STEAL, SHIP, STOP, SHUFFLE, FAME = "steal", "ship", "stop", "shuffle", "fame"
GAINS = (FAME, *UPGRADES, *SORTS)
"""What an encounter gives or takes by number."""

EFFECTS = (*GAINS, STEAL, SHIP, STOP, SHUFFLE)


def base_speed(state: Stars) -> int:
    """What the balls say; after an encounter always the same."""
    if BLACK in state.balls:  # SF-085 SF-087
        return AFTER
    return sum(BALLS[ball] for ball in state.balls)  # SF-082


def drives_of(state: Stars, seat: Seat) -> Amount:
    """The drives of a player without those on cards; at least so many while the start is unknown."""
    have = state.sides[seat].drives
    if holds_start(state, seat, "drives"):
        return exactly(have)
    return Amount(max(0, have), max(0, have + MOST_AT_START))


def speed(state: Stars, seat: Seat) -> Amount:
    """The speed of each ship of the player in turn."""
    side = state.sides[seat]
    found = drives_of(state, seat) + base_speed(state)  # SF-084
    found += side.card_sum("drives")  # SF-083 SF-086
    return found


def sailing(state: Stars, ship: str) -> bool:
    """Whether the player in turn has a ship of a kind that may still do something."""
    ships = state.mine.ships
    return ship in ships and not state.grounded and len(ships) > state.stopped  # SF-094


def check(state: Stars, action: Action) -> Ruling:
    """What the rules say of a step of the flight."""
    if action.seat != state.turn:
        return violated("SF-001", who=seat_name(state.turn))
    match action:
        case Shake():
            return check_balls(action.balls)
        case Effect():
            return check_effect(state, action)
        case Found():
            return _check_found(state, action)
        case Station():
            return _check_station(state, action)
        case Beat():
            return _check_beat(state, action)
    return LEGAL


def check_balls(balls: tuple[str, ...]) -> Ruling:
    """Whether these balls can lie in the window together."""
    for ball in balls:
        if ball not in BALLS or balls.count(ball) > COPIES[ball]:
            return violated("SF-081", what=text(f"ball.{ball}") if ball in BALLS else ball)  # SF-081
    return LEGAL if len(balls) <= SHOWN else violated("SF-081", what=len(balls))


def check_effect(state: Stars, action: Effect) -> Ruling:
    """Whether an encounter can bring this."""
    if action.what not in EFFECTS or not 0 <= action.who < state.players:
        return violated("TABLE-1", key="meet")
    side, who = state.sides[action.who], action.who
    if action.what in UPGRADES and action.count > 0:
        return building.check_upgrade(state, who, action.what)
    if action.what in UPGRADES:
        return check_loss(state, who, action.what, -action.count)
    if action.what == SHIP:
        return ruling(building.check_ship(state, who, TRADE))
    if action.what in SORTS and state.counted and action.count < 0:
        return ruling(building.check_price(state, who, {action.what: -action.count}))
    if action.what == STOP and state.stopped >= len(state.mine.ships):
        return violated("SF-094")
    if action.what == STEAL and (who == state.turn or (state.counted and not side.hand.total)):
        return violated("SF-019", who=seat_name(who))
    return LEGAL


def check_loss(state: Stars, who: Seat, what: str, count: int) -> Ruling:
    """Whether a player has so many of an upgrade to lose."""
    have = drives_of(state, who) if what == "drives" else exactly(getattr(state.sides[who], what))
    enough = have.reaches(count)
    if enough is None:
        return ruling((), ("start.drives",))
    if enough:
        return LEGAL
    said = text(f"upgrade.{what}")
    return violated("SF-045", what=said, need=count, have=have.low, seat=seat_name(who))


def _check_found(state: Stars, action: Found) -> Ruling:
    if COLONY not in state.mine.ships:
        return violated("SF-120", seat=seat_name(state.turn))
    if not sailing(state, COLONY):
        return violated("SF-094")
    return check_planets(action.planets)


def next_dock(state: Stars, people: str) -> int:
    """The number of the next trade point of a people; one more than there are when all are taken."""
    return len(state.bases[PEOPLES.index(people)]) + 1  # SF-132


def check_dock(state: Stars, people: str) -> Ruling:
    """Whether the player in turn may found a station at a people."""
    who = seat_name(state.turn)
    if TRADE not in state.mine.ships:
        return violated("SF-133", seat=who)
    if not sailing(state, TRADE):
        return violated("SF-094")
    dock, have, what = next_dock(state, people), state.mine.rings, text(f"people.{people}")
    if dock > DOCKS:
        return violated("SF-130", what=what, limit=DOCKS)  # SF-130 SF-139
    if have < dock:
        return violated("SF-131", what=what, need=dock, seat=who, have=have)  # SF-131 SF-E8
    return LEGAL


def check_card(state: Stars, card: str) -> Ruling:
    """Whether a friendship card is still with its people."""
    taken = sum(side.cards.count(card) for side in state.sides)
    if taken < copies(card):
        return LEGAL
    return violated("SF-134", what=text("card.this"))  # SF-134


def _check_station(state: Stars, action: Station) -> Ruling:
    if action.people not in PEOPLES or people_of(action.card) != action.people:
        return violated("TABLE-1", key="move")
    dock = check_dock(state, action.people)
    return dock if not dock.allowed else check_card(state, action.card)


def _check_beat(state: Stars, action: Beat) -> Ruling:
    if action.kind not in TROPHIES or state.phase not in (BUILD, MOVE):
        return violated("TABLE-1", key=action.key)
    side, who = state.mine, seat_name(state.turn)
    if not side.ships:
        return violated("SF-080", seat=who)
    chit = f"{action.kind}:{action.number}"
    if state.edition != FIRST and (action.number not in value("SF-E10")[action.kind] or chit in state.beaten):
        return violated("SF-E10", what=text(f"chit.{action.kind}"), need=action.number)  # SF-E10
    if action.kind == NEST:
        have = side.combat
        return (
            LEGAL if have >= action.number else violated("SF-146", need=action.number, have=have, seat=who)
        )  # SF-146
    have = side.rings
    return (
        LEGAL if have >= action.number else violated("SF-147", need=action.number, have=have, seat=who)
    )  # SF-147


def apply(state: Stars, action: Action) -> Stars:
    """The table after a step of the flight."""
    match action:
        case Shake():
            if not check_balls(action.balls).allowed or len(action.balls) != SHOWN:
                raise Impossible("shake")
            return _shaken(but(state, balls=action.balls))
        case Effect():
            return effect(state, action)
        case Depart():
            return but(state, phase=MOVE, grounded=not action.fly)
        case Found():
            return _founded(state, action)
        case Station():
            return _stationed(state, action)
        case Beat():
            return _beaten(state, action)
        case End():
            return next_turn(state)  # SF-100 SF-126
    raise Impossible(action.verb)


def _shaken(state: Stars) -> Stars:
    """A black ball means an encounter: the next card of the deck, which is made anew when it is used up."""
    if BLACK not in state.balls:
        return but(state, phase=MOVE)
    return but(state, phase=MEET, deck=(state.deck or DECK) - 1)  # SF-092


def effect(state: Stars, action: Effect) -> Stars:
    """The table after an encounter brought something for a player."""
    who, what, count = action.who, action.what, action.count
    if not 0 <= who < state.players or what not in EFFECTS:
        raise Impossible("effect")
    side = state.sides[who]
    if what == FAME:
        return famed(state, who, count)  # SF-095
    if what in UPGRADES:
        unknown = what == "drives" and not holds_start(state, who, what)
        low = -MOST_AT_START if unknown else 0
        return with_side(state, who, **{what: max(low, getattr(side, what) + count)})  # SF-140
    if what in SORTS:
        return (
            supply.gained(state, who, what, count) if count > 0 else supply.paid(state, who, {what: -count})
        )
    if what == STEAL:
        return supply.stolen(state, state.turn, who)
    if what == SHIP:
        return building.launched(state, who, TRADE)
    if what == STOP:
        return but(state, stopped=state.stopped + 1)  # SF-093 SF-E7
    return but(state, deck=DECK)


def famed(state: Stars, who: Seat, count: int) -> Stars:
    """The table after a player won or lost fame; nobody falls below none."""
    side = state.sides[who]
    fame = side.fame + count
    if holds_start(state, who, "fame"):
        return with_side(state, who, fame=max(0, fame))
    return with_side(state, who, fame=fame, sunk=min(side.sunk, fame))


def without(ships: tuple[str, ...], ship: str) -> tuple[str, ...]:
    """The ships under way without one of a kind."""
    if ship not in ships:
        raise Impossible(ship)
    at = ships.index(ship)
    return (*ships[:at], *ships[at + 1 :])


def _founded(state: Stars, action: Found) -> Stars:
    side = state.mine
    colonies = (*side.colonies, Colony(planets=action.planets))
    return with_side(state, state.turn, ships=without(side.ships, COLONY), colonies=colonies)  # SF-121


def _stationed(state: Stars, action: Station) -> Stars:
    """The station, its card, and perhaps the disc of the people."""
    if action.people not in PEOPLES:
        raise Impossible("station")
    at, side = PEOPLES.index(action.people), state.mine
    base = (*state.bases[at], state.turn)
    holder = disc_holder(base, state.discs[at], state.edition)  # SF-135 SF-136 SF-137
    state = with_side(
        state, state.turn, ships=without(side.ships, TRADE), cards=(*side.cards, action.card)
    )  # SF-133
    return but(
        state,
        bases=(*state.bases[:at], base, *state.bases[at + 1 :]),
        discs=(*state.discs[:at], holder, *state.discs[at + 1 :]),
    )


def _beaten(state: Stars, action: Beat) -> Stars:
    if action.kind not in TROPHIES:
        raise Impossible("beat")
    state = but(state, beaten=(*state.beaten, f"{action.kind}:{action.number}"))
    return with_side(
        state, state.turn, **{action.kind: getattr(state.mine, action.kind) + 1}
    )  # SF-148 SF-150
