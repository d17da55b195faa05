"""What is said in a council: its steps, what to claim, the agenda, the count, the verdict, its costs."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine import Action, Reminder, Text, literal, seat_name, text

from . import agendas, cards, effects
from .actions import Agenda, Cast, Choose, Decide, Vote
from .agendas import SIDES
from .ballots import ai_votes, counted, leaders, order, verdict_of, votes_left
from .cards import AGENDAS
from .dice import BLACK
from .state import AGENDA, CLAIM, DEBATE, DECIDER, RESOLVE, TIE, VOTE, TwilightState


def reminders(state: TwilightState) -> tuple[Reminder, ...]:
    """What not to forget now."""
    match state.step:
        case step if step == CLAIM:
            return _claims(state)
        case step if step == AGENDA and state.rival is not None:
            return (
                Reminder(text("council.remind.pair"), "SOL-22"),
                Reminder(text("council.remind.star"), "SOL-23"),
            )
        case step if step in (DEBATE, VOTE):
            return tuple(Reminder(_side(state, card, side), "CNC-04") for card, side in agendas.shown(state))
        case step if step == TIE:
            return _die(state)
        case step if step == DECIDER:
            return (Reminder(text("council.remind.roll_off"), "CNC-14"),)
        case step if step == RESOLVE:
            count = Reminder(verdict_line(state), "CNC-08" if state.rival is None else "SOL-26")
            return (*_verdicts(state), *_costs(state), count)
    return ()


def _side(state: TwilightState, card: str, side: str) -> Text:
    return text("council.side", side=text(f"side.{side}"), what=agendas.words(state, card, side))


def _claims(state: TwilightState) -> tuple[Reminder, ...]:
    if any(side.desk is None for side in state.sides):
        return (
            Reminder(text("council.remind.claim"), "CNC-02"),
            Reminder(text("council.remind.limit"), "CNC-15"),
        )
    found = []
    for seat in range(state.players):
        left = votes_left(state, seat)
        found.append(Reminder(text("council.remind.left", who=seat_name(seat), count=left or 0), "CNC-02"))
    return tuple(found)


def _die(state: TwilightState) -> tuple[Reminder, ...]:
    there, against = counted(state)
    if state.rival is not None:
        return (
            Reminder(text("council.remind.line"), "SOL-25"),
            Reminder(text("council.remind.bonus"), "SOL-26"),
        )
    return (Reminder(text("council.remind.tie", count=there, other=against), "CNC-10"),)


def _verdicts(state: TwilightState) -> Iterator[Reminder]:
    """What is resolved, and by whom."""
    for seats, side in _groups(state):
        card = agendas.card_of(state, side)
        who = tuple(map(seat_name, seats)) if state.verdicts else text("everybody")
        rule = "CNC-09" if state.rival is None else "SOL-27"
        yield Reminder(text("council.verdict", who=who, what=_side(state, card, side)), rule)
        if state.verdicts and agendas.decided(card, side):  # SOL-37
            yield Reminder(text("council.remind.choose"), "SOL-37")
    if state.deciders:
        yield Reminder(text("council.decides", who=tuple(map(seat_name, state.deciders))), "CNC-14")
    elif (
        state.rival is None
        and agendas.alternative(agendas.card_of(state, state.verdict), state.verdict) is None
    ):
        who = tuple(map(seat_name, leaders(state, state.verdict)))
        yield Reminder(text("council.leaders", side=text(f"side.{state.verdict}"), who=who), "CNC-14")


def _groups(state: TwilightState) -> tuple[tuple[tuple[int, ...], str], ...]:
    """Who resolves which alternative."""
    seats = range(state.players)
    groups = ((tuple(one for one in seats if verdict_of(state, one) == side), side) for side in SIDES)
    return tuple(group for group in groups if group[0])


def _costs(state: TwilightState) -> Iterator[Reminder]:
    spent = tuple(
        text("council.spent", who=seat_name(seat), count=ballot.votes)
        for seat in order(state)
        if (ballot := state.sides[seat].ballot) is not None and ballot.votes
    )
    if spent:
        rule = "CNC-12" if state.rival is None else "SOL-29"
        yield Reminder(text("council.remind.spend", what=spent), rule)


def describe(state: TwilightState, action: Action) -> Text:
    """One line of the history; `state` is the one before."""
    match action:
        case Agenda(agenda=agenda, counter=counter):
            what = tuple(cards.name(AGENDAS[card]) for card in (agenda, counter) if card in AGENDAS)
            return text("done.agenda", what=what)
        case Vote(seat=seat, side=side, votes=votes):
            who = seat_name(seat or 0)
            if state.rival is not None:
                return text("done.vote.number", who=who, count=votes)
            if not side:
                return text("done.vote.abstain", who=who)
            return text("done.vote", who=who, count=votes, side=text(f"side.{side}"))
        case Cast(face=face):
            return text("done.cast", resource=text(f"resource.{BLACK[face]}"))
        case Decide(who=who):
            return text("done.decide", who=seat_name(who))
        case Choose(seat=seat, what=what):
            named = effects.options(state, seat or 0).get(what, literal(what))
            return text("done.choose", who=seat_name(seat or 0), what=named)
    return text(f"done.council.{action.verb}")


def verdict_line(state: TwilightState) -> Text:
    """The count in one line, once it is open."""
    theirs = ai_votes(state)
    if theirs is not None:
        return text("council.count.ai", count=theirs)
    there, against = counted(state)
    return text("council.count", count=there, other=against)
