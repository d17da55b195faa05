"""Printed values: known, asked of the owner, or unknown; and counts that are only known within bounds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

from msgspec import Struct

from .plan_spec import PlanSpec
from .plan_text import read_plan
from .text import Text, text

FactValue: TypeAlias = "int | str"
Facts: TypeAlias = "Mapping[str, FactValue]"
"""What a game knows; a key that is absent is unknown."""


class FactSpec(Struct, frozen=True, kw_only=True):
    """A printed value that the rulebook does not give: how to ask for it and what may be answered."""

    key: str
    ask: Text
    kind: Literal["number", "text", "choice", "plan"] = "number"
    low: int = 0
    high: int = 99
    choices: tuple[FactValue, ...] = ()
    group: Text | None = None
    hint: Text | None = None
    rule: str = ""
    length: int = 40
    names: tuple[Text, ...] = ()
    """What the choices are called, where they do not speak for themselves."""
    plan: PlanSpec | None = None
    """The form of a value of kind `plan`, which is the text of one."""

    def problem(self, value: FactValue) -> Text | None:
        """What is wrong with a value; None when it can be true."""
        if self.plan is not None:
            return self.plan.problem(value)
        if self.kind == "text":
            fits = isinstance(value, str) and len(value.strip()) > 0 and len(value) <= self.length
            return None if fits else Text("fact.text", {"ask": self.ask, "length": self.length})
        if self.kind == "choice":
            if value in self.choices:
                return None
            return Text("fact.choice", {"ask": self.ask, "choices": ", ".join(map(str, self.choices))})
        if isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high:
            return None
        return Text("fact.number", {"ask": self.ask, "low": self.low, "high": self.high})

    def said(self, value: FactValue) -> FactValue | Text:
        """A value in a line: of a plan its name and how much is on it."""
        if self.plan is None or self.problem(value) is not None:
            return value
        plan = read_plan(str(value))
        return text("plan.told", name=plan.name, places=len(plan.places), links=len(plan.links))

    def short(self, value: FactValue) -> FactValue:
        """A value in a table: of a plan its name."""
        return read_plan(str(value)).name if self.plan is not None and self.problem(value) is None else value


def plan_facts(specs: Iterable[PlanSpec]) -> dict[str, FactSpec]:
    """The printed values that the owner's plans are, by key."""
    return {
        slot.key: FactSpec(
            key=slot.key, ask=slot.title, kind="plan", group=spec.title, rule=spec.rule, plan=spec
        )
        for spec in specs
        for slot in spec.all_slots
    }


def unknown(facts: Facts, keys: Iterable[str]) -> tuple[str, ...]:
    """Those of the keys that nobody has told yet."""
    return tuple(key for key in keys if key not in facts)


def number(facts: Facts, key: str) -> int | None:
    """A printed number; None while it is unknown."""
    value = facts.get(key)
    return value if isinstance(value, int) else None


class Amount(Struct, frozen=True):
    """A count that is at least `low` and at most `high`; without `high` it may be anything above."""

    low: int
    high: int | None

    @property
    def exact(self) -> bool:
        """Whether it is one number."""
        return self.low == self.high

    def __add__(self, other: Amount | int) -> Amount:
        more = other if isinstance(other, Amount) else exactly(other)
        high = None if self.high is None or more.high is None else self.high + more.high
        return Amount(self.low + more.low, high)

    def reaches(self, goal: int) -> bool | None:
        """Whether it is at least `goal`; None while that cannot be said."""
        if self.low >= goal:
            return True
        return None if self.high is None or self.high >= goal else False


def exactly(count: int) -> Amount:
    """A count that is known."""
    return Amount(count, count)


def amount(value: int | None, low: int = 0, high: int | None = None) -> Amount:
    """A count that may be unknown: then it lies between `low` and `high`."""
    return Amount(low, high) if value is None else exactly(value)
