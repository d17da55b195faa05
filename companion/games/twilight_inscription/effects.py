"""What an agenda does to sheets that are tracked, as far as it is known; the rest is carried out by hand."""

from __future__ import annotations

from companion.engine import LEGAL, Impossible, Ruling, Seat, Text, but, seat_name, text, violated
from companion.engine.rule import ruling

from .actions import Choose
from .agendas import alternative, card_of, sign_key
from .ballots import verdict_of
from .book import value
from .cards import Effect
from .desk import INDUSTRY, NAVIGATION, Desk
from .layouts import sheets_of
from .marking import common, gifts, industry, navigation, warfare
from .seats import desk_of, put
from .sheets.tech import TECHS
from .state import TwilightState

NOTHING = "-"
"""Whoever may do something can also leave it."""

AT_ONCE = {
    "dock_symbol": gifts.relieve,  # CRD-10
    "population_points": gifts.control,  # CRD-11
    "war_prize": warfare.prize_struck,  # CRD-11
    "unbuilt:cruiser": warfare.strike_cruisers,  # CRD-13
    "system": navigation.disarm,  # CRD-13
}
"""What needs no choice before it is carried out."""


def effect_of(state: TwilightState, seat: Seat) -> Effect | None:
    """What the alternative that a player resolves does; None where only the card says."""
    side = verdict_of(state, seat)
    known = alternative(card_of(state, side), side)
    return None if known is None else known.effect


def begin(state: TwilightState) -> TwilightState:
    """The alternative takes effect on all tracked sheets; who has to choose something is noted."""
    owed: list[Seat] = []
    for seat, side in enumerate(state.sides):
        effect = effect_of(state, seat)
        if side.desk is None or effect is None:
            continue
        if effect.what in AT_ONCE:
            state = put(state, seat, desk=AT_ONCE[effect.what](side.desk, sheets_of(state, seat)))
        elif effect.units or state.rival is not None or seat in state.deciders:
            owed.append(seat)  # CNC-14, SOL-37
    return but(state, owed=tuple(owed))


def options(state: TwilightState, seat: Seat) -> dict[str, Text]:
    """What a player may choose."""
    effect = effect_of(state, seat)
    if effect is None:
        return {}
    if effect.units:
        found = {
            f"{unit} {count}": text("choose.units", count=count, unit=text(f"unit.{unit}"))
            for units in effect.units
            for unit, count in units.items()
        }
        return {**found, NOTHING: text("choose.nothing")}  # CLR-04
    if effect.sheet == NAVIGATION:
        return {tech: text(f"technology.{tech}") for tech in TECHS[NAVIGATION]}
    counts = range(value("CRD-12")["least"], value("CRD-12")["most"] + 1)  # CRD-12
    return {str(count): text("choose.count", count=count) for count in counts}


def check(state: TwilightState, action: Choose) -> Ruling:
    """What the rules say of a choice."""
    seat = action.seat
    if seat is None or seat not in state.owed:
        return violated("TABLE-1", key=action.key)
    if action.what not in options(state, seat):
        return violated("TABLE-1", key=action.key)
    effect = effect_of(state, seat)
    if effect is not None and effect.sheet == INDUSTRY and _struck(state, seat) is None:
        return ruling((), (sign_key(card_of(state, verdict_of(state, seat))),))
    return LEGAL


def _struck(state: TwilightState, seat: Seat) -> str | None:
    """Which assets are struck out; None while nobody has told."""
    told = state.facts.get(sign_key(card_of(state, verdict_of(state, seat))))
    return None if told is None else str(told)


def apply(state: TwilightState, action: Choose) -> TwilightState:
    """The table after a choice: it holds for all, but for who plays against the AI for themselves."""
    seat, effect = action.seat, None if action.seat is None else effect_of(state, action.seat)
    if seat is None or seat not in state.owed or effect is None:
        raise Impossible(action.verb)
    state = but(state, owed=tuple(one for one in state.owed if one != seat))
    alone = bool(effect.units) or state.rival is not None
    for one in (seat,) if alone else range(state.players):
        if state.sides[one].desk is not None:
            state = put(state, one, desk=_chosen(state, one, effect, action.what))
    return state


def _chosen(state: TwilightState, seat: Seat, effect: Effect, what: str) -> Desk:
    desk, sheets = desk_of(state, seat), sheets_of(state, seat)
    if what == NOTHING:
        return desk
    if effect.units:
        unit, _, count = what.partition(" ")
        if {unit: int(count or 0)} not in effect.units:
            raise Impossible(what)
        return warfare.deploy(desk, sheets, unit, int(count))  # CRD-10
    if effect.sheet == NAVIGATION:
        return common.strike(desk, NAVIGATION, what)  # CRD-12
    kind = _struck(state, seat)
    if kind is None or not what.isdecimal():
        return desk
    return industry.strike_unspent(desk, sheets, kind, int(what))  # CRD-12


def undone(state: TwilightState) -> Ruling:
    """Whether all have chosen what they must."""
    if not state.owed:  # CLR-05
        return LEGAL
    return violated("GEN-03", seat=seat_name(state.owed[0]), what=text("choose.what"))
