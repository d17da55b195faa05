"""The Strategy event: a sheet is chosen, a card's resources are spent, six dice are rolled and spent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import ModuleType

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
    Text,
    but,
    seat_name,
    text,
    violated,
)

from . import ai, announcing, awards, choose, dice, rounds
from .actions import Activate, Down, Roll
from .cards import EVENTS
from .desk import EXPANSION, INDUSTRY, NAVIGATION, RESOURCES, SHEETS, WARFARE, Desk, Task, gain, use
from .layouts import sheets_of
from .marking import chain, common, expansion, industry, navigation, warfare
from .marking.mark import Enough, Mark
from .seats import desk_of, put, put_all
from .sheets import Sheets
from .state import CARD, DICE, REVEAL, ROLL, TwilightState
from .telling_marks import SIGNS, left, say

MODULES: dict[str, ModuleType] = {
    NAVIGATION: navigation,
    EXPANSION: expansion,
    INDUSTRY: industry,
    WARFARE: warfare,
}
TASKS = {task: module for module in MODULES.values() for task in module.TASKS}
"""Who takes which decision."""


class UseFocus(Mark, frozen=True, kw_only=True, tag="use_focus"):
    """A player takes what an unlocked focus die shows."""

    resource: str


MARKS: tuple[type[Action], ...] = (
    UseFocus,
    Enough,
    *common.ACTIONS,
    *(kind for module in MODULES.values() for kind in module.ACTIONS),
)
OWNERS: dict[type[Action], ModuleType] = {
    kind: module for module in (common, *MODULES.values()) for kind in module.ACTIONS
}
ACTIONS: tuple[type[Action], ...] = (Activate, Roll, Down, *MARKS)
WHEN: dict[type[Action], tuple[str, ...]] = {
    Activate: (CARD, DICE),
    Roll: (ROLL,),
    Down: (CARD, DICE),
}
"""The steps that an action can belong to; a mark may also be due because another one has set it off."""

KEYS = ("mark", "sheet", "roll")
SPENDING = (common.Unlock, common.Focus, common.Trade)
"""Marks that spend an advantage, on whichever sheet."""

ROLLED = "focus."
"""Before the resource of a focus die that was used in this round."""


def begin(state: TwilightState) -> TwilightState:
    """A Strategy card was revealed."""
    return but(state, step=CARD)  # CRD-01


def waiting(state: TwilightState) -> list[Seat]:
    """Who is still marking."""
    return [seat for seat, side in enumerate(state.sides) if not side.down]


def drawing(state: TwilightState) -> bool:
    """Whether sheets are marked on the screen: they need its room, and what is announced can wait until the
    end of the step (OBJ-06, MEC-09)."""
    return state.depth == "full" and state.step in (CARD, DICE)


def demands(state: TwilightState) -> tuple[Demand, ...]:
    """Everybody marks at once; the dice are rolled in between."""
    if state.step == ROLL:
        sees = f"symbols:twilight_inscription:{dice.ALL}"
        return (Demand(key="roll", ask=text("roll.ask"), kind=Kind.ROLL, rules=("STR-03",), sees=sees),)
    if state.depth != "full":
        ask = text("down.all" if state.step == CARD else "down.all_dice")
        every = Demand(key="mark", ask=ask, kind=Kind.CONFIRM, rules=("RND-06",))
        return (*(_down(state, seat) for seat in waiting(state)), every)
    return tuple(_full(state, seat) for seat in waiting(state))  # RND-02


def _down(state: TwilightState, seat: Seat) -> Demand:
    ask = text("spend.card" if state.step == CARD else "spend.dice")
    return Demand(key="mark", seat=seat, ask=ask, kind=Kind.CONFIRM, rules=("RND-07",))


def tasks(state: TwilightState) -> tuple[Demand, ...]:
    """What marks have set off and must be decided, also outside a Strategy event."""
    return tuple(
        _task(state, seat, side.desk.task)
        for seat, side in enumerate(state.sides)
        if side.desk is not None and side.desk.task is not None
    )


def _task(state: TwilightState, seat: Seat, task: Task) -> Demand:
    if task.key in awards.TASKS:
        return announcing.demand(state, seat, task)
    return Demand(key="mark", seat=seat, ask=_ask(desk_of(state, seat)), rules=("GEN-03",))


def _full(state: TwilightState, seat: Seat) -> Demand:
    desk = desk_of(state, seat)
    if desk.task is not None:
        return _task(state, seat, desk.task)
    if not state.sides[seat].active:
        return Demand(key="sheet", seat=seat, ask=text("activate.ask"), rules=("STR-01",))
    rule = "STR-02" if state.step == CARD else "STR-04"
    return Demand(key="mark", seat=seat, ask=left(desk.pool), rules=(rule,))


def likely(state: TwilightState) -> Draft | None:
    """The one big button: the next who can only lay down the pen; without sheets, everybody."""
    if state.step == ROLL or not waiting(state):
        return None
    if state.depth != "full":
        return Draft("mark")
    return None


def step(state: TwilightState, draft: Draft) -> Step | Action:
    """The next field to choose."""
    if draft.key == "roll":
        return _roll(state, draft)
    if draft.key == "sheet":
        sheet = draft.get("sheet")
        if sheet:
            return Activate(seat=draft.seat, sheet=str(sheet))
        options = tuple(Option(value=one, label=text(f"sheet.{one}"), icon=one) for one in SHEETS)
        return Step(field="sheet", ask=text("activate.ask"), options=options, keys=True, rules=("STR-01",))
    if state.depth != "full" or draft.seat is None:
        return Down(seat=draft.seat)
    seat = draft.seat
    return choose.step(
        candidates(state, seat),
        draft,
        _ask(desk_of(state, seat)),
        lambda action: check(state, but(action, seat=seat)),
        lambda action, field: say(state, seat, action, field),
        SIGNS,
    )


def _ask(desk: Desk) -> Text:
    """What has been set off; else what is still to be spent."""
    task = desk.task
    return left(desk.pool) if task is None else text(f"task.{task.key}", count=task.count, what=task.about)


def _roll(state: TwilightState, draft: Draft) -> Step | Action:
    told = tuple(str(face) for face in draft.all("faces"))
    if len(told) == dice.ALL:
        return Roll(faces=told)
    options = tuple(dice.option(face) for face in dice.open_faces(told))
    return Step(
        field="faces",
        ask=text("roll.which"),
        options=options,
        keys=True,
        done=len(told),
        of=dice.ALL,
        rules=("STR-03",),
    )


def candidates(state: TwilightState, seat: Seat) -> list[Action]:
    """All that a player could mark now, legal or not, and laying down the pen."""
    desk, sheets = desk_of(state, seat), sheets_of(state, seat)
    if desk.task is not None:
        module = TASKS.get(desk.task.key)
        return [] if module is None else list(module.moves(desk, sheets))
    sheet = state.sides[seat].active
    if not sheet:
        return []
    found: list[Action] = [*MODULES[sheet].moves(desk, sheets), *common.moves(desk, sheets, sheet)]
    if state.step == DICE:
        found += (UseFocus(resource=one) for one in offered(state, desk, sheet))
    return [*found, Down()]


def offered(state: TwilightState, desk: Desk, sheet: str) -> Iterator[str]:
    """The focus dice that a player could still use, by their resource."""
    known = dice.shown(state.dice, state.facts)
    for one in common.unlocked(desk, sheet):
        if one in known and ROLLED + one not in desk.used:
            yield one


def check(state: TwilightState, action: Action) -> Ruling:
    """What the rules say of a mark."""
    if isinstance(action, Roll):
        return _check_roll(action.faces)
    seat = action.seat
    if isinstance(action, Down):
        return _check_down(state, seat)
    if seat is None or state.depth != "full" or state.sides[seat].desk is None:
        return violated("TABLE-1", key=action.key)
    if isinstance(action, Activate):
        active = state.sides[seat].active
        if action.sheet not in SHEETS:
            return violated("TABLE-1", key=action.key)
        return LEGAL if not active else violated("STR-01", seat=seat_name(seat), have=text(f"sheet.{active}"))
    return _check_mark(state, seat, action)


def _check_roll(faces: Sequence[str]) -> Ruling:
    left = list(faces)
    for kind, count in dice.COUNT.items():
        have = sum(dice.kind(face) == kind for face in left)
        if have != count or any(face not in dice.FACES for face in left):  # FOC-02
            rule = "CMP-05" if kind == "black" else "CMP-06"
            return violated(rule, what=text(f"die.{kind}"), have=have, need=count, count=have, limit=count)
    return LEGAL


def _check_down(state: TwilightState, seat: Seat | None) -> Ruling:
    if seat is None:
        return LEGAL if state.depth != "full" else violated("RND-06", count=len(waiting(state)))
    if state.depth != "full":
        return LEGAL
    desk = desk_of(state, seat)
    if desk.task is not None or not state.sides[seat].active:
        return violated(
            "GEN-03", seat=seat_name(seat), what=text(f"task.{desk.task.key}" if desk.task else "sheet")
        )
    left = _spendable(state, seat, desk)
    if left:  # GEN-10, CLR-28
        names = tuple(text(f"resource.{one}") for one in left)
        return violated(
            "GEN-10",
            seat=seat_name(seat),
            count=sum(desk.pool[RESOURCES.index(one)] for one in left),
            resource=names,
        )
    return LEGAL


def _spendable(state: TwilightState, seat: Seat, desk: Desk) -> tuple[str, ...]:
    """The resources in hand that still have a legal use (GEN-10); the others lapse (GEN-11)."""
    sheets, sheet = sheets_of(state, seat), state.sides[seat].active
    found = set()
    for action in (*MODULES[sheet].moves(desk, sheets), *common.moves(desk, sheets, sheet)):
        paid = "R" if isinstance(action, common.Research) else getattr(action, "pay", "")
        waits = paid in RESOURCES and paid not in found and desk.pool[RESOURCES.index(paid)] > 0
        if waits and _rule(desk, sheets, sheet, action).allowed:
            found.add(paid)
    return tuple(one for one in RESOURCES if one in found)


def _module(desk: Desk, action: Action) -> ModuleType | None:
    """Whose mark it is; that there is enough is said to whoever takes the decision."""
    if isinstance(action, Enough):
        return TASKS.get(desk.task.key) if desk.task is not None else None
    return OWNERS.get(type(action))


def _rule(desk: Desk, sheets: Sheets, sheet: str, action: Action) -> Ruling:
    owner = _module(desk, action)
    if owner is None:
        return violated("TABLE-1", key=action.key)
    return common.check(desk, sheets, sheet, action) if owner is common else owner.check(desk, sheets, action)


def _untimely(state: TwilightState, seat: Seat, action: Action) -> Ruling:
    """Why a mark does not fit between Strategy events."""
    kind = EVENTS[state.event].kind if state.event and state.step != REVEAL else ""
    if not isinstance(action, SPENDING) or kind in ("", "strategy"):
        return violated("TABLE-1", key=action.key)
    what, need = say(state, seat, action), text("kind.strategy")
    if kind == "war":
        return violated("WAR-18", what=what, need=need)
    return violated("ADV-04", what=what, need=need, have=text(f"kind.{kind}"))


def _check_mark(state: TwilightState, seat: Seat, action: Action) -> Ruling:
    """Only the active sheet is marked, and what a mark has set off comes first."""
    desk, active = desk_of(state, seat), state.sides[seat].active
    if desk.task is None and (not active or state.step not in (CARD, DICE)):
        return _untimely(state, seat, action)
    if desk.task is None and isinstance(action, UseFocus):
        if state.step != DICE or action.resource not in offered(state, desk, active):
            what, sheet = text(f"focus.{action.resource}"), text(f"sheet.{active}")
            return violated("STR-05", seat=seat_name(seat), what=what, sheet=sheet)
        return LEGAL
    owner = _module(desk, action)
    task = desk.task
    if task is not None and TASKS.get(task.key) is not owner:
        return violated("GEN-03", seat=seat_name(seat), what=text(f"task.{task.key}"))
    if task is None and owner is not common and owner is not MODULES[active]:  # STR-10, EXP-03
        return violated("STR-10", seat=seat_name(seat), sheet=text(f"sheet.{active}"))
    return _rule(desk, sheets_of(state, seat), active, action)


def apply(state: TwilightState, action: Action) -> TwilightState:
    """The table after a mark."""
    if isinstance(action, Roll):
        return _rolled(state, action.faces)
    seat = action.seat
    if isinstance(action, Down):
        state = put_all(state, down=True) if seat is None else put(state, seat, down=True)  # RND-07
        return state if waiting(state) else _finished(state)
    if seat is None or (state.step not in (CARD, DICE) and desk_of(state, seat).task is None):
        raise Impossible(action.verb)
    if isinstance(action, Activate):
        return _activated(state, seat, action.sheet)
    return marked(state, seat, action)


def marked(state: TwilightState, seat: Seat, action: Action) -> TwilightState:
    """The table after a mark on a player's sheets, with all that it sets off."""
    desk, sheets, active = desk_of(state, seat), sheets_of(state, seat), state.sides[seat].active
    if isinstance(action, UseFocus):
        shown = dice.shown(state.dice, state.facts).get(action.resource)
        if shown is None:
            raise Impossible(action.resource)
        desk = use(gain(desk, action.resource, shown), ROLLED + action.resource)  # STR-05, FOC-04, FOC-06
    elif (owner := _module(desk, action)) is None:
        raise Impossible(action.verb)
    elif owner is common:
        if not active:
            raise Impossible(action.verb)
        desk = common.mark(desk, sheets, active, action)
    else:
        desk = owner.mark(desk, sheets, action)
    return awards.taken(put(state, seat, desk=chain.settle(desk, sheets)), seat)  # GEN-01, SOL-02


def _activated(state: TwilightState, seat: Seat, sheet: str) -> TwilightState:
    if sheet not in SHEETS:
        raise Impossible(sheet)
    fresh = not state.sides[seat].active and state.step == CARD
    state = put(state, seat, active=sheet)  # STR-01, STR-06
    if state.depth == "full" and fresh:
        supply = EVENTS[state.event].resources
        for resource in supply:
            state = put(state, seat, desk=gain(desk_of(state, seat), resource))  # STR-02
    return state


def _finished(state: TwilightState) -> TwilightState:
    """All pens are down: what is left lapses, and the dice or the next round follow."""
    state = lapsed(state)
    if state.step == DICE:
        return rounds.end(state)
    return but(state, step=ROLL)  # STR-03, CRD-01


def lapsed(state: TwilightState) -> TwilightState:
    """Resources without any use are lost (GEN-11)."""
    for seat, side in enumerate(state.sides):
        if side.desk is not None and any(side.desk.pool):
            state = put(state, seat, desk=but(side.desk, pool=(0, 0, 0)))  # GEN-11, MRK-17
    return state


def _rolled(state: TwilightState, faces: tuple[str, ...]) -> TwilightState:
    """Everybody may use the same dice (STR-07), and the AI marks its tracks."""
    if not _check_roll(faces).allowed:
        raise Impossible("roll")
    state = put_all(but(state, step=DICE, dice=faces, tick=state.tick + 1), down=False)  # CRD-01
    for seat, side in enumerate(state.sides):  # STR-07
        if side.desk is not None:
            state = put(state, seat, desk=but(side.desk, pool=dice.supply(faces)))  # STR-04
    if state.rival is not None:
        state = ai.after_roll(state, faces)
    return but(state, tick=state.tick + 1)


def usable(state: TwilightState, seat: Seat) -> dict[str, int]:
    """The focus dice that a player may use in this round, with what they show."""
    side = state.sides[seat]
    if side.desk is not None:
        own = common.unlocked(side.desk, side.active) if side.active else ()
    else:
        own = side.focus.get(side.active, ())
    known = dice.shown(state.dice, state.facts)
    return {one: known[one] for one in own if one in known}
