"""Twilight Inscription on the screen: few touches, words that can be read, sheets that a tap marks."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from drawn_dice import PlainReader
from msgspec.structs import replace
from ui.drawn_table import DrawnTable
from ui.layout import problems
from ui.screen import Screen

from companion.demo.player import random_action
from companion.engine import Kind, Label, Setup
from companion.engine.notation import players
from companion.games.twilight_inscription.cards import EVENTS
from companion.observe import Eyes, Reading
from companion.ui import theme
from companion.ui.fit import fitting

pytestmark = pytest.mark.screen

NAMES = ("Anna", "Ben", "Cem", "Dora", "Emil", "Franziska", "Gregor", "Hanna")
FOCUS = {"focus.red": "M", "focus.green": "I", "focus.blue": "R"}
ROLL = ("black:material", "black:material", "black:influence", "red:single", "green:double", "blue:single")
READABLE = 2.5
"""Millimetres that words in a picture have at least where it has the whole width."""


class SymbolsStandIn:
    """Reads drawn pip dice as if they were the six dice of the game, in this order."""

    def read(self, picture: Any, expect: int | None = None) -> Reading:
        found = PlainReader().read(picture, expect)
        told = (face.split(":") for face in ROLL)
        seen = (
            replace(one, kind=kind, face=face, likely=((face, 0.99),))
            for one, (kind, face) in zip(found.seen, told, strict=False)
        )
        return replace(found, seen=tuple(seen))


def begun(start: Any, count: int, depth: str = "light", **settings: Any) -> Screen:
    screen: Screen = start(
        Setup(game="twilight_inscription", players=players(*NAMES[:count]), depth=depth, facts=FOCUS),
        **settings,
    )
    return screen


def ahead(screen: Screen, *wanted: str, seed: int = 3) -> bool:
    """Let chance play until the table comes to a step, written as event and step; False if it never does."""
    dice, table = Random(seed), screen.house.table
    while table.outcome() is None:
        if moment(table.state) in wanted:
            shown(screen)
            return True
        table.submit(random_action(table, dice))
    return False


def shown(screen: Screen) -> None:
    """Let the screen take up the table as it is."""
    panel = screen.house.panel
    panel.way.sync()
    panel.pages.reset()
    panel.refresh()
    screen.frames(4)


def moment(state: Any) -> str:
    """The event and its step."""
    kind = EVENTS[state.event].kind if state.event and state.step != "reveal" else "table"
    return f"{kind}.{state.step}"


def chip(screen: Screen, seat: int) -> Any:
    return screen.house.panel._chips[seat]


def keys(screen: Screen, *faces: str) -> None:
    for face in faces:
        screen.tap_spot(lambda spot, face=face: spot.draft.answers[-1] == ("faces", face))


def test_a_strategy_round_of_six_takes_four_touches_and_one_per_player_at_most(start, size):
    table = DrawnTable(begun(start, 6, auto_confirm=True))
    screen = table.screen
    screen.resize(size)
    readers = {"symbols:twilight_inscription": SymbolsStandIn}
    screen.house.eyes = Eyes(table.views, readers, threaded=False)
    assert ahead(screen, "table.reveal")
    state = screen.house.table.state
    while EVENTS[state.deck[0]].kind != "strategy":
        assert ahead(screen, "table.reveal")
    before = screen.touches
    screen.tap(screen.house.panel.ids.primary)
    assert moment(screen.house.table.state) == "strategy.card"
    screen.tap(screen.house.panel.ids.primary)
    table.look()
    assert table.panel is not None
    table.show(1, 2, 3, 4, 5, 6)
    assert screen.house.table.state.dice == ROLL
    for seat in range(6):
        screen.tap(chip(screen, seat))
    assert moment(screen.house.table.state) == "table.reveal"
    assert screen.house.table.state.round == 1
    assert screen.touches - before <= 4 + 6
    assert screen.touches - before == 8


def test_a_roll_entered_by_touch_takes_six_taps_and_one_more_at_most(start, size):
    screen = begun(start, 4)
    screen.resize(size)
    assert ahead(screen, "strategy.roll")
    before = screen.touches
    keys(screen, *ROLL[:5])
    assert problems(screen.root) == []
    keys(screen, ROLL[5])
    if screen.house.table.state.step == "roll":
        screen.tap(screen.house.panel.ids.primary)
    assert sorted(screen.house.table.state.dice) == sorted(ROLL)
    assert screen.touches - before <= 7


def test_the_faces_to_touch_are_as_large_as_a_thumb(start, size):
    screen = begun(start, 4)
    screen.resize(size)
    assert ahead(screen, "strategy.roll")
    view = screen.house.panel.ids.view
    assert len(view.picture.spots) == 9
    assert screen.house.panel.ids.chooser.width == 0
    least = min(min(spot.w, spot.h) for spot in view.picture.spots) * view.scale
    assert least >= theme.mm(theme.TOUCH)


@pytest.mark.parametrize("count", [3, 6])
def test_a_war_takes_three_touches_of_each_player(start, size, count):
    screen = begun(start, count)
    screen.resize(size)
    assert ahead(screen, "war.strength")
    for seat in range(count):
        before = screen.touches
        if screen.house.panel.way.draft is None:
            screen.tap_spot(lambda spot, seat=seat: spot.draft.seat == seat)
        for strength in (seat, 2):
            screen.tap(screen.find(str(strength), screen.house.panel.ids.chooser))
        assert screen.touches - before == (2 if seat == count - 1 else 3)
    assert moment(screen.house.table.state) == "war.result"
    assert {(war.mine, war.theirs) for war in screen.house.table.state.wars if war.half == "left"} == {
        (seat, 2) for seat in range(count)
    }
    screen.tap(screen.house.panel.ids.primary)
    assert moment(screen.house.table.state) == "table.reveal"


def test_a_secret_vote_takes_five_touches_of_each_player_at_most(start, size):
    screen = begun(start, 3)
    screen.resize(size)
    assert ahead(screen, "council.vote")
    while screen.house.table.state.step == "vote":
        before = screen.touches
        screen.tap(screen.house.panel.ids.primary)
        screen.tap(screen.root._main)
        screen.tap("Dafür")
        assert problems(screen.root) == []
        screen.tap("3")
        if screen.house.stage.top is not None:
            screen.tap(screen.root._main)
        assert screen.touches - before <= 5
    assert [side.ballot.votes for side in screen.house.table.state.sides] == [3, 3, 3]
    assert screen.house.table.state.verdict == "for"


def small_words(screen: Screen) -> list[str]:
    """Words of the shown picture that are too small to be read, where the picture has all the room."""
    panel = screen.house.panel
    view = panel.ids.view
    sheets = screen.house.table.setup.depth == "full"
    if sheets or panel.ids.chooser.width or panel.ids.left.opacity == 0 or view.picture is None:
        return []
    found = []
    for label in view.picture.shapes:
        if not isinstance(label, Label):
            continue
        said = panel.say(label.text)
        room = (round(label.w * view.scale, 1), round(label.h * view.scale, 1))
        size = fitting(said, label.size * view.scale, room, label.bold)
        if said and size < theme.mm(READABLE):
            found.append(f"small: {said!r} {size / theme.mm(1):.1f} mm")
    return found


@pytest.mark.parametrize("count", [1, 2, 3, 6, 8])
@pytest.mark.parametrize("depth", ["light", "scoring"])
def test_every_step_is_laid_out_well(start, count, depth):
    looked_at(begun(start, count, depth), (800, 480))


def test_every_step_of_tracked_sheets_is_laid_out_well(start, lang):
    looked_at(begun(start, 2, "full", lang=lang), (800, 480))


def test_every_step_is_laid_out_well_in_both_sizes_and_languages(start, size, lang):
    looked_at(begun(start, 6, lang=lang), size)


def looked_at(screen: Screen, size: tuple[int, int], seed: int = 5) -> None:
    """Look at the first sight of every step, and at what a player enters there."""
    screen.resize(size)
    found: dict[str, list[str]] = {}
    dice, table, panel = Random(seed), screen.house.table, screen.house.panel
    while table.outcome() is None:
        here = moment(table.state)
        if here not in found:
            shown(screen)
            found[here] = [*problems(screen.root), *small_words(screen)]
            entry = next((one for one in table.prompt().demands if one.seat is not None), None)
            if entry is not None and entry.kind is not Kind.CONFIRM:
                panel.guard(lambda entry=entry: panel.open(entry.draft))
                screen.frames(4)
                found[f"{here} entered"] = problems(screen.root)
                screen.house.stage.close_all()
                panel.way.leave()
        table.submit(random_action(table, dice))
    screen.house.go("final")
    screen.frames()
    found["final"] = problems(screen.root)
    assert {step: wrong for step, wrong in found.items() if wrong} == {}


def test_a_mark_is_one_tap_on_the_sheet_and_the_seat_goes_on(start):
    screen = begun(start, 2, "full")
    screen.resize((800, 480))
    assert ahead(screen, "strategy.card")
    screen.tap(chip(screen, 1))
    screen.tap_spot(lambda spot: spot.draft.get("sheet") == "expansion")
    assert screen.house.table.state.sides[1].active == "expansion"
    view, way = screen.house.panel.ids.view, screen.house.panel.way
    assert (way.draft.key, way.draft.seat) == ("mark", 1)
    before, entries = screen.touches, len(screen.house.table.line)
    screen.tap_spot(lambda spot: spot.ruling.allowed)
    while way.entered and screen.touches - before < 3:
        choices = screen.house.panel.ids.chooser.tiles.children
        screen.tap(next(press for press in choices if not press.grey))
    assert len(screen.house.table.line) == entries + 1
    assert screen.touches - before <= 2
    assert (way.draft.key, way.draft.seat) == ("mark", 1)
    assert view.picture.focus is not None


def test_the_lens_shows_the_whole_sheet_and_the_part_again(start):
    screen = begun(start, 2, "full")
    screen.resize((800, 480))
    assert ahead(screen, "strategy.card")
    screen.tap(chip(screen, 0))
    screen.tap_spot(lambda spot: spot.draft.get("sheet") == "navigation")
    view = screen.house.panel.ids.view
    close = view.scale
    screen.touch(*view.to_window(*view.lens[:2]))
    assert view.scale < close
    screen.touch(*view.to_window(*view.lens[:2]))
    assert view.scale == close
