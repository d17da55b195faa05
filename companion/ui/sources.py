"""Where the pictures of a view come from: a camera, a folder, or a photo that is chosen by looking at it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import partial
from math import ceil
from pathlib import Path
from typing import Any, NamedTuple

from kivy.properties import StringProperty
from kivy.uix.gridlayout import GridLayout

from companion.observe import View, glimpse, photos
from companion.store.targets import ExportError, save, targets

from . import seeing, theme
from .base import House
from .cards import Sheet
from .furniture import TouchCard
from .sharing import report
from .tiles import Tile, Tiles
from .tray import Shown
from .widgets import Words

WEBCAMS = 3
PICTURES = "pictures"
"""The folder beside the games that can stand for a camera, and in which photos are looked for."""

IMPORTED = "imported"
"""The folder in it for photos from sticks."""

COLUMNS, ROWS = 4, 2

HIGHEST = 52.6
"""Millimetres for all sources: five rows for a thumb, without scrolling on the smallest screen."""


class Source(NamedTuple):
    """Something that gives pictures, as it is offered."""

    word: str
    label: str
    icon: str


def named(house: House, word: str) -> Source:
    """A source as the screen names it."""
    kind, _, where = word.partition(":")
    if not word:
        return Source("", house.say("camera.none"), "no")
    if kind == "webcam" or word.isdigit():
        number = where if kind == "webcam" else word
        return Source(word, house.say("camera.number", number=int(number or 0) + 1), "eye")
    if kind in ("auto", "pi", "scenes"):
        return Source(word, house.say({"auto": "camera.auto_found"}.get(kind, f"camera.{kind}")), "eye")
    path = Path(where or word)
    return Source(word, path.name, "search" if kind == "photo" else "folder")


def own_folder(house: House) -> Path:
    """The folder of this device for pictures, which is made if need be."""
    folder = Path(house.store.folder) / PICTURES
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    return folder


def offered(house: House) -> list[Source]:
    """All sources that can be chosen without looking at pictures."""
    cameras = [named(house, word) for word in ("auto", "pi:0")]
    cameras += [named(house, f"webcam:{number}") for number in range(WEBCAMS)]
    own = Source(f"folder:{own_folder(house)}", house.say("camera.folder"), "folder")
    sticks = [
        Source(f"folder:{stick.folder}", house.say("camera.stick", name=stick.label), "stick")
        for stick in targets()
    ]
    return [named(house, ""), *cameras, own, *sticks]


def choose(house: House, view: View, done: Callable[[], Any]) -> None:
    """Ask where the pictures of a view come from."""
    now = seeing.source(house, view)

    def take(word: str) -> None:
        house.close()
        seeing.connect(house, view, word)
        done()

    def look() -> None:
        house.close()
        choose_photo(house, take_photo)

    def take_photo(path: Path) -> None:
        house.close()
        seeing.connect(house, view, f"photo:{_imported(house, path)}")
        done()

    tiles = [
        Tile(one.label, partial(take, one.word), icon=one.icon, tone="chosen" if one.word == now else "plain")
        for one in offered(house)
    ]
    chosen = "chosen" if now.startswith("photo:") else "plain"
    tiles.append(Tile(house.say("camera.photo"), look, icon="search", tone=chosen))
    block = Tiles(size_hint_y=None, height=theme.mm(min(HIGHEST, 13.2 * ceil(len(tiles) / 2))))
    block.more = house.say("play.more")
    block.show(tiles)
    cancel = (house.say("screen.cancel"), "quiet", house.close)
    title = house.say(f"camera.from.{view}")
    house.open(Sheet(house, title, (cancel,), (block,), icon="eye", wide=0.8))


def _imported(house: House, path: Path) -> Path:
    """A photo copied to this device, so that its stick can be pulled out; where it lies if that fails."""
    own = own_folder(house)
    if own in path.parents:
        return path
    try:
        return save(own / IMPORTED, {path.name: path.read_bytes()})[0]
    except (OSError, ExportError):
        return path


class PhotoCard(TouchCard):
    """A photo to choose."""

    name = StringProperty("")


def choose_photo(house: House, act: Callable[[Path], Any]) -> None:
    """Ask for a photo from this device or a stick by showing the newest ones."""
    found = [
        path
        for folder in (*(stick.folder for stick in targets()), own_folder(house))
        for path in photos(folder)
    ]
    if not found:
        lines = [house.say("camera.photo.none"), str(own_folder(house))]
        report(house, house.say("camera.photo"), lines, "bad")
        return
    _show_page(house, found, 0, act)


def _show_page(house: House, found: list[Path], start: int, act: Callable[[Path], Any]) -> None:
    each = COLUMNS * ROWS
    grid = GridLayout(cols=COLUMNS, spacing=theme.mm(1.6), size_hint_y=None, height=theme.mm(25.4) * ROWS)
    for path in found[start : start + each]:
        grid.add_widget(_card(path, act))

    def turn() -> None:
        house.close()
        _show_page(house, found, start + each if start + each < len(found) else 0, act)

    cancel = (house.say("screen.cancel"), "quiet", house.close)
    more = ((house.say("camera.photo.more"), "plain", turn),) if len(found) > each else ()
    house.open(Sheet(house, house.say("camera.photo"), (*more, cancel), (grid,), icon="search", wide=0.96))


def _card(path: Path, act: Callable[[Path], Any]) -> PhotoCard:
    card = PhotoCard(name=path.name, tone="raised", padding=theme.mm(0.8), spacing=theme.mm(0.4))
    shown = Shown()
    shown.show_picture(glimpse(path))
    card.add_widget(shown)
    card.add_widget(
        Words(text=path.name, role="tiny", ink="muted", most=1, size_hint_y=None, height=theme.mm(3.4))
    )
    card.bind(on_release=lambda _: act(path))
    return card
