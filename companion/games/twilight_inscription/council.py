"""The Council event: votes are claimed, an agenda is revealed, debated, voted on in secret, and resolved."""

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
    Seat,
    Step,
    but,
    literal,
    seat_name,
    text,
    violated,
)

from . import ai, cards, dice, effects, rounds
from .actions import Agenda, Cast, Choose, Claim, Debate, Decide, Resolve, Vote
from .agendas import (
    AGAINST,
    FACTS,
    FOR,
    SIDES,
    card_of,
    decided,
    of_phase,
    phase_of,
    revealed,
    star_name,
    starred,
    wanted,
)
from .ai_board import VOTES
from .ballots import NO_VOTE, counted, leaders, votes_left, waiting
from .book import value
from .cards import AGENDAS
from .council_telling import describe, reminders
from .layouts import sheets_of
from .marking import chain, industry
from .seats import idle, put, put_all
from .state import AGENDA, CLAIM, DEBATE, DECIDER, RESOLVE, TIE, VOTE, Ballot, TwilightState

__all__ = [
    "ACTIONS", "FACTS", "apply", "begin", "check", "demands", "describe", "reminders", "sealed",
    "step", "view", "wanted",
]  # fmt: skip

ACTIONS: tuple[type[Action], ...] = (Claim, Agenda, Debate, Vote, Cast, Decide, Choose, Resolve)
ABSTAIN = "-"
MOST_VOTES = 15
"""Up to so many votes are keys to touch where the sheets are not tracked."""


def begin(state: TwilightState) -> TwilightState:
    """A Council card was revealed."""
    state = put_all(state, ballot=None)
    return but(state, step=CLAIM, verdict="", verdicts=(), deciders=(), cast="", owed=())


def key_of(state: TwilightState) -> str:
    """The key of this council's votes, so that those of an earlier one are no secret."""
    return f"vote:{state.round}"


def demands(state: TwilightState) -> tuple[Demand, ...]:
    """What the event waits for."""
    alone = state.rival is not None
    if state.step == CLAIM:
        return (_confirm("claim", "mark" if state.depth == "full" else "ask", "CNC-02", "CNC-15"),)
    if state.step == AGENDA:
        rules = ("SOL-22", "SOL-23") if alone else ("CNC-03",)
        return (Demand(key="agenda", ask=text("council.agenda.ask"), rules=rules),)
    if state.step == DEBATE:
        return (_confirm("debate", "ask", "CNC-05"),)
    if state.step == VOTE:
        rules = ("SOL-24" if alone else "CNC-06", "CNC-07")
        ask = text("council.vote.ask")
        key = key_of(state)
        return tuple(
            Demand(key=key, seat=seat, ask=ask, kind=Kind.SECRET, rules=rules) for seat in waiting(state)
        )
    if state.step == TIE:
        ask = text("council.ai.ask" if alone else "council.tie.ask")
        sees = "symbols:twilight_inscription:1"
        rule = "SOL-25" if alone else "CNC-10"
        return (Demand(key="cast", ask=ask, kind=Kind.ROLL, rules=(rule,), sees=sees),)
    if state.step == DECIDER:
        ask = text("council.decide.ask", who=tuple(map(seat_name, state.deciders)))
        return (Demand(key="decide", ask=ask, rules=("CNC-14",)),)
    if state.owed:
        ask = text("council.choose.ask")
        return tuple(Demand(key="choose", seat=seat, ask=ask, rules=("CNC-14",)) for seat in state.owed)
    return (_confirm("resolve", "ask", "CNC-09", "CNC-12"),) if idle(state).legal else ()


def _confirm(key: str, ask: str, *rules: str) -> Demand:
    return Demand(key=key, ask=text(f"council.{key}.{ask}"), kind=Kind.CONFIRM, rules=rules)


def step(state: TwilightState, draft: Draft) -> Step | Action:
    """The next field to choose."""
    match draft.key.partition(":")[0]:
        case "claim":
            return Claim()
        case "agenda":
            return _agenda(state, draft)
        case "debate":
            return Debate()
        case "vote":
            return _vote(state, draft)
        case "cast":
            face = draft.get("face")
            if face is not None:
                return Cast(face=str(face))
            return Step(
                field="face", ask=text("council.die"), options=dice.black_options(), rules=("CNC-10",)
            )
        case "decide":
            who = draft.number("who")
            if who is not None:
                return Decide(who=who)
            options = tuple(Option(value=seat, label=seat_name(seat)) for seat in state.deciders)
            return Step(field="who", ask=text("council.decide.who"), options=options, rules=("CNC-14",))
        case "choose":
            return _choose(state, draft)
        case "resolve":
            return Resolve()
    raise Impossible(draft.key)


def _agenda(state: TwilightState, draft: Draft) -> Step | Action:
    first, counter = (str(draft.get(field) or "") for field in ("agenda", "counter"))
    if first and (counter or state.rival is None):
        return Agenda(agenda=first, counter=counter)
    field = "counter" if first else "agenda"
    options = []
    for card in of_phase(phase_of(state)):
        ruling = check(state, Agenda(agenda=first, counter=card.id)) if first else LEGAL
        note = star_name(starred(state, card.id)) if state.rival else None
        options.append(Option(value=card.id, label=cards.name(card), ruling=ruling, note=note))
    rule = "SOL-23" if first else "CNC-03" if state.rival is None else "SOL-22"
    return Step(field=field, ask=text(f"council.{field}.which"), options=tuple(options), rules=(rule,))


def _vote(state: TwilightState, draft: Draft) -> Step | Action:
    side, votes = draft.get("side"), draft.number("votes")
    if side is None and state.rival is None:
        options = tuple(
            Option(
                value=one or ABSTAIN,
                label=text(f"side.{one or 'abstain'}"),
                ruling=check(state, Vote(key=draft.key, seat=draft.seat, side=one, votes=int(bool(one)))),
            )
            for one in (*SIDES, "")
        )
        return Step(field="side", ask=text("council.side.which"), options=options, rules=("CNC-04",))
    if side == ABSTAIN:
        return Vote(key=draft.key, seat=draft.seat, side="")
    if votes is not None:
        return Vote(key=draft.key, seat=draft.seat, side=str(side or ""), votes=votes)
    left = votes_left(state, draft.seat or 0)
    most = MOST_VOTES if left is None else left
    counts = tuple(
        Option(value=count, label=literal(str(count))) for count in range(0 if side is None else 1, most + 1)
    )
    return Step(field="votes", ask=text("council.votes.which"), options=counts, keys=True, rules=("CNC-07",))


def _choose(state: TwilightState, draft: Draft) -> Step | Action:
    what = draft.get("what")
    if what is not None:
        return Choose(seat=draft.seat, what=str(what))
    options = tuple(
        Option(value=one, label=label, ruling=effects.check(state, Choose(seat=draft.seat, what=one)))
        for one, label in effects.options(state, draft.seat or 0).items()
    )
    return Step(field="what", ask=text("council.choose.ask"), options=options)


def check(state: TwilightState, action: Action) -> Ruling:
    """What the rules say of an action."""
    due: dict[str, type[Action]] = {CLAIM: Claim, DEBATE: Debate, RESOLVE: Resolve}
    match action:
        case Agenda() if state.step == AGENDA:
            return _check_agenda(state, action)
        case Vote(seat=seat) if seat is not None and state.step == VOTE and action.key == key_of(state):
            return _check_vote(state, seat, action)
        case Cast(face=face) if state.step == TIE and face in dice.BLACK:
            return LEGAL
        case Decide(who=who) if state.step == DECIDER:
            if who in state.deciders:
                return LEGAL
            have = seat_name(who) if 0 <= who < state.players else who + 1
            return violated("CNC-14", have=have, need=tuple(map(seat_name, state.deciders)))
        case Choose() if state.step == RESOLVE:
            return effects.check(state, action)
        case Claim() | Debate() | Resolve() if isinstance(action, due.get(state.step, Agenda)):
            if state.step != RESOLVE:
                return LEGAL
            undone = effects.undone(state)
            return idle(state) if undone.legal else undone
    return violated("TABLE-1", key=action.key)


def _check_agenda(state: TwilightState, action: Agenda) -> Ruling:
    rule = "CNC-03" if state.rival is None else "SOL-22"
    for card in (action.agenda, action.counter):
        known = AGENDAS.get(card)
        if known is None and (card or card == action.agenda):
            return violated(rule, what=card, have="-", need=phase_of(state))
        if known is not None and known.phase != phase_of(state):
            return violated(rule, what=cards.name(known), have=known.phase, need=phase_of(state))
    if bool(action.counter) != (state.rival is not None):
        return violated("TABLE-1", key=action.key)
    if action.counter:
        first, second = (starred(state, card) for card in (action.agenda, action.counter))
        others = {starred(state, card.id) for card in of_phase(phase_of(state))}
        if first == second and len(others) > 1:  # SOL-23
            what = cards.name(AGENDAS[action.counter])
            return violated("SOL-23", what=what, have=star_name(second), need=star_name(not first))
    return LEGAL


def _check_vote(state: TwilightState, seat: Seat, action: Vote) -> Ruling:
    if state.sides[seat].ballot is not None:
        return violated("CNC-06", seat=seat_name(seat))
    if state.rival is not None and action.side:
        return violated("SOL-24", count=action.votes)
    least = 1 if action.side else 0
    if state.rival is None and (
        action.side not in (*SIDES, "") or action.votes < least or (not action.side and action.votes)
    ):
        have = text(f"side.{action.side}") if action.side in SIDES else text("side.abstain")
        return violated(
            "CNC-04", count=action.votes, have=have, need=tuple(text(f"side.{one}") for one in SIDES)
        )
    left = votes_left(state, seat)
    if action.votes < 0 or (left is not None and action.votes > left):
        return violated("CNC-07", count=action.votes, seat=seat_name(seat), have=left or 0)
    return LEGAL


def apply(state: TwilightState, action: Action) -> TwilightState:
    """The table after an action, also an overruled one."""
    match action:
        case Claim() if state.step == CLAIM:
            return _on(_claimed(state), AGENDA)
        case Agenda(agenda=first, counter=counter) if state.step == AGENDA and first in AGENDAS:
            if (state.rival is None) == bool(counter) or counter not in (*AGENDAS, ""):
                raise Impossible(action.verb)
            pair = (first, counter) if counter else (first,)
            state = but(state, agendas={**state.agendas, str(phase_of(state)): pair})
            return _on(state, DEBATE if state.rival is None else VOTE)
        case Debate() if state.step == DEBATE:
            return _on(state, VOTE)
        case Vote(seat=seat, side=side, votes=votes) if state.step == VOTE and seat is not None:
            if votes < 0 or side not in (*SIDES, ""):
                raise Impossible(action.verb)
            state = put(state, seat, ballot=Ballot(side=side, votes=votes))
            return state if waiting(state) else _told(state)
        case Cast(face=face) if state.step == TIE and face in dice.BLACK:
            return _cast(but(state, cast=face), dice.BLACK[face])
        case Decide(who=who) if state.step == DECIDER and 0 <= who < state.players:
            return _resolving(but(state, deciders=(who,)))  # CNC-14, CLR-10
        case Choose() if state.step == RESOLVE:
            return effects.apply(state, action)
        case Resolve() if state.step == RESOLVE:
            return rounds.end(_spent(state))
    raise Impossible(action.verb)


def _on(state: TwilightState, step: str) -> TwilightState:
    return but(state, step=step, tick=state.tick + 1)


def _claimed(state: TwilightState) -> TwilightState:
    """Everybody's votes are circled, where the sheets are tracked."""
    for seat, side in enumerate(state.sides):
        if side.desk is not None:
            sheets = sheets_of(state, seat)
            votes = industry.vote_income(side.desk, sheets)
            desk = industry.claim_printed(side.desk, sheets, "vote", votes)  # CNC-02, CNC-15, SOL-21
            state = put(state, seat, desk=chain.settle(desk, sheets))
    return state


def _told(state: TwilightState) -> TwilightState:
    """All have voted: the larger number wins, or a die is needed."""
    there, against = counted(state)
    if state.rival is not None or there == against:
        return _on(state, TIE)  # CNC-10, CNC-11, SOL-25
    return _decided(but(state, verdict=FOR if there > against else AGAINST))  # CNC-09


def _cast(state: TwilightState, resource: str) -> TwilightState:
    """The die has fallen: it settles a tie, or adds to the AI's votes."""
    if state.rival is None:
        return _decided(but(state, verdict=FOR if resource in value("CNC-10")["for"] else AGAINST))  # CNC-10
    state = ai.closed(state, VOTES, phase_of(state))  # SOL-25
    good = FOR if starred(state, revealed(state)[0]) else AGAINST
    bad = AGAINST if good == FOR else FOR
    theirs = ai.votes(state, phase_of(state), resource)
    mine = [(side.ballot or NO_VOTE).votes for side in state.sides]
    return _resolving(
        but(state, verdicts=tuple(good if votes > theirs else bad for votes in mine))
    )  # SOL-27, SOL-28


def _decided(state: TwilightState) -> TwilightState:
    """The verdict is known; some need somebody who decides."""
    if decided(card_of(state, state.verdict), state.verdict):
        state = but(state, deciders=leaders(state, state.verdict))
        if len(state.deciders) > value("CNC-14")["deciders"]:
            return _on(state, DECIDER)  # CNC-14, CLR-10
    return _resolving(state)


def _resolving(state: TwilightState) -> TwilightState:
    """The alternative is resolved (CNC-09)."""
    return effects.begin(_on(state, RESOLVE))


def _spent(state: TwilightState) -> TwilightState:
    """The votes cast are slashed, whichever side has won."""
    for seat, side in enumerate(state.sides):
        if side.desk is not None and side.ballot is not None:
            desk = industry.spend_votes(side.desk, sheets_of(state, seat), side.ballot.votes)
            state = put(state, seat, desk=desk)  # CNC-12, CNC-13, SOL-29
    return state


def view(state: TwilightState, viewer: Seat | None) -> TwilightState:
    """The table without the votes of others while they are cast."""
    if state.step != VOTE:
        return state
    for seat, side in enumerate(state.sides):
        if side.ballot is not None and seat != viewer:
            state = put(state, seat, ballot=NO_VOTE)
    return state


def sealed(state: TwilightState, action: Action) -> bool:
    """Whether a vote is still a secret."""
    return isinstance(action, Vote) and state.step == VOTE and action.key == key_of(state)  # CNC-06
