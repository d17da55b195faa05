"""The chart of a harbour, which every owner's copy prints differently: berths, buoys and channels."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine import (
    Field,
    LinkKind,
    PlaceKind,
    Plan,
    PlanSpec,
    Problem,
    Slot,
    text,
)

from .state import HERE, RULES

LIGHTS = ("red", "green", "none")
BERTHS = int(RULES.value("PR-04"))


def problems(plan: Plan) -> Iterator[Problem]:
    """Every berth has its own number, and ships can get there."""
    numbers = [berth.fields.get("number") for berth in plan.of("berth")]
    reached = plan.reached(*(gate.id for gate in plan.of("gate")), kind="channel")
    for berth in plan.of("berth"):
        if numbers.count(berth.fields.get("number")) > 1:  # PR-19
            yield Problem(text=text("chart.twice"), place=berth.id, rule="PR-19")
        if berth.id not in reached:  # PR-19
            yield Problem(text=text("chart.cut_off"), place=berth.id, rule="PR-19")
    for buoy in plan.of("buoy"):
        if buoy.id not in reached:  # PR-19
            yield Problem(text=text("chart.cut_off"), place=buoy.id, rule="PR-19", hint=True)


CHART = PlanSpec(
    key="chart",
    title=text("charts"),
    places=(
        PlaceKind(
            key="berth",
            title=text("chart.berth"),
            sign="square",
            colour="good",
            fields=(
                Field(key="number", label=text("chart.number"), low=1, high=BERTHS, default=1, required=True),
            ),
            least=1,
            most=BERTHS,
        ),
        PlaceKind(
            key="buoy",
            title=text("chart.buoy"),
            sign="diamond",
            colour="accent",
            fields=(
                Field(
                    key="light",
                    label=text("chart.light"),
                    choices=tuple((light, text(f"chart.light.{light}")) for light in LIGHTS),
                    default="none",
                ),
                Field(key="depth", label=text("chart.depth"), low=1, high=30, default=5),
                Field(key="name", label=text("chart.name"), text=True),
            ),
        ),
        PlaceKind(key="gate", title=text("chart.gate"), sign="flag", colour="ink", least=1, most=2),
    ),
    links=(
        LinkKind(key="channel", title=text("chart.channel")),
        LinkKind(
            key="current",
            title=text("chart.current"),
            joins=(("buoy", "buoy"),),
            directed=True,
            colour="accent",
            fields=(Field(key="speed", label=text("chart.speed"), low=1, high=3, default=1),),
        ),
    ),
    fields=(Field(key="tide", label=text("chart.tide"), low=0, high=9, default=2),),
    slots=tuple(Slot(key=f"chart.{side}", title=text("chart", side=side.upper())) for side in ("a", "b")),
    practice={"a": HERE.joinpath("practice.txt").read_text("utf-8")},
    check=lambda plan: tuple(problems(plan)),
    rule="PR-19",
)
