"""The choices of a turn in Chapter Two, step by step."""

from __future__ import annotations

from companion.engine import Action, Demand, Draft, Impossible, Option, Prompt, Step, Text, but, literal, text
from companion.engine.rule import ruling

from .actions import Defend, Dispose, Task, Terrabot, Transport
from .book import value
from .crews import Placements, city_name, order_matters, place, placements
from .modules import CREW, MODULES, SATELLITE, SHUTTLE, TERRABOT, badge, name
from .settlement import MANOEUVRES, carries, check, free_signs, kinds, leftmost, without_left
from .state import ROWS, ReworldState, Side
from .tasks import ONE_CITY, worth

ENOUGH = 0
"""The answer that no further crew is docked."""


def turn_prompt(state: ReworldState) -> Prompt:
    """It is somebody's turn to undock a module."""
    rules = ("RW-121", "RW-130", "RW-131", "RW-180a")
    return Prompt(
        heading=text("heading.settlement"),
        demands=(Demand(key="turn", seat=state.turn, ask=text("undock.ask"), rules=rules),),
        turn=state.turn,
    )


def step(state: ReworldState, draft: Draft) -> Step | Action:
    """Which row, what for, and what else the module needs to know."""
    side = state.sides[draft.seat or 0]
    row = draft.number("take")
    if row is None:
        return _rows(side)
    code = leftmost(side, row - 1)
    if not code:
        raise Impossible("undock")
    use = draft.get("use") or _only_use(side, row, code)
    if use is None:
        return _uses(state, draft, side, row, code)
    if use == "terrabot":
        return _terrabot(state, draft, row, code)
    if use == "defend":
        return _defend(state, draft, row, code)
    if use == "task":
        return _task(state, draft, side, row, code)
    if use == "dispose":
        return Dispose(seat=draft.seat, row=row)
    return _transport(draft, side, row)


def _rows(side: Side) -> Step:
    options = []
    for row in range(ROWS):
        code = leftmost(side, row)
        if code:
            label = text("undock.row", row=row + 1, module=name(code))
            options.append(Option(value=row + 1, label=label, icon=badge(code)))
    return Step(field="take", ask=text("undock.ask"), options=tuple(options), rules=("RW-130",))


def _only_use(side: Side, row: int, code: str) -> str | None:
    module = MODULES[code]
    if module.kind == TERRABOT:
        return "terrabot"
    if module.shields in range(value("RW-152")["min_shields"]):
        return "transport"
    return "dispose" if module.kind == CREW and not carries(side, row - 1) else None


def _uses(state: ReworldState, draft: Draft, side: Side, row: int, code: str) -> Step:
    seat = draft.seat
    kind = MODULES[code].kind
    defend = Option(
        value="defend",
        label=text("undock.defend"),
        icon="shield",
        ruling=check(state, Defend(seat=seat, row=row)),
    )
    if kind == SATELLITE:  # RW-170
        cities = [city.letter for city in side.cities] if MODULES[code].task in ONE_CITY else [""]
        best = max((worth(side, code, letter, state.facts) for letter in cities), default=0)
        options: tuple[Option, ...] = (
            Option(value="task", label=text("undock.task", task=name(code), points=best), icon="star"),
            defend,
        )
    elif kind == SHUTTLE:  # RW-150
        alone = not _crews_at_hand(without_left(side.rows, row - 1))
        label = text("undock.empty" if alone else "undock.transport")
        options = (Option(value="transport", label=label, icon="shuttle"), defend)
    else:
        options = (
            Option(value="transport", label=text("undock.carry", crew=name(code)), icon="shuttle"),
            Option(value="dispose", label=text("undock.dispose", crew=name(code)), icon="cross"),
            defend,
        )
    return Step(field="use", ask=text("undock.use", module=name(code)), options=options, rules=("RW-135",))


def _terrabot(state: ReworldState, draft: Draft, row: int, code: str) -> Step | Action:
    letter = MODULES[code].letter
    if state.sides[draft.seat or 0].city(letter):
        return Terrabot(seat=draft.seat, row=row)
    sign = draft.number("sign")
    if sign is not None:
        return Terrabot(seat=draft.seat, row=row, sign=sign)
    options = tuple(
        Option(value=number, label=sign_name(state, letter, number), icon="city")
        for number in _told_apart(state, letter)
    )
    return Step(field="sign", ask=text("undock.sign", letter=letter), options=options, rules=("RW-141",))


def _told_apart(state: ReworldState, letter: str) -> list[int]:
    """The free city signs with a name, and one of those that nobody has read off yet."""
    free = free_signs(state, letter)
    named = [number for number in free if f"sign.{letter}.{number}" in state.facts]
    return [*named, *[number for number in free if number not in named][:1]]


def sign_name(state: ReworldState, letter: str, number: int) -> Text:
    """The name on a city sign, or its letter and number while nobody has read it off."""
    known = state.facts.get(f"sign.{letter}.{number}")
    return literal(str(known)) if known else text("sign.unnamed", letter=letter, number=number)


def _defend(state: ReworldState, draft: Draft, row: int, code: str) -> Step | Action:
    known = MODULES[code].kind != SATELLITE or f"shields.{code}" in state.facts
    shields = 0 if known else draft.number("shields")
    if shields is not None:
        return Defend(seat=draft.seat, row=row, shields=shields)
    options = (
        Option(value=1, label=text("shields", count=1), icon="shield"),
        Option(value=2, label=text("shields", count=2), icon="shield"),
        Option(value=0, label=text("later"), icon="question"),
    )
    ask = text("undock.shields", module=name(code))
    return Step(field="shields", ask=ask, options=options, rules=("RW-014",))


def _task(state: ReworldState, draft: Draft, side: Side, row: int, code: str) -> Step | Action:
    city = draft.get("city")
    if MODULES[code].task not in ONE_CITY or not side.cities:
        city = ""
    if city is not None:
        return Task(seat=draft.seat, row=row, city=str(city))
    options = tuple(
        Option(
            value=own.letter,
            label=text(
                "undock.city_points", city=own.letter, points=worth(side, code, own.letter, state.facts)
            ),
            icon="city",
        )
        for own in side.cities
    )
    return Step(field="city", ask=text("undock.which_city"), options=options, rules=(MODULES[code].task,))


def _transport(draft: Draft, side: Side, row: int) -> Step | Action:
    forced = (row,) if MODULES[leftmost(side, row - 1)].kind == CREW else ()
    chosen = tuple(int(number) for number in draft.all("dock"))
    dock = (*forced, *(number for number in chosen if number != ENOUGH))
    rows, crews = _docked(side, row - 1, dock)
    if len(dock) < MANOEUVRES and ENOUGH not in chosen:
        offered = _crews_at_hand(rows)
        if offered:
            return _dock(offered, len(dock))
    side = but(side, rows=rows)
    swapped = 0
    if order_matters(side, crews):
        first = draft.number("first")
        if first is None:
            options = tuple(Option(value=at, label=name(code)) for at, code in enumerate(crews))
            return Step(field="first", ask=text("undock.first"), options=options, rules=("RW-156",))
        swapped = first
    cities = tuple(str(city) for city in draft.all("city"))
    return _place(draft, side, row, dock, crews, bool(swapped), cities)


def _docked(
    side: Side, row: int, dock: tuple[int, ...]
) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
    """The rows and the crews on the shuttle after these manoeuvres."""
    modules = side.rows[row]
    behind = kinds(modules[-1:]) == (CREW,)
    left = (*modules[:-2], *modules[-1:]) if behind else modules[:-1]
    rows = (*side.rows[:row], left, *side.rows[row + 1 :])
    crews = []
    for number in dock:
        if not 1 <= number <= ROWS or kinds(rows[number - 1][-1:]) != (CREW,):
            raise Impossible("dock")
        crews.append(rows[number - 1][-1])
        rows = without_left(rows, number - 1)
    return rows, tuple(crews)


def _crews_at_hand(rows: tuple[tuple[str, ...], ...]) -> list[tuple[int, str]]:
    return [(at + 1, modules[-1]) for at, modules in enumerate(rows) if kinds(modules[-1:]) == (CREW,)]


def _dock(offered: list[tuple[int, str]], done: int) -> Step:
    options = [
        Option(value=row, label=text("undock.row", row=row, module=name(code)), icon=badge(code))
        for row, code in offered
    ]
    enough = text("undock.fly" if done else "undock.empty")
    options.append(Option(value=ENOUGH, label=enough, icon="check"))  # RW-155
    ask = text("undock.dock", number=done + 1)
    return Step(field="dock", ask=ask, options=tuple(options), rules=("RW-153", "RW-155"))


def _place(
    draft: Draft, side: Side, row: int, dock: tuple[int, ...], crews: tuple[str, ...], swapped: bool,
    cities: tuple[str, ...],
) -> Step | Action:  # fmt: skip
    chosen = iter(cities)
    targets: list[str] = []
    for code in crews[::-1] if swapped else crews:
        possible = placements(side, code)
        fits = [target for target, broken in possible.items() if not broken]
        target = fits[0] if len(fits) == 1 else next(chosen, None)
        if target is None:
            return _which(code, possible, len(targets), len(crews))
        targets.append(target)
        side, _ = place(side, code, target)
    return Transport(seat=draft.seat, row=row, dock=dock, cities=tuple(targets), swapped=swapped)


def _which(code: str, possible: Placements, done: int, of: int) -> Step:
    """Where a crew goes, if that is not forced."""
    options = tuple(
        Option(value=target, label=city_name(target), icon="city", ruling=ruling(broken))
        for target, broken in possible.items()
    )
    ask = text("undock.place", crew=name(code))
    return Step(field="city", ask=ask, options=options, done=done, of=of, rules=("RW-162",))
