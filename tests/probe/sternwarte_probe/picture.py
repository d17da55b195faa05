"""The table as plain shapes: the ring of berths, and the ships with their owners."""

from __future__ import annotations

from math import cos, pi, sin

from companion.engine import (
    Box,
    Disc,
    Draft,
    Icon,
    Label,
    Path,
    Picture,
    Plan,
    Shape,
    Spot,
    but,
    literal,
    plan_picture,
    seat_name,
    text,
)

from .chart import CHART
from .check import check
from .state import HIDDEN, RULES, SHIPS, Buy, Dock, Harbour

WIDTH, HEIGHT = 480, 320
SIGNS = ("circle", "square", "triangle", "diamond", "star", "hexagon")


def ring(state: Harbour, draft: Draft | None) -> Picture:
    """Six berths round the station; a touch on one docks there."""
    count = RULES.value("PR-04")
    middle = [
        (WIDTH / 2 + 110 * sin(2 * pi * n / count), 155 - 110 * cos(2 * pi * n / count)) for n in range(count)
    ]
    shapes: list[Shape] = [Path(points=tuple(middle), line="line", closed=True, width=3)]
    spots = []
    docking = draft if draft is not None and draft.key == "dock" else None
    for berth, (x, y) in enumerate(middle, 1):
        shapes.append(Disc(x=x, y=y, r=30, fill="paper", line="line"))
        owners = [seat for seat in state.seats if state.berths[seat] == berth]
        if owners:
            shapes.append(Icon(name=SIGNS[owners[0]], x=x, y=y, size=40, colour=f"seat{owners[0]}"))
        else:
            shapes.append(Label(x=x - 28, y=y - 14, w=56, h=28, text=literal(str(berth)), size=20))
        if docking is not None and state.phase == "dock":
            action = Dock(seat=docking.seat, berth=berth)
            spots.append(
                Spot(
                    x=x - 30,
                    y=y - 30,
                    w=60,
                    h=60,
                    draft=Draft("dock", docking.seat).then("berth", berth),
                    ruling=check(state, action),
                    name=text("berth", berth=berth),
                    chosen=docking.number("berth") == berth,
                )
            )
    for at, face in enumerate(state.dice):
        left = WIDTH / 2 - 45 + 50 * at
        shapes.append(Box(x=left, y=135, w=40, h=40, fill="paper", line="ink", round=8))
        shapes.append(Label(x=left, y=135, w=40, h=40, text=literal(str(face)), size=24, bold=True))
    return Picture(width=WIDTH, height=HEIGHT, shapes=tuple(shapes), spots=tuple(spots))


def chart(state: Harbour, plan: Plan) -> Picture:
    """The owner's chart with whoever lies at its berths."""
    drawn = plan_picture(plan, CHART)
    berths = {berth.fields["number"]: berth for berth in plan.of("berth")}
    marks: list[Shape] = []
    for seat in state.seats:
        if place := berths.get(state.berths[seat]):
            marks.append(Icon(name=f"seat{seat}", x=place.x, y=place.y, size=46, colour=f"seat{seat}"))
    return but(drawn, shapes=(*drawn.shapes, *marks))


def ships(state: Harbour, draft: Draft | None) -> Picture:
    """Eight ships with value and owner, and a row per player; a touch on a ship buys it."""
    shapes: list[Shape] = []
    spots = []
    turn = draft if draft is not None and draft.key == "turn" else None
    for at, ship in enumerate(SHIPS):
        x, y = 8 + 118 * (at % 4), 8 + 66 * (at // 4)
        owner = state.owner(ship)
        worth = state.facts.get(f"ship.{ship}", "?")
        shapes.append(Box(x=x, y=y, w=110, h=58, fill="paper", line="line", round=6))
        shapes.append(
            Label(x=x + 6, y=y + 4, w=60, h=50, text=literal(ship), size=28, align="left", bold=True)
        )
        shapes.append(
            Label(x=x + 60, y=y + 4, w=44, h=24, text=literal(str(worth)), align="right", colour="muted")
        )
        if owner is not None:
            shapes.append(Icon(name=SIGNS[owner], x=x + 88, y=y + 42, size=24, colour=f"seat{owner}"))
        if turn is not None and state.phase == "turns" and not state.pending:
            wanted = Draft("turn", turn.seat).then("do", "buy").then("ship", ship)
            ruling = check(state, Buy(seat=turn.seat, ship=ship))
            name = text("ship", ship=ship)
            spots.append(
                Spot(x=x, y=y, w=110, h=58, draft=wanted, ruling=ruling, name=name, chosen=turn == wanted)
            )
    for seat in state.seats:
        y = 150 + 28 * seat
        voted = text("voted") if state.votes[seat] == HIDDEN else literal("")
        shapes.append(Icon(name=SIGNS[seat], x=20, y=y + 12, size=20, colour=f"seat{seat}"))
        shapes.append(Label(x=40, y=y, w=160, h=24, text=seat_name(seat), align="left"))
        shapes.append(Label(x=210, y=y, w=100, h=24, text=text("ore", ore=state.ore[seat]), align="right"))
        shapes.append(Label(x=330, y=y, w=140, h=24, text=voted, align="left", colour="muted"))
    return Picture(width=WIDTH, height=HEIGHT, shapes=tuple(shapes), spots=tuple(spots))
