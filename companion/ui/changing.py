"""An earlier entry being changed: what is asked, step by step, and what would follow from it."""

from __future__ import annotations

from typing import Any, Literal

from companion.engine import (
    Action,
    Amendment,
    Demand,
    Draft,
    Picture,
    Step,
    Table,
    Text,
    Trouble,
    edit,
    play,
)

from .walk import Walk

Op = Literal["replace", "insert", "delete"]


class PastWalk(Walk):
    """Walks the choices as they were before an earlier entry."""

    def __init__(self, table: Table[Any], at: int) -> None:
        super().__init__(table)
        self.state = table.states[at]
        self.prompt = play.prompt(table.game, self.state)

    @property
    def demands(self) -> tuple[Demand, ...]:
        """What could have been entered at that moment."""
        return (*self.prompt.demands, *self.prompt.offers, *play.standing(self.table.game, self.state))

    def find(self, draft: Draft) -> Demand | None:
        """The demand, offer or standing wish that a draft answered then."""
        wanted = (draft.key, draft.seat)
        return next((demand for demand in self.demands if (demand.key, demand.seat) == wanted), None)

    def sync(self) -> None:
        """The past stays as it is."""

    def _look(self, draft: Draft) -> Step | Action:
        return play.step(self.table.game, self.state, draft)


class Change:
    """One change of the entry at a place, from the first question to the consequences."""

    def __init__(self, table: Table[Any], op: Op, at: int) -> None:
        self.table = table
        self.op = op
        self.at = at
        self.walk = PastWalk(table, at)
        self.amendment: Amendment[Any] | None = None
        if op == "delete":
            self.amendment = table.amend(edit("delete", at))
        elif op == "replace":
            self.open(Draft(self.was.key, self.was.seat))

    @property
    def was(self) -> Action:
        """The action that stands there now."""
        return self.table.line[self.at].action

    @property
    def was_text(self) -> Text:
        """What stands there now, as the history may show it."""
        return self.table.history()[self.at].text

    @property
    def verb(self) -> str:
        """What is done by the new entry once it is complete, else by the one that stands there."""
        if self.action is not None:
            return self.action.verb
        return "" if self.op == "insert" else self.table.history()[self.at].verb

    @property
    def action(self) -> Action | None:
        """The new action; None while it is not complete."""
        return self.walk.ready

    @property
    def text(self) -> Text | None:
        """The new action in words; None while it is not complete."""
        if self.action is None:
            return None
        return play.describe(self.table.game, self.walk.state, self.action)

    def picture(self) -> Picture | None:
        """The table at that moment, with the touch spots of the draft."""
        game = self.table.game
        seen = game.view(self.walk.state, None)
        pages = game.pages(seen)
        return game.picture(seen, pages[0].key, self.walk.draft) if pages else None

    def open(self, draft: Draft, reason: str = "") -> None:
        """Go on with a draft that was touched."""
        self.walk.open(draft, reason)
        self._settle()

    def answer(self, value: int | str, reason: str = "") -> None:
        """Answer the step that is asked."""
        self.walk.answer(value, reason)
        self._settle()

    def back(self) -> bool:
        """Take back the last answer; False if there is none."""
        if self.op == "delete" or self.walk.draft is None:
            return False
        self.amendment = None
        return self.walk.back()

    def restart(self) -> None:
        """Forget the answers: something else happened then."""
        self.walk = PastWalk(self.table, self.at)
        self.amendment = None

    def _settle(self) -> None:
        if self.action is not None:
            self.amendment = self.table.amend(edit(self.op, self.at, self.action, self.walk.reason))

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """Later entries that no longer fit and are not settled yet."""
        return () if self.amendment is None else self.amendment.troubles

    def own(self, trouble: Trouble) -> bool:
        """Whether it is the new entry itself that does not fit."""
        return self.op != "delete" and trouble.at == self.at and trouble.move.action == self.action

    def keep(self, trouble: Trouble, reason: str) -> None:
        """Let an entry count although it does not fit."""
        if self.amendment is None:
            return
        if self.own(trouble):
            settled = (change for change in self.amendment.edits if change.op in ("keep", "delete"))
            self.amendment = self.table.amend(edit(self.op, self.at, self.action, reason), *settled)
        else:
            self.amendment = self.amendment.keep(trouble.at, reason)

    def drop(self, trouble: Trouble) -> None:
        """Leave out a later entry."""
        if self.amendment is not None:
            self.amendment = self.amendment.drop(trouble.at)

    def drop_all(self) -> None:
        """Leave out all later entries that do not fit, and those that no longer fit without them."""
        while self.amendment is not None:
            later = [trouble.at for trouble in self.amendment.troubles if not self.own(trouble)]
            if not later:
                return
            self.amendment = self.amendment.drop(*later)

    @property
    def settled(self) -> tuple[int, int]:
        """How many later entries were left out, and how many are kept although they do not fit."""
        edits = () if self.amendment is None else self.amendment.edits[1:]
        dropped = {change.at for change in edits if change.op == "delete"}
        kept = {change.at for change in edits if change.op == "keep"}
        return len(dropped), len(kept - dropped)

    def due(self) -> tuple[Text, ...]:
        """What the table would have to do after the change."""
        if self.amendment is None:
            return ()
        asked = self.amendment.prompt
        return (asked.heading, *(demand.ask for demand in asked.demands[:2]))

    def commit(self) -> None:
        """Make it count."""
        if self.amendment is not None:
            self.amendment.commit()
