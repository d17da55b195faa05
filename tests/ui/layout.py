"""What a player would stumble over on a shown screen: clipped or overlapping words, small targets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple


class Rect(NamedTuple):
    """A rectangle in the window's pixels."""

    left: float
    bottom: float
    right: float
    top: float

    def meets(self, other: Rect, slack: float = 1.0) -> bool:
        """Whether two rectangles overlap by more than a hair."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.top, other.top) - max(self.bottom, other.bottom)
        return wide > slack and high > slack

    def cut(self, other: Rect) -> Rect:
        """What both have in common."""
        return Rect(
            max(self.left, other.left),
            max(self.bottom, other.bottom),
            min(self.right, other.right),
            min(self.top, other.top),
        )

    @property
    def empty(self) -> bool:
        """Whether nothing is left of it."""
        return self.right - self.left < 1 or self.top - self.bottom < 1


def problems(root: Any, window: tuple[float, float] | None = None) -> list[str]:
    """All that is wrong with what `root` shows; empty when all is well."""
    from kivy.core.window import Window

    size = window or tuple(Window.size)
    everything = Rect(0, 0, *size)
    shown = list(_shown(root, everything))
    return [*_words(shown, everything), *_overlaps(shown), *_targets(shown, everything)]


def _shown(widget: Any, view: Rect) -> Iterator[tuple[Any, Rect]]:
    """Every visible widget, with the part of the window in which it is visible."""
    from kivy.uix.scrollview import ScrollView

    if widget.opacity == 0 or min(widget.size) < 1:
        return
    box = _box(widget)
    yield widget, view
    inner = view.cut(box) if isinstance(widget, ScrollView) else view
    for child in widget.children:
        yield from _shown(child, inner)


def _box(widget: Any) -> Rect:
    left, bottom = widget.to_window(widget.x, widget.y)
    return Rect(left, bottom, left + widget.width, bottom + widget.height)


def _is_label(widget: Any) -> bool:
    from kivy.uix.label import Label

    return isinstance(widget, Label) and bool(widget.text)


def _extent(label: Any) -> tuple[float, float]:
    """How much room the words of a label take, with the same line breaks and without clipping."""
    from kivy.core.text import Label as CoreLabel

    wide = label.text_size[0]
    drawn = CoreLabel(
        text=label.text,
        font_size=label.font_size,
        bold=label.bold,
        font_name=label.font_name,
        text_size=(wide, None),
        halign=label.halign,
        line_height=label.line_height,
    )
    drawn.refresh()
    words = max(
        (drawn.get_extents("".join(word.text for word in line.words))[0] for line in drawn._cached_lines),
        default=0,
    )
    return float(words), float(drawn.texture.size[1])


def _drawn(label: Any) -> str:
    """The words that a label really shows."""
    return " ".join(word.text for line in label._label._cached_lines for word in line.words)


def _solid(text: str) -> str:
    return "".join(text.split())


def _ink(label: Any) -> Rect:
    """Where the words of a label stand in the window."""
    box, (wide, high) = _box(label), _extent(label)
    share = {"left": 0.0, "center": 0.5, "right": 1.0}.get(label.halign, 0.0)
    rise = {"bottom": 0.0, "middle": 0.5, "center": 0.5, "top": 1.0}.get(label.valign, 0.5)
    left = box.left + (box.right - box.left - wide) * share
    bottom = box.bottom + (box.top - box.bottom - high) * rise
    return Rect(left, bottom, left + wide, bottom + high)


def _words(shown: list[tuple[Any, Rect]], everything: Rect) -> Iterator[str]:
    for widget, view in shown:
        if not _is_label(widget) or view.cut(_box(widget)).empty:
            continue
        wide, high = _extent(widget)
        if wide > widget.width + 1.5 or high > widget.height + 1.5:
            yield (
                f"clipped: {widget.text!r} takes {wide:.0f}x{high:.0f} "
                f"in {widget.width:.0f}x{widget.height:.0f}"
            )
        if _solid(_drawn(widget)) != _solid(widget.text):
            yield f"missing: of {widget.text!r} only {_drawn(widget)!r} is shown"
        ink = _ink(widget)
        if view == everything and ink.cut(everything) != ink:
            yield f"outside: {widget.text!r} at {tuple(round(part) for part in ink)}"


def _overlaps(shown: list[tuple[Any, Rect]]) -> Iterator[str]:
    inks = []
    for widget, view in shown:
        if _is_label(widget):
            ink = _ink(widget).cut(view)
            if not ink.empty:
                inks.append((widget.text, ink))
    for at, (words, ink) in enumerate(inks):
        for other_words, other in inks[at + 1 :]:
            if ink.meets(other):
                yield f"overlapping: {words!r} and {other_words!r}"


def _targets(shown: list[tuple[Any, Rect]], everything: Rect) -> Iterator[str]:
    from kivy.uix.behaviors import ButtonBehavior

    from companion.ui import theme

    least = theme.mm(theme.TOUCH) - 0.75
    for widget, view in shown:
        if not isinstance(widget, ButtonBehavior) or view.cut(_box(widget)).empty:
            continue
        name = getattr(widget, "text", "") or getattr(widget, "icon", "") or type(widget).__name__
        if min(widget.size) < least:
            yield f"small: {name!r} is {widget.width:.0f}x{widget.height:.0f}, not {least:.0f}"
        if view == everything and _box(widget).cut(everything) != _box(widget):
            yield f"outside: target {name!r}"
