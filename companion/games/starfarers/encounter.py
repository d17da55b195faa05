"""Encounters as dialogues: the question, the decision, a comparison or a throw, and then the outcome."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from importlib import resources

from msgspec import Struct, convert

from companion.engine import Impossible, Ruling, Seat, Violation, but, text, violated
from companion.engine.rule import ruling

from . import building, facts, flight, supply
from .actions import Effect, Encounter
from .book import BALLS, SORTS, UPGRADES
from .flight import SHIP, STOP
from .state import MOVE, TRADE, Stars

LOW, MIDDLE, HIGH = ("low", "middle", "high")
MIDDLE_SUM = 3
"""A throw of so much is the middle one."""

COMBAT, SPEED = "combat", "speed"
NONE = "-"
"""Chosen where nothing of the kind can be gained or lost."""

Outcomes = tuple[tuple[str, ...], ...]


class Question(Struct, frozen=True, forbid_unknown_fields=True):
    """What the first box of a card asks, and what may follow; see encounters.toml."""

    answers: tuple[str, ...]
    gift: bool = False
    pays: dict[str, int] = {}
    after: dict[str, Outcomes] = {}
    against: dict[str, str] = {}
    throw: dict[str, dict[str, Outcomes]] = {}
    foes: tuple[str, ...] = ()
    escape: str = ""
    win: Outcomes = ()
    lose: Outcomes = ()


QUESTIONS: dict[str, Question] = {
    key: convert(row, Question)
    for key, row in tomllib.loads(
        resources.files(__package__).joinpath("encounters.toml").read_text("utf-8")
    ).items()
}


def price(question: str, answer: str) -> int:
    """How many cards an answer costs."""
    asked = QUESTIONS[question]
    return int(answer) if asked.gift and answer.isdigit() else asked.pays.get(answer, 0)


def foe_seat(state: Stars, foe: str) -> Seat:
    """Who plays the other side: a neighbour on the right or on the left."""
    step = int(foe[1:])
    return (state.turn + (step if foe[0] == "l" else -step)) % state.players


def strength(state: Stars, seat: Seat, how: str, balls: tuple[str, ...], foe_cards: bool = False) -> int:
    """What balls and upgrades make together; a black ball counts nothing."""
    side, what = state.sides[seat], "cannons" if how == COMBAT else "drives"
    known = state.facts.get(facts.FOE, facts.YES if foe_cards else facts.NO)
    cards = side.card_sum(what) if seat == state.turn or known == facts.YES else 0
    return sum(BALLS.get(ball, 0) for ball in balls) + int(getattr(side, what)) + cards


def beats(state: Stars, action: Encounter) -> bool | None:
    """Whether the player in turn is at least as strong; None while that hangs on the neighbour's cards."""
    how, foe = compares(action), foe_seat(state, action.foe)
    mine = strength(state, state.turn, how, action.balls)
    found = {mine >= strength(state, foe, how, action.theirs, cards) for cards in (True, False)}
    return found.pop() if len(found) == 1 else None


def escapes(state: Stars, action: Encounter, foe_cards: bool = False) -> bool:
    """Whether the player in turn gets away before anything is thrown."""
    asked = QUESTIONS[action.question]
    if action.answer != asked.escape or not action.foe:
        return False
    theirs = strength(state, foe_seat(state, action.foe), SPEED, (), foe_cards)
    return strength(state, state.turn, SPEED, ()) >= theirs


def undecided(state: Stars, action: Encounter) -> bool:
    """Whether the end of a comparison hangs on what the copy says of the neighbour's cards."""
    if not compares(action):
        return False
    away = {escapes(state, action, cards) for cards in (True, False)}
    return len(away) > 1 or (away == {False} and beats(state, action) is None)


def compares(action: Encounter) -> str:
    """By what an answer is compared with a neighbour; empty where it is not."""
    asked = QUESTIONS[action.question]
    return COMBAT if action.answer == asked.escape != "" else asked.against.get(action.answer, "")


def throws(action: Encounter) -> bool:
    """Whether an answer leads to a throw that decides alone."""
    return action.answer in QUESTIONS[action.question].throw


def possible(state: Stars, action: Encounter) -> Outcomes:
    """The outcomes that the cards with this question print for what has happened so far."""
    asked = QUESTIONS[action.question]
    if escapes(state, action):
        return ((),)
    if compares(action):
        won = beats(state, action)
        if won is None:
            return (*asked.win, *asked.lose)
        return asked.win if won else asked.lose
    if throws(action):
        thrown = sum(BALLS.get(ball, 0) for ball in action.balls)
        word = LOW if thrown < MIDDLE_SUM else MIDDLE if thrown == MIDDLE_SUM else HIGH
        return asked.throw[action.answer][word]
    return asked.after[action.answer]


def choices(state: Stars, outcome: tuple[str, ...]) -> list[tuple[str, ...]]:
    """For each effect that leaves a choice, what can be chosen."""
    return [one for effect in outcome for one in _choices(state, effect)]


def _choices(state: Stars, effect: str) -> Iterator[tuple[str, ...]]:
    side = state.mine
    if effect.startswith("any") and state.counted:
        there = tuple(sort for sort, n in zip(SORTS, state.stock, strict=True) if n)
        for _ in range(int(effect[3:])):
            yield there or (NONE,)
    if effect == "upgrade+1":
        yield tuple(one for one in UPGRADES if getattr(side, one) < building.most(one)) or (NONE,)
    if effect == "upgrade-1":
        there = tuple(one for one in UPGRADES if flight.check_loss(state, state.turn, one, 1).allowed)
        yield there or (NONE,)


def check(state: Stars, action: Encounter) -> Ruling:
    """Whether an encounter can have gone like this."""
    asked = QUESTIONS.get(action.question)
    if asked is None or action.seat != state.turn or action.answer not in asked.answers:
        return violated("TABLE-1", key="meet")
    for balls in (action.balls, action.theirs):
        if not flight.check_balls(balls).allowed:
            return flight.check_balls(balls)
    due = price(action.question, action.answer)
    if state.counted and len(action.gift) != due:
        return violated("TABLE-1", key="meet")
    foe = action.foe in asked.foes if compares(action) else not action.foe
    if not foe or action.outcome not in possible(state, action):
        return violated("TABLE-1", key="meet")  # SF-091
    offered = choices(state, action.outcome)
    if len(action.chosen) != len(offered):
        return violated("TABLE-1", key="meet")
    if any(one not in some for one, some in zip(action.chosen, offered, strict=True)):
        return violated("TABLE-1", key="meet")
    return ruling(affordable(state, action), (facts.FOE,) if undecided(state, action) else ())


def affordable(state: Stars, action: Encounter) -> list[Violation]:
    """What keeps the player in turn from giving the cards of an answer."""
    due = price(action.question, action.answer)
    have = state.mine.hand.total
    if state.counted and have < due:
        return [Violation("SF-045", {"what": text("cards"), "need": due, "have": have, "seat": text("you")})]
    return building.check_price(state, state.turn, supply.counted(action.gift))


def apply(state: Stars, action: Encounter) -> Stars:
    """The table after an encounter: what was given, then effect by effect, then the flight."""
    if action.question not in QUESTIONS or not set(action.gift) <= set(SORTS):
        raise Impossible("encounter")
    if "back" not in action.outcome:
        state = supply.paid(state, state.turn, supply.counted(action.gift))
    chosen = iter(action.chosen)
    for effect in action.outcome:
        state = _carried(state, effect, chosen)
    if "draw" in action.outcome:
        return but(state, deck=(state.deck or flight.DECK) - 1)  # SF-092
    return but(state, phase=MOVE)


def _carried(state: Stars, effect: str, chosen: Iterator[str]) -> Stars:
    me = state.turn
    if effect == "each":
        for seat in range(state.players):
            state = state if seat == me else supply.stolen(state, me, seat)
        return state
    if effect == SHIP:
        free = not building.check_ship(state, me, TRADE)
        return flight.effect(state, Effect(who=me, what=SHIP)) if free else state
    if effect == STOP:
        return flight.effect(state, Effect(who=me, what=STOP))
    what, sign, count = effect.partition("+") if "+" in effect else effect.partition("-")
    if not sign:
        return state
    change = int(count) if sign == "+" else -int(count)
    if what == "any":
        for _ in range(change if state.counted else 0):
            sort = next(chosen, NONE)
            state = supply.gained(state, me, sort) if sort in SORTS else state
        return state
    if what == "upgrade":
        what = next(chosen, NONE)
    return flight.effect(state, Effect(who=me, what=what, count=change)) if what != NONE else state
