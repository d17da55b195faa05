"""What comes out of the bag: twenty modules at the beginning of every round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache

from companion.engine import (
    Action,
    Demand,
    Draft,
    FactValue,
    Impossible,
    Kind,
    Option,
    Prompt,
    Ruling,
    Step,
    Violation,
    but,
    number,
    text,
)
from companion.engine.rule import ruling

from .actions import Prepare
from .book import value
from .modules import MODULES, SATELLITE, badge, firm_name, name
from .state import ARMS, STATION, ReworldState

TOTALS: dict[str, int] = value("RW-005")

KIND = {code: module.kind for code, module in MODULES.items()}
KINDS = {group: [code for code, module in MODULES.items() if module.kind == group] for group in TOTALS}
ONCE = {code for code, module in MODULES.items() if module.special or module.kind == SATELLITE}
KEYS = {code: Option(value=code, label=name(code), icon=badge(code)) for code in MODULES}


def prepare_prompt(state: ReworldState) -> Prompt:
    """Twenty modules are wanted."""
    rules = ("RW-040", "RW-042", "RW-043")
    ask = text("prepare.ask", round=state.round)
    return Prompt(
        heading=text("heading.prepare", round=state.round),
        demands=(Demand(key="prepare", ask=ask, kind=Kind.ENTER, rules=rules, sees="modules:20"),),
    )


def check_prepare(state: ReworldState, action: Prepare) -> Ruling:
    """Whether these can be the twenty modules of this round."""
    broken = list(_bag(state, action.modules))
    if len(action.modules) != ARMS:
        broken.append(Violation("RW-040", {"have": len(action.modules), "need": ARMS}))
    return ruling(broken)


def left_in_bag(state: ReworldState, laid: tuple[str, ...] = ()) -> dict[str, int]:
    """How many modules of each class are still in the bag: the check on what was entered."""
    seen = Counter(MODULES[code].kind for code in laid)
    for code, drawn in state.drawn.items():
        seen[MODULES[code].kind] += drawn
    return {group: total - seen[group] for group, total in TOTALS.items()}


def _bag(state: ReworldState, modules: tuple[str, ...]) -> Iterator[Violation]:
    """What there would be too many of."""
    unknown = next((code for code in modules if code not in MODULES), None)
    if unknown is not None:
        yield Violation("RW-004", {"module": unknown, "need": value("RW-004")["modules"]})
        return
    for group, left in left_in_bag(state, modules).items():
        if left < 0:
            need = TOTALS[group]
            yield Violation("RW-005", {"module": text(f"class.{group}"), "have": need - left, "need": need})
    printed = counted(state.facts)
    for code, laid in Counter(modules).items():
        yield from _kind(code, laid + state.drawn.get(code, 0), printed.get(code))


def _kind(code: str, have: int, printed: int | None) -> Iterator[Violation]:
    """Whether there can be so many modules of a kind."""
    module = MODULES[code]
    if module.kind == SATELLITE and have > 1:
        yield Violation("RW-173", {"module": name(code), "have": have, "limit": 1})
    if module.special and have > value("RW-012")["per_construction_firm"]:
        limit = value("RW-012")["per_construction_firm"]
        yield Violation("RW-012", {"firm": firm_name(module.firm), "have": have, "limit": limit})
    if printed is not None and have > printed:
        yield Violation("RW-005", {"module": name(code), "have": have, "need": printed})


def counted(facts: Mapping[str, FactValue]) -> dict[str, int]:
    """How many there are of each kind, for the classes whose numbers are all known and add up."""
    found: dict[str, int] = {}
    if not any(f"count.{codes[0]}" in facts for codes in KINDS.values()):
        return found
    for group, codes in KINDS.items():
        known = [number(facts, f"count.{code}") for code in codes]
        numbers = [one for one in known if one is not None]
        if len(numbers) == len(codes) and sum(numbers) == TOTALS[group]:
            found.update(zip(codes, numbers, strict=True))
    return found


def prepare_step(state: ReworldState, draft: Draft) -> Step | Action:
    """The next of the twenty modules."""
    laid = tuple(str(code) for code in draft.all("modules"))
    if len(laid) == ARMS:
        return Prepare(modules=laid)
    left = left_in_bag(state, laid)
    printed = counted(state.facts)
    here = Counter(laid)
    here.update(state.drawn)
    options = tuple(
        key
        if left[KIND[code]] > 0 and code not in printed and not (code in ONCE and here[code])
        else _barred(code, here[code] + 1, left[KIND[code]] < 1, printed.get(code))
        for code, key in KEYS.items()
    )
    return Step(
        field="modules",
        ask=text("prepare.next", arm=len(laid) + 1, **left),
        options=options,
        done=len(laid),
        of=ARMS,
        keys=True,
        rules=("RW-005", "RW-040"),
    )


@cache
def _barred(code: str, have: int, none_left: bool, printed: int | None) -> Option:
    """A key with what stands against one more module of its kind."""
    key = KEYS[code]
    broken = tuple(_kind(code, have, printed))
    if none_left:
        group = MODULES[code].kind
        need = TOTALS[group]
        broken += (Violation("RW-005", {"module": text(f"class.{group}"), "have": need + 1, "need": need}),)
    return but(key, ruling=ruling(broken)) if broken else key


def apply_prepare(state: ReworldState, action: Prepare) -> ReworldState:
    """The modules lie at the arms, the cards are dealt, and the holder of the marker begins."""
    if len(action.modules) != ARMS or any(code not in MODULES for code in action.modules):
        raise Impossible("prepare")
    drawn = dict(state.drawn)
    for code in action.modules:
        drawn[code] = drawn.get(code, 0) + 1
    hand = value("RW-042")[str(state.players)]
    state = but(
        state,
        phase=STATION,
        arms=action.modules,
        drawn=drawn,
        sides=tuple(but(side, hand=hand) for side in state.sides),
    )
    state = but(state, turn=state.marker)  # RW-050, RW-093, RW-094
    return but(state, facts=_counted(state)) if sum(drawn.values()) == value("RW-004")["modules"] else state


def _counted(state: ReworldState) -> dict[str, int | str]:
    """All hundred modules have been seen: how many there are of each kind is known for good."""
    empty = not any(left_in_bag(state).values())  # RW-041
    found = {f"count.{code}": state.drawn.get(code, 0) for code in MODULES} if empty else {}
    return {**state.facts, **found}
