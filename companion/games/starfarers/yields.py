"""What a roll brings, who returns cards on a 7, who may draw from the pile, and what the rules say of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from companion.engine import LEGAL, Action, Option, Ruling, Seat, seat_name, text, violated
from companion.engine.rule import ruling

from . import facts, supply
from .actions import Draw, Relieve, Return, Rob, Roll, Share
from .book import FIRST, SORTS, of, value
from .cards import CARDS
from .final import points, possible
from .state import BALLS, BUILD, DRAW, MEET, MOVE, NOBODY, NOTHING, SHARED, Colony, Stars

DICE: int = value("SF-010")["dice"]
FACES: int = value("SF-010")["faces"]
ROBBER: int = value("SF-018")["number"]
MOST: int = value("SF-018")["most"]
TRIBUTE_CARD, RELIEF_CARD = "diplomats.tribute", "diplomats.relief"
NONE = "-"
"""No relief: there was a yield of planets that are not noted."""


def numbers(planet: str) -> tuple[int, ...]:
    """The numbers on which a planet produces."""
    found = planet.partition(":")[2]
    return tuple(int(one) for one in found.split("/")) if found[:1].isdigit() else ()


def colony_yield(colony: Colony, number: int) -> list[str]:
    """The cards that a colony brings on a number."""
    return [
        planet.partition(":")[0]
        for planet in colony.planets  # SF-014
        if number in numbers(planet)  # SF-011
        for _ in range(value("SF-013") * value("SF-065") if colony.port else value("SF-012"))  # SF-012
    ]


def yields(state: Stars, seat: Seat, number: int) -> tuple[int, ...]:
    """The cards of each sort that a roll brings a player."""
    side = state.sides[seat]
    cards = [colony_yield(colony, number) for colony in side.colonies]  # SF-017
    found = Counter(card for some in cards for card in some)
    for card in side.cards:
        known = CARDS.get(card)
        if known is not None and known.people == "green" and found[known.sort]:
            found[known.sort] += 1  # SF-134
    return tuple(found[sort] for sort in SORTS)


def claimed(state: Stars, sort: str) -> tuple[int, ...]:
    """How many cards of a sort each player has to get from the last roll."""
    at = SORTS.index(sort)
    return tuple(gain[at] for gain in state.gains)


def relieved(state: Stars) -> tuple[Seat, ...]:
    """Who gets a card of choice because the last roll brought nothing."""
    if not state.dice or state.number == ROBBER:
        return ()
    return tuple(
        seat
        for seat, side in enumerate(state.sides)
        if RELIEF_CARD in side.cards and state.gains[seat] == NOTHING  # SF-134
    )


def unsure(state: Stars, seat: Seat) -> bool:
    """Whether a player has colonies whose planets are not noted."""
    return any(not colony.planets for colony in state.sides[seat].colonies)


def keeps(state: Stars, seat: Seat) -> int:
    """With how many cards a player need not return any on a 7."""
    tribute = TRIBUTE_CARD in state.sides[seat].cards
    return CARDS[TRIBUTE_CARD].most if tribute else MOST  # SF-134


def owed(state: Stars, seat: Seat) -> int:
    """How many cards a player returns on a 7."""
    have = state.sides[seat].hand.total
    return have // 2 if have > keeps(state, seat) else 0  # SF-018


def allowance(state: Stars) -> int:
    """How many cards the player in turn may draw from the pile."""
    return allowed(state.edition, points(state, state.turn))


def allowed(edition: str, have: int) -> int:
    """How many cards somebody with so many points may draw."""
    limits = of(edition, "SF-025")
    return next((count for most, count in limits if have <= most), 0)  # SF-025 SF-027 SF-E2


def check_draw(state: Stars, take: int) -> Ruling:
    """Whether the player in turn may draw now."""
    who = seat_name(state.turn)
    if not take:
        return LEGAL
    if state.phase not in (DRAW, BUILD):
        if state.phase not in (BALLS, MEET, MOVE):
            return violated("TABLE-1", key="draw")
        return violated("SF-026" if state.edition == FIRST else "SF-E12")  # SF-026 SF-E12
    if state.drawn:
        return violated("SF-025", seat=who)
    if not allowance(state):
        limit = max(most for most, _ in of(state.edition, "SF-025"))
        return violated(
            "SF-027" if state.edition == FIRST else "SF-E2",
            seat=who,
            have=points(state, state.turn),
            limit=limit,
        )
    known = state.facts.get(facts.ROLLER)
    if state.edition != FIRST and state.number == ROBBER and known != facts.YES:
        return violated("SF-029") if known == facts.NO else Ruling(missing=(facts.ROLLER,))  # SF-029
    if not supply.can_draw(state):
        return violated("SF-028")
    if take != allowance(state):
        return violated("SF-025", seat=who)
    sure = allowed(state.edition, possible(state, state.turn)) == take
    return LEGAL if sure else ruling((), ("start.fame",))


def check(state: Stars, action: Action) -> Ruling:
    """What the rules say of a step of the yield phase."""
    if isinstance(action, Roll):
        fits = len(action.dice) == DICE and all(1 <= face <= FACES for face in action.dice)
        return LEGAL if fits else violated("SF-010", have=", ".join(map(str, action.dice)))
    if isinstance(action, Return):
        return _check_return(state, action)
    if isinstance(action, Rob):
        others = [seat for seat in range(state.players) if seat != state.turn]
        if action.victim == NOBODY:
            return LEGAL
        if action.victim not in others or (state.counted and not state.sides[action.victim].hand.total):
            return violated("SF-019", who=seat_name(action.victim))  # SF-019
        return LEGAL
    if isinstance(action, Relieve):
        if action.sort == NONE and unsure(state, action.seat or 0):
            return LEGAL
        return in_stock(state, action.sort) if action.sort in SORTS else violated("SF-012")
    if isinstance(action, Share):
        return _check_share(state, action)
    assert isinstance(action, Draw)
    return check_draw(state, action.take)


def _check_return(state: Stars, action: Return) -> Ruling:
    if action.seat is None:
        return violated("TABLE-1", key="return") if state.counted else LEGAL
    need, have = state.owing[action.seat], len(action.cards)
    if need != have or not set(action.cards) <= set(SORTS):
        return violated("SF-018", seat=seat_name(action.seat), need=need, have=have)  # SF-018
    cost = supply.counted(action.cards)
    return short(state, action.seat, cost)


def _check_share(state: Stars, action: Share) -> Ruling:
    sort = state.pending[-1].about if state.pending else SORTS[0]
    claims = claimed(state, sort)
    fits = len(action.counts) == len(claims) and all(
        0 <= n <= claim for n, claim in zip(action.counts, claims, strict=True)
    )
    return in_stock(state, sort, sum(action.counts)) if fits else violated("TABLE-1", key=SHARED)


def sort_options(state: Stars) -> tuple[Option, ...]:
    """The sorts that the supply has."""
    return tuple(
        Option(value=sort, label=text(f"sort.{sort}"), icon=sort, ruling=in_stock(state, sort))
        for sort in SORTS
    )


def in_stock(state: Stars, sort: str, count: int = 1) -> Ruling:
    """Whether the supply has cards of a sort."""
    if not state.counted:
        return LEGAL
    have = state.stock[SORTS.index(sort)]
    if have >= count:
        return LEGAL
    return violated("SF-045", what=text(f"sort.{sort}"), need=count, have=have, seat=text("supply"))


def short(state: Stars, seat: Seat, cost: Mapping[str, int]) -> Ruling:
    """Whether a player can have these cards."""
    lack = supply.lack(state, seat, cost)
    if not lack:
        return LEGAL
    sort = max(cost, key=lambda one: cost[one] - supply.most(state, seat, one))
    need, have = cost[sort], supply.most(state, seat, sort)
    if need > have:
        return violated("SF-045", what=text(f"sort.{sort}"), need=need, have=have, seat=seat_name(seat))
    need = sum(cost.values())
    return violated("SF-045", what=text("cards"), need=need, have=need - lack, seat=seat_name(seat))
