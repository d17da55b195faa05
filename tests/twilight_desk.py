"""A desk with a small Navigation and a small Expansion sheet, marked by hand."""

from __future__ import annotations

from typing import Any

from companion.engine import Action, Ruling, but, read_plan
from companion.games.twilight_inscription.desk import CIRCLE, RESOURCES, UNDER, Desk
from companion.games.twilight_inscription.marking import chain
from companion.games.twilight_inscription.sheets import Sheets, expansion, navigation
from tests.twilight_drawn import INDUSTRY, WARFARE

NAVIGATION = """\
plan navigation "Small"
set gravity_drive=2 gravity_drive_special=a integrated_economy=2 integrated_economy_special=b
place home home 100 300
place a system 200 200 asset=planet size=small
place b system 200 400 asset="vp 2" size=large
place c system 300 200 size=small
place d system 400 200 asset=population size=small
place e system 300 400 asset=relic size=large
place rex system 500 200 asset=mecatol size=large
place f system 800 100 asset="vp 2" size=small
place g system 800 200 asset=good size=large
place n1 system 500 300 asset="neighbour left" size=small
place n2 system 600 300 asset="neighbour right" size=small
place w1 wormhole 300 100
place w2 wormhole 700 100
place w3 wormhole 400 100
place w4 wormhole 700 200
link lane home a
link lane home b
link lane a c
link lane c d
link lane b e
link lane d rex
link lane d n1
link lane n1 n2
link lane c w1
link lane d w3
link lane f w2
link lane g w2
link lane g w4
"""

EXPANSION = """\
plan expansion "Small"
set neural_motivator=2 neural_motivator_special=b self_assembly_routines=2 self_assembly_routines_special=a
set neural_anywhere=I neural_in_line=M neural_kind=population
place ang planet 200 200 name=Ang rows="MI MM"
place g1 gift 260 190 line=r1 asset="vp 1"
place g2 gift 260 230 line=r2 asset=population
place g3 gift 190 260 line=c1 asset="vp 2"
place bor planet 500 200 name=Bor rows="IR M."
place g4 gift 560 190 line=r1 asset=good
place g5 gift 560 230 line=r2 asset="commodity a 1"
place g6 gift 490 260 line=c1 asset=planet
place g7 gift 230 250 line=c2 asset="vp 3"
place dol planet 200 500 name=Dol rows=RR
place g8 gift 260 490 line=r1 asset=population
place d1 dock 800 150 asset="vp 4" cost=MI
place d2 dock 800 300 asset=population cost=R
place d3 dock 800 450 asset=good cost=MM
place track track 500 650 points="1 1 2 3 5 8"
link of g7 bor
"""


def sheets_of(navigation_plan: str = NAVIGATION, expansion_plan: str = EXPANSION) -> Sheets:
    """The two sheets, beside small ones of the other kinds."""
    return Sheets(
        navigation=navigation.read(read_plan(navigation_plan)),
        expansion=expansion.read(read_plan(expansion_plan)),
        industry=INDUSTRY,
        warfare=WARFARE,
    )


SHEETS = sheets_of()


def desk_of(pool: str = "", *, knows: tuple[str, ...] = (), **marks: str) -> Desk:
    """A new desk with resources, technologies by their places, and marks (`n__a="o"`: place n:a)."""
    printed = {**SHEETS.navigation.start_marks, **SHEETS.expansion.start_marks}
    own = {place.replace("__", ":", 1).replace("_", "."): mark for place, mark in marks.items()}
    return Desk(
        marks={**printed, **dict.fromkeys(knows, UNDER), **own},
        pool=tuple(pool.count(one) for one in RESOURCES),  # type: ignore[arg-type]
    )


def holding(desk: Desk, *places: str) -> Desk:
    """The desk with advantages claimed."""
    return but(desk, marks={**desk.marks, **dict.fromkeys(places, CIRCLE)})


def made(module: Any, desk: Desk, *actions: Action) -> Desk:
    """The desk after legal marks and all that they set off."""
    for action in actions:
        ruling = module.check(desk, SHEETS, action)
        assert ruling.legal, (action, ruling)
        desk = chain.settle(module.mark(desk, SHEETS, action), SHEETS)
    return desk


def legal(module: Any, desk: Desk) -> list[Action]:
    """The moves that are allowed, of those that are offered."""
    return [one for one in module.moves(desk, SHEETS) if module.check(desk, SHEETS, one).legal]


def refused(module: Any, desk: Desk, action: Action) -> tuple[str, ...]:
    """The rules that forbid a mark."""
    ruling: Ruling = module.check(desk, SHEETS, action)
    return ruling.rules
