"""What a module costs: which officer cards may be laid into its slot."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from companion.engine import Violation

from .book import value
from .state import ARMS, ReworldState

CARDS: int = value("RW-006")["values"]
COPIES: int = value("RW-006")["copies"]
TWO_RINGS = "two"


@cache
def neighbours(slot: int, rings: str = "one") -> tuple[int, int]:
    """The two slots beside a slot; slots are numbered 0 to 9 above and 10 to 19 below, from the left.

    The ring runs along the upper row and back along the lower one. The picture that would settle it is
    lost, so tables whose board shows two separate rings choose so.  RW-061, RW-062
    """
    if rings == TWO_RINGS:
        half = ARMS // 2
        start = slot - slot % half
        return start + (slot + 1) % half, start + (slot - 1) % half  # RW-061
    order = ring()
    place = order.index(slot)
    return order[place - 1], order[(place + 1) % ARMS]  # RW-061, RW-062


@cache
def ring() -> tuple[int, ...]:
    """The slots once around the station: above to the right, below back to the left."""
    return (*range(ARMS // 2), *range(ARMS - 1, ARMS // 2 - 1, -1))


def tops(state: ReworldState, slot: int) -> tuple[int, ...]:
    """The top cards of the neighbouring slots that have cards."""
    beside = neighbours(slot, str(state.options.get("ring", "one")))
    return tuple(state.slots[near][-1] for near in beside if state.slots[near])  # RW-070, RW-081


def refusals(slot: int, seen: Sequence[int], cards: Sequence[int]) -> tuple[Violation, ...]:
    """Why these cards cannot pay for a module between these top cards; nothing if they can."""
    case, rule = _case(seen)
    paid = ", ".join(map(str, cards)) or "–"
    values = {"slot": slot + 1, "count": len(cards), "paid": paid}
    if case == "different":
        values |= {"left": seen[0], "right": seen[1]}
    elif case != "none":
        values["top"] = seen[0]
    allowed = value("RW-071")[case]
    if len(cards) not in allowed:
        needed = {**values, "need": " / ".join(map(str, allowed))}
        return Violation(rule, values), Violation("RW-071", needed)
    return () if _pays(case, value(rule), seen, cards) else (Violation(rule, values),)


def _pays(case: str, price: dict[str, int], seen: Sequence[int], cards: Sequence[int]) -> bool:
    if case == "none":
        return len(cards) == price["free"]  # RW-066
    if len(cards) == price["free"]:  # RW-072, RW-073
        return True
    if case != "different":
        return len(cards) == price["match"] and cards[0] == seen[0]  # RW-067, RW-068
    if len(cards) == price["both"]:
        return sorted(cards) == sorted(seen)  # RW-069
    return len(cards) == price["one"] and bool(set(cards) & set(seen))  # RW-069


def _case(seen: Sequence[int]) -> tuple[str, str]:
    """Which of the four cases the neighbouring top cards make, and the rule that names its price."""
    if not seen:
        return "none", "RW-066"
    if len(seen) == 1:
        return "one", "RW-067"
    return ("same", "RW-068") if seen[0] == seen[1] else ("different", "RW-069")


@cache
def counts(seen: tuple[int, ...]) -> tuple[int, ...]:
    """How many cards may be laid at all between these top cards."""
    return tuple(value("RW-071")[_case(seen)[0]])


def unseen(state: ReworldState) -> dict[int, int]:
    """How many cards of each number do not lie open yet this round."""
    return _unseen(state.slots)


@lru_cache(8)
def _unseen(slots: tuple[tuple[int, ...], ...]) -> dict[int, int]:
    laid = [card for cards in slots for card in cards]
    return {card: COPIES - laid.count(card) for card in range(1, CARDS + 1)}


def completes(seen: Sequence[int], count: int, cards: Sequence[int], left: dict[int, int]) -> bool:
    """Whether `cards` can grow to a legal payment of `count` cards with those that are not open yet."""
    rest = {card: number - cards.count(card) for card, number in left.items()} if cards else left
    more = count - len(cards)
    if min(rest.values()) < 0 or more < 0 or sum(rest.values()) < more:
        return False
    case, rule = _case(seen)
    price = value(rule)
    if count == price["free"]:
        return True
    if case != "different":
        return set(cards) <= {seen[0]} and (not more or rest[seen[0]] > 0)
    if count == price["both"]:
        lacking = [card for card in seen if card not in cards]
        return len(lacking) == more and all(rest[card] > 0 for card in lacking)
    return bool(set(cards) & set(seen)) or (more > 0 and any(rest[card] > 0 for card in seen))


def payable(seen: tuple[int, ...], hand: int, left: dict[int, int]) -> bool:
    """Whether any hand of this size could pay between these top cards."""
    return any(count <= hand and completes(seen, count, (), left) for count in counts(seen))


def unpayable(slot: int, seen: Sequence[int]) -> Violation:
    """What is said where no hand could pay."""
    return refusals(slot, seen, ())[0]
