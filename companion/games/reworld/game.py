"""Reworld, put together from its parts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from msgspec.structs import fields

from companion.engine import (
    Action,
    Adjustable,
    Demand,
    Draft,
    FactValue,
    Game,
    HouseRule,
    Impossible,
    Kind,
    Option,
    Outcome,
    Page,
    Picture,
    Prompt,
    Reminder,
    Ruling,
    ScoreSheet,
    Setup,
    Step,
    Text,
    but,
    seat_name,
    text,
    violated,
)
from companion.engine.game import Task
from companion.engine.rule import LEGAL

from . import adjusting, bag, facts, final, light, picture, settlement, ships, station, telling, undock
from .actions import (
    ACTIONS,
    UNDOCKING,
    Acquire,
    Arrive,
    Award,
    Begin,
    CountUp,
    DropOut,
    EndRound,
    Marker,
    Prepare,
    TakeShip,
)
from .audit import audit
from .book import RULES, TEXTS, value
from .state import BEGIN, COUNT, FINAL, OVER, PREPARE, SETTLEMENT, STATION, ReworldState, Side

_ENTERING = (STATION, SETTLEMENT, COUNT, OVER)
PHASES: dict[type[Action], tuple[str, ...]] = {
    Begin: (BEGIN,),
    Prepare: (PREPARE,),
    **dict.fromkeys((Acquire, Marker, DropOut), (STATION,)),
    **dict.fromkeys(UNDOCKING, (SETTLEMENT,)),
    Arrive: (STATION, SETTLEMENT, FINAL),
    **dict.fromkeys((Award, TakeShip), _ENTERING),
    EndRound: (STATION,),
    CountUp: (COUNT, OVER),
}
"""When an action can be carried out at all, even if the table overrules the rules."""

KEYS: dict[type[Action], str] = {
    kind: next(str(field.default) for field in fields(kind) if field.name == "key") for kind in ACTIONS
}
"""The demand that each action answers."""

ENTRIES = (Award, TakeShip, EndRound, CountUp)
"""What is entered while the table keeps the boards itself; all others but two need the boards here."""

_YES_NO = (("yes", text("yes")), ("no", text("no")))


class Reworld(Game[ReworldState]):
    """Two chapters: modules are docked on Colossus Station, and settle Eurybia."""

    name = "reworld"
    title = "Reworld"
    bgg = 225163
    seats = range(value("RW-001")["min"], value("RW-001")["max"] + 1)
    state_type = ReworldState
    actions = ACTIONS
    holdings_type = final.Holdings
    icons: ClassVar[dict[str, str]] = {
        "begin": "flag", "prepare": "bag", "acquire": "card", "marker": "flag", "drop_out": "hand",
        "terrabot": "robot", "defend": "shield", "transport": "shuttle", "task": "satellite",
        "dispose": "no", "award": "point", "take_ship": "ship", "end_round": "check", "arrive": "ship",
        "count": "check",
    }  # fmt: skip
    house_rules: ClassVar = (
        HouseRule(
            key="marker_again", ask=text("option.marker"), values=_YES_NO, default="yes", rule="RW-095"
        ),
        HouseRule(
            key="ring",
            ask=text("option.ring"),
            values=(("one", text("option.ring.one")), ("two", text("option.ring.two"))),
            default="one",
            rule="RW-062",
        ),
        HouseRule(
            key="ship_sides",
            ask=text("option.sides"),
            values=tuple((side, text(f"option.sides.{side}")) for side in ("auto", "few", "four")),
            default="auto",
            rule="RW-186",
        ),
    )
    rules = RULES
    texts = TEXTS
    facts = facts.SPECS

    def setup(self, setup: Setup) -> ReworldState:
        """Freighters ready, markers on 0, nothing drawn yet."""
        players = len(setup.players)
        if players not in self.seats:
            raise ValueError(f"RW-001: {self.seats[0]} to {self.seats[-1]} players, not {players}")
        if len({player.colour for player in setup.players}) < players:  # RW-003
            raise ValueError("RW-003: every freighter has a colour of its own")
        start = (value("RW-024")["start"], *Side().earned[1:])
        return ReworldState(
            players=players,
            depth=setup.depth,
            facts=dict(setup.facts),
            options=dict(setup.options),
            sides=tuple(Side(earned=start) for _ in range(players)),
            phase=SETTLEMENT if setup.depth == "scoring" else BEGIN,
        )

    def prompt(self, state: ReworldState) -> Prompt:
        """All that may happen now."""
        if state.phase == OVER:
            return Prompt(heading=text("heading.over"))
        if state.phase == BEGIN:
            begin = Demand(key="begin", ask=text("begin.ask"), rules=("RW-028",))
            return Prompt(heading=text("heading.begin"), demands=(begin,))
        if state.depth != "full":
            return light.prompt(state)
        if state.phase == PREPARE:
            return bag.prepare_prompt(state)
        if state.phase == STATION:
            return station.turn_prompt(state)
        if state.phase == FINAL:
            arrive = Demand(
                key="arrive", ask=text("final.ask"), kind=Kind.CONFIRM, rules=("RW-191", "RW-196")
            )
            return Prompt(heading=text("heading.final"), demands=(arrive,), likely=arrive.draft)
        return undock.turn_prompt(state)

    def step(self, state: ReworldState, draft: Draft) -> Step | Action:
        """The next field to choose."""
        if draft.key == "begin":
            first = draft.number("first")
            if first is not None:
                return Begin(first=first)
            seats = range(state.players)
            options = tuple(Option(value=seat, label=seat_name(seat), icon="flag") for seat in seats)
            return Step(field="first", ask=text("begin.ask"), options=options, rules=("RW-028",))
        if draft.key == "arrive":
            return Arrive()
        if draft.key == "prepare":
            return bag.prepare_step(state, draft)
        if draft.key == "turn":
            return (station.turn_step if state.phase == STATION else undock.step)(state, draft)
        return light.step(state, draft)

    def check(self, state: ReworldState, action: Any) -> Ruling:
        """What the rules say of an action."""
        if action.key != KEYS[type(action)] or not _tracked(state, action):
            return violated("TABLE-1", key=action.key)
        if isinstance(action, DropOut) and action.seat is not None and state.phase == SETTLEMENT:
            return settlement.check_passing(state, action.seat)
        if isinstance(action, Prepare):
            return bag.check_prepare(state, action)
        if isinstance(action, Acquire | Marker | DropOut):
            return station.check_turn(state, action)
        if isinstance(action, UNDOCKING):
            return settlement.check(state, action)
        if isinstance(action, Begin):
            return LEGAL if 0 <= action.first < state.players else violated("RW-028")
        if state.depth == "full":
            return self._check_arrival(state)
        return light.check(state, action)

    def _check_arrival(self, state: ReworldState) -> Ruling:
        """The final ship waits until every docking area is empty."""
        late = next((seat for seat, side in enumerate(state.sides) if side.docked), None)
        if late is None or state.phase == FINAL:
            return LEGAL
        return violated("RW-190", who=seat_name(late), count=state.sides[late].docked)

    def apply(self, state: ReworldState, action: Any) -> ReworldState:
        """The table after an action."""
        if state.phase not in PHASES[type(action)] or not _tracked(state, action):
            raise Impossible(action.verb)
        if isinstance(action, Begin):
            if not 0 <= action.first < state.players:
                raise Impossible("begin")
            phase = PREPARE if state.depth == "full" else STATION
            return but(state, phase=phase, marker=action.first, turn=action.first)
        if isinstance(action, Prepare):
            return bag.apply_prepare(state, action)
        if isinstance(action, Acquire):
            return station.apply_acquire(state, action)
        if isinstance(action, Marker):
            return station.apply_marker(state, action)
        if isinstance(action, DropOut):
            return station.apply_drop_out(state, action)
        if isinstance(action, UNDOCKING):
            return settlement.apply(state, action)
        if isinstance(action, Arrive) and state.depth == "full":
            return but(state, phase=OVER, taken=())  # RW-191
        return light.apply(state, action)

    def describe(self, state: ReworldState, action: Any) -> Text:
        """One line for the history."""
        return telling.describe(state, action)

    def pages(self, state: ReworldState) -> tuple[Page, ...]:
        """The pictures of the table."""
        return picture.pages(state)

    def picture(self, state: ReworldState, page: str, draft: Draft | None) -> Picture:
        """One picture of the table."""
        return picture.draw(state, page, draft)

    def score(self, state: ReworldState) -> ScoreSheet:
        """The points as they stand."""
        return final.sheet(state)

    def outcome(self, state: ReworldState) -> Outcome | None:
        """The end."""
        return final.outcome(state)

    def holdings(self, state: ReworldState) -> tuple[final.Holdings, ...]:
        """What each player has."""
        return final.holdings(state)

    def tally(
        self, holdings: Sequence[final.Holdings], facts: dict[str, FactValue]
    ) -> tuple[ScoreSheet, Outcome]:
        """The final sheet of what lies on the table."""
        return final.tally(holdings, facts)

    def tally_facts(self, players: int) -> tuple[str, ...]:
        """The tables of the final ship."""
        return tuple(
            final.table_key(players, category, rank)
            for category in final.CATEGORIES
            for rank in final.ranks(players)
        )

    def reminders(self, state: ReworldState) -> tuple[Reminder, ...]:
        """What not to forget now."""
        return telling.reminders(state)

    def checklist(self, setup: Setup) -> tuple[Task, ...]:
        """What to lay out."""
        return telling.checklist(setup)

    def wanted(self, state: ReworldState) -> tuple[str, ...]:
        """Unknown printed values that matter now."""
        return facts.wanted(state)

    def learnt(self, state: ReworldState, fact: str) -> ReworldState:
        """Doubtful ships and points are settled as far as the new value tells."""
        settled = ships.settle(ships.late_shields(state, fact))
        return settled if settled.ships == state.ships else ships.announced(state, settled)

    def adjustables(self, state: ReworldState) -> tuple[Adjustable, ...]:
        """What the table may set by hand."""
        return adjusting.adjustables(state)

    def adjustable(self, state: ReworldState, what: str) -> Adjustable | None:
        """One of them by its key."""
        return adjusting.adjustable(state, what)

    def adjust(self, state: ReworldState, what: str, value: FactValue) -> ReworldState:
        """The table after something was set by hand."""
        return adjusting.adjust(state, what, value)

    def lower(self, state: ReworldState, depth: str) -> ReworldState:
        """The table with less tracking."""
        return adjusting.lowered(state, depth)

    def round_of(self, state: ReworldState) -> int:
        """Rounds of Chapter One, then Chapter Two, then the end."""
        return state.round + (state.phase in (SETTLEMENT, FINAL)) + 2 * (state.phase == OVER)

    def audit(self, state: ReworldState, moves: Iterable[Action]) -> list[str]:
        """What does not add up."""
        return audit(state, moves)


def _tracked(state: ReworldState, action: Action) -> bool:
    """Whether an action belongs to how much of this game is tracked."""
    if isinstance(action, Begin | Arrive):
        return True
    return isinstance(action, ENTRIES) != (state.depth == "full")
