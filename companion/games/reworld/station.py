"""Chapter One: modules are drawn, acquired with officer cards, and docked."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from companion.engine import (
    Action,
    Demand,
    Draft,
    Impossible,
    Option,
    Prompt,
    Ruling,
    Step,
    Violation,
    but,
    literal,
    seat_name,
    text,
)
from companion.engine.rule import LEGAL, ruling

from . import settlement
from .actions import Acquire, DropOut, Marker
from .book import value
from .modules import MODULES, TERRABOT, badge, name
from .payment import CARDS, COPIES, completes, counts, payable, refusals, tops, unpayable, unseen
from .state import ARMS, FINAL, OVER, PREPARE, ROUNDS, SETTLEMENT, STATION, ReworldState, Side


def with_side(state: ReworldState, seat: int, side: Side) -> tuple[Side, ...]:
    """All sides with one of them changed."""
    return (*state.sides[:seat], side, *state.sides[seat + 1 :])


def turn_prompt(state: ReworldState) -> Prompt:
    """It is somebody's turn to acquire something or to drop out."""
    rules = ("RW-051", "RW-066", "RW-067", "RW-068", "RW-069", "RW-090", "RW-100")
    return Prompt(
        heading=text("heading.station", round=state.round),
        demands=(Demand(key="turn", seat=state.turn, ask=text("station.ask"), rules=rules),),
        turn=state.turn,
    )


def check_turn(state: ReworldState, action: Acquire | Marker | DropOut) -> Ruling:
    """Whether it is this player's turn and the deed can be paid for."""
    return ruling(_turn(state, action))


def _turn(state: ReworldState, action: Acquire | Marker | DropOut) -> Iterator[Violation]:
    seat = action.seat
    if state.phase in (SETTLEMENT, FINAL, OVER):
        yield Violation("RW-113", {"round": ROUNDS + 1, "limit": ROUNDS})
    if state.phase != STATION or seat is None or not 0 <= seat < state.players:
        return
    side, who = state.sides[seat], {"seat": seat_name(seat), "who": seat_name(state.turn)}
    if side.out:
        yield Violation("RW-053", {**who, "round": state.round})
        return
    if seat != state.turn:
        yield Violation("RW-050", who)
    if isinstance(action, DropOut):
        return
    if side.hand == 0:
        yield Violation("RW-055", {**who, "have": 0})
    elif isinstance(action, Marker):
        if state.marker_bought >= 0:
            yield Violation("RW-090", {"round": state.round, "holder": seat_name(state.marker_bought)})
        elif seat == state.marker and state.options.get("marker_again") == "no":
            yield Violation("RW-095", who)
    else:
        yield from _purchase(state, side, seat, action)


def _purchase(state: ReworldState, side: Side, seat: int, action: Acquire) -> Iterator[Violation]:
    slot, cards = action.slot - 1, (action.top, *action.below)
    if not 0 <= slot < ARMS:
        yield Violation("RW-060", {"slot": action.slot, "limit": ARMS})
        return
    if not state.arms[slot]:
        yield Violation("RW-065", {"slot": action.slot})
        return
    wrong = next((card for card in cards if not 1 <= card <= CARDS), None)
    if wrong is not None:
        yield Violation("RW-064", {"value": wrong, "limit": CARDS})
        return
    if len(cards) > side.hand:
        yield Violation("RW-042", {"seat": seat_name(seat), "have": side.hand, "count": len(cards)})
    yield from refusals(slot, tops(state, slot), cards)
    left = unseen(state)
    for card in set(cards):
        have = COPIES - left[card] + cards.count(card)
        if have > COPIES:
            yield Violation("RW-006", {"value": card, "have": have, "limit": COPIES})


def turn_step(state: ReworldState, draft: Draft) -> Step | Action:
    """What to take; for a module also with which cards."""
    take = draft.get("take")
    seat = draft.seat
    if take is None:
        return _take(state, draft)
    if take == "marker":
        return Marker(seat=seat)
    if take == "out":
        return DropOut(seat=seat)
    slot, pay = int(take), draft.get("pay")
    if pay is None:
        return _pay(state, draft, slot)
    top, extra, below = _payment(str(pay), draft)
    if len(below) < extra:
        return _below(state, draft, slot, (top, *below), extra)
    return Acquire(seat=seat, slot=slot, top=top, below=below)


def _payment(pay: str, draft: Draft) -> tuple[int, int, tuple[int, ...]]:
    """Top card, number of cards below it, and those chosen so far."""
    if "/" in pay:
        top, under = pay.split("/")
        return int(top), 1, (int(under),)
    return int(pay[0]), pay.count("+"), tuple(int(card) for card in draft.all("below"))


def _take(state: ReworldState, draft: Draft) -> Step:
    seat = draft.seat
    options = []
    hand = state.sides[seat].hand if seat is not None else 0
    left = unseen(state)
    for slot, code in enumerate(state.arms):
        if not code:
            continue
        seen = tops(state, slot)
        broken = LEGAL
        if hand < counts(seen)[0]:
            rule = "RW-055" if hand == 0 else "RW-042"
            values = {"seat": seat_name(seat or 0), "have": hand, "count": counts(seen)[0]}
            broken = ruling((Violation(rule, values),))
        elif not payable(seen, hand, left):
            broken = ruling((unpayable(slot, seen),))
        options.append(_arm(slot + 1, code) if broken is LEGAL else but(_arm(slot + 1, code), ruling=broken))
    marker = check_turn(state, Marker(seat=seat))
    options.append(Option(value="marker", label=text("station.marker"), ruling=marker, icon="flag"))  # RW-051
    gain = text("station.out", count=hand * value("RW-100")["points"])
    out = check_turn(state, DropOut(seat=seat))
    options.append(Option(value="out", label=gain, ruling=out, icon="hand"))  # RW-051, RW-102
    return Step(field="take", ask=text("station.ask"), options=tuple(options), rules=("RW-051",))


@cache
def _arm(slot: int, code: str) -> Option:
    label = text("station.module", slot=slot, module=name(code))
    return Option(value=slot, label=label, icon=badge(code))


def _pay(state: ReworldState, draft: Draft, slot: int) -> Step:
    seen = tops(state, slot - 1)
    options = [_cards(state, draft, slot, (card,)) for card in range(1, CARDS + 1)]
    for count in counts(seen)[-2:] if len(seen) == 2 and seen[0] != seen[1] else counts(seen)[1:]:
        options += [_several(state, draft, slot, card, count) for card in range(1, CARDS + 1)]
    if len(set(seen)) == 2:
        options[CARDS:CARDS] = [_cards(state, draft, slot, pair) for pair in (seen, seen[::-1])]
    ask = text("station.pay", slot=slot, cards=", ".join(map(str, seen)) or "–")
    return Step(field="pay", ask=ask, options=tuple(options), keys=True, rules=("RW-074", "RW-075"))


def _cards(state: ReworldState, draft: Draft, slot: int, cards: tuple[int, ...]) -> Option:
    """Exactly these cards, the first on top."""
    action = Acquire(seat=draft.seat, slot=slot, top=cards[0], below=cards[1:])
    written = "/".join(map(str, cards))
    label = (
        text("pay.one", top=cards[0]) if len(cards) == 1 else text("pay.over", top=cards[0], below=cards[1])
    )
    return Option(value=written, label=label, icon="card", ruling=check_turn(state, action))


def _several(state: ReworldState, draft: Draft, slot: int, top: int, count: int) -> Option:
    """So many cards with this one on top."""
    label = text("pay.several", top=top, more=count - 1)
    found = _begun(state, draft, slot, (top,), count)
    return Option(value=f"{top}{'+' * (count - 1)}", label=label, icon="card", ruling=found)


def _begun(state: ReworldState, draft: Draft, slot: int, cards: tuple[int, ...], count: int) -> Ruling:
    """Whether these cards can be the first of a legal payment of so many."""
    hand = state.sides[draft.seat].hand if draft.seat is not None else 0
    if hand < count:
        return ruling(
            (Violation("RW-042", {"seat": seat_name(draft.seat or 0), "have": hand, "count": count}),)
        )
    left, seen = unseen(state), tops(state, slot - 1)
    if completes(seen, count, cards, left):
        return LEGAL
    over = [(card, COPIES - left[card] + cards.count(card)) for card in set(cards)]
    broken = [
        Violation("RW-006", {"value": card, "have": have, "limit": COPIES})
        for card, have in over
        if have > COPIES
    ]
    return ruling(broken or (unpayable(slot - 1, seen),))


def _below(state: ReworldState, draft: Draft, slot: int, cards: tuple[int, ...], extra: int) -> Step:
    """One more card under the top one."""
    done, options = len(cards) - 1, []
    last = done + 1 == extra
    for card in range(1, CARDS + 1):
        laid = (*cards, card)
        action = Acquire(seat=draft.seat, slot=slot, top=cards[0], below=laid[1:])
        found = check_turn(state, action) if last else _begun(state, draft, slot, laid, extra + 1)
        options.append(Option(value=card, label=literal(str(card)), icon="card", ruling=found))
    ask = text("station.below", number=done + 1, of=extra)
    return Step(
        field="below", ask=ask, options=tuple(options), done=done, of=extra, keys=True, rules=("RW-069",)
    )


def apply_acquire(state: ReworldState, action: Acquire) -> ReworldState:
    """The cards lie in the slot, the module is docked where the top card says."""
    slot, seat = action.slot - 1, action.seat
    if seat is None or not 0 <= slot < ARMS or not state.arms[slot] or not 1 <= action.top <= CARDS:
        raise Impossible("acquire")
    code, side, row = state.arms[slot], state.sides[seat], action.top - 1  # RW-075
    cards = (*action.below[::-1], action.top)  # RW-074
    rows = (*side.rows[:row], (*side.rows[row], code), *side.rows[row + 1 :])  # RW-076, RW-077, RW-078
    side = but(side, hand=max(0, side.hand - len(cards)), rows=rows)  # RW-052, RW-064
    if MODULES[code].kind == TERRABOT:  # RW-080
        side = side.earning("terrabots", value("RW-079")[str(state.round)])
    state = but(
        state,
        sides=with_side(state, seat, side),
        arms=(*state.arms[:slot], "", *state.arms[slot + 1 :]),
        slots=(*state.slots[:slot], (*state.slots[slot], *cards), *state.slots[slot + 1 :]),  # RW-064, RW-081
    )
    return pass_on(state, seat)


def apply_marker(state: ReworldState, action: Marker) -> ReworldState:
    """One card lies face down on the start player space; the marker and a point change hands."""
    seat = action.seat
    if seat is None:
        raise Impossible("marker")
    side = state.sides[seat]
    side = but(side, hand=max(0, side.hand - value("RW-091")["cards"]))  # RW-052
    side = side.earning("marker", value("RW-092")["points"])
    state = but(state, marker=seat, marker_bought=seat, sides=with_side(state, seat, side))  # RW-063, RW-092
    return pass_on(state, seat)


def apply_drop_out(state: ReworldState, action: DropOut) -> ReworldState:
    """The cards left in hand are worth points and are discarded."""
    seat = action.seat
    if seat is None:
        raise Impossible("drop_out")
    side = state.sides[seat]
    side = side.earning("cards", side.hand * value("RW-100")["points"])
    side = but(side, hand=0, out=True)  # RW-101, RW-053
    return pass_on(but(state, sides=with_side(state, seat, side)), seat)


def pass_on(state: ReworldState, seat: int) -> ReworldState:
    """The next player who is still in the round; the round ends when nobody is."""
    for ahead in range(1, state.players + 1):
        follower = (seat + ahead) % state.players  # RW-050, RW-051, RW-082, RW-093
        if not state.sides[follower].out:  # RW-053
            return but(state, turn=follower)
    return end_round(state)  # RW-054


def end_round(state: ReworldState) -> ReworldState:
    """Leftovers go to the box, the cards are collected, and the next round or Chapter Two begins."""
    left = tuple(code for code in state.arms if code)
    state = but(
        state,
        arms=("",) * ARMS,
        slots=((),) * ARMS,  # RW-111
        gone=(*state.gone, *left),  # RW-110
        marker_bought=-1,  # RW-090
        sides=tuple(but(side, out=False, hand=0) for side in state.sides),
    )
    if state.round >= ROUNDS:  # RW-113, RW-030
        return settlement.begin(but(state, phase=SETTLEMENT))
    return but(state, phase=PREPARE, round=state.round + value("RW-112")["spaces"])  # RW-112
