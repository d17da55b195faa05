"""What Reworld says: the history's lines, reminders, and what to lay out."""

from __future__ import annotations

from companion.engine import Action, Impossible, Reminder, Setup, Text, number, seat_name, text
from companion.engine.game import Task as Chore

from .actions import (
    Acquire,
    Award,
    Begin,
    CountUp,
    Defend,
    Dispose,
    EndRound,
    Prepare,
    TakeShip,
    Task,
    Terrabot,
    Transport,
)
from .book import value
from .crews import city_name
from .modules import MODULES, SHUTTLE, TERRABOT, name
from .settlement import Undocking, carries, leftmost
from .settlement import apply as settle
from .ships import SHIPS, fulfilled, key_of, progress, side_up
from .ships import name as ship_name
from .state import COUNT, EARNED, FINAL, OVER, PREPARE, ROUNDS, SETTLEMENT, STATION, ReworldState
from .tasks import worth
from .undock import sign_name


def describe(state: ReworldState, action: Action) -> Text:
    """One line of the history; `state` is the one before."""
    who = seat_name(action.seat or 0)
    if isinstance(action, Begin):
        return text("done.begin", who=seat_name(action.first))
    if isinstance(action, Prepare):
        return text("done.prepare", round=state.round)
    if isinstance(action, Acquire):
        code = state.arms[action.slot - 1] if 0 < action.slot <= len(state.arms) else ""
        module = name(code) if code else text("module.none")
        cards = ", ".join(map(str, (action.top, *action.below)))
        line = text("done.acquire", who=who, module=module, cards=cards, row=action.top)
        bot = bool(code) and MODULES[code].kind == TERRABOT
        return _with_points(line, value("RW-079")[str(state.round)] if bot else 0)
    if isinstance(action, EndRound):
        return text("done.end_round", round=state.round, who=seat_name(action.marker))
    if isinstance(action, Award):
        return text("done.award", who=who, points=action.points, why=text(f"score.{action.why}"))
    if isinstance(action, TakeShip):
        return text("done.take_ship", who=who, ship=ship_name(action.ship))
    if isinstance(action, CountUp):
        sizes = f"{action.shields} | {action.a} {action.b} {action.c} {action.d} {action.e}"
        return text("done.count", who=who, sizes=sizes)
    if isinstance(action, Terrabot | Defend | Transport | Task | Dispose):
        return _with_ships(state, action, _undocked(state, action, who))
    return text(f"done.{action.verb}", who=who, count=state.sides[action.seat or 0].hand)


def _undocked(state: ReworldState, action: Undocking, who: Text) -> Text:
    side = state.sides[action.seat or 0]
    code = leftmost(side, action.row - 1)
    module = name(code) if code else text("module.none")
    if isinstance(action, Transport):
        targets = tuple(map(city_name, action.cities))
        said = "done.transport" if targets else "done.fly"
        return text(said, who=who, row=action.row, count=len(targets), cities=targets)
    if isinstance(action, Task):
        points = worth(side, code, action.city, state.facts) if code and MODULES[code].task else 0
        return text("done.task", who=who, module=module, points=points)
    if isinstance(action, Terrabot) and action.sign and code:
        sign = sign_name(state, MODULES[code].letter, action.sign)
        return text("done.found", who=who, module=module, sign=sign)
    return text(f"done.{action.verb}", who=who, module=module, row=action.row)


def _with_points(line: Text, points: int) -> Text:
    return text("done.gain", what=line, points=points) if points else line


def _with_ships(state: ReworldState, action: Undocking, line: Text) -> Text:
    """The line with what the turn brought beside: points of special crews, and ships."""
    seat = action.seat or 0
    try:
        after = settle(state, action)
    except Impossible:
        return line
    at = EARNED.index("crews")
    line = _with_points(line, after.sides[seat].earned[at] - state.sides[seat].earned[at])
    return text("done.ships", what=line, ships=_quoted(after.taken)) if after.taken else line


def _quoted(ships: tuple[str, ...]) -> tuple[Text, ...]:
    return tuple(text("quoted", what=ship_name(ship)) for ship in ships)


def reminders(state: ReworldState) -> tuple[Reminder, ...]:
    """What is forgotten at this moment of the game."""
    hand, rest = value("RW-042")[str(state.players)], value("RW-043")[str(state.players)]
    deal = Reminder(text("remind.deal", hand=hand, rest=rest), "RW-042")
    if state.phase == PREPARE and state.depth == "full":
        found = [deal]
        if state.round > 1:
            found.insert(0, Reminder(text("remind.tidy", round=state.round), "RW-110"))
        return tuple(found)
    if state.phase == STATION:
        found = [Reminder(text("remind.terrabot", points=value("RW-079")[str(state.round)]), "RW-079")]
        if state.depth != "full":
            found.append(deal)
        elif state.marker_bought < 0:
            found.append(Reminder(text("remind.marker", who=seat_name(state.marker)), "RW-090"))
        return tuple(found)
    if state.phase == SETTLEMENT and state.depth == "full":
        return (*_taken(state), *_near_ships(state))
    if state.phase == SETTLEMENT and state.depth == "light":
        return (Reminder(text("remind.check"), "RW-180"),)
    if state.phase in (FINAL, COUNT, OVER):
        minus = Reminder(text("remind.minus", points=-value("RW-196")["points"]), "RW-196")
        return (*_taken(state), minus)
    return ()


def _taken(state: ReworldState) -> tuple[Reminder, ...]:
    """The ships that somebody has to take from the board now, with their points."""
    found = []
    for seat in range(state.players):
        ships = tuple(ship for ship in state.taken if state.ships.get(ship) == seat)
        if ships:
            known = [number(state.facts, key_of(state, ship)) for ship in ships]
            said = "remind.taken" if None not in known else "remind.taken_open"
            points = sum(worth or 0 for worth in known)
            line = text(said, who=seat_name(seat), ships=_quoted(ships), points=points)
            found.append(Reminder(line, "RW-180a"))
    return tuple(found)


def _near_ships(state: ReworldState) -> tuple[Reminder, ...]:
    """What the player on turn could reach now: a crew to take along, a ship that lacks only one."""
    side, found = state.sides[state.turn], []
    for row in range(len(side.rows)):
        if side.rows[row] and carries(side, row) and MODULES[leftmost(side, row)].kind != SHUTTLE:
            found.append(Reminder(text("remind.carry", row=row + 1), "RW-131"))
            break
    for ship in SHIPS:
        if ship in state.ships or fulfilled(state, state.turn, ship):
            continue
        have, need = progress(state, state.turn, ship)
        if abs(have - need) == 1:
            found.append(Reminder(text("remind.ship", ship=ship_name(ship)), f"RW-181.{ship}"))
    return tuple(found[:2])


def checklist(setup: Setup) -> tuple[Chore, ...]:
    """What to lay out for this number of players."""
    count = len(setup.players)  # RW-020
    side = side_up(count, setup.options)  # RW-022
    chores = [
        ("setup.board", "RW-002"),
        ("setup.final", "RW-020"),
        ("setup.ships", "RW-021"),
        (f"setup.sides_{side}", "RW-022"),
        ("setup.freighter", "RW-003"),
        ("setup.markers", "RW-024"),
        ("setup.bag", "RW-025"),
        ("setup.signs", "RW-026"),
        ("setup.round", "RW-027"),
        ("setup.cards", "RW-006"),
        ("setup.start", "RW-028"),
    ]
    numbers = {
        "players": count,
        "ships": value("RW-007")["ships"],
        "modules": value("RW-025")["modules"],
        "supplies": value("RW-026")["supplies"],
        "each": value("RW-026")["each"],
        "start": value("RW-024")["start"],
        "cards": value("RW-006")["cards"],
        "rounds": ROUNDS,
    }
    return tuple(Chore(text(key, **numbers), rule) for key, rule in chores)
