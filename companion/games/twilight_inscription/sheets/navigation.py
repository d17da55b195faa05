"""The Navigation sheet as data.

Places:
    n:s4            a system: circled when it is claimed, crossed out when a card strikes it
    n:s4+s7         the lane between two systems, or a system and a wormhole: a line when it was flown
    n:s4.line       a line to a system that came there by no lane (a card's effect)
    n:gravity_drive and n:gravity_drive.1 a technology and its Research symbols

Explored is what a line touches, and a wormhole that a line touches was flown through.
"""

from __future__ import annotations

from functools import cached_property

from msgspec import Struct

from companion.engine import Field, LinkKind, Place, PlaceKind, Plan, PlanSpec, Text, text

from ..assets import Asset
from ..book import value
from ..desk import CIRCLE, LINE, NAVIGATION
from .navigation_check import HOME, LANE, SYSTEM, WORMHOLE, check
from .printed import advantage, practice, printed, tech_fields, techs
from .tech import Tech

SMALL, LARGE = "small", "large"


class System(Struct, frozen=True):
    """A system: where it lies, how large it is, what it holds."""

    id: str
    x: int
    y: int
    large: bool = False
    asset: Asset | None = None
    home: bool = False

    @property
    def place(self) -> str:
        """Its place on the desk."""
        return f"n:{self.id}"


class Wormhole(Struct, frozen=True):
    """A wormhole and where it lies."""

    id: str
    x: int
    y: int


class Lane(Struct, frozen=True):
    """A hyperlane between two systems, or between a system and a wormhole."""

    a: str
    b: str

    @property
    def place(self) -> str:
        """Its place on the desk."""
        return f"n:{self.a}+{self.b}"


class Navigation(Struct, frozen=True, dict=True):
    """One Navigation sheet."""

    name: str
    techs: dict[str, Tech]
    systems: tuple[System, ...]
    wormholes: tuple[Wormhole, ...]
    lanes: tuple[Lane, ...]

    @cached_property
    def assets(self) -> dict[str, Asset]:
        """Every printed advantage by its place."""
        return {one.place: one.asset for one in self.systems if one.asset is not None}  # NAV-02

    @cached_property
    def system(self) -> dict[str, System]:
        """The systems by their ids."""
        return {system.id: system for system in self.systems}

    @cached_property
    def holes(self) -> frozenset[str]:
        """The ids of the wormholes."""
        return frozenset(wormhole.id for wormhole in self.wormholes)

    @cached_property
    def joined(self) -> dict[str, dict[str, str]]:
        """What lanes lead to from each system and wormhole, with the lane's place."""
        ids = [*(one.id for one in self.systems), *(one.id for one in self.wormholes)]
        found: dict[str, dict[str, str]] = {one: {} for one in ids}
        for lane in self.lanes:
            found[lane.a][lane.b] = lane.place
            found[lane.b][lane.a] = lane.place
        return found

    @cached_property
    def lines(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Every place where a line can be, with what that line explores."""
        lanes = [(lane.place, (lane.a, lane.b)) for lane in self.lanes]
        return (*lanes, *((f"{system.place}.line", (system.id,)) for system in self.systems))

    @cached_property
    def home(self) -> System:
        """The home system."""
        return next(system for system in self.systems if system.home)

    @cached_property
    def names(self) -> dict[str, Text]:
        """What systems are called: their ids, with what they hold."""
        return {
            system.id: text("name.system", system=system.id, what=system.asset.name)
            for system in self.systems
            if system.asset is not None
        }

    @cached_property
    def start_marks(self) -> dict[str, str]:
        """The marks that are printed: home is claimed, the systems beside it are explored."""
        beside = [place for other, place in self.joined[self.home.id].items() if other in self.system]
        return {self.home.place: CIRCLE, **dict.fromkeys(beside, LINE)}  # NAV-04


_SIZE = Field(
    key="size",
    label=text("plan.system.size"),
    choices=((SMALL, text("plan.system.small")), (LARGE, text("plan.system.large"))),
    default=SMALL,
    required=True,
    shown=False,
)

SPEC = PlanSpec(
    key=NAVIGATION,
    title=text("sheet.navigation"),
    places=(
        PlaceKind(
            key=HOME,
            title=text("plan.home"),
            sign="star",
            colour="accent",
            size=56,
            least=value("NAV-04")["claimed"],
            most=value("NAV-04")["claimed"],
        ),
        PlaceKind(key=SYSTEM, title=text("plan.system"), size=44, fields=(advantage(), _SIZE), least=1),
        PlaceKind(key=WORMHOLE, title=text("plan.wormhole"), sign="wormhole", colour="muted", size=36),
    ),
    links=(
        LinkKind(
            key=LANE,
            title=text("plan.lane"),
            joins=((SYSTEM, SYSTEM), (HOME, SYSTEM), (SYSTEM, WORMHOLE), (HOME, WORMHOLE)),
        ),
    ),
    fields=tech_fields(NAVIGATION),
    practice=practice(NAVIGATION),
    check=check,
    rule="NAV-01",
)
"""What a Navigation sheet is made of."""


def read(plan: Plan) -> Navigation:
    """The sheet that a sound plan tells of."""
    return Navigation(
        name=plan.name,
        techs=techs(plan, NAVIGATION),
        systems=tuple(_system(place) for place in plan.of(HOME, SYSTEM)),
        wormholes=tuple(Wormhole(place.id, place.x, place.y) for place in plan.of(WORMHOLE)),
        lanes=tuple(Lane(link.a, link.b) for link in plan.links),
    )


def _system(place: Place) -> System:
    home = place.kind == HOME
    large = place.fields.get("size") == LARGE
    return System(place.id, place.x, place.y, large, None if home else printed(place.fields), home)
