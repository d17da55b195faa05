"""What devices have to say: a calm notice when one fails, is not there, or has come back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.engine import Text, literal

if TYPE_CHECKING:
    from .base import House

STAY = 6.0
"""Seconds for which such a notice stays: nobody waits for it, so it must be there when somebody looks."""

WHY = {
    "no picture": "why.blind",
    "no answer": "why.hangs",
    "black picture": "why.black",
    "half a picture": "why.half",
    "no camera": "why.nothing",
}
"""Faults that every player understands; others name a device and are shown as they are."""


def why_text(why: str) -> Text:
    """A fault in the player's language, as far as that can be."""
    return Text(WHY[why]) if why in WHY else literal(why)


def fault_text(why: str) -> Text:
    """What a screen says where the camera's picture should be."""
    return Text("dice.blind") if why == "no picture" else Text("dice.fault", {"why": why_text(why)})


def hear(house: House, news: Any) -> None:
    """A device is no longer as it was; what has worked from the start is nothing new."""
    before, house.devices[news.device] = house.devices.get(news.device), news
    if house.stage is None or (before is None and news.state == "well"):
        return
    key = f"device.{news.device}.{news.state}"
    house.stage.notify(house.say(Text(key, {"why": why_text(news.why)})), "plain", STAY, top=True)
    if house.screen == "pins" and house.panel is not None:
        house.panel.refresh()
