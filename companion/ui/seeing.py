"""Which camera looks at the table. Its libraries are loaded only if there is one."""

from __future__ import annotations

import os

from .base import House

CAMERA = "STERNWARTE_CAMERA"
"""Names the camera instead of the settings: a folder of pictures, or the number of a webcam."""


def source(house: House) -> str:
    """What is set as camera; empty for none."""
    return os.environ.get(CAMERA) or str(house.setting("camera") or "")


def open_eyes(house: House) -> None:
    """Open the eyes of the box as they are set, or close them."""
    close_eyes(house)
    word = source(house)
    if word and word != "none":
        from companion.observe import Eyes, Views, source_of

        views = Views.from_dict(house.setting("views"))
        views.connect("tray", source_of(word))
        house.eyes = Eyes(views)


def close_eyes(house: House) -> None:
    """Let the cameras go."""
    if house.eyes is not None:
        house.eyes.close()
        house.eyes = None


def keep_views(house: House) -> None:
    """Keep where the views lie in their pictures."""
    if house.eyes is not None:
        house.set("views", house.eyes.views.as_dict())
