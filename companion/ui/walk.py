"""How touches become an action: the open draft, the step it waits at, and the way back. Knows no widget."""

from __future__ import annotations

from collections.abc import Callable
from secrets import randbelow
from typing import Any

from companion.engine import (
    Action,
    Answer,
    Demand,
    Draft,
    Impossible,
    Kind,
    Prompt,
    Seat,
    Step,
    Table,
    Text,
    play,
)
from companion.engine.text import text

Place = tuple[str, "Seat | None"]


class Walk:
    """Walks the choices of one table from the empty draft to the action, and submits it."""

    def __init__(self, table: Table[Any], save: Callable[[Draft], None] | None = None) -> None:
        self.table = table
        self._save = save
        self.prompt: Prompt = table.prompt()
        self.draft: Draft | None = None
        self.step: Step | None = None
        self.ready: Action | None = None
        self.reason = ""
        self.touched = False
        self.photo = ""
        self._stops: list[Draft] = []
        self._parked: dict[Place, tuple[Draft, list[Draft]]] = {}
        self.labels: dict[tuple[str, Answer], Text] = {}

    @property
    def demand(self) -> Demand | None:
        """What the open draft answers."""
        return None if self.draft is None else self.find(self.draft)

    def find(self, draft: Draft) -> Demand | None:
        """The demand, offer or standing wish that a draft answers."""
        found = self.prompt.find(draft.key, draft.seat)
        if found is not None:
            return found
        standing = play.standing(self.table.game, self.table.state)
        return next((demand for demand in standing if demand.key == draft.key), None)

    def sync(self) -> None:
        """Follow the table after a commit: go on with a draft that still fits, else with the only demand."""
        self.prompt = self.table.prompt()
        self._park()
        self._clear()
        for place in [place for place in self._parked if self.find(Draft(*place)) is None]:
            del self._parked[place]
        demands = self.prompt.demands
        if len(demands) == 1 and demands[0].kind is not Kind.SECRET:
            self._imply(demands[0])

    def _imply(self, demand: Demand) -> None:
        """Open the only demand without a touch; nothing is taken by itself then."""
        if (demand.key, demand.seat) in self._parked:
            self._resume(demand.draft)
            return
        self.draft, self._stops = demand.draft, []
        found = self._look(demand.draft)
        if isinstance(found, Step):
            self._wait(found)
        else:
            self.ready = found

    def open(self, draft: Draft, reason: str = "") -> None:
        """Go on with a draft that was touched."""
        place = (draft.key, draft.seat)
        if self.draft is not None and (self.draft.key, self.draft.seat) != place:
            self._park()
        elif self.draft is not None and self.touched and self.draft != draft:
            self._stops.append(self.draft)
        if not draft.answers and place in self._parked:
            self._resume(draft)
            return
        if self.draft is None or (self.draft.key, self.draft.seat) != place:
            self._stops = []
        if not self._stops and draft.answers:
            self._stops = [Draft(*place)]
        self.touched = True
        self.reason = reason or self.reason
        self._advance(draft)

    def restore(self, draft: Draft) -> bool:
        """Go on with a draft kept from an earlier run; False if it no longer fits."""
        if self.find(draft) is None:
            return False
        stops = [Draft(draft.key, draft.seat, draft.answers[:at]) for at in range(len(draft.answers))]
        try:
            for stop in stops:
                found = self._look(stop)
                if isinstance(found, Step):
                    self._learn(found)
            found = self._look(draft)
        except (Impossible, LookupError, ValueError):
            return False
        if not isinstance(found, Step):
            return False
        self.draft, self._stops, self.touched = draft, stops, True
        self._wait(found)
        return True

    def answer(self, value: Answer, reason: str = "") -> None:
        """Answer the step that the draft waits at."""
        if self.draft is None or self.step is None:
            return
        before, field = self.draft, self.step.field
        self._stops.append(before)
        self.touched = True
        self.reason = reason or self.reason
        self._advance(before.then(field, value))

    @property
    def aside(self) -> bool:
        """Whether the open draft answers something else than what is due."""
        return self.draft is not None and self.demand not in self.prompt.demands

    @property
    def leavable(self) -> bool:
        """Whether the open draft can be closed, because a touch opened it."""
        return self.draft is not None and (self.aside or len(self.prompt.demands) > 1)

    def back(self) -> bool:
        """Take back the last answer of the draft, or close an empty one; False if there is neither."""
        if not self._stops:
            if self.leavable:
                self.leave()
                return True
            return False
        self.draft = self._stops.pop()
        self.photo = ""
        self.ready, self.reason = None, self.reason if self._stops else ""
        found = self._look(self.draft)
        if isinstance(found, Step):
            self._wait(found)
        self._keep(self.draft)
        return True

    def leave(self) -> None:
        """Close the open draft; its answers are forgotten."""
        if self.draft is not None:
            self._parked.pop((self.draft.key, self.draft.seat), None)
        self._clear()
        self.sync()

    def submit(self, reason: str = "") -> None:
        """Carry out the action that is ready; raises Refused."""
        if self.ready is None:
            return
        action, self.ready = self.ready, None
        before = self.prompt.demands
        try:
            self.table.submit(action, reason or self.reason, self.photo)
        except Exception:
            self.ready = action
            raise
        place = None if self.draft is None else (self.draft.key, self.draft.seat)
        if place is not None:
            self._parked.pop(place, None)
        self._clear()
        self.sync()
        if place is not None and self.draft is None:
            self._go_on(*place, before)

    def _go_on(self, key: str, seat: Seat | None, before: tuple[Demand, ...]) -> None:
        """Where several act at once, whoever has just acted and has more to do goes on without a touch; with
        something new only while nothing has changed for the others."""
        mine = [one for one in self.prompt.demands if one.seat == seat]
        found = next((one for one in mine if one.key == key), None)
        if found is None and _others(before, seat) == _others(self.prompt.demands, seat):
            found = next(iter(mine), None)
        if found is not None and seat is not None and found.kind is not Kind.SECRET:
            self._imply(found)

    @property
    def secret(self) -> bool:
        """Whether others must not see the open draft."""
        return self.demand is not None and self.demand.kind is Kind.SECRET

    @property
    def entered(self) -> bool:
        """Whether the open draft has answers that can be taken back."""
        return bool(self._stops)

    def outcome(self, draft: Draft) -> Action | None:
        """The action that a draft leads to without any further choice."""
        try:
            return play.finished(self.table.game, self.table.state, draft)[0]
        except (Impossible, LookupError, ValueError):
            return None

    def label(self, draft: Draft) -> Text | None:
        """What the last answer of a draft is called."""
        if not draft.answers:
            return None
        field, value = draft.answers[-1]
        if (field, value) not in self.labels:
            try:
                found = self._look(draft.back())
            except (Impossible, LookupError, ValueError):
                return None
            if isinstance(found, Step):
                self._learn(found)
        return self.labels.get((field, value))

    def said(self) -> list[Text]:
        """The answers to the field that is being asked several times, in order."""
        if self.draft is None or self.step is None:
            return []
        field = self.step.field
        return [self._named(field, value) for value in self.draft.all(field)]

    def so_far(self) -> list[Text]:
        """All answers of the open draft, in order; also those that one touch gave together."""
        if self.draft is None:
            return []
        parts = [
            Draft(self.draft.key, self.draft.seat, self.draft.answers[: at + 1])
            for at in range(len(self.draft.answers))
        ]
        return [self.label(part) or self._named(*part.answers[-1]) for part in parts]

    def _named(self, field: str, value: Answer) -> Text:
        return self.labels.get((field, value)) or Text("=", {"words": str(value)})

    def _look(self, draft: Draft) -> Step | Action:
        return self.table.step(draft)

    def _advance(self, draft: Draft) -> None:
        """Go on until there is something to choose; a step with one legal option is no choice."""
        self.ready = None
        while True:
            found = self._look(draft)
            if isinstance(found, Action):
                self.draft, self.step, self.ready = draft, None, found
                return
            if found.entry == "chance":
                draft = draft.then(found.field, drawn(found))
                continue
            self._learn(found)
            legal = found.legal
            if found.entry != "pick" or len(legal) != 1:
                break
            draft = draft.then(found.field, legal[0].value)
        self.draft = draft
        self._wait(found)
        self._keep(draft)

    def _wait(self, found: Step) -> None:
        self._learn(found)
        self.step, self.ready = found, None

    def _learn(self, found: Step) -> None:
        for option in found.options:
            self.labels[(found.field, option.value)] = option.label

    def _keep(self, draft: Draft) -> None:
        long = self.step is not None and self.step.of > 1
        if self._save is not None and long and not self.secret:
            self._save(draft)

    def _park(self) -> None:
        if self.draft is not None and self._stops and self.ready is None:
            self._parked[(self.draft.key, self.draft.seat)] = (self.draft, self._stops)

    def _resume(self, draft: Draft) -> None:
        kept, stops = self._parked.pop((draft.key, draft.seat))
        try:
            found = self._look(kept)
        except (Impossible, LookupError, ValueError):
            found = self._look(draft)
            kept, stops = draft, []
        self.draft, self._stops, self.touched = kept, stops, True
        if isinstance(found, Step):
            self._wait(found)
        else:
            self.ready = found

    def _clear(self) -> None:
        self.draft, self.step, self.ready = None, None, None
        self.reason, self.photo, self.touched, self._stops = "", "", False, []


def drawn(step: Step) -> int:
    """A number by chance, where nobody chooses it."""
    return step.low + randbelow(step.high - step.low + 1)


def missing_facts(table: Table[Any]) -> list[Demand]:
    """The printed values that are asked for now."""
    return [offer for offer in table.prompt().offers if offer.kind is Kind.FACT]


def primary(walk: Walk) -> tuple[Text, Draft] | None:
    """What the one big button does now: its words, and the draft it leads to."""
    step, draft = walk.step, walk.draft
    demand = walk.demand
    if walk.ready is not None and draft is not None and demand is not None:
        return walk.label(draft) or demand.ask, draft
    if step is not None and draft is not None:
        likely = walk.prompt.likely
        if likely is not None and _extends(likely, draft):
            label = walk.label(likely)
            if label is not None:
                return label, likely
        if step.entry == "chance":
            return step.ask, draft
        legal = step.legal
        if step.entry == "pick" and len(legal) == 1:
            return legal[0].label, draft.then(step.field, legal[0].value)
        return None
    likely = walk.prompt.likely
    found = None if likely is None else walk.find(likely)
    if likely is None or found is None:
        found = next(iter(walk.prompt.demands), None)
        likely = None if found is None else found.draft
    if found is None or likely is None:
        return None
    label = walk.label(likely) or found.ask
    if found.seat is not None and walk.prompt.turn != found.seat:
        label = text("play.for", who=Text("@seat", {"seat": found.seat}), what=label)
    return label, likely


def _others(demands: tuple[Demand, ...], seat: Seat | None) -> set[Place]:
    """What everybody but one has to do."""
    return {(one.key, one.seat) for one in demands if one.seat != seat}


def _extends(longer: Draft, shorter: Draft) -> bool:
    same = (longer.key, longer.seat) == (shorter.key, shorter.seat)
    count = len(shorter.answers)
    return same and len(longer.answers) > count and longer.answers[:count] == shorter.answers
