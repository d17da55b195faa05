"""What is wrong with a plan of a Navigation sheet, beyond its form."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine import Plan, Problem, text

from ..book import value
from ..desk import NAVIGATION
from .printed import clashes, printed

HOME, SYSTEM, WORMHOLE, LANE = "home", "system", "wormhole", "lane"

PASSABLE = 2
"""Wormholes that a sheet has at least, if it has any: one to fly in, another to come out (NAV-11)."""


def check(plan: Plan) -> Iterator[Problem]:
    """All that keeps the plan from being a Navigation sheet, and what is merely unlikely."""
    yield from clashes(plan, NAVIGATION)
    yield from _home(plan)
    yield from _ways(plan)
    yield from _wormholes(plan)
    yield from _assets(plan)


def _home(plan: Plan) -> Iterator[Problem]:
    home = plan.of(HOME)[0].id
    beside = [one for one in plan.joined(home) if (place := plan.place(one)) and place.kind == SYSTEM]
    need = value("NAV-04")["explored"]
    if len(beside) != need:  # NAV-04
        words = text("plan.home.beside", have=len(beside), need=need)
        yield Problem(text=words, place=home, rule="NAV-04")


def _ways(plan: Plan) -> Iterator[Problem]:
    """Every system can be reached, by lanes or through wormholes."""
    home = plan.of(HOME)[0].id
    reached = plan.reached(home)
    holes = [hole.id for hole in plan.of(WORMHOLE)]
    if reached & set(holes):
        reached = plan.reached(home, *holes)
    for place in plan.of(SYSTEM):
        if place.id not in reached:  # NAV-08
            key = "plan.system.unreached" if plan.joined(place.id) else "plan.system.alone"
            yield Problem(text=text(key), place=place.id, rule="NAV-08")


def _wormholes(plan: Plan) -> Iterator[Problem]:
    holes = plan.of(WORMHOLE)
    for hole in holes:
        if not plan.joined(hole.id):  # NAV-11
            yield Problem(text=text("plan.wormhole.alone"), place=hole.id, rule="NAV-11")
    if 0 < len(holes) < PASSABLE:  # NAV-11
        yield Problem(text=text("plan.wormhole.only"), place=holes[0].id, rule="NAV-11")


def _assets(plan: Plan) -> Iterator[Problem]:
    found = [(place, asset) for place in plan.of(SYSTEM) if (asset := printed(place.fields))]
    rexes = [place.id for place, asset in found if asset.kind == "mecatol"]
    if not rexes:  # NAV-18
        yield Problem(text=text("plan.mecatol.none"), rule="NAV-18")
    for other in rexes[1:]:  # NAV-18
        yield Problem(text=text("plan.mecatol.second", first=rexes[0]), place=other, rule="NAV-18")
    halves = [asset.sort for _, asset in found if asset.kind == "neighbour"]
    need = value("NAV-23")["neighbours"]
    if len(halves) != need:  # NAV-23
        words = text("plan.neighbours", have=len(halves), need=need)
        yield Problem(text=words, rule="NAV-23", hint=True)
    if not any(asset.kind == "planet" for _, asset in found):  # NAV-20
        yield Problem(text=text("plan.planets.none"), rule="NAV-20")
    if not any(asset.kind == "relic" for _, asset in found):  # NAV-19
        yield Problem(text=text("plan.relics.none"), rule="NAV-19", hint=True)
