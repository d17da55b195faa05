"""Taking results and the box along: a QR code for a phone, files for a folder or a USB stick."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kivy.uix.boxlayout import BoxLayout

from companion.engine import Table
from companion.store import exports
from companion.store import sharing as boxes
from companion.store.targets import ExportError, targets

from . import theme
from .base import House
from .cards import Paragraph, Sheet
from .charts import QrCode
from .furniture import words_of
from .tiles import Tile, Tiles
from .widgets import Press, Words

if TYPE_CHECKING:
    from .box import BoxScreen

SUFFIX = ".box.json"


def places(house: House) -> list[tuple[str, str, Path]]:
    """Where files can go: (words, sign, folder); sticks first, then a folder of this device."""
    sticks = [(f"{house.say('place.usb')} {target.label}", "stick", target.folder) for target in targets()]
    return [*sticks, (house.say("place.folder"), "folder", Path(house.store.folder) / "export")]


def ask_place(house: House, title: str, act: Callable[[Path], Any]) -> None:
    """Ask for a place; with only one there is nothing to ask."""
    found = places(house)
    if len(found) == 1:
        act(found[0][2])
        return

    def take(folder: Path) -> None:
        house.close()
        act(folder)

    rows = [Tile(words, lambda folder=folder: take(folder), "", icon) for words, icon, folder in found]  # type: ignore[misc]
    tiles = Tiles(size_hint_y=None, height=theme.mm(14) * len(rows))
    tiles.show(rows)
    cancel = (house.say("screen.cancel"), "plain", house.close)
    house.open(Sheet(house, title, (cancel,), (tiles,)))


def report(house: House, title: str, lines: Sequence[str], edge: str = "good") -> None:
    """Say what became of it."""
    body = tuple(Paragraph(text=line) for line in lines)
    icon = "check" if edge == "good" else "warning"
    ok = (house.say("screen.ok"), "primary", house.close)
    house.open(Sheet(house, title, (ok,), body, edge=edge, icon=icon))


class Sharing(BoxLayout):
    """The page of a finished game that hands it over."""

    def __init__(self, house: House, table: Table[Any]) -> None:
        super().__init__(spacing=theme.mm(4), padding=theme.mm(1))
        self.house = house
        self.table = table
        over = table.outcome() is not None and house.game_id is not None
        self.played = exports.play(house.store, table.game, house.game_id) if over else None
        if self.played is None:
            self.add_widget(Words(text=house.say("final.noqr"), ink="muted"))
            return
        self.add_widget(QrCode(exports.qr(exports.link(self.played))))
        side = BoxLayout(orientation="vertical", spacing=theme.mm(3), size_hint_x=0.8)
        side.add_widget(Words(text=house.say("final.qr"), halign="left"))
        for kind in ("csv", "json"):
            press = Press(
                text=house.say(f"final.{kind}"),
                icon="stick" if targets() else "folder",
                size_hint_y=None,
                height=theme.mm(13),
            )
            press.bind(on_tap=lambda _, kind=kind: self._ask(kind))
            side.add_widget(press)
        if not targets():
            side.add_widget(Words(text=house.say("final.nostick"), role="small", ink="muted", halign="left"))
        self.add_widget(side)

    def _ask(self, kind: str) -> None:
        ask_place(self.house, self.house.say("final.to"), lambda folder: self._save(kind, folder))

    def _save(self, kind: str, folder: Path) -> None:
        if self.played is None:
            return
        wanted = {
            name: content
            for name, content in exports.files(self.played, self.house.words).items()
            if name.endswith(kind) or (kind == "json" and name.endswith(".txt"))
        }
        write(self.house, folder, wanted)


def write(house: House, folder: Path, files: dict[str, bytes]) -> None:
    """Write files and say where they are, or what to do next."""
    try:
        written = exports.save(folder, files)
    except ExportError as error:
        report(house, house.say("place.failed"), [house.say(error.why)], "bad")
        return
    report(house, house.say("place.written"), [str(path) for path in written])


def box_menu(screen: BoxScreen, way: str) -> None:
    """Export the box of the game that is shown, or import one."""
    house = screen.house
    if way == "export":
        ask_place(house, house.say("final.to"), lambda folder: _export(screen, folder))
    else:
        ask_place(house, house.say("box.from"), lambda folder: _choose_file(screen, folder))


def _export(screen: BoxScreen, folder: Path) -> None:
    if screen.game is not None:
        name = screen.game.name
        content = boxes.pack(screen.house.store.box, [name]).encode()
        write(screen.house, folder, {f"{name}{SUFFIX}": content})


def _choose_file(screen: BoxScreen, folder: Path) -> None:
    house = screen.house
    files = sorted(folder.glob("*.json")) if folder.is_dir() else []
    files = [file for file in files if file.name.endswith(SUFFIX)] or files
    if not files:
        report(house, house.say("box.import"), [house.say("box.nothing"), str(folder)], "bad")
    elif len(files) == 1:
        _import(screen, files[0])
    else:

        def take(file: Path) -> None:
            house.close()
            _import(screen, file)

        tiles = Tiles(size_hint_y=None, height=theme.mm(46))
        tiles.show([Tile(file.name, lambda file=file: take(file)) for file in files])  # type: ignore[misc]
        cancel = (house.say("screen.cancel"), "plain", house.close)
        house.open(Sheet(house, house.say("box.files"), (cancel,), (tiles,)))


def _import(screen: BoxScreen, file: Path) -> None:
    """Read a box, take what can be true, and report what came of it."""
    house, box = screen.house, screen.house.store.box
    try:
        found = boxes.unpack(box, file.read_bytes(), house.games)
    except (boxes.BadBox, OSError) as error:
        why = house.say(error.why) if isinstance(error, boxes.BadBox) else str(error)
        report(house, house.say("box.import"), [why], "bad")
        return
    boxes.take(box, (*found.new, *found.changed), file.name)
    faces = boxes.take_lessons(box, found)
    screen.draw()
    words = words_of(house, screen.game) if screen.game is not None else house.words
    lines = [
        house.say(f"box.took.{kind}", count=len(part))
        for kind, part in (("new", found.new), ("changed", found.changed), ("same", found.unchanged))
        if part
    ]
    if faces:
        lines.append(house.say("box.took.faces", count=faces))
    lines += [f"{line.key}: {words.say(line.problem)}" for line in found.refused[:5] if line.problem]
    if found.refused:
        lines.insert(-min(5, len(found.refused)), house.say("box.took.not", count=len(found.refused)))
    report(house, file.name, lines or [house.say("box.nothing")], "bad" if found.refused else "good")
