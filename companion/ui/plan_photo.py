"""A photo of a sheet, from the camera over the table or from a file: its four corners are dragged."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.clock import Clock

from companion.engine import read_plan, write_plan
from companion.observe import Eyes, Picture, opened, shape, sheet

from . import plan_menu
from .base import House, Panel
from .buttons import Deeds, Does
from .calibrate import START, WHOLE, CornersView
from .dice import TICK

__all__ = ["SCREEN", "CornersView"]


class PlanPhoto(Panel):
    """Lays a photo below a plan."""

    kv = "plan_photo"

    def __init__(self, house: House) -> None:
        super().__init__(house)
        self.game, self.slot = "", ""
        self._picture: Picture | None = None
        self._told = "draw.photo.wait"
        self._still = True
        self._clock: Any = None

    @property
    def eyes(self) -> Eyes | None:
        """The eyes of the box; None while no camera is chosen."""
        eyes: Eyes | None = self.house.eyes
        return eyes

    def enter(self, **args: Any) -> None:
        """Show the photo in the file `path`, else what the camera sees."""
        self.game, self.slot = args["game"], args["slot"]
        self._rest()
        self._picture, self._told = None, "draw.photo.wait"
        self.ids.view.put(START)
        path = args.get("path", "")
        self._still = bool(path)
        if path:
            self._picture = opened(Path(path))
            self._told = "draw.photo.drag" if self._picture is not None else "draw.photo.bad_file"
        elif self.eyes is not None:
            known = self.eyes.views.look("table").calibration
            self.ids.view.put(START if known is None else known.corners)
            self.eyes.aim("table")
            self._clock = Clock.schedule_interval(lambda _: self.house.guard(self.tick), TICK)
        self.ids.view.show_picture(self._picture)

    def leave(self) -> None:
        """Close the eyes."""
        self._rest()

    def _rest(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None
            if self.eyes is not None:
                self.eyes.stop()

    def tick(self) -> None:
        """Show the newest picture, until it is held."""
        sight = None if self.eyes is None or self._still else self.eyes.drain()
        if sight is None or sight.frame is None:
            return
        first, self._picture = self._picture is None, sight.frame.picture
        self.ids.view.show_picture(self._picture)
        if first:
            self._told = "draw.photo.drag"
            self.refresh()

    def freeze(self) -> None:
        """Hold the picture, so that nobody's hand is in it; or go on looking."""
        if self._picture is not None and self._clock is not None:
            self._still = not self._still
        self.refresh()

    def use_whole(self) -> None:
        """Take the whole picture."""
        self.ids.view.put(WHOLE)

    def use(self) -> None:
        """Keep what lies within the corners. An empty plan takes the shape of the photo."""
        if self._picture is None:
            return
        corners, box = self.ids.view.corners, self.house.store.box
        facts = self.house.games[self.game].facts[self.slot]
        words = box.drafts(self.game).get(self.slot) or box.facts(self.game).get(self.slot)
        plan = read_plan(str(words)) if words else None
        height = 0 if plan is None or not plan.places else plan.height
        height = height or min(max(round(1000 * shape(self._picture, corners)), 100), 4000)
        content = sheet(self._picture, corners, height / 1000)
        name = self.house.store.photos.keep(content) if content else ""
        if not name:
            self._told = "calibrate.bad" if not content else "draw.photo.not_kept"
            self.refresh()
            return
        if facts.plan is not None and (plan is None or plan.height != height):
            plan = plan or facts.plan.empty(self.say(facts.ask))
            box.save_draft(self.game, self.slot, write_plan(facts.plan.fitted(plan, plan.grid, height)))
        plan_menu.keep_photo(self.house, self.game, self.slot, name)
        self.house.back()

    def draw(self) -> None:
        """Say what to do."""
        self.ids.hint.text = self.say(self._told)
        self.ids.done.grey = self._picture is None
        self.ids.still.grey = self._clock is None
        self.ids.still.text = self.say("draw.photo.live" if self._still else "draw.photo.still")

    def deeds(self) -> Deeds:
        """The photo is kept."""
        found: Deeds = {Does.LEAVE: self.house.back}
        return {**found, Does.ON: self.use} if self._picture is not None else found


SCREEN = PlanPhoto
