"""Lighter tracking: the table keeps the boards; rounds, points, ships and the final count are entered."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import convert

from companion.engine import (
    Action,
    Demand,
    Draft,
    Impossible,
    Kind,
    Option,
    Prompt,
    Ruling,
    Step,
    Violation,
    but,
    seat_name,
    text,
)
from companion.engine.rule import LEGAL, ruling, violated

from .actions import Arrive, Award, CountUp, EndRound, TakeShip
from .book import value
from .modules import LETTERS
from .ships import FINAL_SHIP, SHIPS, handed_over
from .ships import name as ship_name
from .state import BEGIN, COUNT, EARNED, NEW_CITY, OVER, ROUNDS, SETTLEMENT, STATION, Count, ReworldState

REASONS = {STATION: ("terrabots", "marker", "cards", "hand"), SETTLEMENT: ("tasks", "crews", "hand")}
FIELDS = ("shields", *(letter.lower() for letter in LETTERS))


def prompt(state: ReworldState) -> Prompt:
    """What can be entered without the boards."""
    seats = range(state.players)
    if state.phase == COUNT:
        open_seats = [seat for seat in seats if state.sides[seat].count is None]
        demands = [_demand("count", seat, Kind.ENTER, "RW-192") for seat in open_seats]
        return Prompt(heading=text("heading.final"), demands=tuple(demands))
    offers = [_demand("award", seat, Kind.CHOOSE) for seat in seats]
    if state.phase == STATION:
        ask = text("round.ask", round=state.round)
        demand = Demand(key="round", ask=ask, rules=("RW-054", "RW-093"))
        return Prompt(
            heading=text("heading.station", round=state.round), demands=(demand,), offers=tuple(offers)
        )
    offers += [_demand("ship", seat, Kind.CHOOSE, "RW-180a", "RW-180b") for seat in seats]
    demand = Demand(key="arrive", ask=text("arrive.ask"), kind=Kind.CONFIRM, rules=("RW-190", "RW-191"))
    return Prompt(
        heading=text("heading.settlement"), demands=(demand,), offers=tuple(offers), likely=demand.draft
    )


def _demand(key: str, seat: int, kind: Kind, *rules: str) -> Demand:
    return Demand(key=key, seat=seat, ask=text(f"{key}.ask"), kind=kind, rules=rules)


def step(state: ReworldState, draft: Draft) -> Step | Action:
    """The next thing to enter."""
    if draft.key == "award":
        return _award(state, draft)
    if draft.key == "ship":
        return _ship(state, draft)
    if draft.key == "round":
        return _round(state, draft)
    return _count(draft)


def reasons(state: ReworldState) -> tuple[str, ...]:
    """For what points can be entered now."""
    return ("hand",) if state.depth == "scoring" else REASONS.get(state.phase, ())


def _award(state: ReworldState, draft: Draft) -> Step | Action:
    why = draft.get("why")
    if why is None:
        options = tuple(
            Option(value=reason, label=text(f"score.{reason}"), ruling=_awardable(state, reason))
            for reason in reasons(state)
        )
        return Step(field="why", ask=text("award.why"), options=options)
    points = draft.number("points")
    if why == "terrabots":
        points = value("RW-079")[str(state.round)]
    elif why == "marker":
        points = value("RW-092")["points"]
    if points is None:
        low = -99 if why == "hand" else 0
        return Step(field="points", ask=text("award.points"), entry="number", low=low, high=199)
    return Award(seat=draft.seat, points=points, why=str(why))


def _ship(state: ReworldState, draft: Draft) -> Step | Action:
    ship = draft.get("ship")
    if ship is not None:
        return TakeShip(seat=draft.seat, ship=str(ship))
    options = tuple(
        Option(
            value=one,
            label=ship_name(one),
            icon="ship",
            ruling=check_ship(state, TakeShip(seat=draft.seat, ship=one)),
        )
        for one in SHIPS
    )
    return Step(field="ship", ask=text("ship.ask"), options=options, rules=("RW-180a", "RW-180b"))


def _round(state: ReworldState, draft: Draft) -> Step | Action:
    marker = draft.number("marker")
    if marker is None and state.marker_bought >= 0:
        marker = state.marker
    if marker is not None:
        return EndRound(marker=marker)
    options = tuple(Option(value=seat, label=seat_name(seat), icon="flag") for seat in range(state.players))
    return Step(field="marker", ask=text("round.marker"), options=options, rules=("RW-093", "RW-094"))


def _count(draft: Draft) -> Step | Action:
    answers = {field: draft.number(field) for field in FIELDS}
    for done, (field, answer) in enumerate(answers.items()):
        if answer is None:
            ask = text("count.shields") if field == "shields" else text("count.city", letter=field.upper())
            return Step(field=field, ask=ask, entry="number", high=40, done=done, of=len(FIELDS))
    return convert({"do": "count", "seat": draft.seat, **answers}, CountUp)


def check(state: ReworldState, action: Action) -> Ruling:
    """Whether this can be entered."""
    if isinstance(action, TakeShip):
        return check_ship(state, action)
    if isinstance(action, CountUp):
        return ruling(_miscounted(action))
    if isinstance(action, Award):
        return _awardable(state, action.why)
    if isinstance(action, EndRound) and not 0 <= action.marker < state.players:
        return violated("TABLE-1", key=action.key)
    if isinstance(action, Arrive) and state.phase in (BEGIN, STATION):
        return violated("RW-030", round=state.round, limit=ROUNDS)
    return LEGAL


def _awardable(state: ReworldState, why: str) -> Ruling:
    """Whether points can be entered for this now."""
    if why not in reasons(state):
        return violated("TABLE-1", key="award")
    if why == "marker" and state.marker_bought >= 0:
        return violated("RW-090", round=state.round, holder=seat_name(state.marker_bought))
    return LEGAL


def _miscounted(action: CountUp) -> Iterator[Violation]:
    for letter, size in zip(LETTERS, count_of(action).cities, strict=True):
        if size < 0 or 0 < size < NEW_CITY:
            values = {"city": text("city", letter=letter), "need": f"0, {NEW_CITY}, …", "have": size}
            yield Violation("RW-144", values)
    if action.shields < 0:
        yield Violation(
            "RW-192", {"seat": seat_name(action.seat or 0), "need": "0, 1, …", "have": action.shields}
        )


def check_ship(state: ReworldState, action: TakeShip) -> Ruling:
    """Whether a ship can still be taken."""
    if action.ship == FINAL_SHIP:
        return violated("RW-199", seat=seat_name(action.seat or 0))
    if action.ship not in SHIPS:
        return violated("RW-181", ship=action.ship, need=len(SHIPS), have=0)
    if action.ship in state.ships:
        owner = seat_name(state.ships[action.ship])
        return violated("RW-180b", ship=ship_name(action.ship), owner=owner)
    if state.phase in (BEGIN, STATION):
        return violated("RW-183", ship=ship_name(action.ship), round=state.round)
    return LEGAL


def count_of(action: CountUp) -> Count:
    """What was counted."""
    return Count(**{field: getattr(action, field) for field in FIELDS})


def apply(state: ReworldState, action: Action) -> ReworldState:
    """The table after an entry."""
    if isinstance(action, EndRound):
        return _ended(state, action)
    if isinstance(action, Arrive):
        return but(state, phase=COUNT)
    seat = action.seat
    if seat is None:
        raise Impossible(action.verb)
    if isinstance(action, TakeShip):
        if action.ship not in SHIPS:
            raise Impossible("take_ship")
        return handed_over(state, action.ship, seat)
    side = state.sides[seat]
    if isinstance(action, Award):
        if action.why not in EARNED:
            raise Impossible("award")
        side = side.earning(action.why, action.points)
        state = but(state, sides=(*state.sides[:seat], side, *state.sides[seat + 1 :]))
        return but(state, marker=seat, marker_bought=seat) if action.why == "marker" else state
    assert isinstance(action, CountUp)
    if min(action.shields, *count_of(action).cities) < 0:
        raise Impossible("count")
    side = but(side, count=count_of(action))
    state = but(state, sides=(*state.sides[:seat], side, *state.sides[seat + 1 :]))
    return but(state, phase=OVER) if all(side.count is not None for side in state.sides) else state


def _ended(state: ReworldState, action: EndRound) -> ReworldState:
    if not 0 <= action.marker < state.players:
        raise Impossible("end_round")
    state = but(state, marker=action.marker, marker_bought=-1)
    return but(state, phase=SETTLEMENT) if state.round >= ROUNDS else but(state, round=state.round + 1)
