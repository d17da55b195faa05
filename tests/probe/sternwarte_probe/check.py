"""Every rule is decided here, once: screens, tests and the table all ask `check`."""

from __future__ import annotations

from companion.engine import LEGAL, Action, Ruling, Seat, seat_name, violated
from companion.engine.rule import Violation
from companion.engine.rule import ruling as made

from .score import is_fleet
from .state import (
    RULES,
    SHIPS,
    Announce,
    Buy,
    Count,
    Dock,
    Harbour,
    Raid,
    Reply,
    Roll,
    Vote,
    worth,
)

PHASES = {
    "dock": ("dock",),
    "roll": ("roll",),
    "buy": ("turns",),
    "raid": ("turns",),
    "rest": ("turns",),
    "reply": ("turns",),
    "vote": ("vote",),
    "count": ("count",),
    "announce": ("dock", "roll", "turns", "vote"),
}


def out_of_order(state: Harbour, action: Action) -> Ruling:
    """PR-01, PR-12: each deed has its part of the round, and a raid is answered first."""
    if state.phase not in PHASES[action.verb]:
        return violated("PR-01")
    if isinstance(action, Reply):
        fits = state.pending and (state.pending[-1].key, state.pending[-1].seat) == (action.key, action.seat)
        return LEGAL if fits else violated("PR-01")
    return violated("PR-12") if state.pending and not isinstance(action, Announce) else LEGAL


def check(state: Harbour, action: Action) -> Ruling:
    """The first rule that an action breaks."""
    order = out_of_order(state, action)
    if order.violations:
        return order
    if isinstance(action, Roll):
        return _roll(action.faces)
    seat = action.seat
    if seat is None:
        return violated("PR-02")
    if action.verb in ("buy", "raid", "rest") and seat != state.turn:
        return violated("PR-06", who=seat_name(state.turn))
    match action:
        case Dock(berth=berth):
            if berth in state.berths:
                return violated("PR-04", berth=berth, who=seat_name(state.berths.index(berth)))
            return LEGAL if 1 <= berth <= RULES.value("PR-04") else violated("PR-04", berth=berth, who="?")
        case Buy(ship=ship):
            have, need = state.ore[seat], RULES.value("PR-07")
            taken = ship_taken(state, ship, None)
            return taken if taken.violations or have >= need else violated("PR-07", have=have, need=need)
        case Raid(victim=victim):
            return _raid(state, seat, victim)
        case Vote(choice=choice):
            if choice not in state.seats:
                return violated("PR-13")
            return LEGAL if choice != seat or state.own_vote else violated("PR-14", who=seat_name(seat))
        case Announce():
            return violated("PR-01") if state.fleets[seat] else fleet(state, state.ships[seat])
        case Count(ships=ships):
            for ship in ships:
                if (taken := ship_taken(state, ship, seat)).violations:
                    return taken
            return fleet(state, ships) if action.fleet else LEGAL
    return LEGAL


def _roll(faces: tuple[int, ...]) -> Ruling:
    book = RULES.value("PR-05")
    if len(faces) == book["dice"] and all(1 <= face <= book["faces"] for face in faces):
        return LEGAL
    return violated("PR-05", count=len(faces), faces=", ".join(map(str, faces)))


def _raid(state: Harbour, seat: Seat, victim: Seat) -> Ruling:
    """Both reasons are told if both stand against it."""
    broken = []
    if sum(state.dice) < (need := RULES.value("PR-09")["roll"]):
        broken.append(Violation("PR-09", {"roll": sum(state.dice), "need": need}))
    if victim == seat or victim not in state.seats or not state.ore[victim]:
        broken.append(Violation("PR-10", {"who": seat_name(victim)}))
    return made(broken)


def ship_taken(state: Harbour, ship: str, seat: Seat | None) -> Ruling:
    """PR-03, PR-08: a ship exists, and nobody but `seat` has it yet."""
    owner = state.owner(ship)
    if ship not in SHIPS:
        return violated("PR-03")
    if owner is None or owner == seat or (state.phase == "count" and not state.counted[owner]):
        return LEGAL
    return violated("PR-08", ship=ship, who=seat_name(owner))


def fleet(state: Harbour, ships: tuple[str, ...]) -> Ruling:
    """PR-15: undecidable while the printed values that are missing could make it true or false."""
    holds = is_fleet(ships, state.facts)
    if holds is None:
        return made((), (f"ship.{ship}" for ship in ships if f"ship.{ship}" not in state.facts))
    have = worth(ships, state.facts).high or 0
    return (
        LEGAL if holds else violated("PR-15", ships=len(ships), have=have, need=RULES.value("PR-15")["worth"])
    )
