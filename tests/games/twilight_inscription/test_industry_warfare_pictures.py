"""Industry and Warfare as they are drawn: every mark has its place, and every mark is seen."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from msgspec.structs import replace

from companion.engine import Icon, but
from companion.games.twilight_inscription import choose
from companion.games.twilight_inscription.desk import Desk
from companion.games.twilight_inscription.marking import chain, industry, warfare, wars
from companion.games.twilight_inscription.picture import industry as industry_picture
from companion.games.twilight_inscription.picture import warfare as warfare_picture
from companion.games.twilight_inscription.picture.pen import HEIGHT, PEN, WIDTH
from companion.games.twilight_inscription.sheets import Sheets
from companion.games.twilight_inscription.sheets import expansion as expansion_sheet
from companion.games.twilight_inscription.sheets import industry as industry_sheet
from companion.games.twilight_inscription.sheets import navigation as navigation_sheet
from companion.games.twilight_inscription.sheets import warfare as warfare_sheet
from companion.games.twilight_inscription.sheets.printed import PRACTICE
from companion.ui.icons import icons
from tests.twilight_drawn import INDUSTRY, SHEETS, WARFARE, fresh, todo

PRACTISED = Sheets(
    navigation=navigation_sheet.read(navigation_sheet.SPEC.practised(PRACTICE)),
    expansion=expansion_sheet.read(expansion_sheet.SPEC.practised(PRACTICE)),
    industry=industry_sheet.read(industry_sheet.SPEC.practised(PRACTICE)),
    warfare=warfare_sheet.read(warfare_sheet.SPEC.practised(PRACTICE)),
)
PARTS = {"industry": (industry, industry_picture), "warfare": (warfare, warfare_picture)}
KNOWN = {
    "i:psychoarchaeology": "_", "i:ai_development_algorithm": "_", "w:fleet_logistics": "_",
    "w:transit_diodes": "_",
}  # fmt: skip
NO_PLACE = {"turn"}
"""Fields that are chosen from a list: two ways to turn a unit between the same nodes."""


def rich() -> Desk:
    """A desk with both technologies, specials of every sort, and resources for long."""
    specials = {place: "o" for place, asset in PRACTISED.assets.items() if asset.kind == "special"}
    own = {place: mark for place, mark in specials.items() if place[0] == "e"}
    return Desk(marks=PRACTISED.start_marks | KNOWN | own, pool=(40, 30, 30))


def words(moves) -> set[str]:
    """What is touched to choose among some moves: fields with one value left are not asked."""
    found, told = set(), [choose.fields(one) for one in moves]
    for fields in told:
        found.add(str(fields[0][1]))
        for at, (field, value) in enumerate(fields[1:], 1):
            rivals = {other[at] for other in told if other[:at] == fields[:at]}
            if len(rivals) > 1 and field not in NO_PLACE:
                found.add(f"{field} {value}")
    return found


def random_marks(sheet: str, seed: int):
    """Marks at random, with the words of all moves that were offered on the way."""
    module, _ = PARTS[sheet]
    chance, desk, said = random.Random(seed), rich(), set()
    for count in range(150):
        moves = list(module.moves(desk, PRACTISED))
        said |= words(moves)
        fair = [one for one in moves if module.check(desk, PRACTISED, one).legal]
        if count in (40, 80):
            desk = but(wars.advance(desk, PRACTISED), used=())
        elif fair:
            desk = chain.settle(module.mark(desk, PRACTISED, chance.choice(fair)), PRACTISED)
            desk = but(desk, todo=tuple(task for task in desk.todo if task.key in module.TASKS))
    return desk, said


@pytest.mark.parametrize("sheet", PARTS)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_choice_of_a_random_game_has_a_place_to_touch(sheet, seed):
    _, picture = PARTS[sheet]
    layout = getattr(PRACTISED, sheet)
    desk, said = random_marks(sheet, seed)
    assert said <= set(picture.places(layout))
    assert len(said) > 60
    assert len(picture.draw(layout, desk)) > len(picture.draw(layout, Desk()))


def test_tasks_of_cards_have_places_too():
    desk = todo(fresh(), "hacan", count=2)
    said = words(list(industry.moves(desk, SHEETS)))
    assert said <= set(industry_picture.places(INDUSTRY))
    desk = warfare.prize_struck(fresh(), SHEETS)
    said = words(list(warfare.moves(desk, SHEETS)))
    assert len(said) == 8
    assert said <= set(warfare_picture.places(WARFARE))


@pytest.mark.parametrize("sheets", [SHEETS, PRACTISED], ids=["small", "practice"])
@pytest.mark.parametrize("sheet", PARTS)
def test_places_lie_in_the_picture(sheet, sheets):
    _, picture = PARTS[sheet]
    for said, (x, y, w, h) in picture.places(getattr(sheets, sheet)).items():
        assert 0 <= x < x + w <= WIDTH, said
        assert 0 <= y < y + h <= HEIGHT, said


ONCE = {
    "industry": ("scrap", "claim_hex", "burst", "research", "unlock", "focus", "enough"),
    "warfare": ("deploy", "pay", "unlock_unit", "strike_prize", "research", "unlock", "focus"),
}
"""Choices that can be open together, each with a place of its own."""


@pytest.mark.parametrize("sheets", [SHEETS, PRACTISED], ids=["small", "practice"])
@pytest.mark.parametrize("sheet", PARTS)
def test_what_can_be_chosen_together_lies_apart(sheet, sheets):
    _, picture = PARTS[sheet]
    layout = getattr(sheets, sheet)
    areas = picture.places(layout)
    hexes = {hex.id for hex in sheets.industry.hexes if hex.badge}
    mine = {
        said: area
        for said, area in areas.items()
        if said.split()[0] in ONCE[sheet] and not (said.startswith("claim_hex") and said.split()[1] in hexes)
    }
    assert len(mine) > 20
    for (one, (x, y, w, h)), (other, (u, v, wide, high)) in combinations(mine.items(), 2):
        apart = x + w <= u + 1 or u + wide <= x + 1 or y + h <= v + 1 or v + high <= y + 1
        assert apart, (one, other)


@pytest.mark.parametrize("sheet", PARTS)
def test_every_sign_on_a_sheet_is_known(sheet):
    _, picture = PARTS[sheet]
    names = {
        shape.name for shape in picture.draw(getattr(PRACTISED, sheet), rich()) if isinstance(shape, Icon)
    }
    assert names <= set(icons())
    assert len(names) > 8


def strokes(sheet: str, desk: Desk) -> int:
    """How much the pen has drawn on the small sheet."""
    _, picture = PARTS[sheet]
    shapes = picture.draw(getattr(SHEETS, sheet), desk)
    return sum(PEN in (getattr(shape, "line", ""), getattr(shape, "fill", "")) for shape in shapes)


@pytest.mark.parametrize(
    ("sheet", "place", "mark"),
    [
        ("industry", "i:h2", "o"), ("industry", "i:h2", "x"), ("industry", "i:h5", "/"),
        ("industry", "i:x1", "x"),
        ("industry", "i:vote.2", "o"), ("industry", "i:good.4", "/"), ("industry", "i:member.3", "_"),
        ("industry", "i:trade.2", "_"), ("industry", "i:b.3", "x"), ("industry", "i:a.vp2", "o"),
        ("warfare", "w:c2r2", "#"), ("warfare", "w:line.1", "-"), ("warfare", "w:cruiser.2.1", "x"),
        ("warfare", "w:cruiser.1.vp", "o"), ("warfare", "w:cruiser.2", "x"),
        ("warfare", "w:dreadnought", "x"),
        ("warfare", "w:left.2.win", "o"), ("warfare", "w:right.3.lose", "o"),
        ("warfare", "w:left.4.win", "x"),
    ],
)  # fmt: skip
def test_every_mark_is_seen(sheet, place, mark):
    assert strokes(sheet, Desk(marks={place: mark})) > strokes(sheet, Desk())


def test_numbers_in_strength_boxes_are_seen():
    def numbers(desk: Desk) -> list[str]:
        shapes = warfare_picture.draw(WARFARE, desk)
        return [
            str(shape.text.args["words"])
            for shape in shapes
            if getattr(shape, "text", None) and shape.text.key == "="
        ]

    assert "17" in numbers(Desk(boxes={"w:left.1": 17}))
    assert "+3" in numbers(Desk(boxes={"w:right.2.plus": 3}))


def test_a_unit_is_one_stroke():
    apart = wars.draw(wars.draw(Desk(), "infantry", ("w:c1r1",)), "infantry", ("w:c2r1",))
    assert strokes("warfare", wars.draw(Desk(), "pds", ("w:c1r1", "w:c2r1"))) == strokes("warfare", apart) + 1


def test_hexes_in_columns_have_room_too():
    flat = replace(INDUSTRY, flat=True)
    _, step = industry_picture.spread(flat)
    assert step > 60
    assert all(x >= 0 and x + w <= WIDTH for x, _, w, _ in industry_picture.places(flat).values())
