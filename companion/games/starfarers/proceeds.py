"""What follows from the steps of the yield phase."""

from __future__ import annotations

from companion.engine import Action, Impossible, Pending, Seat, but

from . import facts, supply
from .actions import Draw, Relieve, Return, Rob, Roll, Share
from .book import SORTS, of
from .state import BUILD, DRAW, NOBODY, RELIEF, ROB, SEVEN, SHARED, Stars
from .yields import DICE, NONE, ROBBER, allowance, check_draw, claimed, owed, relieved, yields


def apply(state: Stars, action: Action) -> Stars:
    """The table after a step of the yield phase."""
    if isinstance(action, Roll):
        if len(action.dice) != DICE:
            raise Impossible("roll")
        return _rolled(but(state, dice=action.dice))
    if isinstance(action, Return):
        return _returned(state, action)
    if isinstance(action, Rob):
        return _robbed(state, action.victim)
    if isinstance(action, Draw):
        return drawing(state, action.take)
    if not state.pending or state.pending[-1].key != action.key:
        raise Impossible(action.verb)
    about = state.pending[-1].about
    state = but(state, pending=state.pending[:-1])
    if isinstance(action, Relieve):
        if action.sort == NONE:
            return _on(state)
        if action.seat is None or action.sort not in SORTS:
            raise Impossible("relieve")
        return _on(supply.gained(state, action.seat, action.sort))
    assert isinstance(action, Share)
    if len(action.counts) != state.players:
        raise Impossible("share")
    return _on(_handed(state, about, action.counts))


def _rolled(state: Stars) -> Stars:
    """Everybody receives what the roll brings; what is left open is asked before play goes on."""
    if state.number == ROBBER:  # SF-020
        owing = tuple(owed(state, seat) for seat in range(state.players))
        state = but(state, owing=owing, gains=())
        return but(state, phase=ROB if state.counted and not any(owing) else SEVEN)
    state = but(state, gains=tuple(yields(state, seat, state.number) for seat in range(state.players)))
    pending: list[Pending] = []
    if state.counted:
        pending += [Pending(key=RELIEF, seat=seat) for seat in relieved(state)]  # SF-134
    for at, sort in enumerate(SORTS):
        claims = claimed(state, sort)
        if not state.counted or sum(claims) <= state.stock[at]:
            state = _handed(state, sort, claims)
            continue
        rule = facts.shortage(state.facts, state.edition)
        if rule == "turn":
            state = _handed(state, sort, in_turn(state, sort))
        elif rule != "nobody" and state.stock[at]:
            pending.append(Pending(key=SHARED, about=sort))
        else:
            state = _handed(state, sort, (0,) * state.players)
    return _on(but(state, pending=tuple(pending)))


def in_turn(state: Stars, sort: str) -> tuple[int, ...]:
    """Who gets how many of a short sort when it is handed out from the player in turn on."""
    left, claims = state.stock[SORTS.index(sort)], claimed(state, sort)
    counts = [0] * state.players
    for ahead in range(state.players):
        seat = (state.turn + ahead) % state.players
        counts[seat] = min(claims[seat], left)
        left -= counts[seat]
    return tuple(counts)


def _handed(state: Stars, sort: str, counts: tuple[int, ...]) -> Stars:
    """What the supply gives of a sort, which is what is announced."""
    at = SORTS.index(sort)
    gains = zip(state.gains, counts, strict=True)
    state = but(state, gains=tuple((*gain[:at], count, *gain[at + 1 :]) for gain, count in gains))
    for seat, count in enumerate(counts):
        state = supply.gained(state, seat, sort, count)
    return state


def _on(state: Stars) -> Stars:
    """The draw pile, if the player in turn may draw, else trade and build."""
    if state.counted and not any(state.stock):
        state = but(state, pending=tuple(one for one in state.pending if one.key != RELIEF))
    if state.pending:
        return state
    may = not check_draw(but(state, phase=DRAW), allowance(state)).violations and allowance(state)
    return but(state, phase=DRAW if may else BUILD)


def _returned(state: Stars, action: Return) -> Stars:
    if action.seat is None:
        return but(state, phase=ROB, owing=())
    if not set(action.cards) <= set(SORTS):
        raise Impossible("return")
    state = supply.paid(state, action.seat, supply.counted(action.cards))
    owing = tuple(0 if seat == action.seat else n for seat, n in enumerate(state.owing))
    return but(state, owing=owing, phase=SEVEN if any(owing) else ROB)


def _robbed(state: Stars, victim: Seat) -> Stars:
    """The theft; then, in the later edition, everybody else draws a card."""
    if victim != NOBODY:
        if not 0 <= victim < state.players:
            raise Impossible("rob")
        state = supply.stolen(state, state.turn, victim)  # SF-019
    for ahead in range(1, state.players):
        seat = (state.turn + ahead) % state.players
        state = supply.drawn(state, seat, of(state.edition, "SF-021"))  # SF-021 SF-E4
    return _on(but(state, phase=DRAW))


def drawing(state: Stars, take: int) -> Stars:
    """Cards from the pile, or not for now: then it can be made up for until the flight."""
    if state.phase not in (DRAW, BUILD):
        raise Impossible("draw")
    if not take:
        return but(state, phase=BUILD, skipped=True)  # SF-026
    return but(supply.drawn(state, state.turn, take), phase=BUILD, drawn=take, skipped=False)
