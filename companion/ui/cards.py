"""Cards laid over a screen, notices, and what stands in for a broken screen."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.properties import StringProperty
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from . import theme
from .base import House
from .buttons import Deeds, Does
from .fit import line_height, lines
from .icons import Sign
from .widgets import Card, Press, Words

Choice = tuple[str, str, Callable[[], Any]]
"""A button: its words, its tone, what it does."""


class Notice(AnchorLayout):
    """A line above the big button, or at the top, that goes away by itself; it takes no touch."""

    def __init__(self, words: str, tone: str, top: bool = False) -> None:
        high, low = (theme.mm(0.8), 0) if top else (0, theme.mm(17))
        super().__init__(anchor_x="center", anchor_y="top" if top else "bottom", padding=(0, high, 0, low))
        card = Card(
            size_hint=(0.8 if top else 0.62, None),
            height=theme.mm(11),
            tone="raised",
            edge="bad" if tone == "bad" else "accent",
        )
        card.add_widget(Words(text=words, bold=True))
        self.add_widget(card)

    def on_touch_down(self, touch: Any) -> bool:
        """Touches fall through."""
        return False


class Paragraph(Words):
    """Words as high as they need to be for their width."""

    def __init__(self, **props: Any) -> None:
        super().__init__(size_hint_y=None, halign=props.pop("halign", "left"), **props)
        self.bind(width=self._grow, text=self._grow)
        self._grow()

    def _grow(self, *_: Any) -> None:
        size = int(theme.pt(self.role))
        self.height = (lines(self.text, size, self.width, self.bold) or 3) * line_height(size) + 2


class Sheet(FloatLayout):
    """A card over a dimmed screen: a title, a body, and buttons. A touch beside it closes it."""

    title = StringProperty("")
    closing = True

    def __init__(
        self,
        house: House,
        title: str,
        choices: tuple[Choice, ...] = (),
        body: tuple[Widget, ...] = (),
        *,
        edge: str = "line",
        icon: str = "",
        wide: float = 0.72,
        high: float = 0.0,
    ) -> None:
        super().__init__(title=title)
        self.house = house
        self.choices = choices
        self.card = Card(
            size_hint=(wide, None), edge=edge, tone="paper", padding=theme.mm(3), spacing=theme.mm(2)
        )
        self.card.pos_hint = {"center_x": 0.5, "center_y": 0.5}
        head = BoxLayout(size_hint_y=None, height=theme.mm(8), spacing=theme.mm(2))
        if icon:
            head.add_widget(
                Sign(
                    name=icon,
                    colour=edge if edge != "line" else "accent",
                    back="paper",
                    size_hint_x=None,
                    width=theme.mm(7),
                )
            )
        head.add_widget(Words(text=title, role="title", bold=True, halign="left"))
        self.card.add_widget(head)
        self.content = BoxLayout(orientation="vertical", size_hint_y=None, spacing=theme.mm(1.6))
        self.content.bind(minimum_height=self.content.setter("height"))
        for part in body:
            self.content.add_widget(part)
        self.scroll = ScrollView(do_scroll_x=False, bar_width=theme.mm(0.8), scroll_type=["bars", "content"])
        self.scroll.add_widget(self.content)
        self.card.add_widget(self.scroll)
        self._foot = theme.mm(11) if choices else 0
        if choices:
            foot = BoxLayout(size_hint_y=None, height=self._foot, spacing=theme.mm(2))
            for words, tone, act in choices:
                press = Press(text=words, tone=tone, strong=tone == "primary")
                press.bind(on_tap=lambda _, act=act: act())
                foot.add_widget(press)
            self.card.add_widget(foot)
        self.add_widget(self.card)
        self._high = high
        self.bind(size=self._grow)
        self.content.bind(height=self._grow)
        with self.canvas.before:
            Color(*theme.rgba("night", 0.78))
            self._shade = Rectangle(size=self.size, pos=self.pos)
        self.bind(size=lambda *_: setattr(self._shade, "size", self.size))
        self._grow()

    def _grow(self, *_: Any) -> None:
        if self._high:
            self.card.height = self.height * self._high
            return
        wanted = theme.mm(8 + 6 + 4 + 0.5) + self._foot + self.content.height
        self.card.height = min(wanted, self.height * 0.94)

    def close(self) -> None:
        """Take this card away."""
        if self.parent is not None:
            self.parent.remove_widget(self)

    def on_touch_down(self, touch: Any) -> bool:
        """Nothing behind the card can be touched."""
        if not self.card.collide_point(*touch.pos):
            touch.ud["beside"] = self
            return True
        super().on_touch_down(touch)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """A touch beside the card closes it."""
        if touch.ud.get("beside") is self and self.closing and not self.card.collide_point(*touch.pos):
            self.close()
            return True
        super().on_touch_up(touch)
        return True

    situation = "card"

    def deeds(self) -> Deeds:
        """The first button that stands out goes on; the card can be closed."""
        found: Deeds = {Does.LEAVE: self.close} if self.closing else {}
        for _, tone, act in self.choices:
            if tone == "primary":
                return {**found, Does.ON: act}
        return found


class ErrorPanel(AnchorLayout):
    """Stands in for a screen that failed: what happened, and the way on."""

    def __init__(self, house: House, name: str, error: Exception) -> None:
        super().__init__(padding=theme.mm(4))
        card = Card(
            size_hint=(0.8, None), height=theme.mm(52), edge="bad", padding=theme.mm(4), spacing=theme.mm(2)
        )
        head = BoxLayout(size_hint_y=None, height=theme.mm(9), spacing=theme.mm(2))
        head.add_widget(Sign(name="warning", colour="bad", back="paper", size_hint_x=None, width=theme.mm(9)))
        head.add_widget(Words(text=house.say("error.title"), role="title", bold=True, halign="left"))
        card.add_widget(head)
        card.add_widget(Words(text=house.say("error.body"), halign="left"))
        detail = f"{name}: {type(error).__name__}: {error}"[:160]
        card.add_widget(Words(text=detail, role="small", ink="muted", halign="left"))
        foot = BoxLayout(size_hint_y=None, height=theme.mm(11), spacing=theme.mm(2))
        again = Press(text=house.say("error.again"))
        again.bind(on_tap=lambda _: house.again())
        on = Press(
            text=house.say("error.game" if house.table is not None and name != "play" else "error.home"),
            tone="primary",
            strong=True,
        )
        self._go_on = partial(house.go, "play" if house.table is not None and name != "play" else "home")
        on.bind(on_tap=lambda _: self._go_on())
        foot.add_widget(again)
        foot.add_widget(on)
        card.add_widget(foot)
        self.add_widget(card)

    situation = "error"

    def deeds(self) -> Deeds:
        """The way on."""
        return {Does.ON: self._go_on}
