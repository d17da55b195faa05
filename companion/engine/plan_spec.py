"""What a game's plans are made of, and what is wrong with one that does not fit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from .plan import WIDTH, FieldValue, Grid, Link, Place, Plan
from .plan_text import BadPlan, read_plan
from .text import Text, literal, text

LONGEST = 40
"""Letters of a short text."""


class Field(Struct, frozen=True, kw_only=True):
    """A printed value of a place, a link or the whole plan: one of some choices, a number, or a short text.

    The first place of a kind begins with `default`, every later one as the last one was left; what has no
    default may stay empty unless it is `required`.
    """

    key: str
    label: Text
    choices: tuple[tuple[FieldValue, Text], ...] = ()
    low: int = 0
    high: int = 99
    text: bool = False
    default: FieldValue | None = None
    required: bool = False
    shown: bool = True
    """Whether a drawing of the plan writes the value at its place."""

    def problem(self, value: FieldValue) -> Text | None:
        """What is wrong with a value; None when it can be true."""
        if self.choices:
            if value in [choice for choice, _ in self.choices]:
                return None
            known = ", ".join(str(choice) for choice, _ in self.choices)
            return text("fact.choice", ask=self.label, choices=known)
        if self.text:
            fits = isinstance(value, str) and 0 < len(value.strip()) <= LONGEST
            return None if fits else text("fact.text", ask=self.label, length=LONGEST)
        if isinstance(value, int) and self.low <= value <= self.high:
            return None
        return text("fact.number", ask=self.label, low=self.low, high=self.high)

    def said(self, value: FieldValue) -> Text:
        """A value as words."""
        return next((label for choice, label in self.choices if choice == value), literal(str(value)))


class PlaceKind(Struct, frozen=True, kw_only=True):
    """A kind of place: how it is drawn and what is printed there."""

    key: str
    title: Text
    sign: str = "circle"
    colour: str = "ink"
    size: int = 40
    fields: tuple[Field, ...] = ()
    least: int = 0
    most: int = 999
    free: bool = False
    """Whether it lies anywhere, also where the plan has a grid."""


class LinkKind(Struct, frozen=True, kw_only=True):
    """A kind of link: which kinds of places it joins (any, if none is named) and whether it points."""

    key: str
    title: Text
    joins: tuple[tuple[str, str], ...] = ()
    directed: bool = False
    colour: str = "muted"
    fields: tuple[Field, ...] = ()

    def fits(self, one: str, other: str) -> bool:
        """Whether it may lead from a place of one kind to a place of the other."""
        if not self.joins or (one, other) in self.joins:
            return True
        return not self.directed and (other, one) in self.joins


class Slot(Struct, frozen=True, kw_only=True):
    """One plan of this form that the owner has: the key of its printed value in the box, and its title."""

    key: str
    title: Text


class Problem(Struct, frozen=True, kw_only=True):
    """What is wrong with a plan, and where; a hint does not keep it from being used."""

    text: Text
    place: str = ""
    rule: str = ""
    hint: bool = False


Check: TypeAlias = Callable[[Plan], Iterable[Problem]]


def sound(plan: Plan) -> tuple[Problem, ...]:
    """The check of a game that asks nothing more of its plans."""
    return ()


class PlanSpec(Struct, frozen=True, kw_only=True):
    """A form of plan that a game uses, and the plans of this form that come with the game for practice.

    Without slots the owner has one, kept under the key of the form. `check` is asked about plans that fit
    the form otherwise.
    """

    key: str
    title: Text
    places: tuple[PlaceKind, ...]
    links: tuple[LinkKind, ...] = ()
    fields: tuple[Field, ...] = ()
    grid: Grid | None = None
    """The grid that a new plan begins with; its owner fits it to the sheet."""
    height: int = 700
    slots: tuple[Slot, ...] = ()
    practice: dict[str, str] = {}
    """Plans of the game's own, as texts by name."""
    check: Check = sound
    rule: str = ""

    @property
    def all_slots(self) -> tuple[Slot, ...]:
        """The plans that an owner can have."""
        return self.slots or (Slot(key=self.key, title=self.title),)

    def kind(self, key: str) -> PlaceKind | None:
        """A kind of place by its key."""
        return next((kind for kind in self.places if kind.key == key), None)

    def link_kind(self, key: str) -> LinkKind | None:
        """A kind of link by its key."""
        return next((kind for kind in self.links if kind.key == key), None)

    def empty(self, name: str) -> Plan:
        """A plan with nothing on it yet."""
        return Plan(kind=self.key, name=name, height=self.height, grid=self.grid, fields=preset(self.fields))

    def practised(self, name: str) -> Plan:
        """One of the plans that come with the game."""
        return read_plan(self.practice[name])

    def known(self, facts: Mapping[str, FieldValue], slot: str = "") -> Plan | None:
        """The owner's plan in a slot; None while it is unknown."""
        value = facts.get(slot or self.key)
        return read_plan(value) if isinstance(value, str) else None

    def fitted(self, plan: Plan, grid: Grid | None, height: int) -> Plan:
        """A plan whose grid or lower edge lies elsewhere; what lies in a cell stays in it."""
        places = []
        for place in plan.places:
            kind = self.kind(place.kind)
            if grid is not None and plan.grid is not None and kind is not None and not kind.free:
                x, y = grid.at(plan.grid.cell(place.x, place.y))
            else:
                x, y = place.x, round(place.y * height / plan.height)
            places.append(replace(place, x=x, y=y))
        return replace(plan, grid=grid, height=height, places=tuple(places))

    def problems(self, plan: Plan) -> tuple[Problem, ...]:
        """All that is wrong with a plan: what does not fit the form, else what the game's own check says."""
        return tuple(_form(self, plan)) or tuple(self.check(plan))

    def problem(self, words: FieldValue) -> Text | None:
        """Why a text is no plan of this form that could be used; None if it is one."""
        try:
            plan = read_plan(str(words))
        except BadPlan as error:
            return error.why
        found = next((problem for problem in self.problems(plan) if not problem.hint), None)
        if found is None or not found.place:
            return None if found is None else found.text
        return text("plan.wrong.at", place=found.place, what=found.text)


def preset(fields: tuple[Field, ...]) -> dict[str, FieldValue]:
    """The values that something new begins with."""
    return {field.key: field.default for field in fields if field.default is not None}


def _form(spec: PlanSpec, plan: Plan) -> Iterator[Problem]:
    if plan.kind != spec.key:
        yield Problem(text=text("plan.wrong.form", found=plan.kind, wanted=spec.key), rule=spec.rule)
        return
    yield from _values(spec.fields, plan.fields, "")
    for kind in spec.places:
        count = len(plan.of(kind.key))
        if not kind.least <= count <= kind.most:
            words = text("plan.wrong.count", what=kind.title, count=count, low=kind.least, high=kind.most)
            yield Problem(text=words, rule=spec.rule)
    for place in plan.places:
        yield from _place(spec, plan, place)
    if plan.grid is not None:
        yield from _crowded(spec, plan, plan.grid)
    yield from _links(spec, plan)


def _place(spec: PlanSpec, plan: Plan, place: Place) -> Iterator[Problem]:
    kind = spec.kind(place.kind)
    if kind is None:
        yield Problem(text=text("plan.wrong.kind", kind=place.kind), place=place.id)
        return
    if not (0 <= place.x <= WIDTH and 0 <= place.y <= plan.height):
        yield Problem(text=text("plan.wrong.outside"), place=place.id)
    yield from _values(kind.fields, place.fields, place.id)


def _crowded(spec: PlanSpec, plan: Plan, grid: Grid) -> Iterator[Problem]:
    taken: dict[tuple[int, int], str] = {}
    for place in plan.places:
        kind = spec.kind(place.kind)
        if kind is not None and not kind.free:
            other = taken.setdefault(grid.cell(place.x, place.y), place.id)
            if other != place.id:
                yield Problem(text=text("plan.wrong.cell", other=other), place=place.id)


def _links(spec: PlanSpec, plan: Plan) -> Iterator[Problem]:
    kinds = {place.id: place.kind for place in plan.places}
    seen: set[tuple[str, frozenset[str]]] = set()
    for link in plan.links:
        kind, ends = spec.link_kind(link.kind), frozenset((link.a, link.b))
        if kind is None:
            yield Problem(text=text("plan.wrong.link", kind=link.kind, other=link.b), place=link.a)
            continue
        if len(ends) == 1:
            yield Problem(text=text("plan.wrong.loop", what=kind.title), place=link.a)
        elif not kind.fits(kinds[link.a], kinds[link.b]):
            yield Problem(text=text("plan.wrong.ends", what=kind.title, other=link.b), place=link.a)
        if (link.kind, ends) in seen:
            yield Problem(text=text("plan.wrong.twice", what=kind.title, other=link.b), place=link.a)
        seen.add((link.kind, ends))
        yield from _values(kind.fields, link.fields, link.a, link)


def _values(
    fields: tuple[Field, ...], values: Mapping[str, FieldValue], place: str, link: Link | None = None
) -> Iterator[Problem]:
    """What is wrong with the values of a place, a link or the whole."""
    known = {field.key: field for field in fields}
    found: list[Text] = [text("plan.wrong.field", field=key) for key in values if key not in known]
    for key, field in known.items():
        if key in values:
            wrong = field.problem(values[key])
            found += [] if wrong is None else [wrong]
        elif field.required:
            found.append(text("plan.wrong.missing", field=field.label))
    for words in found:
        if link is not None:
            words = text("plan.wrong.between", other=link.b, what=words)
        yield Problem(text=words, place=place)
