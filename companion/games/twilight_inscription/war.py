"""The War event: the deployment line advances, strengths are counted, and all wars are decided at once."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine import (
    LEGAL,
    Action,
    Demand,
    Draft,
    Impossible,
    Kind,
    Option,
    Reminder,
    Ruling,
    Seat,
    Step,
    Text,
    but,
    literal,
    seat_name,
    text,
    violated,
)

from . import ai, awards, rounds
from .actions import Advance, Muster, Resolve
from .assets import HALVES
from .book import value
from .layouts import sheets_of
from .marking import chain, warfare
from .seats import foe_name, idle, put, put_all
from .state import AI, LINE, RESULT, STRENGTH, TwilightState, War, neighbour, war_of

ACTIONS: tuple[type[Action], ...] = (Advance, Muster, Resolve)
OTHER = dict(zip(HALVES, reversed(HALVES), strict=True))
"""The half of the neighbour against which a half fights."""

MOST_NODES = 17
"""Up to so many filled nodes of a sector are keys to touch."""

FLEETS: tuple[tuple[str, ...], ...] = ((), *((half,) for half in HALVES), HALVES)
"""The halves in which Fleet Logistics may help."""

NOBODY = "-"
COUNTING = "strength"
"""What is counted here, and the AI's track of that name."""


def begin(state: TwilightState) -> TwilightState:
    """A War card was revealed; there are no sectors for more wars than the deck has."""
    if war_of(state) >= value("WAR-01")["total"]:
        raise Impossible("war")  # WAR-01
    return but(put_all(state, strengths=None), step=LINE, tick=state.tick + 1)  # CRD-02


def number(state: TwilightState) -> int:
    """The number of the war that is fought now, from 1."""
    return war_of(state) + (state.step != RESULT)


def key_of(state: TwilightState) -> str:
    """The key of this round's strengths: another war's are no secret while these are counted."""
    return f"{COUNTING}:{state.round}"


def waiting(state: TwilightState) -> list[Seat]:
    """Whose strength is not known yet; sheets that are tracked show it themselves."""
    return [seat for seat, side in enumerate(state.sides) if side.strengths is None and side.desk is None]


def demands(state: TwilightState) -> tuple[Demand, ...]:
    """What the event waits for."""
    if state.step == LINE:  # WAR-03
        return (Demand(key="line", ask=text("war.line.ask"), kind=Kind.CONFIRM, rules=("WAR-03",)),)
    if state.step == RESULT:
        rules = ("WAR-09", "WAR-10", "WAR-11")
        demand = Demand(key="resolve", ask=text("war.resolve.ask"), kind=Kind.CONFIRM, rules=rules)
        return (demand,) if idle(state).legal else ()
    return tuple(_strength(state, seat, "war.strength.ask") for seat in waiting(state))


def offers(state: TwilightState) -> tuple[Demand, ...]:
    """Until all have counted, a strength can be entered anew."""
    if state.step != STRENGTH:
        return ()
    entered = (seat for seat, side in enumerate(state.sides) if side.strengths is not None)
    return tuple(_strength(state, seat, "war.strength.again") for seat in entered)


def _strength(state: TwilightState, seat: Seat, ask: str) -> Demand:
    rules = ("WAR-04", "WAR-05", "WAR-06")
    return Demand(key=key_of(state), seat=seat, ask=text(ask), kind=Kind.ENTER, rules=rules)


def step(state: TwilightState, draft: Draft) -> Step | Action:
    """The next field to choose."""
    if draft.key == "line":
        return Advance()
    if draft.key == "resolve":
        return Resolve()
    if draft.seat is None:
        raise Impossible(draft.key)
    for half, rule in zip(HALVES, ("WAR-04", "WAR-05"), strict=True):
        if draft.number(half) is None:
            nodes = tuple(Option(value=count, label=literal(str(count))) for count in range(MOST_NODES + 1))
            ask = text(f"war.nodes.{half}", who=foe_name(neighbour(state, draft.seat, half)))
            return Step(field=half, ask=ask, options=nodes, keys=True, rules=(rule, "WAR-06"))
    left, right = (draft.number(half) or 0 for half in HALVES)
    fleets = draft.get("fleets")
    if fleets is None and state.sides[draft.seat].logistics:
        options = tuple(
            Option(
                value=" ".join(halves) or NOBODY, label=text(f"war.fleets.{len(halves)}{''.join(halves[:1])}")
            )
            for halves in FLEETS
        )
        return Step(field="fleets", ask=text("war.fleets.ask"), options=options, rules=("TEC-14",))
    halves = tuple(half for half in HALVES if half in str(fleets or NOBODY).split())
    return Muster(key=draft.key, seat=draft.seat, left=left, right=right, fleets=halves)


def check(state: TwilightState, action: Action) -> Ruling:
    """What the rules say of an action."""
    match action:
        case Advance() if state.step == LINE:
            return LEGAL
        case Resolve() if state.step == STRENGTH:
            return violated("WAR-13", count=len(waiting(state)))
        case Resolve() if state.step == RESULT:
            return idle(state)
        case Muster(seat=seat) if seat is not None:
            return _check_strength(state, seat, action)
    return violated("TABLE-1", key=action.key)


def _check_strength(state: TwilightState, seat: Seat, action: Muster) -> Ruling:
    side = state.sides[seat]
    if side.desk is not None or action.key != key_of(state):
        return violated("TABLE-1", key=action.key)
    if state.step == RESULT:
        return violated("WAR-14", have=_said(side.strengths), need=_said(_total(state, action)))
    if state.step != STRENGTH:
        return violated("TABLE-1", key=action.key)
    if min(action.left, action.right) < 0 or not set(action.fleets) <= set(HALVES):
        return violated("TABLE-1", key=action.key)
    if action.fleets and not side.logistics:
        return violated("TEC-14", have=0, need=value("TEC-14")["units"])
    return LEGAL


def apply(state: TwilightState, action: Action) -> TwilightState:
    """The table after an action, also an overruled one."""
    match action:
        case Advance() if state.step == LINE:
            return _counted(but(_advanced(state), step=STRENGTH, tick=state.tick + 1))
        case Muster(seat=seat, left=left, right=right, fleets=fleets) if seat is not None:
            late = state.step == RESULT
            fits = left >= 0 and right >= 0 and set(fleets) <= set(HALVES) and state.sides[seat].desk is None
            if not fits or state.step not in (STRENGTH, RESULT):
                raise Impossible(action.verb)
            state = put(
                state,
                seat,
                strengths=_total(state, action),
                logistics=state.sides[seat].logistics or bool(fleets),
            )
            if late:
                state = but(
                    state, wars=tuple(war for war in state.wars if war.number != war_of(state)), step=STRENGTH
                )
            return _counted(state)
        case Resolve() if state.step == RESULT:
            return rounds.end(ai.closed(state, COUNTING, ai.phase_of(state)))  # WAR-13, SOL-20
    raise Impossible(action.verb)


def _advanced(state: TwilightState) -> TwilightState:
    """All deployment lines are drawn."""
    for seat, side in enumerate(state.sides):
        if side.desk is not None:
            state = put(state, seat, desk=warfare.advance(side.desk, sheets_of(state, seat)))  # WAR-03
    return state


def _total(state: TwilightState, action: Muster) -> tuple[int, int]:
    """Both strengths with all bonuses."""
    each, extra = value("WAR-06")["strength"], value("TEC-14")["strength"]
    bonus = state.sides[action.seat or 0].bonus
    left = action.left * each + extra * ("left" in action.fleets) + bonus[0]  # WAR-04, WAR-06, TEC-14, ADV-20
    right = (
        action.right * each + extra * ("right" in action.fleets) + bonus[1]
    )  # WAR-05, WAR-06, TEC-14, ADV-20
    return left, right


def _counted(state: TwilightState) -> TwilightState:
    """Once all strengths are known, every war is decided."""
    if waiting(state):
        return state
    wars = tuple(_wars(state))
    state = but(state, wars=(*state.wars, *wars), step=RESULT, tick=state.tick + 1)  # WAR-14
    for war in wars:
        state = _marked(state, war)
    return state


def _marked(state: TwilightState, war: War) -> TwilightState:
    """The sheet of a player after one of the wars, if it is tracked."""
    desk = state.sides[war.seat].desk
    if desk is None:
        return state
    sheets = sheets_of(state, war.seat)
    desk = warfare.resolve(desk, sheets, war.half, war.number, war.mine, war.result)
    return awards.taken(put(state, war.seat, desk=chain.settle(desk, sheets)), war.seat)  # GEN-03


def _wars(state: TwilightState) -> Iterator[War]:
    """Both wars of every player."""
    for seat in range(state.players):
        for half in HALVES:  # WAR-02, WAR-15, CLR-17
            foe = neighbour(state, seat, half)
            met = HALVES[half == HALVES[0]]  # WAR-08, WAR-12
            mine, theirs = strength(state, seat, half), strength(state, foe, met)
            yield War(number=number(state), seat=seat, half=half, foe=foe, mine=mine, theirs=theirs)


def strength(state: TwilightState, seat: Seat, half: str) -> int:
    """How strong a half is in the war of this round."""
    if seat == AI:
        return ai.strength(state, ai.phase_of(state))  # SOL-18
    side = state.sides[seat]
    if side.desk is not None:
        return warfare.strength(side.desk, sheets_of(state, seat), half, number(state))
    if side.strengths is None:
        raise LookupError(f"the strength of seat {seat} is not known")
    left, right = side.strengths
    return left if half == HALVES[0] else right  # WAR-07


def view(state: TwilightState, viewer: Seat | None) -> TwilightState:
    """The table without the strengths of others while they are counted."""
    if state.step != STRENGTH:
        return state
    for seat, side in enumerate(state.sides):
        if side.strengths is not None and seat != viewer:
            state = put(state, seat, strengths=(0, 0))
    return state


def sealed(state: TwilightState, action: Action) -> bool:
    """Whether a strength is still to be kept to oneself."""
    return isinstance(action, Muster) and state.step == STRENGTH and action.key == key_of(state)


def fought(state: TwilightState) -> tuple[War, ...]:
    """The wars of this round, one for each pair of boxes that met; the AI stands last."""
    now = [war for war in state.wars if war.number == war_of(state)]
    return tuple(war for war in now if war.half == "left" or war.foe == AI)


def told(war: War) -> Text:
    """What a war means for both: who circles what, who crosses out both."""
    said = "ai" if war.foe == AI else "all"
    return text(
        f"war.{war.result}.{said}",
        who=seat_name(war.seat),
        foe=foe_name(war.foe),
        mine=war.mine,
        theirs=war.theirs,
        half=text(f"half.{war.half}"),
        other=text(f"half.{OTHER[war.half]}"),
    )


def reminders(state: TwilightState) -> tuple[Reminder, ...]:
    """What not to forget; with the results, what all have to mark."""
    if state.step == LINE:
        return (
            Reminder(text("war.remind.line", number=number(state)), "WAR-03"),
            Reminder(text("war.remind.spend"), "WAR-18"),
        )
    if state.step == STRENGTH:
        extra = text(
            "war.remind.count", strength=value("TEC-14")["strength"], bonus=value("ADV-20")["strength"]
        )
        return (Reminder(extra, "WAR-04"), Reminder(text("war.remind.sector"), "WAR-07"))
    if state.step == RESULT:
        rules = {"win": "WAR-09", "lose": "WAR-10", "tie": "WAR-11"}
        return tuple(Reminder(told(war), rules[war.result]) for war in fought(state))
    return ()


def describe(state: TwilightState, action: Action) -> Text:
    """One line of the history; `state` is the one before."""
    if isinstance(action, Muster):
        left, right = _total(state, action)
        return text("done.muster", who=seat_name(action.seat or 0), left=left, right=right)
    return text(f"done.{action.verb}", number=number(state))


def _said(strengths: tuple[int, int] | None) -> str:
    return " | ".join(map(str, strengths or ()))
