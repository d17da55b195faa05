"""Setting the game up, as far as the app has a part in it."""

from __future__ import annotations

from msgspec import convert

from companion.engine import (
    LEGAL,
    Action,
    Demand,
    Draft,
    Impossible,
    Kind,
    Option,
    Ruling,
    Step,
    but,
    seat_name,
    text,
    violated,
)

from . import ai, cards, deck, dice, layouts
from .actions import Dare, Lay, Represent, Seating, Shuffle, Skip, Speak, Take
from .book import value
from .cards import FACTIONS, OBJECTIVES
from .desk import SHEETS, Desk
from .marking import common, industry
from .options import option
from .seats import put
from .state import (
    DECK,
    DIFFICULTY,
    FACTION,
    OBJECTIVE,
    REVEAL,
    SCORING,
    SEATING,
    SHEET,
    SPEAKER,
    TwilightState,
)

ACTIONS: tuple[type[Action], ...] = (Speak, Seating, Dare, Represent, Skip, Lay, Shuffle, Take)
STEPS = (SPEAKER, SEATING, DIFFICULTY, FACTION, OBJECTIVE, DECK, SHEET)
"""The steps in order; some tables leave some out."""

WHEN: dict[type[Action], tuple[str, ...]] = {
    Speak: (SPEAKER,),
    Seating: (SEATING,),
    Dare: (DIFFICULTY,),
    Represent: (FACTION,),
    Lay: (OBJECTIVE,),
    Shuffle: (DECK,),
    Take: (SHEET,),
    Skip: (FACTION, SHEET),
}
"""The steps that an action can belong to."""

LEVELS = ("easy", "medium", "hard")
ANY = "any"
"""Instead of an objective: the app draws one of each."""

_ASKED = {
    SPEAKER: ("speaker", "SET-17"),
    SEATING: ("seating", "SOL-06"),
    DIFFICULTY: ("difficulty", "SOL-07"),
    FACTION: ("faction", "SET-04"),
    OBJECTIVE: ("objective", "SET-14"),
    DECK: ("deck", "SET-09"),
    SHEET: ("sheets", "SET-01"),
}
"""The demand of each step, and the rule that asks it."""


def _needed(state: TwilightState, step: str) -> bool:
    if step == SPEAKER:
        return state.players > 1
    if step == SEATING:
        return state.players == 2 and state.depth != "scoring"  # SOL-06
    if step == DIFFICULTY:
        return state.players in value("CMP-14")["ai"]  # SET-08, SOL-01
    if step == DECK:
        return option(state, "deck") == deck.APP and state.depth != "scoring"
    if step == SHEET:
        return state.depth == "full"
    return True


def first(state: TwilightState, at: int = 0) -> TwilightState:
    """On to the next step of the set-up that the table needs, or to the first round."""
    step = next((found for found in STEPS[at:] if _needed(state, found)), "")
    return but(state, step=step or (SCORING if state.depth == "scoring" else REVEAL))


def _on(state: TwilightState) -> TwilightState:
    return first(state, STEPS.index(state.step) + 1)


def _waiting(state: TwilightState) -> list[int]:
    """The seats that a step of one choice each still waits for."""
    if state.step == FACTION:
        return [seat for seat, side in enumerate(state.sides) if not side.faction]
    return [seat for seat, side in enumerate(state.sides) if side.desk is None]


def demands(state: TwilightState) -> tuple[Demand, ...]:
    """What is asked now."""
    key, rule = _ASKED[state.step]
    if state.step in (FACTION, SHEET):
        skip = Demand(key="skip", ask=text(f"skip.{key}"), kind=Kind.CONFIRM, rules=(rule,))
        return (
            *(Demand(key=key, seat=seat, ask=text(f"{key}.ask"), rules=(rule,)) for seat in _waiting(state)),
            skip,
        )
    if state.step == SEATING:
        sees = "symbols:twilight_inscription:1"
        return (Demand(key=key, ask=text("seating.ask"), kind=Kind.ROLL, rules=(rule,), sees=sees),)
    return (Demand(key=key, ask=text(f"{key}.ask"), rules=(rule,)),)


def step(state: TwilightState, draft: Draft) -> Step | Action:
    """The next field to choose."""
    match draft.key:
        case "speaker":
            return _speaker(state, draft)
        case "seating":
            face = draft.get("face")
            if face:
                return Seating(face=str(face))
            return Step(field="face", ask=text("seating.ask"), options=dice.black_options())
        case "difficulty":
            level = draft.get("level")
            if level:
                return Dare(level=str(level))
            options = tuple(Option(value=one, label=text(f"difficulty.{one}")) for one in LEVELS)
            return Step(field="level", ask=text("difficulty.ask"), options=options, rules=("SOL-07",))
        case "skip":
            return Skip()
        case "faction":
            return _faction(state, draft)
        case "objective":
            return _objective(draft)
        case "deck":
            chance = draft.number("chance")
            if chance is not None:
                return Shuffle(chance=chance)
            return Step(field="chance", ask=text("deck.shuffle"), entry="chance", high=deck.MOST)
    return _take(state, draft)


def _speaker(state: TwilightState, draft: Draft) -> Step | Action:
    speaker = draft.number("speaker")
    if speaker is not None:
        return Speak(speaker=speaker)
    options = tuple(Option(value=seat, label=seat_name(seat)) for seat in range(state.players))
    return Step(field="speaker", ask=text("speaker.ask"), options=options, keys=True, rules=("SET-17",))


def _faction(state: TwilightState, draft: Draft) -> Step | Action:
    faction = draft.get("faction")
    if faction:
        return Represent(seat=draft.seat, faction=str(faction))
    options = tuple(
        Option(
            value=key, label=cards.name(card), ruling=check(state, Represent(seat=draft.seat, faction=key))
        )
        for key, card in FACTIONS.items()
    )
    return Step(field="faction", ask=text("faction.ask"), options=options, rules=("SET-04",))


def _objective(draft: Draft) -> Step | Action:
    chosen = {sheet: str(draft.get(sheet) or "") for sheet in SHEETS}
    if chosen[SHEETS[0]] == ANY:
        chance = draft.number("chance")
        if chance is None:
            return Step(field="chance", ask=text("objective.any"), entry="chance", high=deck.MOST)
        return _laid(deck.objectives(chance))
    for sheet in SHEETS:
        if not chosen[sheet]:
            any_ = Option(value=ANY, label=text("objective.any"), icon="bag")
            options = [
                Option(value=key, label=cards.name(card))
                for key, card in OBJECTIVES.items()
                if card.sheet == sheet
            ]
            if sheet == SHEETS[0]:
                options.insert(0, any_)
            ask = text("objective.which", sheet=text(f"sheet.{sheet}"))
            return Step(field=sheet, ask=ask, options=tuple(options), rules=("SET-14",))
    return _laid(chosen)


def _laid(chosen: dict[str, str]) -> Lay:
    return convert({"do": "lay", **chosen}, Lay)


def _take(state: TwilightState, draft: Draft) -> Step | Action:
    for sheet in SHEETS:
        if draft.get(sheet) is None:
            options = tuple(
                Option(value=name, label=layouts.title(name), ruling=_free(state, draft.seat, sheet, name))
                for name in layouts.names(state, sheet)
            )
            return Step(field=sheet, ask=text(f"sheet.{sheet}"), options=options, rules=("SET-01",))
    return Take(seat=draft.seat, **{sheet: str(draft.get(sheet)) for sheet in SHEETS})


def check(state: TwilightState, action: Action) -> Ruling:
    """What the rules say of a choice."""
    match action:
        case Speak(speaker=seat) if not 0 <= seat < state.players:
            return violated("SET-17", who=seat + 1)
        case Seating(face=face) if face not in dice.BLACK:
            return violated("SOL-06", resource=face)
        case Dare(level=level) if level not in LEVELS:
            return violated("SOL-07", have=level)
        case Represent(faction=faction):
            if faction not in FACTIONS:
                return violated("CMP-12", what=faction, limit=len(FACTIONS))
            owner = next((at for at, side in enumerate(state.sides) if side.faction == faction), None)
            if owner is not None and owner != action.seat:
                what = cards.name(FACTIONS[faction])
                return violated("SET-04", what=what, who=seat_name(owner), seat=seat_name(action.seat or 0))
        case Lay():
            for sheet in SHEETS:
                card = OBJECTIVES.get(getattr(action, sheet))
                if card is None or card.sheet != sheet:
                    return violated(
                        "SET-14", sheet=text(f"sheet.{sheet}"), have=0, need=value("SET-14")["per_type"]
                    )
        case Take():
            for sheet in SHEETS:
                name = getattr(action, sheet)
                found = _free(state, action.seat, sheet, name)
                if not found.allowed:
                    return found
    return LEGAL


def _free(state: TwilightState, seat: int | None, sheet: str, name: str) -> Ruling:
    """Whether a player may take a sheet: it must be there, and nobody else may have it."""
    said = text(f"sheet.{sheet}")
    if name not in layouts.names(state, sheet):
        need = value("SET-01")["per_type"]
        return violated("SET-01", seat=seat_name(seat or 0), sheet=said, have=0, need=need)
    owner = _owner(state, sheet, name)
    if owner is None or owner == seat:
        return LEGAL
    return violated("CMP-01", sheet=said, what=name, who=seat_name(owner))


def _owner(state: TwilightState, sheet: str, name: str) -> int | None:
    """Who has this very sheet; the B sides and the practice sheets are there for everybody."""
    if not name.endswith("A"):  # SET-02
        return None
    return next(
        (at for at, side in enumerate(state.sides) if side.desk and side.desk.sheets[sheet] == name), None
    )


def _begun(state: TwilightState, seat: int, chosen: dict[str, str]) -> Desk:
    """A player's desk before the first round, with what the faction's set-up gives (SET-05, FAC-03)."""
    faction = FACTIONS.get(state.sides[seat].faction)
    desk = but(layouts.fresh(state, chosen), abilities=() if faction is None else faction.rules)
    if common.HACAN in desk.abilities:
        sheets = layouts.sheets_of(put(state, seat, desk=desk), seat)
        goods = value(common.HACAN)["trade_goods"]
        desk = industry.claim_printed(desk, sheets, "good", goods)  # SET-05, FAC-03, FAC-04
    return desk


def apply(state: TwilightState, action: Action) -> TwilightState:
    """The table after a choice."""
    match action:
        case Speak(speaker=seat) if 0 <= seat < state.players:
            return _on(but(state, speaker=seat))  # SET-17, SET-18
        case Seating(face=face) if face in dice.BLACK:
            side = "left" if dice.BLACK[face] in value("SOL-06")["left"] else "right"  # SOL-06
            return _on(but(state, speaker_is=side))
        case Dare(level=level) if level in LEVELS:
            return _on(but(state, rival=ai.begin(state, level)))
        case Represent(seat=seat, faction=faction) if seat is not None and faction in FACTIONS:
            state = put(state, seat, faction=faction)
            return state if _waiting(state) else _on(state)
        case Skip():
            if state.step == SHEET:
                plain = {sheet: layouts.names(state, sheet)[-1] for sheet in SHEETS}
                for seat in _waiting(state):
                    state = put(state, seat, desk=_begun(state, seat, plain))
            return _on(state)
        case Lay():
            chosen = {sheet: str(getattr(action, sheet)) for sheet in SHEETS}
            if any(objective not in OBJECTIVES for objective in chosen.values()):
                raise Impossible("lay")
            return _on(but(state, objectives=chosen))  # SET-14
        case Shuffle(chance=chance):
            return _on(but(state, deck=deck.build(chance, str(option(state, "phase5")))))
        case Take(seat=seat) if seat is not None:
            chosen = {sheet: str(getattr(action, sheet)) for sheet in SHEETS}
            if any(name not in layouts.names(state, sheet) for sheet, name in chosen.items()):
                raise Impossible("take")
            state = put(state, seat, desk=_begun(state, seat, chosen))  # SET-01
            return state if _waiting(state) else _on(state)
    raise Impossible(action.verb)
