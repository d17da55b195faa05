"""What a reading means under the current prompt: the proposed action, or the reason why it means none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import msgspec
from msgspec import Struct

from companion.engine import (
    Action,
    Answer,
    Demand,
    Draft,
    Impossible,
    Kind,
    Ruling,
    Seat,
    Step,
    Table,
    Text,
    play,
)
from companion.engine.text import literal, text
from vision.reading import Odd, Outline, Point, Reading, Seen, reasons

OF_PARTS = frozenset(
    {Odd.UNCLEAR, Odd.COCKED, Odd.STACKED, Odd.CUT_OFF, Odd.OVERLAP, Odd.SMALL, Odd.UNTAUGHT}
)
"""What can be odd about a single die; it is settled when somebody has named its face."""


SQUARE: Outline = ((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0))


class How(NamedTuple):
    """How one kind of thing that is seen answers a field, and back."""

    answer: Callable[[Seen], Answer]
    shown: Callable[[Answer], tuple[str, str]]
    """Kind and face of the thing that would give this answer."""


def _number(seen: Seen) -> Answer:
    return int(seen.face) if seen.face.isdecimal() else seen.face


HOW: dict[str, How] = {
    "dice": How(_number, lambda value: ("pips", str(value))),
    "symbols": How(
        lambda seen: f"{seen.kind}:{seen.face}",
        lambda value: (str(value).rpartition(":")[0], str(value).rpartition(":")[2]),
    ),
    "balls": How(lambda seen: seen.face, lambda value: ("ball", str(value))),
    "modules": How(lambda seen: seen.face, lambda value: ("module", str(value))),
}
"""By the first word of `Demand.sees`."""


class Sees(Struct, frozen=True):
    """What the camera could answer a demand with: `dice:2`, `symbols:<set>:4`, `balls:2`; 0 is any number."""

    what: str
    count: int = 0
    set: str = ""

    @property
    def how(self) -> How:
        """How what is seen becomes an answer."""
        return HOW[self.what]


def seen_by(demand: Demand | None) -> Sees | None:
    """What a demand can be answered with by looking; None if it cannot."""
    if demand is None or demand.kind is Kind.SECRET:
        return None
    what, *rest = demand.sees.split(":")
    if what not in HOW:
        return None
    count = int(rest.pop()) if rest and rest[-1].isdecimal() else 0
    return Sees(what, count, ":".join(rest))


class Reason(Struct, frozen=True):
    """Why a reading means nothing now; it is shown, ignored and forgotten."""

    text: Text
    ruling: Ruling | None = None


class Proposal(Struct, frozen=True, kw_only=True):
    """The action that a reading means. Without `action` the draft waits for more than the camera can see."""

    demand: Demand
    draft: Draft
    action: Action | None
    reading: Reading
    sure: bool

    @property
    def seat(self) -> Seat | None:
        """For whom it is."""
        return self.demand.seat


Meaning: TypeAlias = "Proposal | Reason"


def propose(table: Table[Any], reading: Reading, draft: Draft | None = None) -> Meaning:
    """What a reading means at a table; `draft` is the one that is open, where several are asked."""
    demand = _demand(table, draft)
    if isinstance(demand, Reason):
        return demand
    sees = seen_by(demand)
    if sees is None:
        return Reason(text("see.nothing"))
    if not reading.seen:
        return Reason(text(f"see.none.{sees.what}"))
    if sees.count and len(reading.seen) != sees.count:
        return Reason(text(f"see.count.{sees.what}", seen=len(reading.seen), wanted=sees.count))
    try:
        return _walked(table, demand, sees, reading)
    except (Impossible, LookupError, ValueError):
        return Reason(text("see.nothing"))


def choices(table: Table[Any], demand: Demand) -> list[tuple[Answer, Text]]:
    """The faces that a demand offers for each thing that is seen, in the game's order."""
    found = _first_field(table, demand.draft)
    if isinstance(found, Action):
        return []
    _, step = found
    if step.entry == "number":
        return [(value, literal(str(value))) for value in range(step.low, step.high + 1)]
    return [(option.value, option.label) for option in step.options]


def corrected(reading: Reading, at: int, face: str, kind: str = "") -> Reading:
    """The reading with the face of one die named by somebody."""
    old = reading.seen[at]
    named = Seen(
        face=face,
        confidence=1.0,
        outline=old.outline,
        kind=kind or old.kind,
        sure=True,
        likely=((face, 1.0),),
    )
    same = (named.kind, named.face) == (old.kind, old.face)
    settled = () if same else (Odd.IMPOSSIBLE,)
    return _changed(reading, (*reading.seen[:at], named, *reading.seen[at + 1 :]), settled)


def without(reading: Reading, at: int) -> Reading:
    """The reading without something that is no die."""
    return _changed(reading, (*reading.seen[:at], *reading.seen[at + 1 :]), (Odd.IMPOSSIBLE,))


def added(reading: Reading, place: Point, side: float, face: str, kind: str = "pips") -> Reading:
    """The reading with a die that was overlooked, named by somebody; as large as the others, else `side`."""
    sides = sorted(max(one.box[2:]) for one in reading.seen)
    one = around(place, sides[len(sides) // 2] if sides else side, face, kind)
    return _changed(reading, (*reading.seen, one), (Odd.IMPOSSIBLE, Odd.UNCLEAR))


def around(place: Point, side: float, face: str = "", kind: str = "pips") -> Seen:
    """A die that somebody says lies at a place."""
    outline = tuple((place[0] + right * side / 2, place[1] + down * side / 2) for right, down in SQUARE)
    return Seen(face=face, confidence=1.0, outline=outline, kind=kind, sure=True, likely=((face, 1.0),))


def _changed(reading: Reading, seen: tuple[Seen, ...], settled: tuple[Odd, ...] = ()) -> Reading:
    """The reading with other dice; what is odd about the whole stays, unless the change has settled it."""
    of_parts = OF_PARTS.intersection(reasons(reading.seen))
    gone = {Odd.COUNT, *settled, *of_parts}
    return msgspec.structs.replace(
        reading, seen=seen, why=reasons(seen, [odd for odd in reading.why if odd not in gone])
    )


def _demand(table: Table[Any], draft: Draft | None) -> Demand | Reason:
    """The demand that is meant: the open one, else the only one that can be answered by looking."""
    prompt = table.prompt()
    if draft is not None:
        found = prompt.find(draft.key, draft.seat)
        return found if found is not None and seen_by(found) else Reason(text("see.nothing"))
    fitting = [demand for demand in prompt.demands if seen_by(demand)]
    if prompt.turn is not None and len(fitting) > 1:
        fitting = [demand for demand in fitting if demand.seat == prompt.turn] or fitting
    if not fitting:
        return Reason(text("see.nothing"))
    return fitting[0] if len(fitting) == 1 else Reason(text("see.whose"))


def _first_field(table: Table[Any], draft: Draft) -> tuple[Draft, Step] | Action:
    """The step that waits for the first face, behind those that leave no choice."""
    while True:
        step = table.step(draft)
        if isinstance(step, Action):
            return step
        if step.of > 1 or step.entry != "pick" or len(step.options) != 1 or not step.legal:
            return draft, step
        draft = draft.then(step.field, step.options[0].value)


def _walked(table: Table[Any], demand: Demand, sees: Sees, reading: Reading) -> Meaning:
    """Answer one step of the game after the other, as fingers would."""
    found = _first_field(table, demand.draft)
    if isinstance(found, Action):
        return Reason(text("see.nothing"))
    draft, step = found
    field = step.field
    for at, one in enumerate(reading.seen):
        value = sees.how.answer(one)
        refusal = _refusal(step, value)
        if refusal is not None:
            return refusal
        draft = draft.then(field, value)
        after = table.step(draft)
        if isinstance(after, Action) or after.field != field:
            if at + 1 < len(reading.seen):
                return Reason(text(f"see.count.{sees.what}", seen=len(reading.seen), wanted=at + 1))
            break
        step = after
    else:
        if not isinstance(after, Action) and after.of > after.done and sees.count:
            return Reason(text(f"see.count.{sees.what}", seen=len(reading.seen), wanted=after.of))
    action, _ = play.finished(table.game, table.state, draft)
    if action is not None:
        ruling = table.ruling(action)
        if not ruling.allowed:
            return Reason(text("see.forbidden"), ruling)
    return Proposal(demand=demand, draft=draft, action=action, reading=reading, sure=reading.sure)


def _refusal(step: Step, value: Answer) -> Reason | None:
    """Why a face is no answer to a step."""
    if step.entry == "number":
        fits = isinstance(value, int) and step.low <= value <= step.high
        return None if fits else Reason(text("see.face", face=str(value)))
    option = next((option for option in step.options if option.value == value), None)
    if option is None:
        return Reason(text("see.face", face=str(value)))
    return None if option.ruling.allowed else Reason(text("see.forbidden"), option.ruling)
