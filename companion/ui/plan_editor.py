"""Draws a plan by touch over a photo of its sheet: a tool is chosen once, then each touch puts one place."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.core.image import Image
from kivy.properties import StringProperty

from companion.engine import (
    BadPlan,
    Field,
    FieldValue,
    Link,
    Place,
    Plan,
    PlanSpec,
    Problem,
    plan_picture,
    read_plan,
    write_plan,
)
from companion.engine import Words as Speaker

from . import plan_cards, plan_menu, theme
from .base import House, Panel
from .buttons import Deeds, Does
from .furniture import words_of
from .plan_fields import Fields
from .plan_fitting import Fitting, grid_shapes
from .plan_view import Carry, PlanView
from .plan_work import GRID, SELECT, Work

REACH = 4.6
"""Millimetres round a touch in which a place or link counts as meant."""

__all__ = ["SCREEN", "PlanView"]


class PlanEditor(Panel):
    """One plan of a game's owner."""

    kv = "plan_editor"
    title = StringProperty("")
    about = StringProperty("")

    def __init__(self, house: House) -> None:
        super().__init__(house)
        self.game = ""
        self.slot = ""
        self.work: Work | None = None
        self.wrong: frozenset[str] = frozenset()
        self._photo = ""
        self._kept: Plan | None = None
        self.fields = Fields(house, self._told)
        self.fitting = Fitting(house, self._fit)
        head = self.ids.head
        self._undo = head.add("", self.undo, icon="undo", wide=11)
        self._redo = head.add("", self.redo, icon="arrow_right", wide=11)
        head.add("", self.menu, icon="menu", wide=11)
        head.add(self.say("draw.check"), self.check, icon="search", wide=26)
        head.add(self.say("draw.done"), self.finish, icon="check", tone="primary", wide=26)
        self.ids.view.on_tap = self._touched
        self.ids.view.grip = self._grip

    def enter(self, **args: Any) -> None:
        """Draw the plan of `slot` of `game`: its draft, else the one that is kept, else an empty one."""
        slot, game = args.get("slot", self.slot), args.get("game", self.game)
        other = (game, slot) != (self.game, self.slot)
        self.game, self.slot = game, slot
        found = self._found()
        if self.work is None or other or found != self.work.plan:
            self.work = Work(self.spec, found)
            self._kept = found
            self.wrong = frozenset()
            self.ids.view.fit()
        self._lay_photo()

    def keep(self) -> dict[str, Any]:
        """Game and slot; the plan itself lies in the store."""
        return {"game": self.game, "slot": self.slot}

    @property
    def spec(self) -> PlanSpec:
        """The form of the plan."""
        found = self.house.games[self.game].facts[self.slot].plan
        if found is None:
            raise LookupError(self.slot)
        return found

    @property
    def words(self) -> Speaker:
        """The words of the plan's game."""
        return words_of(self.house, self.house.games[self.game])

    def _found(self) -> Plan:
        box = self.house.store.box
        for words in (box.drafts(self.game).get(self.slot), box.facts(self.game).get(self.slot)):
            if isinstance(words, str):
                try:
                    return read_plan(words)
                except BadPlan:
                    continue
        return self.spec.empty(self.words.say(self.house.games[self.game].facts[self.slot].ask))

    def _lay_photo(self) -> None:
        photo = plan_menu.photo_of(self.house, self.game, self.slot)
        if str(photo or "") != self._photo:
            self._photo = str(photo or "")
            self.ids.view.show_photo(None if photo is None else Image(str(photo)))

    def draw(self) -> None:
        """Show the plan, the tool, and the values of what is chosen."""
        work = self.work
        if work is None:
            return
        self._draw_plan(work.plan)
        self._draw_head(work)
        self._draw_tool(work)
        self._draw_fields(work)

    def _draw_plan(self, plan: Plan) -> None:
        work = self.work
        if work is None:
            return
        chosen = {work.begun}
        if isinstance(work.chosen, Place):
            chosen.add(work.chosen.id)
        elif work.chosen is not None:
            chosen |= {work.chosen.a, work.chosen.b}
        drawn = plan_picture(plan, self.spec, chosen=chosen, wrong=self.wrong)
        if plan.grid is not None and (work.tool == GRID or not self._photo):
            drawn = grid_shapes(drawn, plan.grid, "accent" if work.tool == GRID else "line")
        self.ids.view.show(drawn, self.words)

    def _draw_head(self, work: Work) -> None:
        self.title = self._hint(work)
        self._undo.grey = not work.can_undo
        self._redo.grey = not work.can_redo

    def _hint(self, work: Work) -> str:
        """What a touch does now, in one line."""
        if work.tool == GRID:
            return self.say("draw.hint.grid")
        if work.spec.link_kind(work.tool) is not None:
            return self.say("draw.hint.to" if work.begun else "draw.hint.from")
        return self.say("draw.hint.select" if work.tool == SELECT else "draw.hint.put")

    def _draw_tool(self, work: Work) -> None:
        press = self.ids.tool
        press.text, press.icon = self.tool_words(work.tool)
        press.note = self.say("draw.tool")

    def tool_words(self, tool: str) -> tuple[str, str]:
        """The name and the sign of a tool."""
        if tool in (SELECT, GRID):
            return (self.say("draw.grid"), "hexagon") if tool == GRID else (self.say("draw.select"), "hand")
        kind, link = self.spec.kind(tool), self.spec.link_kind(tool)
        if kind is not None:
            return self.words.say(kind.title), kind.sign
        return (self.words.say(link.title), "minus") if link is not None else (tool, "question")

    def _draw_fields(self, work: Work) -> None:
        self.ids.away.grey = work.chosen is None
        shown = self.fitting if work.tool == GRID else self.fields
        if shown.parent is None:
            self.ids.fields.clear_widgets()
            self.ids.fields.add_widget(shown)
        if work.tool == GRID:
            self.fitting.show(work.plan)
        else:
            self.fields.show(work.fields, work.values, self.words)
        self.about = self._about(work)

    def _about(self, work: Work) -> str:
        if isinstance(work.chosen, Place):
            return self.words.say(work.named(work.chosen))
        if isinstance(work.chosen, Link):
            return f"{work.chosen.a} – {work.chosen.b}"
        if work.tool in (SELECT, GRID):
            return work.plan.name
        return self.say("draw.next") if work.fields else ""

    def _touched(self, x: float, y: float) -> None:
        work = self.work
        if work is None:
            return
        told = work.touch(x, y, theme.mm(REACH) / self.ids.view.scale)
        if told is not None:
            self.house.stage.notify(self.words.say(told), "bad")
        self.changed()

    def _grip(self, x: float, y: float) -> Carry | None:
        """What a drag from here takes along: a place, or the grid while it is fitted."""
        work = self.work
        if work is None:
            return None
        if work.tool == GRID and work.plan.grid is not None:
            return self.fitting.carry(work.plan, x, y)
        place = work.place_at(x, y, theme.mm(REACH) / self.ids.view.scale)
        mine = isinstance(work.chosen, Place) and place is not None and place.id == work.chosen.id
        if place is None or not (mine or work.tool == SELECT):
            return None
        return partial(self._carry, place)

    def _carry(self, place: Place, x: float, y: float, done: bool) -> None:
        if self.work is None:
            return
        if done:
            self.work.move(place, x, y)
            self.changed()
        else:
            self._draw_plan(self.work.moved(place, x, y))

    def _fit(self, plan: Plan, done: bool) -> None:
        """The grid was laid somewhere else."""
        if self.work is None:
            return
        if done:
            self.work.fit(plan.grid, plan.height)
            self.changed()
        else:
            self._draw_plan(self.spec.fitted(self.work.plan, plan.grid, plan.height))

    def _told(self, field: Field, value: FieldValue | None) -> None:
        if self.work is not None:
            self.work.set(field, value)
            self.changed()

    def changed(self) -> None:
        """Keep the draft as it is now, and show it."""
        if self.work is None:
            return
        box = self.house.store.box
        if self.work.plan != self._kept:
            self._kept = self.work.plan
            box.save_draft(self.game, self.slot, write_plan(self.work.plan))
        if self.wrong:
            self.wrong = frozenset(problem.place for problem in self.work.problems())
        self.draw()
        self.house.relight()

    def undo(self) -> None:
        """Take back the last step."""
        if self.work is not None:
            self.work.undo()
            self.changed()

    def redo(self) -> None:
        """Do again what was taken back."""
        if self.work is not None:
            self.work.redo()
            self.changed()

    def remove(self) -> None:
        """Take away what is chosen."""
        if self.work is not None:
            self.work.remove()
            self.changed()

    def enlarge(self, by: float) -> None:
        """Show the plan larger or smaller."""
        self.ids.view.enlarge(by)

    def ask_tool(self) -> None:
        """Ask for another tool."""
        plan_cards.ask_tool(self)

    def take(self, tool: str) -> None:
        """Go on with another tool."""
        if self.work is not None:
            self.work.take(tool)
            self.draw()

    def menu(self) -> None:
        """What is seldom needed: the photo, the name, the grid."""
        plan_cards.open_menu(self)

    def check(self) -> None:
        """Say what is wrong with the plan, and mark it."""
        if self.work is None:
            return
        found = self.work.problems()
        self.wrong = frozenset(problem.place for problem in found if problem.place)
        self.draw()
        if found:
            plan_cards.tell_problems(self, found, self.say("draw.problems", count=len(found)))
        else:
            self.house.notify("draw.fine")

    def show_problem(self, problem: Problem) -> None:
        """Bring the place of a problem into view and choose it."""
        place = None if self.work is None else self.work.plan.place(problem.place)
        if self.work is None or place is None:
            return
        self.work.take(SELECT)
        self.work.chosen = place
        view = self.ids.view
        view.zoom = max(view.zoom, 2.0)
        view.look_at(place.x, place.y)
        self.draw()

    def finish(self) -> None:
        """Put the plan into the box, if it can be used."""
        if self.work is None:
            return
        found = tuple(problem for problem in self.work.problems() if not problem.hint)
        if found:
            self.wrong = frozenset(problem.place for problem in found if problem.place)
            self.draw()
            plan_cards.tell_problems(self, found, self.say("draw.not_yet"))
            return
        box = self.house.store.box
        box.keep(self.game, {self.slot: write_plan(self.work.plan)}, how="drawn")
        box.drop_draft(self.game, self.slot)
        self.work = None
        self.house.back()
        self.house.notify("draw.kept")

    def deeds(self) -> Deeds:
        """The plan is finished, a step taken back, or the sheet seen whole and enlarged in turn."""
        found: Deeds = {Does.ON: self.finish, Does.TURN: self._turn}
        return {**found, Does.BACK: self.undo} if self.work and self.work.can_undo else found

    def _turn(self) -> None:
        view = self.ids.view
        if view.zoom > 4:
            view.fit()
        else:
            view.enlarge(2)


SCREEN = PlanEditor
