"""The Expansion sheet as data.

Places:
    e:ang           the planet sign beside a planet's name: crossed out when the planet is unlocked
    e:ang.2.1       the resource symbol in its second row and first column: crossed out when it is settled
    e:ang.r2        the advantage of its second row; e:ang.c1 that of its first column
    e:d1            the advantage of a space dock: circled when it is built
    e:d1.p          the planet sign of a dock; e:d1.2 its second resource symbol
    e:track.3       the third points of the population track; struck out by a card they are crossed out,
                    and slashed when they are claimed nevertheless
    e:neural_motivator and e:neural_motivator.1 a technology and its Research symbols
"""

from __future__ import annotations

from functools import cached_property

from msgspec import Struct

from companion.engine import Field, LinkKind, Place, PlaceKind, Plan, PlanSpec, Text, literal, text

from ..assets import SORTS, Asset
from ..book import value
from ..desk import EXPANSION, RESOURCES
from .expansion_check import (
    DOCK,
    GIFT,
    MOST_COLUMNS,
    MOST_ROWS,
    OF,
    PLANET,
    TRACK,
    check,
    line_name,
    lines_of,
    owner,
    points_of,
    rows_of,
)
from .printed import NOTHING, advantage, practice, printed, tech_fields, techs
from .tech import Tech

TRAITS = ("none", "industrial", "hazardous", "cultural")


class Line(Struct, frozen=True):
    """A row or a column of a planet: its advantage's place, its symbols, its advantage."""

    place: str
    symbols: tuple[str, ...]
    asset: Asset | None


class Planet(Struct, frozen=True, dict=True):
    """A planet: its rows of resource symbols (`.` where there is none) and the advantages of its lines."""

    id: str
    name: str
    trait: str
    x: int
    y: int
    rows: tuple[str, ...]
    row_assets: tuple[Asset | None, ...]
    column_assets: tuple[Asset | None, ...]

    @property
    def place(self) -> str:
        """The place of its planet sign."""
        return f"e:{self.id}"

    @cached_property
    def symbols(self) -> dict[str, str]:
        """Its symbols by their ids, as `ang.2.1`."""
        return {
            f"{self.id}.{row}.{column}": symbol
            for row, symbols in enumerate(self.rows, 1)
            for column, symbol in enumerate(symbols, 1)
            if symbol in RESOURCES
        }

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """Its rows and its columns."""
        rows = [self._line("r", 1, number, asset) for number, asset in enumerate(self.row_assets, 1)]
        columns = [self._line("c", 2, number, asset) for number, asset in enumerate(self.column_assets, 1)]
        return (*rows, *columns)

    def _line(self, letter: str, part: int, number: int, asset: Asset | None) -> Line:
        symbols = tuple(one for one in self.symbols if one.split(".")[-3 + part] == str(number))
        return Line(f"e:{self.id}.{letter}{number}", symbols, asset)

    @cached_property
    def lines_of(self) -> dict[str, tuple[Line, ...]]:
        """The row and the column that each symbol lies in."""
        return {
            symbol: tuple(line for line in self.lines if symbol in line.symbols) for symbol in self.symbols
        }


class Dock(Struct, frozen=True, dict=True):
    """A space dock: its advantage and the resource symbols beside it."""

    id: str
    x: int
    y: int
    cost: str
    asset: Asset

    @property
    def place(self) -> str:
        """The place of its advantage."""
        return f"e:{self.id}"

    @property
    def sign(self) -> str:
        """The place of its planet sign."""
        return f"e:{self.id}.p"

    @cached_property
    def symbols(self) -> dict[str, str]:
        """Its symbols by their ids, as `d1.2`."""
        return {f"{self.id}.{number}": symbol for number, symbol in enumerate(self.cost, 1)}


class Track(Struct, frozen=True):
    """The population track: points from the lowest."""

    id: str
    x: int
    y: int
    points: tuple[int, ...]

    @property
    def places(self) -> tuple[str, ...]:
        """The places of the points, from the lowest."""
        return tuple(f"e:{self.id}.{number}" for number in range(1, len(self.points) + 1))


class Neural(Struct, frozen=True):
    """The signs that Neural Motivator shows: a resource that it crosses out anywhere, another one only in a
    line with an advantage of a kind."""

    anywhere: str
    in_line: str
    kind: str


class Expansion(Struct, frozen=True, dict=True):
    """One Expansion sheet."""

    name: str
    techs: dict[str, Tech]
    planets: tuple[Planet, ...]
    docks: tuple[Dock, ...]
    track: Track
    neural: Neural

    @cached_property
    def assets(self) -> dict[str, Asset]:
        """Every printed advantage by its place."""
        lines = [line for planet in self.planets for line in planet.lines]
        found = {line.place: line.asset for line in lines if line.asset is not None}
        found |= {dock.place: dock.asset for dock in self.docks}
        return found | {
            place: Asset("vp", "", points)
            for place, points in zip(self.track.places, self.track.points, strict=True)
        }

    @cached_property
    def planet(self) -> dict[str, Planet]:
        """The planets by their ids."""
        return {planet.id: planet for planet in self.planets}

    @cached_property
    def dock(self) -> dict[str, Dock]:
        """The docks by their ids."""
        return {dock.id: dock for dock in self.docks}

    @cached_property
    def home_of(self) -> dict[str, Planet]:
        """The planet of every symbol and of every line's advantage."""
        symbols = {symbol: planet for planet in self.planets for symbol in planet.symbols}
        return symbols | {line.place[2:]: planet for planet in self.planets for line in planet.lines}

    @cached_property
    def dock_of(self) -> dict[str, Dock]:
        """The dock of every symbol beside one."""
        return {symbol: dock for dock in self.docks for symbol in dock.symbols}

    @cached_property
    def names(self) -> dict[str, Text]:
        """What planets, their symbols and advantages, and docks are called."""
        found: dict[str, Text] = {}
        for planet in self.planets:
            name = found[planet.id] = literal(planet.name)
            for one, symbol in planet.symbols.items():
                row, column = one.rsplit(".", 2)[1:]
                resource = text(f"resource.{symbol}")
                found[one] = text("name.symbol", planet=name, row=row, column=column, resource=resource)
            for line in planet.lines:
                if line.asset is not None:
                    found[line.place[2:]] = text("name.line", planet=name, what=line.asset.name)
        for number, dock in enumerate(self.docks, 1):
            found[dock.id] = text("name.dock", number=number, what=dock.asset.name)
            for one, symbol in dock.symbols.items():
                found[one] = text("name.dock", number=number, what=text(f"resource.{symbol}"))
        return found

    @cached_property
    def start_marks(self) -> dict[str, str]:
        """The marks that are printed: none, all planets are locked."""
        return {}  # EXP-01


def _resource(key: str) -> Field:
    named = tuple((resource, text(f"resource.{resource}")) for resource in RESOURCES)
    return Field(key=key, label=text(f"plan.{key}"), choices=named, required=True)


_KINDS = tuple((kind, Asset(kind).name) for kind in SORTS)
_LINES = tuple(
    (f"{letter}{number}", line_name(f"{letter}{number}"))
    for letter, most in (("r", MOST_ROWS), ("c", MOST_COLUMNS))
    for number in range(1, most + 1)
)
_TRAITS = tuple((trait, text(f"trait.{trait}")) for trait in TRAITS)

SPEC = PlanSpec(
    key=EXPANSION,
    title=text("sheet.expansion"),
    places=(
        PlaceKind(
            key=PLANET,
            title=text("plan.planet"),
            sign="planet",
            size=60,
            least=1,
            fields=(
                Field(key="name", label=text("plan.planet.name"), text=True),
                Field(key="rows", label=text("plan.planet.rows"), text=True, required=True),
                Field(
                    key="trait",
                    label=text("plan.planet.trait"),
                    choices=_TRAITS,
                    default="none",
                    shown=False,
                ),
            ),
        ),
        PlaceKind(
            key=GIFT,
            title=text("plan.gift"),
            sign="star",
            colour="accent",
            size=36,
            fields=(
                Field(key="line", label=text("plan.gift.line"), choices=_LINES, required=True, shown=False),
                advantage(required=True),
            ),
        ),
        PlaceKind(
            key=DOCK,
            title=text("plan.dock"),
            sign="dock",
            colour="accent",
            fields=(
                advantage(required=True),
                Field(key="cost", label=text("plan.dock.cost"), text=True, required=True),
            ),
            least=value("EXP-07")["docks"],
            most=value("EXP-07")["docks"],  # EXP-07
        ),
        PlaceKind(
            key=TRACK,
            title=text("plan.track"),
            sign="population",
            fields=(Field(key="points", label=text("plan.track.points"), text=True, required=True),),
            least=1,
            most=1,
        ),
    ),
    links=(LinkKind(key=OF, title=text("plan.gift.of"), joins=((GIFT, PLANET),)),),
    fields=(
        *tech_fields(EXPANSION),
        _resource("neural_anywhere"),
        _resource("neural_in_line"),
        Field(
            key="neural_kind",
            label=text("plan.neural_kind"),
            choices=_KINDS,
            default=value("TEC-10")["line"],
            required=True,
        ),
    ),
    practice=practice(EXPANSION),
    check=check,
    rule="EXP-01",
)
"""What an Expansion sheet is made of."""


def read(plan: Plan) -> Expansion:
    """The sheet that a sound plan tells of."""
    fields = plan.fields
    track = plan.of(TRACK)[0]
    return Expansion(
        name=plan.name,
        techs=techs(plan, EXPANSION),
        planets=tuple(_planet(plan, place) for place in plan.of(PLANET)),
        docks=tuple(_dock(place) for place in plan.of(DOCK)),
        track=Track(track.id, track.x, track.y, points_of(track)),
        neural=Neural(
            str(fields["neural_anywhere"]), str(fields["neural_in_line"]), str(fields["neural_kind"])
        ),
    )


def _planet(plan: Plan, place: Place) -> Planet:
    mine = [gift for gift in plan.of(GIFT) if owner(plan, gift).id == place.id]
    gifts = {str(gift.fields["line"]): printed(gift.fields) for gift in mine}
    found = {line: gifts.get(line) for line in lines_of(place)}
    return Planet(
        id=place.id,
        name=str(place.fields.get("name", place.id)),
        trait=str(place.fields.get("trait", TRAITS[0])),
        x=place.x,
        y=place.y,
        rows=tuple(rows_of(place)),
        row_assets=tuple(asset for line, asset in found.items() if line.startswith("r")),
        column_assets=tuple(asset for line, asset in found.items() if line.startswith("c")),
    )


def _dock(place: Place) -> Dock:
    asset = printed(place.fields)
    if asset is None:
        raise ValueError(f"{place.id}: {NOTHING}")
    return Dock(place.id, place.x, place.y, str(place.fields["cost"]), asset)
