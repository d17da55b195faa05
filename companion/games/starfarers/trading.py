"""Trade with the bank and the other players, and what cards of the Diplomats trade."""

from __future__ import annotations

from companion.engine import LEGAL, Impossible, Ruling, Seat, Violation, but, seat_name, text, violated
from companion.engine.rule import ruling

from . import supply
from .actions import Bank, BuyFame, Deal, Help
from .book import SORTS, value
from .building import check_price, in_turn
from .cards import CARDS
from .final import points_from
from .state import BUILD, MOST_AT_START, Stars, with_side
from .yields import in_stock

GOODS = "goods"
DAILY_RATE = "merchants.rate.goods"
FAME_CARD, HELP_CARD = "diplomats.fame", "diplomats.hand"
HELPED = 2
"""From so many players at most a helping hand takes."""


def rate(state: Stars, seat: Seat, sort: str) -> int:
    """For how many cards of a sort the bank gives one of another."""
    cards = state.sides[seat].cards
    best: int = value("SF-038") if sort == GOODS else value("SF-037")  # SF-037 SF-038
    for card in cards:
        known = CARDS.get(card)
        if known is None or known.people != "merchants" or known.sort != sort:
            continue
        if sort == GOODS:
            best = best if DAILY_RATE in state.used else value("SF-039")["goods"]
        else:
            best = value("SF-039")["sort"]  # SF-039
    return best


def check_bank(state: Stars, action: Bank) -> Ruling:
    """Whether the bank trades like this."""
    seat = action.seat
    if seat != state.turn or seat is None or state.phase != BUILD:
        return violated("SF-040", who=seat_name(state.turn))  # SF-040
    if {action.give, action.get} - set(SORTS) or action.give == action.get:
        return violated("TABLE-1", key="build")
    due = rate(state, seat, action.give)
    if action.rate != due:
        if action.give == GOODS and action.rate == value("SF-039")["goods"] and DAILY_RATE in state.used:
            return violated("SF-039")
        said = text(f"sort.{action.give}")
        rule = "SF-038" if action.give == GOODS else "SF-037"
        return violated(rule, what=said, seat=seat_name(seat), rate=due, have=action.rate)
    broken = check_price(state, seat, {action.give: action.rate})
    return ruling((*broken, *in_stock(state, action.get).violations))


def check_deal(state: Stars, action: Deal) -> Ruling:
    """Whether these two may trade these cards."""
    fits = action.seat == state.turn and action.other != state.turn and 0 <= action.other < state.players
    if not fits or state.phase != BUILD:
        return violated("SF-036", who=seat_name(state.turn))  # SF-036
    if not set(action.give) | set(action.get) <= set(SORTS):
        return violated("TABLE-1", key="build")
    give = check_price(state, state.turn, supply.counted(action.give))
    given = supply.paid(state, state.turn, supply.counted(action.give))
    get = check_price(given, action.other, supply.counted(action.get))
    return ruling((*give, *get))


def check_card(state: Stars, seat: Seat | None, card: str) -> Ruling:
    """Whether a player may use a card of the Diplomats now."""
    if not in_turn(state, seat).allowed or card not in state.mine.cards or card in state.used:  # SF-134
        return violated("TABLE-1", key="build")
    return LEGAL


def check_fame(state: Stars, action: BuyFame) -> Ruling:
    """Whether fame is for sale now."""
    found = check_card(state, action.seat, FAME_CARD)
    return ruling(check_price(state, state.turn, {GOODS: 1})) if found.allowed else found


def richer(state: Stars, sure: bool = False) -> tuple[Seat, ...]:
    """The players who have or may have more points than the one in turn, and cards to give."""
    starts = [points_from(state, start) for start in range(MOST_AT_START + 1)]
    ahead = all if sure else any
    return tuple(
        seat
        for seat, side in enumerate(state.sides)
        if ahead(found[seat] > found[state.turn] for found in starts)
        and (side.hand.total or not state.counted)
    )


def check_help(state: Stars, action: Help) -> Ruling:
    """Whether these players have to lend a helping hand."""
    found = check_card(state, action.seat, HELP_CARD)
    if not found.allowed:
        return found
    fits = 0 < len(set(action.victims)) == len(action.victims) <= HELPED
    strange = [seat for seat in action.victims if seat not in richer(state)]
    if fits and not strange:
        certain = set(action.victims) <= set(richer(state, sure=True))
        return LEGAL if certain else ruling((), ("start.fame",))
    return ruling((Violation("SF-019", {"who": seat_name(strange[0] if strange else state.turn)}),))


def apply(state: Stars, action: Bank | Deal | BuyFame | Help) -> Stars:
    """The table after a trade."""
    seat = action.seat
    if seat is None:
        raise Impossible(action.verb)
    if isinstance(action, Bank):
        if {action.give, action.get} - set(SORTS) or action.rate < 0:
            raise Impossible("bank")
        if action.give == GOODS and action.rate == value("SF-039")["goods"]:
            state = but(state, used=(*state.used, DAILY_RATE))
        return supply.gained(supply.paid(state, seat, {action.give: action.rate}), seat, action.get)
    if isinstance(action, Deal):
        return _dealt(state, seat, action)
    if isinstance(action, BuyFame):
        state = but(state, used=(*state.used, FAME_CARD))
        state = supply.paid(state, seat, {GOODS: 1})
        return with_side(state, seat, fame=state.sides[seat].fame + 1)
    state = but(state, used=(*state.used, HELP_CARD))
    for victim in action.victims:
        if not 0 <= victim < state.players:
            raise Impossible("help")
        state = supply.stolen(state, seat, victim)
    return state


def _dealt(state: Stars, seat: Seat, action: Deal) -> Stars:
    """Cards go from hand to hand by way of the supply, which has the same cards afterwards."""
    if not 0 <= action.other < state.players or not set(action.give) | set(action.get) <= set(SORTS):
        raise Impossible("deal")
    state = supply.paid(state, seat, supply.counted(action.give))
    state = supply.paid(state, action.other, supply.counted(action.get))
    for sort, count in supply.counted(action.give).items():
        state = supply.gained(state, action.other, sort, count)
    for sort, count in supply.counted(action.get).items():
        state = supply.gained(state, seat, sort, count)
    return state
