"""Asks before the box is switched off (or the app closed), and says when the plug may be pulled."""

from __future__ import annotations

from kivy.clock import Clock

from .base import House
from .cards import Choice, Paragraph, Sheet

SEEN = 0.3
"""Seconds for the last words to be on the screen before the system is told."""


class OffCard(Sheet):
    """The question; there is never more than one."""


def off_words(house: House) -> str:
    """What switching off is called here: on somebody's computer only the app ends."""
    return house.say("off.box" if house.power.box else "off.app")


def ask_off(house: House) -> None:
    """Ask whether to switch off; entries that are not saved are saved first, or else named."""
    if isinstance(house.stage.top, OffCard):
        return
    kind = "box" if house.power.box else "app"
    if house.store.unsaved:
        house.store.retry()
    lost = house.store.unsaved
    said = house.say("off.unsaved", count=lost) if lost else house.say("off.saved")
    body = [Paragraph(text=said, bold=bool(lost), ink="bad" if lost else "ink")]
    if house.power.box:
        body.append(Paragraph(text=house.say("off.plug"), ink="muted", role="small"))
    # What loses entries is never the marked button that the green one presses.
    yes: Choice = (off_words(house), "plain" if lost else "primary", lambda: _confirmed(house))
    no: Choice = (house.say("screen.cancel"), "primary" if lost else "plain", house.close)
    edge = "bad" if lost else "accent"
    house.open(OffCard(house, house.say(f"off.{kind}.ask"), (no, yes), tuple(body), edge=edge, icon="power"))


def switch_off(house: House) -> None:
    """Switch off at once, as two buttons held for long want it; only what is not saved is asked for."""
    if house.store.unsaved:
        house.store.retry()
    if house.store.unsaved:
        ask_off(house)
    elif not isinstance(house.stage.top, OffCard):
        _off(house)
    elif house.stage.top.closing:
        _confirmed(house)


def _confirmed(house: House) -> None:
    house.close()
    _off(house)


def _off(house: House) -> None:
    if not house.power.box:
        house.power.off()
        return
    last = OffCard(
        house,
        house.say("off.going"),
        (),
        (Paragraph(text=house.say("off.plug")),),
        edge="accent",
        icon="power",
    )
    last.closing = False
    house.open(last)
    Clock.schedule_once(lambda _: house.guard(lambda: _pull(house, last)), SEEN)


def _pull(house: House, last: OffCard) -> None:
    wrong = house.power.off()
    if wrong:
        # Late, because the first screen is made without what sharing needs.
        from .sharing import report

        last.close()
        report(house, house.say("off.failed"), [house.say("off.failed.note"), wrong], "bad")
