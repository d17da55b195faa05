"""The pictures of the table on the Play screen: which one is shown, and turning to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.engine import Page

from .chooser import is_typed

if TYPE_CHECKING:
    from .play import Play


class Pages:
    """Shows the picture that was turned to, else the one that matters now."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self._turned: str | None = None

    def all(self) -> tuple[Page, ...]:
        """Every picture, the one that matters now first."""
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
        if page is None or page == self.all()[0].key or is_typed(play.way.step) or play.over:
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
        draft = None if play.way.secret else play.way.draft
        ids.view.show(play.table.picture(shown, draft), play.house.words, play.players)
        if len(pages) > 1:
            ids.turn_page.text = play.say(pages[(keys.index(shown) + 1) % len(keys)].title)
