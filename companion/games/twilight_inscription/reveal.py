"""A round begins: the top event card is revealed."""

from __future__ import annotations

from companion.engine import (
    LEGAL,
    Action,
    Demand,
    Draft,
    Impossible,
    Kind,
    Option,
    Ruling,
    Step,
    but,
    text,
    violated,
)

from . import cards, council, deck, production, strategy, war
from .actions import Reveal
from .cards import EVENTS
from .options import option
from .state import TwilightState

ACTIONS: tuple[type[Action], ...] = (Reveal,)
BEGIN = {
    "strategy": strategy.begin,
    "war": war.begin,
    "council": council.begin,
    "production": production.begin,
    "special": production.begin_special,
}
"""What each kind of event begins with (RND-05)."""


def phase5(state: TwilightState) -> str:
    """How phase V was built."""
    return str(option(state, "phase5"))


def demands(state: TwilightState) -> tuple[Demand, ...]:
    """The Speaker reveals the next card."""
    kind = Kind.CONFIRM if state.deck else Kind.CHOOSE
    ask = text("reveal.ask" if state.deck else "reveal.which", round=state.round + 1)
    return (Demand(key="reveal", ask=ask, kind=kind, rules=("RND-01",)),)


def step(state: TwilightState, draft: Draft) -> Step | Action:
    """The card on top: known to the app, or chosen among those that can be there."""
    if state.deck:
        return Reveal(event=state.deck[0])
    event = draft.get("event")
    if event:
        return Reveal(event=str(event))
    options = tuple(
        Option(value=key, label=cards.name(EVENTS[key]), ruling=check(state, Reveal(event=key)))
        for key in EVENTS
        if key not in state.played
    )
    possible = tuple(one for one in options if one.ruling.allowed)
    return Step(field="event", ask=text("reveal.which", round=state.round + 1), options=possible or options)


def check(state: TwilightState, action: Reveal) -> Ruling:
    """Whether this card can be on top."""
    if action.event not in EVENTS:
        return violated("CMP-11", what=action.event)
    if state.deck:
        top = state.deck[0]
        return LEGAL if action.event == top else violated("RND-01", have=action.event, need=top)
    if deck.fits(action.event, state.played, phase5(state)):
        return LEGAL
    found, back = EVENTS[action.event], deck.next_back(state.played, phase5(state))
    have = text("deck.back", phase=text(f"phase.{found.phase}"), colour=text(f"colour.{found.colour}"))
    need = (
        text("deck.none")
        if back is None
        else text("deck.back", phase=text(f"phase.{back[0]}"), colour=text(f"colour.{back[1]}"))
    )
    return violated("SET-13", phase=found.phase, count=len(state.played) + 1, have=have, need=need)


def apply(state: TwilightState, action: Reveal) -> TwilightState:
    """A round begins (RND-01)."""
    if action.event not in EVENTS:
        raise Impossible(action.event)
    rest = tuple(key for key in state.deck if key != action.event)
    state = but(
        state,
        event=action.event,
        deck=rest,
        played=(*state.played, action.event),
        round=state.round + 1,
        tick=state.tick + 1,
        began=state.tick + 1,
    )
    return BEGIN[EVENTS[action.event].kind](state)  # RND-05
