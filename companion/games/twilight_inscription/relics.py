"""Relics in hand and on the table, and what they do to tracked sheets as far as it is known."""

from __future__ import annotations

from companion.engine import LEGAL, Impossible, Ruling, Seat, seat_name, text, violated

from . import cards
from .book import value
from .cards import EVENTS, RELICS
from .desk import RESOURCES, Desk
from .layouts import sheets_of
from .marking import chain, gifts, industry, warfare
from .seats import desk_of, put
from .state import CARD, HIDDEN, Held, TwilightState

AT_ONCE = "at_once"
"""When a relic is played that must not be kept."""

FORGE = "nano_forge"


def playable(state: TwilightState, who: Seat) -> tuple[str, ...]:
    """The relics that a player could play; one that was drawn in secret may be any that nobody has shown."""
    hand = [held.relic for held in state.sides[who].relics if not held.played]
    own = tuple(dict.fromkeys(one for one in hand if one != HIDDEN))
    return (*own, *unseen(state)) if HIDDEN in hand else own


def unseen(state: TwilightState) -> tuple[str, ...]:
    """The relics of which nobody has told where they are."""
    known = {held.relic for side in state.sides for held in side.relics}
    return tuple(one for one in RELICS if one not in known)


def asks_resource(state: TwilightState, who: Seat, relic: str) -> bool:
    """Whether a relic is played for one resource."""
    return relic == FORGE and state.sides[who].desk is not None


def timely(state: TwilightState, who: Seat, relic: str) -> Ruling:
    """Whether a relic can be played at this moment, where the sheets tell."""
    side, card = state.sides[who], RELICS.get(relic)
    if side.desk is None or card is None or not card.timing.startswith("active:"):
        return LEGAL
    sheet = card.timing.partition(":")[2]
    supply = EVENTS[state.event].resources if state.event else ()
    untouched = tuple(supply.count(one) for one in RESOURCES) == side.desk.pool
    if state.step == CARD and side.active == sheet and untouched and side.desk.task is None:  # CLR-07
        return LEGAL
    said = text(f"sheet.{sheet}")
    return violated("CLR-07", what=cards.name(card), seat=seat_name(who), sheet=said)


def due(state: TwilightState) -> bool:
    """Whether somebody's relic wants to be played now rather than later."""
    return any(
        not held.played and RELICS[held.relic].timing.startswith("active:")
        for seat, side in enumerate(state.sides)
        for held in side.relics
        if held.relic in RELICS and timely(state, seat, held.relic).legal
    )


def played(state: TwilightState, who: Seat, relic: str, resource: str) -> TwilightState:
    """A relic leaves the hand and takes effect on a tracked sheet."""
    hand = list(state.sides[who].relics)
    found = next((held for held in (Held(relic=relic), Held(relic=HIDDEN)) if held in hand), None)
    if found is None:
        raise Impossible(relic)
    hand[hand.index(found)] = Held(relic=relic, played=True)  # REL-02, REL-04
    state = put(state, who, relics=tuple(hand))
    return (
        state if state.sides[who].desk is None else put(state, who, desk=_worked(state, who, relic, resource))
    )


def _worked(state: TwilightState, who: Seat, relic: str, resource: str) -> Desk:
    desk, sheets = desk_of(state, who), sheets_of(state, who)
    if relic == FORGE and resource in RESOURCES:
        return gifts.nano_forge(desk, sheets, resource)  # CRD-09
    if relic == "shard_of_the_throne":
        row = value("CRD-08")
        for _ in range(row["unlocks"]):
            desk = industry.member(desk, sheets)  # CRD-08
        desk = chain.settle(desk, sheets)
        for unit, count in row["deploy"].items():
            desk = warfare.deploy(desk, sheets, unit, count)  # CRD-08
    return desk


def disclosed(state: TwilightState, who: Seat, relic: str) -> TwilightState:
    """At the end a relic that was kept secret is laid open."""
    hand = list(state.sides[who].relics)
    if Held(relic=HIDDEN) not in hand:
        raise Impossible(relic)
    hand[hand.index(Held(relic=HIDDEN))] = Held(relic=relic)
    return put(state, who, relics=tuple(hand))  # REL-06


def secret(state: TwilightState) -> list[Seat]:
    """Who holds a relic that only they know."""
    return [seat for seat, side in enumerate(state.sides) if Held(relic=HIDDEN) in side.relics]


def drawn(state: TwilightState, who: Seat, relic: str) -> TwilightState:
    """A relic comes into a hand, where it is played if it must not be kept."""
    state = put(state, who, relics=(*state.sides[who].relics, Held(relic=relic)))
    card = RELICS.get(relic)
    at_once = card is not None and card.timing == AT_ONCE
    return played(state, who, relic, "") if at_once else state  # REL-03
