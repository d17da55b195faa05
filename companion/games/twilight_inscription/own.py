"""What players say of sheets that are not tracked: active sheet, focus dice, Fleet Logistics, neighbours."""

from __future__ import annotations

from companion.engine import (
    LEGAL,
    Action,
    Demand,
    Draft,
    Impossible,
    Option,
    Ruling,
    Step,
    seat_name,
    text,
    violated,
)

from .actions import Own
from .desk import RESOURCES, SHEETS
from .seats import put
from .state import TwilightState

ACTIONS: tuple[type[Action], ...] = (Own,)
ACTIVE, LOGISTICS = "active", "logistics"
HALVES = ("left", "right")
KINDS = (ACTIVE, *RESOURCES, LOGISTICS, *HALVES)
"""What can be said: the active sheet, a focus die by its resource, Fleet Logistics, a neighbour advantage."""

ON_A_SHEET = (ACTIVE, *RESOURCES)


def offers(state: TwilightState) -> tuple[Demand, ...]:
    """Only where the sheets are not tracked."""
    if state.depth != "light":
        return ()
    return (Demand(key="own", ask=text("own.ask"), rules=("FOC-03", "TEC-14", "ADV-20")),)


def step(state: TwilightState, draft: Draft) -> Step | Action:
    """Who, what, and on which sheet."""
    who = draft.number("who")
    if who is None:
        seats = tuple(Option(value=seat, label=seat_name(seat)) for seat in range(state.players))
        return Step(field="who", ask=text("own.who"), options=seats)
    what = str(draft.get("what") or "")
    if not what:
        options = tuple(
            Option(value=kind, label=text(f"own.{kind}"), ruling=_open(state, who, kind)) for kind in KINDS
        )
        return Step(field="what", ask=text("own.ask"), options=options)
    sheet = str(draft.get("sheet") or "")
    if what in ON_A_SHEET and not sheet:
        options = tuple(
            Option(
                value=one,
                label=text(f"sheet.{one}"),
                icon=one,
                ruling=check(state, Own(who=who, what=what, sheet=one)),
            )
            for one in SHEETS
        )
        return Step(field="sheet", ask=text("own.sheet"), options=options)
    return Own(who=who, what=what, sheet=sheet)


def _open(state: TwilightState, who: int, kind: str) -> Ruling:
    """Whether a kind can still be said at all."""
    if kind in RESOURCES:
        found = [check(state, Own(who=who, what=kind, sheet=sheet)) for sheet in SHEETS]
        return next((one for one in found if one.allowed), found[0])
    return LEGAL if kind == ACTIVE else check(state, Own(who=who, what=kind))


def check(state: TwilightState, action: Own) -> Ruling:
    """Nothing is unlocked twice."""
    if action.who not in range(state.players) or action.what not in KINDS:
        return violated("TABLE-1", key=action.key)
    side = state.sides[action.who]
    if action.what in ON_A_SHEET and action.sheet not in SHEETS:
        return violated("TABLE-1", key=action.key)
    if action.what in RESOURCES and action.what in side.focus.get(action.sheet, ()):
        what, sheet = text(f"resource.{action.what}"), text(f"sheet.{action.sheet}")
        return violated("FOC-05", resource=what, sheet=sheet)
    if action.what == LOGISTICS and side.logistics:
        return violated("TEC-14", seat=seat_name(action.who), have=1, need=1)
    return LEGAL


def apply(state: TwilightState, action: Own) -> TwilightState:
    """What was said is known from now on."""
    if action.who not in range(state.players):
        raise Impossible("own")
    side, what = state.sides[action.who], action.what
    if what == ACTIVE and action.sheet in SHEETS:
        return put(state, action.who, active=action.sheet)
    if what in RESOURCES and action.sheet in SHEETS:
        dice = tuple(one for one in RESOURCES if one == what or one in side.focus.get(action.sheet, ()))
        return put(state, action.who, focus={**side.focus, action.sheet: dice})  # FOC-03, FOC-05
    if what == LOGISTICS:
        return put(state, action.who, logistics=True)
    if what in HALVES:
        left, right = side.bonus
        return put(state, action.who, bonus=(left + (what == "left"), right + (what == "right")))  # ADV-20
    raise Impossible(what)
