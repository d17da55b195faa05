"""What can never be: marks without a cause, more than is printed, points that do not add up."""

from __future__ import annotations

from collections.abc import Iterator

from . import final
from .desk import CIRCLE, SHEETS, SLASH
from .layouts import sheets_of
from .state import AI, HIDDEN, OVER, TwilightState, neighbour

OTHER = {"left": "right", "right": "left"}
RESULTS = {"win": "lose", "lose": "win", "tie": "tie"}


def audit(state: TwilightState) -> list[str]:
    """Everything that does not add up."""
    found = [*_wars(state), *_awards(state)]
    lines = final.sheet(state).lines[: len(SHEETS)]
    for seat, side in enumerate(state.sides):
        if side.desk is not None:
            found += _desk(state, seat, [line.cells[seat].points for line in lines])
    return found


def _desk(state: TwilightState, seat: int, shown: list[int]) -> Iterator[str]:
    """A player's sheets against themselves: marks, printed numbers, and the sum."""
    desk, sheets = state.sides[seat].desk, sheets_of(state, seat)
    assert desk is not None
    if desk.fired:
        yield f"seat {seat}: {desk.fired} have not taken effect"
    for place, mark in desk.marks.items():
        asset = sheets.assets.get(place)
        struck = asset is not None and asset.kind == "vp"  # CRD-11
        if mark == SLASH and not struck and (asset is None or not asset.dashed):
            yield f"seat {seat}: {place} is spent and cannot be"
    for kind, printed in (("vote", sheets.industry.votes), ("good", sheets.industry.goods)):
        marked = sum(place.startswith(f"i:{kind}.") for place in desk.marks)
        if marked > printed:  # PRD-04, CNC-15
            yield f"seat {seat}: {marked} {kind}s are marked, {printed} are printed"
    if min(desk.pool) < 0:
        yield f"seat {seat}: pool {desk.pool}"
    if state.step == OVER and any(desk.pool):
        yield f"seat {seat}: {desk.pool} was not spent"
    again = sum(
        asset.count
        for place, asset in sheets.assets.items()
        if asset.kind == "vp" and desk.marks.get(place) == CIRCLE
    )
    if sum(shown) != again:
        yield f"seat {seat}: sheets show {shown}, the marks give {again}"


def _wars(state: TwilightState) -> Iterator[str]:
    """Every war between two players has two ends that fit together."""
    ends = {(war.number, war.seat, war.half): war for war in state.wars}
    for (number, seat, half), war in ends.items():
        if war.foe != neighbour(state, seat, half):
            yield f"war {number}: seat {seat} fights {war.foe} on its {half} side"
        if war.foe == AI:
            continue
        other = ends.get((number, war.foe, OTHER[half]))
        if (
            other is None
            or (other.mine, other.theirs) != (war.theirs, war.mine)
            or RESULTS[war.result] != other.result
        ):
            yield f"war {number}: seat {seat} {half} {war.mine}:{war.theirs}, the other end {other}"


def _awards(state: TwilightState) -> Iterator[str]:
    """Nobody is awarded anything twice, and somebody was first."""
    pairs = [(award.seat, award.sheet) for award in state.awards]
    if len(set(pairs)) < len(pairs):
        yield f"objectives: {pairs}"
    for sheet in {award.sheet for award in state.awards}:
        if not any(award.first for award in state.awards if award.sheet == sheet):
            yield f"objectives: nobody was first for {sheet}"
    held = [one.relic for side in state.sides for one in side.relics if one.relic != HIDDEN]
    if len(set(held)) < len(held):
        yield f"relics: {held}"
