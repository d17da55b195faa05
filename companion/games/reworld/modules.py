"""The 100 module tiles by kind. A kind has a short code, the same in files, drafts and pictures.

tA..tE   terrabot of a terrain type         s0 s1 s2   shuttle with so many shields
c1..c5   crew of a construction firm        x1..x5     its special crew           ag   agricultural crew
kA..kE   satellite: terrabots of a letter   k1..k5     satellite: crews of a construction firm
kf firms  kx terrabots times crews of a city  ks tiles of a city  kt terrabots  kd shields  kc crews
"""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from companion.engine import Text, text

from .book import value

LETTERS: tuple[str, ...] = tuple(value("RW-010")["letters"])
FIRMS: tuple[str, ...] = tuple(str(1 + number) for number in range(value("RW-011")["construction"]))
AGRI = "agri"

TERRABOT, SHUTTLE, CREW, SATELLITE = "terrabot", "shuttle", "crew", "satellite"
CLASSES = (TERRABOT, SHUTTLE, CREW, SATELLITE)


class Module(Struct, frozen=True, kw_only=True):
    """What is printed on a module tile."""

    code: str
    kind: str
    letter: str = ""
    firm: str = ""
    special: bool = False
    shields: int | None = None
    task: str = ""


def _modules() -> list[Module]:
    found = [Module(code=f"t{letter}", kind=TERRABOT, letter=letter) for letter in LETTERS]
    found += [Module(code=f"s{n}", kind=SHUTTLE, shields=n) for n in value("RW-013")["shields"]]
    found += [Module(code=f"c{firm}", kind=CREW, firm=firm) for firm in FIRMS]
    found += [Module(code=f"x{firm}", kind=CREW, firm=firm, special=True) for firm in FIRMS]
    found += [Module(code="ag", kind=CREW, firm=AGRI)]
    found += [Module(code=f"k{letter}", kind=SATELLITE, task="RW-172a", letter=letter) for letter in LETTERS]
    found += [Module(code=f"k{firm}", kind=SATELLITE, task="RW-172e", firm=firm) for firm in FIRMS]
    for sign, task in zip("fxstdc", "bcdfgh", strict=True):
        found.append(Module(code=f"k{sign}", kind=SATELLITE, task=f"RW-172{task}"))
    return found


MODULES: dict[str, Module] = {module.code: module for module in _modules()}


@cache
def name(code: str) -> Text:
    """What a player calls a module."""
    module = MODULES[code]
    if module.kind == CREW:
        which = "special" if module.special else "agri" if module.firm == AGRI else "crew"
        return text(f"module.{which}", code=code[-1])
    if module.kind == SATELLITE:
        return text(f"task.{module.task}", code=code[-1])
    if module.kind == SHUTTLE:
        return text("module.shuttle", count=module.shields or 0)
    return text("module.terrabot", code=code[-1])


def firm_name(firm: str) -> Text:
    """What a player calls a firm."""
    return text("firm.agri") if firm == AGRI else text("firm", firm=firm)


CLASS_ICONS = {TERRABOT: "robot", SHUTTLE: "shuttle", CREW: "crew", SATELLITE: "satellite"}


def icon_of(module: Module) -> str:
    """The sign of a module's class; agricultural crews have their own."""
    return "leaf" if module.firm == AGRI else CLASS_ICONS[module.kind]


@cache
def badge(code: str) -> str:
    """The sign of a module with its letter or number beside it."""
    module = MODULES[code]
    mark = str(module.shields) if module.kind == SHUTTLE else module.letter or module.firm
    return f"{icon_of(module)}:{mark}" if mark and module.firm != AGRI else icon_of(module)
