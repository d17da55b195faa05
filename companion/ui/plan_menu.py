"""One of the owner's plans in the box: drawn, copied from practice, taken along as a text, deleted."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.engine import BadPlan, FactSpec, Game, read_plan, write_plan

from . import seeing, theme
from .base import House
from .cards import Paragraph, Sheet
from .furniture import words_of
from .sharing import ask_place, report, write
from .tiles import Tile, Tiles

if TYPE_CHECKING:
    from .plan_editor import PlanEditor

SUFFIX = ".plan.txt"

PHOTOS = "plan_photos"
"""The setting that names the photo below each plan."""

HIGHEST = 50.0
"""Millimetres for all that can be done with a plan."""


def photo_of(house: House, game: str, slot: str) -> Path | None:
    """The photo of a plan's sheet; None if there is none."""
    kept = house.setting(PHOTOS)
    name = kept.get(f"{game}/{slot}") if isinstance(kept, dict) else None
    found: Path | None = house.store.photos.find(name) if isinstance(name, str) else None
    return found


def keep_photo(house: House, game: str, slot: str, name: str) -> None:
    """Lay a photo that was kept below a plan; an empty name takes it away."""
    kept = house.setting(PHOTOS)
    house.set(PHOTOS, {**(kept if isinstance(kept, dict) else {}), f"{game}/{slot}": name})


def take_photo(editor: PlanEditor) -> None:
    """Photograph the sheet with the camera over the table."""
    house = editor.house
    if seeing.source(house, "table"):
        house.go("plan_photo", game=editor.game, slot=editor.slot, path="")
    else:
        report(house, house.say("draw.photo.camera"), [house.say("draw.photo.no_camera")], "bad")


def choose_photo(editor: PlanEditor) -> None:
    """Choose a photo from this device or a stick."""
    from . import sources

    house = editor.house

    def take(path: Path) -> None:
        house.close()
        house.go("plan_photo", game=editor.game, slot=editor.slot, path=str(path))

    sources.choose_photo(house, take)


class Desk:
    """What can be done with one plan."""

    def __init__(self, house: House, game: Game[Any], spec: FactSpec, changed: Callable[[], Any]) -> None:
        self.house = house
        self.game = game
        self.spec = spec
        self.changed = changed

    @property
    def kept(self) -> str | None:
        """The text in the box."""
        value = self.house.store.box.facts(self.game.name).get(self.spec.key)
        return value if isinstance(value, str) else None

    @property
    def draft(self) -> str | None:
        """The text of the unfinished plan."""
        found: str | None = self.house.store.box.drafts(self.game.name).get(self.spec.key)
        return found

    def open(self) -> None:
        """Ask what to do."""
        house, words = self.house, words_of(self.house, self.game)
        rows = [Tile(label, self._closed(act), note, icon) for label, act, note, icon in self._choices()]
        lines = [house.say("draw.unknown")] if self.kept is None else [words.word(self.spec.said(self.kept))]
        if self.draft is not None:
            lines.append(house.say("draw.is_draft"))
        block = Tiles(size_hint_y=None, height=theme.mm(min(HIGHEST, 12.2 * ((len(rows) + 1) // 2))))
        block.more = house.say("play.more")
        block.show(rows)
        draw = house.say("draw.begin" if self.kept is None and self.draft is None else "draw.go_on")
        buttons = (
            (house.say("screen.cancel"), "quiet", house.close),
            (draw, "primary", self._closed(self.edit)),
        )
        body = (*(Paragraph(text=line) for line in lines), block)
        house.open(Sheet(house, words.say(self.spec.ask), buttons, body, icon="pencil", wide=0.84))

    def _choices(self) -> list[tuple[str, Callable[[], Any], str, str]]:
        say, plan = self.house.say, self.spec.plan
        rows: list[tuple[str, Callable[[], Any], str, str]] = []
        for words in plan.practice.values() if plan is not None else ():
            rows.append((say("draw.practice"), partial(self.copy, words), read_plan(words).name, "card"))
        for key, value in self.house.store.box.facts(self.game.name).items():
            other = self.game.facts.get(key)
            if other is not None and other.plan is plan and key != self.spec.key:
                copied = str(value)
                rows.append((say("draw.copy"), partial(self.copy, copied), read_plan(copied).name, "card"))
        rows.append((say("draw.import"), self.bring, "", "arrow_down"))
        if self.kept is not None or self.draft is not None:
            rows.append((say("draw.export"), self.hand_out, "", "arrow_up"))
            rows.append((say("draw.new"), partial(self.copy, None), "", "plus"))
        if self.draft is not None:
            rows.append(
                (say("draw.drop_draft"), lambda: self.sure("draw.drop_draft", self.drop_draft), "", "no")
            )
        if self.kept is not None:
            rows.append((say("draw.delete"), lambda: self.sure("draw.delete", self.delete), "", "no"))
        return rows

    def _closed(self, act: Callable[[], Any]) -> Callable[[], Any]:
        def then() -> None:
            self.house.close()
            act()

        return then

    def edit(self) -> None:
        """Draw it."""
        self.house.go("plan_editor", game=self.game.name, slot=self.spec.key)

    def copy(self, words: str | None) -> None:
        """Begin with another plan (None: an empty one); what was being drawn is given up only if wanted."""
        if self.draft is not None:
            self.sure("draw.drop_draft", lambda: self._begin(words))
        else:
            self._begin(words)

    def _begin(self, words: str | None) -> None:
        plan = self.spec.plan
        if plan is not None:
            name = words_of(self.house, self.game).say(self.spec.ask)
            content = write_plan(plan.empty(name)) if words is None else words
            self.house.store.box.save_draft(self.game.name, self.spec.key, content)
            self.edit()

    def sure(self, key: str, act: Callable[[], Any]) -> None:
        """Ask before something is lost."""
        house = self.house
        buttons = (
            (house.say("screen.cancel"), "primary", house.close),
            (house.say(key), "bad", self._closed(act)),
        )
        body = (Paragraph(text=house.say(f"{key}.sure")),)
        house.open(Sheet(house, house.say(key), buttons, body, edge="bad", icon="warning"))

    def drop_draft(self) -> None:
        """Give up what was being drawn."""
        self.house.store.box.drop_draft(self.game.name, self.spec.key)
        self.changed()

    def delete(self) -> None:
        """Take the plan out of the box."""
        self.house.store.box.drop(self.game.name, self.spec.key)
        self.changed()

    def hand_out(self) -> None:
        """Write the plan, as it is drawn now, to a file."""
        content = self.draft or self.kept or ""
        name = f"{self.game.name}.{self.spec.key}{SUFFIX}"
        ask_place(
            self.house,
            self.house.say("final.to"),
            lambda folder: write(self.house, folder, {name: content.encode()}),
        )

    def bring(self) -> None:
        """Read a plan from a file."""
        ask_place(self.house, self.house.say("box.from"), self._choose)

    def _choose(self, folder: Path) -> None:
        house = self.house
        files = sorted(folder.glob(f"*{SUFFIX}")) if folder.is_dir() else []
        files = files or (sorted(folder.glob("*.txt")) if folder.is_dir() else [])
        if not files:
            report(house, house.say("draw.import"), [house.say("draw.no_file"), str(folder)], "bad")
        elif len(files) == 1:
            self.read(files[0])
        else:
            rows = [Tile(file.name, self._closed(partial(self.read, file))) for file in files]
            block = Tiles(size_hint_y=None, height=theme.mm(46))
            block.more = house.say("play.more")
            block.show(rows)
            cancel = (house.say("screen.cancel"), "plain", house.close)
            house.open(Sheet(house, house.say("box.files"), (cancel,), (block,)))

    def read(self, file: Path) -> None:
        """Begin to draw with the plan in a file, or say in which line it is none."""
        house, spec = self.house, self.spec.plan
        try:
            plan = read_plan(file.read_text("utf-8-sig"))
        except BadPlan as error:
            report(house, file.name, [house.say(error.why)], "bad")
        except (OSError, UnicodeDecodeError) as error:
            report(house, file.name, [str(error)], "bad")
        else:
            if spec is not None and plan.kind != spec.key:
                why = house.say("plan.wrong.form", found=plan.kind, wanted=spec.key)
                report(house, file.name, [why], "bad")
            else:
                self.copy(write_plan(plan))


def open_plan(house: House, game: Game[Any], spec: FactSpec, changed: Callable[[], Any]) -> None:
    """Ask what to do with one of the owner's plans."""
    Desk(house, game, spec, changed).open()
