"""A plan under the thumb: drawn over the photo of its sheet, enlarged, shifted, touched."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot
from typing import Any, TypeAlias

from kivy.core.image import Image
from kivy.graphics import Color, Rectangle
from kivy.uix.stencilview import StencilView

from companion.engine import Picture
from companion.engine import Words as Speaker

from . import theme
from .picture import TableView

CLOSEST = 8.0
"""How much the plan can be enlarged."""

STILL = 2.4
"""A finger that moved by at most so many millimetres has touched, not dragged."""

DIM = 0.42
"""The light of the photo, so that words stand out on it."""

Carry: TypeAlias = Callable[[float, float, bool], Any]
"""Takes a place along to a point; at last with True."""


class PlanView(StencilView):
    """Shows a picture. `on_tap` is called with the touched point, `grip` is asked what a drag takes along."""

    def __init__(self, **props: Any) -> None:
        self.on_tap: Callable[[float, float], Any] = lambda x, y: None
        self.grip: Callable[[float, float], Carry | None] = lambda x, y: None
        self.zoom = 1.0
        self.middle = (500.0, 350.0)
        self._fingers: dict[Any, tuple[float, float]] = {}
        self._pinched = False
        super().__init__(**props)
        self.drawn = TableView(size_hint=(None, None))
        self.add_widget(self.drawn)
        with self.drawn.canvas.before:
            self._tint = Color(*theme.rgba("paper"))
            self._ground = Rectangle()
        self.bind(pos=self.place, size=self.place)

    def show(self, picture: Picture, speaker: Speaker) -> None:
        """Show a drawing."""
        anew = self.drawn.picture is None or self.drawn.picture.height != picture.height
        self.drawn.show(picture, speaker)
        if anew:
            self.fit()

    def show_photo(self, photo: Image | None) -> None:
        """Lay a photo below the drawing; None takes it away."""
        self._ground.texture = None if photo is None else photo.texture
        self._tint.rgba = theme.rgba("paper") if photo is None else (DIM, DIM, DIM, 1)

    @property
    def scale(self) -> float:
        """Pixels of one unit of the plan."""
        picture = self.drawn.picture
        if picture is None:
            return 1.0
        return float(min(self.width / picture.width, self.height / picture.height)) * self.zoom

    def at(self, x: float, y: float) -> tuple[float, float]:
        """A point of the plan in the window's pixels."""
        return self.drawn.at(x, y)

    def under(self, x: float, y: float) -> tuple[float, float]:
        """The point of the plan at a point of the window."""
        return (x - self.drawn.x) / self.scale, (self.drawn.top - y) / self.scale

    def fit(self) -> None:
        """Show the whole plan."""
        picture = self.drawn.picture
        if picture is not None:
            self.zoom, self.middle = 1.0, (picture.width / 2, picture.height / 2)
            self.place()

    def enlarge(self, by: float, around: tuple[float, float] | None = None) -> None:
        """Enlarge round a point of the window, or round what was looked at."""
        x, y = around or (self.x + self.width / 2, self.y + self.height / 2)
        before = self.under(x, y)
        self.zoom = min(max(self.zoom * by, 1.0), CLOSEST)
        self.place()
        after = self.under(x, y)
        self.shift(before[0] - after[0], before[1] - after[1])

    def shift(self, right: float, down: float) -> None:
        """Look at another part, so many units away."""
        self.middle = (self.middle[0] + right, self.middle[1] + down)
        self.place()

    def look_at(self, x: float, y: float) -> None:
        """Bring a point of the plan into the middle."""
        self.middle = (x, y)
        self.place()

    def place(self, *_: Any) -> None:
        """Lay the drawing where it belongs, without a gap at an edge."""
        picture = self.drawn.picture
        if picture is None or min(self.size) < 2:
            return
        by = self.scale
        middle = []
        for at, whole, room in ((0, picture.width, self.width / by), (1, picture.height, self.height / by)):
            least, most = min(room / 2, whole / 2), max(whole - room / 2, whole / 2)
            middle.append(min(max(self.middle[at], least), most))
        self.middle = (middle[0], middle[1])
        self.drawn.size = (picture.width * by, picture.height * by)
        self.drawn.pos = (
            self.x + self.width / 2 - middle[0] * by,
            self.y + self.height / 2 - (picture.height - middle[1]) * by,
        )
        self._ground.pos, self._ground.size = self.drawn.pos, self.drawn.size

    def on_touch_down(self, touch: Any) -> bool:
        """Put a finger down."""
        if not self.collide_point(*touch.pos) or len(self._fingers) >= 2:
            return False
        touch.grab(self)
        if not self._fingers:
            self._pinched = False
        self._fingers[touch.uid] = touch.pos
        self._pinched = self._pinched or len(self._fingers) == 2
        return True

    def on_touch_move(self, touch: Any) -> bool:
        """One finger takes along what it grips, else the sheet; two enlarge it."""
        if touch.grab_current is not self or touch.uid not in self._fingers:
            return False
        if len(self._fingers) == 2:
            self._pinch(touch)
        elif not self._pinched:
            self._drag(touch)
        self._fingers[touch.uid] = touch.pos
        return True

    def _pinch(self, touch: Any) -> None:
        (other,) = (pos for uid, pos in self._fingers.items() if uid != touch.uid)
        before = self._fingers[touch.uid]
        apart = hypot(before[0] - other[0], before[1] - other[1])
        now = hypot(touch.x - other[0], touch.y - other[1])
        if min(apart, now) > 1:
            self.enlarge(now / apart, other)

    def _drag(self, touch: Any) -> None:
        if "carry" not in touch.ud:
            if hypot(touch.x - touch.ox, touch.y - touch.oy) <= theme.mm(STILL):
                return
            touch.ud["carry"] = self.grip(*self.under(touch.ox, touch.oy))
        carry: Carry | None = touch.ud["carry"]
        if carry is not None:
            carry(*self.under(*touch.pos), False)
            return
        before = self._fingers[touch.uid]
        self.shift((before[0] - touch.x) / self.scale, (touch.y - before[1]) / self.scale)

    def on_touch_up(self, touch: Any) -> bool:
        """Lift a finger: where it did not move, that was a touch."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self._fingers.pop(touch.uid, None)
        if self._pinched:
            return True
        if "carry" not in touch.ud:
            self.on_tap(*self.under(*touch.pos))
        elif touch.ud["carry"] is not None:
            touch.ud["carry"](*self.under(*touch.pos), True)
        return True
