"""The pictures of the table on the Play screen: which one is shown, and turning to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.engine import Page, text

from .chooser import is_typed
from .seeing import untaught

if TYPE_CHECKING:
    from .dice import DicePanel
    from .play import Play

TRAY = Page("camera tray", text("dice.page"))
"""The page that shows what the camera sees, before those of the game."""


class Pages:
    """Shows the picture that was turned to, else the one that matters now."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self._turned: str | None = None

    def all(self) -> tuple[Page, ...]:
        """Every picture, the one that matters now first."""
        return (TRAY, *self.own()) if self.play.tray.wanted else self.own()

    def own(self) -> tuple[Page, ...]:
        """The pictures of the game."""
        table = self.play.table
        return table.game.pages(table.view())

    @property
    def shown(self) -> str | None:
        """The picture that is shown; None where the game has none."""
        keys = [page.key for page in self.all()]
        if self._turned not in keys:
            self._turned = None
        return self._turned or next(iter(keys), None)

    @property
    def looking(self) -> bool:
        """Whether the table only looks at a picture that was turned to, which offers nothing to touch."""
        play, page = self.play, self.shown
        if page is None or page == TRAY.key or is_typed(play.way.step) or play.over:
            return False
        if page == self.own()[0].key:
            return False
        draft = None if play.way.secret else play.way.draft
        return not any(spot.ruling.allowed for spot in play.table.picture(page, draft).spots)

    def turn(self) -> None:
        """Show the next picture."""
        keys, shown = [page.key for page in self.all()], self.shown
        if shown is not None:
            self._turned = keys[(keys.index(shown) + 1) % len(keys)]

    def reset(self) -> None:
        """Show the picture that matters now."""
        self._turned = None

    def draw(self) -> None:
        """Draw the picture, and say on the button which one is next."""
        play, pages = self.play, self.all()
        shown, ids = self.shown, play.ids
        ids.turn_page.grey = len(pages) < 2
        ids.turn_page.text = play.say("play.view")
        if shown is None:
            return
        keys = [page.key for page in pages]
        if shown != TRAY.key:
            draft = None if play.way.secret else play.way.draft
            ids.view.show(play.table.picture(shown, draft), play.house.words, play.players)
        if len(pages) > 1:
            ids.turn_page.text = play.say(pages[(keys.index(shown) + 1) % len(keys)].title)


class Tray:
    """Puts the Dice panel in the place of picture and choices while its page is shown."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self._panel: DicePanel | None = None

    @property
    def panel(self) -> DicePanel | None:
        """The panel, made when a camera is there; its libraries are loaded only then."""
        if self._panel is None and self.play.house.eyes is not None:
            from .dice import DicePanel

            self._panel = DicePanel(self.play)
        return self._panel

    @property
    def wanted(self) -> bool:
        """Whether what is asked now can be answered by looking."""
        demand, eyes = self.play.way.demand, self.play.house.eyes
        if demand is None or not demand.sees or eyes is None or not eyes.ready or self.play.over:
            return False
        return self.panel is not None and self.panel.demand is not None

    @property
    def untaught(self) -> str:
        """The set of dice that is wanted now and of which the camera does not know every face; else empty."""
        demand, house = self.play.way.demand, self.play.house
        if demand is None or house.eyes is None or not house.eyes.views.has("tray") or self.play.over:
            return ""
        from companion.observe import seen_by

        sees = seen_by(demand)
        return sees.set if sees is not None and sees.what == "symbols" and untaught(house, sees.set) else ""

    @property
    def shown(self) -> DicePanel | None:
        """The panel while it is on the screen."""
        return self.panel if self.wanted and self.play.pages.shown == TRAY.key else None

    def draw(self) -> bool:
        """Show the panel if its page is turned to; False where the game's own picture is shown."""
        middle, shown = self.play.ids.middle, self.shown
        if not self.wanted:
            self.end()
        wanted = self.play.ids.main if shown is None else shown
        if wanted not in middle.children:
            middle.clear_widgets()
            middle.add_widget(wanted)
        if shown is not None:
            shown.draw()
        return shown is not None

    def end(self) -> None:
        """Stop watching."""
        if self._panel is not None:
            self._panel.end()
