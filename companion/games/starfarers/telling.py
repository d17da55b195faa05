"""What the Starfarers say: the history's lines, reminders, and what to lay out."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine import Action, Reminder, Setup, Task, Text, seat_name, text

from . import flight, yields
from .actions import (
    Award,
    Bank,
    Beat,
    Begin,
    Build,
    Claim,
    Deal,
    Depart,
    Draw,
    Effect,
    Encounter,
    End,
    Found,
    Help,
    Outfit,
    Relieve,
    Return,
    Rob,
    Roll,
    Shake,
    Share,
    Station,
    Survey,
)
from .book import BLACK, FIRST, PEOPLES, SORTS, of, value
from .cards import name
from .counting import entry_name
from .encounter_phase import answer_name, outcome_name
from .final import GOAL, points, possible
from .flight_phase import effect_name
from .setting import planet_name
from .state import BALLS, BEGIN, BUILD, DRAW, MEET, MOVE, NOBODY, OVER, ROB, ROLL, SETUP, SEVEN, Stars
from .supply import counted

NEAR = 3
"""Who lacks so few points or fewer is named before the others overlook it."""


def describe(state: Stars, action: Action) -> Text:
    """One line of the history; `state` is the one before."""
    who = seat_name(action.seat or 0)
    match action:
        case Begin(first=first):
            return text("done.begin", who=seat_name(first))
        case Outfit():
            ship, upgrade = text(f"build.ship.{action.ship}"), text(f"upgrade.{action.upgrade}")
            return text("done.outfit", who=who, ship=ship, upgrade=upgrade)
        case Survey(planets=planets):
            return text("done.survey", who=who, planets=tuple(map(planet_name, planets)))
        case Roll(dice=dice):
            return text("done.roll", who=who, dice=" + ".join(map(str, dice)), sum=sum(dice))
        case Share(counts=counts):
            return text("done.share", counts=" · ".join(map(str, counts)))
        case Relieve(sort=sort):
            if sort == yields.NONE:
                return text("done.relieve.not", who=who)
            return text("done.relieve", who=who, sort=text(f"sort.{sort}"))
        case Return(cards=cards):
            return text("done.return", who=who, cards=cards_of(cards)) if cards else text("done.return.all")
        case Rob(victim=victim):
            return (
                text("done.rob", who=who, victim=seat_name(victim))
                if victim != NOBODY
                else text("done.rob.not", who=who)
            )
        case Draw(take=take):
            return text("done.draw", who=who, count=take) if take else text("done.draw.not", who=who)
        case Build(what=what):
            return text("done.build", who=who, what=text(f"build.{what}"))
        case Bank():
            give, get = text(f"sort.{action.give}"), text(f"sort.{action.get}")
            return text("done.bank", who=who, rate=action.rate, give=give, get=get)
        case Deal():
            return text(
                "done.deal",
                who=who,
                other=seat_name(action.other),
                give=cards_of(action.give),
                get=cards_of(action.get),
            )
        case Help(victims=victims):
            return text("done.help", who=who, others=tuple(map(seat_name, victims)))
    return _flown(state, action, who)


def _flown(state: Stars, action: Action, who: Text) -> Text:
    match action:
        case Shake(balls=balls):
            window = tuple(text(f"ball.{ball}") for ball in balls)
            return text("done.meet" if BLACK in balls else "done.shake", who=who, balls=window)
        case Effect():
            said = effect_name(state, action.what, action.count)
            return text("done.effect", who=seat_name(action.who), what=said)
        case Encounter(question=question, answer=answer):
            return text(
                "done.encounter",
                who=who,
                question=text(f"question.{question}"),
                answer=answer_name(answer),
                outcome=outcome_name(action.outcome),
            )
        case Depart(fly=fly):
            return text("done.depart" if fly else "done.stay", who=who)
        case Found(planets=planets):
            return (
                text("done.found", who=who, planets=tuple(map(planet_name, planets)))
                if planets
                else text("done.found.bare", who=who)
            )
        case Station():
            dock = flight.next_dock(state, action.people) if action.people in PEOPLES else 0
            people = text(f"people.{action.people}")
            return text("done.station", who=who, people=people, dock=dock, card=name(action.card))
        case Beat():
            return text(f"done.beat.{action.kind}", who=who, number=action.number)
        case End():
            return text("done.end", who=who, after=seat_name((state.turn + 1) % state.players))
        case Award():
            return text("done.effect", who=who, what=entry_name(state, action))
        case Claim(who=winner):
            return text("done.claim", who=seat_name(winner))
    return text(f"done.{action.verb}", who=who)


def cards_of(cards: Iterable[str]) -> tuple[Text, ...]:
    """Cards by sort, as words."""
    parts = tuple(text("price", count=n, sort=text(f"sort.{sort}")) for sort, n in counted(cards).items())
    return parts or (text("cards.none"),)


def reminders(state: Stars) -> tuple[Reminder, ...]:
    """What is forgotten at this moment of the game."""
    if state.phase == OVER:
        line = text("remind.won", who=seat_name(state.won), points=points(state, state.won))
        return (Reminder(line, "SF-003"),)
    found = []
    if state.phase in (ROLL, SETUP):
        bare = sum(not colony.planets for side in state.sides for colony in side.colonies)
        if bare and state.counted:
            found.append(Reminder(text("remind.bare", count=bare), "SF-012"))
    elif state.phase in (SEVEN, ROB):
        found += _seven(state)
    elif state.phase == DRAW:
        found += _gains(state)
        relieved = () if state.counted else yields.relieved(state)
        found += [Reminder(text("remind.relief", who=seat_name(seat)), "SF-134") for seat in relieved]
    elif state.phase == BUILD:
        found += _building(state)
    elif state.phase in (BALLS, MEET, MOVE):
        found += _flying(state)
    if state.phase not in (BEGIN, SETUP) and points(state, state.turn) < GOAL <= possible(state, state.turn):
        found.append(Reminder(text("remind.maybe", who=seat_name(state.turn)), "SF-160"))
    lead = sorted(range(state.players), key=lambda seat: -points(state, seat))
    for seat in lead[:1]:
        lack = GOAL - points(state, seat)
        if lack <= NEAR:
            said = "remind.near" if lack > 0 else "remind.waits"
            found.append(
                Reminder(text(said, who=seat_name(seat), lack=lack), "SF-003" if lack > 0 else "SF-005")
            )
    return tuple(found)


def _seven(state: Stars) -> list[Reminder]:
    if state.phase == SEVEN:
        tribute = [seat for seat in range(state.players) if yields.keeps(state, seat) > yields.MOST]
        found = [Reminder(text("remind.half", most=yields.MOST), "SF-018")]
        return found + [
            Reminder(text("remind.tribute", who=seat_name(seat), most=yields.keeps(state, seat)), "SF-134")
            for seat in tribute
        ]
    each = of(state.edition, "SF-021")
    return [Reminder(text("remind.others", count=each), "SF-E4")] if each else []


def _gains(state: Stars) -> list[Reminder]:
    """Who takes which cards from the supply now."""
    if not any(any(gain) for gain in state.gains):
        return []
    lines = []
    for seat, gain in enumerate(state.gains):
        cards = [sort for sort, count in zip(SORTS, gain, strict=True) for _ in range(count)]
        if cards:
            lines.append(text("remind.gain", who=seat_name(seat), cards=cards_of(cards)))
    return [Reminder(text("remind.gains", lines=tuple(lines)), "SF-012")]


def _building(state: Stars) -> list[Reminder]:
    found = []
    late = not yields.check_draw(state, yields.allowance(state)).violations and yields.allowance(state)
    if late and not state.drawn:
        found.append(Reminder(text("remind.draw", who=seat_name(state.turn)), "SF-026"))
    for card in state.mine.daily:
        if card not in state.used:
            found.append(Reminder(text("remind.card", card=name(card)), "SF-134"))
    return found


def _flying(state: Stars) -> list[Reminder]:
    found = []
    if state.phase == MEET:
        found.append(
            Reminder(text(f"remind.ship.{state.edition}"), "SF-093" if state.edition == FIRST else "SF-E7")
        )
        if not state.deck:
            found.append(Reminder(text("remind.deck"), "SF-092"))
    if state.phase == MOVE:
        if state.grounded or state.stopped:
            found.append(Reminder(text("remind.grounded"), "SF-094"))
        if state.players == min(map(int, value("SF-125"))):  # SF-125
            found.append(
                Reminder(text("remind.systems", limit=value("SF-125")[str(state.players)]), "SF-125")
            )
        if state.edition == FIRST:
            found.append(Reminder(text("remind.look"), "SF-115"))
        else:
            found.append(Reminder(text("remind.reveal"), "SF-E5"))
    return found


def checklist(setup: Setup) -> tuple[Task, ...]:
    """What to lay out."""
    edition = str(setup.options.get("edition", FIRST))
    opening = "free" if setup.options.get("opening") == "free" and edition != FIRST else edition
    numbers = {
        "players": len(setup.players),
        "piled": of(edition, "SF-E3"),
        "dealt": value("SF-E3")["dealt"],
        "left": value("SF-E3")["cards"] - of(edition, "SF-E3"),
        "deck": value("SF-092"),
        "cards": value("SF-134"),
    }
    chores = [
        (f"setup.board.{edition}", "SF-E1" if edition != FIRST else "SF-060"),
        ("setup.pieces.free" if opening == "free" else "setup.pieces", "SF-060"),
        (f"setup.start.{opening}", "SF-E1" if edition != FIRST else "SF-160"),
        ("setup.pile", "SF-028" if edition == FIRST else "SF-E3"),
        ("setup.deal", "SF-025"),
        ("setup.peoples", "SF-134"),
        ("setup.encounters", "SF-092"),
    ]
    if len(setup.players) == min(map(int, value("SF-125"))):
        chores.append((f"setup.three.{edition}", "SF-125"))
    return tuple(Task(text(key, **numbers), rule) for key, rule in chores)
