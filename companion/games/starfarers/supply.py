"""Supply stacks and draw pile: what players take from them and give back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.engine import Seat, but

from .book import SORTS, of, value
from .state import Hand, Stars, with_side


def opened(state: Stars) -> Stars:
    """Supply and pile at the start, with three cards of the pile in every hand."""
    piled, dealt = of(state.edition, "SF-E3"), value("SF-E3")["dealt"]  # SF-E3
    stock = (value("SF-E3")["cards"] - piled,) * len(SORTS)
    state = but(state, stock=stock, pile=piled * len(SORTS) - dealt * state.players)
    return but(state, sides=tuple(but(side, hand=Hand(hidden=dealt)) for side in state.sides))


def paid(state: Stars, seat: Seat, cost: Mapping[str, int]) -> Stars:
    """Cards go from a hand back to the supply."""
    if not state.counted:
        return state
    hand = state.sides[seat].hand
    state = but(state, stray=state.stray + max(0, sum(cost.values()) - hand.total))
    stock = tuple(n + cost.get(sort, 0) for sort, n in zip(SORTS, state.stock, strict=True))
    return but(with_side(state, seat, hand=hand.pay(cost)), stock=stock)


def gained(state: Stars, seat: Seat, sort: str, count: int = 1) -> Stars:
    """Cards go from the supply to a hand, as many as are there."""
    at = SORTS.index(sort)
    count = min(count, state.stock[at])
    if not state.counted or count <= 0:
        return state
    stock = (*state.stock[:at], state.stock[at] - count, *state.stock[at + 1 :])
    return but(with_side(state, seat, hand=state.sides[seat].hand.gain(sort, count)), stock=stock)


def drawn(state: Stars, seat: Seat, count: int) -> Stars:
    """Cards are drawn from the pile, which is made anew when it is used up."""
    for _ in range(count):
        if not state.pile:
            state = refilled(state)
        if not state.pile:
            return state
        state = but(state, pile=state.pile - 1)
        if state.counted:
            state = with_side(state, seat, hand=state.sides[seat].hand.draw())
    return state


def refilled(state: Stars) -> Stars:
    """A new pile of so many cards of each sort, or of what the supply has."""
    each = of(state.edition, "SF-028")  # SF-028
    if not state.counted:
        return but(state, pile=each * len(SORTS))
    taken = tuple(min(each, n) for n in state.stock)
    stock = tuple(n - less for n, less in zip(state.stock, taken, strict=True))
    return but(state, stock=stock, pile=sum(taken))


def unseen(state: Stars, sort: str) -> int:
    """How many cards of a sort lie face down, in the pile or among the hidden cards of hands."""
    at = SORTS.index(sort)
    seen = state.stock[at] + sum(side.hand.sure[at] for side in state.sides)
    return max(0, int(value("SF-E3")["cards"]) - seen)


def most(state: Stars, seat: Seat, sort: str) -> int:
    """How many cards of a sort a player may have at most; if the count went wrong, nothing is excluded."""
    hand = state.sides[seat].hand
    if hand.hidden > sum(unseen(state, one) for one in SORTS):
        return hand.sure[SORTS.index(sort)] + hand.hidden
    return hand.sure[SORTS.index(sort)] + min(hand.hidden, unseen(state, sort))


def lack(state: Stars, seat: Seat, cost: Mapping[str, int]) -> int:
    """How many cards a player certainly lacks to pay something."""
    hand = state.sides[seat].hand
    beyond = sum(max(0, need - most(state, seat, sort)) for sort, need in cost.items())
    hidden = sum(max(0, cost.get(sort, 0) - n) for sort, n in zip(SORTS, hand.sure, strict=True))
    return max(beyond, hidden - hand.hidden, 0)


def can_draw(state: Stars) -> bool:
    """Whether there is a card to draw, or cards for a new pile."""
    return state.pile > 0 or not state.counted or any(state.stock)


def stolen(state: Stars, thief: Seat, victim: Seat) -> Stars:
    """A card that nobody sees changes hands."""
    if not state.counted or not state.sides[victim].hand.total:
        return state
    state = with_side(state, victim, hand=state.sides[victim].hand.robbed())
    return with_side(state, thief, hand=state.sides[thief].hand.draw())


def counted(cards: Iterable[str]) -> dict[str, int]:
    """Cards by sort."""
    found: dict[str, int] = {}
    for card in cards:
        found[card] = found.get(card, 0) + 1
    return found
