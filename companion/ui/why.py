"""The Why-not card: the rule, where it stands, the values that clash; and the table's right to play on."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.uix.boxlayout import BoxLayout

from companion.engine import Ruling, play, reason

from . import theme
from .base import House
from .cards import Paragraph, Sheet
from .keyboard import Typing
from .tiles import Tile, Tiles
from .widgets import Card

REASONS = ("play.reason.house", "play.reason.card", "play.reason.mistake", "play.reason.agreed")


def why_not(house: House, ruling: Ruling, anyway: Callable[[str], Any] | None = None) -> None:
    """Lay the card over the screen; `anyway` gets the table's reason if it plays on all the same."""
    if house.table is None:
        return
    house.sound("no")
    book = play.rulebook(house.table.game)
    body = []
    for violation in ruling.violations:
        told = reason(house.words, book, violation)
        body.append(Paragraph(text=told, role="text", bold=True))
        if violation.rule not in book:
            continue
        rule = book[violation.rule]
        sentence, place = rule.sentence(house.lang), f"{rule.place(house.lang)}  ·  {rule.id}"
        box = Card(tone="raised", size_hint_y=None, padding=theme.mm(2), spacing=theme.mm(0.8))
        if sentence != told:
            box.add_widget(Paragraph(text=sentence, role="small"))
        box.add_widget(Paragraph(text=place, role="small", ink="muted"))
        box.bind(minimum_height=box.setter("height"))
        body.append(box)
    choices = [(house.say("play.understood"), "primary", house.close)]
    if anyway is not None:
        choices.insert(0, (house.say("play.anyway"), "plain", lambda: _ask(house, anyway)))
    house.open(Sheet(house, house.say("play.why"), tuple(choices), tuple(body), edge="bad", icon="lock"))


def _ask(house: House, anyway: Callable[[str], Any]) -> None:
    house.close()

    def take(words: str) -> None:
        house.stage.close_all()
        anyway(words)

    tiles = Tiles(size_hint_y=None, height=theme.mm(34))
    rows = [Tile(words, partial(take, words)) for words in map(house.say, REASONS)]
    other = Tile(
        house.say("play.reason.other"),
        lambda: house.open(Typing(house, house.say("play.reason"), take)),
        icon="pencil",
    )
    tiles.show([*rows, other])
    body = BoxLayout(size_hint_y=None, height=theme.mm(34))
    body.add_widget(tiles)
    house.open(Sheet(house, house.say("play.reason"), (), (body,), edge="accent", icon="hand"))
