"""Chapter Two: modules are undocked and used, and the population ships arrive."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine import Action, Impossible, Ruling, Text, Violation, but, seat_name, text
from companion.engine.rule import ruling

from .actions import Defend, Dispose, Task, Terrabot, Transport
from .book import value
from .crews import city_name, place, placements
from .modules import CREW, MODULES, SATELLITE, SHUTTLE, TERRABOT, firm_name, name
from .ships import announced, check_ships
from .state import BEGIN, FINAL, PREPARE, ROUNDS, ROWS, SETTLEMENT, STATION, City, ReworldState, Side
from .tasks import ONE_CITY, counted, worth

Undocking = Terrabot | Defend | Transport | Task | Dispose

SIGNS: int = value("RW-009")["per_letter"]
SHIELDS: tuple[int, ...] = tuple(value("RW-014")["shields"])
MANOEUVRES: int = value("RW-153")["manoeuvres"]
PLAIN: dict[type[Action], int] = {
    Terrabot: value("RW-146")["points"],
    Defend: value("RW-171")["points"],
    Dispose: value("RW-167")["points"],
}
"""What using a module brings by itself."""


def begin(state: ReworldState) -> ReworldState:
    """The holder of the start player marker takes the first turn, or the next one who has a module."""
    return _next(state, state.marker - 1)  # RW-120


def _next(state: ReworldState, seat: int) -> ReworldState:
    for ahead in range(1, state.players + 1):
        follower = (seat + ahead) % state.players  # RW-120
        if state.sides[follower].docked:  # RW-123
            return but(state, turn=follower)
    return but(state, phase=FINAL)  # RW-124, RW-190


def resumed(state: ReworldState) -> ReworldState:
    """Whose turn it is after modules were moved by hand."""
    if state.phase not in (SETTLEMENT, FINAL):
        return state
    return _next(but(state, phase=SETTLEMENT), state.turn - 1)


def without_left(rows: tuple[tuple[str, ...], ...], row: int) -> tuple[tuple[str, ...], ...]:
    """The rows after the leftmost module of one of them is gone."""
    return (*rows[:row], rows[row][:-1], *rows[row + 1 :])


def leftmost(side: Side, row: int) -> str:
    """The module at the open end of a row; empty if there is none."""
    return side.rows[row][-1] if 0 <= row < ROWS and side.rows[row] else ""


def carries(side: Side, row: int) -> bool:
    """Whether a shuttle lies right behind a single crew at the open end of a row."""
    modules = side.rows[row]
    return len(modules) > 1 and kinds(modules[-2:]) == (SHUTTLE, CREW)  # RW-131


def kinds(modules: tuple[str, ...]) -> tuple[str, ...]:
    """Terrabot, shuttle, crew or satellite for each module."""
    return tuple(MODULES[code].kind for code in modules)


def free_signs(state: ReworldState, letter: str) -> tuple[int, ...]:
    """The city signs of a letter that nobody has taken."""
    taken = {city.sign for side in state.sides for city in side.cities if city.letter == letter}
    return tuple(sign for sign in range(1, SIGNS + 1) if sign not in taken)  # RW-145


def check(state: ReworldState, action: Undocking) -> Ruling:
    """Whether it is this player's turn and the module can be undocked and used this way."""
    return ruling(_violations(state, action))


def check_passing(state: ReworldState, seat: int) -> Ruling:
    """Nobody may pass: who has a module undocks, who has none is skipped anyway."""
    have = state.sides[seat].docked
    return ruling((Violation("RW-122", {"seat": seat_name(seat), "have": have}),))


def _violations(state: ReworldState, action: Undocking) -> Iterator[Violation]:
    seat = action.seat
    if state.phase in (BEGIN, PREPARE, STATION):
        yield Violation("RW-030", {"round": state.round, "limit": ROUNDS})
        return
    if state.phase != SETTLEMENT or seat is None:
        yield Violation("TABLE-1", {"key": action.key})
        return
    side, who = state.sides[seat], {"seat": seat_name(seat), "who": seat_name(state.turn)}
    if not side.docked:
        yield Violation("RW-123", who)
        return
    if seat != state.turn:
        yield Violation("RW-120", who)
    row = action.row - 1
    if not 0 <= row < ROWS:
        yield Violation("RW-031", {"row": action.row, "limit": ROWS})
    elif isinstance(action, Terrabot):
        yield from _terrabot(state, side, action)
    elif isinstance(action, Defend):
        yield from _defend(side, action)
    elif isinstance(action, Transport):
        yield from _transport(side, action)
    elif isinstance(action, Task):
        yield from _task(state, side, action)
    elif not leftmost(side, row) or MODULES[leftmost(side, row)].kind != CREW:
        yield Violation("RW-167", {"row": action.row, "module": _shown(leftmost(side, row))})


def _shown(code: str) -> Text:
    return name(code) if code else text("module.none")


def _unfit(side: Side, row: int, *wanted: str) -> Violation:
    """Why the module at the open end of a row cannot be used as one of these kinds."""
    left = _shown(leftmost(side, row))
    behind = next((kind for kind in kinds(side.rows[row]) if kind in wanted), None)
    if behind is None:
        return Violation("RW-135", {"row": row + 1, "module": left})
    return Violation("RW-130", {"row": row + 1, "module": text(f"class.{behind}"), "module_left": left})


def _terrabot(state: ReworldState, side: Side, action: Terrabot) -> Iterator[Violation]:
    code = leftmost(side, action.row - 1)
    if not code or MODULES[code].kind != TERRABOT:
        yield _unfit(side, action.row - 1, TERRABOT)
        return
    letter = MODULES[code].letter
    if side.city(letter):
        if action.sign:
            yield Violation("RW-143", {"seat": seat_name(action.seat or 0), "letter": letter})
    elif action.sign not in free_signs(state, letter):
        yield Violation("RW-141", {"city": f"{letter}{action.sign or '?'}", "letter": letter})


def _defend(side: Side, action: Defend) -> Iterator[Violation]:
    row = action.row - 1
    code = leftmost(side, row)
    if code and MODULES[code].kind == CREW and carries(side, row):
        yield Violation("RW-134", {"row": action.row, "module_left": name(code)})
    elif not code or MODULES[code].kind not in (SHUTTLE, SATELLITE):
        yield _unfit(side, row, SHUTTLE, SATELLITE)  # RW-150, RW-170
    elif MODULES[code].shields in range(value("RW-152")["min_shields"]):
        yield Violation("RW-152", {"shields": MODULES[code].shields})
    elif action.shields and action.shields not in SHIELDS:
        yield Violation("RW-014", {"shields": action.shields})


def _transport(side: Side, action: Transport) -> Iterator[Violation]:
    row, manoeuvres = action.row - 1, len(action.dock)
    stays = tuple(_shuttle(side, row, action))
    yield from stays
    if stays:
        return
    if kinds(side.rows[row][-1:]) == (CREW,) and manoeuvres - 1 > value("RW-133")["left"]:
        yield Violation("RW-133", {"count": manoeuvres - 1, "limit": value("RW-133")["left"]})
    if 1 + manoeuvres > value("RW-125")["max_modules"]:
        yield Violation("RW-125", {"count": 1 + manoeuvres, "limit": value("RW-125")["max_modules"]})
    if manoeuvres > MANOEUVRES:
        yield Violation("RW-153", {"count": manoeuvres, "limit": MANOEUVRES})
        return
    rows = _after_shuttle(side.rows, row)
    crews = []
    for number in action.dock:
        if not 1 <= number <= ROWS:
            yield Violation("RW-031", {"row": number, "limit": ROWS})
            return
        left = rows[number - 1][-1:]
        if kinds(left) != (CREW,):
            yield _not_a_crew(rows[number - 1], number)
            return
        crews.append(left[0])
        rows = without_left(rows, number - 1)
    if len(action.cities) != len(crews):
        yield Violation("RW-156", {"count": abs(len(crews) - len(action.cities))})
        return
    for code, city in zip(crews[::-1] if action.swapped else crews, action.cities, strict=True):
        yield from placements(side, code).get(city, (Violation("RW-162", _city_values(side, code, city)),))
        side, _ = place(side, code, city)


def _city_values(side: Side, code: str, city: str) -> dict[str, object]:
    possible = tuple(city_name(target) for target, broken in placements(side, code).items() if not broken)
    return {"firm": name(code), "city": city_name(city), "need": possible}


def _after_shuttle(rows: tuple[tuple[str, ...], ...], row: int) -> tuple[tuple[str, ...], ...]:
    """The rows once the shuttle has left: it may lie behind the crew that it carries."""
    modules = rows[row]
    if modules and kinds(modules[-1:]) == (SHUTTLE,):
        return without_left(rows, row)
    return (*rows[:row], (*modules[:-2], *modules[-1:]), *rows[row + 1 :])


def _shuttle(side: Side, row: int, action: Transport) -> Iterator[Violation]:
    """Whether a shuttle can leave a row."""
    modules = side.rows[row]
    where = kinds(modules)
    if where[-1:] == (SHUTTLE,):
        return
    if SHUTTLE not in where:
        yield _unfit(side, row, SHUTTLE)
        if where[-1:] == (CREW,):
            yield Violation("RW-160", {"firm": firm_name(MODULES[modules[-1]].firm)})
        return
    ahead = modules[len(where) - where[::-1].index(SHUTTLE) :]
    left = name(modules[-1])
    if not carries(side, row):
        values = {"row": row + 1, "count": len(ahead), "module_left": left, "limit": value("RW-132")["crews"]}
        yield Violation("RW-132", values)
        yield _unfit(side, row, SHUTTLE)
    elif action.dock[:1] != (row + 1,):
        yield Violation("RW-131", {"row": row + 1, "module_left": left})


def _not_a_crew(modules: tuple[str, ...], row: int) -> Violation:
    left = _shown(modules[-1] if modules else "")
    if CREW in kinds(modules):
        return Violation("RW-154", {"row": row, "module_left": left})
    return Violation("RW-150", {"module": left})


def _task(state: ReworldState, side: Side, action: Task) -> Iterator[Violation]:
    code = leftmost(side, action.row - 1)
    if not code or MODULES[code].kind != SATELLITE:
        yield _unfit(side, action.row - 1, SATELLITE)
        return
    task = MODULES[code].task
    if task in ONE_CITY and (side.cities or action.city) and not side.city(action.city):
        yield Violation(task, {"seat": seat_name(action.seat or 0), "city": action.city or "?"})
    elif worth(side, code, action.city, state.facts) < value("RW-174")["min_points"]:
        yield Violation("RW-174", {"module": name(code)})


def apply(state: ReworldState, action: Undocking) -> ReworldState:
    """The module is used, the ships are checked, and the next player follows."""
    seat, row = action.seat, action.row - 1
    if seat is None or not leftmost(state.sides[seat], row):
        raise Impossible(action.verb)
    before = state.sides[seat]
    code = leftmost(before, row)
    side, gone = _used(state, before, code, action)
    if PLAIN.get(type(action)):
        side = side.earning("tasks", PLAIN[type(action)])
    facts = state.facts
    if isinstance(action, Defend) and MODULES[code].kind == SATELLITE and action.shields in SHIELDS:
        facts = {**facts, f"shields.{code}": action.shields}
    sides = (*state.sides[:seat], side, *state.sides[seat + 1 :])
    state = but(state, sides=sides, gone=(*state.gone, *gone), facts=facts)
    return _next(announced(state, check_ships(state, seat)), seat)  # RW-121, RW-180, RW-185


def _used(state: ReworldState, side: Side, code: str, action: Undocking) -> tuple[Side, tuple[str, ...]]:
    """The side after its module was used, and what went back to the box."""
    row = action.row - 1
    kind = MODULES[code].kind
    if isinstance(action, Transport):
        return _carried(side, row, action)
    side = but(side, rows=without_left(side.rows, row))
    if isinstance(action, Dispose):
        return side, (code,)
    if isinstance(action, Terrabot) and kind == TERRABOT:
        return but(side, cities=settled(side, code, action.sign)), ()  # RW-140
    if isinstance(action, Defend) and kind in (SHUTTLE, SATELLITE):
        return but(side, defence=(*side.defence, code)), ()  # RW-151, RW-171
    if isinstance(action, Task) and kind == SATELLITE:  # RW-170
        return _scored(state, side, code, action.city), ()
    raise Impossible(action.verb)


def settled(side: Side, code: str, sign: int) -> tuple[City, ...]:
    """The cities after a terrabot came down: it founds its city or joins it."""
    letter = MODULES[code].letter
    if side.city(letter) is None:  # RW-032
        return (*side.cities, City(letter, sign, (code,)))  # RW-141
    return tuple(
        but(city, tiles=(*city.tiles, code)) if city.letter == letter else city  # RW-142
        for city in side.cities
    )


def _carried(side: Side, row: int, action: Transport) -> tuple[Side, tuple[str, ...]]:
    modules = side.rows[row]
    shuttle = next((code for code in modules[::-1] if MODULES[code].kind == SHUTTLE), "")
    if (
        not shuttle
        or len(action.cities) != len(action.dock)
        or not set(action.dock) <= set(range(1, ROWS + 1))
    ):
        raise Impossible("transport")
    at = len(modules) - 1 - modules[::-1].index(shuttle)
    rows = (*side.rows[:row], (*modules[:at], *modules[at + 1 :]), *side.rows[row + 1 :])
    crews = []
    for number in action.dock:
        if kinds(rows[number - 1][-1:]) != (CREW,):
            raise Impossible("transport")
        crews.append(rows[number - 1][-1])
        rows = without_left(rows, number - 1)
    side, lost = but(side, rows=rows), []
    for code, city in zip(crews[::-1] if action.swapped else crews, action.cities, strict=True):
        side, placed = place(side, code, city)
        if not placed:
            lost.append(code)
    return but(side, shuttles=(*side.shuttles, shuttle)), tuple(lost)  # RW-156


def _scored(state: ReworldState, side: Side, code: str, city: str) -> Side:
    side = side.earning("tasks", worth(side, code, city, state.facts))  # RW-172
    late = counted(side, state.facts) if MODULES[code].task == "RW-172g" else ()
    return but(side, satellites=(*side.satellites, code), late=(*side.late, *late))  # RW-172
