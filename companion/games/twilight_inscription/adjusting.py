"""What the table may set by hand: this is also how a card is carried out that only its owner knows."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from companion.engine import Adjustable, FactValue, Impossible, Option, Seat, Text, but, seat_name, text

from . import awards, cards
from .assets import HALVES
from .book import value as value_of
from .cards import OBJECTIVES, RELICS
from .desk import CIRCLE, CROSS, FILL, LINE, RESOURCES, SHEETS, SLASH, UNDER, WARFARE, Desk, gain, have, write
from .desk import put as marked
from .layouts import sheets_of
from .marking import chain, warfare
from .seats import desk_of, put
from .sheets.battle import WARS, at
from .state import AI, Award, Held, Name, TwilightState

NOBODY, FIRST, LATER = -2, "first", "later"
NOTHING = "-"
MARKS = {
    "": "none",
    CIRCLE: "circle",
    SLASH: "slash",
    CROSS: "cross",
    LINE: "line",
    UNDER: "under",
    FILL: "fill",
}


_MARKED = tuple(Option(value=mark or "-none", label=text(f"marked.{word}")) for mark, word in MARKS.items())
_BOXES = tuple(f"{half}.{war}" for war in WARS for half in HALVES)
_UNITS = tuple(Option(value=unit, label=text(f"unit.{unit}")) for unit in value_of("MIL-02"))


def adjustables(state: TwilightState) -> tuple[Adjustable, ...]:
    """Everything that can be set by hand now."""
    return tuple(_all(state))


def adjustable(state: TwilightState, what: str) -> Adjustable | None:
    """One of them by its key."""
    area, _, rest = what.partition(".")
    if area == "mark":
        who, _, place = rest.partition(".")
        seat = int(who) if who.isdecimal() and int(who) < state.players else -1
        desk = None if seat < 0 else state.sides[seat].desk
        name = None if desk is None else sheets_of(state, seat).by_hand.get(place)
        return None if desk is None or name is None else _mark(desk, seat, place, name)
    return next((one for one in _table(state) if one.what == what), None)


def _all(state: TwilightState) -> Iterator[Adjustable]:
    yield from _table(state)
    for seat, side in enumerate(state.sides):
        if side.desk is not None:
            names = sheets_of(state, seat).by_hand
            yield from (_mark(side.desk, seat, place, name) for place, name in names.items())


def _table(state: TwilightState) -> Iterator[Adjustable]:
    seats = tuple(Option(value=seat, label=seat_name(seat)) for seat in range(state.players))
    area, said = "table", text("adjust.table")
    yield Adjustable(
        what="speaker",
        label=text("adjust.speaker"),
        value=state.speaker,
        options=seats,
        area=area,
        area_label=said,
    )
    for sheet in SHEETS:
        options = tuple(
            Option(value=key, label=cards.name(card))
            for key, card in OBJECTIVES.items()
            if card.sheet == sheet
        )
        label = text("adjust.objective", sheet=text(f"sheet.{sheet}"))
        now = state.objectives.get(sheet, "")
        yield Adjustable(
            what=f"objective.{sheet}", label=label, value=now, options=options, area=area, area_label=said
        )
    whose = (
        Option(value=NOBODY, label=text("nobody")),
        *seats,
        *([Option(value=AI, label=text("ai"))] if state.rival is not None else []),
    )
    for row in range(1, len(state.mecatol) + 2):
        if row <= state.players + (state.rival is not None):
            have = state.mecatol[row - 1].seat if row <= len(state.mecatol) else NOBODY
            label = text("adjust.row", row=row)
            yield Adjustable(
                what=f"row.{row}", label=label, value=have, options=whose, area=area, area_label=said
            )
    for key, relic in RELICS.items():
        owner = next(
            (at for at, side in enumerate(state.sides) if any(one.relic == key for one in side.relics)),
            NOBODY,
        )
        yield Adjustable(
            what=f"relic.{key}",
            label=cards.name(relic),
            value=owner,
            options=(whose[0], *seats),
            area="relics",
            area_label=text("adjust.relics"),
        )
    for seat in range(state.players):
        yield from _seat(state, seat)


def _seat(state: TwilightState, seat: Seat) -> Iterator[Adjustable]:
    side, area, said = state.sides[seat], f"seat.{seat}", seat_name(seat)
    ranks = tuple(Option(value=rank, label=text(f"award.{rank}")) for rank in ("none", FIRST, LATER))
    for sheet, objective in state.objectives.items():
        own = next((one for one in state.awards if (one.sheet, one.seat) == (sheet, seat)), None)
        have = "none" if own is None else FIRST if own.first else LATER
        label = cards.name(OBJECTIVES[objective]) if objective in OBJECTIVES else text(f"sheet.{sheet}")
        what = f"award.{seat}.{sheet}"
        yield Adjustable(
            what=what, label=label, value=have, options=ranks, seat=seat, area=area, area_label=said
        )
    if side.desk is not None:
        for at, resource in enumerate(RESOURCES):
            label = text("adjust.pool", resource=text(f"resource.{resource}"))
            yield Adjustable(
                what=f"pool.{seat}.{resource}",
                label=label,
                value=side.desk.pool[at],
                high=20,
                seat=seat,
                area=area,
                area_label=said,
            )
    elif side.tally is not None:
        for field in (*SHEETS, "goods"):
            label, value = text(f"count.{field}"), getattr(side.tally, field)
            yield Adjustable(
                what=f"tally.{seat}.{field}",
                label=label,
                value=value,
                low=-199,
                high=199,
                seat=seat,
                area=area,
                area_label=said,
            )
    if side.desk is not None:
        yield from _warfare(seat, side.desk)
    for at, half in enumerate(HALVES):
        if side.desk is None:
            label = text(f"own.{half}")
            yield Adjustable(
                what=f"bonus.{seat}.{half}",
                label=label,
                value=side.bonus[at],
                high=9,
                seat=seat,
                area=area,
                area_label=said,
            )


def _warfare(seat: Seat, desk: Desk) -> Iterator[Adjustable]:
    """What cards bring on Warfare beside marks: extra strength for a war, a unit to deploy."""
    area, label = _area(seat, WARFARE[0])
    for key in _BOXES:
        half, _, war = key.partition(".")
        yield Adjustable(
            what=f"plus.{seat}.{key}",
            label=text("adjust.plus", box=text("box.name", half=text(f"sort.{half}"), war=int(war))),
            value=desk.boxes.get(f"{at(key)}.plus", 0),
            high=20,
            seat=seat,
            area=area,
            area_label=label,
        )
    yield Adjustable(
        what=f"deploy.{seat}",
        label=text("adjust.deploy"),
        value=NOTHING,
        options=_UNITS,
        seat=seat,
        area=area,
        area_label=label,
    )


def _mark(desk: Desk, seat: Seat, place: str, name: Text) -> Adjustable:
    area, label = _area(seat, place[0])
    return Adjustable(
        what=f"mark.{seat}.{place}",
        label=text("adjust.mark", what=name, place=place[2:]),
        value=desk.mark(place) or "-none",
        options=_MARKED,
        seat=seat,
        area=area,
        area_label=label,
    )


@cache
def _area(seat: Seat, letter: str) -> tuple[str, Text]:
    """The sheet of a player by the first letter of its places."""
    sheet = next(one for one in SHEETS if one[0] == letter)
    return f"{seat}.{sheet}", text("adjust.sheet", who=seat_name(seat), sheet=text(f"sheet.{sheet}"))


def adjust(state: TwilightState, what: str, value: FactValue) -> TwilightState:
    """The table after something was set by hand, with what a circle sets off."""
    area, _, rest = what.partition(".")
    if area == "speaker" and value in range(state.players):
        return but(state, speaker=int(value))
    if area == "objective" and rest in SHEETS and value in OBJECTIVES:
        return but(state, objectives={**state.objectives, rest: str(value)})
    if area == "row" and rest.isdecimal():
        return _row(state, int(rest), _whole(value))
    if area == "relic" and rest in RELICS:
        return _relic(state, rest, _whole(value))
    seat, _, name = rest.partition(".")
    if not seat.isdecimal() or int(seat) >= state.players:
        raise Impossible(what)
    return _of_seat(state, area, int(seat), name, value)


def _whole(value: FactValue) -> int:
    if not isinstance(value, int):
        raise Impossible(str(value))
    return value


def _of_seat(state: TwilightState, area: str, seat: Seat, name: str, value: FactValue) -> TwilightState:
    side = state.sides[seat]
    if area == "award" and name in state.objectives and value in ("none", FIRST, LATER):
        kept = tuple(one for one in state.awards if (one.sheet, one.seat) != (name, seat))  # OBJ-08
        award = Award(sheet=name, seat=seat, tick=state.tick, first=value == FIRST)
        return but(state, awards=kept if value == "none" else (*kept, award))
    if area == "bonus" and name in HALVES:
        bonus = tuple(
            _whole(value) if half == name else have for half, have in zip(HALVES, side.bonus, strict=True)
        )
        return put(state, seat, bonus=bonus)
    if area == "tally" and side.tally is not None and name in (*SHEETS, "goods"):
        return put(state, seat, tally=but(side.tally, **{name: _whole(value)}))
    desk = desk_of(state, seat)
    if area == "pool" and name in RESOURCES:
        return put(state, seat, desk=gain(desk, name, _whole(value) - have(desk, name)))
    mark = "" if value == "-none" else str(value)
    if area == "plus" and name in _BOXES:
        return put(state, seat, desk=write(desk, f"{at(name)}.plus", _whole(value)))  # WAR-16, CLR-23
    if area == "deploy" and value in [unit.value for unit in _UNITS]:
        return put(state, seat, desk=warfare.deploy(desk, sheets_of(state, seat), str(value)))  # CLR-20
    if area == "mark" and name in sheets_of(state, seat).by_hand and mark in MARKS:
        before, desk = desk.mark(name), marked(desk, name, mark)
        if mark == CIRCLE and not before:
            desk = chain.settle(but(desk, fired=(*desk.fired, name)), sheets_of(state, seat))
        return awards.taken(put(state, seat, desk=desk), seat)  # NAV-18, OBJ-02
    raise Impossible(name)


def _row(state: TwilightState, row: int, seat: int) -> TwilightState:
    """A row of the Mecatol Rex board; rows are filled from the top, and rubbing one out moves the rest up."""
    names = list(state.mecatol)
    seats = (NOBODY, *range(state.players), *((AI,) if state.rival is not None else ()))
    if not 1 <= row <= len(names) + 1 or seat not in seats:
        raise Impossible(str(row))
    if seat == NOBODY:
        del names[row - 1 : row]
    elif seat not in [name.seat for name in names[row - 1 : row]]:
        names[row - 1 : row] = [Name(seat=seat, tick=state.tick, row=row)]
        names = [name for at, name in enumerate(names) if at == row - 1 or name.seat != seat]  # MEC-01
    return awards.learnt(but(state, mecatol=tuple(names)))  # MEC-02


def _relic(state: TwilightState, relic: str, owner: int) -> TwilightState:
    for seat, side in enumerate(state.sides):
        kept = tuple(held for held in side.relics if held.relic != relic)  # REL-01
        mine = (*kept, Held(relic=relic)) if seat == owner else kept
        state = put(state, seat, relics=mine)
    return state
