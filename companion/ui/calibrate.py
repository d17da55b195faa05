"""Where a view lies in its camera's picture: found by printed markers, or four corners dragged by hand."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot
from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, Line, SmoothEllipse, SmoothLine
from kivy.properties import StringProperty

from companion.observe import Calibration, Eyes, Picture, View

from . import seeing, theme
from .base import House, Panel
from .buttons import Deeds, Does
from .dice import TICK
from .tray import Shown

Corner = tuple[float, float]

START: tuple[Corner, ...] = ((0.12, 0.12), (0.88, 0.12), (0.88, 0.88), (0.12, 0.88))
"""The corners while nobody moved them, in parts of the picture."""

WHOLE: tuple[Corner, ...] = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))

REACH = 12.0
"""Millimetres within which a thumb takes hold of a corner."""


class CornersView(Shown):
    """The camera's picture with four corners that can be dragged."""

    def __init__(self, **props: Any) -> None:
        self.corners: tuple[Corner, ...] = START
        self.on_drag: Callable[[], Any] = lambda: None
        super().__init__(**props)

    def put(self, corners: tuple[Corner, ...]) -> None:
        """Put the corners somewhere else."""
        self.corners = corners
        self.redraw()

    def place(self, corner: Corner) -> tuple[float, float]:
        """A corner in the window."""
        return self.at(corner[0] * self._wide, corner[1] * self._high)

    def on_touch_down(self, touch: Any) -> bool:
        """Take hold of the nearest corner."""
        if not self.collide_point(*touch.pos):
            return False
        away = [hypot(touch.x - x, touch.y - y) for x, y in map(self.place, self.corners)]
        if min(away) > theme.mm(REACH):
            return False
        touch.grab(self)
        x, y = self.place(self.corners[away.index(min(away))])
        touch.ud["corner"] = (away.index(min(away)), x - touch.x, y - touch.y)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        """Move the corner along, by as much as the thumb moves, so that it is not hidden below it."""
        if touch.grab_current is not self:
            return False
        number, right, up = touch.ud["corner"]
        left, top = self.at(0, 0)
        x = (touch.x + right - left) / (self._wide * self.scale)
        y = (top - touch.y - up) / (self._high * self.scale)
        moved = (min(max(x, 0.0), 1.0), min(max(y, 0.0), 1.0))
        self.put((*self.corners[:number], moved, *self.corners[number + 1 :]))
        self.on_drag()
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """Let the corner go."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        return True

    def draw_over(self) -> None:
        """The frame and its corners."""
        points = [part for corner in self.corners for part in self.place(corner)]
        for colour, width in (("night", 0.7), ("accent", 0.35)):
            Color(*theme.rgba(colour))
            Line(points=points, close=True, width=theme.mm(width), joint="round")
        for corner in self.corners:
            x, y = self.place(corner)
            side = theme.mm(theme.TOUCH) / 2
            Color(*theme.rgba("accent", 0.35))
            SmoothEllipse(pos=(x - side, y - side), size=(2 * side, 2 * side))
            Color(*theme.rgba("accent"))
            SmoothLine(circle=(x, y, side), width=theme.mm(0.3))


class Calibrate(Panel):
    """Sets up one view: the tray, the table or the window."""

    kv = "calibrate"
    title = StringProperty("")

    def __init__(self, house: House) -> None:
        super().__init__(house)
        self.view: View = "tray"
        self._frame: Picture | None = None
        self._found: Calibration | None = None
        self._told = "calibrate.wait"
        self._clock: Any = None
        self.ids.view.on_drag = self._dragged

    @property
    def eyes(self) -> Eyes | None:
        """The eyes of the box; None while no camera is chosen."""
        eyes: Eyes | None = self.house.eyes
        return eyes

    def enter(self, **args: Any) -> None:
        """Show the live picture of `view`, with the corners as they are set."""
        self.view = args.get("view", "tray")
        self._frame, self._found, self._told = None, None, "calibrate.wait"
        self.ids.view.show_picture(None)
        if self.eyes is not None:
            known = self.eyes.views.look(self.view).calibration
            self.ids.view.put(START if known is None else known.corners)
            self.eyes.aim(self.view)
            if self._clock is not None:
                self._clock.cancel()
            self._clock = Clock.schedule_interval(lambda _: self.house.guard(self.tick), TICK)

    def leave(self) -> None:
        """Close the eyes."""
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None
        if self.eyes is not None:
            self.eyes.stop()

    def tick(self) -> None:
        """Show the newest picture; with the first one the markers are looked for."""
        sight = None if self.eyes is None else self.eyes.drain()
        if sight is None or sight.frame is None:
            return
        first, self._frame = self._frame is None, sight.frame.picture
        self.ids.view.show_picture(self._frame)
        if first:
            self._told = "calibrate.drag"
            self._look_for_markers()
            self.refresh()

    def _look_for_markers(self) -> bool:
        if self._frame is None or self.eyes is None:
            return False
        self._found = self.eyes.markers(self._frame, self.view)
        if self._found is None:
            return False
        self.ids.view.put(self._found.corners)
        self._told = "calibrate.found"
        return True

    def find_markers(self) -> None:
        """Look for the printed markers now."""
        if self._frame is not None and not self._look_for_markers():
            self._told = "calibrate.none"
        self.refresh()

    def use_whole(self) -> None:
        """Take the whole picture."""
        self.ids.view.put(WHOLE)
        self._dragged()

    def _dragged(self) -> None:
        self._found, self._told = None, "calibrate.drag"
        self.refresh()

    def use(self) -> None:
        """Keep the corners."""
        if self._frame is None or self.eyes is None:
            return
        calibration = self._found or self.eyes.dragged(self._frame, self.ids.view.corners, self.view)
        if calibration is None:
            self._told = "calibrate.bad"
            self.refresh()
            return
        self.eyes.views.calibrate(self.view, calibration)
        seeing.keep_views(self.house)
        self.house.back()
        self.house.notify(f"calibrate.kept.{self.view}")

    def draw(self) -> None:
        """Say what to do."""
        self.title = self.say(f"calibrate.title.{self.view}")
        self.ids.hint.text = self.say(self._told)
        self.ids.done.grey = self._frame is None
        self.ids.markers.grey = self._frame is None

    def deeds(self) -> Deeds:
        """The corners are kept; another look is for markers."""
        found: Deeds = {Does.LEAVE: self.house.back}
        if self._frame is not None:
            found |= {Does.ON: self.use, Does.TURN: self.find_markers}
        return found


SCREEN = Calibrate
