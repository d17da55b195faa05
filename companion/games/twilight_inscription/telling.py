"""What Twilight Inscription says: the history's lines, reminders, and what to lay out."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine import Action, Impossible, Reminder, Setup, Task, Text, literal, seat_name, text

from . import ai, announcing, awards, cards, dice, events, layouts, strategy
from .actions import (
    Activate,
    CountUp,
    Dare,
    Down,
    Draw,
    Finish,
    Fulfil,
    Invoke,
    Lay,
    Own,
    Play,
    Recall,
    Represent,
    Reveal,
    Roll,
    Rule,
    Seating,
    Shuffle,
    Skip,
    Speak,
    Take,
)
from .book import value
from .cards import EVENTS, FACTIONS, OBJECTIVES
from .desk import RESOURCES, SHEETS
from .marking.mark import Mark
from .own import ON_A_SHEET
from .seats import foe_name
from .setting import STEPS
from .state import CARD, DICE, OBJECTIVE, REVEAL, SHEET, TwilightState
from .telling_marks import say


def describe(state: TwilightState, action: Action) -> Text:
    """One line of the history; `state` is the one before."""
    if isinstance(action, Mark):
        return text("done.mark", who=_who(action), what=say(state, action.seat or 0, action))
    part = events.part_of(state)
    if part is not None and isinstance(action, part.ACTIONS):
        told: Text = part.describe(state, action)
        return told
    return _described(state, action)


def _who(action: Action) -> Text:
    return text("everybody") if action.seat is None else seat_name(action.seat)


def _described(state: TwilightState, action: Action) -> Text:
    match action:
        case Speak(speaker=seat):
            return text("done.speak", who=seat_name(seat))
        case Seating(face=face):
            return text("done.seating", face=face_name(face))
        case Dare(level=level):
            return text("done.dare", level=text(f"difficulty.{level}"))
        case Represent(faction=faction):
            return text("done.represent", who=_who(action), what=cards.name(FACTIONS[faction]))
        case Lay():
            names = tuple(cards.name(OBJECTIVES[getattr(action, sheet)]) for sheet in SHEETS)
            return text("done.lay", what=names)
        case Take():
            return text(
                "done.take", who=_who(action), what=tuple(literal(getattr(action, one)) for one in SHEETS)
            )
        case Reveal(event=event):
            found = EVENTS[event]
            return text(
                "done.reveal", round=state.round + 1, what=cards.name(found), kind=text(f"kind.{found.kind}")
            )
        case Activate(sheet=sheet):
            return text("done.activate", who=_who(action), sheet=text(f"sheet.{sheet}"))
        case Roll(faces=faces):
            return text("done.roll", faces=tuple(face_name(face) for face in faces))
        case Own(who=who, what=what, sheet=sheet):
            where = text(f"sheet.{sheet}") if what in ON_A_SHEET else literal("")
            return text("done.own", who=seat_name(who), what=text(f"own.{what}"), sheet=where)
        case Rule(who=who):
            row = awards.claim_mecatol(state, who).mecatol[-1].row
            return text("done.rule", who=foe_name(who), row=row)
        case Fulfil(who=who, sheet=sheet):
            return _fulfilled(state, who, sheet)
        case Draw(who=who):
            return text("done.draw", who=seat_name(who))
        case Play(who=who, relic=relic):
            return text("done.play", who=seat_name(who), what=awards.relic_name(relic))
        case CountUp():
            named = {one: text(f"sheet.{one}") for one in SHEETS} | {"goods": text("score.goods")}
            sizes = tuple(
                text("done.count.one", what=name, count=getattr(action, one)) for one, name in named.items()
            )
            return text("done.count", who=_who(action), what=sizes)
        case Recall(votes=votes):
            return text("done.recall", who=_who(action), count=votes)
        case Skip() | Shuffle() | Finish() | Down() | Invoke():
            return text(f"done.{action.verb}", who=_who(action))
    raise Impossible(action.verb)


def _fulfilled(state: TwilightState, who: int, sheet: str) -> Text:
    award = awards.fulfil(state, who, sheet).awards[-1]
    what = cards.name(OBJECTIVES[state.objectives[sheet]])
    return text("done.fulfil.first" if award.first else "done.fulfil.later", who=foe_name(who), what=what)


def face_name(face: str) -> Text:
    """A die's face in words."""
    die, _, sign = face.partition(":")
    if face in dice.BLACK:
        return text(f"resource.{dice.BLACK[face]}")
    return text("face.of", die=text(f"die.{die}"), face=text(f"face.{sign}"))


def reminders(state: TwilightState) -> tuple[Reminder, ...]:
    """What is forgotten at this moment of the game."""
    part = events.part_of(state)
    due: tuple[Reminder, ...] = () if part is None else tuple(part.reminders(state))
    return (*due, *(Reminder(line, rule) for line, rule in _reminders(state)), *ai.reminders(state))


def _reminders(state: TwilightState) -> Iterator[tuple[Text, str]]:
    if state.step == SHEET:
        for what, why in layouts.unsound(state):
            yield text("remind.unsound", what=what, why=why), "SET-01"
    elif state.step == CARD and state.event:
        supply = tuple(text(f"resource.{one}") for one in EVENTS[state.event].resources)
        yield text("remind.card", what=supply), "STR-02"
        yield text("remind.sheet"), "STR-06"
    elif state.step == DICE:
        yield text("remind.black", what=tuple(_supply(state))), "STR-04"
        yield from _focus(state)
    yield from announcing.reminders(state)


def _supply(state: TwilightState) -> Iterator[Text]:
    for one, count in zip(RESOURCES, dice.supply(state.dice), strict=True):
        if count:
            yield text("resource.count", count=count, resource=text(f"resource.{one}"))


def _focus(state: TwilightState) -> Iterator[tuple[Text, str]]:
    """Who may also use which focus die."""
    for seat in range(state.players):
        mine = strategy.usable(state, seat)
        if mine:
            what = tuple(
                text("resource.count", count=count, resource=text(f"resource.{one}"))
                for one, count in mine.items()
            )
            yield text("remind.focus", who=seat_name(seat), what=what), "STR-05"


def checklist(setup: Setup) -> tuple[Task, ...]:
    """What to lay out for this number of players."""
    count = len(setup.players)
    alone = count in value("CMP-14")["ai"]  # SET-06, SET-07, SOL-05
    chores = [
        ("setup.sheets", "SET-01"),
        ("setup.factions", "SET-04"),
        ("setup.board_ai" if alone else "setup.board", "SOL-05" if alone else "SET-06"),
        ("setup.agendas_ai" if alone else "setup.agendas", "SOL-05" if alone else "SET-07"),
        (f"setup.deck_{setup.options.get('deck', 'app')}", "SET-09"),
        ("setup.objectives", "SET-14"),
        ("setup.relics", "SET-15"),
        ("setup.pens", "SET-16"),
    ]
    if setup.depth == "scoring":
        chores = [chore for chore in chores if not chore[0].startswith("setup.deck")]
    return tuple(Task(text(key, players=count), rule) for key, rule in chores)


def heading(state: TwilightState) -> Text:
    """Where the game is."""
    if state.step in STEPS:
        return text("heading.objectives" if state.step == OBJECTIVE else "heading.setup")
    if state.step == REVEAL:
        return text("heading.reveal", round=state.round + 1)
    if not state.event:
        return text(f"heading.{state.step}")
    card = EVENTS[state.event]
    if state.step in ("count", "recall", "over", "scoring"):
        return text(f"heading.{state.step}", round=state.round)
    return text(
        "heading.round",
        round=state.round,
        phase=text(f"phase.{card.phase}"),
        kind=text(f"kind.{card.kind}"),
        what=cards.name(card),
    )
