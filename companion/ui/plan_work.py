"""A plan being drawn: what a touch with the chosen tool does to it, what is chosen, and the way back."""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot

from msgspec.structs import replace

from companion.engine import Field, FieldValue, Grid, Link, Place, Plan, PlanSpec, Problem, Text, text
from companion.engine.plan import WIDTH
from companion.engine.plan_spec import preset

SELECT, GRID = "", "grid!"
"""The tools that are no kind of place or link: choose and move, fit the grid to the sheet."""


class Work:
    """One plan on the drawing board."""

    def __init__(self, spec: PlanSpec, plan: Plan) -> None:
        self.spec = spec
        self.plan = plan
        self.tool = spec.places[0].key if spec.places else SELECT
        self.chosen: Place | Link | None = None
        self.begun = ""
        self._before: list[Plan] = []
        self._after: list[Plan] = []
        self._last: dict[str, dict[str, FieldValue]] = {}

    def take(self, tool: str) -> None:
        """Use another tool from now on."""
        self.tool, self.begun, self.chosen = tool, "", None

    def touch(self, x: float, y: float, reach: float) -> Text | None:
        """A touch at a point, by a thumb that is so wide; what to tell the player if it does nothing."""
        if self.tool == GRID:
            return None
        link = self.spec.link_kind(self.tool)
        if link is not None:
            return self._tie(x, y, reach)
        if self.tool == SELECT:
            self.chosen = self.place_at(x, y, reach) or self.link_at(x, y, reach)
            return None
        return self._put(x, y)

    def _put(self, x: float, y: float) -> Text | None:
        kind = self.spec.kind(self.tool)
        if kind is None:
            return None
        found = self.place_at(x, y, 0)
        grid = None if kind.free else self.plan.grid
        spot = (round(x), round(y))
        if grid is not None:
            found = found or self._in_cell(grid, x, y)
            spot = grid.at(grid.cell(x, y))
        if found is not None:
            self.chosen = found
            return None
        if not (0 <= spot[0] <= WIDTH and 0 <= spot[1] <= self.plan.height):
            return text("plan.wrong.outside")
        if len(self.plan.of(kind.key)) >= kind.most:
            return text("draw.enough", what=kind.title, most=kind.most)
        id = self.plan.free_id(kind.key)
        place = Place(id=id, kind=kind.key, x=spot[0], y=spot[1], fields=self.presets(kind.key))
        self._change(self.plan.put(place))
        self.chosen = place
        return None

    def _tie(self, x: float, y: float, reach: float) -> Text | None:
        found, kind = self.place_at(x, y, reach), self.spec.link_kind(self.tool)
        if found is None or kind is None:
            self.begun, self.chosen = "", self.link_at(x, y, reach)
            return None
        first = self.plan.place(self.begun)
        if first is None or first == found:
            self.begun, self.chosen = ("" if first == found else found.id), None
            return None
        if not kind.fits(first.kind, found.kind):
            self.begun = ""
            return text("draw.no_link", what=kind.title, one=self.named(first), other=self.named(found))
        link = Link(kind=kind.key, a=first.id, b=found.id, fields=self.presets(kind.key))
        self.begun, self.chosen = "", link
        if not any(old.kind == kind.key and old.joins(link.a, link.b) for old in self.plan.links):
            self._change(self.plan.join(link))
            return None
        self.chosen = next(
            old for old in self.plan.links if old.kind == kind.key and old.joins(link.a, link.b)
        )
        return None

    def named(self, place: Place) -> Text:
        """A place as players are told of it."""
        kind = self.spec.kind(place.kind)
        return text("draw.place", kind=kind.title if kind else place.kind, id=place.id)

    def place_at(self, x: float, y: float, reach: float) -> Place | None:
        """The place nearest to a point whose sign, or so much around its middle, holds it."""
        near = [(hypot(place.x - x, place.y - y), at) for at, place in enumerate(self.plan.places)]
        found = [row for row in near if row[0] <= max(reach, self._size(self.plan.places[row[1]]) / 2)]
        return self.plan.places[min(found)[1]] if found else None

    def link_at(self, x: float, y: float, reach: float) -> Link | None:
        """The link that passes nearest to a point, if it is near enough."""
        near = [(self._beside(link, x, y), at) for at, link in enumerate(self.plan.links)]
        return self.plan.links[min(near)[1]] if near and min(near)[0] <= reach else None

    def _in_cell(self, grid: Grid, x: float, y: float) -> Place | None:
        places = (place for place in self.plan.places if not self._free(place))
        return next((one for one in places if grid.cell(one.x, one.y) == grid.cell(x, y)), None)

    def _free(self, place: Place) -> bool:
        kind = self.spec.kind(place.kind)
        return kind is None or kind.free or self.plan.grid is None

    def _size(self, place: Place) -> float:
        kind = self.spec.kind(place.kind)
        return kind.size if kind else 40.0

    def _beside(self, link: Link, x: float, y: float) -> float:
        one, other = self.plan.place(link.a), self.plan.place(link.b)
        if one is None or other is None:
            return float(WIDTH)
        wide, high = other.x - one.x, other.y - one.y
        length = wide * wide + high * high
        share = ((x - one.x) * wide + (y - one.y) * high) / length if length else 0.0
        share = min(max(share, 0.0), 1.0)
        return hypot(one.x + share * wide - x, one.y + share * high - y)

    def moved(self, place: Place, x: float, y: float) -> Plan:
        """The plan with a place somewhere else; the same where it cannot go."""
        spot = (min(max(round(x), 0), WIDTH), min(max(round(y), 0), self.plan.height))
        if self.plan.grid is not None and not self._free(place):
            there = self._in_cell(self.plan.grid, *spot)
            if there is not None and there.id != place.id:
                return self.plan
            spot = self.plan.grid.at(self.plan.grid.cell(*spot))
        return self.plan.put(replace(place, x=spot[0], y=spot[1]))

    def move(self, place: Place, x: float, y: float) -> None:
        """Put a place somewhere else."""
        self._change(self.moved(place, x, y))
        self.chosen = self.plan.place(place.id)

    def remove(self) -> None:
        """Take away what is chosen, a place with its links."""
        if isinstance(self.chosen, Place):
            self._change(self.plan.drop(self.chosen.id))
        elif self.chosen is not None:
            self._change(self.plan.part(self.chosen))
        self.chosen, self.begun = None, ""

    @property
    def fields(self) -> tuple[Field, ...]:
        """The values that can be set now: of what is chosen, of what the tool makes next, of the whole."""
        key = self.tool if self.chosen is None else self.chosen.kind
        if self.chosen is None and self.tool in (SELECT, GRID):
            return self.spec.fields
        kind = self.spec.kind(key) if not isinstance(self.chosen, Link) else None
        if kind is not None:
            return kind.fields
        link = self.spec.link_kind(key)
        return link.fields if link is not None else ()

    @property
    def values(self) -> Mapping[str, FieldValue]:
        """What they are now."""
        if self.chosen is not None:
            return self.chosen.fields
        return self.plan.fields if self.tool in (SELECT, GRID) else self.presets(self.tool)

    def presets(self, kind: str) -> dict[str, FieldValue]:
        """The values that a new place or link of a kind begins with."""
        found = self.spec.kind(kind) or self.spec.link_kind(kind)
        if kind in self._last or found is None:
            return dict(self._last.get(kind, {}))
        return preset(found.fields)

    def set(self, field: Field, value: FieldValue | None) -> None:
        """Set one value; None leaves it empty."""
        values = {**self.values, field.key: value}
        kept = {one.key: values[one.key] for one in self.fields if values.get(one.key) is not None}
        fields: dict[str, FieldValue] = {key: known for key, known in kept.items() if known is not None}
        if self.chosen is None:
            if self.tool in (SELECT, GRID):
                self._change(replace(self.plan, fields=fields))
            else:
                self._remember(self.tool, fields)
            return
        self._remember(self.chosen.kind, fields)
        if isinstance(self.chosen, Place):
            self.chosen = replace(self.chosen, fields=fields)
            self._change(self.plan.put(self.chosen))
        else:
            self.chosen = replace(self.chosen, fields=fields)
            self._change(self.plan.join(self.chosen))

    def _remember(self, kind: str, fields: Mapping[str, FieldValue]) -> None:
        """Names are printed once; everything else is likely to be the same the next time."""
        texts = {field.key for field in self.fields if field.text}
        self._last[kind] = {key: value for key, value in fields.items() if key not in texts}

    def rename(self, name: str) -> None:
        """Give the plan another name."""
        self._change(replace(self.plan, name=name))

    def fit(self, grid: Grid | None, height: int) -> None:
        """Lay the grid, or the plan's lower edge, somewhere else; what lies in a cell stays in it."""
        self._change(self.spec.fitted(self.plan, grid, height))

    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with the plan as it is."""
        return self.spec.problems(self.plan)

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to take back."""
        return bool(self._before)

    @property
    def can_redo(self) -> bool:
        """Whether a step was taken back."""
        return bool(self._after)

    def undo(self) -> None:
        """Take back the last step."""
        if self._before:
            self._after.append(self.plan)
            self._show(self._before.pop())

    def redo(self) -> None:
        """Do again what was taken back."""
        if self._after:
            self._before.append(self.plan)
            self._show(self._after.pop())

    def _show(self, plan: Plan) -> None:
        self.plan, self.chosen, self.begun = plan, None, ""

    def _change(self, plan: Plan) -> None:
        if plan != self.plan:
            self._before.append(self.plan)
            self._after.clear()
            self.plan = plan
