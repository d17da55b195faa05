"""How awards are announced: what is offered, asked and chosen, and what could be played now."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine import (
    LEGAL,
    Action,
    Demand,
    Draft,
    Kind,
    Option,
    Ruling,
    Seat,
    Step,
    Text,
    seat_name,
    text,
    violated,
)

from . import cards, printed_words, relics
from .actions import Draw, Fulfil, Invoke, Play, Rule
from .awards import announcers, check, fulfil, objective_worth, relic_name
from .cards import FACTIONS, OBJECTIVES, RELICS
from .desk import RESOURCES, Task
from .seats import foe_name
from .state import CARD, COUNT, DICE, HIDDEN, TwilightState

KEYS = ("fulfil", "mecatol", "relic", "play", "faction_ability")


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
    card = FACTIONS.get(state.sides[seat].faction)
    told = None if card is None else printed_words.told(card, state.facts)
    ask = text("invoke.ask", what=_ability(state, seat)) if told is None else told
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
            Option(
                value=one,
                label=relic_name(one),
                ruling=relics.timely(state, who, one),
                note=printed_words.told(RELICS[one], state.facts) if one in RELICS else None,
            )
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


def reminders(state: TwilightState) -> Iterator[tuple[Text, str]]:
    """Relics that could be played now."""
    for seat, side in enumerate(state.sides):
        for held in side.relics:
            card = RELICS.get(held.relic)
            if card is not None and not held.played and card.timing == f"active:{side.active}":
                yield text("remind.relic", who=seat_name(seat), what=cards.name(card)), card.rule
