"""Navigation and Expansion as they are drawn: every mark has its place, and every mark is seen."""

from __future__ import annotations

import random

import pytest
from twilight_desk import SHEETS, desk_of

from companion.engine import Icon, but
from companion.games.twilight_inscription import choose
from companion.games.twilight_inscription.desk import Desk
from companion.games.twilight_inscription.marking import chain, expansion, gifts, navigation
from companion.games.twilight_inscription.picture import expansion as expansion_picture
from companion.games.twilight_inscription.picture import navigation as navigation_picture
from companion.games.twilight_inscription.picture.pen import HEIGHT, WIDTH
from companion.games.twilight_inscription.sheets import Sheets
from companion.games.twilight_inscription.sheets import expansion as expansion_sheet
from companion.games.twilight_inscription.sheets import navigation as navigation_sheet
from companion.games.twilight_inscription.sheets.printed import PRACTICE
from companion.ui.icons import icons

PRACTISED = Sheets(
    navigation=navigation_sheet.read(navigation_sheet.SPEC.practised(PRACTICE)),
    expansion=expansion_sheet.read(expansion_sheet.SPEC.practised(PRACTICE)),
    industry=SHEETS.industry,
    warfare=SHEETS.warfare,
)
PARTS = {
    "navigation": (navigation, navigation_picture),
    "expansion": (expansion, expansion_picture),
}
TECHS = (
    "n:gravity_drive", "n:integrated_economy", "e:neural_motivator", "e:self_assembly_routines",
)  # fmt: skip


def play(module, sheets, desk, picture, layout, seed):
    """Marks at random until nothing is legal, with every move's place and every desk's picture."""
    chance, areas, words = random.Random(seed), picture.places(layout), set()
    for _ in range(400):
        moves = list(module.moves(desk, sheets))
        words |= {str(choose.fields(one)[0][1]) for one in moves}
        fair = [one for one in moves if module.check(desk, sheets, one).legal]
        if not fair:
            break
        desk = chain.settle(module.mark(desk, sheets, chance.choice(fair)), sheets)
        desk = but(desk, todo=tuple(task for task in desk.todo if task.key in module.TASKS))
    return desk, {one for one in words if one not in areas and not one.startswith("enough")}


def rich(sheets):
    """A desk with all technologies and resources for long."""
    desk = desk_of(knows=TECHS)
    marks = {**sheets.navigation.start_marks, **dict.fromkeys(TECHS, "_")}
    return but(desk, marks=marks, pool=(60, 60, 60))


@pytest.mark.parametrize("sheet", PARTS)
@pytest.mark.parametrize("sheets", [SHEETS, PRACTISED], ids=["small", "practice"])
def test_every_move_of_a_random_game_has_a_place_to_touch(sheet, sheets):
    module, picture = PARTS[sheet]
    layout = getattr(sheets, sheet)
    desk = rich(sheets)
    if sheet == "expansion":
        claimed = {place: "o" for place, asset in sheets.navigation.assets.items() if asset.kind == "planet"}
        desk = but(desk, marks={**desk.marks, **claimed})
    for seed in range(3):
        final, lacking = play(module, sheets, desk, picture, layout, seed)
        assert lacking == set()
        assert len(final.marks) > len(desk.marks) + 8
        assert len(picture.draw(layout, final)) > len(picture.draw(layout, desk))


@pytest.mark.parametrize("sheet", PARTS)
@pytest.mark.parametrize("sheets", [SHEETS, PRACTISED], ids=["small", "practice"])
def test_places_lie_in_the_picture_and_do_not_cover_each_other(sheet, sheets):
    _, picture = PARTS[sheet]
    areas = picture.places(getattr(sheets, sheet))
    for words, (x, y, w, h) in areas.items():
        assert 0 <= x < x + w <= WIDTH, words
        assert 0 <= y < y + h <= HEIGHT, words
    touched = {
        words.split(" ", 1)[1]: area for words, area in areas.items() if words.split()[0] in ONCE[sheet]
    }
    assert len(touched) > 8
    for one, (x, y, w, h) in touched.items():
        for other, (u, v, wide, high) in touched.items():
            apart = x + w <= u or u + wide <= x or y + h <= v or v + high <= y
            assert one == other or apart, (one, other)


ONCE = {
    "navigation": {"explore", "research", "unlock", "focus"},
    "expansion": {"settle", "pay_dock", "build_dock", "strike_point", "unlock_planet", "research", "unlock"},
}
"""Choices that have a place of their own."""


@pytest.mark.parametrize("sheet", PARTS)
def test_every_sign_on_a_sheet_is_known(sheet):
    _, picture = PARTS[sheet]
    shapes = picture.draw(getattr(PRACTISED, sheet), Desk())
    names = {shape.name for shape in shapes if isinstance(shape, Icon)}
    assert names <= set(icons())
    assert len(names) > 8


def test_tasks_of_cards_have_places_too():
    for desk in (gifts.control(desk_of(), SHEETS), gifts.relieve(desk_of(), SHEETS)):
        areas = expansion_picture.places(SHEETS.expansion)
        words = [str(choose.fields(one)[0][1]) for one in expansion.moves(desk, SHEETS)]
        assert [one for one in words if one not in areas and one != "enough relief"] == []
    areas = navigation_picture.places(SHEETS.navigation)
    words = [
        str(choose.fields(one)[0][1])
        for one in navigation.moves(navigation.disarm(desk_of(), SHEETS), SHEETS)
    ]
    assert words
    assert set(words) <= set(areas)


@pytest.mark.parametrize("mark", ["o", "/", "x", "-"])
def test_every_mark_changes_the_picture(mark):
    place = "n:a" if mark != "-" else "n:a+c"
    before, after = (
        navigation_picture.draw(SHEETS.navigation, one) for one in (Desk(), Desk(marks={place: mark}))
    )
    assert before != after
