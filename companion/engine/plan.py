"""A board or a sheet as places and links, entered once by its owner and used by a game."""

from __future__ import annotations

from math import sqrt
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

FieldValue: TypeAlias = "int | str"
Cell: TypeAlias = "tuple[int, int]"
"""Column and row; on hexes the second axis leans, so that all six neighbours look alike from every cell."""

WIDTH = 1000
"""All plans are this wide."""

_ROOT = sqrt(3) / 2
_SQUARE = ((1, 0), (0, 1), (-1, 0), (0, -1))
_HEX = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


class Grid(Struct, frozen=True):
    """Where the cells of a grid lie: the middle of cell (0, 0), and how far apart neighbours are.

    `hex` has rows (neighbours to the left and right), `flathex` has columns (neighbours above and below).
    """

    shape: Literal["square", "hex", "flathex"]
    x: float
    y: float
    step: float

    def at(self, cell: Cell) -> tuple[int, int]:
        """The middle of a cell."""
        column, row = cell
        if self.shape == "square":
            across, down = float(column), float(row)
        elif self.shape == "hex":
            across, down = column + row / 2, row * _ROOT
        else:
            across, down = column * _ROOT, row + column / 2
        return round(self.x + across * self.step), round(self.y + down * self.step)

    def cell(self, x: float, y: float) -> Cell:
        """The cell that a point lies in."""
        across, down = (x - self.x) / self.step, (y - self.y) / self.step
        if self.shape == "square":
            return round(across), round(down)
        if self.shape == "hex":
            row = down / _ROOT
            return _nearest_hex(across - row / 2, row)
        column = across / _ROOT
        return _nearest_hex(column, down - column / 2)

    def around(self, cell: Cell) -> tuple[Cell, ...]:
        """The neighbours of a cell."""
        steps = _SQUARE if self.shape == "square" else _HEX
        return tuple((cell[0] + column, cell[1] + row) for column, row in steps)


def _nearest_hex(column: float, row: float) -> Cell:
    """Rounds on all three axes and drops the one that was rounded most."""
    third = -column - row
    near = [round(column), round(row), round(third)]
    off = [abs(near[0] - column), abs(near[1] - row), abs(near[2] - third)]
    if off[0] > off[1] and off[0] > off[2]:
        return -near[1] - near[2], near[1]
    if off[1] > off[2]:
        return near[0], -near[0] - near[2]
    return near[0], near[1]


class Place(Struct, frozen=True, kw_only=True):
    """Something printed at one point of the plan."""

    id: str
    kind: str
    x: int
    y: int
    fields: dict[str, FieldValue] = {}


class Link(Struct, frozen=True, kw_only=True):
    """Something printed between two places."""

    kind: str
    a: str
    b: str
    fields: dict[str, FieldValue] = {}

    def joins(self, one: str, other: str) -> bool:
        """Whether it lies between these two, whichever way."""
        return {self.a, self.b} == {one, other}


class Plan(Struct, frozen=True, kw_only=True):
    """A board or a sheet: what is printed where. Points lie in a picture 1000 wide and `height` high."""

    kind: str
    name: str
    height: int = 700
    grid: Grid | None = None
    fields: dict[str, FieldValue] = {}
    places: tuple[Place, ...] = ()
    links: tuple[Link, ...] = ()

    def place(self, id: str) -> Place | None:
        """The place of this id."""
        return next((place for place in self.places if place.id == id), None)

    def of(self, *kinds: str) -> tuple[Place, ...]:
        """All places of these kinds, as they were entered."""
        return tuple(place for place in self.places if place.kind in kinds)

    def links_of(self, id: str, kind: str | None = None) -> tuple[Link, ...]:
        """The links that touch a place."""
        return tuple(link for link in self.links if id in (link.a, link.b) and kind in (None, link.kind))

    def joined(self, id: str, kind: str | None = None) -> tuple[str, ...]:
        """The places that links lead to from here, whichever way they point."""
        return tuple(link.b if link.a == id else link.a for link in self.links_of(id, kind))

    def onward(self, id: str, kind: str | None = None) -> tuple[str, ...]:
        """The places that links point to from here."""
        return tuple(link.b for link in self.links_of(id, kind) if link.a == id)

    def reached(self, *start: str, kind: str | None = None) -> frozenset[str]:
        """All places that can be reached from these along links, with these."""
        found, todo = set(start), list(start)
        while todo:
            for other in self.joined(todo.pop(), kind):
                if other not in found:
                    found.add(other)
                    todo.append(other)
        return frozenset(found)

    def cell(self, id: str) -> Cell | None:
        """The cell of the grid that a place lies in."""
        place = self.place(id)
        return None if self.grid is None or place is None else self.grid.cell(place.x, place.y)

    def cells(self, *kinds: str) -> dict[Cell, Place]:
        """The places of some kinds (of all, if none is named) by their cells."""
        if self.grid is None:
            return {}
        found = self.of(*kinds) if kinds else self.places
        return {self.grid.cell(place.x, place.y): place for place in found}

    def free_id(self, kind: str) -> str:
        """An id for one more place of a kind."""
        numbers = [place.id.removeprefix(kind) for place in self.places if place.id.startswith(kind)]
        return f"{kind}{1 + max((int(n) for n in numbers if n.isascii() and n.isdigit()), default=0)}"

    def put(self, place: Place) -> Plan:
        """With one more place, or in place of the one of this id."""
        if self.place(place.id) is None:
            return replace(self, places=(*self.places, place))
        return replace(self, places=tuple(place if old.id == place.id else old for old in self.places))

    def drop(self, id: str) -> Plan:
        """Without a place and its links."""
        places = tuple(place for place in self.places if place.id != id)
        return replace(self, places=places, links=_without(self.links, self.links_of(id)))

    def join(self, link: Link) -> Plan:
        """With one more link, or in place of the one of this kind between the two."""
        for at, old in enumerate(self.links):
            if old.kind == link.kind and old.joins(link.a, link.b):
                return replace(self, links=(*self.links[:at], link, *self.links[at + 1 :]))
        return replace(self, links=(*self.links, link))

    def part(self, link: Link) -> Plan:
        """Without a link."""
        return replace(self, links=_without(self.links, (link,)))


def _without(links: tuple[Link, ...], gone: tuple[Link, ...]) -> tuple[Link, ...]:
    return tuple(link for link in links if link not in gone)
