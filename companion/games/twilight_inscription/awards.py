"""What is awarded during play: Mecatol Rex, objectives, relics, the faction's second ability."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine import (
    LEGAL,
    Action,
    Demand,
    Draft,
    FactValue,
    Impossible,
    Kind,
    Option,
    Ruling,
    Seat,
    Step,
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
from .desk import RESOURCES, SHEETS, Desk, Task, done
from .layouts import sheets_of
from .marking import industry, objectives
from .options import option
from .seats import desk_of, foe_name, put
from .state import AI, CARD, COUNT, DICE, HIDDEN, Award, Name, TwilightState

ACTIONS: tuple[type[Action], ...] = (Rule, Fulfil, Draw, Play, Invoke)
KEYS = ("fulfil", "mecatol", "relic", "play", "faction_ability")
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


def offers(state: TwilightState) -> tuple[Demand, ...]:
    """What may be announced at any time; with full tracking only what the marks do not tell."""
    found = []
    if any(_whose(state, "fulfil", seat).allowed for seat in announcers(state)):
        found.append(Demand(key="fulfil", ask=text("fulfil.ask"), rules=("OBJ-02", "OBJ-07")))
    if state.depth != "full":
        if any(_whose(state, "mecatol", seat).allowed for seat in announcers(state)):
            found.append(Demand(key="mecatol", ask=text("mecatol.ask"), rules=("MEC-01", "MEC-10")))
        found.append(Demand(key="relic", ask=text("relic.ask"), rules=("REL-01",)))
    return (*found, *playing(state))


def playing(state: TwilightState) -> tuple[Demand, ...]:
    """While sheets are drawn, a relic is offered only if this is its moment."""
    held = any(not held.played for side in state.sides for held in side.relics)
    if not held or (state.depth == "full" and state.step in (CARD, DICE) and not relics.due(state)):
        return ()
    return (Demand(key="play", ask=text("play.ask"), rules=("REL-03",)),)


def disclosing(state: TwilightState) -> tuple[Demand, ...]:
    """At the end, relics that were drawn in secret."""
    return tuple(
        Demand(key="relic", seat=seat, ask=text("relic.which"), rules=("REL-06",))
        for seat in relics.secret(state)
    )


def demand(state: TwilightState, seat: Seat, task: Task) -> Demand:
    """What a player's mark has set off."""
    if task.key == "relic":
        return Demand(key="relic", seat=seat, ask=text("relic.which"), rules=("REL-01",))
    ask = text("invoke.ask", what=_ability(state, seat))
    return Demand(key="faction_ability", seat=seat, ask=ask, kind=Kind.CONFIRM, rules=("FAC-02",))


def _ability(state: TwilightState, seat: Seat) -> Text:
    card = FACTIONS.get(state.sides[seat].faction)
    return text("faction.unknown") if card is None else cards.name(card)


def step(state: TwilightState, draft: Draft) -> Step | Action:
    """The next field to choose."""
    if draft.key == "faction_ability":
        return Invoke(seat=draft.seat)
    who = draft.number("who") if draft.seat is None else draft.seat
    if who is None:
        return Step(field="who", ask=text(f"{draft.key}.who"), options=_who(state, draft.key))
    if draft.key == "relic":
        relic = draft.get("relic")
        if relic:
            return Draw(seat=draft.seat, who=who, relic=str(relic))
        keys = relics.unseen(state) if state.step == COUNT else (HIDDEN, *RELICS)
        drawn = [Draw(seat=draft.seat, who=who, relic=key) for key in keys]
        options = tuple(_relic_option(state, action) for action in drawn)
        return Step(field="relic", ask=text("relic.which"), options=options, rules=("REL-01", "REL-05"))
    if draft.key == "play":
        relic = draft.get("relic")
        if relic:
            return _play(state, who, str(relic), draft)
        options = tuple(
            Option(value=one, label=relic_name(one), ruling=relics.timely(state, who, one))
            for one in relics.playable(state, who)
        )
        return Step(field="relic", ask=text("play.ask"), options=options, rules=("REL-03",))
    sheet = ""
    if draft.key == "fulfil":
        sheet = str(draft.get("sheet") or "")
        if not sheet:
            return Step(field="sheet", ask=text("fulfil.ask"), options=_sheets(state, who), rules=("OBJ-02",))
    if _asks_together(state, draft.key, sheet):
        together = draft.get("together")
        if together is None:
            values = tuple(Option(value=one, label=text(f"together.{one}")) for one in ("yes", "no"))
            return Step(
                field="together", ask=text("together.ask"), options=values, rules=("OBJ-05", "MEC-04")
            )
        same = together == "yes"
    else:
        same = False
    if draft.key == "fulfil":
        return Fulfil(who=who, sheet=sheet, together=same)
    return Rule(who=who, together=same)


def _play(state: TwilightState, who: Seat, relic: str, draft: Draft) -> Step | Action:
    resource = str(draft.get("resource") or "")
    if not resource and relics.asks_resource(state, who, relic):
        options = tuple(Option(value=one, label=text(f"resource.{one}")) for one in RESOURCES)
        return Step(field="resource", ask=text("play.resource"), options=options, rules=("CRD-09",))
    return Play(who=who, relic=relic, resource=resource)


def relic_name(relic: str) -> Text:
    """A relic by its name, or that it is a secret."""
    return cards.name(RELICS[relic]) if relic in RELICS else text("relic.hidden")


def announcers(state: TwilightState) -> tuple[Seat, ...]:
    """Whose goals can be announced; where no dice are entered also those of the AI faction (SOL-12)."""
    blocks = state.depth == "scoring" and state.rival is not None
    return (*range(state.players), *((AI,) if blocks else ()))


def _who(state: TwilightState, key: str) -> tuple[Option, ...]:
    goal = key in ("fulfil", "mecatol")
    return tuple(
        Option(value=seat, label=foe_name(seat), ruling=_whose(state, key, seat))
        for seat in (announcers(state) if goal else range(state.players))
    )


def _whose(state: TwilightState, key: str, seat: Seat) -> Ruling:
    if key == "mecatol":
        return check(state, Rule(who=seat))
    if key == "fulfil" and not state.objectives:
        return violated("OBJ-01", what="-", have="-", need="-")
    if key == "play" and all(held.played for held in state.sides[seat].relics):
        return violated("REL-03", what=text("relic.any"), need=1)
    if key == "fulfil":
        rulings = [check(state, Fulfil(who=seat, sheet=sheet)) for sheet in state.objectives]
        return next((one for one in rulings if one.allowed), rulings[0])
    return LEGAL


def _sheets(state: TwilightState, who: Seat) -> tuple[Option, ...]:
    return tuple(
        Option(
            value=sheet,
            label=cards.name(OBJECTIVES[objective]),
            ruling=check(state, Fulfil(who=who, sheet=sheet)),
            icon=sheet,
            note=_worth(state, sheet),
        )
        for sheet, objective in state.objectives.items()
        if objective in OBJECTIVES
    )


def _worth(state: TwilightState, sheet: str) -> Text | None:
    """What the objective would bring now."""
    award = fulfil(state, 0, sheet).awards[-1]
    points = objective_worth(state, award)
    return None if points is None else text("asset.vp", count=points)


def _relic_option(state: TwilightState, action: Draw) -> Option:
    return Option(value=action.relic, label=relic_name(action.relic), ruling=check(state, action))


def _asks_together(state: TwilightState, key: str, sheet: str) -> bool:
    """Where steps are not tracked, the table says what happened in the same one."""
    if state.depth != "scoring":
        return False
    if key == "mecatol":
        return bool(state.mecatol)
    return any(award.sheet == sheet for award in state.awards)


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


def reminders(state: TwilightState) -> Iterator[tuple[Text, str]]:
    """Relics that could be played now."""
    for seat, side in enumerate(state.sides):
        for held in side.relics:
            card = RELICS.get(held.relic)
            if card is not None and not held.played and card.timing == f"active:{side.active}":
                yield text("remind.relic", who=seat_name(seat), what=cards.name(card)), card.rule
