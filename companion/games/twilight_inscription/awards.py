"""What is awarded during play: Mecatol Rex, objectives, relics, the faction's second ability."""

from __future__ import annotations

from companion.engine import (
    LEGAL,
    Action,
    FactValue,
    Impossible,
    Ruling,
    Seat,
    Text,
    but,
    number,
    seat_name,
    text,
    violated,
)

from . import cards, facts, relics
from .actions import Draw, Fulfil, Invoke, Play, Rule
from .cards import FACTIONS, MECATOL, OBJECTIVES, RELICS
from .desk import SHEETS, Desk, done
from .layouts import sheets_of
from .marking import industry, objectives
from .options import option
from .seats import desk_of, foe_name, put
from .state import AI, COUNT, HIDDEN, Award, Name, TwilightState

ACTIONS: tuple[type[Action], ...] = (Rule, Fulfil, Draw, Play, Invoke)
TASKS = ("relic", "faction")
"""What a mark sets off and the table decides; Mecatol Rex needs nobody."""


def _earlier(state: TwilightState, tick: int) -> bool:
    """Whether something was announced in an earlier step than this one."""
    return tick < state.tick  # MEC-09, MEC-10, OBJ-06, OBJ-07, CLR-13, CLR-14


def claim_mecatol(state: TwilightState, seat: Seat) -> TwilightState:
    """A name is written in the topmost free row; the reward is that of the row free when the step began."""
    rows = [
        one for one in state.mecatol if _earlier(state, one.tick) and not _same_round(state, one)
    ]  # SOL-16
    row = 1 + len(rows)  # MEC-01, MEC-04
    return _voted(but(state, mecatol=(*state.mecatol, Name(seat=seat, tick=state.tick, row=row))))  # MEC-01


def row_worth(row: int, what: str, known: dict[str, FactValue]) -> int | None:
    """What a row of the board gives; None while it is not known."""
    printed = MECATOL.get(row)  # MEC-05, MEC-06
    if printed is not None:
        return int(getattr(printed, what))
    return number(known, facts.row_key(row, what))


def _voted(state: TwilightState) -> TwilightState:
    """The votes of Mecatol Rex are circled as soon as it is known how many they are."""
    for at, name in enumerate(state.mecatol):
        votes = row_worth(name.row, "votes", state.facts)
        if name.seat == AI or name.claimed or votes is None:  # SOL-15
            continue
        names = (*state.mecatol[:at], but(name, claimed=True), *state.mecatol[at + 1 :])
        state = but(state, mecatol=names)
        if state.sides[name.seat].desk is not None:
            desk, sheets = desk_of(state, name.seat), sheets_of(state, name.seat)
            state = put(state, name.seat, desk=industry.claim_printed(desk, sheets, "vote", votes))  # MEC-02
    return state


def learnt(state: TwilightState) -> TwilightState:
    """A printed value became known."""
    return _voted(state)


def fulfil(state: TwilightState, seat: Seat, sheet: str) -> TwilightState:
    """An objective is fulfilled: the first in an earlier step has the higher value."""
    earlier = [
        award
        for award in state.awards
        if award.sheet == sheet and _earlier(state, award.tick) and not _same_round(state, award)  # SOL-16
    ]
    award = Award(sheet=sheet, seat=seat, tick=state.tick, first=not earlier)  # OBJ-03, OBJ-05, OBJ-04
    return but(state, awards=(*state.awards, award))


def _same_round(state: TwilightState, goal: Award | Name) -> bool:
    """Whether the AI's goal of this round counts as reached at the same time."""
    agreed = state.depth != "scoring" and option(state, "ai_round") == "round"
    return agreed and goal.seat == AI and goal.tick >= state.began  # SOL-16


def objective_worth(state: TwilightState, award: Award) -> int | None:
    """The points of an award; None while they are not known."""
    return printed_worth(state.objectives.get(award.sheet, ""), award.first, state.facts)


def printed_worth(objective: str, first: bool, known: dict[str, FactValue]) -> int | None:
    """The points of an objective for the first or for later ones; None while they are not known."""
    card = OBJECTIVES.get(objective)
    if card is None:
        return None
    printed = card.first if first else card.later
    return printed if printed is not None else number(known, facts.objective_key(objective, first))  # END-03


def relic_worth(relic: str, known: dict[str, FactValue]) -> int | None:
    """The points of a relic; None while they are not known."""
    if relic == HIDDEN or relic not in RELICS:
        return None
    printed = RELICS[relic].points
    return printed if printed is not None else number(known, facts.relic_key(relic))  # REL-01, REL-06


def taken(state: TwilightState, seat: Seat) -> TwilightState:
    """What a mark has brought about beyond the sheets."""
    desk = desk_of(state, seat)
    while desk.task is not None and desk.task.key == "mecatol":
        state = claim_mecatol(put(state, seat, desk=done(desk)), seat)  # NAV-18
        desk = desk_of(state, seat)
    for sheet in SHEETS:
        if not _has(state, seat, sheet) and _met(state, seat, sheet):  # OBJ-02, OBJ-08
            state = fulfil(state, seat, sheet)  # OBJ-02
    return state


def _has(state: TwilightState, seat: Seat, sheet: str) -> bool:
    return any(award.seat == seat and award.sheet == sheet for award in state.awards)


def _met(state: TwilightState, seat: Seat, sheet: str) -> bool | None:
    """Whether the marks fulfil an objective; None where its condition is not known."""
    objective = state.objectives.get(sheet, "")
    if state.sides[seat].desk is None or not objective:
        return None
    return objectives.fulfilled(desk_of(state, seat), sheets_of(state, seat), objective)


def relic_name(relic: str) -> Text:
    """A relic by its name, or that it is a secret."""
    return cards.name(RELICS[relic]) if relic in RELICS else text("relic.hidden")


def announcers(state: TwilightState) -> tuple[Seat, ...]:
    """Whose goals can be announced; where no dice are entered also those of the AI faction (SOL-12)."""
    blocks = state.depth == "scoring" and state.rival is not None
    return (*range(state.players), *((AI,) if blocks else ()))


def check(state: TwilightState, action: Action) -> Ruling:
    """What the rules say of an announcement."""
    match action:
        case Rule(who=who) | Fulfil(who=who) if who not in announcers(state):
            return violated("TABLE-1", key=action.key)
        case Draw(who=who) | Play(who=who) if who not in range(state.players):
            return violated("TABLE-1", key=action.key)
        case Rule(who=who):
            row = next((name.row for name in state.mecatol if name.seat == who), None)
            return LEGAL if row is None else violated("MEC-01", seat=foe_name(who), have=row)
        case Fulfil(who=who, sheet=sheet):
            if sheet not in state.objectives:
                return violated("OBJ-01", what=sheet, have="-", need="-")
            what = cards.name(OBJECTIVES[state.objectives[sheet]])
            if _has(state, who, sheet):
                return violated("OBJ-08", seat=foe_name(who), what=what)
            if _met(state, who, sheet) is False:
                return violated("OBJ-02", seat=seat_name(who), what=what)
        case Draw(who=who, relic=relic):
            if relic not in (*RELICS, HIDDEN):
                return violated("CMP-09", what=relic, limit=len(RELICS))
            owner = next(
                (at for at, side in enumerate(state.sides) if relic in [one.relic for one in side.relics]),
                None,
            )
            if owner is not None and relic != HIDDEN:
                return violated("REL-01", who=seat_name(owner), what=relic_name(relic))
        case Play(who=who, relic=relic):
            if relic not in (*RELICS, HIDDEN):
                return violated("CMP-09", what=relic, limit=len(RELICS))
            if relic not in relics.playable(state, who):
                return violated("REL-03", what=relic_name(relic), need=1)
            return relics.timely(state, who, relic)
        case Invoke(seat=seat):
            desk = None if seat is None else state.sides[seat].desk
            task = None if desk is None else desk.task
            if task is None or task.key != "faction":
                return violated("FAC-02", count=0)
    return LEGAL


def apply(state: TwilightState, action: Action) -> TwilightState:
    """The table after an announcement."""
    match action:
        case Rule(who=who, together=together) if who in announcers(state):
            ticks = [name.tick for name in state.mecatol]
            return _kept(claim_mecatol(_ticked(state, together, ticks), who), state)
        case Fulfil(who=who, sheet=sheet, together=together) if (
            who in announcers(state) and sheet in state.objectives
        ):
            ticks = [award.tick for award in state.awards if award.sheet == sheet]
            return _kept(fulfil(_ticked(state, together, ticks), who, sheet), state)
        case Draw(who=who, relic=relic, seat=seat):
            side = state.sides[who] if who in range(state.players) else None
            if side is None or relic not in (*RELICS, HIDDEN):
                raise Impossible("draw")
            if state.step == COUNT and who in relics.secret(state):
                return relics.disclosed(state, who, relic)
            state = put(state, who, desk=_drawn(state, who)) if seat is not None else state
            return taken_all(relics.drawn(state, who, relic), who)
        case Play(who=who, relic=relic) if who in range(state.players):
            return taken_all(relics.played(state, who, relic, action.resource), who)
        case Invoke(seat=seat) if seat is not None:
            return _invoked(state, seat)
    raise Impossible(action.verb)


def taken_all(state: TwilightState, who: Seat) -> TwilightState:
    """What a relic has brought about beyond the sheets, where they are tracked."""
    return state if state.sides[who].desk is None else taken(state, who)


def _ticked(state: TwilightState, together: bool, before: list[int]) -> TwilightState:
    """Where steps are not tracked, an announcement is a step of its own unless the table says that it was
    together with the one before for the same goal."""
    if state.depth != "scoring":
        return state
    return but(state, tick=before[-1] if together and before else state.tick + 1)  # OBJ-05, MEC-04


def _kept(after: TwilightState, before: TwilightState) -> TwilightState:
    """Steps are never counted back."""
    return but(after, tick=max(after.tick, before.tick))


def _drawn(state: TwilightState, seat: Seat) -> Desk:
    desk = desk_of(state, seat)
    if desk.task is None or desk.task.key != "relic":
        raise Impossible("relic")
    return done(desk)


def _invoked(state: TwilightState, seat: Seat) -> TwilightState:
    """The ability is carried out: by marks where the app knows it, else by hand."""
    desk = desk_of(state, seat)
    if desk.task is None or desk.task.key != "faction":
        raise Impossible("faction")
    desk, faction = done(desk), FACTIONS.get(state.sides[seat].faction)
    if faction is not None and "FAC-05" in faction.rules:
        desk = industry.guild_ships(desk, sheets_of(state, seat))
    return put(state, seat, desk=desk)
