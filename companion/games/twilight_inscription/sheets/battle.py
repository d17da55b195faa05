"""The Warfare sheet as data: units with their bars, the battle grid with its sectors, the strength boxes.

Its places, after `w:`:

    c3r4            a node by column and row, from the bottom left; `c3r4.asset` the advantage in it
    cruiser.2.1     the first cost symbol of the second bar; `cruiser.2.vp` its points; `cruiser.2` the bar
    dreadnought     the special advantage beside a unit's name
    line.1          the first dashed line, over which the line is drawn in the first war
    left.2          the strength box of a half in a war, `.win` above it, `.lose` below it

Numbers are written into `left.2`, extra strength for a war to come into `left.2.plus`. Beside its nodes a
unit is remembered by a number in the box of each of its nodes, and by its type in the box `unit.<number>`.
"""

from __future__ import annotations

import re
from functools import cached_property, lru_cache

from msgspec import Struct

from companion.engine import Text, text
from companion.engine.plan import Cell

from ..assets import HALVES, Asset
from ..book import value
from ..desk import RESOURCES, WARFARE
from .tech import Tech

INFANTRY, CRUISER = "infantry", "cruiser"
ANY = "any"
"""A cost symbol that every resource pays."""
WARS = tuple(range(1, value("WAR-01")["total"] + 1))
_NODE = re.compile(r"c(\d{1,2})r(\d{1,2})")
_SQUARE = ((1, 0), (0, 1), (-1, 0), (0, -1))
_DIAGONAL = (*_SQUARE, (1, 1), (1, -1), (-1, 1), (-1, -1))


def at(what: str) -> str:
    """The place of something on this sheet."""
    return f"{WARFARE[0]}:{what}"


def box(half: str, war: int) -> str:
    """The strength box of a half in a war."""
    return at(f"{half}.{war}")


def name(cell: Cell) -> str:
    """What a node is called."""
    return f"c{cell[0]}r{cell[1]}"


def cell(words: str) -> Cell | None:
    """The cell of a node by what it is called; None for other words."""
    found = _NODE.fullmatch(words)
    return (int(found[1]), int(found[2])) if found else None


class Node(Struct, frozen=True):
    """A node, counted from the bottom left."""

    cell: Cell
    asset: Asset | None = None
    anomaly: bool = False

    @property
    def place(self) -> str:
        """Its place on the desk."""
        return at(name(self.cell))


class Bar(Struct, frozen=True):
    """One copy of a unit: its cost symbols (a resource, `any`, or the sort of a special), and its points."""

    cost: tuple[str, ...]
    points: int = 0


class Unit(Struct, frozen=True):
    """A type of unit; infantry has no bars. `lock` is the sort of special advantage that unlocks it."""

    kind: str
    pattern: tuple[Cell, ...]
    bars: tuple[Bar, ...] = ()
    lock: str = ""


def _said(sign: str) -> Text:
    """What a cost symbol asks for."""
    if sign == ANY:
        return text("bar.any")
    return text(f"resource.{sign}") if sign in RESOURCES else Asset("special", sign).name


class Spoils(Struct, frozen=True):
    """What stands above a strength box, and the points below it."""

    win: Asset | None = None
    lose: int = 0


class Fit(Struct, frozen=True):
    """A pattern on the grid: the first and the last of its nodes in rows from the bottom, which of the
    pattern's turns it is, and all its cells."""

    node: str
    to: str
    turn: int
    cells: tuple[Cell, ...]


def _level(cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """A pattern that begins at (0, 0), in rows from the bottom."""
    ordered = sorted(cells, key=lambda cell: (cell[1], cell[0]))
    left, low = ordered[0]
    return tuple((column - left, row - low) for column, row in ordered)


@lru_cache(maxsize=64)
def turns(pattern: tuple[Cell, ...]) -> tuple[tuple[Cell, ...], ...]:
    """A pattern in all its turns that differ."""
    found = [_level(pattern)]
    for _ in range(3):
        pattern = tuple((row, -column) for column, row in pattern)  # DEP-06
        found += [turned for turned in (_level(pattern),) if turned not in found]
    return tuple(found)


@lru_cache(maxsize=64)
def mirrored(pattern: tuple[Cell, ...]) -> tuple[tuple[Cell, ...], ...]:
    """What a pattern looks like only when it is mirrored."""
    same = turns(pattern)
    return tuple(one for one in turns(tuple((-column, row) for column, row in pattern)) if one not in same)


class Warfare(Struct, frozen=True, dict=True):
    """One Warfare sheet."""

    name: str
    techs: dict[str, Tech]
    units: dict[str, Unit]
    nodes: tuple[Node, ...]
    left: int
    """How many columns of nodes lie in the left half."""
    rows: tuple[int, ...]
    """How many rows of nodes the sectors of each war have, from the bottom."""
    spoils: dict[str, Spoils]
    """What is won and lost, by `left.1` and so on."""
    diagonal: bool = False
    """Whether nodes touch diagonally too (DEP-16)."""

    @cached_property
    def grid(self) -> dict[Cell, Node]:
        """The nodes by column and row."""
        return {node.cell: node for node in self.nodes}

    @cached_property
    def columns(self) -> int:
        """How many columns of nodes the grid has."""
        return max(node.cell[0] for node in self.nodes)

    @cached_property
    def places(self) -> dict[Cell, str]:
        """The places of the nodes by column and row."""
        return {node.cell: node.place for node in self.nodes}

    @cached_property
    def tops(self) -> tuple[int, ...]:
        """The highest row of nodes below each line, the initial one first."""
        return tuple(sum(self.rows[:line]) for line in range(len(self.rows) + 1))  # DEP-03, DEP-04

    @cached_property
    def sectors(self) -> dict[tuple[str, int], tuple[str, ...]]:
        """The places of the nodes of each half and war (DEP-01)."""
        found: dict[tuple[str, int], list[str]] = {(half, war): [] for half in HALVES for war in WARS}
        for node in self.nodes:
            column, row = node.cell
            war = next((war for war in WARS if self.tops[war - 1] < row <= self.tops[war]), 0)
            if war:
                found[HALVES[column > self.left], war].append(node.place)  # DEP-02, DEP-03
        return {key: tuple(places) for key, places in found.items()}

    def beside(self, cell: Cell) -> tuple[Cell, ...]:
        """The cells beside a node."""
        column, row = cell
        steps = _DIAGONAL if self.diagonal else _SQUARE  # DEP-16
        return tuple((column + right, row + up) for right, up in steps)

    def shape(self, kind: str, turn: int) -> tuple[Cell, ...]:
        """A unit's pattern in one of its turns; the numbers after those are mirrored."""
        pattern = self.units[kind].pattern
        every = (*turns(pattern), *mirrored(pattern))
        return every[turn] if 0 <= turn < len(every) else ()

    def fit(self, kind: str, cell: Cell, turn: int) -> Fit | None:
        """A unit that begins at a node; None where there is no such turn."""
        cells = tuple((cell[0] + column, cell[1] + row) for column, row in self.shape(kind, turn))
        return Fit(name(cells[0]), name(cells[-1]), turn, cells) if cells else None

    @cached_property
    def fits(self) -> dict[str, tuple[Fit, ...]]:
        """Every way in which each type of unit lies on nodes, whatever is there."""
        found: dict[str, tuple[Fit, ...]] = {}
        for kind, unit in self.units.items():
            count = range(len(turns(unit.pattern)))  # DEP-07
            every = (self.fit(kind, node.cell, turn) for node in self.nodes for turn in count)
            found[kind] = tuple(fit for fit in every if fit and self.grid.keys() >= set(fit.cells))
        return found

    @cached_property
    def assets(self) -> dict[str, Asset]:
        """Every printed advantage by its place."""
        found = {f"{node.place}.asset": node.asset for node in self.nodes if node.asset is not None}
        for kind, unit in self.units.items():
            for number, bar in enumerate(unit.bars, 1):
                if bar.points:
                    found[at(f"{kind}.{number}.vp")] = Asset("vp", count=bar.points)
        for key, spoils in self.spoils.items():
            if spoils.win is not None:
                found[at(f"{key}.win")] = spoils.win
            found[at(f"{key}.lose")] = Asset("vp", count=spoils.lose)
        return found

    @cached_property
    def names(self) -> dict[str, Text]:
        """What players call units, cost symbols and strength boxes, by the words of the choices."""
        found: dict[str, Text] = {}
        for kind, unit in self.units.items():
            called = found[kind] = text(f"unit.{kind}")
            for number, bar in enumerate(unit.bars, 1):
                for count, sign in enumerate(bar.cost, 1):
                    said = text("bar.sign", unit=called, bar=number, sign=_said(sign))
                    found[f"{kind}.{number}.{count}"] = said
        for half in HALVES:
            for war in WARS:
                found[f"{half}.{war}"] = text("box.name", half=text(f"sort.{half}"), war=war)
        return found

    @cached_property
    def start_marks(self) -> dict[str, str]:
        """The marks that are printed: none."""
        return {}
