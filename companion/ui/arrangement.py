"""How the Play screen shares its middle between the picture of the table and the choices."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from companion.engine import Answer, Demand, Kind, Step

from . import theme
from .chooser import is_typed
from .tiles import Tile

if TYPE_CHECKING:
    from .play import Play

SLIGHT, SLIM, NARROW, BROAD = 27.0, 38.0, 56.0, 0.66
"""Widths of the choices: three in millimetres, the last as a share of the screen."""

FEW = 2
"""Up to so many choices beside the picture take the slightest width."""

AROUND = 9.4 + 11.2 + 11.6 + 2.4 + 4 * 1.1
"""Millimetres of height that everything else takes."""


class Arrangement:
    """Gives the picture as much room as the choices leave; what it offers to touch is no button as well."""

    def __init__(self, play: Play) -> None:
        self.play = play

    def draw(self) -> None:
        """Share the room, and show the choices that the picture does not offer."""
        play, ids = self.play, self.play.ids
        chooser, step = ids.chooser, play.way.step
        chooser.covered, chooser.known = frozenset(), play.due()
        wide = NARROW if step is None else self._width(step)
        tiles = self._demands()
        if play.pages.looking:
            chooser.show_tiles(play.house, [])
            wide = 0
        elif step is None:
            chooser.show_tiles(play.house, tiles)
            wide = theme.mm(NARROW) if tiles else 0
        else:
            chooser.show(play.house, play.way, play.players)
        pictured = play.pages.shown is not None and wide < self._whole
        chooser.width = wide if pictured else self._whole
        chooser.opacity = 1 if chooser.width else 0
        ids.left.size_hint_x, ids.left.width = (1, 0) if pictured else (None, 0)
        ids.left.opacity = 1 if pictured else 0
        ids.main.spacing = theme.mm(1.6) if pictured and wide else 0
        if step is not None and not wide and not play.pages.looking:
            self._ask_above(step)

    @property
    def _whole(self) -> float:
        return float(self.play.width - theme.mm(3.2))

    def _width(self, step: Step) -> float:
        """As narrow as the choices allow; nothing at all where the picture offers every one of them."""
        chooser = self.play.ids.chooser
        if step.entry == "chance":
            return 0.0
        if is_typed(step) or step.entry == "text":
            return theme.mm(NARROW)
        if not step.keys and not self._lacks(theme.mm(NARROW)):
            return theme.mm(NARROW)
        chooser.covered = self._in_picture(step)
        if chooser.covered:
            if all(option.value in chooser.covered for option in step.options):
                return 0.0
            beside = sum(option.value not in chooser.covered for option in step.options)
            slim = theme.mm(SLIGHT if beside <= FEW else SLIM)
            if not self._lacks(slim):
                return slim
        for wide in (theme.mm(NARROW), self._whole * BROAD):
            if not self._lacks(wide):
                return wide
        chooser.covered = frozenset()
        return self._whole

    def _lacks(self, wide: float) -> bool:
        """Whether the choices do not all fit into this width."""
        play = self.play
        high = play.height - theme.mm(AROUND) - play.ids.offers.height
        return bool(play.ids.chooser.needs(play.house, play.way, wide, high))

    def _in_picture(self, step: Step) -> frozenset[Answer]:
        """The answers that a touch on the shown picture gives."""
        way, page = self.play.way, self.play.pages.shown
        draft = way.draft
        if draft is None or page is None or way.secret:
            return frozenset()
        count, found = len(draft.answers), set()
        for spot in self.play.table.picture(page, draft).spots:
            answers = spot.draft.answers
            here = (spot.draft.key, spot.draft.seat) == (draft.key, draft.seat)
            if here and answers[:count] == draft.answers and len(answers) > count:
                field, value = answers[count]
                if field == step.field:
                    found.add(value)
        return frozenset(found)

    def _ask_above(self, step: Step) -> None:
        """Where the picture has all the room, the question stands in the banner."""
        play, ids = self.play, self.play.ids
        if play.sure:
            return
        ids.ask.text = play.say(step.ask)
        if step.of > 1:
            ids.heading.text += "  ·  " + play.say("play.progress", done=step.done, of=step.of)

    def _unpictured(self) -> list[Demand]:
        """The demands without those that are answered elsewhere: on a picture that can be touched; or, where
        players only say that they are done, by their chips, and for all by the big button."""
        play, prompt, page = self.play, self.play.way.prompt, self.play.pages.shown
        if len(prompt.demands) == 1:
            return []
        spots = () if page is None else play.table.picture(page, None).spots
        if any(prompt.find(spot.draft.key, spot.draft.seat) in prompt.demands for spot in spots):
            return [one for one in prompt.demands if one.seat is None and one.draft != prompt.likely]
        said = [one for one in prompt.demands if one.kind is Kind.CONFIRM]
        if len(said) < len(prompt.demands) or not any(one.draft == prompt.likely for one in said):
            # What the big button says is no choice beside it.
            return [one for one in prompt.demands if one.seat is not None or one.draft != prompt.likely]
        return [one for one in said if one.seat is None and one.draft != prompt.likely]

    def _demands(self) -> list[Tile]:
        """The demands as choices, while none of them is open."""
        play = self.play
        tiles = []
        for demand in self._unpictured() if play.way.ready is None else ():
            ask = play.say(demand.ask)
            act = partial(play.guard, partial(play.open, demand.draft))
            if demand.seat is None:
                tiles.append(Tile(ask, act))
            else:
                player = play.players[demand.seat]
                note = "" if ask == play.due() else ask
                tiles.append(Tile(player.name, act, note, player.shape, player.colour))
        return tiles
