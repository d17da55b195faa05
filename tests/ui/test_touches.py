"""How many touches the commonest entries of Reworld take."""

from __future__ import annotations

import pytest
from ui.layout import problems

from companion.engine import Setup
from companion.engine.notation import players
from companion.ui import theme

pytestmark = pytest.mark.screen


@pytest.fixture
def screen(start, size):
    found = start(Setup(game="reworld", players=players("Anna", "Ben", "Cem")))
    found.resize(size)
    found.tap("Anna")
    return found


def touch_twenty(screen) -> int:
    before = screen.touches
    for _ in range(20):
        wanted = next(spot for spot in screen.house.panel.ids.view.picture.spots if spot.ruling.allowed)
        screen.tap_spot(lambda spot, wanted=wanted: spot == wanted)
    return screen.touches - before


def test_twenty_modules_take_twenty_taps_and_a_purchase_three(screen):
    assert problems(screen.root) == []
    assert touch_twenty(screen) == 20
    assert screen.house.table.line[-1].action.verb == "prepare"
    assert problems(screen.root) == []
    before = screen.touches
    screen.tap_spot(lambda spot: spot.draft.get("do") not in ("marker", "out") and spot.ruling.allowed)
    while screen.house.panel.way.step is not None and screen.house.panel.way.entered:
        chooser = screen.house.panel.ids.chooser
        if chooser.width:
            screen.tap(next(press for press in chooser.tiles.children[::-1] if not press.grey))
        else:
            screen.tap_spot(lambda spot: spot.ruling.allowed and len(spot.draft.answers) > 1)
    assert screen.house.table.line[-1].action.verb == "acquire"
    assert screen.touches - before <= 3


def test_the_keys_for_modules_are_large_enough_for_a_thumb(screen):
    view = screen.house.panel.ids.view
    least = min(min(spot.w, spot.h) for spot in view.picture.spots) * view.scale
    assert least >= theme.mm(theme.TOUCH) * 0.97
