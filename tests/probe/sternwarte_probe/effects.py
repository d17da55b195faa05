"""What actions do to the table. Also overruled actions end here: what cannot be carried out is Impossible."""

from __future__ import annotations

from typing import TypeVar

from companion.engine import Action, Impossible, Pending, Seat, but

from .state import NOBODY, RULES, SHIPS, Announce, Buy, Count, Dock, Harbour, Raid, Reply, Rest, Roll, Vote

T = TypeVar("T")


def put(row: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    """A row with one seat's value changed."""
    return (*row[:seat], value, *row[seat + 1 :])


def pay(state: Harbour, seat: Seat, ore: int) -> Harbour:
    """Ore given (or taken, if negative); nobody has less than none."""
    return but(state, ore=put(state.ore, seat, max(0, state.ore[seat] + ore)))


def effect(state: Harbour, action: Action) -> Harbour:
    """The state after an action that may be carried out now."""
    if isinstance(action, Roll):
        return roll(state, action.faces)
    seat = action.seat
    if seat is None:
        raise Impossible(action.verb)
    match action:
        case Dock(berth=berth):
            if berth not in range(1, RULES.value("PR-04") + 1):
                raise Impossible(str(berth))
            state = but(state, berths=put(state.berths, seat, berth))
            return but(state, phase="roll") if all(state.berths) else state
        case Rest():
            return turn_over(pay(state, seat, RULES.value("PR-11")))  # PR-11
        case Buy(ship=ship):
            if ship not in SHIPS or state.owner(ship) is not None:
                raise Impossible(ship)
            state = pay(state, seat, -RULES.value("PR-07"))  # PR-07
            return turn_over(but(state, ships=put(state.ships, seat, (*state.ships[seat], ship))))
        case Raid(victim=victim):
            if victim not in state.seats:
                raise Impossible(str(victim))
            state = but(state, pending=(Pending(key="raid", seat=seat, about=str(victim)),))
            if state.shields[victim]:
                return but(state, pending=(*state.pending, Pending(key="shield", seat=victim)))
            return raid(state, prevented=False)
        case Reply(play=play):
            return reply(state, seat, play)
        case Vote(choice=choice):
            if choice not in state.seats:
                raise Impossible(str(choice))
            state = but(state, votes=put(state.votes, seat, choice))
            return state if NOBODY in state.votes else reveal(state)
        case Announce():
            return but(state, fleets=put(state.fleets, seat, True))
        case Count():
            return count(state, seat, action)
    raise Impossible(action.verb)


def roll(state: Harbour, faces: tuple[int, ...]) -> Harbour:
    """PR-05: each die pays the berth of its number."""
    for face in faces:
        for seat in state.seats:
            if state.berths[seat] == face:
                state = pay(state, seat, RULES.value("PR-05")["ore"])  # PR-05
    return but(state, dice=faces, phase="turns", turn=state.captain)


def reply(state: Harbour, seat: Seat, play: bool) -> Harbour:
    """PR-12: a shield can be jammed; then what lies below on the stack is decided."""
    top, below = state.pending[-1], state.pending[:-1]
    state = but(state, pending=below)
    if top.key == "jam":
        return raid(pay(state, seat, -RULES.value("PR-12")) if play else state, prevented=not play)
    if not play:
        return raid(state, prevented=False)
    state = but(state, shields=put(state.shields, seat, state.shields[seat] - 1))
    raider = below[-1].seat
    if raider is not None and state.ore[raider] >= RULES.value("PR-12"):
        return but(state, pending=(*below, Pending(key="jam", seat=raider, about=str(seat))))
    return raid(state, prevented=True)


def raid(state: Harbour, prevented: bool) -> Harbour:
    """PR-09: the raid at the bottom of the stack takes effect, or does not."""
    (found,) = state.pending
    state = but(state, pending=())
    if not prevented and found.seat is not None:
        taken = min(RULES.value("PR-09")["ore"], state.ore[int(found.about)])
        state = pay(pay(state, int(found.about), -taken), found.seat, taken)  # PR-09
    return turn_over(state)


def turn_over(state: Harbour) -> Harbour:
    """PR-06: the next player's turn, or the vote when all had theirs."""
    following = (state.turn + 1) % state.players
    if following == state.captain:  # PR-06
        return but(state, phase="vote")
    return but(state, turn=following)


def reveal(state: Harbour) -> Harbour:
    """PR-13: the votes are opened, then the next round begins or the game ends."""
    votes = [state.votes.count(seat) for seat in state.seats]
    first = votes.index(max(votes))
    if votes.count(max(votes)) == 1:  # PR-13
        state = but(state, medals=put(state.medals, first, state.medals[first] + 1))
    state = but(state, votes=(NOBODY,) * state.players)
    if state.round == state.rounds:
        return but(state, phase="over" if state.depth == "full" else "count")
    captain = (state.captain + 1) % state.players
    state = but(state, round=state.round + 1, captain=captain, turn=captain)
    empty = (0,) * state.players
    return but(state, phase="dock" if state.depth == "full" else "vote", berths=empty, dice=())


def count(state: Harbour, seat: Seat, found: Count) -> Harbour:
    """What a player counted takes the place of what was tracked."""
    state = but(
        state,
        ore=put(state.ore, seat, found.ore),
        medals=put(state.medals, seat, found.medals),
        ships=put(state.ships, seat, found.ships),
        fleets=put(state.fleets, seat, found.fleet),
        counted=put(state.counted, seat, True),
    )
    return but(state, phase="over") if all(state.counted) else state


def lower(state: Harbour, depth: str) -> Harbour:
    """Light keeps rounds and votes; scoring only counts at the end. Both count the pieces at the end."""
    if state.phase in ("count", "over"):
        return but(state, depth=depth)
    phase = "vote" if depth == "light" else "count"
    return but(state, depth=depth, phase=phase, pending=(), dice=(), berths=(0,) * state.players)
