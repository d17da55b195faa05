"""Small Industry and Warfare sheets for tests, and desks before a player who has only these."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.engine import Action, Ruling, but
from companion.games.twilight_inscription.assets import asset
from companion.games.twilight_inscription.desk import RESOURCES, UNDER, Desk, Task, cross, put
from companion.games.twilight_inscription.marking import chain, industry, warfare
from companion.games.twilight_inscription.sheets import Sheets
from companion.games.twilight_inscription.sheets.battle import Bar, Node, Spoils, Unit, Warfare
from companion.games.twilight_inscription.sheets.hexes import Hex, Industry, Menu, Row
from companion.games.twilight_inscription.sheets.tech import TECHS, Tech

HEXES = {
    "h1": ((0, 0), "-"), "h2": ((1, 0), "commodity a 1"), "h3": ((2, 0), "commodity b 2"),
    "h4": ((3, 0), "vp 2"), "h5": ((0, 1), "special a"), "h6": ((1, 1), "member"),
    "h7": ((2, 1), "commodity c 1"), "h8": ((-1, 1), "vp 1"), "h9": ((6, 0), "vp 4"),
}  # fmt: skip
"""Two rows; h9 is cut off behind the X-hex x1, and so is h1's neighbour to the left, which is no hex."""


class Blank:
    """Stands for a sheet on which nothing is printed."""

    assets: dict[str, Any] = {}
    techs: dict[str, Any] = {}
    start_marks: dict[str, str] = {}
    names: dict[str, Any] = {}


def techs(sheet: str) -> dict[str, Tech]:
    return {name: Tech(2, "c") for name in TECHS[sheet]}


def hexes(**more: tuple[tuple[int, int], str]) -> tuple[Hex, ...]:
    grid = (Hex(id, cell, asset(words), scrapped=id == "h1") for id, (cell, words) in (HEXES | more).items())
    return (*grid, Hex("x1", (5, 0), badge="a"))


INDUSTRY = Industry(
    name="Test",
    techs=techs("industry"),
    hexes=hexes(),
    members=Row((0, 0, 0, 0), ((2, 3), (4, 5))),
    commodities={
        "a": Row((1, 2, 3), ((2, 1), (3, 4))),
        "b": Row((1, 2, 3), ((3, 2),)),
        "c": Row((1, 3), ((2, 6),)),
    },
    trades=3,
    votes=5,
    goods=4,
    menu=(Menu("a", "M", 4), Menu("b", "R", 3)),
    dig="commodity",
)

LINE3 = ((0, 0), (1, 0), (2, 0))
ELL = ((0, 0), (0, 1), (0, 2), (1, 2))

WARFARE = Warfare(
    name="Test",
    techs=techs("warfare"),
    units={
        "infantry": Unit("infantry", ((0, 0),)),
        "pds": Unit("pds", ((0, 0), (1, 1)), (Bar(("I", "any")), Bar(("I", "any")))),
        "cruiser": Unit("cruiser", LINE3, (Bar(("M", "M", "M"), 1), Bar(("M", "M", "M"), 1))),
        "dreadnought": Unit("dreadnought", ELL, (Bar(("M", "R", "M", "M"), 3),), lock="a"),
        "war_sun": Unit("war_sun", ((0, 0), (1, 0), (0, 1), (1, 1)), (Bar(("M", "b"), 6),), lock="b"),
    },
    nodes=tuple(
        Node(
            (column, row),
            asset({(4, 2): "vp 1", (2, 6): "neighbour left"}.get((column, row), "-")),
            anomaly=(column, row) == (6, 1),
        )
        for row in range(1, 9)
        for column in range(1, 7)
    ),
    left=3,
    rows=(2, 2, 2, 2),
    spoils={
        f"{half}.{war}": Spoils(asset(f"vp {war}"), -war)
        for half in ("left", "right")
        for war in (1, 2, 3, 4)
    },
)


def sheets(industry: Industry = INDUSTRY, warfare: Warfare = WARFARE) -> Sheets:
    blank: Any = Blank()
    return Sheets(navigation=blank, expansion=blank, industry=industry, warfare=warfare)


SHEETS = sheets()


def fresh(pool: str = "", on: Sheets = SHEETS) -> Desk:
    """A desk with printed marks, and resources to spend: `MMR`."""
    return Desk(marks=on.start_marks, pool=tuple(pool.count(one) for one in RESOURCES))  # type: ignore[arg-type]


def owns(desk: Desk, *places: str) -> Desk:
    """With these advantages claimed, unspent."""
    for place in places:
        desk = put(desk, place, "o")
    return desk


def knows(desk: Desk, tech: str) -> Desk:
    """With one of the technologies unlocked."""
    sheet = next(name for name, known in TECHS.items() if tech in known)
    return put(desk, Tech.place(sheet, tech), UNDER)


def scrapped(desk: Desk, *ids: str) -> Desk:
    for id in ids:
        desk = cross(desk, f"i:{id}")
    return desk


def todo(desk: Desk, key: str, about: str = "", count: int = 1) -> Desk:
    return but(desk, todo=(*desk.todo, Task(key=key, about=about, count=count)))


def module(action: Action) -> Any:
    return industry if isinstance(action, industry.ACTIONS) else warfare


def ruled(desk: Desk, action: Action, on: Sheets = SHEETS) -> Ruling:
    found: Ruling = module(action).check(desk, on, action)
    return found


def broken(desk: Desk, action: Action, on: Sheets = SHEETS) -> tuple[str, ...]:
    """The rules that an action breaks; nothing if it is legal."""
    return ruled(desk, action, on).rules


def after(desk: Desk, *actions: Action, on: Sheets = SHEETS) -> Desk:
    """The desk after legal marks, with all that they set off."""
    for action in actions:
        assert broken(desk, action, on) == (), action
        desk = chain.settle(module(action).mark(desk, on, action), on)
    return desk


def overruled(desk: Desk, action: Action, on: Sheets = SHEETS) -> Desk:
    """The desk after a mark that breaks a rule."""
    assert broken(desk, action, on), action
    return chain.settle(module(action).mark(desk, on, action), on)


def legal(desk: Desk, kind: type[Action], on: Sheets = SHEETS) -> list[Any]:
    """The legal marks of a kind that are offered."""
    which = industry if kind in industry.ACTIONS and kind not in warfare.ACTIONS else warfare
    return [one for one in which.moves(desk, on) if isinstance(one, kind) and not broken(desk, one, on)]


def with_hexes(**more: tuple[tuple[int, int], str]) -> Sheets:
    return sheets(industry=replace(INDUSTRY, hexes=hexes(**more)))
