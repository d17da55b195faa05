"""Which cameras look at the table. Their libraries are loaded only if there is one."""

from __future__ import annotations

import os
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .base import House
from .devices import hear

if TYPE_CHECKING:
    from companion.observe import View
    from companion.observe.teaching import DiceSet

CAMERA = "STERNWARTE_CAMERA"
"""Names the camera of the tray instead of the settings: a folder of pictures, or the number of a webcam."""

VIEWS: tuple[View, ...] = ("tray", "table", "window")


def source(house: House, view: View = "tray") -> str:
    """What is set as camera of a view; empty for none."""
    if view == "tray":
        word = os.environ.get(CAMERA) or house.setting("camera")
        word = house.usual_camera if word is None else str(word)
        return "" if word == "none" else word
    look = _plain(house).get(view)
    return str(look.get("source") or "") if isinstance(look, dict) else ""


def _plain(house: House) -> dict[str, Any]:
    plain = house.setting("views")
    return dict(plain) if isinstance(plain, dict) else {}


def has_eyes(house: House) -> bool:
    """Whether a camera is set for any view."""
    return any(source(house, view) for view in VIEWS)


def open_eyes(house: House) -> None:
    """Open the eyes of the box as they are set, or close them."""
    close_eyes(house)
    if has_eyes(house):
        from companion.observe import Eyes, Views, readers_for, source_of

        views = Views.from_dict(house.setting("views"))
        views.connect("tray", source_of(source(house)))
        readers = readers_for(house.dice_files, house.ball_files, house.store.box.lessons)
        house.eyes = Eyes(views, readers, tell=lambda news: house.post(partial(hear, house, news)))


def close_eyes(house: House) -> None:
    """Let the cameras go."""
    if house.eyes is not None:
        house.eyes.close()
        house.eyes = None


def connect(house: House, view: View, word: str) -> None:
    """Give a view another camera; where it lies in its pictures is then to be set up anew."""
    if view == "tray":
        house.set("camera", word)
    elif source(house, view) != word:
        house.set("views", {**_plain(house), view: {"source": word}})
    open_eyes(house)
    keep_views(house)


def keep_views(house: House) -> None:
    """Keep where the views lie in their pictures."""
    if house.eyes is not None:
        house.set("views", house.eyes.views.as_dict())


def dice_sets(house: House) -> dict[str, DiceSet]:
    """The sets of symbol dice that lie with the games, by name."""
    return _sets(house.dice_files)


@cache
def _sets(files: tuple[Path, ...]) -> dict[str, DiceSet]:
    from companion.observe.teaching import dice_sets

    return dice_sets(files)


def untaught(house: House, name: str) -> int:
    """How many faces of a set the camera was never shown."""
    dice = dice_sets(house).get(name)
    if dice is None:
        return 0
    known = {key.rpartition("/")[0] for key in house.store.box.lessons(name)}
    return sum(f"{kind}/{face}" not in known for kind, face in dice.pairs)
