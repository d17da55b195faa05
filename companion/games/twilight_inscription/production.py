"""The Production event, and the one event that is of no kind of its own."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine import (
    LEGAL,
    Action,
    Demand,
    Draft,
    FactSpec,
    Impossible,
    Kind,
    Reminder,
    Ruling,
    Seat,
    Step,
    Text,
    but,
    literal,
    seat_name,
    text,
    violated,
)

from . import cards, rounds
from .actions import Claim, Resolve
from .cards import EVENTS
from .layouts import sheets_of
from .marking import chain, industry
from .seats import put
from .state import CLAIM, RESOLVE, TwilightState

ACTIONS: tuple[type[Action], ...] = (Claim, Resolve)

FACTS: dict[str, FactSpec] = {
    f"event.{key}.text": FactSpec(
        key=f"event.{key}.text",
        ask=text("fact.event", what=cards.name(card)),
        kind="text",
        length=120,
        group=text("fact.event.group"),
        rule="RND-05",
    )
    for key, card in EVENTS.items()
    if card.kind == "special"
}
"""What the special card says; nobody but its owner knows."""


def begin(state: TwilightState) -> TwilightState:
    """A Production card was revealed."""
    return but(state, step=CLAIM)


def begin_special(state: TwilightState) -> TwilightState:
    """The special card was revealed; it is carried out by hand."""
    return but(state, step=RESOLVE)


def wanted(state: TwilightState) -> Iterator[str]:
    """The words of the special card while it lies on the table."""
    if state.step == RESOLVE and _fact(state) in FACTS:
        yield _fact(state)


def _fact(state: TwilightState) -> str:
    return f"event.{state.event}.text"


def demands(state: TwilightState) -> tuple[Demand, ...]:
    """One confirmation for all."""
    if state.step == CLAIM:
        ask = text("production.ask" if _reckoned(state) is None else "production.mark")
        return (Demand(key="claim", ask=ask, kind=Kind.CONFIRM, rules=("PRD-02", "PRD-04")),)
    ask = text("special.ask", what=cards.name(EVENTS[state.event]))
    return (Demand(key="resolve", ask=ask, kind=Kind.CONFIRM, rules=("RND-05",)),)


def step(state: TwilightState, draft: Draft) -> Step | Action:
    """Nothing is left to choose."""
    return Claim() if draft.key == "claim" else Resolve()


def check(state: TwilightState, action: Action) -> Ruling:
    """What the rules say of an action."""
    due = Claim if state.step == CLAIM else Resolve
    return LEGAL if isinstance(action, due) else violated("TABLE-1", key=action.key)


def apply(state: TwilightState, action: Action) -> TwilightState:
    """The table after an action."""
    match action:
        case Claim() if state.step == CLAIM:
            for seat in range(state.players):
                state = _claimed(state, seat)
            return rounds.end(state)  # PRD-03
        case Resolve() if state.step == RESOLVE:
            return rounds.end(state)
    raise Impossible(action.verb)


def _claimed(state: TwilightState, seat: Seat) -> TwilightState:
    """A player's trade goods are circled, where the sheets are tracked."""
    desk = state.sides[seat].desk
    if desk is None:
        return state
    sheets = sheets_of(state, seat)
    goods = industry.good_income(desk, sheets)
    desk = industry.claim_printed(desk, sheets, "good", goods)  # PRD-02, PRD-04
    return put(state, seat, desk=chain.settle(desk, sheets))


def _reckoned(state: TwilightState) -> tuple[int, ...] | None:
    """The trade goods of each player; None where the table keeps the sheets itself."""
    desks = [side.desk for side in state.sides if side.desk is not None]
    if len(desks) < state.players:
        return None
    return tuple(industry.good_income(desk, sheets_of(state, seat)) for seat, desk in enumerate(desks))


def reminders(state: TwilightState) -> tuple[Reminder, ...]:
    """What everybody claims; what the special card says."""
    if state.step == RESOLVE:
        told = state.facts.get(_fact(state))
        return (Reminder(text("special.read") if told is None else literal(str(told)), "RND-05"),)
    counts = _reckoned(state)
    if counts is None:
        return (Reminder(text("production.remind"), "PRD-02"), Reminder(text("production.limit"), "PRD-04"))
    return tuple(
        Reminder(text("production.each", who=seat_name(seat), count=count), "PRD-02")
        for seat, count in enumerate(counts)
    )


def describe(state: TwilightState, action: Action) -> Text:
    """One line of the history; `state` is the one before."""
    if isinstance(action, Claim):
        return text("done.production")
    return text("done.special", what=cards.name(EVENTS[state.event]))
