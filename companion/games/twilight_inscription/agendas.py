"""What is printed on agenda cards, and what of it is only known from the owner's cards."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine import FactSpec, Text, literal, text

from . import cards
from .book import value
from .cards import AGENDAS, EVENTS, Agenda, Alternative
from .desk import INDUSTRY
from .state import TwilightState

FOR, AGAINST = SIDES = tuple(value("CNC-04"))
"""The two alternatives."""

STRUCK = ("vote", "good")
"""What an alternative may strike out on Industry."""

LENGTH = 120
"""Letters of an alternative that somebody writes down from a card."""


def side_key(agenda: str, side: str) -> str:
    """The printed value that holds the words of an alternative."""
    return f"agenda.{agenda}.{side}"


def star_key(agenda: str) -> str:
    """The printed value that says whether a card has the star."""
    return f"agenda.{agenda}.star"


def alternative(agenda: str, side: str) -> Alternative | None:
    """An alternative whose effect is known."""
    card = AGENDAS.get(agenda)
    return None if card is None else card.for_ if side == FOR else card.against


def _specs() -> Iterator[FactSpec]:
    for key, card in AGENDAS.items():
        what = cards.name(card)
        if "star" in card.sure:
            yield FactSpec(
                key=star_key(key),
                ask=text("fact.agenda.star", what=what),
                kind="choice",
                choices=("yes", "no"),
                names=(text("yes"), text("no")),
                group=text("fact.agenda.stars"),
                rule="SOL-23",
            )
        for side in SIDES:
            if alternative(key, side) is None:
                yield FactSpec(
                    key=side_key(key, side),
                    ask=text("fact.agenda.side", what=what, side=text(f"side.{side}")),
                    kind="text",
                    length=LENGTH,
                    group=text("fact.agenda.group"),
                    rule="CNC-04",
                )


def sign_key(agenda: str) -> str:
    """The printed value that says which assets an alternative strikes out."""
    return f"agenda.{agenda}.sign"


def _signs() -> Iterator[FactSpec]:
    """Alternatives whose words are known but for a sign."""
    for key, card in AGENDAS.items():
        for side in SIDES:
            known = alternative(key, side)
            if known is not None and known.effect.sheet == INDUSTRY and not known.effect.what:
                yield FactSpec(
                    key=sign_key(key),
                    ask=text("fact.agenda.sign", what=cards.name(card), side=text(f"side.{side}")),
                    kind="choice",
                    choices=STRUCK,
                    names=tuple(text(f"asset.{kind}", sort="", count=1) for kind in STRUCK),
                    group=text("fact.agenda.group"),
                    rule=card.rule,
                )


FACTS: dict[str, FactSpec] = {spec.key: spec for spec in (*_specs(), *_signs())}
"""Words and stars of the cards that the rulebook does not show."""


def starred(state: TwilightState, agenda: str) -> bool:
    """Whether a card has the star beside its first alternative."""
    told = state.facts.get(star_key(agenda))
    return AGENDAS[agenda].star if told is None else told == "yes"


def star_name(star: bool) -> Text:
    """A card with or without the star."""
    return text("agenda.star" if star else "agenda.plain")


def of_phase(phase: int) -> tuple[Agenda, ...]:
    """The agendas of a phase."""
    return tuple(card for card in AGENDAS.values() if card.phase == phase)


def phase_of(state: TwilightState) -> int:
    """The phase of the event of this round."""
    return EVENTS[state.event].phase


def revealed(state: TwilightState) -> tuple[str, ...]:
    """The agenda of this council; with an AI faction the pair."""
    return state.agendas.get(str(phase_of(state)), ())


def shown(state: TwilightState) -> tuple[tuple[str, str], ...]:
    """The alternatives on the table: card and side, first what is voted for."""
    found = revealed(state)
    if not found:
        return ()
    return (found[0], FOR), (found[-1], AGAINST)  # SOL-22, SOL-23


def card_of(state: TwilightState, side: str) -> str:
    """The card on which an alternative stands."""
    return {one: card for card, one in shown(state)}.get(side, "")


def wanted(state: TwilightState) -> Iterator[str]:
    """The words that nobody has written down yet, of the cards on the table."""
    tracked = any(side.desk is not None for side in state.sides)
    for card, side in shown(state):
        yield side_key(card, side)
        if tracked and sign_key(card) in FACTS:
            yield sign_key(card)


def words(state: TwilightState, card: str, side: str) -> Text:
    """What an alternative says: our words, or those of somebody at this table."""
    if alternative(card, side) is not None:
        return text(side_key(card, side))
    told = state.facts.get(side_key(card, side))
    return text("agenda.read", what=cards.name(AGENDAS[card])) if told is None else literal(str(told))


def decided(card: str, side: str) -> bool:
    """Whether whoever has the largest vote decides something in an alternative."""
    known = alternative(card, side)
    return known is not None and known.decider
