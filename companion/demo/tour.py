"""The way of the demo through the app: from Home to the final score, with a look at every screen."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from random import Random
from typing import Any

from .hands import Hands, open_window

NAMES = ("Anna", "Ben", "Cleo", "David", "Emil", "Frida", "Gregor", "Hanna")
LOOKS = (1, 8, 25, 60, 110)
"""After so many entries a picture of the table is taken."""

LIMIT = 20_000
"""Touches after which a game is taken for endless."""


class Tour:
    """One run: plays, looks at every screen, takes pictures."""

    def __init__(self, hands: Hands, out: Path, tag: str, seed: int) -> None:
        from .player import Player

        self.hands = hands
        self.house = hands.house
        self.out = out
        self.tag = tag
        self.dice = Random(seed)
        self.player = Player(hands, self.dice)
        self.pictures = 0
        self.why_not = False
        self._began = time.monotonic()

    def shot(self, name: str) -> None:
        """Write the next picture."""
        self.pictures += 1
        file = f"{self.pictures:02}-{name}-{self.tag}.png"
        self.hands.shot(self.out / file)
        print(f"  {time.monotonic() - self._began:5.1f} s  {file}", flush=True)

    def run(self, game: str, players: int, depth: str) -> int:
        """The whole tour; 0 if the game came to its end."""
        self.begin(game, players, depth)
        self.play()
        if self.house.table is None or self.house.table.outcome() is None:
            print("the game did not end", file=sys.stderr)
            return 1
        self.end()
        entries = f"{self.pictures} pictures, {self.hands.touches} touches"
        forced = f", {self.player.forced} entries without the screen" if self.player.forced else ""
        print(f"  {time.monotonic() - self._began:5.1f} s  done: {entries}{forced}", flush=True)
        return 0

    def begin(self, game: str, players: int, depth: str) -> None:
        """Home, new game, players, options, set-up."""
        from companion.ui.new_game import GameCard
        from companion.ui.seating import SeatRow
        from companion.ui.widgets import Words

        hands, title = self.hands, self.house.games[game].title
        self.shot("home")
        hands.tap("home.new")
        cards = [card for card in hands.see(GameCard) if card.title == title]
        if cards:
            self.shot("new-game")
            hands.tap(cards[0])
        for name in NAMES[:players]:
            hands.tap("new.name")
            if name == NAMES[1]:
                self.shot("keyboard")
            self.player.type(name)
        self.shot("players")
        hands.tap(hands.button(next(iter(hands.see(SeatRow))).shape))
        self.shot("colour-and-shape")
        hands.tap("screen.ok")
        hands.tap("new.next")
        said = self.house.say(f"depth.{depth}")
        hands.tap(next(words for words in hands.see(Words) if words.text == said))
        self.shot("options")
        hands.tap("new.begin")
        self.shot("set-up")
        hands.tap("checklist.all")
        hands.tap("checklist.begin")

    def play(self) -> None:
        """Play to the end, with a look around on the way."""
        looks = [*LOOKS]
        toured = False
        while self.hands.touches < LIMIT:
            table = self.house.table
            if table.outcome() is not None or self.house.screen == "final":
                return
            self.player.turn()
            if not self.why_not:
                self._ask_why_not()
            entries = len(table.line)
            if looks and entries >= looks[0] and self._quiet():
                looks = [look for look in looks if look > entries]
                self.shot("play")
            if not toured and entries >= 12 and self._quiet():
                toured = True
                self.look_around()

    def _quiet(self) -> bool:
        """Whether nothing is half entered."""
        panel = self.house.panel
        return (
            self.house.screen == "play"
            and self.house.stage.top is None
            and not panel.way.entered
            and panel.table.outcome() is None
        )

    def _ask_why_not(self) -> None:
        """Touch the first thing that is grey, and read why."""
        from companion.ui.picture import TableView
        from companion.ui.widgets import Press

        if self.house.screen != "play" or self.house.stage.top is not None:
            return
        ids = self.house.panel.ids
        grey = [press for press in self.hands.see(Press, ids.chooser) if press.grey and press.width > 1]
        view: TableView = ids.view
        spots = [spot for spot in view.picture.spots if not spot.ruling.allowed] if view.picture else []
        if grey:
            self.hands.tap(grey[0])
        elif spots:
            self.hands.tap_spot(view, spots[0])
        if self.house.stage.top is not None:
            self.why_not = True
            self.shot("why-not")
            self.hands.tap("play.understood")

    def look_around(self) -> None:
        """Menu, history with a change, rules, settings, camera, box, and Home with a game that waits."""
        hands = self.hands
        hands.tap(self.house.panel.ids.menu)
        self.shot("menu")
        hands.tap("menu.history")
        self.shot("history")
        self.amend()
        hands.tap("arrow_left")
        hands.tap(self.house.panel.ids.menu)
        hands.tap("menu.rules")
        self.shot("rules")
        hands.tap("rules.search")
        self.player.type("karte" if self.house.lang == "de" else "card")
        self.shot("rules-search")
        hands.tap("arrow_left")
        hands.tap(self.house.panel.ids.menu)
        hands.tap("menu.settings")
        self.shot("settings")
        hands.tap("camera.title")
        self.shot("camera")
        hands.tap("teach.row.go")
        self.shot("teach")
        hands.tap("arrow_left")
        hands.tap("arrow_left")
        hands.tap("arrow_left")
        hands.tap(self.house.panel.ids.menu)
        hands.tap("menu.away")
        self.shot("home-waiting")
        self.look_into_box()
        hands.tap("home.continue")

    def look_into_box(self) -> None:
        """Tell one printed value at Home."""
        from companion.ui.box import FactTile
        from companion.ui.numpad import NumPad

        hands = self.hands
        hands.tap("home.box")
        tiles = list(hands.see(FactTile))
        self.shot("box")
        if tiles:
            hands.tap(tiles[0])
            pads = list(hands.see(NumPad))
            if pads:
                self.player.number(pads[0], int(pads[0].low), int(pads[0].high))
                self.shot("box-value")
                hands.tap("box.save")
            else:
                self.house.stage.close_all()
                hands.frames()
        hands.tap("arrow_left")

    def amend(self) -> None:
        """Look at the consequences of deleting an early entry, then change the last one for good."""
        hands = self.hands
        self._open_entry(4)
        self.shot("history-entry")
        hands.tap("history.delete")
        self.shot("consequences")
        hands.tap("after.no")
        self._open_entry(0)
        hands.tap("history.change")
        self.shot("change")
        for _ in range(60):
            panel = self.house.panel
            if self.house.screen != "amend" or panel.change.amendment is not None:
                break
            if not self._change_choice(panel):
                break
        if self.house.screen == "amend":
            ready = panel.change.amendment is not None and not panel.change.troubles
            self.shot("change-consequences")
            hands.tap("after.yes" if ready else "arrow_left")
        for _ in range(60):
            if self.house.screen == "history":
                return
            hands.tap("arrow_left")

    def _change_choice(self, panel: Any) -> bool:
        from companion.ui.numpad import NumPad
        from companion.ui.picture import TableView

        pads = [pad for pad in self.hands.see(NumPad) if pad.parent is not None]
        if pads:
            self.player.number(pads[0], int(pads[0].low), int(pads[0].high))
            self.hands.tap("play.enter")
            return True
        views = list(self.hands.see(TableView))
        return self.player.choose(panel, panel.change.walk.draft, views[0] if views else None)

    def _open_entry(self, row: int) -> None:
        from companion.ui.history import EntryRow

        rows = sorted(self.hands.see(EntryRow), key=lambda found: -float(found.at))
        self.hands.tap(rows[min(row, len(rows) - 1)])

    def end(self) -> None:
        """All pages of the final score, then Home and the list of played games."""
        hands = self.hands
        if self.house.screen != "final":
            hands.tap(self.house.panel.ids.primary)
        self.shot("final-score")
        for page in ("sheet", "course", "share"):
            hands.tap(f"final.{page}")
            self.shot(f"final-{page}")
        hands.tap("final.done")
        hands.tap("home.archive")
        self.shot("played")


def main(words: list[str]) -> int:
    """One run in this process: game, folder, seed, language, size, players, depth."""
    game, out, seed, lang, size, players, depth = words
    wide, _, high = size.partition("x")
    open_window((int(wide), int(high)))
    from companion.app import SternwarteApp
    from companion.store import Store

    store = Store()
    store.settings["lang"] = lang
    hands = Hands(SternwarteApp(store=store))
    from kivy.core.window import Window

    if tuple(Window.size) != (int(wide), int(high)):
        print(f"the window is {Window.width}x{Window.height}, not {size}", file=sys.stderr)
    done = Tour(hands, Path(out), f"{lang}-{size}", int(seed)).run(game, int(players), depth)
    store.close()
    return done


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
