"""The cards over the drawing board: which tool, what is wrong, and what is seldom needed."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from typing import TYPE_CHECKING, Any

from companion.engine import Problem

from . import plan_menu, theme
from .cards import Sheet
from .keyboard import Typing
from .plan_work import GRID, SELECT
from .tiles import Tile, Tiles
from .widgets import Press

if TYPE_CHECKING:
    from .plan_editor import PlanEditor

HIGHEST = 58.0
"""Millimetres that tiles on a card may take."""


def tiles(rows: list[Tile], columns: int = 2, high: float = 12.4) -> Tiles:
    """Tiles as high as they need to be."""
    block = Tiles(size_hint_y=None, height=theme.mm(min(HIGHEST, high * ceil(len(rows) / columns))))
    block.show(rows)
    return block


def ask_tool(editor: PlanEditor) -> None:
    """Ask for a tool: the kinds of places and links, and choosing."""
    house, work = editor.house, editor.work
    if work is None:
        return

    def take(tool: str) -> Callable[[], Any]:
        def act() -> None:
            house.close()
            editor.take(tool)

        return act

    spec = editor.spec
    tools = [*(kind.key for kind in spec.places), *(kind.key for kind in spec.links), SELECT]
    rows = []
    for tool in tools:
        words, icon = editor.tool_words(tool)
        count = len(work.plan.of(tool)) or sum(link.kind == tool for link in work.plan.links)
        tone = "chosen" if tool == work.tool else "plain"
        rows.append(Tile(words, take(tool), str(count) if count else "", icon, tone))
    block = tiles(rows)
    block.more = house.say("play.more")
    cancel = (house.say("screen.cancel"), "quiet", house.close)
    house.open(Sheet(house, house.say("draw.which_tool"), (cancel,), (block,), wide=0.84))


def tell_problems(editor: PlanEditor, found: tuple[Problem, ...], title: str) -> None:
    """List problems; a touch on one shows its place."""
    house, words = editor.house, editor.words

    def lead(problem: Problem) -> Callable[[], Any]:
        def act() -> None:
            house.close()
            editor.show_problem(problem)

        return act

    rows = []
    for problem in found:
        said = words.say(problem.text)
        note = " · ".join(part for part in (problem.place, problem.rule) if part)
        press = Press(
            text=said,
            note=note,
            icon="question" if problem.hint else "warning",
            left=True,
            size_hint_y=None,
            height=theme.mm(11),
        )
        act = lead(problem)
        press.bind(on_tap=lambda _, act=act: act())
        rows.append(press)
    close = (house.say("screen.ok"), "primary", house.close)
    house.open(Sheet(house, title, (close,), tuple(rows), edge="bad", icon="warning", wide=0.84))


def open_menu(editor: PlanEditor) -> None:
    """The photo, the name and the grid."""
    house, work = editor.house, editor.work
    if work is None:
        return

    def closed(act: Callable[[], Any]) -> Callable[[], Any]:
        def then() -> None:
            house.close()
            act()

        return then

    def rename() -> None:
        house.open(Typing(house, house.say("draw.name"), done, work.plan.name))

    def done(name: str) -> None:
        work.rename(name)
        editor.changed()

    def without() -> None:
        plan_menu.keep_photo(house, editor.game, editor.slot, "")
        editor.enter()
        editor.draw()

    rows = [
        Tile(house.say("draw.photo.camera"), closed(lambda: plan_menu.take_photo(editor)), icon="eye"),
        Tile(house.say("draw.photo.file"), closed(lambda: plan_menu.choose_photo(editor)), icon="search"),
        Tile(house.say("draw.name"), closed(rename), work.plan.name, "pencil"),
    ]
    if plan_menu.photo_of(house, editor.game, editor.slot) is not None:
        rows.append(Tile(house.say("draw.photo.none"), closed(without), icon="no"))
    if editor.spec.grid is not None:
        rows.append(Tile(house.say("draw.grid"), closed(lambda: editor.take(GRID)), icon="hexagon"))
    if editor.spec.fields:
        rows.append(Tile(house.say("draw.whole"), closed(lambda: editor.take(SELECT)), icon="book"))
    close = (house.say("screen.cancel"), "quiet", house.close)
    house.open(Sheet(house, work.plan.name, (close,), (tiles(rows),), icon="menu", wide=0.84))
