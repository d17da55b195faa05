"""Scoring depth: the table plays by itself; what is worth points is counted, and the alarm watches for 15."""

from __future__ import annotations

from companion.engine import (
    LEGAL,
    Action,
    Demand,
    Draft,
    Impossible,
    Kind,
    Option,
    Prompt,
    Ruling,
    Step,
    Text,
    but,
    seat_name,
    text,
    violated,
)
from companion.engine.rule import ruling

from .actions import Award, Claim, End
from .book import PEOPLES, value
from .final import GOAL, points, possible
from .flight import famed
from .flight_phase import signed
from .state import NOBODY, OVER, TROPHIES, Colony, Stars, fame_of, with_side
from .turn import next_turn

DISC = "disc."
COLONY, PORT, FAME = "colony", "port", "fame"
LIMITS = {
    COLONY: value("SF-054")["colony"],
    PORT: value("SF-062")["rings"],
    FAME: value("SF-160")["rings"],
    **dict.fromkeys(TROPHIES, 9),
}
ENTRIES = (
    f"{COLONY}:1", f"{PORT}:1", *(f"{DISC}{people}:1" for people in PEOPLES), f"{FAME}:1", f"{FAME}:-1",
    *(f"{kind}:1" for kind in TROPHIES),
)  # fmt: skip


def prompt(state: Stars) -> Prompt:
    """The end of the turn; points for everybody; somebody has won."""
    after = seat_name((state.turn + 1) % state.players)
    over = Demand(
        key="move", seat=state.turn, ask=text("turn.over", who=after), kind=Kind.CONFIRM, rules=("SF-001",)
    )
    order = [(state.turn + ahead) % state.players for ahead in range(state.players)]
    offers = [Demand(key="award", seat=seat, ask=text("award.ask"), rules=("SF-160",)) for seat in order]
    offers.append(Demand(key="claim", ask=text("claim.ask"), rules=("SF-003",)))
    heading = text("heading.score", turn=state.turns + 1)
    return Prompt(heading=heading, demands=(over,), offers=tuple(offers), turn=state.turn, likely=over.draft)


def step(state: Stars, draft: Draft) -> Step | Action:
    """What is counted, or who has won."""
    if draft.key == "move":
        return End(seat=draft.seat)
    if draft.key == "claim":
        who = draft.number("who")
        if who is not None:
            return Claim(who=who)
        options = tuple(
            Option(value=seat, label=seat_name(seat), icon="crown", ruling=check(state, Claim(who=seat)))
            for seat in range(state.players)
        )
        return Step(field="who", ask=text("claim.ask"), options=options, rules=("SF-003",))
    entry = draft.get("what")
    if entry is not None:
        return _award(draft, str(entry))
    options = tuple(
        Option(
            value=one, label=entry_name(state, _award(draft, one)), ruling=check(state, _award(draft, one))
        )
        for one in ENTRIES
    )
    return Step(field="what", ask=text("award.what"), options=options)


def _award(draft: Draft, entry: str) -> Award:
    what, _, count = entry.partition(":")
    return Award(seat=draft.seat, what=what, count=int(count))


def entry_name(state: Stars, action: Award) -> Text:
    """What is counted, in a few words."""
    if action.what.startswith(DISC):
        return text("award.disc", people=text(f"people.{action.what.removeprefix(DISC)}"))
    if action.what == FAME:
        return text("effect.count", count=signed(action.count), what=text(f"fame.{state.edition}"))
    return text(f"award.{action.what}")


def have(state: Stars, action: Award) -> int:
    """How many of it a player has."""
    side = state.sides[action.seat or 0]
    if action.what == COLONY:
        return len(side.colonies)
    if action.what == FAME:
        return fame_of(state, action.seat or 0).low
    return int(side.ports if action.what == PORT else getattr(side, action.what))


def check(state: Stars, action: Action) -> Ruling:
    """Whether this can be counted."""
    if isinstance(action, Claim):
        if not 0 <= action.who < state.players:
            return violated("TABLE-1", key="claim")
        got = points(state, action.who)
        if got < GOAL <= possible(state, action.who):
            return ruling((), ("start.fame",))
        return LEGAL if got >= GOAL else violated("SF-003", who=seat_name(action.who), have=got, need=GOAL)
    if not isinstance(action, Award):
        return LEGAL if action.seat == state.turn else violated("SF-001", who=seat_name(state.turn))
    if action.what in [DISC + people for people in PEOPLES]:
        return LEGAL
    if action.what not in LIMITS or action.seat is None:
        return violated("TABLE-1", key="award")
    if action.what == PORT and not any(not colony.port for colony in state.sides[action.seat].colonies):
        return violated("SF-066", seat=seat_name(action.seat))
    after = have(state, action) + action.count
    if 0 <= after <= LIMITS[action.what]:
        return LEGAL
    if action.what == FAME and after < 0 <= action.count + (fame_of(state, action.seat).high or 0):
        return ruling((), ("start.fame",))
    return violated("SF-160", what=entry_name(state, action), have=after, limit=LIMITS[action.what])


def apply(state: Stars, action: Action) -> Stars:
    """The table after something was counted."""
    if isinstance(action, End):
        return next_turn(state)
    if isinstance(action, Claim):
        if not 0 <= action.who < state.players:
            raise Impossible("claim")
        return but(state, turn=action.who, phase=OVER, won=action.who)
    assert isinstance(action, Award)
    if action.seat is None:
        raise Impossible("award")
    side = state.sides[action.seat]
    if action.what.startswith(DISC):
        return handed(state, action.what.removeprefix(DISC), action.seat)
    if action.what == COLONY:
        kept = tuple(colony for colony in side.colonies if colony.port)
        return with_side(
            state, action.seat, colonies=(*side.colonies, Colony()) if action.count > 0 else kept
        )
    if action.what == PORT:
        return with_side(state, action.seat, colonies=with_ports(side.colonies, side.ports + action.count))
    if action.what == FAME:
        return famed(state, action.seat, action.count)
    if action.what not in LIMITS:
        raise Impossible("award")
    return with_side(state, action.seat, **{action.what: max(0, getattr(side, action.what) + action.count)})


def handed(state: Stars, people: str, seat: int) -> Stars:
    """The table with the disc of a people at a player, or (-1) at nobody."""
    if people not in PEOPLES or not NOBODY <= seat < state.players:
        raise Impossible(DISC + people)
    at = PEOPLES.index(people)
    return but(state, discs=(*state.discs[:at], seat, *state.discs[at + 1 :]))


def with_ports(colonies: tuple[Colony, ...], ports: int) -> tuple[Colony, ...]:
    """The same colonies with rings over so many of them, those that have one first."""
    order = sorted(range(len(colonies)), key=lambda at: not colonies[at].port)
    ringed = set(order[: max(0, ports)])
    return tuple(Colony(at in ringed, colony.planets) for at, colony in enumerate(colonies))
