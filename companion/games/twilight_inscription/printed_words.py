"""What a card says and the rulebook does not: its owner writes it down once, it is shown when it matters."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine import FactSpec, FactValue, Text, literal, text

from . import cards
from .cards import FACTIONS, OBJECTIVES, RELICS, Card
from .state import REVEAL, TwilightState

LENGTH = 120
"""Letters of a card's words: enough for what must be done, too few for a copy."""


def key(card: Card) -> str:
    """The printed value that holds a card's words."""
    return f"{card.group}.{card.id}.text"


def _unread() -> Iterator[Card]:
    yield from (card for card in (*OBJECTIVES.values(), *RELICS.values()) if not card.rule)
    yield from (card for card in FACTIONS.values() if not card.rules)


FACTS: dict[str, FactSpec] = {
    key(card): FactSpec(
        key=key(card),
        ask=text(f"fact.{card.group}.text", what=cards.name(card)),
        kind="text",
        length=LENGTH,
        group=text(f"fact.{card.group}.group"),
        rule={"objective": "OBJ-02", "relic": "REL-03", "faction": "FAC-02"}[card.group],
    )
    for card in _unread()
}
"""The words of objectives and relics, and of a faction's second ability."""


def told(card: Card, known: dict[str, FactValue]) -> Text | None:
    """What a card says, as the rulebook or its owner tells it."""
    own = known.get(key(card))
    return literal(str(own)) if own is not None else cards.tells(card)


def wanted(state: TwilightState) -> Iterator[str]:
    """The words that matter now: objectives before the first event, a relic once it is played, a faction's
    ability when it is to be carried out."""
    if state.step == REVEAL and not state.round:
        yield from (key(OBJECTIVES[one]) for one in state.objectives.values() if one in OBJECTIVES)
    for side in state.sides:
        yield from (key(RELICS[held.relic]) for held in side.relics if held.played and held.relic in RELICS)
        task = side.desk.task if side.desk is not None else None
        if task is not None and task.key == "faction" and side.faction in FACTIONS:
            yield key(FACTIONS[side.faction])
