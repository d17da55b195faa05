"""A plan as a drawing; a game draws its marks over it, the editor draws it over a photo of the sheet."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from math import atan2, cos, pi, sin

from .picture import Disc, Icon, Label, Path, Picture, Shape
from .plan import WIDTH, FieldValue, Grid, Link, Place, Plan
from .plan_spec import Field, LinkKind, PlaceKind, PlanSpec
from .text import Text, literal, text

ARROW = 16
NOTE = 20
"""How high the values beside a place are written."""

MOST = 3
"""So many of them have room."""

BELOW = 0.72
"""How far below a place they stand, in parts of its size: below the ring of a chosen one."""

UNKNOWN = PlaceKind(key="", title=literal("?"), sign="question", colour="bad")


def plan_picture(
    plan: Plan,
    spec: PlanSpec,
    chosen: Collection[str] = (),
    wrong: Collection[str] = (),
    notes: Callable[[Place], Text | None] | None = None,
    ground: str = "paper",
) -> Picture:
    """The drawing of a plan: chosen places are ringed, wrong ones marked.

    `notes` gives other words for a place than its printed values, `ground` is the colour inside of places;
    empty lets through what lies below.
    """
    shapes: list[Shape] = []
    spots = {place.id: place for place in plan.places}
    if plan.grid is not None:
        shapes += _cells(plan, spec, plan.grid)
    for link in plan.links:
        shapes += _link(link, spec.link_kind(link.kind), spots, spec)
    for place in plan.places:
        kind = spec.kind(place.kind) or UNKNOWN
        said = notes(place) if notes is not None else values(kind.fields, place.fields)
        shapes += _place(place, kind, said, ground)
        if place.id in wrong:
            shapes.append(Disc(x=place.x, y=place.y, r=kind.size * 0.7, line="bad", width=6))
        if place.id in chosen:
            shapes.append(Disc(x=place.x, y=place.y, r=kind.size * 0.62, line="accent", width=6))
    return Picture(width=WIDTH, height=plan.height, shapes=tuple(shapes))


def values(fields: Iterable[Field], known: Mapping[str, FieldValue]) -> Text | None:
    """The printed values that are shown, as words."""
    said = [field.said(known[field.key]) for field in fields if field.shown and field.key in known]
    return text("plan.values", values=tuple(said[:MOST])) if said else None


def outline(grid: Grid, x: float, y: float) -> tuple[tuple[float, float], ...]:
    """The corners of the cell whose middle is (x, y)."""
    if grid.shape == "square":
        half = grid.step / 2
        return ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
    first = pi / 6 if grid.shape == "hex" else 0.0
    r = grid.step / 3**0.5
    turns = (first + n * pi / 3 for n in range(6))
    return tuple((round(x + r * cos(turn), 1), round(y + r * sin(turn), 1)) for turn in turns)


def _cells(plan: Plan, spec: PlanSpec, grid: Grid) -> Iterator[Shape]:
    for place in plan.places:
        kind = spec.kind(place.kind)
        if kind is not None and not kind.free:
            yield Path(points=outline(grid, place.x, place.y), line=kind.colour, closed=True, width=2)


def _place(place: Place, kind: PlaceKind, said: Text | None, ground: str) -> Iterator[Shape]:
    x, y, size = place.x, place.y, kind.size
    if ground:
        yield Disc(x=x, y=y, r=size / 2, fill=ground, line=kind.colour, width=3)
    yield Icon(name=kind.sign, x=x, y=y, size=size * (0.7 if ground else 1), colour=kind.colour)
    if said is not None:
        wide = size * 2.4
        yield Label(x=x - wide / 2, y=y + size * BELOW, w=wide, h=NOTE, text=said, size=NOTE, bold=True)


def _link(link: Link, kind: LinkKind | None, spots: Mapping[str, Place], spec: PlanSpec) -> Iterator[Shape]:
    one, other = spots[link.a], spots[link.b]
    colour = "bad" if kind is None else kind.colour
    yield Path(points=((one.x, one.y), (other.x, other.y)), line=colour, width=6)
    if kind is None:
        return
    if kind.directed:
        end = spec.kind(other.kind) or UNKNOWN
        turn = atan2(other.y - one.y, other.x - one.x)
        tip = (other.x - cos(turn) * end.size / 2, other.y - sin(turn) * end.size / 2)
        leans = (turn + 0.5, turn - 0.5)
        sides = [(tip[0] - ARROW * cos(lean), tip[1] - ARROW * sin(lean)) for lean in leans]
        yield Path(points=(tip, *sides), fill=colour, line=colour, closed=True)
    said = values(kind.fields, link.fields)
    if said is not None:
        x, y = (one.x + other.x) / 2, (one.y + other.y) / 2
        yield Disc(x=x, y=y, r=NOTE * 0.7, fill="paper", line=colour)
        yield Label(x=x - NOTE, y=y - NOTE / 2, w=NOTE * 2, h=NOTE, text=said, size=NOTE, bold=True)
